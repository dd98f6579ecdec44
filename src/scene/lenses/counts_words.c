/* Closed forms in symbols and in live numbers. */
#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "counts.h"

/* Of a source k and v are made once in a step; of all steps without a cache, in each. */
static const char *source_symbols(enum av_work_kind kind, struct av_tally_of of)
{
    if (kind == AV_WORK_PROJECT)
        return "r⋅d_model⋅n_head⋅d_k⋅n_layer";
    return of.total && !of.cached ? "n⋅s⋅d_model⋅n_kv_head⋅(d_k+d_v)⋅n_layer" : "s⋅d_model⋅n_kv_head⋅(d_k+d_v)⋅n_layer";
}

const char *av_work_symbols(const struct av_config *config, enum av_work_kind kind, struct av_tally_of of)
{
    static const char *const symbols[AV_WORK_KIND_COUNT] = {
        [AV_WORK_PROJECT] = "r⋅d_model⋅(n_head⋅d_k+n_kv_head⋅(d_k+d_v))⋅n_layer",
        [AV_WORK_SCORES] = "p⋅d_k⋅n_head⋅n_layer",
        [AV_WORK_MIX] = "p⋅d_v⋅n_head⋅n_layer",
        [AV_WORK_OUTPUT] = "r⋅n_head⋅d_v⋅d_model⋅n_layer",
        [AV_WORK_BLOCK] = "r⋅d_model⋅2⋅d_ff⋅n_layer",
        [AV_WORK_LOGITS] = "r⋅d_model⋅vocab_size",
    };
    if (kind == AV_WORK_BLOCK && config->feed_forward == AV_FEED_FORWARD_SWIGLU)
        return "r⋅d_model⋅3⋅d_ff⋅n_layer";
    if (config->attends == AV_ATTENDS_SOURCE && (kind == AV_WORK_PROJECT || kind == AV_WORK_SOURCE))
        return source_symbols(kind, of);
    return symbols[kind];
}

const char *av_bytes_symbols(const struct av_config *config, enum av_tally_bytes bytes, struct av_tally_of of)
{
    static const char *const symbols[AV_TALLY_BYTES_COUNT] = {
        [AV_TALLY_KEPT] = "n⋅n_kv_head⋅(d_k+d_v)⋅4⋅n_layer",
        [AV_TALLY_Q_CACHE] = "n⋅n_head⋅d_k⋅4⋅n_layer",
        [AV_TALLY_READ] = "p⋅n_kv_head⋅(d_k+d_v)⋅4⋅n_layer",
        [AV_TALLY_WRITTEN] = "r⋅n_kv_head⋅(d_k+d_v)⋅4⋅n_layer",
    };
    if (config->attends == AV_ATTENDS_SOURCE && (bytes == AV_TALLY_KEPT || bytes == AV_TALLY_WRITTEN))
        return of.total && !of.cached ? "n⋅s⋅n_kv_head⋅(d_k+d_v)⋅4⋅n_layer" : "s⋅n_kv_head⋅(d_k+d_v)⋅4⋅n_layer";
    return symbols[bytes];
}

/* Each row meets the s tokens of a source. */
static const char *source_pairs_symbols(struct av_steps steps, struct av_tally_of of)
{
    if (of.total && !of.cached && steps.n > steps.first)
        return steps.first > 1 ? "s⋅(f + … + n)" : "s⋅n(n + 1)/2";
    bool one_row = of.cached && !of.total && av_steps_new_rows(steps) == 1;
    return one_row ? "s" : "n⋅s";
}

const char *av_rows_symbols(struct av_steps steps, struct av_tally_of of, bool pairs)
{
    static const char *const rows[2][2] = {{"n", "n(n + 1)/2"}, {"1", "n"}};
    static const char *const both[2][2] = {{"n²", "n(n + 1)(2n + 1)/6"}, {"n", "n(n + 1)/2"}};
    if (pairs && steps.n_source > 0)
        return source_pairs_symbols(steps, of);
    if (steps.n == steps.first && steps.n > 1) /* all rows at once, with the cache as without */
        return pairs ? "n²" : "n";
    if (of.total && steps.first > 1 && (pairs || !of.cached))
        return !pairs ? "f + … + n" : of.cached ? "f² + (f + 1) + … + n" : "f² + … + n²";
    return (pairs ? both : rows)[of.cached][of.total];
}

/* "10⋅8⋅24⋅1 = 1 920" */
static void write_numbers(const struct av_work_factors *factors, char *text, size_t size)
{
    const double numbers[4] = {factors->rows, factors->in, factors->out, factors->layers};
    char number[AV_NUMBER_BYTES];
    size_t used = 0;
    for (int i = 0; i < 4 && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "⋅" : "",
                                 av_number_count((uint64_t)numbers[i], number));
    if (used < size)
        snprintf(text + used, size - used, " = %s", av_number_count((uint64_t)av_work_product(factors), number));
}

void av_draw_closed_form(const struct av_tally_table *table, int y, const char *symbols,
                         const struct av_work_factors *factors, const uint64_t *counted)
{
    char numbers[160], text[256];
    int room = table->x + table->width - table->formula_x;
    bool equal = counted != NULL && (uint64_t)av_work_product(factors) == *counted;
    const char *mark = counted == NULL ? "" : equal ? " ✓" : " ≠";
    enum av_role role = counted == NULL || equal ? AV_ROLE_QUIET : AV_ROLE_ERROR;
    write_numbers(factors, numbers, sizeof numbers);
    snprintf(text, sizeof text, "%s = %s%s", symbols, numbers, mark);
    if (av_pen_width(table->pen, text) > room)
        snprintf(text, sizeof text, "%s%s", numbers, mark);
    av_draw_cut(table->pen, table->formula_x, y, room, role, text);
}
