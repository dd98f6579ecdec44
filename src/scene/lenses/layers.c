/* The layers as a stack: what goes into each and comes out, what it keeps, and which of its rows have changed. */
#include <stdio.h>

#include "../number.h"
#include "attnviz/player/layers.h"
#include "cells.h"
#include "parts.h"

#define NUMBER_WIDTH 6 /* "▶ 12" */
#define LENGTH_WIDTH 9
#define BYTES_WIDTH  10
#define COUNT_WIDTH  8
#define LABEL_WIDTH  6
#define WIDE_MIN     76 /* columns of the screen; below, only what is about the cache is shown */
#define LAYERS_MIN   2
#define TEXT_BYTES   256

/* What may be shown, from top to bottom. */
enum part { PART_HEAD, PART_LAYERS, PART_VERDICT, PART_TOTAL, PART_DETAILS, PART_COUNT };

struct sheet {
    const struct av_pen *pen;
    const struct av_config *config;
    int n; /* tokens so far */
    bool wide, covered;
    int lines[PART_COUNT];
    int first; /* layer in sight */
    int y;
};

static void draw_count(const struct sheet *sheet, int end, int layer, enum av_layer_part part)
{
    char text[32];
    int count = av_layers_count(sheet->pen->player, layer, part);
    snprintf(text, sizeof text, "%s%d/%d", count > 0 ? "!" : "", count, sheet->pen->player->layers.n_old);
    av_draw_right(sheet->pen, end, sheet->y, count > 0 ? AV_ROLE_RECOMPUTED : AV_ROLE_REUSED,
                  sheet->covered ? "?" : text);
}

/* Where the columns of a line end; of a narrow screen some have no width. */
struct columns {
    int in, out, bytes, changed[AV_LAYER_PART_COUNT], rows;
};

static struct columns columns_of(const struct sheet *sheet)
{
    struct columns columns = {.in = 1 + NUMBER_WIDTH};
    columns.in += sheet->wide ? LENGTH_WIDTH : 0;
    columns.out = columns.in + (sheet->wide ? LENGTH_WIDTH : 0);
    columns.bytes = columns.out + BYTES_WIDTH;
    int x = columns.bytes;
    for (int part = 0; part < AV_LAYER_PART_COUNT; part++) {
        x += sheet->wide || part == AV_LAYER_CACHED ? COUNT_WIDTH : 0;
        columns.changed[part] = x;
    }
    columns.rows = x + 2;
    return columns;
}

/* As many rows as there is room for, the last ones: "=" for one that is what it was, "!" changed, "+" new. */
static int first_row(const struct sheet *sheet)
{
    int room = sheet->pen->canvas->width - 1 - columns_of(sheet).rows;
    return sheet->n > room ? sheet->n - room : 0;
}

static void draw_head(struct sheet *sheet)
{
    static const enum av_string names[AV_LAYER_PART_COUNT] = {
        [AV_LAYER_INPUT] = AV_STRING_LAYERS_IN, [AV_LAYER_OUTPUT] = AV_STRING_LAYERS_OUT};
    const struct av_pen *pen = sheet->pen;
    struct columns columns = columns_of(sheet);
    char text[TEXT_BYTES], rows[48];
    av_draw_text(pen, 1, sheet->y, AV_ROLE_QUIET, av_string(AV_STRING_LAYER, pen->language));
    if (sheet->wide) {
        for (int out = 0; out < 2; out++) {
            snprintf(text, sizeof text, "|%s|",
                     av_string(out ? AV_STRING_LAYERS_OUT : AV_STRING_LAYERS_IN, pen->language));
            av_draw_right(pen, out ? columns.out : columns.in, sheet->y, AV_ROLE_QUIET, text);
        }
        int x = columns.bytes + 2;
        av_draw_text(pen, x, sheet->y, AV_ROLE_QUIET, av_string(AV_STRING_LAYERS_CHANGED, pen->language));
    }
    for (int part = 0; part < AV_LAYER_PART_COUNT; part++) {
        const char *name = part == AV_LAYER_CACHED ? "K, V" : av_string(names[part], pen->language);
        if (part == AV_LAYER_CACHED || (sheet->wide && part == AV_LAYER_OUTPUT))
            av_draw_right(pen, columns.changed[part], sheet->y, AV_ROLE_QUIET, name);
    }
    av_draw_right(pen, columns.bytes, sheet->y, AV_ROLE_QUIET, av_string(AV_STRING_BYTES, pen->language));
    snprintf(rows, sizeof rows, "%d–%d", first_row(sheet) + 1, sheet->n);
    av_string_with(text, sizeof text, AV_STRING_LAYERS_ROWS, pen->language, rows);
    av_draw_cut(pen, columns.rows, sheet->y++, pen->canvas->width - 1 - columns.rows, AV_ROLE_QUIET, text);
}

