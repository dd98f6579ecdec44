#include "origin.h"

#include <math.h>

#include "sources.h"

/* A cell of another matrix, seen from the working's place but in this layer and head, where it first has its number.
 * With the cache on a row of an earlier token came to be in that token's step, and has been made of numbers that are
 * still there to be seen in that step only. Without it this step made all. */
static struct av_address cell_of(const struct av_view *view, enum av_view_id id, int layer, int row, int column)
{
    struct av_view other = av_view_beside(view, id);
    other.place.layer = layer;
    other.place.stage = (int)av_view_stage(&other);
    if (av_view_info(id)->kind == AV_KIND_WEIGHT)
        other.place.stage = view->place.stage;
    if (view->cached && av_view_rows_are_tokens(&other))
        other.place.token = av_run_born(view->run, row) - 1;
    if (view->cached && av_view_row_axis(&other) == AV_AXIS_SOURCE)
        other.place.token = av_view_trace(view)->source.written - 1;
    return (struct av_address){.view = id, .place = other.place, .row = row, .column = column};
}

static struct av_address beside(const struct av_working *working, enum av_view_id id, int row, int column)
{
    const struct av_view *view = &working->explanation.view;
    return cell_of(view, id, view->place.layer, row, column);
}

/* The same cell in the same layer and head, at another stage. */
static struct av_address score_at(const struct av_working *working, enum av_stage stage, int column)
{
    struct av_address address = beside(working, AV_VIEW_S, working->explanation.row, column);
    address.place.stage = (int)stage;
    return address;
}

static struct av_address source_cell(const struct av_working *working, struct av_source source, int column)
{
    const struct av_view *view = &working->explanation.view;
    enum av_view_id id = av_view_of_quantity(view_config(view), source.quantity);
    return cell_of(view, id, source.layer, working->explanation.row, column);
}

/* The two terms of embedding + position, or of a residual. */
static struct av_address of_sum(const struct av_working *working, int k)
{
    const struct av_explanation *explanation = &working->explanation;
    const struct av_view *view = &explanation->view;
    if (view->id == AV_VIEW_X)
        return beside(working, k == 0 ? AV_VIEW_EMBEDDING : AV_VIEW_POSITION, explanation->row, explanation->column);
    if (view->id == AV_VIEW_SOURCE)
        return beside(working, k == 0 ? AV_VIEW_EMBEDDING_S : AV_VIEW_POSITION_S, explanation->row,
                      explanation->column);
    if (k == 0)
        return source_cell(working, av_source_of_residual(view), explanation->column);
    return beside(working, view->id == AV_VIEW_SUM_1 ? AV_VIEW_OUTPUT : AV_VIEW_FEED, explanation->row,
                  explanation->column);
}

/* a of a(i, k)·v(k, c), or v. Of all heads joined, a column belongs to one of them. */
static struct av_address of_mix(const struct av_working *working, bool weight, int k)
{
    const struct av_explanation *explanation = &working->explanation;
    int d_v = view_config(&explanation->view)->d_v;
    struct av_address address = weight ? beside(working, AV_VIEW_A, explanation->row, k)
                                       : beside(working, AV_VIEW_V, k, explanation->column % d_v);
    if (explanation->view.id == AV_VIEW_JOINED)
        address.place.head = explanation->column / d_v;
    return address;
}

/* Which weight and which bias a view is made with. */
static enum av_view_id weight_of(enum av_view_id id, bool bias)
{
    switch (id) {
    case AV_VIEW_Q:
        return bias ? AV_VIEW_B_Q : AV_VIEW_W_Q;
    case AV_VIEW_K:
        return bias ? AV_VIEW_B_K : AV_VIEW_W_K;
    case AV_VIEW_V:
        return bias ? AV_VIEW_B_V : AV_VIEW_W_V;
    case AV_VIEW_OUTPUT:
        return bias ? AV_VIEW_B_O : AV_VIEW_W_O;
    case AV_VIEW_GATE:
        return bias ? AV_VIEW_B_GATE : AV_VIEW_W_GATE;
    case AV_VIEW_UP:
        return bias ? AV_VIEW_B_UP : AV_VIEW_W_UP;
    case AV_VIEW_FEED:
        return bias ? AV_VIEW_B_DOWN : AV_VIEW_W_DOWN;
    default:
        return AV_VIEW_W_OUT;
    }
}

/* The cell's column of the weight; odd: that of its right neighbour, with which a rotation turns the even one. */
static int weight_column(const struct av_working *working, bool odd)
{
    int column = working->explanation.column;
    return working->explanation.operation == AV_OPERATION_ROTATE ? column - column % 2 + odd : column;
}

