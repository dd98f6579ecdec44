#include "attnviz/player/explain.h"

#include <math.h>

#include "attnviz/engine/functions.h"
#include "inner.h"
#include "sources.h"

static const struct av_rule *rule_of(const struct av_view *view)
{
    return &view->run->lesson->rule;
}

/* The cell's column in the whole matrix, all heads side by side. */
static int whole_column(const struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    return av_axis_first(view, av_matrix_info(view->id)->columns) + explanation->column;
}

static void given(struct av_explanation *explanation, float number)
{
    explanation->operation = AV_OPERATION_GIVEN;
    explanation->part[0] = number;
}

/* x: embedding and position, or what the layer before gives. */
static void explain_x(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    if (view->place.layer > 0) {
        struct av_source before = {av_quantity_layer_result(view_config(view)), view->place.layer - 1};
        given(explanation, av_source_value(view, before, explanation->row, explanation->column));
    } else if (av_view_exists(view->player, AV_VIEW_POSITION)) {
        explanation->operation = AV_OPERATION_SUM;
        explanation->n_term = 2;
    } else {
        const struct av_matrix *embedding = &view->run->lesson->model.embedding;
        given(explanation, av_matrix_row(embedding, view->run->tokens[explanation->row])[explanation->column]);
    }
}

/* x of a source's token. */
static void explain_source(struct av_explanation *explanation)
{
    const struct av_lesson *lesson = explanation->view.run->lesson;
    if (av_view_exists(explanation->view.player, AV_VIEW_POSITION_S)) {
        explanation->operation = AV_OPERATION_SUM;
        explanation->n_term = 2;
    } else {
        given(explanation,
              av_matrix_row(&lesson->model.embedding, lesson->source[explanation->row])[explanation->column]);
    }
}

static void explain_linear(struct av_explanation *explanation)
{
    struct av_linear linear = av_source_linear(&explanation->view);
    explanation->operation = AV_OPERATION_PRODUCTS;
    explanation->n_term = linear.weight->rows;
    explanation->has_bias = linear.bias->data != NULL;
    if (explanation->has_bias)
        explanation->part[0] = linear.bias->data[whole_column(explanation)];
}

/* Neighbours 2p and 2p + 1 of a head are turned together, as one point in the plane. */
static void explain_rotation(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    const struct av_model *model = &view->run->lesson->model;
    struct av_linear linear = av_source_linear(view);
    int row = explanation->row, column = whole_column(explanation), even = column - column % 2;
    explanation->operation = AV_OPERATION_ROTATE;
    explanation->part[0] = av_source_linear_value(view, &linear, row, even);
    explanation->part[1] = av_source_linear_value(view, &linear, row, even + 1);
    explanation->part[2] = av_matrix_row(&model->rotary_cos, row)[explanation->column / 2];
    explanation->part[3] = av_matrix_row(&model->rotary_sin, row)[explanation->column / 2];
}

static void explain_projection(struct av_explanation *explanation)
{
    if (view_config(&explanation->view)->position == AV_POSITION_ROTARY && explanation->view.id != AV_VIEW_V)
        explain_rotation(explanation);
    else
        explain_linear(explanation);
}

static float score(const struct av_explanation *explanation, enum av_score_kind kind)
{
    const struct av_view *view = &explanation->view;
    return av_trace_score(av_view_trace(view), kind, view->place.layer, view->place.head, explanation->row,
                          explanation->column);
}

static void explain_score(struct av_explanation *explanation)
{
    const struct av_rule *rule = rule_of(&explanation->view);
    enum av_score_kind kind = av_view_score_kind(&explanation->view);
    bool hidden = av_rule_hides(rule, explanation->row, explanation->column);
    if (kind == AV_SCORE_MASKED && (hidden || rule->mask != AV_MASK_NONE)) {
        explanation->operation = AV_OPERATION_MASK;
        explanation->part[0] = score(explanation, AV_SCORE_SCALED);
        explanation->part[1] = rule->mask == AV_MASK_MULTIPLIED ? (hidden ? 0.0f : 1.0f) : (hidden ? -INFINITY : 0.0f);
    } else if (kind != AV_SCORE_RAW && rule->scaled) {
        explanation->operation = AV_OPERATION_DIVIDE;
        explanation->part[0] = score(explanation, AV_SCORE_RAW);
        explanation->part[1] = (float)view_config(&explanation->view)->d_k;
    } else {
        explanation->operation = AV_OPERATION_PRODUCTS;
        explanation->n_term = view_config(&explanation->view)->d_k;
    }
}

static void explain_weight(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    struct av_softmax_row row =
        av_trace_softmax(av_view_trace(view), view->place.layer, view->place.head, explanation->row);
    explanation->operation = AV_OPERATION_SOFTMAX;
    explanation->part[0] = score(explanation, AV_SCORE_MASKED);
    explanation->part[1] = row.max;
    explanation->part[2] = av_exp(explanation->part[0] - row.max);
    explanation->part[3] = row.sum;
    explanation->part[4] = 1.0f;
    explanation->part[5] =
        isnan(row.sum) && av_rule_removes(rule_of(view), explanation->row, explanation->column) ? 0.0f : 1.0f;
}

