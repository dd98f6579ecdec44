#include "matrix_fit.h"

#include <float.h>
#include <math.h>

#include "attnviz/player/player.h"

#define LABEL_MAX  10
#define SCAN_MAX   4096 /* cells looked at for the largest number; of larger matrices, evenly spread ones */
#define HEAT_WIDTH 3    /* a gap, a sign and a bar; a wide character above them */

#define DECIMALS        2 /* as many as a panel shows of its own accord */
#define DECIMALS_ZOOMED 4 /* a zoomed one, of a matrix whose columns it cannot all show */

struct range {
    float largest;
    bool negative;
};

static struct range scan(const struct av_view *view)
{
    struct range range = {0, view->id != AV_VIEW_A && view->id != AV_VIEW_NEXT};
    long cells = (long)view->rows * view->columns;
    int skip = (int)(cells / SCAN_MAX) + 1;
    for (int i = 0; i<view->rows; i += skip> view->columns ? skip / view->columns + 1 : 1) {
        for (int j = 0; j < view->columns; j += skip) {
            struct av_cell cell = av_view_cell(view, i, j);
            if (cell.has_value && isfinite(cell.value) && fabsf(cell.value) > range.largest)
                range.largest = fabsf(cell.value);
        }
    }
    return range;
}

/* Columns of a cell, its gap included, by comfort: weights are at most 1, scores are small, the rest has a sign and
 * decimals. */
static int usual_width(enum av_view_id id, enum av_comfort comfort)
{
    static const int weights[AV_COMFORT_COUNT] = {3, 4, 5};
    static const int scores[AV_COMFORT_COUNT] = {4, 5, 6};
    static const int others[AV_COMFORT_COUNT] = {5, 6, 7};
    return id == AV_VIEW_A ? weights[comfort] : id == AV_VIEW_S ? scores[comfort] : others[comfort];
}

/* The same as the learner wants cells: a panel that is short of room need not have all the digits. */
static int cell_width(const struct av_view *view, enum av_comfort comfort)
{
    int usual = usual_width(view->id, comfort);
    if (view->player->look == AV_LOOK_HEAT)
        return HEAT_WIDTH;
    if (view->player->digits == 0)
        return usual;
    struct range range = scan(view);
    int wanted = av_number_columns(range.largest, range.negative, view->player->digits);
    return comfort == AV_COMFORT_TIGHT && usual < wanted ? usual : wanted;
}

static int label_width(const struct av_view *view, enum av_charset charset)
{
    int widest = 1;
    for (int i = 0; i < view->rows && widest < LABEL_MAX; i++) {
        char buffer[64];
        int width = av_text_width(av_view_row_label(view, i, buffer, sizeof buffer), charset);
        if (width > widest)
            widest = width < LABEL_MAX ? width : LABEL_MAX;
    }
    return widest;
}

