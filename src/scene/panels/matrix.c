#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sheet.h"

static bool is_current_row(const struct av_sheet *sheet, int row)
{
    return av_view_rows_are_tokens(&sheet->view) && row == sheet->pen->player->place.token;
}

static void draw_column_labels(const struct av_sheet *sheet)
{
    const struct av_player *player = sheet->pen->player;
    bool tokens = av_view_columns_are_tokens(&sheet->view);
    int width = sheet->fit.format.width;
    for (int k = 0; k < sheet->fit.n_column; k++) {
        int column = sheet->fit.first_column + k;
        char buffer[64];
        const char *label = av_view_column_label(&sheet->view, column, buffer, sizeof buffer);
        enum av_role role = column == sheet->column                   ? AV_ROLE_STRONG
                            : tokens && column == player->place.token ? AV_ROLE_NEW
                            : tokens && column > player->place.token  ? AV_ROLE_FUTURE
                                                                      : AV_ROLE_QUIET;
        int used = av_pen_width(sheet->pen, label);
        /* a label is cut so that a gap stays, unless that would halve a token of wide characters: 小 is not 小明. Then
         * every second one is brighter, so that neighbours which touch can be told apart. */
        bool touches = (tokens || av_view_column_axis(&sheet->view) == AV_AXIS_SOURCE) && used == width &&
                       strlen(label) > (size_t)used;
        if (touches && role == AV_ROLE_QUIET && column % 2 == 1)
            role = AV_ROLE_TEXT;
        int room = used < width || touches ? used : width - 1;
        av_canvas_text(sheet->pen->canvas, sheet->cells_x + (k + 1) * width - room, sheet->y, room, role, label);
    }
}

/* The number's size in its panel, 0 … 1. */
static double share_of(const struct av_sheet *sheet, float value)
{
    double share = sheet->fit.largest > 0 ? fabs((double)value) / (double)sheet->fit.largest : 0;
    return share < 1 ? share : 1;
}

/* A bar as high as the number is large, with the sign of a negative one. */
static const char *bar(const struct av_sheet *sheet, float value, char buffer[AV_NUMBER_BYTES])
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[] = {"_", ":", ";", "o", "x", "X", "#", "@"};
    int level = (int)ceil(share_of(sheet, value) * 8) - 1;
    bool ascii = sheet->pen->canvas->charset == AV_CHARSET_ASCII;
    snprintf(buffer, AV_NUMBER_BYTES, "%s%s", value < 0 ? "−" : "", (ascii ? plain : bars)[level < 0 ? 0 : level]);
    return buffer;
}

static const char *cell_text(const struct av_sheet *sheet, const struct av_cell *cell, char buffer[AV_NUMBER_BYTES])
{
    if (!cell->has_value)
        return cell->state == AV_STATE_FUTURE ? "" : "·";
    bool heat = sheet->pen->player->look == AV_LOOK_HEAT;
    if ((heat || cell->state == AV_STATE_MASKED) && cell->value == 0)
        return "0";
    if (heat && isfinite(cell->value))
        return bar(sheet, cell->value, buffer);
    return av_number_cell(cell->value, sheet->fit.format, buffer);
}

/* What the last change added to the cell; "" where nothing is known of it. */
static const char *change_text(const struct av_sheet *sheet, const struct av_cell *cell, enum av_difference difference,
                               float before, char buffer[AV_NUMBER_BYTES])
{
    if (difference == AV_DIFFERENCE_UNKNOWN)
        return "";
    return difference == AV_DIFFERENCE_NONE ? "0" : av_number_cell(cell->value - before, sheet->fit.format, buffer);
}

/* In the gap before a number that the last change made different: where it went. */
static void draw_change(const struct av_sheet *sheet, const struct av_cell *cell, float before, int x, int y)
{
    const char *sign = cell->value > before ? "▲" : cell->value < before ? "▼" : "≠";
    if (strcmp(av_canvas_at(sheet->pen->canvas, x, y)->text, " ") == 0)
        av_canvas_text(sheet->pen->canvas, x, y, 1, AV_ROLE_CHANGED, sign);
    else
        av_canvas_paint(sheet->pen->canvas, x, y, sheet->fit.format.width, AV_ROLE_CHANGED);
}

/* Weights that are at work in this step glow of themselves; every number, where the learner wants heat. */
static int cell_heat(const struct av_sheet *sheet, const struct av_cell *cell)
{
    enum av_cell_look look = sheet->pen->player->look;
    bool wanted = look == AV_LOOK_BOTH || look == AV_LOOK_HEAT;
    bool at_work = cell->state == AV_STATE_NEW || cell->state == AV_STATE_RECOMPUTED;
    if (look == AV_LOOK_CHANGE || !cell->has_value || !isfinite(cell->value) ||
        !(wanted || (sheet->view.id == AV_VIEW_A && at_work)))
        return 0;
    if (wanted && cell->value == 0)
        return 0;
    int heat = 1 + (int)((wanted ? share_of(sheet, cell->value) : (double)cell->value) * 254);
    return heat < 1 ? 1 : heat > 255 ? 255 : heat;
}

