#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "attnviz/player/fit.h"

#define POINTS 9

/* y = a·n + b·n², with a little noise that follows from n alone; n = 128, 144, … 256. */
static struct av_fit fit_of(double a, double b, double noise)
{
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 128 + 16 * i;
        y[i] = (a * x[i] + b * x[i] * x[i]) * (1 + noise * sin(7 * x[i]));
    }
    return av_fit_power(x, y, POINTS);
}

Test(fit, finds_the_power_that_there_is)
{
    struct av_fit straight = fit_of(3, 0, 0), square = fit_of(0, 0.5, 0);
    cr_assert(straight.known && square.known);
    cr_assert_float_eq(straight.exponent, 1, 1e-12);
    cr_assert_float_eq(straight.factor, 3, 1e-9);
    cr_assert_float_eq(square.exponent, 2, 1e-12);
    cr_assert_float_eq(square.factor, 0.5, 1e-9);
}

/* The slope of ln(a·n + b·n²) over ln n is 1 + b·n / (a + b·n), which grows with n: the fit's lies between the
 * ends'. */
Test(fit, of_a_sum_of_powers_lies_between_its_slopes)
{
    const double ratios[] = {1e-4, 1e-3, 5e-3, 1e-2, 0.1};
    double before = 1;
    for (int i = 0; i < 5; i++) {
        struct av_fit fit = fit_of(1, ratios[i], 0);
        double low = 1 + ratios[i] * 128 / (1 + ratios[i] * 128), high = 1 + ratios[i] * 256 / (1 + ratios[i] * 256);
        cr_assert(fit.exponent > low && fit.exponent < high, "%g: %g", ratios[i], fit.exponent);
        cr_assert_gt(fit.exponent, before);
        before = fit.exponent;
    }
}

Test(fit, bears_noise)
{
    cr_assert_float_eq(fit_of(2, 0, 0.05).exponent, 1, 0.1);
    cr_assert_float_eq(fit_of(0, 2, 0.05).exponent, 2, 0.1);
}

/* By the normal equations of the logarithms, solved for both at once. */
Test(fit, is_that_of_least_squares)
{
    const double x[] = {1, 2, 5, 9}, y[] = {3, 1, 4, 15};
    double n = 4, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < 4; i++) {
        sx += log(x[i]);
        sy += log(y[i]);
        sxx += log(x[i]) * log(x[i]);
        sxy += log(x[i]) * log(y[i]);
    }
    struct av_fit fit = av_fit_power(x, y, 4);
    cr_assert_float_eq(fit.exponent, (n * sxy - sx * sy) / (n * sxx - sx * sx), 1e-12);
    cr_assert_float_eq(log(fit.factor), (sxx * sy - sx * sxy) / (n * sxx - sx * sx), 1e-12);
}

Test(fit, needs_two_places_and_what_is_above_zero)
{
    const double same[] = {4, 4, 4}, values[] = {1, 2, 3}, zero[] = {1, 0, 2};
    cr_assert_not(av_fit_power(same, values, 3).known);
    cr_assert_not(av_fit_power(values, zero, 3).known);
    cr_assert_not(av_fit_power(zero, values, 3).known);
    cr_assert_not(av_fit_power(values, values, 1).known);
    cr_assert_not(av_fit_power(values, values, 0).known);
}

/* n = 1, 2, 4, 8 …, with the times given. */
static struct av_measurement times(int known, const double *cached, const double *uncached)
{
    struct av_measurement measurement;
    memset(&measurement, 0, sizeof measurement);
    measurement.n_point = known;
    for (int i = 0; i < known; i++) {
        measurement.ns[i] = 1 << i;
        measurement.points[AV_WAY_CACHED][i].seconds = cached[i];
        measurement.points[AV_WAY_UNCACHED][i].seconds = uncached[i];
    }
    measurement.known[AV_WAY_CACHED] = measurement.known[AV_WAY_UNCACHED] = known;
    return measurement;
}

Test(fit, only_the_upper_half_counts)
{
    const double cached[] = {100, 100, 100, 100, 3, 6}, uncached[] = {1, 1, 1, 1, 1, 1};
    struct av_measurement measurement = times(6, cached, uncached);
    cr_assert_not(av_measurement_fit(&measurement, AV_GROWING_TIME, AV_WAY_CACHED).known, "two are too few");
    measurement.ns[3] = 20; /* and no longer in order, which does not matter here */
    measurement.points[AV_WAY_CACHED][3].seconds = 3.75;
    struct av_fit fit = av_measurement_fit(&measurement, AV_GROWING_TIME, AV_WAY_CACHED);
    cr_assert(fit.known);
    cr_assert_float_eq(fit.exponent, 1, 1e-12, "%g", fit.exponent);
}

Test(fit, tells_from_where_the_cache_is_faster)
{
    const double cached[] = {5, 5, 5, 5}, early[] = {4, 6, 7, 8}, late[] = {9, 4, 5, 8}, never[] = {9, 9, 9, 5};
    const double back[] = {9, 6, 4, 8};
    int n = 0;
    struct av_measurement measurement = times(4, cached, early);
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_START, "n = 1 says nothing");
    measurement = times(4, cached, late);
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_FROM);
    cr_assert_eq(n, 8, "as fast is not faster");
    measurement = times(4, cached, back);
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_FROM);
    cr_assert_eq(n, 8, "from there on for good");
    measurement = times(4, cached, never);
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_NEVER);
    measurement.known[AV_WAY_UNCACHED] = 1;
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_UNKNOWN);
}
