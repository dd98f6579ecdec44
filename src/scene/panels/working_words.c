#include "working.h"

#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "cost_words.h"

static const struct av_view *view_of(const struct av_working *working)
{
    return &working->explanation.view;
}

static struct av_view origin_view(const struct av_working *working, const struct av_address *origin)
{
    return av_view_at(view_of(working)->player, origin->view, &origin->place);
}

/* "q(它)", or "W_Q(·, thing)" where the line goes down a column. */
static const char *line_name(const struct av_working *working, int entry, char *buffer, size_t size)
{
    struct av_operand first = av_working_at(working, entry, 0);
    struct av_view view = origin_view(working, &first.origin);
    bool down = working->n_term > 1 && av_working_at(working, entry, 1).origin.row != first.origin.row;
    if (working->n_term == 1)
        down = working->entries[entry] != AV_ENTRY_A && view_of(working)->id != AV_VIEW_S;
    return down ? av_column_name(&view, first.origin.column, buffer, size)
                : av_row_name(&view, first.origin.row, buffer, size);
}

const char *av_entry_label(const struct av_working_sheet *sheet, int entry, char *buffer, size_t size)
{
    const struct av_working *working = &sheet->working;
    enum av_entry id = working->entries[entry];
    if (working->explanation.operation == AV_OPERATION_COST)
        return av_string_entry(id, sheet->pen->language);
    if (entry < working->n_line && av_entry_source(id) == AV_SOURCE_CELL && id != AV_ENTRY_TERM)
        return line_name(working, entry, buffer, size);
    if (id == AV_ENTRY_SQUARED && !working->explanation.has_bias) /* RMSNorm takes no mean away */
        return "x²";
    if (id == AV_ENTRY_RESULT || id == AV_ENTRY_RAW || id == AV_ENTRY_UP || id == AV_ENTRY_GATE) {
        struct av_operand operand = av_working_at(working, entry, 0);
        return av_address_name(sheet->pen, &operand.origin, buffer, size);
    }
    return av_string_entry(id, sheet->pen->language);
}

enum av_state av_operand_state(const struct av_working *working, const struct av_operand *operand)
{
    struct av_view view = origin_view(working, &operand->origin);
    view.place.token = view_of(working)->place.token;
    return av_view_cell(&view, operand->origin.row, operand->origin.column).state;
}

const char *av_entry_remark(const struct av_working_sheet *sheet, int entry, int column, char *buffer, size_t size)
{
    const struct av_working *working = &sheet->working;
    enum av_language language = sheet->pen->language;
    struct av_operand operand = av_working_at(working, entry, column);
    char step[16];
    if (!operand.has_value)
        return "";
    if (!operand.has_origin)
        return av_string_entry_meaning(working->entries[entry], language);
    snprintf(step, sizeof step, "%d",
             operand.origin.view == AV_VIEW_COST ? operand.origin.place.token + 1 : operand.origin.row + 1);
    if (operand.origin.view == AV_VIEW_COST)
        return av_string_with(buffer, size, AV_STRING_COUNTED_IN_STEP, language, step);
    if (operand.origin.view == AV_VIEW_EMBEDDING || operand.origin.view == AV_VIEW_POSITION)
        return av_string(AV_STRING_LOOKED_UP, language);
    switch (av_operand_state(working, &operand)) {
    case AV_STATE_NEW:
        return av_string(AV_STRING_IN_THIS_STEP, language);
    case AV_STATE_REUSED:
        return av_string_with(buffer, size, AV_STRING_IN_CACHE_SINCE, language, step);
    case AV_STATE_RECOMPUTED:
        return av_string(AV_STRING_COMPUTED_AGAIN, language);
    case AV_STATE_DONE:
        return av_string_with(buffer, size, AV_STRING_FROM_STEP, language, step);
    case AV_STATE_DISCARDED:
        return av_string_with(buffer, size, AV_STRING_FROM_STEP_NOT_KEPT, language, step);
    case AV_STATE_WEIGHT:
        return av_string_state_name(AV_STATE_WEIGHT, language);
    default:
        return av_string_state_name(av_operand_state(working, &operand), language);
    }
}

const char *av_term_label(const struct av_working_sheet *sheet, int column, char *buffer, size_t size)
{
    const struct av_working *working = &sheet->working;
    if (working->explanation.operation == AV_OPERATION_COST)
        return av_figure_term(sheet->pen, view_of(working), (enum av_figure)working->explanation.row, column);
    bool bias = column >= working->n_term;
    int entry = 0;
    while (bias && working->entries[entry] != AV_ENTRY_PRODUCT)
        entry++;
    struct av_address origin = av_working_at(working, entry, column).origin;
    if (bias || working->explanation.operation == AV_OPERATION_SUM)
        return av_symbol(origin.view);
    struct av_view view = origin_view(working, &origin);
    return av_view_column_label(&view, origin.column, buffer, (int)size);
}

