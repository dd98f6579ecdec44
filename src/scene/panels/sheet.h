/* A sheet: a matrix as it lies in its panel. */
#ifndef ATTNVIZ_SCENE_PANELS_SHEET_H
#define ATTNVIZ_SCENE_PANELS_SHEET_H

#include "../matrix_fit.h"
#include "panels.h"

/* Everything that the parts of a panel need to know. */
struct av_sheet {
    const struct av_pen *pen;
    struct av_view view;
    struct av_matrix_fit fit;
    int x, y;        /* inside the frame */
    int cells_x;     /* where the first cell begins, its gap included */
    int row, column; /* the cursor's cell, or the one that the formula is about; −1 for none */
    bool cursor;
    bool covered; /* a question is about it */
};

/* The sheet of a panel on the player's screen. */
struct av_sheet av_sheet_of(const struct av_pen *pen, const struct av_panel *panel);

/* totals.c: what a zoomed panel has besides its cells, and the room inside the frame that is kept for it. */
struct av_totals_room {
    int columns; /* at the right, for the rows' sums */
    int lines;   /* below, for the columns' sums and the statistics */
};
struct av_totals_room av_totals_room(const struct av_player *player, enum av_view_id id, int width, int height);
void av_draw_totals(const struct av_sheet *sheet, const struct av_panel *panel);

#endif
