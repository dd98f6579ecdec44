/* What the parts of the lens merged have in common. */
#ifndef ATTNVIZ_SCENE_LENSES_MERGED_H
#define ATTNVIZ_SCENE_LENSES_MERGED_H

#include "lenses.h"

/* merged_costs.c: what both ways of scoring take: a heading, the multiply-adds and bytes as they were counted, each
 * behind the formula that says the same, and which way is the cheaper one. At most box->height lines. */
void av_draw_merged_costs(const struct av_pen *pen, const struct av_rectangle *box);

/* Lines of it. */
int av_merged_costs_lines(const struct av_pen *pen);

#endif