/* "q(i, c) = Σ x(i, d)⋅W_Q(d, c) + b_Q(c)", of whatever matrices they are. */
static const char *products_form(const struct av_working *working, char *buffer, size_t size)
{
    enum av_view_id id = view_of(working)->id;
    struct av_operand a = av_working_at(working, 0, 0), b = av_working_at(working, 1, 0);
    if (id == AV_VIEW_S)
        return "s(i, j) = Σ q(i, d)⋅k(j, d)";
    if (id == AV_VIEW_MIX || id == AV_VIEW_JOINED)
        return "a⋅V(i, c) = Σ a(i, j)⋅v(j, c)";
    snprintf(buffer, size, "%s(i, c) = Σ %s(i, d)⋅%s(d, c)", av_symbol(id), av_symbol(a.origin.view),
             av_symbol(b.origin.view));
    if (working->n_column > working->n_term) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, " + %s(c)",
                 av_symbol(av_working_at(working, 2, working->n_term).origin.view));
    }
    return buffer;
}

static const char *softmax_form(const struct av_working *working)
{
    bool tempered = working->explanation.part[4] != 1.0f;
    if (view_of(working)->id == AV_VIEW_A)
        return "a(i, j) = exp(s(i, j) − max) / Σ exp(s(i, j′) − max)";
    return tempered ? "p(w) = exp((logit(w) − max) / T) / Σ exp((logit(w′) − max) / T)"
                    : "p(w) = exp(logit(w) − max) / Σ exp(logit(w′) − max)";
}

static const char *mask_form(const struct av_working *working)
{
    return view_of(working)->run->lesson->rule.mask == AV_MASK_MULTIPLIED
               ? "s(i, j)⋅M(i, j), M = 1 (j ≤ i), 0 (j > i)"
               : "s(i, j) + M(i, j), M = 0 (j ≤ i), −∞ (j > i)";
}

static const char *cost_form(enum av_figure figure)
{
    switch (figure) {
    case AV_FIGURE_CACHED:
        return "Σ rows⋅in⋅out⋅layers, 1 row; S, A⋅V: n pairs";
    case AV_FIGURE_UNCACHED:
        return "Σ rows⋅in⋅out⋅layers, n rows; S, A⋅V: n⋅n pairs";
    case AV_FIGURE_COMPARED:
        return "Σ rows⋅in⋅out⋅layers; S, A: n⋅(n + 1) / 2 pairs";
    case AV_FIGURE_CACHE_BYTES:
    case AV_FIGURE_BYTES_PER_TOKEN:
        return "n⋅n_layer⋅n_kv_head⋅(d_k + d_v)⋅4 B";
    default: /* what stands on the formula line says it all */
        return "";
    }
}

const char *av_general_form(const struct av_working *working, char *buffer, size_t size)
{
    const struct av_explanation *explanation = &working->explanation;
    switch (explanation->operation) {
    case AV_OPERATION_SUM:
        snprintf(buffer, size, "%s(i, c) = %s(i, c) + %s(i, c)", av_symbol(view_of(working)->id),
                 av_symbol(av_working_at(working, 0, 0).origin.view),
                 av_symbol(av_working_at(working, 0, 1).origin.view));
        return buffer;
    case AV_OPERATION_PRODUCTS:
        return products_form(working, buffer, size);
    case AV_OPERATION_ROTATE:
        return explanation->column % 2 == 0 ? "a⋅cos θ − b⋅sin θ" : "a⋅sin θ + b⋅cos θ";
    case AV_OPERATION_DIVIDE:
        return "s(i, j) = q(i)⋅k(j) / √d_k";
    case AV_OPERATION_MASK:
        return mask_form(working);
    case AV_OPERATION_SOFTMAX:
        return softmax_form(working);
    case AV_OPERATION_NORM:
        return explanation->has_bias ? "N(x) = (x − mean) / √(variance + ε)⋅g + b" : "N(x) = x / √(mean x² + ε)⋅g";
    case AV_OPERATION_COST:
        return cost_form((enum av_figure)explanation->row);
    case AV_OPERATION_RELU:
        return "relu(up) = max(0, up)";
    case AV_OPERATION_GELU:
        return "gelu(up) = up / (1 + exp(−2u)), u = √(2/π)⋅(up + 0.044715⋅up³)";
    case AV_OPERATION_SWIGLU:
        return "silu(gate)⋅up, silu(gate) = gate / (1 + exp(−gate))";
    default:
        return "";
    }
}

/* "q(它)⋅k(书)", "x(它)⋅W_Q(·, thing) + b_Q". */
static const char *live_products(const struct av_working_sheet *sheet, char *buffer, size_t size)
{
    const struct av_working *working = &sheet->working;
    char a[AV_NAME_BYTES], b[AV_NAME_BYTES];
    bool bias = working->n_column > working->n_term;
    snprintf(buffer, size, "%s⋅%s%s%s", av_entry_label(sheet, 0, a, sizeof a), av_entry_label(sheet, 1, b, sizeof b),
             bias ? " + " : "", bias ? av_symbol(av_working_at(working, 2, working->n_term).origin.view) : "");
    return buffer;
}

