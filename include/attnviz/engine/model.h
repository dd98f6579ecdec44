/* A model: its config (shapes and choices) and its weights.
 *
 * A vector is a row, so that q = x·W_Q with W_Q (d_model, n_head·d_k): a weight's rows are what goes in,
 * its columns what comes out, on screen, in a lesson file and in memory. The heads stand side by side in the
 * columns: head h has columns h·d_k … (h+1)·d_k − 1. Query head h reads key and value head
 * h / (n_head / n_kv_head) (Ainslie et al. 2023; n_kv_head = 1: Shazeer 2019). */
#ifndef ATTNVIZ_ENGINE_MODEL_H
#define ATTNVIZ_ENGINE_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/matrix.h"

enum av_position { AV_POSITION_NONE, AV_POSITION_LEARNED, AV_POSITION_SINUSOIDAL, AV_POSITION_ROTARY };
enum av_norm { AV_NORM_NONE, AV_NORM_LAYER, AV_NORM_RMS };
enum av_norm_place { AV_NORM_BEFORE, AV_NORM_AFTER };
enum av_attends {
    AV_ATTENDS_SELF,   /* to the tokens themselves: q, k and v are projected from one sequence                   */
    AV_ATTENDS_SOURCE, /* cross-attention (Vaswani et al. 2017, 3.2.3): q from the tokens, the target; k and v from
                          another sequence, the source, whose rows are its embeddings (and positions) in every layer */
};
enum av_feed_forward { AV_FEED_FORWARD_NONE, AV_FEED_FORWARD_RELU, AV_FEED_FORWARD_GELU, AV_FEED_FORWARD_SWIGLU };

struct av_config {
    int d_model, n_layer, n_head, n_kv_head, d_k, d_v, d_ff, vocab_size, n_ctx;
    enum av_attends attends;
    enum av_position position;
    enum av_norm norm;
    enum av_norm_place norm_place; /* before: y = x + f(N(x)), and a last N before the logits; after: y = N(x + f(x)) */
    enum av_feed_forward feed_forward;
    bool bias;          /* b_Q, b_K, b_V, b_O and the feed-forward's biases */
    bool tied;          /* W_out = embeddingᵀ */
    bool residual;      /* without: y = f(x) */
    float norm_epsilon; /* inside the root; 1e-5 in GPT and Llama */
    float rotary_base;  /* 10000 (Su et al. 2021) */
};

struct av_layer {
    struct av_matrix wq;     /* (d_model, n_head·d_k)    */
    struct av_matrix wk;     /* (d_model, n_kv_head·d_k) */
    struct av_matrix wv;     /* (d_model, n_kv_head·d_v) */
    struct av_matrix wo;     /* (n_head·d_v, d_model)    */
    struct av_matrix w_gate; /* (d_model, d_ff), SwiGLU only: silu(x·W_gate) ⊙ (x·W_up) */
    struct av_matrix w_up;   /* (d_model, d_ff) */
    struct av_matrix w_down; /* (d_ff, d_model) */
    struct av_matrix bq, bk, bv, bo, b_gate, b_up, b_down; /* (1, columns of the weight); no data without bias */
    struct av_matrix norm_gain[2], norm_bias[2]; /* (1, d_model): of attention, of feed-forward; bias: LayerNorm only */
    /* What the config leaves out keeps its shape, and has no data. */
};

struct av_model {
    struct av_config config;
    struct av_matrix embedding;              /* (vocab_size, d_model) */
    struct av_matrix position_embedding;     /* (n_ctx, d_model): learned, or sinusoidal (Vaswani et al. 2017, 3.5) */
    struct av_layer *layers;                 /* [n_layer] */
    struct av_matrix final_gain, final_bias; /* (1, d_model): the last norm, with norm_place before */
    struct av_matrix w_out;                  /* (d_model, vocab_size); the embedding transposed where tied */
    struct av_matrix rotary_cos, rotary_sin; /* (n_ctx, d_k/2): of pos·base^(−2i/d_k) */
    struct av_arena arena;                   /* owns every weight */
};

/* A size of a config: an int, by its field's name, and what it may be. Products of two of them fit in an int. */
struct av_config_size {
    const char *name;
    size_t offset; /* of the field in struct av_config */
    int least, most;
};

/* All of them, in the order of the struct. */
const struct av_config_size *av_config_sizes(size_t *count);

/* The field. */
static inline int *av_config_size_of(struct av_config *config, const struct av_config_size *size)
{
    return (int *)(void *)((unsigned char *)config + size->offset);
}

/* Checks that the config describes a model: every size within 1 … its limit, n_head a multiple of n_kv_head, d_k
 * even where positions are rotary, which a model that attends to a source cannot have, d_ff > 0 exactly where there is
 * a feed-forward … The error's place is the field's name, its status AV_ERROR_VALUE. */
enum av_status av_config_check(const struct av_config *config, struct av_error *error);

/* True where two configs are the same in every field. */
bool av_config_equal(const struct av_config *a, const struct av_config *b);

/* Bytes that a model of this (checked) config takes, weights and tables; AV_ERROR_LIMIT where they overflow size_t. */
enum av_status av_config_bytes(const struct av_config *config, size_t *bytes, struct av_error *error);

/* A model of this shape with all weights 0, all gains 1 and the tables of its positions (sinusoids, rotations), which
 * follow from the config alone; at most limit bytes (0: no limit). The weights are filled by the caller, who then calls
 * av_model_prepare. Errors: config's, AV_ERROR_LIMIT, AV_ERROR_MEMORY; there is
 * then nothing to finish. */
enum av_status av_model_init(struct av_model *model, const struct av_config *config, size_t limit,
                             struct av_error *error);

/* Frees the weights. */
void av_model_finish(struct av_model *model);

/* Makes what follows from the weights: w_out = embeddingᵀ where it is tied, else nothing. To be called once the weights
 * are filled, and again whenever the embedding has changed; after a change of any other weight it does no harm. */
void av_model_prepare(struct av_model *model);

/* A copy with an arena of its own, independent of the model; every number is the same, bit for bit. Errors:
 * AV_ERROR_MEMORY; there is then nothing to finish. */
enum av_status av_model_copy(struct av_model *copy, const struct av_model *model, struct av_error *error);

/* The numbers of a model (weights and tables) become those of another one of the same config (asserted). Nothing is
 * allocated, and every matrix stays where it is. */
void av_model_assign(struct av_model *model, const struct av_model *from);

/* Number of parameters (numbers that training would set: no tables, a tied output once). */
size_t av_model_parameters(const struct av_model *model);

#endif
