/* FlashAttention: the tiles of a row, what happens in the one that is looked at, and what is held meanwhile. */
#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "attnviz/engine/functions.h"
#include "lenses.h"

#define LABEL_WIDTH  5 /* in front of the numbers of a line */
#define CELL_WIDTH   8
#define TABLE_WIDTH  40 /* the four numbers of a tile … */
#define TABLE_X_MAX  62 /* … begin here at most, lest the eye lose its line */
#define VALUE_LABEL  24 /* "0.0442⋅v 桌子" */
#define DECIMALS     4
#define SMALLEST     5e-5f /* that does not round to 0 */
#define PAIR_GAP     3
#define LINE_BYTES   256
#define NUMBER_COUNT 4

/* What may be shown, the most needed first, so long as there are lines. */
enum part {
    PART_TILES, /* at least the one that is looked at */
    PART_STATE, /* m, f, l */
    PART_MIX,   /* o before and after */
    PART_END,   /* o ÷ l, and how exact it is */
    PART_KEYS,  /* keys, scores, exponentials */
    PART_TITLE,
    PART_BYTES,
    PART_HEADINGS,
    PART_COUNT,
};

struct sheet {
    const struct av_pen *pen;
    const struct av_flash_walk *walk;
    bool covered;          /* a question is open that the numbers would answer */
    int lines[PART_COUNT]; /* of each part; 0 where there is no room for it */
    int air;               /* blank lines that may be left between the parts */
    int y;
};

static int d_v_of(const struct sheet *sheet)
{
    return sheet->walk->flash.trace->model->config.d_v;
}

static bool at_last_tile(const struct sheet *sheet)
{
    return sheet->walk->at == sheet->walk->n_tile - 1;
}

/* Tiles of the step's keys: those that the row meets, and those that the mask hides from it. */
static int tiles_of_step(const struct av_flash_walk *walk)
{
    int hidden = walk->n_row - walk->n_tile * walk->flash.tile;
    return walk->n_tile + (hidden > 0 ? (hidden - 1) / walk->flash.tile + 1 : 0);
}

/* A number of a formula, in buffer: a whole one without decimals, and what would seem to be 0 with an exponent. */
static const char *number(const struct sheet *sheet, float value, char buffer[AV_NUMBER_BYTES])
{
    if (sheet->covered)
        return "?";
    if (value != 0 && fabsf(value) < SMALLEST) {
        snprintf(buffer, AV_NUMBER_BYTES, "%s%.1e", value < 0 ? "−" : "", (double)fabsf(value));
        return buffer;
    }
    return av_number((double)value, floorf(value) == value ? 0 : DECIMALS, buffer);
}

/* An error that was measured: two digits of it, or a bare 0. */
static const char *measured(double value, char buffer[AV_NUMBER_BYTES])
{
    if (value == 0)
        return "0";
    snprintf(buffer, AV_NUMBER_BYTES, "%.1e", value);
    return isnan(value) ? "NaN" : buffer;
}

static void draw_line(struct sheet *sheet, enum av_role role, const char *text)
{
    av_draw_cut(sheet->pen, 1, sheet->y++, sheet->pen->canvas->width - 2, role, text);
}

/* Numbers in cells after a label, as many as fit before end; … where that is not all of them. */
static void draw_numbers(const struct sheet *sheet, int x, int end, enum av_role role, const char *label,
                         const float *numbers, int n)
{
    const struct av_pen *pen = sheet->pen;
    char buffer[AV_NUMBER_BYTES];
    float largest = 0;
    bool negative = false;
    for (int i = 0; i < n; i++) {
        largest = isfinite(numbers[i]) && fabsf(numbers[i]) > largest ? fabsf(numbers[i]) : largest;
        negative = negative || numbers[i] < 0;
    }
    struct av_number_format format = av_number_fit(CELL_WIDTH, largest, negative, false, DECIMALS);
    av_draw_text(pen, x, sheet->y, AV_ROLE_QUIET, label);
    x += LABEL_WIDTH;
    for (int i = 0; i < n; i++) {
        bool more = x + CELL_WIDTH + (i < n - 1 ? 2 : 0) > end;
        if (more) {
            av_draw_text(pen, x, sheet->y, AV_ROLE_QUIET, " …");
            return;
        }
        x += CELL_WIDTH;
        bool hidden = numbers[i] == -INFINITY;
        av_draw_right(pen, x, sheet->y, hidden ? AV_ROLE_MASKED : role,
                      sheet->covered ? "?" : av_number_cell(numbers[i], format, buffer));
    }
}

