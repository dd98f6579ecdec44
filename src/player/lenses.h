/* The lenses, one file each: lens_side.c, … */
#ifndef ATTNVIZ_PLAYER_LENSES_H
#define ATTNVIZ_PLAYER_LENSES_H

#include "attnviz/player/lens.h"

extern const struct av_lens_info av_lens_side;
extern const struct av_lens_info av_lens_blocks;
extern const struct av_lens_info av_lens_counts;
extern const struct av_lens_info av_lens_sizes;
extern const struct av_lens_info av_lens_flash;
extern const struct av_lens_info av_lens_measure;
extern const struct av_lens_info av_lens_paged;
extern const struct av_lens_info av_lens_heads;
extern const struct av_lens_info av_lens_layers;
extern const struct av_lens_info av_lens_loss;
extern const struct av_lens_info av_lens_scale;
extern const struct av_lens_info av_lens_merged;

#endif