const char *av_live_form(const struct av_working_sheet *sheet, char *buffer, size_t size)
{
    const struct av_working *working = &sheet->working;
    bool even = working->explanation.column % 2 == 0;
    const char *form = "";
    switch (working->explanation.operation) {
    case AV_OPERATION_PRODUCTS:
        return live_products(sheet, buffer, size);
    case AV_OPERATION_SUM:
        snprintf(buffer, size, "%s + %s", av_symbol(av_working_at(working, 0, 0).origin.view),
                 av_symbol(av_working_at(working, 0, 1).origin.view));
        return buffer;
    case AV_OPERATION_ROTATE:
        form = even ? "a⋅cos θ − b⋅sin θ" : "a⋅sin θ + b⋅cos θ";
        break;
    case AV_OPERATION_DIVIDE:
        form = "s / √d_k";
        break;
    case AV_OPERATION_MASK:
        form = view_of(working)->run->lesson->rule.mask == AV_MASK_MULTIPLIED ? "s⋅M" : "s + M";
        break;
    case AV_OPERATION_SOFTMAX:
        form = "exp(s − max) / Σ exp";
        break;
    case AV_OPERATION_NORM:
        form = working->explanation.has_bias ? "(x − mean) / √(variance + ε)⋅g + b" : "x / √(mean x² + ε)⋅g";
        break;
    case AV_OPERATION_RELU:
        form = "max(0, up)";
        break;
    case AV_OPERATION_GELU:
        form = "up / (1 + exp(−2u))";
        break;
    case AV_OPERATION_SWIGLU:
        form = "silu(gate)⋅up";
        break;
    default:
        break;
    }
    snprintf(buffer, size, "%s", form);
    return buffer;
}

/* What the scores of a place are. */
static const char *score_symbol(const struct av_view *view)
{
    const struct av_rule *rule = &view->run->lesson->rule;
    switch ((enum av_stage)view->place.stage) {
    case AV_STAGE_SCORES:
        return "s";
    case AV_STAGE_SCALE:
        return rule->scaled ? "s/√d_k" : "s";
    default:
        return rule->mask == AV_MASK_NONE ? "s" : rule->mask == AV_MASK_MULTIPLIED ? "s⊙M" : "s+M";
    }
}

const char *av_address_name(const struct av_pen *pen, const struct av_address *at, char *buffer, size_t size)
{
    char name[AV_NAME_BYTES];
    struct av_view view = av_view_at(pen->player, at->view, &at->place);
    av_cell_name(&view, at->row, at->column, name, sizeof name);
    if (at->view == AV_VIEW_S)
        snprintf(buffer, size, "%s%s", score_symbol(&view), name + strcspn(name, "("));
    else
        snprintf(buffer, size, "%s", name);
    return buffer;
}

bool av_was_words(const struct av_pen *pen, const struct av_address *at, char *buffer, size_t size)
{
    char was[AV_NAME_BYTES], by[AV_NAME_BYTES], difference[AV_NAME_BYTES + 1];
    struct av_view view = av_view_at(pen->player, at->view, &at->place);
    float before;
    if (av_experiment_was(&view, at->row, at->column, &before) != AV_DIFFERENCE_SOME)
        return false;
    float more = av_view_cell(&view, at->row, at->column).value - before;
    snprintf(difference, sizeof difference, "%s%s", more > 0 ? "+" : "", av_full_number(more, by));
    av_string_with(buffer, size, AV_STRING_WAS, pen->language, av_full_number(before, was), difference);
    return true;
}

const char *av_full_number(float value, char buffer[AV_NAME_BYTES])
{
    char number[AV_NUMBER_BYTES];
    snprintf(buffer, AV_NAME_BYTES, "%s", av_number_exact(value, number));
    return buffer;
}

const char *av_operand_text(const struct av_operand *operand, char buffer[AV_NAME_BYTES])
{
    char number[AV_NUMBER_BYTES];
    if (!operand->is_count)
        return av_full_number(operand->value, buffer);
    snprintf(buffer, AV_NAME_BYTES, "%s", av_number_count((uint64_t)operand->count, number));
    return buffer;
}

const char *av_result_text(const struct av_explanation *explanation, char buffer[AV_NAME_BYTES])
{
    enum av_figure figure = (enum av_figure)explanation->row;
    double value = 0;
    if (explanation->operation != AV_OPERATION_COST || !av_cost_figure(&explanation->view, figure, &value))
        return av_full_number(explanation->value, buffer);
    return av_figure_text(figure, value, buffer, AV_NAME_BYTES);
}