static void draw_length(const struct sheet *sheet, int end, int layer, enum av_layer_part part)
{
    char number[AV_NUMBER_BYTES];
    double length = av_layers_length(sheet->pen->player, layer, part);
    av_draw_right(sheet->pen, end, sheet->y, AV_ROLE_TEXT, sheet->covered ? "?" : av_number(length, 3, number));
}

static void draw_marks(const struct sheet *sheet, int x, int layer)
{
    const struct av_pen *pen = sheet->pen;
    for (int row = first_row(sheet); row < sheet->n; row++) {
        bool new = row >= pen->player->layers.n_old;
        bool changed = !new &&av_layers_changed(pen->player, layer, AV_LAYER_CACHED, row);
        enum av_state state = new ? AV_STATE_NEW : changed ? AV_STATE_RECOMPUTED : AV_STATE_REUSED;
        x = av_draw_text(pen, x, sheet->y, av_state_role(state), sheet->covered ? "?" : av_state_glyph(state));
    }
}

static void draw_layer(struct sheet *sheet, int layer)
{
    const struct av_pen *pen = sheet->pen;
    struct columns columns = columns_of(sheet);
    bool chosen = layer == pen->player->place.layer;
    char text[32], number[AV_NUMBER_BYTES];
    snprintf(text, sizeof text, "%s %d", chosen ? "▶" : " ", layer + 1);
    av_draw_text(pen, 1, sheet->y, chosen ? AV_ROLE_STRONG : AV_ROLE_TEXT, text);
    if (sheet->wide) {
        draw_length(sheet, columns.in, layer, AV_LAYER_INPUT);
        draw_length(sheet, columns.out, layer, AV_LAYER_OUTPUT);
    }
    snprintf(text, sizeof text, "%s B", av_number_count(av_layers_bytes(sheet->config, sheet->n), number));
    av_draw_right(pen, columns.bytes, sheet->y, AV_ROLE_TEXT, av_player_covers_cost(pen->player) ? "?" : text);
    for (int part = 0; part < AV_LAYER_PART_COUNT; part++) {
        if (part == AV_LAYER_CACHED || (sheet->wide && part == AV_LAYER_OUTPUT))
            draw_count(sheet, columns.changed[part], layer, (enum av_layer_part)part);
    }
    draw_marks(sheet, columns.rows, layer);
    sheet->y++;
}

static void draw_layers(struct sheet *sheet)
{
    for (int i = 0; i < sheet->lines[PART_LAYERS]; i++)
        draw_layer(sheet, sheet->first + i);
}

/* What the counts say about a cache. */
static void draw_verdict(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    int stale = 0, from = 0, given = 0;
    char text[TEXT_BYTES], old[16], count[16], layer[16];
    for (int l = sheet->config->n_layer - 1; l >= 0; l--) {
        int changed = av_layers_count(pen->player, l, AV_LAYER_CACHED);
        stale += changed;
        from = changed > 0 ? l + 1 : from;
        given += av_layers_count(pen->player, l, AV_LAYER_OUTPUT);
    }
    snprintf(old, sizeof old, "%d", pen->player->layers.n_old);
    snprintf(count, sizeof count, "%d", stale);
    snprintf(layer, sizeof layer, "%d", from);
    if (pen->player->layers.n_old == 0)
        av_string_with(text, sizeof text, AV_STRING_LAYERS_FIRST, pen->language);
    else if (stale > 0)
        av_string_with(text, sizeof text, AV_STRING_LAYERS_STALE, pen->language, layer, count);
    else
        av_string_with(text, sizeof text, given > 0 ? AV_STRING_LAYERS_ABOVE : AV_STRING_LAYERS_TRUE, pen->language,
                       old);
    enum av_role role = pen->player->layers.n_old == 0 ? AV_ROLE_QUIET : stale > 0 ? AV_ROLE_ERROR : AV_ROLE_GOOD;
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2, role, sheet->covered ? "?" : text);
}