static int numbers_width(int n)
{
    return LABEL_WIDTH + n * CELL_WIDTH;
}

/* True where two rows of d_v numbers stand beside each other. */
static bool is_paired(const struct sheet *sheet)
{
    return 2 * numbers_width(d_v_of(sheet)) + PAIR_GAP + 2 <= sheet->pen->canvas->width;
}

/* Two rows of d_v numbers, in one line or in two. */
static void draw_pair(struct sheet *sheet, const char *const labels[2], const float *first, const float *second)
{
    int width = sheet->pen->canvas->width, n = d_v_of(sheet);
    bool paired = is_paired(sheet);
    int middle = 1 + numbers_width(n) + PAIR_GAP;
    draw_numbers(sheet, 1, paired ? middle : width - 1, AV_ROLE_TEXT, labels[0], first, n);
    sheet->y += !paired;
    draw_numbers(sheet, paired ? middle : 1, width - 1, AV_ROLE_STRONG, labels[1], second, n);
    sheet->y++;
}

/* "query 10 它 · head 1 · 10 keys, 3 tiles of 4" */
static void draw_title(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_walk *walk = sheet->walk;
    const struct av_config *config = &walk->flash.trace->model->config;
    char text[LINE_BYTES], numbers[NUMBER_COUNT][16], shared[64] = "";
    const int values[NUMBER_COUNT] = {walk->flash.i + 1, walk->n_key, walk->n_tile, walk->flash.tile};
    for (int i = 0; i < NUMBER_COUNT; i++)
        snprintf(numbers[i], sizeof numbers[i], "%d", values[i]);
    if (config->n_kv_head < config->n_head) {
        char head[16];
        snprintf(head, sizeof head, "%d", walk->flash.head / (config->n_head / config->n_kv_head) + 1);
        av_string_with(shared, sizeof shared, AV_STRING_FLASH_SHARED, pen->language, head);
    }
    av_string_with(text, sizeof text, AV_STRING_FLASH_TITLE, pen->language,
                   av_player_token_text(pen->player, walk->flash.i), numbers[0], numbers[1], numbers[2], numbers[3],
                   shared);
    draw_line(sheet, AV_ROLE_STRONG, text);
}

static int table_x(const struct sheet *sheet)
{
    int x = sheet->pen->canvas->width - 1 - TABLE_WIDTH;
    return x < TABLE_X_MAX ? x : TABLE_X_MAX;
}

/* The numbers of a tile stand at the right, where there is room for them beside the keys. */
static bool has_table(const struct sheet *sheet)
{
    return table_x(sheet) >= 24;
}

static void draw_headings(struct sheet *sheet)
{
    static const char *const names[NUMBER_COUNT] = {"max s", "f", "m", "l"};
    const struct av_pen *pen = sheet->pen;
    av_draw_text(pen, 3, sheet->y, AV_ROLE_QUIET, av_string(AV_STRING_FLASH_TILES, pen->language));
    for (int i = 0; i < NUMBER_COUNT && has_table(sheet); i++)
        av_draw_right(pen, table_x(sheet) + (i + 1) * TABLE_WIDTH / NUMBER_COUNT, sheet->y, AV_ROLE_QUIET, names[i]);
    sheet->y++;
}

/* The keys of a tile, by number and by token: "5–8  放在 桌子 上 ，". */
static void draw_keys_of(const struct sheet *sheet, int first, int end, int x, int limit, enum av_role role)
{
    const struct av_pen *pen = sheet->pen;
    char range[32];
    snprintf(range, sizeof range, end - first > 1 ? "%d–%d" : "%d", first + 1, end);
    av_draw_cut(pen, x, sheet->y, limit - x, role, range);
    x += 8;
    for (int j = first; j < end && x < limit; j++) {
        const char *text = av_player_token_text(pen->player, j);
        if (x + av_pen_width(pen, text) > limit || (j < end - 1 && x + av_pen_width(pen, text) + 2 > limit)) {
            av_draw_cut(pen, x, sheet->y, limit - x, role, "…");
            return;
        }
        x = av_draw_text(pen, x, sheet->y, role, text) + 1;
    }
}

