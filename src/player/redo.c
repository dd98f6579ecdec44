/* Working an explained cell out again, from its terms or its parts, in the engine's order. */
#include "attnviz/player/explain.h"

#include <assert.h>
#include <math.h>

#include "attnviz/engine/functions.h"
#include "attnviz/player/cost.h"
#include "sources.h"

static struct av_term single(float a)
{
    return (struct av_term){.a = a, .b = 1.0f, .single = true};
}

/* The two terms of embedding + position, or of a residual. */
static struct av_term sum_term(const struct av_explanation *explanation, int k)
{
    const struct av_view *view = &explanation->view;
    struct av_source sublayer = {view->id == AV_VIEW_SUM_1 ? AV_QUANTITY_OUTPUT : AV_QUANTITY_FEED, view->place.layer};
    if (view->id == AV_VIEW_X || view->id == AV_VIEW_SOURCE) {
        bool of_source = view->id == AV_VIEW_SOURCE;
        struct av_view part = av_view_beside(view, k == 0 ? (of_source ? AV_VIEW_EMBEDDING_S : AV_VIEW_EMBEDDING)
                                                          : (of_source ? AV_VIEW_POSITION_S : AV_VIEW_POSITION));
        return single(av_view_cell(&part, explanation->row, explanation->column).value);
    }
    return single(
        av_source_value(view, k == 0 ? av_source_of_residual(view) : sublayer, explanation->row, explanation->column));
}

/* q·k: the k-th number of both. */
static struct av_term score_term(const struct av_explanation *explanation, int k)
{
    const struct av_view *view = &explanation->view;
    int layer = view->place.layer;
    int query = av_axis_first(view, AV_AXIS_QUERY), key = av_axis_first(view, AV_AXIS_KEY);
    return (struct av_term){
        .a = av_source_value(view, (struct av_source){AV_QUANTITY_QUERY, layer}, explanation->row, query + k),
        .b = av_source_value(view, (struct av_source){AV_QUANTITY_KEY, layer}, explanation->column, key + k),
    };
}

/* a·V: the weight of token k and its value. Of all heads joined, a column belongs to one of them. */
static struct av_term mix_term(const struct av_explanation *explanation, int k)
{
    const struct av_view *view = &explanation->view;
    const struct av_config *config = &view->run->lesson->model.config;
    int layer = view->place.layer, column = explanation->column % config->d_v;
    int head = view->id == AV_VIEW_JOINED ? explanation->column / config->d_v : view->place.head;
    int value_head = head / (config->n_head / config->n_kv_head);
    return (struct av_term){
        .a = av_trace_weight(av_view_trace(view), layer, head, explanation->row, k),
        .b = av_source_value(view, (struct av_source){AV_QUANTITY_VALUE, layer}, k, value_head * config->d_v + column),
    };
}

static struct av_term linear_term(const struct av_explanation *explanation, int k)
{
    const struct av_view *view = &explanation->view;
    struct av_linear linear = av_source_linear(view);
    int column = av_axis_first(view, av_matrix_info(view->id)->columns) + explanation->column;
    return (struct av_term){
        .a = av_source_value(view, linear.input, explanation->row, k),
        .b = av_matrix_row(linear.weight, k)[column],
    };
}

struct av_term av_explain_term(const struct av_explanation *explanation, int k)
{
    assert(k >= 0 && k < explanation->n_term);
    if (explanation->operation == AV_OPERATION_SUM)
        return sum_term(explanation, k);
    switch (explanation->view.id) {
    case AV_VIEW_S:
        return score_term(explanation, k);
    case AV_VIEW_MIX:
    case AV_VIEW_JOINED:
        return mix_term(explanation, k);
    default:
        return linear_term(explanation, k);
    }
}

static float redo_sum(const struct av_explanation *explanation)
{
    float sum = av_explain_term(explanation, 0).a;
    for (int k = 1; k < explanation->n_term; k++)
        sum += av_explain_term(explanation, k).a;
    return sum;
}

bool av_explain_leaves_out(const struct av_explanation *explanation, int k)
{
    enum av_view_id id = explanation->view.id;
    return (id == AV_VIEW_MIX || id == AV_VIEW_JOINED) &&
           av_rule_removes(&explanation->view.run->lesson->rule, explanation->row, k);
}

static float redo_products(const struct av_explanation *explanation)
{
    float sum = 0.0f;
    for (int k = 0; k < explanation->n_term; k++) {
        struct av_term term = av_explain_term(explanation, k);
        if (!av_explain_leaves_out(explanation, k))
            sum += term.a * term.b;
    }
    return explanation->has_bias ? sum + explanation->part[0] : sum;
}

static float redo_rotation(const struct av_explanation *explanation)
{
    const float *p = explanation->part;
    return explanation->column % 2 == 0 ? p[0] * p[2] - p[1] * p[3] : p[0] * p[3] + p[1] * p[2];
}

static float redo_softmax(const float *p)
{
    return p[5] > 0.0f ? av_exp((p[0] - p[1]) / p[4]) / p[3] / p[5] : 0.0f;
}

static float redo_norm(const struct av_explanation *explanation)
{
    const float *p = explanation->part;
    float normal = (p[0] - p[1]) / sqrtf(p[2] + p[3]) * p[4];
    return explanation->has_bias ? normal + p[5] : normal;
}

float av_explain_redo(const struct av_explanation *explanation)
{
    const float *p = explanation->part;
    switch (explanation->operation) {
    case AV_OPERATION_SUM:
        return redo_sum(explanation);
    case AV_OPERATION_PRODUCTS:
        return redo_products(explanation);
    case AV_OPERATION_ROTATE:
        return redo_rotation(explanation);
    case AV_OPERATION_DIVIDE:
        return p[0] / sqrtf(p[1]);
    case AV_OPERATION_MASK:
        if (explanation->view.run->lesson->rule.mask == AV_MASK_MULTIPLIED)
            return p[0] * p[1];
        return isinf(p[1]) ? p[1] : p[0] + p[1];
    case AV_OPERATION_SOFTMAX:
        return redo_softmax(p);
    case AV_OPERATION_NORM:
        return redo_norm(explanation);
    case AV_OPERATION_RELU:
        return p[0] < 0.0f ? 0.0f : p[0];
    case AV_OPERATION_GELU:
        return av_gelu(p[0]);
    case AV_OPERATION_SWIGLU:
        return av_silu(p[0]) * p[1];
    case AV_OPERATION_COST:
        return (float)av_cost_redo(&explanation->view, (enum av_figure)explanation->row);
    default:
        return p[0];
    }
}
