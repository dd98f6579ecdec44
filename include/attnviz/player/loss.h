/* A training view of the lesson's text: all positions at once, each predicting the token that follows. */
#ifndef ATTNVIZ_PLAYER_LOSS_H
#define ATTNVIZ_PLAYER_LOSS_H

#include "attnviz/base/status.h"
#include "attnviz/engine/loss.h"

struct av_player;

struct av_losses {
    struct av_trace trace; /* the whole text in one recomputation; no model: none was run yet */
};

/* Frees the trace; what is asked for next is run anew. */
void av_losses_finish(struct av_losses *losses);

/* Runs the whole text under the rule that is set. Errors: as av_player_do, AV_ERROR_MEMORY. */
enum av_status av_losses_refresh(struct av_player *player, struct av_error *error);

/* Positions that have a next token: all but the last. */
int av_losses_count(const struct av_player *player);

/* The loss at position i, 0 … count − 1. */
struct av_loss av_loss_at(const struct av_player *player, int i);

/* The mean over all of them; NaN where there are none. */
double av_losses_mean(const struct av_player *player);

#endif
