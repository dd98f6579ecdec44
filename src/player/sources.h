/* Sources: for each view made by a sum, where the operands of its cells lie. */
#ifndef ATTNVIZ_PLAYER_SOURCES_H
#define ATTNVIZ_PLAYER_SOURCES_H

#include "attnviz/player/explain.h"
#include "view_table.h"

/* A number of a row of the trace: a quantity of a layer. */
struct av_source {
    enum av_quantity quantity;
    int layer;
};

/* x·W + b, of which a cell is one column. */
struct av_linear {
    struct av_source input;
    const struct av_matrix *weight, *bias; /* the bias may be without data */
};

/* What each view reads: x of x·W + b, what a norm normalises, what a residual adds to. In the player's layer. */
struct av_linear av_source_linear(const struct av_view *view);
struct av_source av_source_of_norm(const struct av_view *view);
struct av_source av_source_of_residual(const struct av_view *view);

/* The number behind it for the token of this row. */
float av_source_value(const struct av_view *view, struct av_source source, int row, int column);

/* Σ x·W for one column of the whole weight, and + b where there is one, as the engine adds. */
float av_source_linear_value(const struct av_view *view, const struct av_linear *linear, int row, int column);

#endif
