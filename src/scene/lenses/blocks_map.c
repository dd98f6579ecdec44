/* S as it stands in the step, with a rule between what is old and what is new. */
#include <stdio.h>

#include "../number.h"
#include "blocks.h"

#define RULE 3  /* columns of " │ " */
#define NEW  9  /* at least, of the new key's column: its name goes over it */
#define NAME 10 /* of a block and its sign */
#define SIGN 2  /* columns of a cell that shows its state alone */

struct map {
    const struct av_pen *pen;
    struct av_view view;
    struct av_matrix_fit fit;
    int x, y;
    int n;               /* the last row and column are new */
    int cells_x, rule_x; /* where the old columns begin, and the rule after them */
    int new_width;
    bool signs; /* the numbers would leave too few columns in sight */
    bool covered;
};

/* The step is looked at once it has scores. */
static struct av_view scores(const struct av_player *player)
{
    struct av_place place = player->place;
    if (place.stage < (int)AV_STAGE_SCORES)
        place.stage = AV_STAGE_SCORES;
    struct av_view view = av_view_at(player, AV_VIEW_S, &place);
    view.rows = view.columns = player->place.token + 1; /* tokens to come have no part in it */
    return view;
}

static int old_columns(const struct map *map)
{
    return map->fit.n_column - 1;
}

/* As many columns as there is room for, the newest of them. */
static void fit_signs(struct av_matrix_fit *fit, int room, int n)
{
    int most = (room - RULE - NEW) / SIGN + 1;
    fit->format.width = SIGN;
    fit->n_column = n < most ? n : most;
    fit->first_column = n - fit->n_column;
}

static struct map map_of(const struct av_pen *pen, int x, int y, int width, int height)
{
    struct map map = {.pen = pen, .view = scores(pen->player), .x = x, .y = y, .n = pen->player->place.token + 1};
    map.covered = av_player_covers(pen->player, AV_VIEW_S);
    /* the names of the blocks above and below, and the rule between; of the width, what the new column has besides a
     * cell's */
    map.fit = av_matrix_fit(&map.view, width - RULE - NEW / 2, height - 3, map.n - 1, map.n - 1, pen->canvas->charset);
    map.cells_x = x + 1 + map.fit.label_width;
    map.signs = map.fit.first_column > 0;
    if (map.signs)
        fit_signs(&map.fit, x + width - map.cells_x, map.n);
    int old = old_columns(&map) * map.fit.format.width;
    map.rule_x = map.cells_x + (old > NAME ? old : NAME) + RULE / 2;
    map.new_width = map.fit.format.width > NEW ? map.fit.format.width : NEW;
    return map;
}

/* The first column that is no longer the map's. */
static int map_end(const struct map *map)
{
    return map->rule_x + RULE / 2 + 1 + map->new_width;
}

/* Where a column begins: the new one after the rule. */
static int column_x(const struct map *map, int column)
{
    if (column == map->n - 1)
        return map->rule_x + RULE / 2 + 1;
    return map->cells_x + (column - map->fit.first_column) * map->fit.format.width;
}

static int line_of(const struct map *map, int row)
{
    int y = map->y + 2 + row - map->fit.first_row;
    return row == map->n - 1 ? y + 1 : y;
}

static void draw_label(const struct map *map, int column, int width)
{
    char buffer[64];
    const char *label = av_view_column_label(&map->view, column, buffer, sizeof buffer);
    int used = av_pen_width(map->pen, label), room = used < width ? used : width - 1;
    av_canvas_text(map->pen->canvas, column_x(map, column) + width - room, map->y + 1, room,
                   column == map->n - 1 ? AV_ROLE_NEW : AV_ROLE_QUIET, label);
}

/* Columns of signs are too narrow for tokens: of the old ones it says which they are. */
static void draw_labels(const struct map *map)
{
    char text[32];
    if (!map->signs) {
        for (int k = 0; k < map->fit.n_column; k++)
            draw_label(map, map->fit.first_column + k, map->fit.format.width);
        return;
    }
    snprintf(text, sizeof text, " %d–%d", map->fit.first_column + 1, map->n - 1);
    av_canvas_text(map->pen->canvas, map->cells_x, map->y + 1, map->rule_x - map->cells_x, AV_ROLE_QUIET, text);
    const char *label = av_player_token_text(map->pen->player, map->n - 1);
    av_canvas_text(map->pen->canvas, column_x(map, map->n - 1) + 1, map->y + 1, map->new_width - 1, AV_ROLE_NEW, label);
}

