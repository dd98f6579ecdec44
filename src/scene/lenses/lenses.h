/* What each lens shows, one file each, and what they have in common: the tabs and the controls. */
#ifndef ATTNVIZ_SCENE_LENSES_LENSES_H
#define ATTNVIZ_SCENE_LENSES_LENSES_H

#include "../panels/panels.h"

/* lens.c: the tabs of all lenses, the current one marked. */
void av_draw_lens_tabs(const struct av_pen *pen, int y);

/* lens.c: what the lens lets one set, the chosen control marked. */
void av_draw_controls(const struct av_pen *pen, int y);

/* lens.c: what the lens of the player's place shows. */
void av_draw_lens(const struct av_pen *pen, const struct av_rectangle *box);

/* side.c: "max|Δ| = 0  equal, in 1 040 values". */
void av_lens_equality(const struct av_pen *pen, const struct av_comparison *comparison, char *text, size_t size);

/* Each draws into its box, which is at least AV_SCREEN_COLUMNS_MIN wide and three lines high. */
void av_draw_paged(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_side(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_blocks(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_counts(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_flash(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_sizes(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_measure(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_heads(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_layers(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_loss(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_scale(const struct av_pen *pen, const struct av_rectangle *box);
void av_draw_merged(const struct av_pen *pen, const struct av_rectangle *box);

#endif