/* A covered cell shows that it is one: its number would be the answer, and its state. Those to come stay blank. */
static void cover_cell(const struct av_sheet *sheet, int row, int column, int x, int y)
{
    const struct av_pen *pen = sheet->pen;
    int width = sheet->fit.format.width, token = pen->player->place.token;
    bool here = row == sheet->row && column == sheet->column && sheet->cursor;
    bool to_come = (av_view_rows_are_tokens(&sheet->view) && row > token) ||
                   (av_view_columns_are_tokens(&sheet->view) && column > token);
    if (here) {
        av_canvas_paint(pen->canvas, x, y, width, AV_ROLE_CURSOR);
        pen->canvas->cursor_x = x;
        pen->canvas->cursor_y = y;
    }
    if (!to_come)
        av_draw_right(pen, x + width, y, here ? AV_ROLE_CURSOR : AV_ROLE_QUIET, "?");
}

static void draw_cell(const struct av_sheet *sheet, int row, int column, int x, int y)
{
    char buffer[AV_NUMBER_BYTES];
    int width = sheet->fit.format.width;
    if (sheet->covered) {
        cover_cell(sheet, row, column, x, y);
        return;
    }
    struct av_cell cell = av_view_cell(&sheet->view, row, column);
    bool here = row == sheet->row && column == sheet->column;
    enum av_role role = av_state_role(cell.state);
    float before = 0;
    enum av_difference difference = av_experiment_was(&sheet->view, row, column, &before);
    bool changes = sheet->pen->player->look == AV_LOOK_CHANGE;
    const char *text =
        changes ? change_text(sheet, &cell, difference, before, buffer) : cell_text(sheet, &cell, buffer);
    if (changes)
        role = difference == AV_DIFFERENCE_SOME ? AV_ROLE_CHANGED : AV_ROLE_FUTURE;
    av_canvas_heat(sheet->pen->canvas, x, y, width, cell_heat(sheet, &cell));
    if (here && sheet->cursor) {
        av_canvas_paint(sheet->pen->canvas, x, y, width, AV_ROLE_CURSOR);
        role = AV_ROLE_CURSOR;
        sheet->pen->canvas->cursor_x = x; /* in the gap, where it hides no digit */
        sheet->pen->canvas->cursor_y = y;
    } else if (here) {
        role = AV_ROLE_SPOT;
    }
    av_draw_right(sheet->pen, x + width, y, role, text);
    if (difference == AV_DIFFERENCE_SOME)
        draw_change(sheet, &cell, before, x, y);
    av_draw_flow_mark(sheet->pen, &sheet->view, row, column, x, y, width);
}

/* True where rows belong to tokens, of the text or of a source, and have states of their own. */
static bool computed(const struct av_view *view)
{
    return av_view_rows_are_tokens(view) || av_view_row_axis(view) == AV_AXIS_SOURCE;
}

static void draw_row_label(const struct av_sheet *sheet, int row, int y, enum av_state state)
{
    char buffer[64];
    const char *label = av_view_row_label(&sheet->view, row, buffer, sizeof buffer);
    if (sheet->covered) {
        enum av_role plain = row == sheet->row && sheet->cursor ? AV_ROLE_STRONG : AV_ROLE_QUIET;
        av_canvas_text(sheet->pen->canvas, sheet->x + 1, y, sheet->fit.label_width, plain, label);
        return;
    }
    enum av_role role = row == sheet->row && sheet->cursor ? AV_ROLE_STRONG
                        : is_current_row(sheet, row)       ? AV_ROLE_NEW
                        : !computed(&sheet->view)          ? AV_ROLE_QUIET
                        : state == AV_STATE_FUTURE         ? AV_ROLE_FUTURE
                                                           : av_state_role(state);
    bool waits = state == AV_STATE_NEW && av_waits_for_append(sheet->pen->player, sheet->view.id);
    av_draw_text(sheet->pen, sheet->x, y, av_state_role(state), waits ? "›" : av_state_glyph(state));
    av_canvas_text(sheet->pen->canvas, sheet->x + 1, y, sheet->fit.label_width, role, label);
}

static void draw_rows(const struct av_sheet *sheet)
{
    for (int k = 0; k < sheet->fit.n_row; k++) {
        int row = sheet->fit.first_row + k, y = sheet->y + 1 + k;
        draw_row_label(sheet, row, y, av_view_row_state(&sheet->view, row));
        for (int c = 0; c < sheet->fit.n_column; c++)
            draw_cell(sheet, row, sheet->fit.first_column + c, sheet->cells_x + c * sheet->fit.format.width, y);
    }
}

