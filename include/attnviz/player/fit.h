/* What a measurement says: how time and counts grow, and from where on the cache is faster. */
#ifndef ATTNVIZ_PLAYER_FIT_H
#define ATTNVIZ_PLAYER_FIT_H

#include <stdbool.h>

#include "attnviz/player/measure.h"

/* y ≈ factor · x^exponent. */
struct av_fit {
    bool known; /* there were two different x at least, and all x and y > 0 */
    double exponent, factor;
};

/* Least squares of ln y over ln x. */
struct av_fit av_fit_power(const double *x, const double *y, int n);

enum av_growing {
    AV_GROWING_TIME,
    AV_GROWING_COUNT,     /* multiply-adds of all kinds */
    AV_GROWING_ATTENTION, /* multiply-adds of scores and mix, which alone depend on n (without a cache: on n²) */
    AV_GROWING_COUNT_OF,
};

double av_growing_value(const struct av_measured *measured, enum av_growing what);

/* Over the upper half of the n that are known of the way, of which there must be three at least. */
struct av_fit av_measurement_fit(const struct av_measurement *measurement, enum av_growing what, enum av_way way);

/* The points that both ways are known at. */
int av_measurement_both(const struct av_measurement *measurement);

enum av_crossover {
    AV_CROSSOVER_UNKNOWN, /* nothing above n = 1, where both ways are the same work, is known of both */
    AV_CROSSOVER_START,   /* the cache is faster at all of them */
    AV_CROSSOVER_FROM,    /* from one of them on */
    AV_CROSSOVER_NEVER,   /* not at the last */
};

/* From which n on, of those measured, the cache is faster; *n is set where it is FROM. */
enum av_crossover av_measurement_crossover(const struct av_measurement *measurement, int *n);

/* The share, 0 … 1, of a kind of work in the multiply-adds. */
double av_measured_share(const struct av_measured *measured, enum av_work_kind kind);

#endif
