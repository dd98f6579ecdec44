/* A plot: curves over n between two axes, of braille dots, or of plain characters where the screen has no others. */
#ifndef ATTNVIZ_SCENE_LENSES_PLOT_H
#define ATTNVIZ_SCENE_LENSES_PLOT_H

#include <stdbool.h>

#include "../panels/panels.h"
#include "units.h"

struct av_curve {
    const double *x, *y; /* [n] x growing; y > 0 */
    int n;
    const char *mark; /* at its points, as far as they are not too close: one column */
    enum av_role role;
};

struct av_plot {
    const char *title;
    const struct av_curve *curves;
    int n_curve;
    bool linear;  /* both axes, from 0; else logarithmic, x from 1 */
    double x_end; /* > 1 */
    const char *(*label)(double value, char buffer[AV_NUMBER_BYTES]); /* of the y axis' ticks */
};

/* A box that is narrower or lower than this holds no plot. */
#define AV_PLOT_WIDTH_MIN  24
#define AV_PLOT_HEIGHT_MIN 6

/* One axis: from which value to which. */
struct av_scale {
    double low, high;
    bool linear;
};

/* Where a value lies: 0 at low, 1 at high. */
double av_scale_at(const struct av_scale *scale, double value);

/* The y axis of a plot, whose ends are round; high is 0 where no curve has a point. */
struct av_scale av_plot_scale(const struct av_plot *plot);

/* Its title, the curves and the axes. */
void av_draw_plot(const struct av_pen *pen, const struct av_rectangle *box, const struct av_plot *plot);

#endif
