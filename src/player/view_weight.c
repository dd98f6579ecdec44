/* The parameters: where in the model the numbers of a view lie. */
#include <assert.h>
#include <stddef.h>

#include "view_table.h"

/* A parameter of the model itself, NULL for one of its layers'. */
static const struct av_matrix *of_model(const struct av_model *model, enum av_view_id id)
{
    switch (id) {
    case AV_VIEW_EMBEDDING:
        return &model->embedding;
    case AV_VIEW_POSITION:
        return &model->position_embedding;
    case AV_VIEW_FINAL_GAIN:
        return &model->final_gain;
    case AV_VIEW_FINAL_SHIFT:
        return &model->final_bias;
    case AV_VIEW_W_OUT:
        return &model->w_out;
    default:
        return NULL;
    }
}

/* Where in a layer its parameters lie. */
#define IN_LAYER(field) offsetof(struct av_layer, field)
static const size_t in_layer[AV_VIEW_COUNT] = {
    [AV_VIEW_W_Q] = IN_LAYER(wq),
    [AV_VIEW_W_K] = IN_LAYER(wk),
    [AV_VIEW_W_V] = IN_LAYER(wv),
    [AV_VIEW_W_O] = IN_LAYER(wo),
    [AV_VIEW_W_GATE] = IN_LAYER(w_gate),
    [AV_VIEW_W_UP] = IN_LAYER(w_up),
    [AV_VIEW_W_DOWN] = IN_LAYER(w_down),
    [AV_VIEW_B_Q] = IN_LAYER(bq),
    [AV_VIEW_B_K] = IN_LAYER(bk),
    [AV_VIEW_B_V] = IN_LAYER(bv),
    [AV_VIEW_B_O] = IN_LAYER(bo),
    [AV_VIEW_B_GATE] = IN_LAYER(b_gate),
    [AV_VIEW_B_UP] = IN_LAYER(b_up),
    [AV_VIEW_B_DOWN] = IN_LAYER(b_down),
    [AV_VIEW_GAIN_1] = IN_LAYER(norm_gain[0]),
    [AV_VIEW_GAIN_2] = IN_LAYER(norm_gain[1]),
    [AV_VIEW_SHIFT_1] = IN_LAYER(norm_bias[0]),
    [AV_VIEW_SHIFT_2] = IN_LAYER(norm_bias[1]),
};

const struct av_matrix *av_weight_of(const struct av_model *model, enum av_view_id id, int layer)
{
    const struct av_matrix *matrix = of_model(model, id);
    if (matrix != NULL)
        return matrix;
    assert(av_view_info(id)->kind == AV_KIND_WEIGHT);
    const unsigned char *weights = (const unsigned char *)&model->layers[layer];
    return (const struct av_matrix *)(const void *)(weights + in_layer[id]);
}

const struct av_matrix *av_view_weight(const struct av_view *view)
{
    return av_weight_of(&view->run->lesson->model, view->id, view->place.layer);
}
