/* A lens of parts, one below the other, which have lines only where there is room for them. */
#ifndef ATTNVIZ_SCENE_LENSES_PARTS_H
#define ATTNVIZ_SCENE_LENSES_PARTS_H

#include <stdbool.h>

/* Deals out the lines of a height: each of n parts, the most important first (order), gets all that it wants or none.
 * Fills lines[n]; returns what is left. */
int av_parts_deal(const int *wanted, const int *order, int n, int height, int *lines);

/* The blank lines before parts: one before each airy part that is shown, from the top on, as far as lines are left.
 * Fills air[n]. */
void av_parts_air(const int *lines, const bool *airy, int n, int height, int *air);

#endif
