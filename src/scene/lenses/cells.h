/* Numbers in a line of cells. */
#ifndef ATTNVIZ_SCENE_LENSES_CELLS_H
#define ATTNVIZ_SCENE_LENSES_CELLS_H

#include "../number.h"
#include "lenses.h"

#define AV_CELL_WIDTH    8
#define AV_CELL_DECIMALS 3

struct av_cells {
    const struct av_pen *pen;
    int x, y, end; /* the next cell begins at x; none goes beyond end */
    int left;      /* cells that are still to come */
    bool covered;  /* a question is open that the numbers would answer */
};

/* Draws the next number; false, and … instead, where not all that are to come have room. */
bool av_draw_cell(struct av_cells *cells, enum av_role role, float value);

/* A difference that was measured: two digits of it, or a bare 0. In buffer. */
const char *av_measured(float value, char buffer[AV_NUMBER_BYTES]);

#endif
