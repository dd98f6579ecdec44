/* The rows of a trace. */
#ifndef ATTNVIZ_ENGINE_TRACE_STORE_H
#define ATTNVIZ_ENGINE_TRACE_STORE_H

#include "attnviz/engine/trace.h"
#include "kernels.h"
#include "kv_cache.h"

struct av_layer_rows {
    /* (capacity, width) each. The input of a later layer is the result of the one before it; keys and values are in the
     * cache, and have no data here. */
    struct av_matrix quantities[AV_QUANTITY_COUNT];
    struct av_softmax_row *softmax; /* (capacity, n_head) */
};

struct av_trace_store {
    const struct av_kernels *kernels;
    struct av_kv_cache cache;     /* keys and values of all layers */
    struct av_layer_rows *layers; /* [n_layer] */
    struct av_matrix final_norm;  /* (capacity, d_model) */
    struct av_matrix logits;      /* (capacity, vocab_size) */
    struct av_matrix source;      /* (n_source, d_model) */
    float *key;                   /* [n_kv_head·d_k] the row at work, before it is turned into a column of the cache */
    struct av_matrix scores;      /* (n_head, capacity rounded up) scores, then weights, of the row at work */
};

/* What a trace is made with, beside its model: the tokens of a source (none: NULL, 0), and the pool that blocks come
 * from, or NULL for one of its own. */
struct av_trace_made {
    struct av_rule rule;
    int capacity;
    const int *source;
    int n_source;
    struct av_block_pool *pool;
};

/* An empty trace. Errors as of av_trace_init_cross. */
enum av_status av_trace_init_with(struct av_trace *trace, const struct av_model *model,
                                  const struct av_trace_made *made, struct av_error *error);

/* AV_ERROR_VALUE for a token id outside the vocabulary. */
enum av_status av_token_check(const struct av_config *config, int token, struct av_error *error);

/* True where no step wrote rows both among the first n and after them: only there a trace can be cut. */
bool av_trace_ends_step(const struct av_trace *trace, int n);

/* Row i of a quantity that exists and is not AV_QUANTITY_KEY; of AV_QUANTITY_VALUE, once it has a block. */
float *av_trace_at(const struct av_trace *trace, enum av_quantity quantity, int layer, int i);

/* q of row i for one head: d_k numbers. */
const float *av_trace_query(const struct av_trace *trace, int layer, int head, int i);

#endif
