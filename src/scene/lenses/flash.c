/* FlashAttention: what happens in the tile that is looked at, what comes of the row, and what is held meanwhile. */
#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "attnviz/engine/functions.h"
#include "flash.h"

#define LABEL_WIDTH 5 /* in front of the numbers of a line */
#define CELL_WIDTH  8
#define VALUE_LABEL 24    /* "0.0442⋅v 桌子" */
#define SMALLEST    5e-5f /* that does not round to 0 */
#define PAIR_GAP    3
#define LINE_BYTES  256

static int d_v_of(const struct av_flash_sheet *sheet)
{
    return sheet->walk->flash.trace->model->config.d_v;
}

static bool at_last_tile(const struct av_flash_sheet *sheet)
{
    return sheet->walk->at == sheet->walk->n_tile - 1;
}

/* A number of a formula, in buffer: a whole one without decimals, and what would seem to be 0 with an exponent. */
static const char *number(const struct av_flash_sheet *sheet, float value, char buffer[AV_NUMBER_BYTES])
{
    if (sheet->covered)
        return "?";
    if (value != 0 && fabsf(value) < SMALLEST) {
        snprintf(buffer, AV_NUMBER_BYTES, "%s%.1e", value < 0 ? "−" : "", (double)fabsf(value));
        return buffer;
    }
    return av_number((double)value, floorf(value) == value ? 0 : AV_FLASH_DECIMALS, buffer);
}

/* An error that was measured: two digits of it, or a bare 0. */
static const char *measured(double value, char buffer[AV_NUMBER_BYTES])
{
    if (value == 0)
        return "0";
    snprintf(buffer, AV_NUMBER_BYTES, "%.1e", value);
    return isnan(value) ? "NaN" : buffer;
}

void av_flash_draw_line(struct av_flash_sheet *sheet, enum av_role role, const char *text)
{
    av_draw_cut(sheet->pen, 1, sheet->y++, sheet->pen->canvas->width - 2, role, text);
}

