/* To real size: well-known models in a table, and the formulas of the one that is chosen with its numbers put in. */
#include <assert.h>
#include <stdio.h>

#include "../number.h"
#include "lenses.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define NAME_X        4 /* after the signs of the chosen row and of a context that is too short */
#define TWO_HEADS_MIN 9 /* lines; with fewer the columns' groups go without their names */
#define DETAILS_MAX   6
#define CELL_BYTES    (AV_NUMBER_BYTES + 16)

enum column {
    COLUMN_NAME,
    COLUMN_CONTEXT,
    COLUMN_LAYERS,
    COLUMN_WIDTH,
    COLUMN_HEADS,
    COLUMN_TOKEN,
    COLUMN_CACHE,
    COLUMN_CACHED,
    COLUMN_UNCACHED,
    COLUMN_TIMES,
    COLUMN_GROUPED,
    COLUMN_UNGROUPED,
    COLUMN_COUNT,
};

/* Columns of the screen that each takes, the gap in front included. */
static const int widths[COLUMN_COUNT] = {
    [COLUMN_NAME] = 13,    [COLUMN_CONTEXT] = 9, [COLUMN_LAYERS] = 7,  [COLUMN_WIDTH] = 8,
    [COLUMN_HEADS] = 7,    [COLUMN_TOKEN] = 10,  [COLUMN_CACHE] = 10,  [COLUMN_CACHED] = 8,
    [COLUMN_UNCACHED] = 9, [COLUMN_TIMES] = 9,   [COLUMN_GROUPED] = 9, [COLUMN_UNGROUPED] = 10,
};

static const enum av_string headings[COLUMN_COUNT] = {
    [COLUMN_NAME] = AV_STRING_SIZES_MODEL,    [COLUMN_CONTEXT] = AV_STRING_SIZES_CONTEXT,
    [COLUMN_LAYERS] = AV_STRING_SIZES_LAYERS, [COLUMN_WIDTH] = AV_STRING_SIZES_WIDTH,
    [COLUMN_HEADS] = AV_STRING_SIZES_HEADS,   [COLUMN_TOKEN] = AV_STRING_SIZES_A_TOKEN,
    [COLUMN_CACHE] = AV_STRING_SIZES_IN_ALL,  [COLUMN_CACHED] = AV_STRING_CACHED,
    [COLUMN_UNCACHED] = AV_STRING_UNCACHED,   [COLUMN_TIMES] = AV_STRING_SIZES_TIMES,
    [COLUMN_GROUPED] = AV_STRING_SIZES_SAVE,  [COLUMN_UNGROUPED] = AV_STRING_SIZES_UNGROUPED,
};

/* What is shown where there is room, the most needed first. */
static const enum column wanted[] = {
    COLUMN_NAME,  COLUMN_CACHE, COLUMN_TOKEN,     COLUMN_CACHED,  COLUMN_UNCACHED, COLUMN_GROUPED,
    COLUMN_TIMES, COLUMN_HEADS, COLUMN_UNGROUPED, COLUMN_CONTEXT, COLUMN_LAYERS,   COLUMN_WIDTH,
};

static const struct {
    enum av_string name;
    enum column first, last;
} groups[] = {
    {AV_STRING_SIZES_SHAPE, COLUMN_CONTEXT, COLUMN_HEADS},
    {AV_STRING_CACHE_MEMORY, COLUMN_TOKEN, COLUMN_CACHE},
    {AV_STRING_SIZES_WORK, COLUMN_CACHED, COLUMN_TIMES},
    {AV_STRING_SIZES_GROUPED, COLUMN_GROUPED, COLUMN_UNGROUPED},
};

struct table {
    const struct av_pen *pen;
    const struct av_shape *shapes;
    int count;              /* of the shapes */
    int first, rows;        /* those in sight */
    int ends[COLUMN_COUNT]; /* where each column ends on the screen; 0 where it is not shown */
};

static void choose_columns(struct table *table, int width)
{
    bool shown[COLUMN_COUNT] = {false};
    int used = NAME_X;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        shown[wanted[i]] = used + widths[wanted[i]] <= width;
        used += shown[wanted[i]] ? widths[wanted[i]] : 0;
    }
    int x = NAME_X;
    for (int column = 0; column < COLUMN_COUNT; column++) {
        x += shown[column] ? widths[column] : 0;
        table->ends[column] = shown[column] ? x : 0;
    }
}

