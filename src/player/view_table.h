/* What each view shows: where its numbers lie, and at which stage they come to be. */
#ifndef ATTNVIZ_PLAYER_VIEW_TABLE_H
#define ATTNVIZ_PLAYER_VIEW_TABLE_H

#include "attnviz/player/player.h"

enum av_view_kind {
    AV_KIND_LOOKUP, /* rows looked up in a table of weights, one for each token */
    AV_KIND_ROWS,   /* a quantity of the trace, one row for each token          */
    AV_KIND_SCORES, /* (n, n): scores, or the weights made of them              */
    AV_KIND_NEXT,   /* the candidates for the next token                        */
    AV_KIND_COST,   /* the figures of the cost                                  */
    AV_KIND_WEIGHT, /* a parameter                                              */
};

struct av_view_info {
    enum av_view_kind kind;
    enum av_stage stage; /* at which its row of the current token comes to be, in most models: see av_view_stage */
};

const struct av_view_info *av_view_info(enum av_view_id id);

static inline const struct av_config *view_config(const struct av_view *view)
{
    return &view->run->lesson->model.config;
}

/* The trace whose numbers the view shows. */
const struct av_trace *av_view_trace(const struct av_view *view);

/* Another matrix, seen from the same place. */
struct av_view av_view_beside(const struct av_view *view, enum av_view_id id);

/* The view of all of a quantity that exists. */
enum av_view_id av_view_of_quantity(const struct av_config *config, enum av_quantity quantity);

/* True where the step has come to this stage of the view's layer. */
bool av_view_reached(const struct av_view *view, enum av_stage stage);

/* The index in the whole matrix of an axis' first in the view. */
int av_axis_first(const struct av_view *view, enum av_axis axis);

/* The head of K and V that the view's head reads. */
int av_view_key_head(const struct av_view *view);

/* The parameter that a view of kind AV_KIND_WEIGHT or AV_KIND_LOOKUP reads. */
const struct av_matrix *av_view_weight(const struct av_view *view);
const struct av_matrix *av_weight_of(const struct av_model *model, enum av_view_id id, int layer);

/* What all the scores are at this place, those of earlier steps too: raw, scaled or masked. */
enum av_score_kind av_view_score_kind(const struct av_view *view);

#endif
