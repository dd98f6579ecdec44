/* What the numbers of a zoomed panel come to: sums of rows and columns where a sum means something, and how small, how
 * large and how much on average they are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/player/view.h"
#include "sheet.h"

#define SUM_WIDTH     10 /* two columns of air and "1.000000" */
#define SUM_DECIMALS  6
#define HEIGHT_SUMS   8      /* a panel as high as this has room for the columns' sums … */
#define HEIGHT_TOTALS 6      /* … and one as high as this for the statistics */
#define CELLS_MAX     262144 /* looked at for the statistics of the whole matrix; of a larger one it is the row's */

/* Only weights have sums. A row of A adds up to 1, and a column to what all the rows in sight pay to one token. Numbers
 * of a row of x, q or the logits are measured along different axes: their sum is nothing that the model uses.
 * Probabilities are summed in their own panel. */
static bool has_sums(enum av_view_id id)
{
    return id == AV_VIEW_A;
}

struct av_totals_room av_totals_room(const struct av_player *player, enum av_view_id id, int width, int height)
{
    struct av_totals_room room = {0, 0};
    if (!player->zoomed)
        return room;
    if (has_sums(id) && width >= 4 * SUM_WIDTH)
        room.columns = SUM_WIDTH;
    room.lines = (height >= HEIGHT_TOTALS ? 1 : 0) + (has_sums(id) && height >= HEIGHT_SUMS ? 1 : 0);
    return room;
}

/* The sum of cells from (row, column) on, each dr rows and dc columns after the last; false where none has a number.
 * What is masked is the 0 that it is. */
static bool sum_cells(const struct av_view *view, int row, int column, int dr, int dc, double *sum)
{
    bool any = false;
    *sum = 0;
    for (; row < view->rows && column < view->columns; row += dr, column += dc) {
        struct av_cell cell = av_view_cell(view, row, column);
        any = any || cell.has_value;
        *sum += cell.has_value ? (double)cell.value : 0;
    }
    return any;
}

static void draw_row_sums(const struct av_sheet *sheet, int end)
{
    char number[AV_NUMBER_BYTES];
    av_draw_right(sheet->pen, end, sheet->y, AV_ROLE_QUIET, "Σ");
    for (int k = 0; k < sheet->fit.n_row; k++) {
        double sum;
        int row = sheet->fit.first_row + k;
        enum av_role role = row == sheet->row ? AV_ROLE_STRONG : AV_ROLE_TEXT;
        if (sum_cells(&sheet->view, row, 0, 0, 1, &sum))
            av_draw_right(sheet->pen, end, sheet->y + 1 + k, role, av_number(sum, SUM_DECIMALS, number));
    }
}

static void draw_column_sums(const struct av_sheet *sheet, int y)
{
    char number[AV_NUMBER_BYTES];
    const struct av_number_format *format = &sheet->fit.format;
    av_draw_text(sheet->pen, sheet->x + 1, y, AV_ROLE_QUIET, "Σ");
    for (int k = 0; k < sheet->fit.n_column; k++) {
        double sum;
        int column = sheet->fit.first_column + k;
        enum av_role role = column == sheet->column ? AV_ROLE_STRONG : AV_ROLE_TEXT;
        if (!sum_cells(&sheet->view, 0, column, 1, 0, &sum))
            continue;
        /* as many decimals as a sum that may be larger than each of its parts leaves room for */
        struct av_number_format fit = av_number_fit(format->width, (float)sum, false, false, format->decimals);
        av_draw_right(sheet->pen, sheet->cells_x + (k + 1) * format->width, y, role,
                      av_number_cell((float)sum, fit, number));
    }
}

struct statistics {
    double smallest, largest, sum;
    long n;         /* numbers that are finite */
    long infinite;  /* and such as are not */
    long no_number; /* cells without any */
    bool row_only;
};

static struct statistics reckon(const struct av_sheet *sheet)
{
    const struct av_view *view = &sheet->view;
    struct statistics total = {.row_only = (long)view->rows * view->columns > CELLS_MAX};
    int first = total.row_only && sheet->row >= 0 ? sheet->row : 0, end = total.row_only ? first + 1 : view->rows;
    for (int row = first; row < end; row++) {
        for (int column = 0; column < view->columns; column++) {
            struct av_cell cell = av_view_cell(view, row, column);
            double value = (double)cell.value;
            total.no_number += !cell.has_value;
            total.infinite += cell.has_value && !isfinite(value);
            if (!cell.has_value || !isfinite(value))
                continue;
            total.smallest = total.n == 0 || value < total.smallest ? value : total.smallest;
            total.largest = total.n == 0 || value > total.largest ? value : total.largest;
            total.sum += value;
            total.n++;
        }
    }
    return total;
}

/* A line of parts, as many from the first on as there is room for. */
struct line {
    const struct av_pen *pen;
    int x, y, end;
};

static void add_part(struct line *line, const char *text)
{
    if (line->x + av_pen_width(line->pen, text) <= line->end)
        line->x = av_draw_text(line->pen, line->x, line->y, AV_ROLE_TEXT, text) + 2;
    else
        line->end = 0;
}

static void add_count(struct line *line, enum av_string id, long count)
{
    char digits[AV_NUMBER_BYTES], text[96];
    av_string_with(text, sizeof text, id, line->pen->language, av_number_count((uint64_t)count, digits));
    add_part(line, text);
}

static void draw_statistics(const struct av_sheet *sheet, int y, int end, bool sums)
{
    struct statistics total = reckon(sheet);
    struct line line = {.pen = sheet->pen, .x = sheet->x + 1, .y = y, .end = end};
    char smallest[AV_NUMBER_BYTES], largest[AV_NUMBER_BYTES], mean[AV_NUMBER_BYTES], text[160];
    int decimals = sheet->fit.format.decimals > 2 ? sheet->fit.format.decimals : 2;
    if (total.n > 0)
        add_part(&line,
                 av_string_with(text, sizeof text, total.row_only ? AV_STRING_EXTREMES_OF_ROW : AV_STRING_EXTREMES,
                                sheet->pen->language, av_number(total.smallest, decimals, smallest),
                                av_number(total.largest, decimals, largest),
                                av_number(total.sum / (double)total.n, decimals, mean)));
    add_count(&line, AV_STRING_OF_NUMBERS, total.n);
    if (total.infinite > 0)
        add_count(&line, AV_STRING_NOT_FINITE, total.infinite);
    if (total.no_number > 0)
        add_count(&line, AV_STRING_BLANK, total.no_number);
    if (sums)
        add_part(&line, av_string(AV_STRING_COLUMN_SUMS, sheet->pen->language));
}

void av_draw_totals(const struct av_sheet *sheet, const struct av_panel *panel)
{
    int width = panel->box.width - 2, height = panel->box.height - 2;
    struct av_totals_room room = av_totals_room(sheet->pen->player, sheet->view.id, width, height);
    int y = sheet->y + 1 + sheet->fit.n_row;
    if (room.columns > 0)
        draw_row_sums(sheet, sheet->cells_x + sheet->fit.n_column * sheet->fit.format.width + room.columns);
    if (room.lines == 2)
        draw_column_sums(sheet, y);
    if (room.lines > 0)
        draw_statistics(sheet, y + room.lines - 1, sheet->x + width - 1, room.lines == 2);
}
