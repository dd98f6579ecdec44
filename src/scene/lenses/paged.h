/* The parts of the lens that shows PagedAttention, one below the other. */
#ifndef ATTNVIZ_SCENE_LENSES_PAGED_H
#define ATTNVIZ_SCENE_LENSES_PAGED_H

#include "lenses.h"

/* "A", "B". */
const char *av_paged_name(int sequence);

/* paged_blocks.c: the pool's blocks with their rows, in as few columns as these lines allow, below a line that counts
 * them; and the lines that they take, which may be more. Names may be cut to have more blocks in sight, or not. */
int av_paged_blocks_lines(const struct av_pen *pen, int width, int lines, bool may_cut);
void av_draw_paged_blocks(const struct av_pen *pen, const struct av_rectangle *box);

/* "×0 free: 4  ×1 used: 2  ×2 shared: 2": blocks by their holders. */
void av_draw_paged_counts(const struct av_pen *pen, int x, int y);

/* paged_words.c: what the step did, in sentences: the lines that they take, and at most so many of them. */
int av_paged_words_lines(const struct av_pen *pen, int width);
void av_draw_paged_words(const struct av_pen *pen, int x, int y, int width, int lines);

#endif