static void draw_total(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    uint64_t each = av_layers_bytes(sheet->config, sheet->n);
    char text[TEXT_BYTES], factors[96], number[AV_NUMBER_BYTES], sum[AV_NUMBER_BYTES];
    snprintf(factors, sizeof factors, "%d⋅%s", sheet->config->n_layer, av_number_count(each, number));
    av_string_with(text, sizeof text, AV_STRING_LAYERS_TOTAL, pen->language, factors,
                   av_number_count(each * (uint64_t)sheet->config->n_layer, sum));
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2, AV_ROLE_TEXT,
                av_player_covers_cost(pen->player) ? "?" : text);
}

/* The current token's row as it goes into the layer that is looked at, and as it comes out. */
static void draw_row(struct sheet *sheet, enum av_string name, enum av_quantity quantity)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_place *place = &pen->player->place;
    int n = sheet->config->d_model;
    struct av_cells cells = {pen, 1 + LABEL_WIDTH, sheet->y, pen->canvas->width - 1, n, sheet->covered};
    av_draw_text(pen, 1, sheet->y++, AV_ROLE_QUIET, av_string(name, pen->language));
    for (int c = 0; c < n; c++) {
        float value = av_trace_value(av_player_trace(pen->player), quantity, place->layer, place->token, c);
        if (!av_draw_cell(&cells, AV_ROLE_TEXT, value))
            break;
    }
}

static void draw_details(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    int layer = pen->player->place.layer;
    char text[TEXT_BYTES], numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%d", layer + 1);
    snprintf(numbers[1], sizeof numbers[1], "%d", layer);
    draw_row(sheet, AV_STRING_LAYERS_IN, AV_QUANTITY_INPUT);
    draw_row(sheet, AV_STRING_LAYERS_OUT, av_quantity_layer_result(sheet->config));
    av_string_with(text, sizeof text, layer == 0 ? AV_STRING_LAYERS_BOTTOM : AV_STRING_LAYERS_HANDED, pen->language,
                   numbers[0], numbers[1]);
    bool equal = layer == 0 || av_layers_handed_on(pen->player, layer);
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2,
                layer == 0 ? AV_ROLE_QUIET
                : equal    ? AV_ROLE_GOOD
                           : AV_ROLE_ERROR,
                equal ? text : "≠");
}

/* Deals out the lines by importance; what is left shows more layers first. */
static void share_lines(struct sheet *sheet, int height)
{
    int all = sheet->config->n_layer, least = all < LAYERS_MIN ? all : LAYERS_MIN;
    static const int order[PART_COUNT] = {PART_LAYERS, PART_VERDICT, PART_HEAD, PART_TOTAL, PART_DETAILS};
    const int wanted[PART_COUNT] = {
        [PART_HEAD] = 1, [PART_LAYERS] = least, [PART_VERDICT] = 1, [PART_TOTAL] = 1, [PART_DETAILS] = 3};
    height = av_parts_deal(wanted, order, PART_COUNT, height, sheet->lines);
    int more = all - least;
    sheet->lines[PART_LAYERS] += more < height ? more : height;
    int in_sight = sheet->lines[PART_LAYERS], first = sheet->pen->player->place.layer - in_sight / 2;
    sheet->first = first < 0 ? 0 : first > all - in_sight ? all - in_sight : first;
}

void av_draw_layers(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_HEAD] = draw_head,   [PART_LAYERS] = draw_layers,   [PART_VERDICT] = draw_verdict,
        [PART_TOTAL] = draw_total, [PART_DETAILS] = draw_details,
    };
    static const bool airy[PART_COUNT] = {[PART_VERDICT] = true, [PART_DETAILS] = true};
    struct sheet sheet = {
        .pen = pen,
        .config = &pen->player->run.lesson->model.config,
        .n = pen->player->place.token + 1,
        .wide = pen->canvas->width >= WIDE_MIN,
        .covered = av_player_covers_any(pen->player),
        .y = box->y,
    };
    share_lines(&sheet, box->height);
    av_add_wheel(pen, *box, AV_COMMAND_LAYER_BACK, AV_COMMAND_LAYER_NEXT, false);
    int air[PART_COUNT];
    av_parts_air(sheet.lines, airy, PART_COUNT, box->height, air);
    for (int part = 0; part < PART_COUNT; part++) {
        if (sheet.lines[part] == 0)
            continue;
        sheet.y += air[part];
        draws[part](&sheet);
    }
}