static void draw_met(const struct sheet *sheet, const struct av_flash_met *met, enum av_role role)
{
    const float numbers[NUMBER_COUNT] = {met->max, met->factor, met->after.max, met->after.sum};
    const struct av_number_format format = {.width = TABLE_WIDTH / NUMBER_COUNT, .decimals = DECIMALS};
    char buffer[AV_NUMBER_BYTES];
    for (int i = 0; i < NUMBER_COUNT; i++)
        av_draw_right(sheet->pen, table_x(sheet) + (i + 1) * TABLE_WIDTH / NUMBER_COUNT, sheet->y, role,
                      sheet->covered ? "?" : av_number_cell(numbers[i], format, buffer));
}

/* A tile: what it is to the row by its sign and in words, its keys, and what is known after it. */
static void draw_tile(const struct sheet *sheet, int t)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_walk *walk = sheet->walk;
    int tile = walk->flash.tile, first = t * tile, end = first + tile;
    bool hidden = t >= walk->n_tile, now = t == walk->at, met = t < walk->at;
    int last = hidden ? walk->n_row : walk->n_key;
    enum av_role role = hidden ? AV_ROLE_MASKED : now ? AV_ROLE_STRONG : met ? AV_ROLE_TEXT : AV_ROLE_QUIET;
    bool table = has_table(sheet);
    av_draw_text(pen, 1, sheet->y, role, hidden ? "✗" : now ? "▶" : met ? "✓" : "·");
    draw_keys_of(sheet, first, end < last ? end : last, 3, table ? table_x(sheet) : pen->canvas->width - 1, role);
    if (table && (now || met) && t >= walk->first_met)
        draw_met(sheet, &walk->met[t - walk->first_met], role);
    else if (table && !now && !met)
        av_draw_right(pen, table_x(sheet) + TABLE_WIDTH, sheet->y, role,
                      av_string(hidden ? AV_STRING_FLASH_HIDDEN : AV_STRING_FLASH_TO_COME, pen->language));
    if (!hidden)
        av_canvas_add_hit(pen->canvas,
                          (struct av_hit){.x = 1,
                                          .y = sheet->y,
                                          .width = pen->canvas->width - 2,
                                          .height = 1,
                                          .command = {AV_COMMAND_CONTROL_SELECT, {AV_FLASH_TILE, t - walk->at}}});
}

/* As many tiles as there are lines, the one that is looked at among them. */
static void draw_tiles(struct sheet *sheet)
{
    int lines = sheet->lines[PART_TILES], last = tiles_of_step(sheet->walk) - lines;
    int first = sheet->walk->at - lines / 2;
    first = first > last ? last : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < lines; i++, sheet->y++)
        draw_tile(sheet, first + i);
}

/* The tile's keys, their scores, and the exponentials by which their values are weighed. */
static void draw_keys(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_tile *now = &sheet->walk->now;
    int end = pen->canvas->width - 1, x = 1 + LABEL_WIDTH;
    for (int i = 0; i < now->n && x + CELL_WIDTH <= end; i++, x += CELL_WIDTH) {
        const char *text = av_player_token_text(pen->player, now->first + i);
        int width = av_pen_width(pen, text) < CELL_WIDTH - 1 ? av_pen_width(pen, text) : CELL_WIDTH - 1;
        if (x + CELL_WIDTH + (i < now->n - 1 ? 2 : 0) <= end)
            av_draw_cut(pen, x + CELL_WIDTH - width, sheet->y, width, AV_ROLE_TEXT, text);
    }
    sheet->y++;
    draw_numbers(sheet, 1, end, AV_ROLE_TEXT, "s", now->scores, now->n);
    sheet->y++;
    draw_numbers(sheet, 1, end, AV_ROLE_WEIGHT, "p", now->weights, now->n);
    sheet->y++;
}

/* "m' = max(m, max s) = max(3.3, 4.9) = 4.9"; where that does not fit, "m' = max(3.3, 4.9) = 4.9". The line's last column + 1. */
static int draw_equation(const struct sheet *sheet, const char *name, const char *symbols, const char *numbers,
                         const char *result)
{
    const struct av_pen *pen = sheet->pen;
    char text[LINE_BYTES];
    int width = pen->canvas->width - 2;
    const char *equals = *numbers != '\0' ? " = " : "";
    snprintf(text, sizeof text, "%s = %s%s%s = %s", name, symbols, equals, numbers, result);
    if (av_pen_width(pen, text) > width && *numbers != '\0')
        snprintf(text, sizeof text, "%s = %s = %s", name, numbers, result);
    return av_draw_cut(pen, 1, sheet->y, width, AV_ROLE_TEXT, text);
}

