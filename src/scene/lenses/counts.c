/* Counting: multiply-adds by kind, bytes, and how often rows are read, each with its closed form; with the cache and
 * without. */
#include "counts.h"

#include <stdio.h>
#include <string.h>

#include "../number.h"

#define NAME_WIDTH   20
#define FORMULA_MIN  76 /* columns of the longest closed form, where it stands beside its count */
#define PART_LINES   5  /* fewer are no use to a part that is not the first */
#define COMPACT_NAME 9  /* where the kinds stand two to a line */

int av_counts_way_on(const struct av_pen *pen)
{
    return pen->player->cache_on ? AV_COUNTS_CACHED : AV_COUNTS_UNCACHED;
}

struct av_tally_of av_counts_of(const struct av_pen *pen, int way)
{
    return (struct av_tally_of){.cached = way == AV_COUNTS_CACHED, .total = pen->player->counts.total};
}

static const struct av_config *config_of(const struct av_tally_table *table)
{
    return &table->pen->player->run.lesson->model.config;
}

static struct av_steps steps_of(const struct av_tally_table *table)
{
    return av_run_steps(&table->pen->player->run, table->pen->player->place.token);
}

static const char *way_name(const struct av_tally_table *table, int way)
{
    return av_string(way == AV_COUNTS_CACHED ? AV_STRING_CACHED : AV_STRING_UNCACHED, table->pen->language);
}

static enum av_role way_role(const struct av_tally_table *table, int way)
{
    if (way != av_counts_way_on(table->pen))
        return AV_ROLE_TEXT;
    return way == AV_COUNTS_CACHED ? AV_ROLE_REUSED : AV_ROLE_RECOMPUTED;
}

/* "1 920", or — where it is not known. */
static void draw_count(const struct av_tally_table *table, int way, enum av_role role, bool known, uint64_t count,
                       const char *unit)
{
    char number[AV_NUMBER_BYTES], text[AV_NUMBER_BYTES + 4];
    snprintf(text, sizeof text, "%s%s", av_number_count(count, number), unit);
    av_draw_right(table->pen, table->ends[way], table->y, known ? role : AV_ROLE_QUIET, known ? text : "—");
}

static void draw_heads(struct av_tally_table *table, enum av_string title)
{
    av_draw_cut(table->pen, table->x, table->y, table->name_width, AV_ROLE_TITLE_BRIGHT,
                av_string(title, table->pen->language));
    for (int way = 0; way < AV_COUNTS_WAYS; way++)
        av_draw_right(table->pen, table->ends[way], table->y, way_role(table, way), way_name(table, way));
}

/* What r and p stand for in the closed forms, of the way that is on. */
static void draw_symbols(const struct av_tally_table *table)
{
    struct av_tally_of of = av_counts_of(table->pen, av_counts_way_on(table->pen));
    char number[AV_NUMBER_BYTES], value[80], text[200];
    struct av_steps steps = steps_of(table);
    int used = snprintf(text, sizeof text, "n = %d", steps.n);
    if (of.total && steps.first > 1 && steps.n > steps.first)
        used += snprintf(text + used, sizeof text - (size_t)used, "  f = %d", steps.first);
    if (steps.n_source > 0)
        used += snprintf(text + used, sizeof text - (size_t)used, "  s = %d", steps.n_source);
    for (int pairs = 0; pairs < 2; pairs++) {
        const char *symbols = av_rows_symbols(steps, of, pairs);
        struct av_work_factors factors =
            av_tally_factors(config_of(table), pairs ? AV_WORK_SCORES : AV_WORK_PROJECT, steps, of);
        av_number_count((uint64_t)factors.rows, number);
        bool plain = strcmp(symbols, number) == 0;
        snprintf(value, sizeof value, "%s%s%s", plain ? "" : symbols, plain ? "" : " = ", number);
        char part[128];
        av_string_with(part, sizeof part, pairs ? AV_STRING_PAIRS_COUNTED : AV_STRING_ROWS_COUNTED,
                       table->pen->language, value);
        used += snprintf(text + used, sizeof text - (size_t)used, "  %s", part);
    }
    int x = table->beside ? table->formula_x : table->ends[AV_COUNTS_UNCACHED] + 2;
    if (x + av_pen_width(table->pen, text) <= table->x + table->width)
        av_draw_text(table->pen, x, table->y, AV_ROLE_QUIET, text);
}

static const char *kind_name(const struct av_tally_table *table, enum av_work_kind kind)
{
    static const enum av_stage stages[AV_WORK_KIND_COUNT] = {
        [AV_WORK_PROJECT] = AV_STAGE_PROJECT, [AV_WORK_SCORES] = AV_STAGE_SCORES, [AV_WORK_MIX] = AV_STAGE_MIX,
        [AV_WORK_OUTPUT] = AV_STAGE_OUTPUT,   [AV_WORK_BLOCK] = AV_STAGE_BLOCK,   [AV_WORK_LOGITS] = AV_STAGE_LOGITS,
    };
    if (kind == AV_WORK_SOURCE)
        return av_string(AV_STRING_SOURCE, table->pen->language);
    return av_string_stage(config_of(table), stages[kind], table->pen->language);
}