/* Numbers in cells after a label, as many as fit before end; … where that is not all of them. */
static void draw_numbers(const struct av_flash_sheet *sheet, int x, int end, enum av_role role, const char *label,
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
    struct av_number_format format = av_number_fit(CELL_WIDTH, largest, negative, false, AV_FLASH_DECIMALS);
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
static bool is_paired(const struct av_flash_sheet *sheet)
{
    return 2 * numbers_width(d_v_of(sheet)) + PAIR_GAP + 2 <= sheet->pen->canvas->width;
}

/* Two rows of d_v numbers, in one line or in two. */
static void draw_pair(struct av_flash_sheet *sheet, const char *const labels[2], const float *first,
                      const float *second)
{
    int width = sheet->pen->canvas->width, n = d_v_of(sheet);
    bool paired = is_paired(sheet);
    int middle = 1 + numbers_width(n) + PAIR_GAP;
    draw_numbers(sheet, 1, paired ? middle : width - 1, AV_ROLE_TEXT, labels[0], first, n);
    sheet->y += !paired;
    draw_numbers(sheet, paired ? middle : 1, width - 1, AV_ROLE_STRONG, labels[1], second, n);
    sheet->y++;
}

/* The first key in sight: where a tile has more than fit, the one with the greatest score is among them. */
static int first_in_sight(const struct av_flash_tile *tile, int fit)
{
    int greatest = 0;
    for (int i = 1; i < tile->n; i++)
        greatest = tile->scores[i] > tile->scores[greatest] ? i : greatest;
    int first = greatest - fit / 2, last = tile->n - fit;
    first = first > last ? last : first;
    return first < 0 ? 0 : first;
}

/* The tile's keys, their scores, and the exponentials by which their values are weighed. */
static void draw_keys(struct av_flash_sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_tile *now = &sheet->walk->now;
    int end = pen->canvas->width - 1, x = 1 + LABEL_WIDTH;
    bool all = now->n * CELL_WIDTH <= end - x;
    int first = all ? 0 : first_in_sight(now, (end - x - 2) / CELL_WIDTH), n = now->n - first;
    av_draw_text(pen, 1, sheet->y, AV_ROLE_QUIET, first > 0 ? "…" : "");
    for (int i = 0; i < n && x + CELL_WIDTH + (i < n - 1 ? 2 : 0) <= end; i++) {
        const char *text = av_player_key_text(pen->player, now->first + first + i);
        int width = av_pen_width(pen, text) < CELL_WIDTH - 1 ? av_pen_width(pen, text) : CELL_WIDTH - 1;
        x += CELL_WIDTH;
        av_draw_cut(pen, x - width, sheet->y, width, AV_ROLE_TEXT, text);
    }
    sheet->y++;
    draw_numbers(sheet, 1, end, AV_ROLE_TEXT, "s", now->scores + first, n);
    sheet->y++;
    draw_numbers(sheet, 1, end, AV_ROLE_WEIGHT, "p", now->weights + first, n);
    sheet->y++;
}

/* "m' = max(m, max s) = max(3.3, 4.9) = 4.9"; where that does not fit, "m' = max(3.3, 4.9) = 4.9". The line's last
 * column + 1. */
static int draw_equation(const struct av_flash_sheet *sheet, const char *name, const char *symbols, const char *numbers,
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
static void draw_factor_words(const struct av_flash_sheet *sheet, int x)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_tile *now = &sheet->walk->now;
    bool seen = now->before.max > -INFINITY, rescaled = seen && now->factor < 1;
    const enum av_string words = !seen      ? AV_STRING_FLASH_NOTHING_BEFORE
                                 : rescaled ? AV_STRING_FLASH_RESCALED
                                            : AV_STRING_FLASH_STAYS;
    if (!sheet->covered)
        av_draw_cut(pen, x, sheet->y, pen->canvas->width - 1 - x, rescaled ? AV_ROLE_STRONG : AV_ROLE_QUIET,
                    av_string(words, pen->language));
}

/* m, f and l with their numbers put in. */
static void draw_state(struct av_flash_sheet *sheet)
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
static void draw_end(struct av_flash_sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_walk *walk = sheet->walk;
    static const char *const labels[2] = {"o ÷ l", "a⋅V"};
    char text[LINE_BYTES], flash[AV_NUMBER_BYTES], plain[AV_NUMBER_BYTES], both[AV_NUMBER_BYTES];
    if (!at_last_tile(sheet)) {
        av_flash_draw_line(sheet, AV_ROLE_QUIET, av_string(AV_STRING_FLASH_AT_THE_END, pen->language));
        sheet->y += sheet->lines[AV_FLASH_PART_END] - 1;
        return;
    }
    draw_pair(sheet, labels, walk->out, walk->plain);
    av_string_with(text, sizeof text, AV_STRING_FLASH_ERRORS, pen->language, measured(walk->error.flash, flash),
                   measured(walk->error.plain, plain), measured(walk->error.both, both));
    av_flash_draw_line(sheet, AV_ROLE_GOOD, text);
}

/* What is held beside q, K and V: a tile's scores, against a row of them, against all rows. */
static void draw_bytes(struct av_flash_sheet *sheet)
{
    const struct av_flash_walk *walk = sheet->walk;
    const struct av_flash_bytes *bytes = &walk->now.bytes;
    const size_t all = (size_t)walk->n_row * (size_t)walk->n_all * sizeof(float); /* S of the head, all rows at once */
    const size_t sizes[3] = {bytes->flash, bytes->row, all};
    char text[LINE_BYTES], numbers[3][AV_NUMBER_BYTES];
    for (int i = 0; i < 3; i++)
        av_number_bytes(sizes[i], numbers[i]);
    av_string_with(text, sizeof text, AV_STRING_FLASH_BYTES, sheet->pen->language, numbers[0], numbers[1], numbers[2]);
    av_flash_draw_line(sheet, AV_ROLE_TEXT, text);
}

/* A line of the sum that o' is: "0.0442⋅v 桌子", and the numbers of that row of V. */
static void draw_value(struct av_flash_sheet *sheet, int k)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash *flash = &sheet->walk->flash;
    const struct av_config *config = &flash->trace->model->config;
    int j = sheet->walk->now.first + k, kv_head = flash->head / (config->n_head / config->n_kv_head);
    int end = pen->canvas->width - 1, x = 1 + VALUE_LABEL;
    char text[LINE_BYTES], p[AV_NUMBER_BYTES];
    snprintf(text, sizeof text, "+ %s⋅v %s", number(sheet, sheet->walk->now.weights[k], p),
             av_player_key_text(pen->player, j));
    av_draw_cut(pen, 3, sheet->y, VALUE_LABEL - 3, AV_ROLE_QUIET, text);
    for (int c = 0; c < config->d_v && x + CELL_WIDTH <= end; c++) {
        float v = av_trace_value(flash->trace, AV_QUANTITY_VALUE, flash->layer, j, kv_head * config->d_v + c);
        x += CELL_WIDTH;
        av_draw_right(pen, x, sheet->y, AV_ROLE_QUIET, number(sheet, v, p));
    }
    sheet->y++;
}

static void draw_mix(struct av_flash_sheet *sheet)
{
    static const char *const labels[2] = {"o", "o'"};
    const struct av_flash_tile *now = &sheet->walk->now;
    int end = sheet->y + sheet->lines[AV_FLASH_PART_MIX];
    if (sheet->lines[AV_FLASH_PART_MIX] > 1 + !is_paired(sheet))
        av_flash_draw_line(sheet, AV_ROLE_TEXT, "o' = f⋅o + Σ exp(s − m')⋅v");
    if (sheet->lines[AV_FLASH_PART_MIX] > 2 + !is_paired(sheet)) {
        for (int k = 0; k < now->n; k++)
            draw_value(sheet, k);
    }
    draw_pair(sheet, labels, now->o_before, now->o_after);
    sheet->y = end;
}

