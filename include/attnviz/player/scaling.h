/* ÷ √d_k where the learner stands: what becomes of the current row of a head with the division and without it, at the
 * model's d_k and at smaller ones. */
#ifndef ATTNVIZ_PLAYER_SCALING_H
#define ATTNVIZ_PLAYER_SCALING_H

#include "attnviz/base/status.h"
#include "attnviz/engine/slope.h"

struct av_player;

enum av_scaling_way { AV_SCALING_RAW, AV_SCALING_DIVIDED, AV_SCALING_WAYS };

/* What the first d columns of q and k come to. */
struct av_scaling_figures {
    int d;
    struct {
        double variance;               /* of the scores of all tokens so far */
        struct av_softmax_row row;     /* of the current row … */
        struct av_steepness steepness; /* … as are these */
    } ways[AV_SCALING_WAYS];
};

/* 4, 16, 64, … below d_k, and d_k. */
#define AV_SCALING_CHOICES_MAX 16

struct av_scaling {
    int columns; /* the d that is looked at; 0: all of d_k */
    int n;       /* choices */
    struct av_scaling_figures figures[AV_SCALING_CHOICES_MAX];
};

/* Makes the figures for the player's place, of every choice. Never fails. */
enum av_status av_scaling_refresh(struct av_player *player, struct av_error *error);

/* Looks at the next larger choice, or the next smaller one; false where there is none. */
bool av_scaling_turn(struct av_player *player, int direction);

/* The choice that is looked at, 0 … n − 1 of figures. */
int av_scaling_choice(const struct av_player *player);

/* Keys that the current row meets: the tokens so far, or all of a source. */
int av_scaling_keys(const struct av_player *player);

/* The score of the current row for key j, not masked, and the weight that it becomes, at the choice that is looked
 * at. */
float av_scaling_score(const struct av_player *player, enum av_scaling_way way, int j);
float av_scaling_weight(const struct av_player *player, enum av_scaling_way way, int j);

#endif
