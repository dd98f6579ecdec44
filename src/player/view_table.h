/* What each view shows: where its numbers lie, what its columns are called, and at which stage they come to be. */
#ifndef ATTNVIZ_PLAYER_VIEW_TABLE_H
#define ATTNVIZ_PLAYER_VIEW_TABLE_H

#include "attnviz/player/player.h"

enum av_view_kind {
    AV_KIND_LOOKUP, /* rows looked up in a table of weights, one for each token */
    AV_KIND_ROWS,   /* a quantity of the trace, one row for each token          */
    AV_KIND_SCORES, /* (n, n): scores, or the weights made of them              */
    AV_KIND_NEXT,   /* the candidates for the next token                        */
    AV_KIND_WEIGHT, /* a parameter                                              */
};

/* What rows or columns stand for; the last four are those of the current head, where the whole matrix has more. */
enum av_axis {
    AV_AXIS_TOKENS,
    AV_AXIS_VOCABULARY,
    AV_AXIS_CANDIDATES,
    AV_AXIS_ONE,
    AV_AXIS_FEATURES, /* d_model */
    AV_AXIS_HIDDEN,   /* d_ff */
    AV_AXIS_JOINED,   /* n_head · d_v */
    AV_AXIS_QUERY,    /* d_k columns, of the query head */
    AV_AXIS_KEY,      /* d_k columns, of the key and value head that the query head reads */
    AV_AXIS_VALUE,    /* d_v columns, of the same */
    AV_AXIS_MIX,      /* d_v columns, of the query head */
};

struct av_view_info {
    enum av_view_kind kind;
    enum av_stage stage; /* at which its row of the current token comes to be, in most models: see av_view_stage */
    enum av_axis rows, columns;
    enum av_quantity quantity; /* AV_KIND_ROWS */
};

const struct av_view_info *av_view_info(enum av_view_id id);

/* True where the step has come to this stage of the player's layer. */
bool av_view_reached(const struct av_view *view, enum av_stage stage);

/* How many an axis has in the view, and the index in the whole matrix of its first. */
int av_axis_size(const struct av_player *player, enum av_axis axis);
int av_axis_first(const struct av_player *player, enum av_axis axis);

/* The head of K and V that the player's head reads. */
int av_view_key_head(const struct av_player *player);

/* The parameter that a view of kind AV_KIND_WEIGHT or AV_KIND_LOOKUP reads. */
const struct av_matrix *av_view_weight(const struct av_view *view);

/* What all the scores are at this place, those of earlier steps too: raw, scaled or masked. */
enum av_score_kind av_view_score_kind(const struct av_view *view);

#endif