/* The name of a group of columns over those that are shown: "── KV cache ──". */
static void draw_group(const struct table *table, size_t group, int y)
{
    const struct av_pen *pen = table->pen;
    int start = 0, end = 0;
    for (int column = (int)groups[group].first; column <= (int)groups[group].last; column++) {
        if (table->ends[column] > 0) {
            start = start > 0 ? start : table->ends[column] - widths[column] + 2;
            end = table->ends[column];
        }
    }
    const char *name = av_string(groups[group].name, pen->language);
    int spare = end - start - av_pen_width(pen, name);
    if (end == 0)
        return;
    if (spare >= 4) {
        av_canvas_fill(pen->canvas, start, y, end - start, 1, AV_ROLE_FRAME, "─");
        int x = av_draw_text(pen, start + spare / 2 - 1, y, AV_ROLE_TITLE, " ");
        av_draw_text(pen, av_draw_text(pen, x, y, AV_ROLE_TITLE, name), y, AV_ROLE_TITLE, " ");
    } else {
        av_draw_cut(pen, spare > 0 ? start + spare : start, y, end - start, AV_ROLE_TITLE, name);
    }
}

static void draw_headings(const struct table *table, int y)
{
    const struct av_pen *pen = table->pen;
    char name[48];
    int x = av_draw_text(pen, NAME_X, y, AV_ROLE_QUIET, av_string(AV_STRING_SIZES_MODEL, pen->language));
    if (table->rows < table->count) {
        snprintf(name, sizeof name, "%d/%d", pen->player->sizes.shape + 1, table->count);
        av_draw_text(pen, x + 1, y, AV_ROLE_QUIET, name);
    }
    for (int column = COLUMN_NAME + 1; column < COLUMN_COUNT; column++) {
        if (table->ends[column] > 0)
            av_draw_right(pen, table->ends[column], y, AV_ROLE_QUIET, av_string(headings[column], pen->language));
    }
}

/* What a cell says, in buffer. */
static const char *cell_text(const struct av_shape *shape, const struct av_sizes *sizes, enum column column,
                             char buffer[CELL_BYTES])
{
    const struct av_config *config = &shape->config;
    struct av_shape_figures figures = av_shape_figures(config, sizes);
    bool grouped = config->n_kv_head < config->n_head;
    char number[AV_NUMBER_BYTES];
    switch (column) {
    case COLUMN_NAME:
        return shape->name;
    case COLUMN_CONTEXT:
        return av_number_count((uint64_t)config->n_ctx, buffer);
    case COLUMN_LAYERS:
        return av_number_count((uint64_t)config->n_layer, buffer);
    case COLUMN_WIDTH:
        return av_number_count((uint64_t)config->d_model, buffer);
    case COLUMN_HEADS:
        snprintf(buffer, CELL_BYTES, "%d/%d", config->n_head, config->n_kv_head);
        return buffer;
    case COLUMN_TOKEN:
        return av_number_bytes(figures.token_bytes, buffer);
    case COLUMN_CACHE:
        return av_number_bytes(figures.cache_bytes, buffer);
    case COLUMN_CACHED:
        return av_number_brief(figures.cached, buffer);
    case COLUMN_UNCACHED:
        return av_number_brief(figures.uncached, buffer);
    case COLUMN_TIMES:
        snprintf(buffer, CELL_BYTES, "%s×", av_number_count(figures.uncached / figures.cached, number));
        return buffer;
    case COLUMN_GROUPED:
        snprintf(buffer, CELL_BYTES, "%s %%", av_number(100 - 100.0 * config->n_kv_head / config->n_head, 1, number));
        return grouped ? buffer : "–";
    default:
        return grouped ? av_number_bytes(figures.ungrouped_cache_bytes, buffer) : "–";
    }
}