/* The widest column label, where labels are names worth their columns. */
static int header_width(const struct av_view *view, enum av_charset charset)
{
    int widest = 0;
    for (int j = 0; j < view->columns && j < SCAN_MAX; j++) {
        char buffer[64];
        int width = av_text_width(av_view_column_label(view, j, buffer, sizeof buffer), charset);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* The columns that a panel asks room for: of tokens, those up to the current one. What comes later is blank. */
static int columns_needed(const struct av_view *view)
{
    int current = view->player->place.token + 1;
    return av_view_columns_are_tokens(view) && current < view->columns ? current : view->columns;
}

/* Rows likewise. */
static int rows_needed(const struct av_view *view)
{
    int current = view->player->place.token + 1;
    return av_view_rows_are_tokens(view) && current < view->rows ? current : view->rows;
}

int av_matrix_wanted_width(const struct av_view *view, enum av_comfort comfort, enum av_charset charset)
{
    int cell = cell_width(view, comfort);
    if (comfort == AV_COMFORT_WIDE && !av_view_columns_are_tokens(view)) {
        int named = header_width(view, charset) + 1;
        cell = named > cell ? (named < 9 ? named : 9) : cell;
    }
    /* glyph, label, cells (their gap in front), one column of air */
    return 1 + label_width(view, charset) + columns_needed(view) * cell + 1;
}

int av_matrix_wanted_height(const struct av_view *view)
{
    return view->rows + 1;
}

/* The first of count places, of which room can be seen, such that target is in sight: in the middle, or as the last. */
static int scroll(int count, int room, int target, bool last)
{
    int first = last ? target - room + 1 : target - room / 2;
    if (first > count - room)
        first = count - room;
    return first > 0 ? first : 0;
}

/* The most decimals that cells have. Zoomed, as many digits as every float surely holds; the learner may ask for those
 * that tell it from its neighbours too. */
static int decimals_of(const struct av_view *view, const struct range *range)
{
    const struct av_player *player = view->player;
    if (player->digits > 0 || !player->zoomed)
        return player->digits > 0 ? player->digits : DECIMALS;
    int decimals = FLT_DIG - (range->largest < 1 ? 0 : av_number_whole_digits(range->largest));
    return decimals > DECIMALS ? decimals : DECIMALS;
}

/* From how narrow to how wide a cell may be, and how wide it should be where not all of them fit. */
struct limits {
    int least, wide, most;
};

static struct limits limits_of(const struct av_view *view, const struct range *range)
{
    const struct av_player *player = view->player;
    int tight = cell_width(view, AV_COMFORT_TIGHT), wide = cell_width(view, AV_COMFORT_WIDE);
    if (!player->zoomed || player->look == AV_LOOK_HEAT)
        return (struct limits){tight, wide, wide + 3};
    int full = av_number_columns(range->largest, range->negative, decimals_of(view, range));
    int some = av_number_columns(range->largest, range->negative, DECIMALS_ZOOMED);
    if (player->digits > 0)
        return (struct limits){full, full, full + 2};
    return (struct limits){wide, wide > some ? wide : some, full + 2};
}

/* Columns of a cell in this room: as wide as all columns allow, but none of those needed is narrowed for the sake of
 * tokens that are yet to come. */
static int fitted_cell(const struct av_view *view, int room, const struct range *range)
{
    struct limits limits = limits_of(view, range);
    int needed = columns_needed(view);
    if (needed < 1)
        return limits.wide;
    int all = room / view->columns, some = room / needed;
    int cell = all >= limits.wide ? all : some < limits.wide ? some : limits.wide;
    return cell < limits.least ? limits.least : cell > limits.most ? limits.most : cell;
}

struct av_matrix_fit av_matrix_fit(const struct av_view *view, int width, int height, int row, int column,
                                   enum av_charset charset)
{
    struct av_matrix_fit fit = {.label_width = label_width(view, charset)};
    int room = width - 1 - fit.label_width - 1;
    struct range range = scan(view);
    int cell = fitted_cell(view, room, &range);
    /* a weight loses its 0 in front of the point where else it would lose decimals that it should have */
    int few = view->player->digits > 0 ? view->player->digits : DECIMALS;
    bool no_zero = view->id == AV_VIEW_A && av_number_columns(1, false, few) > cell;
    fit.format = av_number_fit(cell, range.largest, range.negative, no_zero, decimals_of(view, &range));
    fit.format.marked = view->player->tracing;
    fit.largest = range.largest;
    fit.n_column = room / cell < view->columns ? room / cell : view->columns;
    fit.n_row = height - 1 < view->rows ? height - 1 : view->rows;
    if (fit.n_column < 0 || room < 0)
        fit.n_column = 0;
    if (fit.n_row < 0)
        fit.n_row = 0;
    fit.first_column = scroll(view->columns, fit.n_column, column, column == view->player->place.token);
    fit.first_row = scroll(view->rows, fit.n_row, row, row == view->player->place.token);
    fit.row_end = rows_needed(view);
    fit.column_end = columns_needed(view);
    return fit;
}

/* The first of those in sight where wanted is asked for, and cursor is to be among them (−1: none is). It goes no
 * further than to the end, or than the panel itself has gone. */
static int scrolled(int first, int room, int end, int wanted, int cursor)
{
    int last = end - room > first ? end - room : first;
    int at = wanted < last ? wanted : last;
    if (cursor >= 0 && cursor >= at + room)
        at = cursor - room + 1;
    return cursor >= 0 && cursor < at ? cursor : at;
}

void av_matrix_scroll(struct av_matrix_fit *fit, const struct av_scroll *scroll, int row, int column)
{
    bool keep = scroll->keeps_cursor;
    if (!scroll->set)
        return;
    fit->first_row = scrolled(fit->first_row, fit->n_row, fit->row_end, scroll->row, keep ? row : -1);
    fit->first_column = scrolled(fit->first_column, fit->n_column, fit->column_end, scroll->column, keep ? column : -1);
}
