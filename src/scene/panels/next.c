#include <inttypes.h>
#include <stdio.h>

#include "../number.h"
#include "panels.h"

#define LABEL_WIDTH        12
#define LABEL_WIDTH_ZOOMED 24
#define DECIMALS           3
#define DECIMALS_ZOOMED    6

/* Decimals of a probability in its panel. */
static int decimals_of(const struct av_player *player)
{
    return player->digits > 0 ? player->digits : player->zoomed ? DECIMALS_ZOOMED : DECIMALS;
}

/* What the probability was before the last change, and where it went; ended before the column end. */
static void draw_change(const struct av_pen *pen, const struct av_view *view, int row, int end, int y)
{
    float before;
    char number[AV_NUMBER_BYTES], text[AV_NUMBER_BYTES + 8];
    if (av_experiment_was(view, row, 0, &before) != AV_DIFFERENCE_SOME)
        return;
    const char *sign = av_view_cell(view, row, 0).value > before ? "▲" : "▼";
    snprintf(text, sizeof text, "%s %s", av_number((double)before, decimals_of(pen->player), number), sign);
    av_draw_right(pen, end, y, AV_ROLE_CHANGED, text);
}

/* One line for each token of the vocabulary, the likeliest first: a mark for the chosen one, a bar, the probability. */
static void draw_line(const struct av_pen *pen, const struct av_view *view, int row, int x, int y, int width)
{
    char buffer[64], number[AV_NUMBER_BYTES];
    const char *label = av_view_row_label(view, row, buffer, sizeof buffer);
    struct av_cell cell = av_view_cell(view, row, 0);
    const struct av_player *player = pen->player;
    bool chosen = player->run.candidates[row].token == av_player_next_token(player, player->place.token);
    bool cursor = player->focused && pen->spot.view == AV_VIEW_NEXT && pen->spot.row == row;
    enum av_role role = chosen ? AV_ROLE_NEW : AV_ROLE_TEXT;
    int most = player->zoomed ? LABEL_WIDTH_ZOOMED : LABEL_WIDTH, decimals = decimals_of(player);
    int label_width = width / 3 < most ? width / 3 : most;
    av_draw_text(pen, x, y, AV_ROLE_NEW, chosen ? "▸" : " ");
    av_canvas_text(pen->canvas, x + 2, y, label_width - 2, role, label);
    int bar = width - label_width - 4 - decimals;
    if (player->experiment.marking) {
        draw_change(pen, view, row, x + width - decimals - 3, y);
        bar -= decimals + 5;
    }
    av_draw_bar(pen, x + label_width + 1, y, bar, (double)cell.value, chosen ? AV_ROLE_NEW : AV_ROLE_REUSED);
    av_draw_right(pen, x + width, y, cursor ? AV_ROLE_CURSOR : role, av_number((double)cell.value, decimals, number));
    av_draw_flow_mark(pen, view, row, 0, x + 1, y, 1);
    if (cursor) {
        pen->canvas->cursor_x = x;
        pen->canvas->cursor_y = y;
    }
}

/* How the token is chosen. */
static const char *remark(const struct av_pen *pen, char *buffer, size_t size)
{
    const struct av_sampling *sampling = &pen->player->run.lesson->sampling;
    char seed[24];
    if (pen->player->place.token < pen->player->run.lesson->n_prompt - 1)
        return av_string(AV_STRING_PROMPT_GIVES, pen->language);
    if (!(sampling->temperature > 0))
        return av_string(AV_STRING_CHOSEN, pen->language);
    snprintf(seed, sizeof seed, "%" PRIu64, sampling->seed);
    return av_string_with(buffer, size, AV_STRING_DRAWN, pen->language, seed);
}

/* Which candidates are in sight: such that the cursor's is, or as they were scrolled. */
static struct av_matrix_fit fit_of(const struct av_pen *pen, const struct av_view *view, int room)
{
    bool cursor = pen->player->focused && pen->spot.view == AV_VIEW_NEXT;
    struct av_matrix_fit fit = {.row_end = view->rows, .n_column = 1, .column_end = 1};
    fit.n_row = room < view->rows ? room : view->rows;
    if (cursor && pen->spot.row >= room)
        fit.first_row = pen->spot.row - room + 1;
    av_matrix_scroll(&fit, &pen->player->scrolls[AV_VIEW_NEXT], cursor ? pen->spot.row : -1, cursor ? 0 : -1);
    return fit;
}

/* On the lower edge of a zoomed panel: what the probabilities add up to, and which of them are in sight. */
static void draw_sum(const struct av_pen *pen, const struct av_panel *panel, const struct av_view *view, int first,
                     int end)
{
    char sum[AV_NUMBER_BYTES], digits[3][16], text[128];
    const int numbers[3] = {first + 1, end, view->rows};
    double total = 0;
    for (int row = 0; row < view->rows; row++)
        total += (double)av_view_cell(view, row, 0).value;
    for (int i = 0; i < 3; i++)
        snprintf(digits[i], sizeof digits[i], "%d", numbers[i]);
    av_string_with(text, sizeof text, AV_STRING_SUM_IN_SIGHT, pen->language,
                   av_number(total, decimals_of(pen->player), sum), digits[0], digits[1], digits[2]);
    if (av_pen_width(pen, text) < panel->box.width - 3)
        av_draw_right(pen, panel->box.x + panel->box.width - 2, panel->box.y + panel->box.height - 1, AV_ROLE_QUIET,
                      text);
}

void av_draw_next(const struct av_pen *pen, const struct av_panel *panel)
{
    const struct av_rectangle *box = &panel->box;
    struct av_view view = av_view_of(pen->player, AV_VIEW_NEXT);
    char title[64], text[96];
    av_draw_frame(pen, panel, av_matrix_title(pen, AV_VIEW_NEXT, title, sizeof title), remark(pen, text, sizeof text));
    if (!av_view_cell(&view, 0, 0).has_value)
        return;
    if (av_player_covers(pen->player, AV_VIEW_NEXT)) {
        av_draw_text(pen, box->x + 2, box->y + 1, AV_ROLE_QUIET, "?");
        return;
    }
    struct av_matrix_fit fit = fit_of(pen, &view, box->height - 2);
    int first = fit.first_row, end = first + fit.n_row;
    for (int row = first; row < end; row++)
        draw_line(pen, &view, row, box->x + 2, box->y + 1 + row - first, box->width - 4);
    if (pen->player->zoomed)
        draw_sum(pen, panel, &view, first, end);
    av_add_panel_wheel(pen, panel, &fit);
    av_canvas_add_hit(pen->canvas, (struct av_hit){.x = box->x + 1,
                                                   .y = box->y + 1,
                                                   .width = box->width - 2,
                                                   .height = fit.n_row,
                                                   .cell_width = box->width,
                                                   .command = {AV_COMMAND_CELL_SELECT, {AV_VIEW_NEXT, first, 0}},
                                                   .twice = {.id = AV_COMMAND_ENTER}});
}

struct av_page av_next_page(const struct av_pen *pen, const struct av_panel *panel)
{
    return (struct av_page){panel->box.height - 2, decimals_of(pen->player)};
}
