/* Numbers about how scores spread, with the division by √d_k and without it: by the definitions, in double
 * precision. */
#include <math.h>

#include "sources.h"

/* Σ q·k of the first columns, of rows i and j, 0-based, in head 1. */
static double product_of(const struct run *run, int i, int j, int columns)
{
    double sum = 0;
    for (int c = 0; c < columns; c++)
        sum += (double)av_trace_value(&run->trace, AV_QUANTITY_QUERY, 0, i, c) *
               (double)av_trace_value(&run->trace, AV_QUANTITY_KEY, 0, j, c);
    return sum;
}

SOURCE(scores_so_far)
{
    (void)run;
    return claim->row * (claim->row + 1) / 2;
}

SOURCE(columns)
{
    (void)run;
    return claim->column;
}

/* E[s²] − E[s]² */
SOURCE(variance_of_scores)
{
    double sum = 0, squares = 0, n = scores_so_far(run, claim);
    for (int i = 0; i < claim->row; i++)
        for (int j = 0; j <= i; j++) {
            double s = product_of(run, i, j, claim->column);
            sum += s / n;
            squares += s * s / n;
        }
    return squares - sum * sum;
}

SOURCE(variance_of_scaled)
{
    return variance_of_scores(run, claim) / claim->column;
}

SOURCE(about_variance_of_scaled)
{
    return rint(variance_of_scaled(run, claim));
}

SOURCE(about_variance_of_queries_and_keys)
{
    (void)claim;
    const enum av_quantity quantities[] = {AV_QUANTITY_QUERY, AV_QUANTITY_KEY};
    double sum = 0, squares = 0, n = 2.0 * run->n * run->lesson.model.config.d_k;
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < run->n; i++)
            for (int c = 0; c < run->lesson.model.config.d_k; c++) {
                double x = (double)av_trace_value(&run->trace, quantities[which], 0, i, c);
                sum += x / n;
                squares += x * x / n;
            }
    return rint(squares - sum * sum);
}

SOURCE(about_mean_of_queries_and_keys)
{
    (void)claim;
    double sum = 0, n = 2.0 * run->n * run->lesson.model.config.d_k;
    for (int i = 0; i < run->n; i++)
        for (int c = 0; c < run->lesson.model.config.d_k; c++)
            sum += (double)(av_trace_value(&run->trace, AV_QUANTITY_QUERY, 0, i, c) +
                            av_trace_value(&run->trace, AV_QUANTITY_KEY, 0, i, c));
    return rint(sum / n) + 0.0; /* no −0 */
}

/* Softmax of the row's raw scores, or of the scaled ones where other is set. */
static double weight_of(const struct run *run, const struct claim *claim, int j)
{
    int d_k = run->lesson.model.config.d_k;
    double sum = 0, divisor = claim->other ? sqrt(d_k) : 1, s = product_of(run, claim->row - 1, j, d_k);
    for (int other = 0; other < claim->row; other++)
        sum += exp((product_of(run, claim->row - 1, other, d_k) - s) / divisor);
    return 1 / sum;
}

SOURCE(weight_scaled_or_not)
{
    return weight_of(run, claim, claim->column - 1);
}

SOURCE(slopes_scaled_or_not)
{
    double sum = 0;
    for (int j = 0; j < claim->row; j++)
        sum += weight_of(run, claim, j) * (1 - weight_of(run, claim, j));
    return sum;
}

SOURCE(about_slopes)
{
    return rint(slopes_scaled_or_not(run, claim));
}

static const double example[] = {1, 2, 20};

SOURCE(example_score)
{
    (void)run;
    return example[claim->column - 1];
}

SOURCE(example_weight)
{
    double divisor = sqrt(run->lesson.model.config.d_k), sum = 0;
    for (int j = 0; j < 3; j++)
        sum += exp((example[j] - example[claim->column - 1]) / divisor);
    return 1 / sum;
}

/* a(1 − a) on a grid: where it is largest, and how large. */
SOURCE(largest_slope)
{
    (void)run, (void)claim;
    double most = 0;
    for (int i = 0; i <= 100; i++)
        most = fmax(most, i / 100.0 * (1 - i / 100.0));
    return most;
}

/* Where it is 0 on that grid: first, or, where other is set, last. */
SOURCE(flat_at)
{
    (void)run;
    double at = -1;
    for (int i = 0; i <= 100; i++)
        if (i / 100.0 * (1 - i / 100.0) == 0 && (at < 0 || claim->other))
            at = i / 100.0;
    return at;
}
