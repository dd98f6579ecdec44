/* The two halves of the lens of the four blocks. */
#ifndef ATTNVIZ_SCENE_LENSES_BLOCKS_H
#define ATTNVIZ_SCENE_LENSES_BLOCKS_H

#include "attnviz/player/blocks.h"
#include "lenses.h"

/* blocks.c: what a block is called, and the sign of what a step does with it. */
const char *av_block_name(const struct av_pen *pen, enum av_block block);
const char *av_block_sign(enum av_state state);

/* blocks_map.c: S with its four blocks apart, in the mode that is on. Returns the columns that it took of its box. */
int av_draw_block_map(const struct av_pen *pen, const struct av_rectangle *box);

#endif
