/* A trace: every number that a run of a model made, row by row, and which step wrote it.
 *
 * Two kinds of run fill the same trace (see decoder.h). A cached run appends one row a step, so the state after
 * token t is the first t rows: stepping back is looking at fewer rows; a prompt may be its first step, of many rows. A
 * recomputed run fills all rows anew in one step. Scores and weights are not kept: a row keeps the maximum and the sum
 * of its softmax, and any score or weight follows from q, k and those two, exactly. Memory is n·(what a row holds),
 * never n².
 *
 * Keys and values are in blocks, which a block table finds. A trace has one block for all its rows, from the start and
 * for itself (the contiguous cache), or takes blocks from a pool as it grows (PagedAttention: Kwon et al. 2023). Which
 * of the two changes no bit of any number. */
#ifndef ATTNVIZ_ENGINE_TRACE_H
#define ATTNVIZ_ENGINE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/block_pool.h"
#include "attnviz/engine/model.h"
#include "attnviz/engine/rule.h"
#include "attnviz/engine/work.h"

/* Where the model attends to a source, the source's tokens are known from the start, and their K and V are rows of
 * their own: the first step computes them, and with a cache no later step does so again. The tokens of the steps are
 * then the target. */

/* What a trace keeps for each row: in each layer, from INPUT to SUM_2; once, the last two.
 *
 *   norm before (GPT-2, Llama)       norm after (the first Transformer, GPT-1)
 *   NORM_1 = N(INPUT)                SUM_1  = INPUT + OUTPUT
 *   q, k, v of NORM_1                q, k, v of INPUT
 *   SUM_1  = INPUT + OUTPUT          NORM_1 = N(SUM_1)
 *   NORM_2 = N(SUM_1)                feed-forward of NORM_1
 *   SUM_2  = SUM_1 + FEED            SUM_2  = NORM_1 + FEED
 *   the layer gives SUM_2            NORM_2 = N(SUM_2), which the layer gives
 *
 * Without a norm, a residual or a feed-forward its quantity does not exist (av_quantity_width is 0), and what reads it
 * reads the one before it. */
enum av_quantity {
    AV_QUANTITY_INPUT,      /* x (d_model): of layer 0, embedding + position; of layer l, what layer l−1 gives */
    AV_QUANTITY_NORM_1,     /* d_model */
    AV_QUANTITY_QUERY,      /* n_head·d_k, after rotation */
    AV_QUANTITY_KEY,        /* n_kv_head·d_k, after rotation; of a source token where the model attends to a source */
    AV_QUANTITY_VALUE,      /* n_kv_head·d_v; likewise */
    AV_QUANTITY_MIX,        /* a·V of every head, joined: n_head·d_v */
    AV_QUANTITY_OUTPUT,     /* MIX · W_O + b_O: d_model */
    AV_QUANTITY_SUM_1,      /* d_model */
    AV_QUANTITY_NORM_2,     /* d_model */
    AV_QUANTITY_GATE,       /* x·W_gate + b_gate: d_ff, SwiGLU only */
    AV_QUANTITY_UP,         /* x·W_up + b_up: d_ff */
    AV_QUANTITY_HIDDEN,     /* relu(up), gelu(up) or silu(gate) ⊙ up: d_ff */
    AV_QUANTITY_FEED,       /* HIDDEN · W_down + b_down: d_model */
    AV_QUANTITY_SUM_2,      /* d_model */
    AV_QUANTITY_FINAL_NORM, /* N of what the last layer gives, with norm_place before: d_model; layer is ignored */
    AV_QUANTITY_LOGITS,     /* vocab_size; layer is ignored */
    AV_QUANTITY_SOURCE,     /* x of a source token, of which every layer has k and v: d_model; layer is ignored */
    AV_QUANTITY_COUNT,
};

enum av_score_kind {
    AV_SCORE_RAW,    /* q·k                          */
    AV_SCORE_SCALED, /* ÷ √d_k, where the rule scales */
    AV_SCORE_MASKED, /* after the rule's mask and bans */
};

struct av_softmax_row {
    float max, sum; /* of the masked scores s: max s, Σ exp(s − max) */
};

/* What a model that attends to a source attends to. */
struct av_trace_source {
    int n;       /* tokens; 0 where the model attends to itself */
    int *tokens; /* [n] ids */
    int written; /* the step that wrote all its rows of K and V as they stand; 0: none yet */
    int born;    /* the step that first made them, which is the first */
};