static void draw_row(const struct table *table, int row, int y)
{
    const struct av_pen *pen = table->pen;
    const struct av_shape *shape = &table->shapes[row];
    const struct av_sizes *sizes = &pen->player->sizes;
    bool chosen = row == sizes->shape;
    char buffer[CELL_BYTES];
    av_draw_text(pen, 1, y, AV_ROLE_STRONG, chosen ? "▶" : " ");
    av_draw_text(pen, 2, y, AV_ROLE_ERROR, sizes->n > shape->config.n_ctx ? "!" : " ");
    av_draw_text(pen, NAME_X, y, chosen ? AV_ROLE_STRONG : AV_ROLE_TEXT, shape->name);
    for (int column = COLUMN_NAME + 1; column < COLUMN_COUNT; column++) {
        bool shape_of_it = column <= COLUMN_HEADS;
        enum av_role role = chosen ? AV_ROLE_STRONG : shape_of_it ? AV_ROLE_QUIET : AV_ROLE_TEXT;
        if (table->ends[column] > 0)
            av_draw_right(pen, table->ends[column], y, role, cell_text(shape, sizes, (enum column)column, buffer));
    }
    av_canvas_add_hit(pen->canvas,
                      (struct av_hit){.x = 1,
                                      .y = y,
                                      .width = pen->canvas->width - 2,
                                      .height = 1,
                                      .command = {AV_COMMAND_CONTROL_SELECT, {AV_SIZES_MODEL, row - sizes->shape}}});
}

/* Lines about the chosen model, each filled and drawn by itself: long is with the formula's names, for where there is
 * room. */
struct details {
    char brief[DETAILS_MAX][224], full[DETAILS_MAX][224];
    enum av_role roles[DETAILS_MAX];
    int n;
};

static void add_detail(struct details *details, enum av_role role, const char *brief, const char *full)
{
    assert(details->n < DETAILS_MAX);
    snprintf(details->brief[details->n], sizeof *details->brief, "%s", brief);
    snprintf(details->full[details->n], sizeof *details->full, "%s", full);
    details->roles[details->n++] = role;
}

/* What the figures leave out: a context that is shorter than n, a window. */
static void add_limits(const struct av_pen *pen, const struct av_shape *shape, struct details *details)
{
    char text[224], limit[AV_NUMBER_BYTES];
    int n = pen->player->sizes.n;
    if (n > shape->config.n_ctx) {
        av_number_count((uint64_t)shape->config.n_ctx, limit);
        av_string_with(text, sizeof text, AV_STRING_SIZES_BEYOND, pen->language, limit);
        add_detail(details, AV_ROLE_ERROR, text, text);
    }
    if (shape->window > 0 && n > shape->window) {
        av_number_count((uint64_t)shape->window, limit);
        av_string_with(text, sizeof text, AV_STRING_SIZES_WINDOW, pen->language, limit);
        add_detail(details, AV_ROLE_TEXT, text, text);
    }
}

static void add_cache(const struct av_pen *pen, const struct av_config *config, struct details *details)
{
    const struct av_sizes *sizes = &pen->player->sizes;
    struct av_shape_figures figures = av_shape_figures(config, sizes);
    char token[AV_NUMBER_BYTES], all[AV_NUMBER_BYTES], product[96], texts[2][224];
    snprintf(product, sizeof product, "2⋅%d⋅%d⋅%d⋅%d B", config->n_layer, config->n_kv_head, config->d_k, sizes->bytes);
    av_number_bytes(figures.token_bytes, token);
    av_number_bytes(figures.cache_bytes, all);
    char n[AV_NUMBER_BYTES], batch[AV_NUMBER_BYTES];
    av_number_count((uint64_t)sizes->n, n);
    av_number_count((uint64_t)sizes->batch, batch);
    for (int full = 0; full < 2; full++)
        av_string_with(texts[full], sizeof texts[full], AV_STRING_SIZES_CACHE_LINE, pen->language,
                       full ? "2⋅n_layer⋅n_kv_head⋅d_k⋅bytes = " : "", product, token, n, batch, all);
    add_detail(details, AV_ROLE_TEXT, texts[0], texts[1]);
}

