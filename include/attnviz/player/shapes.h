/* Shapes: how large well-known models are, and what the formulas say that their caches take and save. Nothing is
 * run. */
#ifndef ATTNVIZ_PLAYER_SHAPES_H
#define ATTNVIZ_PLAYER_SHAPES_H

#include <stdint.h>

#include "attnviz/engine/model.h"

struct av_shape {
    const char *name; /* "Llama 2 7B" */
    struct av_config config;
    int window; /* keys that a query sees at most, where a window slides over them; 0: none. Not reckoned with */
};

/* All of them, as they came out year by year within a family. */
const struct av_shape *av_shapes(int *count);

/* Bounds within which no figure of these shapes overflows 64 bits. */
#define AV_SHAPE_TOKENS_MAX (1 << 17)
#define AV_SHAPE_BATCH_MAX  (1 << 8)

/* What a model is asked for: batch sequences of n tokens each, with so many bytes a number. */
struct av_sizes {
    int shape;           /* which of av_shapes is looked at */
    int n, batch, bytes; /* powers of two */
};

/* A cache of K and V, and the multiply-adds of the step of n tokens in one sequence.
 *
 *   token      2 · n_layer · n_kv_head · d_k · bytes             (d_k + d_v for 2·d_k where they differ)
 *   cache      token · n · batch
 *   matrices   n_layer · d_model · (n_head·d_k + n_kv_head·(d_k + d_v) + n_head·d_v + m·d_ff) + d_model · vocab_size
 *   a key      n_layer · n_head · (d_k + d_v)
 *   cached     matrices + n · a key
 *   uncached   n · cached: n rows, each of which meets n keys
 *
 * with m = 2 matrices of a feed-forward, or 3 of SwiGLU. Ungrouped: the same with a key head for each query head,
 * n_kv_head = n_head. cached and uncached are those of av_work_formula. */
struct av_shape_figures {
    uint64_t token_bytes, ungrouped_token_bytes;
    uint64_t cache_bytes, ungrouped_cache_bytes;
    uint64_t matrices, key;
    uint64_t cached, uncached;
};

struct av_shape_figures av_shape_figures(const struct av_config *config, const struct av_sizes *sizes);

/* The control of the lens that chooses the shape: rows of the table are clicked with it, and turn it by as many as they
 * are away. */
#define AV_SIZES_MODEL 3

/* What the table opens with: the first shape, 4 096 tokens, one sequence, two bytes a number. */
void av_sizes_init(struct av_sizes *sizes);

#endif