/* A cell's state where there is no room for its number. */
static const char *sign_of(const struct av_cell *cell)
{
    return cell->state == AV_STATE_MASKED ? "×" : av_block_sign(cell->state);
}

static void draw_cell(const struct map *map, int row, int column)
{
    char buffer[AV_NUMBER_BYTES];
    int end = column_x(map, column) + map->fit.format.width;
    struct av_cell cell = av_view_cell(&map->view, row, column);
    const char *text = map->covered ? "?" : map->signs ? sign_of(&cell) : !cell.has_value ? "·" : NULL;
    if (text == NULL)
        text = cell.state == AV_STATE_MASKED && cell.value == 0 ? "0"
                                                                : av_number_cell(cell.value, map->fit.format, buffer);
    av_draw_right(map->pen, end, line_of(map, row), map->covered ? AV_ROLE_QUIET : av_state_role(cell.state), text);
}

static void draw_row(const struct map *map, int row)
{
    char buffer[64];
    int y = line_of(map, row);
    enum av_state state = av_view_row_state(&map->view, row);
    const char *label = av_view_row_label(&map->view, row, buffer, sizeof buffer);
    enum av_role role = row == map->n - 1 ? AV_ROLE_NEW : map->covered ? AV_ROLE_QUIET : av_state_role(state);
    if (!map->covered)
        av_draw_text(map->pen, map->x, y, av_state_role(state), av_state_glyph(state));
    av_canvas_text(map->pen->canvas, map->x + 1, y, map->fit.label_width, role, label);
    for (int k = 0; k < map->fit.n_column; k++)
        draw_cell(map, row, map->fit.first_column + k);
    av_draw_text(map->pen, map->rule_x, y, AV_ROLE_FRAME, "│");
}

static void draw_rules(const struct map *map)
{
    int y = line_of(map, map->n - 1) - 1, end = map_end(map);
    av_canvas_fill(map->pen->canvas, map->x, y, end - map->x, 1, AV_ROLE_FRAME, "─");
    av_draw_text(map->pen, map->rule_x, y, AV_ROLE_FRAME, "┼");
    for (int i = 0; i < 2; i++)
        av_draw_text(map->pen, map->rule_x, map->y + i, AV_ROLE_FRAME, "│");
    av_draw_text(map->pen, map->rule_x, y + 2, AV_ROLE_FRAME, "│");
}

/* A block's name above or below it, with its sign where there is one. */
static void draw_name(const struct map *map, enum av_block block, int y)
{
    struct av_block_work work;
    char text[64];
    int x = av_block_has_new_key(block) ? map->rule_x + RULE / 2 : map->cells_x;
    if (!av_block_work(map->pen->player, block, map->view.cached, &work))
        return;
    snprintf(text, sizeof text, "%s %s", av_block_name(map->pen, block), av_block_sign(work.state));
    av_draw_text(map->pen, x + 1, y, av_state_role(work.state), text);
}

/* "↕ 12–40/40 ↔ …": where not all that is old is in sight. */
static void draw_hidden(const struct map *map, int y)
{
    char text[64] = "";
    int first[2] = {map->fit.first_row, map->fit.first_column};
    for (int i = 0, used = 0; i < 2; i++) {
        if (first[i] > 0)
            used += snprintf(text + used, sizeof text - (size_t)used, " %s %d–%d/%d", i == 0 ? "↕" : "↔", first[i] + 1,
                             map->n, map->n);
    }
    int x = map->cells_x + 11, room = map->rule_x - x - 1;
    if (av_pen_width(map->pen, text) <= room)
        av_draw_text(map->pen, x, y, AV_ROLE_QUIET, text);
}

int av_draw_block_map(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct map map = map_of(pen, box->x, box->y, box->width, box->height);
    int below = line_of(&map, map.n - 1) + 1;
    draw_labels(&map);
    for (int k = 0; k < map.fit.n_row; k++)
        draw_row(&map, map.fit.first_row + k);
    draw_rules(&map);
    draw_name(&map, AV_BLOCK_OLD_OLD, box->y);
    draw_name(&map, AV_BLOCK_OLD_NEW, box->y);
    draw_hidden(&map, box->y);
    draw_name(&map, AV_BLOCK_NEW_OLD, below);
    draw_name(&map, AV_BLOCK_NEW_NEW, below);
    return map_end(&map) - box->x;
}