struct av_trace {
    const struct av_model *model; /* must outlive the trace; after a change of it the rows mean nothing: see reset */
    struct av_rule rule;
    int capacity;         /* rows that there is room for */
    int n;                /* rows filled */
    int n_step;           /* the last step: a step is named by the rows there are after it */
    int *tokens;          /* [capacity] ids */
    int *written;         /* [capacity] the step (1 … n) that wrote row i as it stands */
    int *born;            /* [capacity] the step that first made row i; written > born: recomputed */
    struct av_work *work; /* [capacity] what step s did, at s − 1 */
    struct av_trace_source source;
    struct av_trace_store *store; /* the rows; private to the engine */
    struct av_arena arena;
};

/* Columns of a quantity in this config; 0 where the model has no such quantity. */
int av_quantity_width(const struct av_config *config, enum av_quantity quantity);

/* What the layer gives to the next one: SUM_2, NORM_2, OUTPUT …, whichever comes last in this config. */
enum av_quantity av_quantity_layer_result(const struct av_config *config);

/* What q, k and v are projected from: NORM_1 with the norm before, else INPUT. Where k and v are the source's, q
 * alone. */
enum av_quantity av_quantity_attention_input(const struct av_config *config);

/* What the feed-forward reads: NORM_2 with the norm before, else what attention gives. */
enum av_quantity av_quantity_feed_forward_input(const struct av_config *config);

/* What attention and its residual (and norm after it) give: NORM_1, SUM_1 or OUTPUT. */
enum av_quantity av_quantity_attention_result(const struct av_config *config);

/* True for a quantity whose rows are those of the source's tokens: SOURCE, and in a model that attends to it K and
 * V. */
bool av_quantity_is_of_source(const struct av_config *config, enum av_quantity quantity);

/* Bytes that a trace of capacity rows, and n_source of a source, takes; AV_ERROR_LIMIT where they overflow. */
enum av_status av_trace_bytes(const struct av_config *config, int capacity, int n_source, size_t *bytes,
                              struct av_error *error);

/* An empty trace with room for capacity rows (1 … n_ctx); every later step allocates nothing. Errors: AV_ERROR_LIMIT,
 * AV_ERROR_MEMORY. */
enum av_status av_trace_init(struct av_trace *trace, const struct av_model *model, struct av_rule rule, int capacity,
                             struct av_error *error);

/* The same for any model: source[n_source] (copied) are the tokens attended to, 1 … n_ctx of them where the model
 * attends to a source, else none (asserted). Errors: also AV_ERROR_VALUE for a token id outside the vocabulary. */
enum av_status av_trace_init_cross(struct av_trace *trace, const struct av_model *model, struct av_rule rule,
                                   int capacity, const int *source, int n_source, struct av_error *error);

/* The same as av_trace_init with keys and values in blocks of a pool, which must have been made for a config with the
 * same n_layer, n_kv_head, d_k and d_v (asserted), of a model that attends to itself, and must outlive the trace. A
 * step takes a block where the last one is full; where the pool has none, it fails with AV_ERROR_LIMIT, the trace is as
 * before, and the step may be tried again once another trace has given blocks back. Errors: also AV_ERROR_VALUE where a
 * block has more rows than the trace. */
enum av_status av_trace_init_paged(struct av_trace *trace, const struct av_model *model, struct av_rule rule,
                                   int capacity, struct av_block_pool *pool, struct av_error *error);

/* A second sequence, which goes on after the first n rows of a trace (0 … trace->n): a trace of the same model, rule
 * and capacity that does not need the first one to live. Blocks of a pool are not copied: both sequences hold them, and
 * the first one of the two that writes into the last of them, where it is not full, gets a copy of its own in that step
 * (copy on write). Where the trace has no pool, the rows are copied. Of a step that wrote many rows, such as a prefill,
 * all are taken or none (asserted). Errors: AV_ERROR_MEMORY; there is then nothing to finish. */
enum av_status av_trace_fork(struct av_trace *copy, const struct av_trace *trace, int n, struct av_error *error);

/* Empties the trace, to be run again under this rule, or as its model has changed. Its room is kept and nothing is
 * allocated, but blocks go back to the pool; what follows is as if it had just been made. */
