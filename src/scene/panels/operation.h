/* The operation behind a cell, in live numbers. */
#ifndef ATTNVIZ_SCENE_PANELS_OPERATION_H
#define ATTNVIZ_SCENE_PANELS_OPERATION_H

#include "sum.h"

/* Writes it, without the result: "0.72⋅1.80 + 0.10⋅0.30". sum holds the terms of SUM and PRODUCTS. Returns what the
 * digits that are printed give. Writes nothing for what is given. */
double av_operation_write(const struct av_explanation *explanation, const struct av_sum *sum, struct av_writer *writer);

/* True where operands stand in a function whose result is printed too, so that they may need more digits than
 * others. */
bool av_operation_has_inner(enum av_operation operation);

#endif
