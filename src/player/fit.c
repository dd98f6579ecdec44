#include "attnviz/player/fit.h"

#include <math.h>

#define FIT_POINTS_MIN 3

struct av_fit av_fit_power(const double *x, const double *y, int n)
{
    double mean_x = 0, mean_y = 0, products = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        if (!(x[i] > 0 && y[i] > 0))
            return (struct av_fit){.known = false};
        mean_x += log(x[i]) / n;
        mean_y += log(y[i]) / n;
    }
    for (int i = 0; i < n; i++) {
        double dx = log(x[i]) - mean_x;
        products += dx * (log(y[i]) - mean_y);
        squares += dx * dx;
    }
    if (!(squares > 0))
        return (struct av_fit){.known = false};
    double exponent = products / squares;
    return (struct av_fit){true, exponent, exp(mean_y - exponent * mean_x)};
}

double av_growing_value(const struct av_measured *measured, enum av_growing what)
{
    const uint64_t *counts = measured->work.multiply_adds;
    switch (what) {
    case AV_GROWING_TIME:
        return measured->seconds;
    case AV_GROWING_ATTENTION:
        return (double)(counts[AV_WORK_SCORES] + counts[AV_WORK_MIX]);
    default:
        return (double)av_work_multiply_adds(&measured->work);
    }
}

struct av_fit av_measurement_fit(const struct av_measurement *measurement, enum av_growing what, enum av_way way)
{
    double x[AV_MEASURE_POINTS_MAX], y[AV_MEASURE_POINTS_MAX];
    int known = measurement->known[way], n = 0;
    for (int i = 0; i < known; i++) {
        if (2 * measurement->ns[i] < measurement->ns[known - 1])
            continue;
        x[n] = measurement->ns[i];
        y[n++] = av_growing_value(&measurement->points[way][i], what);
    }
    return n < FIT_POINTS_MIN ? (struct av_fit){.known = false} : av_fit_power(x, y, n);
}

int av_measurement_both(const struct av_measurement *measurement)
{
    int cached = measurement->known[AV_WAY_CACHED], uncached = measurement->known[AV_WAY_UNCACHED];
    return cached < uncached ? cached : uncached;
}

enum av_crossover av_measurement_crossover(const struct av_measurement *measurement, int *n)
{
    int both = av_measurement_both(measurement), from = both;
    const struct av_measured *cached = measurement->points[AV_WAY_CACHED];
    const struct av_measured *uncached = measurement->points[AV_WAY_UNCACHED];
    int first = both > 0 && measurement->ns[0] == 1 ? 1 : 0;
    if (both <= first)
        return AV_CROSSOVER_UNKNOWN;
    while (from > first && cached[from - 1].seconds < uncached[from - 1].seconds)
        from--;
    if (from == both)
        return AV_CROSSOVER_NEVER;
    if (from == first)
        return AV_CROSSOVER_START;
    *n = measurement->ns[from];
    return AV_CROSSOVER_FROM;
}

double av_measured_share(const struct av_measured *measured, enum av_work_kind kind)
{
    double all = (double)av_work_multiply_adds(&measured->work);
    return all > 0 ? (double)measured->work.multiply_adds[kind] / all : 0;
}