/* Deals out the lines: to each part by importance, then to more tiles, then to the terms of the mix; what is left is
 * air. */
static void share_lines(struct av_flash_sheet *sheet, int height)
{
    static const enum av_flash_part usual[AV_FLASH_PART_COUNT] = {
        AV_FLASH_PART_TILES, AV_FLASH_PART_STATE, AV_FLASH_PART_MIX,   AV_FLASH_PART_END,
        AV_FLASH_PART_KEYS,  AV_FLASH_PART_TITLE, AV_FLASH_PART_BYTES, AV_FLASH_PART_HEADINGS};
    static const enum av_flash_part at_end[AV_FLASH_PART_COUNT] = {
        AV_FLASH_PART_TILES, AV_FLASH_PART_END,   AV_FLASH_PART_MIX,   AV_FLASH_PART_STATE,
        AV_FLASH_PART_KEYS,  AV_FLASH_PART_TITLE, AV_FLASH_PART_BYTES, AV_FLASH_PART_HEADINGS};
    int rows = is_paired(sheet) ? 1 : 2, tiles = av_flash_tiles_of_step(sheet->walk);
    const int wanted[AV_FLASH_PART_COUNT] = {
        [AV_FLASH_PART_TILES] = 1,      [AV_FLASH_PART_STATE] = 3,   [AV_FLASH_PART_MIX] = rows,
        [AV_FLASH_PART_END] = rows + 1, [AV_FLASH_PART_KEYS] = 3,    [AV_FLASH_PART_TITLE] = 1,
        [AV_FLASH_PART_BYTES] = 1,      [AV_FLASH_PART_HEADINGS] = 1};
    for (int i = 0; i < AV_FLASH_PART_COUNT; i++) {
        enum av_flash_part part = at_last_tile(sheet) ? at_end[i] : usual[i];
        sheet->lines[part] = wanted[part] <= height ? wanted[part] : 0;
        height -= sheet->lines[part];
    }
    int more = tiles - 1 < height ? tiles - 1 : height;
    sheet->lines[AV_FLASH_PART_TILES] += more;
    height -= more;
    if (height > 0 &&
        sheet->lines[AV_FLASH_PART_MIX] > 0) { /* its formula; and its terms, where all of a full tile fit */
        int terms = height > sheet->walk->flash.tile ? sheet->walk->flash.tile : 0;
        sheet->lines[AV_FLASH_PART_MIX] += 1 + terms;
        height -= 1 + terms;
    }
    sheet->air = height;
}

void av_draw_flash(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[AV_FLASH_PART_COUNT])(struct av_flash_sheet *) = {
        [AV_FLASH_PART_TITLE] = av_flash_draw_title,
        [AV_FLASH_PART_HEADINGS] = av_flash_draw_headings,
        [AV_FLASH_PART_TILES] = av_flash_draw_tiles,
        [AV_FLASH_PART_KEYS] = draw_keys,
        [AV_FLASH_PART_STATE] = draw_state,
        [AV_FLASH_PART_MIX] = draw_mix,
        [AV_FLASH_PART_END] = draw_end,
        [AV_FLASH_PART_BYTES] = draw_bytes,
    };
    static const enum av_flash_part order[AV_FLASH_PART_COUNT] = {
        AV_FLASH_PART_TITLE, AV_FLASH_PART_HEADINGS, AV_FLASH_PART_TILES, AV_FLASH_PART_KEYS,
        AV_FLASH_PART_STATE, AV_FLASH_PART_MIX,      AV_FLASH_PART_END,   AV_FLASH_PART_BYTES};
    struct av_flash_sheet sheet = {.pen = pen, .walk = &pen->player->flash, .y = box->y};
    sheet.covered = av_player_covers(pen->player, AV_VIEW_S) || av_player_covers(pen->player, AV_VIEW_A) ||
                    av_player_covers(pen->player, AV_VIEW_MIX);
    share_lines(&sheet, box->height);
    av_add_wheel(pen, *box, AV_COMMAND_LENS_BACK, AV_COMMAND_LENS_NEXT, false);
    for (int i = 0; i < AV_FLASH_PART_COUNT; i++) {
        if (sheet.lines[order[i]] == 0)
            continue;
        draws[order[i]](&sheet);
        if (order[i] >= AV_FLASH_PART_TILES && order[i] <= AV_FLASH_PART_KEYS && sheet.air > 0) {
            sheet.y++;
            sheet.air--;
        }
    }
}
