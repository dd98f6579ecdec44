#include "attnviz/player/cost.h"

#include "attnviz/engine/trace.h"
#include "view_table.h"

int av_cost_rows_held(const struct av_view *view)
{
    struct av_steps steps = av_run_steps(view->run, view->place.token);
    bool appended = view->place.stage >= (int)AV_STAGE_APPEND;
    int n = steps.n - (appended ? 0 : av_steps_new_rows(steps));
    return view->cached ? av_trace_keys(&view->run->cached, n) : 0;
}

/* The multiply-adds of the steps, or of the last of them alone. */
static double count_work(const struct av_work *work, struct av_steps steps, bool total)
{
    double sum = 0;
    for (int i = (total ? steps.first : steps.n) - 1; i < steps.n; i++)
        sum += (double)av_work_multiply_adds(&work[i]);
    return sum;
}

static bool is_total(enum av_figure figure)
{
    return figure >= AV_FIGURE_TOTAL_CACHED && figure <= AV_FIGURE_TOTAL_SAVED_PERCENT;
}

static bool is_known(const struct av_view *view, enum av_figure figure)
{
    const struct av_run *run = view->run;
    int t = view->place.token;
    bool uncached = run->uncached_work[t].multiply_adds[AV_WORK_LOGITS] > 0;
    bool all = figure == AV_FIGURE_TOTAL_CACHED || !is_total(figure) || av_run_counts_known(run, t);
    switch (figure) {
    case AV_FIGURE_UNCACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        return uncached && all;
    case AV_FIGURE_CACHED:
    case AV_FIGURE_TOTAL_CACHED:
    case AV_FIGURE_CACHE_BYTES:
    case AV_FIGURE_BYTES_PER_TOKEN:
        return av_run_can_cache(run);
    case AV_FIGURE_COMPARED:
    case AV_FIGURE_MAX_DIFFERENCE:
        return av_run_can_cache(run) && run->comparisons[t].values > 0;
    default:
        return av_run_can_cache(run) && uncached && all;
    }
}

bool av_cost_figure(const struct av_view *view, enum av_figure figure, double *value)
{
    const struct av_run *run = view->run;
    struct av_steps steps = av_run_steps(run, view->place.token);
    bool total = is_total(figure);
    if (!is_known(view, figure))
        return false;
    double cached = av_run_can_cache(run) ? count_work(run->cached.work, steps, total) : 0;
    double uncached = count_work(run->uncached_work, steps, total);
    switch (figure) {
    case AV_FIGURE_CACHED:
    case AV_FIGURE_TOTAL_CACHED:
        *value = cached;
        break;
    case AV_FIGURE_UNCACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        *value = uncached;
        break;
    case AV_FIGURE_SAVED:
    case AV_FIGURE_TOTAL_SAVED:
        *value = uncached - cached;
        break;
    case AV_FIGURE_SAVED_PERCENT:
    case AV_FIGURE_TOTAL_SAVED_PERCENT:
        *value = 100 * (1 - cached / uncached);
        break;
    case AV_FIGURE_CACHE_BYTES:
        *value = (double)av_trace_cache_bytes(&run->cached, av_cost_rows_held(view));
        break;
    case AV_FIGURE_COMPARED:
        *value = (double)run->comparisons[steps.n - 1].values;
        break;
    case AV_FIGURE_MAX_DIFFERENCE:
        *value = (double)run->comparisons[steps.n - 1].max_difference;
        break;
    default:
        *value = (double)av_trace_cache_bytes(&run->cached, 1);
    }
    return true;
}

struct av_work_factors av_work_factors(const struct av_config *config, enum av_work_kind kind, struct av_steps steps,
                                       bool cached)
{
    double rows = cached ? av_steps_new_rows(steps) : steps.n, layers = config->n_layer;
    double d_model = config->d_model, d_k = config->d_k, d_v = config->d_v, kv = config->n_kv_head * (d_k + d_v);
    double pairs = rows * (steps.n_source > 0 ? steps.n_source : steps.n);
    bool first = steps.n == steps.first;
    int matrices = config->feed_forward == AV_FEED_FORWARD_SWIGLU ? 3 : 2;
    switch (kind) {
    case AV_WORK_PROJECT:
        return (struct av_work_factors){rows, d_model, config->n_head * d_k + (steps.n_source > 0 ? 0 : kv), layers};
    case AV_WORK_SOURCE:
        return (struct av_work_factors){cached && !first ? 0 : steps.n_source, d_model, kv, layers};
    case AV_WORK_SCORES:
        return (struct av_work_factors){pairs, d_k, config->n_head, layers};
    case AV_WORK_MIX:
        return (struct av_work_factors){pairs, d_v, config->n_head, layers};
    case AV_WORK_OUTPUT:
        return (struct av_work_factors){rows, config->n_head * d_v, d_model, layers};
    case AV_WORK_BLOCK:
        return (struct av_work_factors){rows, d_model, (double)config->d_ff * matrices, layers};
    default:
        return (struct av_work_factors){rows, d_model, config->vocab_size, 1};
    }
}

