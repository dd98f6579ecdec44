/* The numbers of a working, each worked out from those above it as the engine does it. */
#include <assert.h>
#include <math.h>

#include "attnviz/engine/functions.h"
#include "attnviz/player/working.h"
#include "origin.h"
#include "sources.h"
#include "working_cost.h"

/* How an entry that is a running sum adds: which other entry, and in which order. */
enum order {
    ORDER_FROM_FIRST, /* begins with the first                                      */
    ORDER_FROM_ZERO,  /* begins with 0: differs from that where the first is −0      */
    ORDER_PARTS,      /* sixteen partial sums, as av_sum                             */
};

static const struct {
    enum av_entry of;
    enum order order;
} sums[AV_ENTRY_COUNT] = {
    [AV_ENTRY_PRODUCT_SUM] = {AV_ENTRY_PRODUCT, ORDER_FROM_ZERO},
    [AV_ENTRY_PRODUCT_ODD_SUM] = {AV_ENTRY_PRODUCT_ODD, ORDER_FROM_ZERO},
    [AV_ENTRY_TERM_SUM] = {AV_ENTRY_TERM, ORDER_FROM_FIRST},
    [AV_ENTRY_EXP_SUM] = {AV_ENTRY_EXP, ORDER_PARTS},
    [AV_ENTRY_KEPT_SUM] = {AV_ENTRY_KEPT, ORDER_FROM_ZERO},
    [AV_ENTRY_X_SUM] = {AV_ENTRY_X, ORDER_PARTS},
    [AV_ENTRY_SQUARED_SUM] = {AV_ENTRY_SQUARED, ORDER_PARTS},
};

static bool is_sum(enum av_entry entry)
{
    return sums[entry].of != AV_ENTRY_A;
}

/* The column of x·W that a product of a rotation belongs to. */
static struct av_term rotation_term(const struct av_explanation *explanation, bool odd, int k)
{
    const struct av_view *view = &explanation->view;
    struct av_linear linear = av_source_linear(view);
    int column = av_axis_first(view, av_matrix_info(view->id)->columns) + explanation->column;
    column += odd - column % 2;
    if (k == linear.weight->rows)
        return (struct av_term){.a = linear.bias->data[column], .b = 1.0f, .single = true};
    return (struct av_term){
        .a = av_source_value(view, linear.input, explanation->row, k),
        .b = av_matrix_row(linear.weight, k)[column],
    };
}

/* A term of a product; the bias is the last. */
static struct av_term term_of(const struct av_explanation *explanation, bool odd, int k)
{
    if (explanation->operation == AV_OPERATION_ROTATE)
        return rotation_term(explanation, odd, k);
    if (k == explanation->n_term)
        return (struct av_term){.a = explanation->part[0], .b = 1.0f, .single = true};
    return av_explain_term(explanation, k);
}

static bool product_number(const struct av_working *working, enum av_entry entry, int k, float *value)
{
    const struct av_explanation *explanation = &working->explanation;
    bool odd = entry == AV_ENTRY_B_ODD || entry == AV_ENTRY_PRODUCT_ODD;
    struct av_term term = term_of(explanation, odd, k);
    if (entry == AV_ENTRY_TERM || (term.single && (entry == AV_ENTRY_PRODUCT || entry == AV_ENTRY_PRODUCT_ODD))) {
        *value = term.a;
        return true;
    }
    bool product = entry == AV_ENTRY_PRODUCT || entry == AV_ENTRY_PRODUCT_ODD;
    *value = product ? term.a * term.b : entry == AV_ENTRY_A ? term.a : term.b;
    return product ? !av_explain_leaves_out(explanation, k) : !term.single;
}

static float score_number(const struct av_explanation *explanation, int k)
{
    const struct av_view *view = &explanation->view;
    const struct av_trace *trace = av_view_trace(view);
    if (view->id == AV_VIEW_NEXT)
        return av_trace_value(trace, AV_QUANTITY_LOGITS, 0, view->place.token, k);
    return av_trace_score(trace, AV_SCORE_MASKED, view->place.layer, view->place.head, explanation->row, k);
}

/* True for a token that top-k and top-p leave: candidates stand by their share, the lower id first among equals. */
static bool is_kept(const struct av_working *working, int token, float share)
{
    return share > working->last_kept_share || (share == working->last_kept_share && token <= working->last_kept);
}

static float softmax_number(const struct av_working *working, enum av_entry entry, int k)
{
    const struct av_explanation *explanation = &working->explanation;
    const float *part = explanation->part;
    const struct av_rule *rule = &explanation->view.run->lesson->rule;
    float score = score_number(explanation, k), shifted = score - part[1], tempered = shifted / part[4];
    bool removed = explanation->view.id == AV_VIEW_A && av_rule_removes(rule, explanation->row, k);
    float exponential = removed ? 0.0f : av_exp(tempered), share = removed ? 0.0f : exponential / part[3];
    switch (entry) {
    case AV_ENTRY_SCORE:
        return score;
    case AV_ENTRY_SHIFTED:
        return shifted;
    case AV_ENTRY_TEMPERED:
        return tempered;
    case AV_ENTRY_EXP:
        return exponential;
    case AV_ENTRY_SHARE:
        return share;
    case AV_ENTRY_KEPT:
        return is_kept(working, k, share) ? share : 0.0f;
    default: /* AV_ENTRY_PROBABILITY */
        return is_kept(working, k, share) ? share / explanation->view.run->ranking.softmax.kept : 0.0f;
    }
}

static float norm_number(const struct av_explanation *explanation, enum av_entry entry, int k)
{
    struct av_source source = av_source_of_norm(&explanation->view);
    float x = av_source_value(&explanation->view, source, explanation->row, k), mean = explanation->part[1];
    return entry == AV_ENTRY_X ? x : entry == AV_ENTRY_CENTRED ? x - mean : (x - mean) * (x - mean);
}