void av_trace_reset(struct av_trace *trace, struct av_rule rule);

/* Forgets all but the first n rows (0 … those filled) of a cached trace: what follows is as if the steps after them had
 * never been. Of a step that wrote many rows, such as a prefill, all are forgotten or none (asserted). Room is kept;
 * blocks beyond those rows go back to the pool. */
void av_trace_forget(struct av_trace *trace, int n);

/* Frees the rows and gives blocks back; the model and the pool stay. */
void av_trace_finish(struct av_trace *trace);

/* How many keys the last of n tokens meets, which is the number of rows of K and V: n, or those of the source as soon
 * as there is a token. */
static inline int av_trace_keys(const struct av_trace *trace, int n)
{
    return trace->source.n > 0 && n > 0 ? trace->source.n : n;
}

/* Copies the numbers of row i (0-based) of a quantity into row[av_quantity_width]. Exact: what the engine computed. */
void av_trace_row(const struct av_trace *trace, enum av_quantity quantity, int layer, int i, float *row);

/* The same numbers where they lie, of a quantity that exists; not of keys, which are kept as columns. They stay until
 * the next step that writes the row. */
const float *av_trace_numbers(const struct av_trace *trace, enum av_quantity quantity, int layer, int i);

/* One number of it. */
float av_trace_value(const struct av_trace *trace, enum av_quantity quantity, int layer, int i, int column);

/* The score of query row i and key row j in a query head, exactly as the engine computed it. In a trace of a causal
 * cached run only j ≤ i were ever computed; asking for others computes them now. */
float av_trace_score(const struct av_trace *trace, enum av_score_kind kind, int layer, int head, int i, int j);

/* a(i, j) = exp(s − max) / sum, from the row's own max and sum; exactly 0 where the rule removes j
 * (av_rule_removes). */
float av_trace_weight(const struct av_trace *trace, int layer, int head, int i, int j);

/* The maximum and the sum by which row i of a head became weights. */
struct av_softmax_row av_trace_softmax(const struct av_trace *trace, int layer, int head, int i);

/* Bytes of K and V that n rows of them (av_trace_keys) hold, over all layers: n · n_layer · n_kv_head · (d_k + d_v) ·
 * 4. */
size_t av_trace_cache_bytes(const struct av_trace *trace, int n);

/* How often row i of Q, K or V (quantity) has been read in each layer, by the scores and the mix of the first n_step
 * steps, from the engine's own counters (see work.h). Of a recomputed trace only the last step's are known: see
 * there. */
uint64_t av_trace_row_reads(const struct av_trace *trace, enum av_quantity quantity, int i, int n_step);

/* The pool that the blocks come from: a shared one, or the trace's own of one block. */
const struct av_block_pool *av_trace_pool(const struct av_trace *trace);

/* The block table: row i of K and V, of every layer, is row i mod block_size of block table[i / block_size]. *n is its
 * length, n / block_size of the rows rounded up. It stays until the next step. */
const int *av_trace_block_table(const struct av_trace *trace, int *n);

/* What a sequence holds of K and V, in bytes. */
struct av_trace_block_bytes {
    size_t rows;         /* in use: av_trace_cache_bytes of all rows */
    size_t blocks;       /* all of the table's blocks, full or not: rows + wasted */
    size_t wasted;       /* in the last block, beyond the rows; always less than a block */
    size_t shared;       /* of the table's blocks, those that other sequences hold too */
    size_t preallocated; /* what n_ctx rows would take: room for the longest sequence there can be */
};
struct av_trace_block_bytes av_trace_block_bytes(const struct av_trace *trace);

struct av_comparison {
    uint64_t values;      /* how many were compared */
    uint64_t different;   /* how many differ in any bit; NaN is NaN, whatever bits the processor gave it */
    float max_difference; /* max|Δ|; NaN where one side is NaN and the other is not */
};

/* Compares the first n rows of two traces of the same model and tokens: q, k, v, the causal scores and weights, every
 * quantity and the logits, in every layer and head. Works in the room that each trace has for the row at work, whose
 * numbers no step reads again: not while another thread uses one of the traces. Of a source (the same one) all rows. */
struct av_comparison av_trace_compare(const struct av_trace *a, const struct av_trace *b, int n);

#endif