struct av_work_factors av_compared_factors(const struct av_config *config, int n_source, enum av_compared part, int n)
{
    double width = 0, last = config->vocab_size + av_quantity_width(config, AV_QUANTITY_FINAL_NORM);
    double kv = config->n_kv_head * (config->d_k + config->d_v), pairs = (double)n * (n + 1) / 2;
    for (int quantity = AV_QUANTITY_INPUT; quantity <= AV_QUANTITY_SUM_2; quantity++)
        width += av_quantity_width(config, (enum av_quantity)quantity);
    if (n_source > 0) {
        width -= kv;
        pairs = (double)n * n_source;
    }
    switch (part) {
    case AV_COMPARED_ROWS:
        return (struct av_work_factors){n, width, 1, config->n_layer};
    case AV_COMPARED_SCORES: /* row i has i + 1 */
        return (struct av_work_factors){pairs, 3, config->n_head, config->n_layer};
    case AV_COMPARED_SOURCE:
        return (struct av_work_factors){n_source, config->d_model + kv * config->n_layer, 1, 1};
    default:
        return (struct av_work_factors){n, last, 1, 1};
    }
}

double av_work_product(const struct av_work_factors *factors)
{
    return factors->rows * factors->in * factors->out * factors->layers;
}

static double closed_work(const struct av_config *config, struct av_steps steps, bool cached)
{
    double sum = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        struct av_work_factors factors = av_work_factors(config, (enum av_work_kind)kind, steps, cached);
        sum += av_work_product(&factors);
    }
    return sum;
}

static double closed_total(const struct av_config *config, struct av_steps steps, bool cached)
{
    double sum = 0;
    for (int n = steps.first; n <= steps.n; n++)
        sum += closed_work(config, (struct av_steps){steps.first, n, steps.n_source}, cached);
    return sum;
}

static double closed_comparison(const struct av_config *config, int n_source, int n)
{
    double sum = 0;
    for (int part = 0; part < AV_COMPARED_COUNT; part++) {
        struct av_work_factors factors = av_compared_factors(config, n_source, (enum av_compared)part, n);
        sum += av_work_product(&factors);
    }
    return sum;
}

double av_cost_redo(const struct av_view *view, enum av_figure figure)
{
    const struct av_config *config = view_config(view);
    struct av_steps steps = av_run_steps(view->run, view->place.token);
    double row_bytes = 4.0 * config->n_layer * config->n_kv_head * (config->d_k + config->d_v);
    double cached = is_total(figure) ? closed_total(config, steps, true) : closed_work(config, steps, true);
    double uncached = is_total(figure) ? closed_total(config, steps, false) : closed_work(config, steps, false);
    switch (figure) {
    case AV_FIGURE_CACHED:
    case AV_FIGURE_TOTAL_CACHED:
        return cached;
    case AV_FIGURE_UNCACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        return uncached;
    case AV_FIGURE_SAVED:
    case AV_FIGURE_TOTAL_SAVED:
        return uncached - cached;
    case AV_FIGURE_SAVED_PERCENT:
    case AV_FIGURE_TOTAL_SAVED_PERCENT:
        return 100 * (1 - cached / uncached);
    case AV_FIGURE_CACHE_BYTES:
        return av_cost_rows_held(view) * row_bytes;
    case AV_FIGURE_COMPARED:
        return closed_comparison(config, steps.n_source, steps.n);
    case AV_FIGURE_MAX_DIFFERENCE:
        return (double)view->run->comparisons[steps.n - 1].max_difference; /* measured, not reckoned */
    default:
        return row_bytes;
    }
}
