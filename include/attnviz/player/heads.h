/* The heads of a layer beside each other, where the learner stands: what each adds to the row of the output, and what
 * their keys and values take in the cache. */
#ifndef ATTNVIZ_PLAYER_HEADS_H
#define ATTNVIZ_PLAYER_HEADS_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/engine/model.h"

struct av_player;

/* What the lens shows of A. */
struct av_heads {
    bool whole; /* all rows so far, not the current token's alone */
};

/* The key and value head that a query head reads: head / (n_head / n_kv_head). */
int av_heads_kv(const struct av_config *config, int head);

/* One number of what a head adds to the current token's row: its a·V (d_v) times its own d_v rows of W_O. */
float av_heads_part(const struct av_player *player, int head, int column);

/* The same of all heads, added, and + b_O: joined · W_O, the sum taken head by head. */
float av_heads_sum(const struct av_player *player, int column);

/* How the two ways of adding agree over the row. */
struct av_heads_agreement {
    float max_difference; /* max|Δ|; NaN where one of the numbers is not finite */
    float bound; /* what rounding may come to: (N + 1)·ε · Σ|products and bias| of a column's N products, at most */
};
struct av_heads_agreement av_heads_agree(const struct av_player *player);

/* Bytes of K and V of n tokens, were there so many key heads: n · n_layer · n_kv_head · (d_k + d_v) · 4. */
uint64_t av_heads_cache_bytes(const struct av_config *config, int n, int n_kv_head);

/* The numbers of key heads that are compared: n_head, half of it, the model's own, 1; each once, the largest first.
 * Returns how many. */
#define AV_HEADS_CHOICES_MAX 4
int av_heads_choices(const struct av_config *config, int choices[AV_HEADS_CHOICES_MAX]);

#endif