static bool of_products(const struct av_working *working, enum av_entry entry, int k, struct av_address *origin)
{
    const struct av_explanation *explanation = &working->explanation;
    enum av_view_id id = explanation->view.id;
    bool bias = k == working->n_term, odd = entry == AV_ENTRY_B_ODD || entry == AV_ENTRY_PRODUCT_ODD;
    bool product = entry == AV_ENTRY_PRODUCT || entry == AV_ENTRY_PRODUCT_ODD;
    if (bias != product)
        return false;
    if (bias)
        *origin = beside(working, weight_of(id, true), 0, weight_column(working, odd));
    else if (id == AV_VIEW_S)
        *origin = entry == AV_ENTRY_A ? beside(working, AV_VIEW_Q, explanation->row, k)
                                      : beside(working, AV_VIEW_K, explanation->column, k);
    else if (id == AV_VIEW_MIX || id == AV_VIEW_JOINED)
        *origin = of_mix(working, entry == AV_ENTRY_A, k);
    else if (entry == AV_ENTRY_A)
        *origin = source_cell(working, av_source_linear(&explanation->view).input, k);
    else
        *origin = beside(working, weight_of(id, false), k, weight_column(working, odd));
    return true;
}

/* The stage at which scores are as softmax takes them. */
static enum av_stage last_stage_of_scores(const struct av_working *working)
{
    const struct av_config *config = view_config(&working->explanation.view);
    return av_stage_exists(config, AV_STAGE_MASK) ? AV_STAGE_MASK : AV_STAGE_SCALE;
}

static struct av_address of_softmax(const struct av_working *working, int column)
{
    if (working->explanation.view.id == AV_VIEW_NEXT)
        return beside(working, AV_VIEW_LOGITS, working->explanation.view.place.token, column);
    return score_at(working, last_stage_of_scores(working), column);
}

/* The first column whose score is the maximum. */
static bool of_max(const struct av_working *working, struct av_address *origin)
{
    float max = working->explanation.part[1];
    for (int k = 0; k < working->n_column; k++) {
        float score = av_working_at(working, 0, k).value;
        if (score == max && signbit(score) == signbit(max)) {
            *origin = of_softmax(working, k);
            return true;
        }
    }
    return false;
}

/* Gain and bias of a view's norm. */
static struct av_address of_norm_weight(const struct av_working *working, bool bias)
{
    enum av_view_id id = working->explanation.view.id;
    int weight = id == AV_VIEW_NORM_1   ? (bias ? AV_VIEW_SHIFT_1 : AV_VIEW_GAIN_1)
                 : id == AV_VIEW_NORM_2 ? (bias ? AV_VIEW_SHIFT_2 : AV_VIEW_GAIN_2)
                                        : (bias ? AV_VIEW_FINAL_SHIFT : AV_VIEW_FINAL_GAIN);
    return beside(working, (enum av_view_id)weight, 0, working->explanation.column);
}

/* What the layer before gives, as x. */
static struct av_address of_layer_before(const struct av_working *working)
{
    const struct av_view *view = &working->explanation.view;
    struct av_source result = {av_quantity_layer_result(view_config(view)), view->place.layer - 1};
    return source_cell(working, result, working->explanation.column);
}

/* The score before it was divided, or before it was masked. */
static struct av_address of_raw(const struct av_working *working)
{
    const struct av_explanation *explanation = &working->explanation;
    enum av_stage stage = explanation->operation == AV_OPERATION_DIVIDE ? AV_STAGE_SCORES
                          : explanation->view.id == AV_VIEW_A           ? last_stage_of_scores(working)
                                                                        : AV_STAGE_SCALE;
    return score_at(working, stage, explanation->column);
}

bool av_origin(const struct av_working *working, enum av_entry entry, int column, struct av_address *origin)
{
    const struct av_explanation *explanation = &working->explanation;
    switch (entry) {
    case AV_ENTRY_A:
    case AV_ENTRY_B:
    case AV_ENTRY_B_ODD:
    case AV_ENTRY_PRODUCT:
    case AV_ENTRY_PRODUCT_ODD:
        return of_products(working, entry, column, origin);
    case AV_ENTRY_MAX:
        return of_max(working, origin);
    case AV_ENTRY_TERM:
        *origin = of_sum(working, column);
        break;
    case AV_ENTRY_SCORE:
        *origin = of_softmax(working, column);
        break;
    case AV_ENTRY_X:
        *origin = source_cell(working, av_source_of_norm(&explanation->view), column);
        break;
    case AV_ENTRY_GAIN:
    case AV_ENTRY_BIAS:
        *origin = of_norm_weight(working, entry == AV_ENTRY_BIAS);
        break;
    case AV_ENTRY_RAW:
        *origin = of_raw(working);
        break;
    case AV_ENTRY_GATE:
    case AV_ENTRY_UP:
        *origin =
            beside(working, entry == AV_ENTRY_GATE ? AV_VIEW_GATE : AV_VIEW_UP, explanation->row, explanation->column);
        break;
    case AV_ENTRY_RESULT:
        *origin = of_layer_before(working);
        break;
    default:
        return false;
    }
    return true;
}
