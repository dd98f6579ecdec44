/* The working of a figure of the cost. */
#ifndef ATTNVIZ_PLAYER_WORKING_COST_H
#define ATTNVIZ_PLAYER_WORKING_COST_H

#include "attnviz/lesson/figures.h"
#include "attnviz/player/working.h"

/* True where a figure is made of this. */
bool av_cost_entry(enum av_figure figure, enum av_entry entry);

/* Columns of its table: kinds of work, parts of what is compared, or steps; 0: it has none. */
int av_cost_terms(const struct av_explanation *explanation);

/* As av_working_read. */
void av_cost_read(const struct av_working *working, enum av_entry entry, int first, int count,
                  struct av_operand *operands);

#endif