/* "rows 1–30 of 256 · columns 1–12 of 64" */
static void where_in_words(const struct av_sheet *sheet, char *text, size_t size)
{
    const struct av_matrix_fit *fit = &sheet->fit;
    const int numbers[6] = {fit->first_row + 1,    fit->first_row + fit->n_row,       sheet->view.rows,
                            fit->first_column + 1, fit->first_column + fit->n_column, sheet->view.columns};
    char digits[6][16];
    for (int i = 0; i < 6; i++)
        snprintf(digits[i], sizeof digits[i], "%d", numbers[i]);
    av_string_with(text, size, AV_STRING_WHERE, sheet->pen->language, digits[0], digits[1], digits[2], digits[3],
                   digits[4], digits[5]);
}

/* The same in signs, of rows and columns that do not all show what they have to show; "" where they do. */
static void where_in_signs(const struct av_sheet *sheet, char *text, size_t size)
{
    const struct av_matrix_fit *fit = &sheet->fit;
    text[0] = '\0';
    if (av_rows_hidden(fit))
        snprintf(text, size, " ↕ %d–%d/%d ", fit->first_row + 1, fit->first_row + fit->n_row, sheet->view.rows);
    if (av_columns_hidden(fit)) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, " ↔ %d–%d/%d ", fit->first_column + 1, fit->first_column + fit->n_column,
                 sheet->view.columns);
    }
}

/* On the lower edge of the frame: which rows and columns of how many are in sight; of a zoomed panel always, else where
 * some are hidden. */
static void draw_where(const struct av_sheet *sheet, const struct av_panel *panel)
{
    char text[128];
    int room = panel->box.width - 3;
    where_in_words(sheet, text, sizeof text);
    if (!sheet->pen->player->zoomed || av_pen_width(sheet->pen, text) >= room)
        where_in_signs(sheet, text, sizeof text);
    if (av_pen_width(sheet->pen, text) < room)
        av_draw_right(sheet->pen, panel->box.x + panel->box.width - 2, panel->box.y + panel->box.height - 1,
                      AV_ROLE_QUIET, text);
}

struct av_sheet av_sheet_of(const struct av_pen *pen, const struct av_panel *panel)
{
    const struct av_player *player = pen->player;
    struct av_sheet sheet = {.pen = pen,
                             .view = av_view_of(player, (enum av_view_id)panel->what),
                             .x = panel->box.x + 1,
                             .y = panel->box.y + 1,
                             .covered = av_player_covers(player, (enum av_view_id)panel->what),
                             .row = -1,
                             .column = -1};
    if (pen->spot.shown && (int)pen->spot.view == panel->what) {
        sheet.row = pen->spot.row;
        sheet.column = pen->spot.column;
        sheet.cursor = player->focused;
    }
    int row = sheet.row >= 0 ? sheet.row : av_view_rows_are_tokens(&sheet.view) ? player->place.token : 0;
    int column = sheet.column >= 0 ? sheet.column : av_view_columns_are_tokens(&sheet.view) ? player->place.token : 0;
    int width = panel->box.width - 2, height = panel->box.height - 2;
    struct av_totals_room totals = av_totals_room(player, sheet.view.id, width, height);
    sheet.fit =
        av_matrix_fit(&sheet.view, width - totals.columns, height - totals.lines, row, column, pen->canvas->charset);
    av_matrix_scroll(&sheet.fit, &player->scrolls[panel->what], sheet.cursor ? row : -1, sheet.cursor ? column : -1);
    sheet.cells_x = sheet.x + 1 + sheet.fit.label_width;
    return sheet;
}

void av_draw_matrix(const struct av_pen *pen, const struct av_panel *panel)
{
    struct av_sheet sheet = av_sheet_of(pen, panel);
    char title[64], remark[96];
    av_draw_frame(pen, panel, av_matrix_title(pen, sheet.view.id, title, sizeof title),
                  av_matrix_remark(pen, &sheet.view, remark, sizeof remark));
    draw_column_labels(&sheet);
    draw_rows(&sheet);
    draw_where(&sheet, panel);
    if (pen->player->zoomed && !sheet.covered)
        av_draw_totals(&sheet, panel);
    av_add_panel_wheel(pen, panel, &sheet.fit);
    av_canvas_add_hit(
        pen->canvas,
        (struct av_hit){.x = sheet.cells_x,
                        .y = sheet.y + 1,
                        .width = sheet.fit.n_column * sheet.fit.format.width,
                        .height = sheet.fit.n_row,
                        .cell_width = sheet.fit.format.width,
                        .command = {AV_COMMAND_CELL_SELECT, {panel->what, sheet.fit.first_row, sheet.fit.first_column}},
                        .twice = {.id = AV_COMMAND_ENTER}});
}

struct av_page av_matrix_page(const struct av_pen *pen, const struct av_panel *panel)
{
    struct av_sheet sheet = av_sheet_of(pen, panel);
    return (struct av_page){sheet.fit.n_row, sheet.fit.format.decimals};
}