/* The number of an entry of the table that is no running sum; false where it has none in this column. */
static bool column_number(const struct av_working *working, enum av_entry entry, int k, float *value)
{
    switch (working->explanation.operation) {
    case AV_OPERATION_SOFTMAX:
        *value = softmax_number(working, entry, k);
        return true;
    case AV_OPERATION_NORM:
        *value = norm_number(&working->explanation, entry, k);
        return true;
    default:
        return product_number(working, entry, k, value);
    }
}

/* The engine's sixteen partial sums, joined as av_sum joins them. */
static float join(const float parts[16])
{
    return av_sum(parts, 16);
}

static void read_sum(const struct av_working *working, enum av_entry entry, int first, int count,
                     struct av_operand *operands)
{
    enum order order = sums[entry].order;
    float parts[16] = {0.0f}, sum = 0.0f;
    for (int k = 0; k < first + count; k++) {
        float value;
        if (!column_number(working, sums[entry].of, k, &value))
            value = 0.0f; /* takes no part; to a sum that began with 0 it adds nothing */
        if (order == ORDER_PARTS)
            parts[k % 16] += value;
        else
            sum = order == ORDER_FROM_FIRST && k == 0 ? value : sum + value;
        if (k >= first)
            operands[k - first] =
                (struct av_operand){.has_value = true, .value = order == ORDER_PARTS ? join(parts) : sum};
    }
}

/* The sum of a whole column of a rotation. */
static float whole_sum(const struct av_working *working, enum av_entry entry)
{
    struct av_operand last = {.has_value = false};
    read_sum(working, entry, working->n_column - 1, 1, &last);
    return last.value;
}

static float gelu_inner(float x)
{
    return 0.797884561f * (x + 0.044715f * (x * x * x)); /* √(2/π)·(…) */
}

/* Of a softmax and of a norm. */
static float single_of_row(const struct av_working *working, enum av_entry entry)
{
    const float *part = working->explanation.part;
    switch (entry) {
    case AV_ENTRY_MAX:
    case AV_ENTRY_MEAN:
        return part[1];
    case AV_ENTRY_TEMPERATURE:
        return part[4];
    case AV_ENTRY_OWN_EXP:
    case AV_ENTRY_VARIANCE:
        return part[2];
    case AV_ENTRY_ALL_EXP:
    case AV_ENTRY_EPSILON:
        return part[3];
    case AV_ENTRY_ALL_KEPT:
        return working->explanation.view.run->ranking.softmax.kept;
    case AV_ENTRY_OWN_CENTRED:
        return part[0] - part[1];
    case AV_ENTRY_ROOT:
        return sqrtf(part[2] + part[3]);
    case AV_ENTRY_NORMAL:
        return (part[0] - part[1]) / sqrtf(part[2] + part[3]);
    case AV_ENTRY_GAIN:
        return part[4];
    default: /* AV_ENTRY_BIAS */
        return part[5];
    }
}

static float raw_number(const struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    if (view->id == AV_VIEW_A)
        return av_trace_score(av_view_trace(view), AV_SCORE_MASKED, view->place.layer, view->place.head,
                              explanation->row, explanation->column);
    return explanation->part[0];
}

static float single_number(const struct av_working *working, enum av_entry entry)
{
    const struct av_explanation *explanation = &working->explanation;
    const float *part = explanation->part;
    switch (entry) {
    case AV_ENTRY_RAW:
        return raw_number(explanation);
    case AV_ENTRY_GATE:
    case AV_ENTRY_RESULT:
        return part[0];
    case AV_ENTRY_UP:
        return explanation->operation == AV_OPERATION_SWIGLU ? part[1] : part[0];
    case AV_ENTRY_EVEN:
        return whole_sum(working, AV_ENTRY_PRODUCT_SUM);
    case AV_ENTRY_ODD:
        return whole_sum(working, AV_ENTRY_PRODUCT_ODD_SUM);
    case AV_ENTRY_COS:
        return part[2];
    case AV_ENTRY_SIN:
        return part[3];
    case AV_ENTRY_D_K:
    case AV_ENTRY_MASK:
        return part[1];
    case AV_ENTRY_ROOT_D_K:
        return sqrtf(part[1]);
    case AV_ENTRY_GATE_EXP:
        return av_exp(-part[0]);
    case AV_ENTRY_SILU:
        return av_silu(part[0]);
    case AV_ENTRY_GELU_U:
        return gelu_inner(part[0]);
    case AV_ENTRY_GELU_EXP:
        return av_exp(-2.0f * gelu_inner(part[0]));
    default:
        return single_of_row(working, entry);
    }
}

void av_working_read(const struct av_working *working, int entry, int first, int count, struct av_operand *operands)
{
    enum av_entry id = working->entries[entry];
    bool single = entry >= working->n_line;
    assert(entry >= 0 && entry < working->n_entry && first >= 0 && count >= 0);
    assert(first + count <= (single ? 1 : working->n_column));
    if (working->explanation.operation == AV_OPERATION_COST) {
        av_cost_read(working, id, first, count, operands);
        return;
    }
    if (is_sum(id)) {
        read_sum(working, id, first, count, operands);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct av_operand *operand = &operands[i];
        *operand = (struct av_operand){.has_value = true};
        if (single)
            operand->value = single_number(working, id);
        else
            operand->has_value = column_number(working, id, first + i, &operand->value);
        operand->has_origin = operand->has_value && av_origin(working, id, first + i, &operand->origin);
    }
}

struct av_operand av_working_at(const struct av_working *working, int entry, int column)
{
    struct av_operand operand;
    av_working_read(working, entry, column, 1, &operand);
    return operand;
}