static struct av_work_factors factors_of(const struct av_tally_table *table, enum av_work_kind kind, int way)
{
    return av_tally_factors(config_of(table), kind, steps_of(table), av_counts_of(table->pen, way));
}

/* False for the feed-forward of a model that has none. */
static bool has_kind(const struct av_tally_table *table, enum av_work_kind kind)
{
    struct av_work_factors factors = factors_of(table, kind, AV_COUNTS_UNCACHED);
    return av_work_product(&factors) > 0;
}

static int kinds(const struct av_tally_table *table)
{
    int n = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        n += has_kind(table, (enum av_work_kind)kind);
    return n;
}

static void draw_kind(struct av_tally_table *table, enum av_work_kind kind, bool formulas)
{
    int on = av_counts_way_on(table->pen);
    bool on_known = false;
    uint64_t counted = 0;
    av_draw_text(table->pen, table->x, table->y, AV_ROLE_TEXT, kind_name(table, kind));
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        struct av_work work = {.cache_bytes_read = 0};
        bool known = av_tally_work(table->pen->player, av_counts_of(table->pen, way), &work);
        draw_count(table, way, way_role(table, way), known, work.multiply_adds[kind], "");
        on_known = way == on ? known : on_known;
        counted = way == on ? work.multiply_adds[kind] : counted;
    }
    if (formulas) {
        struct av_work_factors factors = factors_of(table, kind, on);
        table->y += !table->beside;
        if (factors.rows == 0)
            av_draw_text(table->pen, table->formula_x, table->y, AV_ROLE_QUIET,
                         av_string(AV_STRING_SOURCE_ONCE, table->pen->language));
        else
            av_draw_closed_form(table, table->y, av_work_symbols(config_of(table), kind, av_counts_of(table->pen, on)),
                                &factors, on_known ? &counted : NULL);
    }
    table->y++;
}

/* Σ of all kinds, and why a way has none. */
static void draw_sum(struct av_tally_table *table)
{
    const struct av_pen *pen = table->pen;
    av_draw_text(pen, table->x, table->y, AV_ROLE_STRONG, "Σ");
    bool known = true;
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        struct av_work work = {.cache_bytes_read = 0};
        known = av_tally_work(pen->player, av_counts_of(pen, way), &work);
        draw_count(table, way, way == av_counts_way_on(pen) ? AV_ROLE_STRONG : AV_ROLE_TEXT, known,
                   av_work_multiply_adds(&work), "");
    }
    int x = table->ends[AV_COUNTS_UNCACHED] + 2, room = table->x + table->width - x;
    char text[160];
    if (!av_player_can_cache(pen->player))
        snprintf(text, sizeof text, "%s", av_string(AV_STRING_NO_CACHE_RULE, pen->language));
    else
        snprintf(text, sizeof text, "%s: %s", way_name(table, AV_COUNTS_UNCACHED),
                 av_string(AV_STRING_NOT_COUNTED, pen->language));
    if ((!known || !av_player_can_cache(pen->player)) && room > 0)
        av_draw_cut(pen, x, table->y, room, AV_ROLE_QUIET, text);
    table->y++;
}

/* Where lines are few: the sums, and the kinds of the way that is on, two to a line. */
static void draw_compact(struct av_tally_table *table)
{
    const struct av_pen *pen = table->pen;
    int half = table->width / 2, column = 0, on = av_counts_way_on(pen);
    struct av_work work = {.cache_bytes_read = 0};
    bool known = av_tally_work(pen->player, av_counts_of(pen, on), &work);
    draw_heads(table, AV_STRING_MULTIPLY_ADDS);
    table->y++;
    draw_sum(table);
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        char number[AV_NUMBER_BYTES];
        if (!has_kind(table, (enum av_work_kind)kind) || table->y >= table->end)
            continue;
        int x = table->x + column * half;
        av_canvas_text(pen->canvas, x, table->y, COMPACT_NAME, AV_ROLE_TEXT, kind_name(table, (enum av_work_kind)kind));
        av_draw_right(pen, x + half - 2, table->y, way_role(table, on),
                      known ? av_number_count(work.multiply_adds[kind], number) : "—");
        table->y += column;
        column = !column;
    }
    table->y += column;
}

static void draw_work(struct av_tally_table *table)
{
    int lines = table->end - table->y, n = kinds(table);
    if (lines < n + 2) {
        draw_compact(table);
        return;
    }
    bool formulas = table->beside || lines >= 2 * n + 2;
    draw_heads(table, AV_STRING_MULTIPLY_ADDS);
    draw_symbols(table);
    table->y++;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        if (has_kind(table, (enum av_work_kind)kind))
            draw_kind(table, (enum av_work_kind)kind, formulas);
    }
    draw_sum(table);
}