static void add_work(const struct av_pen *pen, const struct av_config *config, struct details *details)
{
    const struct av_sizes *sizes = &pen->player->sizes;
    struct av_shape_figures figures = av_shape_figures(config, sizes);
    char n[AV_NUMBER_BYTES], matrices[AV_NUMBER_BYTES], cached[AV_NUMBER_BYTES], uncached[AV_NUMBER_BYTES];
    char product[160], symbols[96], texts[2][224];
    av_number_count((uint64_t)sizes->n, n);
    av_number_brief(figures.matrices, matrices);
    av_number_brief(figures.cached, cached);
    av_number_brief(figures.uncached, uncached);
    snprintf(product, sizeof product, "%s + %s⋅%d⋅%d⋅2⋅%d", matrices, n, config->n_layer, config->n_head, config->d_k);
    snprintf(symbols, sizeof symbols,
             "%s + n⋅n_layer⋅n_head⋅2⋅d_k = ", av_string(AV_STRING_SIZES_MATRICES, pen->language));
    for (int full = 0; full < 2; full++)
        av_string_with(texts[full], sizeof texts[full], AV_STRING_SIZES_CACHED_LINE, pen->language, full ? symbols : "",
                       product, cached);
    add_detail(details, AV_ROLE_TEXT, texts[0], texts[1]);
    av_string_with(texts[0], sizeof texts[0], AV_STRING_SIZES_UNCACHED_LINE, pen->language, n, cached, uncached);
    add_detail(details, AV_ROLE_TEXT, texts[0], texts[0]);
}

static void add_groups(const struct av_pen *pen, const struct av_config *config, struct details *details)
{
    struct av_shape_figures figures = av_shape_figures(config, &pen->player->sizes);
    char heads[2][AV_NUMBER_BYTES], token[AV_NUMBER_BYTES], all[AV_NUMBER_BYTES], text[224];
    if (config->n_kv_head == config->n_head) {
        const char *words = av_string(AV_STRING_SIZES_UNGROUPED_LINE, pen->language);
        add_detail(details, AV_ROLE_QUIET, words, words);
        return;
    }
    av_string_with(
        text, sizeof text, AV_STRING_SIZES_GROUPED_LINE, pen->language,
        av_number_count((uint64_t)config->n_head, heads[0]), av_number_count((uint64_t)config->n_kv_head, heads[1]),
        av_number_bytes(figures.ungrouped_token_bytes, token), av_number_bytes(figures.ungrouped_cache_bytes, all));
    add_detail(details, AV_ROLE_TEXT, text, text);
}

static void draw_details(const struct av_pen *pen, const struct details *details, int y, int lines)
{
    int width = pen->canvas->width - 2;
    for (int i = 0; i < details->n && i < lines; i++) {
        bool full = av_pen_width(pen, details->full[i]) <= width;
        av_draw_cut(pen, 1, y + i, width, details->roles[i], full ? details->full[i] : details->brief[i]);
    }
}

/* How many lines of the table are in sight, and from which on, such that the chosen one is. */
static void choose_rows(struct table *table, int lines, int details)
{
    int chosen = table->pen->player->sizes.shape;
    int rows = lines - details > (lines + 1) / 2 ? lines - details : (lines + 1) / 2;
    table->rows = rows < table->count ? rows : table->count;
    int first = chosen - table->rows / 2, last = table->count - table->rows;
    table->first = first < 0 ? 0 : first > last ? last : first;
}

void av_draw_sizes(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct table table = {.pen = pen};
    struct details details = {.n = 0};
    table.shapes = av_shapes(&table.count);
    const struct av_shape *shape = &table.shapes[pen->player->sizes.shape];
    add_limits(pen, shape, &details);
    add_cache(pen, &shape->config, &details);
    add_work(pen, &shape->config, &details);
    add_groups(pen, &shape->config, &details);

    int y = box->y, end = box->y + box->height, heads = box->height >= TWO_HEADS_MIN ? 2 : 1;
    choose_columns(&table, box->width - 1);
    choose_rows(&table, box->height - heads, details.n);
    if (heads == 2) {
        av_draw_text(pen, 1, y, AV_ROLE_STRONG, av_string(AV_STRING_SIZES_FORMULAS, pen->language));
        for (size_t group = 0; group < COUNT(groups); group++)
            draw_group(&table, group, y);
        y++;
    }
    draw_headings(&table, y++);
    const struct av_command more = {AV_COMMAND_CONTROL_SELECT, {AV_SIZES_MODEL, 1}};
    const struct av_command less = {AV_COMMAND_CONTROL_SELECT, {AV_SIZES_MODEL, -1}};
    av_canvas_add_wheel_area(pen->canvas,
                             (struct av_wheel_area){0, y, box->width, table.rows, {less, more, less, more}});
    for (int i = 0; i < table.rows; i++)
        draw_row(&table, table.first + i, y++);
    y += end - y > details.n; /* a line of air */
    draw_details(pen, &details, y, end - y);
}
