/* What the lesson on ÷√d_k claims: the variance of q·k grows with d_k, large gaps saturate softmax, and the division
 * brings it back. */
#include <criterion/criterion.h>
#include <math.h>

#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "scale");
    cr_assert_eq(run.n, 10);
    cr_assert_eq(run.lesson.model.config.d_k, 256);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(scale, .init = open_lesson, .fini = close_lesson);

static double score(int i, int j, int d)
{
    double sum = 0;
    for (int c = 0; c < d; c++)
        sum += (double)av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, i, c) *
               (double)av_trace_value(&run.trace, AV_QUANTITY_KEY, 0, j, c);
    return sum;
}

/* Of all scores under the mask, in two passes. */
static double variance(int d)
{
    double mean = 0, squares = 0;
    int n = run.n * (run.n + 1) / 2;
    for (int i = 0; i < run.n; i++)
        for (int j = 0; j <= i; j++)
            mean += score(i, j, d) / n;
    for (int i = 0; i < run.n; i++)
        for (int j = 0; j <= i; j++)
            squares += (score(i, j, d) - mean) * (score(i, j, d) - mean) / n;
    return squares;
}

/* Σ a(1 − a) of a row after softmax. */
static double slopes(int i, int d, double divisor)
{
    double sum = 0, squares = 0, most = -INFINITY;
    for (int j = 0; j <= i; j++)
        most = fmax(most, score(i, j, d) / divisor);
    for (int j = 0; j <= i; j++)
        sum += exp(score(i, j, d) / divisor - most);
    for (int j = 0; j <= i; j++)
        squares += pow(exp(score(i, j, d) / divisor - most) / sum, 2);
    return 1 - squares;
}

/* The numbers of q and k have variance 1 or nearly so: it is d_k alone that makes scores large. */
Test(scale, q_and_k_have_variance_1_in_their_numbers)
{
    const enum av_quantity quantities[] = {AV_QUANTITY_QUERY, AV_QUANTITY_KEY};
    for (int which = 0; which < 2; which++) {
        double mean = 0, squares = 0, n = run.n * 256.0;
        for (int i = 0; i < run.n; i++)
            for (int c = 0; c < 256; c++) {
                double x = (double)av_trace_value(&run.trace, quantities[which], 0, i, c);
                mean += x / n;
                squares += x * x / n;
            }
        cr_assert_float_eq(mean, 0, 0.1);
        cr_assert_float_eq(squares - mean * mean, 1, 0.1);
    }
}

/* Within a tenth of d_k; and after the division, of 1. */
Test(scale, the_variance_of_scores_is_d_k_and_after_the_division_1)
{
    for (int d = 4; d <= 256; d *= 4) {
        cr_assert_float_eq(variance(d), d, 0.1 * d, "%g at d_k %d", variance(d), d);
        cr_assert_float_eq(variance(d) / pow(sqrt(d), 2), 1, 0.1);
    }
}

/* The scores and scaled scores of the trace are those that this is about. */
Test(scale, the_trace_has_these_scores)
{
    for (int i = 0; i < run.n; i++)
        for (int j = 0; j <= i; j++) {
            cr_assert_float_eq(av_trace_score(&run.trace, AV_SCORE_RAW, 0, 0, i, j), score(i, j, 256), 1e-3);
            cr_assert_float_eq(av_trace_score(&run.trace, AV_SCORE_SCALED, 0, 0, i, j), score(i, j, 256) / 16, 1e-4);
        }
}

/* Of the row that the lesson is about: fewer and fewer, down to nothing, and with the division as many at any d_k. */
Test(scale, without_the_division_the_slopes_die_with_growing_d_k)
{
    int last = run.n - 1;
    for (int d = 16; d <= 256; d *= 4) {
        cr_assert_lt(slopes(last, d, 1), slopes(last, d / 4, 1));
        cr_assert_gt(slopes(last, d, sqrt(d)), 0.7);
    }
    cr_assert_lt(slopes(last, 256, 1), 1e-6);
}

/* And not only of that row: of most that have a choice at all. */
Test(scale, on_the_whole_rows_keep_more_of_their_slopes_with_the_division)
{
    double without = 0, with = 0;
    for (int i = 1; i < run.n; i++) {
        without += slopes(i, 256, 1) / (run.n - 1);
        with += slopes(i, 256, 16) / (run.n - 1);
    }
    cr_assert_lt(without, 0.1);
    cr_assert_gt(with, 0.5);
}