/* a·V: one product for each token that the row may see. */
static void explain_mix(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    int n = (av_rule_is_causal(rule_of(view)) ? explanation->row : view->place.token) + 1;
    explanation->operation = AV_OPERATION_PRODUCTS;
    explanation->n_term = av_trace_keys(av_view_trace(view), n);
}

static void explain_norm(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    const struct av_model *model = &view->run->lesson->model;
    const struct av_layer *layer = &model->layers[view->place.layer];
    bool last = view->id == AV_VIEW_FINAL_NORM;
    int which = view->id == AV_VIEW_NORM_1 ? 0 : 1, n = model->config.d_model;
    struct av_source source = av_source_of_norm(view);
    const float *x = av_trace_numbers(av_view_trace(view), source.quantity, source.layer, explanation->row);

    bool layer_norm = model->config.norm == AV_NORM_LAYER;
    float mean = layer_norm ? av_sum(x, n) / (float)n : 0.0f;
    explanation->operation = AV_OPERATION_NORM;
    explanation->has_bias = layer_norm;
    explanation->part[0] = x[explanation->column];
    explanation->part[1] = mean;
    explanation->part[2] = av_sum_squares(x, mean, n) / (float)n;
    explanation->part[3] = model->config.norm_epsilon;
    explanation->part[4] = (last ? model->final_gain : layer->norm_gain[which]).data[explanation->column];
    if (layer_norm)
        explanation->part[5] = (last ? model->final_bias : layer->norm_bias[which]).data[explanation->column];
}

static void explain_hidden(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    int layer = view->place.layer;
    float up = av_source_value(view, (struct av_source){AV_QUANTITY_UP, layer}, explanation->row, explanation->column);
    switch (view_config(view)->feed_forward) {
    case AV_FEED_FORWARD_SWIGLU:
        explanation->operation = AV_OPERATION_SWIGLU;
        explanation->part[0] =
            av_source_value(view, (struct av_source){AV_QUANTITY_GATE, layer}, explanation->row, explanation->column);
        explanation->part[1] = up;
        break;
    case AV_FEED_FORWARD_GELU:
        explanation->operation = AV_OPERATION_GELU;
        explanation->part[0] = up;
        break;
    default:
        explanation->operation = AV_OPERATION_RELU;
        explanation->part[0] = up;
    }
}

static void explain_candidate(struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    const struct av_sampled_softmax *softmax = &view->run->ranking.softmax;
    const struct av_candidate *candidate = &view->run->candidates[explanation->row];
    float logit = av_trace_value(av_view_trace(view), AV_QUANTITY_LOGITS, 0, view->place.token, candidate->token);
    explanation->operation = AV_OPERATION_SOFTMAX;
    explanation->part[0] = logit;
    explanation->part[1] = softmax->max;
    explanation->part[2] = av_exp((logit - softmax->max) / softmax->temperature);
    explanation->part[3] = softmax->sum;
    explanation->part[4] = softmax->temperature;
    explanation->part[5] = candidate->probability == 0.0f ? 0.0f : softmax->kept;
}

static void explain_made(struct av_explanation *explanation)
{
    switch (explanation->view.id) {
    case AV_VIEW_X:
        explain_x(explanation);
        break;
    case AV_VIEW_SOURCE:
        explain_source(explanation);
        break;
    case AV_VIEW_Q:
    case AV_VIEW_K:
    case AV_VIEW_V:
        explain_projection(explanation);
        break;
    case AV_VIEW_S:
        explain_score(explanation);
        break;
    case AV_VIEW_A:
        explain_weight(explanation);
        break;
    case AV_VIEW_MIX:
    case AV_VIEW_JOINED:
        explain_mix(explanation);
        break;
    case AV_VIEW_NORM_1:
    case AV_VIEW_NORM_2:
    case AV_VIEW_FINAL_NORM:
        explain_norm(explanation);
        break;
    case AV_VIEW_HIDDEN:
        explain_hidden(explanation);
        break;
    case AV_VIEW_SUM_1:
    case AV_VIEW_SUM_2:
        explanation->operation = AV_OPERATION_SUM;
        explanation->n_term = 2;
        break;
    case AV_VIEW_NEXT:
        explain_candidate(explanation);
        break;
    default:
        explain_linear(explanation);
    }
}

bool av_explain(const struct av_view *view, int row, int column, struct av_explanation *explanation)
{
    struct av_cell cell = av_view_cell(view, row, column);
    enum av_view_kind kind = av_view_info(view->id)->kind;
    *explanation = (struct av_explanation){.view = *view, .row = row, .column = column, .value = cell.value};
    if (!cell.has_value)
        return false;
    if (kind == AV_KIND_WEIGHT || kind == AV_KIND_LOOKUP)
        given(explanation, cell.value);
    else if (kind == AV_KIND_COST)
        explanation->operation = AV_OPERATION_COST;
    else
        explain_made(explanation);
    return true;
}