/* What the factor did. */
static void draw_factor_words(const struct sheet *sheet, int x)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_tile *now = &sheet->walk->now;
    bool seen = now->before.max > -INFINITY, rescaled = seen && now->factor < 1;
    const enum av_string words = !seen      ? AV_STRING_FLASH_NOTHING_BEFORE
                                 : rescaled ? AV_STRING_FLASH_RESCALED
                                            : AV_STRING_FLASH_STAYS;
    if (!sheet->covered)
        av_draw_cut(pen, x, sheet->y, pen->canvas->width - 1 - x, rescaled ? AV_ROLE_CHANGED : AV_ROLE_QUIET,
                    av_string(words, pen->language));
}

/* m, f and l with their numbers put in. */
static void draw_state(struct sheet *sheet)
{
    const struct av_flash_tile *now = &sheet->walk->now;
    char numbers[LINE_BYTES], buffers[3][AV_NUMBER_BYTES], f[AV_NUMBER_BYTES];
    const char *before = number(sheet, now->before.max, buffers[0]);
    const char *after = number(sheet, now->after.max, buffers[1]);
    const char *factor = number(sheet, now->factor, f);
    snprintf(numbers, sizeof numbers, "max(%s, %s)", before, number(sheet, now->max, buffers[2]));
    draw_equation(sheet, "m'", "max(m, max s)", numbers, after);
    sheet->y++;
    /* −∞ − m' would be no help */
    numbers[0] = '\0';
    if (now->before.max > -INFINITY)
        snprintf(numbers, sizeof numbers, "exp(%s − %s)", before, after);
    draw_factor_words(sheet, draw_equation(sheet, "f", "exp(m − m')", numbers, factor) + 2);
    sheet->y++;
    snprintf(numbers, sizeof numbers, "%s⋅%s + %s", factor, number(sheet, now->before.sum, buffers[0]),
             number(sheet, av_sum(now->weights, now->n), buffers[1]));
    draw_equation(sheet, "l'", "f⋅l + Σ exp(s − m')", numbers, number(sheet, now->after.sum, buffers[2]));
    sheet->y++;
}

/* The row after the last tile, the same the plain way, and how far both are from float64. */
static void draw_end(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_walk *walk = sheet->walk;
    static const char *const labels[2] = {"o ÷ l", "a⋅V"};
    char text[LINE_BYTES], flash[AV_NUMBER_BYTES], plain[AV_NUMBER_BYTES], both[AV_NUMBER_BYTES];
    if (!at_last_tile(sheet)) {
        draw_line(sheet, AV_ROLE_QUIET, av_string(AV_STRING_FLASH_AT_THE_END, pen->language));
        sheet->y += sheet->lines[PART_END] - 1;
        return;
    }
    draw_pair(sheet, labels, walk->out, walk->plain);
    av_string_with(text, sizeof text, AV_STRING_FLASH_ERRORS, pen->language, measured(walk->error.flash, flash),
                   measured(walk->error.plain, plain), measured(walk->error.both, both));
    draw_line(sheet, AV_ROLE_GOOD, text);
}

/* What is held beside q, K and V: a tile's scores, against a row of them, against all rows. */
static void draw_bytes(struct sheet *sheet)
{
    const struct av_flash_walk *walk = sheet->walk;
    const struct av_flash_bytes *bytes = &walk->now.bytes;
    const size_t all = av_flash_bytes(walk->n_row, walk->flash.tile, d_v_of(sheet)).matrix;
    const size_t sizes[3] = {bytes->flash, bytes->row, all};
    char text[LINE_BYTES], numbers[3][AV_NUMBER_BYTES];
    for (int i = 0; i < 3; i++)
        av_number_bytes(sizes[i], numbers[i]);
    av_string_with(text, sizeof text, AV_STRING_FLASH_BYTES, sheet->pen->language, numbers[0], numbers[1], numbers[2]);
    draw_line(sheet, AV_ROLE_TEXT, text);
}

/* A line of the sum that o' is: "0.0442⋅v 桌子", and the numbers of that row of V. */
static void draw_value(struct sheet *sheet, int k)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash *flash = &sheet->walk->flash;
    const struct av_config *config = &flash->trace->model->config;
    int j = sheet->walk->now.first + k, kv_head = flash->head / (config->n_head / config->n_kv_head);
    int end = pen->canvas->width - 1, x = 1 + VALUE_LABEL;
    char text[LINE_BYTES], p[AV_NUMBER_BYTES];
    snprintf(text, sizeof text, "+ %s⋅v %s", number(sheet, sheet->walk->now.weights[k], p),
             av_player_token_text(pen->player, j));
    av_draw_cut(pen, 3, sheet->y, VALUE_LABEL - 3, AV_ROLE_QUIET, text);
    for (int c = 0; c < config->d_v && x + CELL_WIDTH <= end; c++) {
        float v = av_trace_value(flash->trace, AV_QUANTITY_VALUE, flash->layer, j, kv_head * config->d_v + c);
        x += CELL_WIDTH;
        av_draw_right(pen, x, sheet->y, AV_ROLE_QUIET, number(sheet, v, p));
    }
    sheet->y++;
}

