/* How a matrix is fitted into a panel: column widths, decimals, and which rows and columns are in sight. */
#ifndef ATTNVIZ_SCENE_MATRIX_FIT_H
#define ATTNVIZ_SCENE_MATRIX_FIT_H

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"
#include "number.h"

/* How much room a panel may ask for. */
enum av_comfort { AV_COMFORT_TIGHT, AV_COMFORT_NORMAL, AV_COMFORT_WIDE, AV_COMFORT_COUNT };

struct av_matrix_fit {
    int label_width;
    struct av_number_format format; /* format.width: columns of a cell */
    float largest;                  /* in size, of the numbers that are finite; of a large matrix, of some of them */
    int first_row, n_row;           /* in sight */
    int first_column, n_column;
    int row_end, column_end; /* after the last that has something to show: no token that is yet to come */
};

/* True where something is to be shown that is out of sight. */
static inline bool av_rows_hidden(const struct av_matrix_fit *fit)
{
    return fit->first_row > 0 || fit->first_row + fit->n_row < fit->row_end;
}

static inline bool av_columns_hidden(const struct av_matrix_fit *fit)
{
    return fit->first_column > 0 || fit->first_column + fit->n_column < fit->column_end;
}

/* Columns inside the frame that the view asks for, at a level of comfort. */
int av_matrix_wanted_width(const struct av_view *view, enum av_comfort comfort, enum av_charset charset);

/* Lines inside the frame that show all of it: a line of column labels and one a row. */
int av_matrix_wanted_height(const struct av_view *view);

/* The fit for a panel with this room inside its frame. The cell at (row, column) stays in sight, unless the panel was
 * scrolled. */
struct av_matrix_fit av_matrix_fit(const struct av_view *view, int width, int height, int row, int column,
                                   enum av_charset charset);

/* Scrolls what is in sight to where the player has it. Its cursor is at (row, column); −1, −1: elsewhere. */
void av_matrix_scroll(struct av_matrix_fit *fit, const struct av_scroll *scroll, int row, int column);

#endif
