/* The parameters: where in the model the numbers of a view lie. */
#include <assert.h>
#include <stddef.h>

#include "view_table.h"

/* Where a parameter lies: in the model, or in each of its layers. */
struct home {
    enum { NOWHERE, IN_MODEL, IN_LAYER } what;
    size_t offset;
};

#define MODEL(field)                                                                                                   \
    {                                                                                                                  \
        IN_MODEL, offsetof(struct av_model, field)                                                                     \
    }
#define LAYER(field)                                                                                                   \
    {                                                                                                                  \
        IN_LAYER, offsetof(struct av_layer, field)                                                                     \
    }

static const struct home homes[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] = MODEL(embedding),
    [AV_VIEW_POSITION] = MODEL(position_embedding),
    [AV_VIEW_EMBEDDING_S] = MODEL(embedding),
    [AV_VIEW_POSITION_S] = MODEL(position_embedding),
    [AV_VIEW_FINAL_GAIN] = MODEL(final_gain),
    [AV_VIEW_FINAL_SHIFT] = MODEL(final_bias),
    [AV_VIEW_W_OUT] = MODEL(w_out),
    [AV_VIEW_W_Q] = LAYER(wq),
    [AV_VIEW_W_K] = LAYER(wk),
    [AV_VIEW_W_V] = LAYER(wv),
    [AV_VIEW_W_O] = LAYER(wo),
    [AV_VIEW_W_GATE] = LAYER(w_gate),
    [AV_VIEW_W_UP] = LAYER(w_up),
    [AV_VIEW_W_DOWN] = LAYER(w_down),
    [AV_VIEW_B_Q] = LAYER(bq),
    [AV_VIEW_B_K] = LAYER(bk),
    [AV_VIEW_B_V] = LAYER(bv),
    [AV_VIEW_B_O] = LAYER(bo),
    [AV_VIEW_B_GATE] = LAYER(b_gate),
    [AV_VIEW_B_UP] = LAYER(b_up),
    [AV_VIEW_B_DOWN] = LAYER(b_down),
    [AV_VIEW_GAIN_1] = LAYER(norm_gain[0]),
    [AV_VIEW_GAIN_2] = LAYER(norm_gain[1]),
    [AV_VIEW_SHIFT_1] = LAYER(norm_bias[0]),
    [AV_VIEW_SHIFT_2] = LAYER(norm_bias[1]),
};

const struct av_matrix *av_weight_of(const struct av_model *model, enum av_view_id id, int layer)
{
    const struct home *home = &homes[id];
    assert(home->what != NOWHERE);
    const void *whole = home->what == IN_MODEL ? (const void *)model : (const void *)&model->layers[layer];
    return (const struct av_matrix *)(const void *)((const unsigned char *)whole + home->offset);
}

const struct av_matrix *av_view_weight(const struct av_view *view)
{
    return av_weight_of(&view->run->lesson->model, view->id, view->place.layer);
}
