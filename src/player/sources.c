#include "sources.h"

static const struct av_model *model_of(const struct av_view *view)
{
    return &view->run->lesson->model;
}

float av_source_value(const struct av_view *view, struct av_source source, int row, int column)
{
    return av_trace_value(av_view_trace(view), source.quantity, source.layer, row, column);
}

struct av_source av_source_of_norm(const struct av_view *view)
{
    const struct av_config *config = &model_of(view)->config;
    bool before = config->norm_place == AV_NORM_BEFORE;
    int layer = view->place.layer;
    if (view->id == AV_VIEW_FINAL_NORM)
        return (struct av_source){av_quantity_layer_result(config), config->n_layer - 1};
    if (view->id == AV_VIEW_NORM_1)
        return (struct av_source){before             ? AV_QUANTITY_INPUT
                                  : config->residual ? AV_QUANTITY_SUM_1
                                                     : AV_QUANTITY_OUTPUT,
                                  layer};
    if (before)
        return (struct av_source){av_quantity_attention_result(config), layer};
    return (struct av_source){config->residual ? AV_QUANTITY_SUM_2 : AV_QUANTITY_FEED, layer};
}

struct av_source av_source_of_residual(const struct av_view *view)
{
    const struct av_config *config = &model_of(view)->config;
    return (struct av_source){
        .quantity = view->id == AV_VIEW_SUM_1 ? AV_QUANTITY_INPUT : av_quantity_attention_result(config),
        .layer = view->place.layer,
    };
}

/* What the logits are made of. */
static struct av_source last_result(const struct av_config *config)
{
    if (av_quantity_width(config, AV_QUANTITY_FINAL_NORM) > 0)
        return (struct av_source){AV_QUANTITY_FINAL_NORM, 0};
    return (struct av_source){av_quantity_layer_result(config), config->n_layer - 1};
}

struct av_linear av_source_linear(const struct av_view *view)
{
    static const struct av_matrix no_bias = {0};
    const struct av_model *model = model_of(view);
    int l = view->place.layer;
    const struct av_layer *layer = &model->layers[l];
    struct av_source attention = {av_quantity_attention_input(&model->config), l};
    struct av_source feed_forward = {av_quantity_feed_forward_input(&model->config), l};
    bool of_source = model->config.attends == AV_ATTENDS_SOURCE;
    struct av_source attended = of_source ? (struct av_source){AV_QUANTITY_SOURCE, 0} : attention;
    switch (view->id) {
    case AV_VIEW_Q:
        return (struct av_linear){attention, &layer->wq, &layer->bq};
    case AV_VIEW_K:
        return (struct av_linear){attended, &layer->wk, &layer->bk};
    case AV_VIEW_V:
        return (struct av_linear){attended, &layer->wv, &layer->bv};
    case AV_VIEW_OUTPUT:
        return (struct av_linear){{AV_QUANTITY_MIX, l}, &layer->wo, &layer->bo};
    case AV_VIEW_GATE:
        return (struct av_linear){feed_forward, &layer->w_gate, &layer->b_gate};
    case AV_VIEW_UP:
        return (struct av_linear){feed_forward, &layer->w_up, &layer->b_up};
    case AV_VIEW_FEED:
        return (struct av_linear){{AV_QUANTITY_HIDDEN, l}, &layer->w_down, &layer->b_down};
    default:
        return (struct av_linear){last_result(&model->config), &model->w_out, &no_bias};
    }
}

float av_source_linear_value(const struct av_view *view, const struct av_linear *linear, int row, int column)
{
    float sum = 0.0f;
    for (int i = 0; i < linear->weight->rows; i++)
        sum += av_source_value(view, linear->input, row, i) * av_matrix_row(linear->weight, i)[column];
    return linear->bias->data ? sum + linear->bias->data[column] : sum;
}
