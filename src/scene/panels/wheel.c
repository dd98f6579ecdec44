/* What the wheel turns: that which is under it. */
#include "panels.h"

#define TURN 3 /* rows or columns that a turn moves a panel by, where so many are in sight after it that were before */

void av_add_wheel(const struct av_pen *pen, struct av_rectangle box, enum av_command_id back, enum av_command_id forth,
                  bool sideways)
{
    struct av_wheel_area area = {.x = box.x, .y = box.y, .width = box.width, .height = box.height};
    area.turn[AV_WHEEL_UP].id = back;
    area.turn[AV_WHEEL_DOWN].id = forth;
    area.turn[AV_WHEEL_LEFT].id = sideways ? back : AV_COMMAND_NONE;
    area.turn[AV_WHEEL_RIGHT].id = sideways ? forth : AV_COMMAND_NONE;
    av_canvas_add_wheel_area(pen->canvas, area);
}

/* A third of what is in sight, but no less than one and no more than TURN. */
static int turn_of(int in_sight)
{
    int turn = in_sight / 3;
    return turn < 1 ? 1 : turn < TURN ? turn : TURN;
}

static int moved(int first, int by, int in_sight, int end)
{
    int last = end - in_sight > first ? end - in_sight : first;
    int at = first + by;
    return at < 0 ? 0 : at < last ? at : last;
}

void av_add_panel_wheel(const struct av_pen *pen, const struct av_panel *panel, const struct av_matrix_fit *fit)
{
    const struct av_rectangle *box = &panel->box;
    const struct av_command here = {AV_COMMAND_PANEL_SCROLL, {panel->what, fit->first_row, fit->first_column}};
    struct av_wheel_area area = {.x = box->x,
                                 .y = box->y,
                                 .width = box->width,
                                 .height = box->height,
                                 .turn = {{.id = AV_COMMAND_STAGE_BACK}, {.id = AV_COMMAND_STAGE_NEXT}}};
    int rows = turn_of(fit->n_row), columns = turn_of(fit->n_column);
    if (av_rows_hidden(fit)) {
        area.turn[AV_WHEEL_UP] = area.turn[AV_WHEEL_DOWN] = here;
        area.turn[AV_WHEEL_UP].argument[1] = moved(fit->first_row, -rows, fit->n_row, fit->row_end);
        area.turn[AV_WHEEL_DOWN].argument[1] = moved(fit->first_row, rows, fit->n_row, fit->row_end);
    }
    if (av_columns_hidden(fit)) {
        area.turn[AV_WHEEL_LEFT] = area.turn[AV_WHEEL_RIGHT] = here;
        area.turn[AV_WHEEL_LEFT].argument[2] = moved(fit->first_column, -columns, fit->n_column, fit->column_end);
        area.turn[AV_WHEEL_RIGHT].argument[2] = moved(fit->first_column, columns, fit->n_column, fit->column_end);
    }
    if (av_rows_hidden(fit) || av_columns_hidden(fit))
        av_canvas_add_wheel_area(pen->canvas, area);
}
