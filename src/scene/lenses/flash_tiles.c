/* FlashAttention: the query, and its tiles: done, looked at, to come, hidden by the mask. */
#include <stdio.h>

#include "../number.h"
#include "flash.h"

#define TABLE_WIDTH  40 /* the four numbers of a tile … */
#define TABLE_X_MAX  62 /* … begin here at most, lest the eye lose its line */
#define KEYS_MIN     24 /* columns for its keys, or the numbers are left out */
#define RANGE_WIDTH  8  /* "97–128" */
#define LINE_BYTES   256
#define NUMBER_COUNT 4

/* Tiles of the step's keys: those that the row meets, and those that the mask hides from it. */
int av_flash_tiles_of_step(const struct av_flash_walk *walk)
{
    int hidden = walk->n_all - walk->n_tile * walk->flash.tile;
    return walk->n_tile + (hidden > 0 ? (hidden - 1) / walk->flash.tile + 1 : 0);
}

/* "query 10 它 · head 1 · 10 keys, 3 tiles of 4" */
void av_flash_draw_title(struct av_flash_sheet *sheet)
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
    av_flash_draw_line(sheet, AV_ROLE_STRONG, text);
}

static int table_x(const struct av_flash_sheet *sheet)
{
    int x = sheet->pen->canvas->width - 1 - TABLE_WIDTH;
    return x < TABLE_X_MAX ? x : TABLE_X_MAX;
}

/* The numbers of a tile stand at the right, where there is room for them beside the keys. */
static bool has_table(const struct av_flash_sheet *sheet)
{
    return table_x(sheet) >= KEYS_MIN;
}

void av_flash_draw_headings(struct av_flash_sheet *sheet)
{
    static const char *const names[NUMBER_COUNT] = {"max s", "f", "m", "l"};
    const struct av_pen *pen = sheet->pen;
    av_draw_text(pen, 3, sheet->y, AV_ROLE_QUIET, av_string(AV_STRING_FLASH_TILES, pen->language));
    for (int i = 0; i < NUMBER_COUNT && has_table(sheet); i++)
        av_draw_right(pen, table_x(sheet) + (i + 1) * TABLE_WIDTH / NUMBER_COUNT, sheet->y, AV_ROLE_QUIET, names[i]);
    sheet->y++;
}

/* The keys of a tile, by number and by token: "5–8  放在 桌子 上 ，". */
static void draw_keys_of(const struct av_flash_sheet *sheet, int first, int end, int x, int limit, enum av_role role)
{
    const struct av_pen *pen = sheet->pen;
    char range[32];
    snprintf(range, sizeof range, end - first > 1 ? "%d–%d" : "%d", first + 1, end);
    av_draw_cut(pen, x, sheet->y, limit - x, role, range);
    x += RANGE_WIDTH;
    for (int j = first; j < end && x < limit; j++) {
        const char *text = av_player_key_text(pen->player, j);
        if (x + av_pen_width(pen, text) > limit || (j < end - 1 && x + av_pen_width(pen, text) + 2 > limit)) {
            av_draw_cut(pen, x, sheet->y, limit - x, role, "…");
            return;
        }
        x = av_draw_text(pen, x, sheet->y, role, text) + 1;
    }
}

static void draw_met(const struct av_flash_sheet *sheet, const struct av_flash_met *met, enum av_role role)
{
    const float numbers[NUMBER_COUNT] = {met->max, met->factor, met->after.max, met->after.sum};
    const struct av_number_format format = {.width = TABLE_WIDTH / NUMBER_COUNT, .decimals = AV_FLASH_DECIMALS};
    char buffer[AV_NUMBER_BYTES];
    for (int i = 0; i < NUMBER_COUNT; i++)
        av_draw_right(sheet->pen, table_x(sheet) + (i + 1) * TABLE_WIDTH / NUMBER_COUNT, sheet->y, role,
                      sheet->covered ? "?" : av_number_cell(numbers[i], format, buffer));
}

/* A tile: what it is to the row by its sign and in words, its keys, and what is known after it. */
static void draw_tile(const struct av_flash_sheet *sheet, int t)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_flash_walk *walk = sheet->walk;
    int tile = walk->flash.tile, first = t * tile, end = first + tile;
    bool hidden = t >= walk->n_tile, now = t == walk->at, met = t < walk->at;
    int last = hidden ? walk->n_all : walk->n_key;
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
void av_flash_draw_tiles(struct av_flash_sheet *sheet)
{
    int lines = sheet->lines[AV_FLASH_PART_TILES], last = av_flash_tiles_of_step(sheet->walk) - lines;
    int first = sheet->walk->at - lines / 2;
    first = first > last ? last : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < lines; i++, sheet->y++)
        draw_tile(sheet, first + i);
}