static void draw_mix(struct sheet *sheet)
{
    static const char *const labels[2] = {"o", "o'"};
    const struct av_flash_tile *now = &sheet->walk->now;
    int end = sheet->y + sheet->lines[PART_MIX];
    if (sheet->lines[PART_MIX] > 1 + !is_paired(sheet))
        draw_line(sheet, AV_ROLE_TEXT, "o' = f⋅o + Σ exp(s − m')⋅v");
    if (sheet->lines[PART_MIX] > 2 + !is_paired(sheet)) {
        for (int k = 0; k < now->n; k++)
            draw_value(sheet, k);
    }
    draw_pair(sheet, labels, now->o_before, now->o_after);
    sheet->y = end;
}

/* Deals out the lines: to each part by importance, then to more tiles, then to the terms of the mix; what is left is air. */
static void share_lines(struct sheet *sheet, int height)
{
    static const enum part usual[PART_COUNT] = {PART_TILES, PART_STATE, PART_MIX,   PART_END,
                                                PART_KEYS,  PART_TITLE, PART_BYTES, PART_HEADINGS};
    static const enum part at_end[PART_COUNT] = {PART_TILES, PART_END,   PART_MIX,   PART_STATE,
                                                 PART_KEYS,  PART_TITLE, PART_BYTES, PART_HEADINGS};
    int rows = is_paired(sheet) ? 1 : 2, tiles = tiles_of_step(sheet->walk);
    const int wanted[PART_COUNT] = {[PART_TILES] = 1, [PART_STATE] = 3, [PART_MIX] = rows, [PART_END] = rows + 1,
                                    [PART_KEYS] = 3,  [PART_TITLE] = 1, [PART_BYTES] = 1,  [PART_HEADINGS] = 1};
    for (int i = 0; i < PART_COUNT; i++) {
        enum part part = at_last_tile(sheet) ? at_end[i] : usual[i];
        sheet->lines[part] = wanted[part] <= height ? wanted[part] : 0;
        height -= sheet->lines[part];
    }
    int more = tiles - 1 < height ? tiles - 1 : height;
    sheet->lines[PART_TILES] += more;
    height -= more;
    if (height > 0 && sheet->lines[PART_MIX] > 0) { /* its formula; and its terms, where all of a full tile fit */
        int terms = height > sheet->walk->flash.tile ? sheet->walk->flash.tile : 0;
        sheet->lines[PART_MIX] += 1 + terms;
        height -= 1 + terms;
    }
    sheet->air = height;
}

void av_draw_flash(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_TITLE] = draw_title, [PART_HEADINGS] = draw_headings, [PART_TILES] = draw_tiles,
        [PART_KEYS] = draw_keys,   [PART_STATE] = draw_state,       [PART_MIX] = draw_mix,
        [PART_END] = draw_end,     [PART_BYTES] = draw_bytes,
    };
    static const enum part order[PART_COUNT] = {PART_TITLE, PART_HEADINGS, PART_TILES, PART_KEYS,
                                                PART_STATE, PART_MIX,      PART_END,   PART_BYTES};
    struct sheet sheet = {.pen = pen, .walk = &pen->player->flash, .y = box->y};
    sheet.covered = av_player_covers(pen->player, AV_VIEW_S) || av_player_covers(pen->player, AV_VIEW_A) ||
                    av_player_covers(pen->player, AV_VIEW_MIX);
    share_lines(&sheet, box->height);
    av_add_wheel(pen, *box, AV_COMMAND_LENS_BACK, AV_COMMAND_LENS_NEXT, false);
    for (int i = 0; i < PART_COUNT; i++) {
        if (sheet.lines[order[i]] == 0)
            continue;
        draws[order[i]](&sheet);
        if (order[i] >= PART_TILES && order[i] <= PART_KEYS && sheet.air > 0) {
            sheet.y++;
            sheet.air--;
        }
    }
}
