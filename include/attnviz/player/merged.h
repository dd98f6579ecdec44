/* Both ways of scoring beside each other, where the learner stands: q·k by W_Q and W_K, and x·W_QK·xᵀ by the one matrix
 * W_Q·W_Kᵀ. */
#ifndef ATTNVIZ_PLAYER_MERGED_H
#define ATTNVIZ_PLAYER_MERGED_H

#include <stdint.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/merged.h"

struct av_player;

/* How the current token's row was scored in one of the ways, and what that took. */
struct av_merging_way {
    float *between;      /* q (d_k), or [x 1]·W_QK (side) */
    float *scores;       /* with each key, raw */
    struct av_work work; /* of this head, in a step with a cache */
};

struct av_merging {
    int first;                 /* the feature of x that the matrices in sight begin with */
    enum av_status status;     /* AV_OK; AV_ERROR_VALUE: rotary positions; AV_ERROR_LIMIT: W_QK would be too large */
    struct av_merged matrices; /* of the head that is looked at; no data: none was made yet */
    int n;                     /* keys that the row meets: tokens so far, or those of a source */
    struct av_merging_way apart, merged; /* where status is AV_OK */
    struct av_arena arena;               /* owns the rows of both ways */
};

/* Frees what was computed; what is asked for next is made anew. */
void av_merging_finish(struct av_merging *merging);

/* Scores the current token's row both ways; the matrix is made anew only where its weights are other ones. Errors:
 * AV_ERROR_MEMORY. */
enum av_status av_merging_refresh(struct av_player *player, struct av_error *error);

/* How the two ways agree over the row. */
struct av_merging_agreement {
    double max_difference; /* max|Δ|; NaN where a score is not finite */
    double bound;          /* what rounding may come to, of the largest (av_merged_bound) */
};
struct av_merging_agreement av_merging_agree(const struct av_player *player);

/* The most tokens for which a step of the merged way takes fewer multiply-adds: of all n with
 * d_model·side + n·d_model < 2·d_model·d_k + n·d_k (of a source: d_model·d_k + …). 0: for none; AV_MERGING_ALWAYS: for
 * any number of them. */
#define AV_MERGING_ALWAYS INT64_MAX
int64_t av_merging_cheaper_up_to(const struct av_config *config);

#endif
