/* An experiment: what the learner has changed in the lesson, what the numbers were before the last change, and the way
 * back. */
#ifndef ATTNVIZ_PLAYER_EXPERIMENT_H
#define ATTNVIZ_PLAYER_EXPERIMENT_H

#include <stdbool.h>

#include "attnviz/player/change.h"
#include "attnviz/player/run.h"
#include "attnviz/player/view.h"

struct av_player;

/* So many changes can be taken back; of more, the oldest are forgotten, and only a reset leads behind them. */
#define AV_CHANGES_MAX 1024

/* So many tokens may be added to those that the lesson was opened with, as far as n_ctx has room for them. */
#define AV_TOKENS_ADDED_MAX 256

struct av_experiment {
    bool begun;                /* something was changed at least once; all below is empty before */
    struct av_draft now;       /* what the player's run runs */
    struct av_draft before;    /* as it was before the last change … */
    struct av_run earlier;     /* … and its run */
    bool marking;              /* what differs from that run is to be marked */
    struct av_change *changes; /* [AV_CHANGES_MAX] the oldest first: n_change that are made, then n_undone taken back */
    int n_change, n_undone;
    bool forgotten; /* older ones are no longer there */
    bool merging;   /* the next change of the same number or setting belongs to the last one: one way back for both */
};

/* Makes a change, and runs the model anew; the player stays at its place as far as that is still there. Where memory
 * runs out, all is as it was before. Errors: AV_ERROR_MEMORY; those of av_player_go. */
enum av_status av_experiment_change(struct av_player *player, const struct av_change *change, struct av_error *error);

/* Takes the last change back, makes it again, or goes back to the lesson as it was opened, which undo and redo lead out
 * of again. False where there is nothing to do so. */
enum av_status av_experiment_undo(struct av_player *player, struct av_error *error);
enum av_status av_experiment_redo(struct av_player *player, struct av_error *error);
enum av_status av_experiment_reset(struct av_player *player, struct av_error *error);

/* Marks no longer what the last change did, where all is again as the lesson has it: for who goes on from there. What
 * differs stays marked as long as something is changed, or is being looked at. */
void av_experiment_forget(struct av_player *player);

/* Reads the prompt at once from now on, or token by token: both runs are run anew. That is no change of the lesson, and
 * nothing to be taken back. */
enum av_status av_experiment_prefill(struct av_player *player, bool prefill, struct av_error *error);

/* The number behind a cell, if it is one that can be changed: a weight, an embedding. False for what is computed. */
bool av_experiment_weight(const struct av_view *view, int row, int column, struct av_weight_at *at);

/* The same for the cell under the cursor, in a panel or in a working; false, too, where no panel has the cursor. */
bool av_experiment_at_cursor(const struct av_player *player, struct av_weight_at *at);

/* True where changes make another lesson of it than was opened; false where they are settings that have come round
 * again, as the mask does after three times, though these, too, can be taken back. */
bool av_experiment_changed(const struct av_player *player);

/* The same, but for the mask (where it is true) and for the scale, which may be as they will. */
bool av_experiment_changed_beyond(const struct av_player *player, bool mask, bool scaled);

/* What the last change did to a cell. */
enum av_difference {
    AV_DIFFERENCE_UNKNOWN, /* it had no value before, or another token stood there, or nothing was changed */
    AV_DIFFERENCE_NONE,    /* it is the same to the last bit */
    AV_DIFFERENCE_SOME,
};

/* *before is what the cell was, unless that is unknown. */
enum av_difference av_experiment_was(const struct av_view *view, int row, int column, float *before);

/* True where the last change made the token at a place another one. */
bool av_experiment_token_was(const struct av_player *player, int i, int *before);

void av_experiment_finish(struct av_experiment *experiment);

#endif
