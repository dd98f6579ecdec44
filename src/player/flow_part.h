/* Parts of matrices that a flow reaches: rows times columns. */
#ifndef ATTNVIZ_PLAYER_FLOW_PART_H
#define ATTNVIZ_PLAYER_FLOW_PART_H

#include "attnviz/player/flow.h"

/* True where the step computes this row, which the axis says whose it is: a token's, or one of a source's. */
bool av_flow_computes(const struct av_flow *flow, enum av_axis axis, int row);

/* True where a row is among rows. The source (level 0) may be of an earlier step; what is made of it is of this one. */
bool av_flow_has_row(const struct av_flow *flow, enum av_axis axis, int level, struct av_flow_rows rows, int row);
/* True where any token of the source has its row among them. */
bool av_flow_has_source_row(const struct av_flow *flow, int level, struct av_flow_rows rows);
bool av_flow_has_column(struct av_flow_columns columns, int column);

struct av_flow_columns av_flow_columns(int first, int width);

/* True where columns has any of first … first + width − 1. */
bool av_flow_columns_meet(struct av_flow_columns columns, int first, int width);

bool av_flow_is_empty(const struct av_flow_part *part);

/* The part takes in another. One of the two has all columns of the other. */
void av_flow_join(struct av_flow_part *part, struct av_flow_rows rows, struct av_flow_columns columns);
struct av_flow_rows av_flow_join_rows(struct av_flow_rows a, struct av_flow_rows b);

#endif
