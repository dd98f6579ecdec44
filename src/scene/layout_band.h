/* Bands of panels: what stands side by side, and how the width is shared. Private to the layout. */
#ifndef ATTNVIZ_SCENE_LAYOUT_BAND_H
#define ATTNVIZ_SCENE_LAYOUT_BAND_H

#include "layout.h"
#include "matrix_fit.h"

/* A layout that is being made. */
struct av_layout_maker {
    const struct av_player *player;
    struct av_layout *layout;
    enum av_charset charset;
    int width;
    bool bare;                                /* the matrices alone: the cost stands elsewhere */
    enum av_view_id about[AV_VIEW_COUNT + 1]; /* the views of the stage, most important first */
    int n_about;
    int widths[AV_VIEW_COUNT + 1][AV_COMFORT_COUNT]; /* wanted by each panel, once asked for; 0 before */
    int reserved[AV_PANELS_MAX];                     /* for a band that is filled and not yet placed */
    int n_reserved;
};

/* Panels that are to stand side by side. */
struct av_band {
    int what[AV_PANELS_MAX]; /* by importance */
    int comfort[AV_PANELS_MAX];
    int n;
};

/* Bright is what comes to be, or changes, at this very stage. */
bool av_layout_is_bright(const struct av_layout_maker *maker, int what);

/* Adds a panel to the band if there is such a matrix, it is not there yet and it fits; the first always does. */
void av_band_offer(struct av_layout_maker *maker, struct av_band *band, int what, int comfort);

/* No other band may have the band's panels. */
void av_band_reserve(struct av_layout_maker *maker, const struct av_band *band);

/* Panels take more room in turns, while there is some: first the bright ones, each of them by importance. */
void av_band_spread(struct av_layout_maker *maker, struct av_band *band, enum av_comfort most);

/* Lines that its panels want, with their frames; and how many of a height only the cost has, and may do without. */
int av_band_height(const struct av_layout_maker *maker, const struct av_band *band);
int av_band_spare(const struct av_layout_maker *maker, const struct av_band *band, int height);

/* Gives the band's panels their boxes, from left to right; what is left over goes to all in equal parts. */
void av_band_place(struct av_layout_maker *maker, struct av_band *band, int y, int height);

#endif
