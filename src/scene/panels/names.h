/* What cells, rows and columns of a matrix are called in formulas. */
#ifndef ATTNVIZ_SCENE_PANELS_NAMES_H
#define ATTNVIZ_SCENE_PANELS_NAMES_H

#include "panels.h"

/* Room for any name. */
#define AV_NAME_BYTES 160

/* The letter of a matrix: "q", "a⋅V", "W_Q". */
const char *av_symbol(enum av_view_id id);

/* What the title of its panel begins with: "A", "A⋅V", "logits". */
const char *av_panel_name(enum av_view_id id);

/* "a(它, 书)", "q(它, thing)", "p(很)": row and column in brackets; in buffer. */
const char *av_cell_name(const struct av_view *view, int row, int column, char *buffer, size_t size);

/* "q(它)" and "W_Q(·, thing)": all of a row, or of a column. */
const char *av_row_name(const struct av_view *view, int row, char *buffer, size_t size);
const char *av_column_name(const struct av_view *view, int column, char *buffer, size_t size);

#endif
