#include "working_cost.h"

#include "attnviz/player/cost.h"
#include "view_table.h"

static enum av_figure figure_of(const struct av_working *working)
{
    return (enum av_figure)working->explanation.row;
}

bool av_cost_entry(enum av_figure figure, enum av_entry entry)
{
    switch (figure) {
    case AV_FIGURE_CACHED:
    case AV_FIGURE_UNCACHED:
    case AV_FIGURE_COMPARED:
        return (entry >= AV_ENTRY_ROWS && entry <= AV_ENTRY_WORK_SUM) || entry == AV_ENTRY_COUNTED;
    case AV_FIGURE_TOTAL_CACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        return entry == AV_ENTRY_STEP || entry == AV_ENTRY_STEP_SUM;
    case AV_FIGURE_CACHE_BYTES:
    case AV_FIGURE_BYTES_PER_TOKEN:
        return entry >= AV_ENTRY_HELD;
    case AV_FIGURE_MAX_DIFFERENCE:
        return entry == AV_ENTRY_COMPARED;
    default:
        return entry == AV_ENTRY_UNCACHED || entry == AV_ENTRY_CACHED;
    }
}

int av_cost_terms(const struct av_explanation *explanation)
{
    int none_of_source = explanation->view.run->lesson->n_source == 0; /* the last part of both */
    switch ((enum av_figure)explanation->row) {
    case AV_FIGURE_CACHED:
    case AV_FIGURE_UNCACHED:
        return AV_WORK_KIND_COUNT - none_of_source;
    case AV_FIGURE_COMPARED:
        return AV_COMPARED_COUNT - none_of_source;
    case AV_FIGURE_TOTAL_CACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        return explanation->view.place.token + 2 - explanation->view.run->n_first;
    default:
        return 0;
    }
}

static struct av_work_factors factors_of(const struct av_working *working, int column)
{
    const struct av_view *view = &working->explanation.view;
    struct av_steps steps = av_run_steps(view->run, view->place.token);
    if (figure_of(working) == AV_FIGURE_COMPARED)
        return av_compared_factors(view_config(view), steps.n_source, (enum av_compared)column, steps.n);
    return av_work_factors(view_config(view), (enum av_work_kind)column, steps, figure_of(working) == AV_FIGURE_CACHED);
}

static double factor_number(const struct av_working *working, enum av_entry entry, int column)
{
    struct av_work_factors factors = factors_of(working, column);
    switch (entry) {
    case AV_ENTRY_ROWS:
        return factors.rows;
    case AV_ENTRY_IN:
        return factors.in;
    case AV_ENTRY_OUT:
        return factors.out;
    case AV_ENTRY_LAYERS:
        return factors.layers;
    default:
        return av_work_product(&factors);
    }
}

/* The cell of another figure, or of a figure of another step. */
static struct av_address cell_of(const struct av_working *working, enum av_figure figure, int token)
{
    struct av_address address = {AV_VIEW_COST, working->explanation.view.place, (int)figure, 0};
    address.place.token = token;
    return address;
}

static enum av_figure figure_behind(const struct av_working *working, enum av_entry entry)
{
    bool total = figure_of(working) == AV_FIGURE_TOTAL_SAVED || figure_of(working) == AV_FIGURE_TOTAL_SAVED_PERCENT;
    switch (entry) {
    case AV_ENTRY_STEP:
        return figure_of(working) == AV_FIGURE_TOTAL_CACHED ? AV_FIGURE_CACHED : AV_FIGURE_UNCACHED;
    case AV_ENTRY_UNCACHED:
        return total ? AV_FIGURE_TOTAL_UNCACHED : AV_FIGURE_UNCACHED;
    case AV_ENTRY_CACHED:
        return total ? AV_FIGURE_TOTAL_CACHED : AV_FIGURE_CACHED;
    default:
        return AV_FIGURE_COMPARED;
    }
}

/* A number that is another figure, with where that is. */
static void read_figure(const struct av_working *working, enum av_entry entry, int column, struct av_operand *operand)
{
    const struct av_view *from = &working->explanation.view;
    int token = entry == AV_ENTRY_STEP ? from->run->n_first - 1 + column : from->place.token;
    operand->origin = cell_of(working, figure_behind(working, entry), token);
    struct av_view view = *from;
    view.place = operand->origin.place;
    operand->has_value = operand->has_origin =
        av_cost_figure(&view, (enum av_figure)operand->origin.row, &operand->count);
}

static double single_number(const struct av_working *working, enum av_entry entry)
{
    const struct av_view *view = &working->explanation.view;
    const struct av_config *config = view_config(view);
    double figure = 0;
    switch (entry) {
    case AV_ENTRY_HELD:
        if (figure_of(working) == AV_FIGURE_BYTES_PER_TOKEN)
            return 1;
        return av_cost_rows_held(view);
    case AV_ENTRY_N_LAYER:
        return config->n_layer;
    case AV_ENTRY_N_KV_HEAD:
        return config->n_kv_head;
    case AV_ENTRY_NUMBERS:
        return config->d_k + config->d_v;
    case AV_ENTRY_NUMBER_BYTES:
        return sizeof(float);
    default: /* AV_ENTRY_COUNTED */
        av_cost_figure(view, figure_of(working), &figure);
        return figure;
    }
}

static void read_one(const struct av_working *working, enum av_entry entry, int column, struct av_operand *operand)
{
    *operand = (struct av_operand){.has_value = true, .is_count = true};
    if (av_entry_source(entry) == AV_SOURCE_CELL)
        read_figure(working, entry, column, operand);
    else
        operand->count = entry < AV_ENTRY_EVEN ? factor_number(working, entry, column) : single_number(working, entry);
    operand->value = (float)operand->count;
}

void av_cost_read(const struct av_working *working, enum av_entry entry, int first, int count,
                  struct av_operand *operands)
{
    bool sum = entry == AV_ENTRY_WORK_SUM || entry == AV_ENTRY_STEP_SUM;
    double total = 0;
    for (int k = sum ? 0 : first; k < first + count; k++) {
        struct av_operand operand;
        read_one(working, sum ? entry - 1 : entry, k, &operand);
        total += operand.has_value ? operand.count : 0;
        if (sum)
            operand = (struct av_operand){.has_value = true, .value = (float)total, .is_count = true, .count = total};
        if (k >= first)
            operands[k - first] = operand;
    }
}