static void draw_bytes_line(struct av_tally_table *table, enum av_tally_bytes bytes, bool formulas)
{
    static const enum av_string names[AV_TALLY_BYTES_COUNT] = {
        [AV_TALLY_KEPT] = AV_STRING_BYTES_KEPT,
        [AV_TALLY_Q_CACHE] = AV_STRING_BYTES_Q_CACHE,
        [AV_TALLY_READ] = AV_STRING_BYTES_READ,
        [AV_TALLY_WRITTEN] = AV_STRING_BYTES_WRITTEN,
    };
    const struct av_pen *pen = table->pen;
    int on = av_counts_way_on(pen);
    enum av_role role = bytes == AV_TALLY_Q_CACHE ? AV_ROLE_QUIET : AV_ROLE_TEXT;
    bool on_known = false;
    uint64_t counted = 0;
    av_draw_cut(pen, table->x, table->y, table->name_width, role, av_string(names[bytes], pen->language));
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        uint64_t count = 0;
        bool known = av_tally_count_bytes(pen->player, av_counts_of(pen, way), bytes, &count);
        draw_count(table, way, bytes == AV_TALLY_Q_CACHE ? role : way_role(table, way), known, count, " B");
        on_known = way == on ? known : on_known;
        counted = way == on ? count : counted;
    }
    if (formulas) {
        struct av_work_factors factors =
            av_tally_byte_factors(config_of(table), bytes, steps_of(table), av_counts_of(pen, on));
        table->y += !table->beside;
        if (factors.rows == 0)
            av_draw_text(
                pen, table->formula_x, table->y, AV_ROLE_QUIET,
                av_string(bytes == AV_TALLY_WRITTEN ? AV_STRING_SOURCE_ONCE : AV_STRING_THROWN_AWAY, pen->language));
        else
            av_draw_closed_form(table, table->y, av_bytes_symbols(config_of(table), bytes, av_counts_of(pen, on)),
                                &factors, on_known && bytes != AV_TALLY_Q_CACHE ? &counted : NULL);
    }
    table->y++;
}

static void draw_bytes(struct av_tally_table *table)
{
    bool formulas = table->beside || table->end - table->y >= 2 * AV_TALLY_BYTES_COUNT + 1;
    draw_heads(table, AV_STRING_BYTES);
    draw_symbols(table);
    table->y++;
    for (int bytes = 0; bytes < AV_TALLY_BYTES_COUNT && table->y < table->end; bytes++)
        draw_bytes_line(table, (enum av_tally_bytes)bytes, formulas);
}

/* Columns of the longest count of a way: its bytes read, or its name. */
static int count_width(const struct av_tally_table *table, int way)
{
    struct av_tally_of of = av_counts_of(table->pen, way);
    struct av_work work = {.cache_bytes_read = 0};
    char number[AV_NUMBER_BYTES];
    av_tally_work(table->pen->player, of, &work);
    uint64_t sum = av_work_multiply_adds(&work), most = work.cache_bytes_read > sum ? work.cache_bytes_read : sum;
    int width = av_pen_width(table->pen, av_number_count(most, number)) + 2; /* " B" */
    int name = av_pen_width(table->pen, way_name(table, way));
    return width > name ? width : name;
}

static struct av_tally_table table_of(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct av_tally_table table = {
        .pen = pen, .x = box->x + 1, .y = box->y, .end = box->y + box->height, .width = box->width - 2};
    int counts = count_width(&table, AV_COUNTS_CACHED) + count_width(&table, AV_COUNTS_UNCACHED) + 2;
    table.name_width = table.width - counts < NAME_WIDTH ? table.width - counts - 1 : NAME_WIDTH;
    int x = table.x + table.name_width;
    for (int way = 0; way < AV_COUNTS_WAYS; way++)
        x = table.ends[way] = x + count_width(&table, way) + (way > 0 ? 2 : 0);
    table.beside = table.x + table.width - x - 2 >= FORMULA_MIN;
    table.formula_x = table.beside ? x + 2 : table.x + 2;
    return table;
}

void av_draw_counts(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const parts[AV_COUNTS_PART_COUNT])(struct av_tally_table * table) = {
        [AV_COUNTS_WORK] = draw_work,
        [AV_COUNTS_BYTES] = draw_bytes,
        [AV_COUNTS_READS] = av_draw_row_reads,
    };
    struct av_tally_table table = table_of(pen, box);
    if (av_player_covers_cost(pen->player)) {
        av_draw_text(pen, table.x, table.y, AV_ROLE_QUIET, "?");
        return;
    }
    for (int i = 0; i < AV_COUNTS_PART_COUNT; i++) {
        int part = ((int)pen->player->counts.first + i) % AV_COUNTS_PART_COUNT;
        if (i > 0 && table.end - ++table.y < PART_LINES)
            return;
        parts[part](&table);
    }
}
