/* Numbers in a line of cells, as many as there is room for. */
#include <math.h>
#include <stdio.h>

#include "cells.h"

#define DOTS 2 /* columns of " …" */

bool av_draw_cell(struct av_cells *cells, enum av_role role, float value)
{
    const struct av_number_format format = {.width = AV_CELL_WIDTH, .decimals = AV_CELL_DECIMALS};
    char buffer[AV_NUMBER_BYTES];
    cells->left--;
    if (cells->x + AV_CELL_WIDTH + (cells->left > 0 ? DOTS : 0) > cells->end) {
        av_draw_text(cells->pen, cells->x, cells->y, AV_ROLE_QUIET, " …");
        return false;
    }
    cells->x += AV_CELL_WIDTH;
    av_draw_right(cells->pen, cells->x, cells->y, value == -INFINITY ? AV_ROLE_MASKED : role,
                  cells->covered ? "?" : av_number_cell(value, format, buffer));
    return true;
}

const char *av_measured(float value, char buffer[AV_NUMBER_BYTES])
{
    if (value == 0)
        return "0";
    snprintf(buffer, AV_NUMBER_BYTES, "%.1e", (double)value);
    return isnan(value) ? "NaN" : buffer;
}
