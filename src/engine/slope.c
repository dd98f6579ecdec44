#include "attnviz/engine/slope.h"

#include <assert.h>
#include <math.h>

#include "attention.h"
#include "numbers.h"

struct av_softmax_row av_softmax(const float *s, int n, float *a)
{
    struct av_softmax_row row = {.max = -INFINITY};
    float part[PARTS] = {0.0f};
    for (int j = 0; j < n; j++)
        row.max = s[j] > row.max ? s[j] : row.max;
    for (int j = 0; j < n; j++) {
        a[j] = exp_float(s[j] - row.max);
        part[j % PARTS] += a[j];
    }
    row.sum = join_parts(part);
    for (int j = 0; j < n; j++)
        a[j] = a[j] / row.sum;
    return row;
}

double av_softmax_slope(float weight)
{
    return (double)weight * (1.0 - (double)weight);
}

/* Scores of query i and up to PARTS keys from first on. */
static void scores(const struct av_narrow *narrow, int i, int first, int n, float s[PARTS])
{
    const struct av_score_row row = {
        .layer = narrow->layer, .head = narrow->head, .i = i, .first = first, .n = n, .width = n, .columns = narrow->d};
    float root = sqrtf((float)narrow->d);
    assert(narrow->d >= 1 && narrow->d <= narrow->trace->model->config.d_k);
    av_attention_scores(narrow->trace, &row, AV_SCORE_RAW, s, NULL);
    for (int j = 0; narrow->scaled && j < n; j++)
        s[j] = s[j] / root;
}

/* What the rule makes of a score. */
static float masked(const struct av_rule *rule, int i, int j, float s)
{
    if (av_rule_removes(rule, i, j))
        return -INFINITY;
    return av_rule_hides(rule, i, j) ? s * 0.0f : s;
}

static int part_of(int n, int first)
{
    return n - first < PARTS ? n - first : PARTS;
}

float av_narrow_score(const struct av_narrow *narrow, int i, int j)
{
    float s[PARTS];
    scores(narrow, i, j, 1, s);
    return s[0];
}

struct av_softmax_row av_narrow_softmax(const struct av_narrow *narrow, int i, int n)
{
    const struct av_rule *rule = &narrow->trace->rule;
    struct av_softmax_row row = {.max = -INFINITY};
    float s[PARTS], part[PARTS] = {0.0f};
    for (int first = 0; first < n; first += PARTS) {
        scores(narrow, i, first, part_of(n, first), s);
        for (int p = 0; p < part_of(n, first); p++)
            row.max = fmaxf(row.max, masked(rule, i, first + p, s[p]));
    }
    for (int first = 0; first < n; first += PARTS) {
        scores(narrow, i, first, part_of(n, first), s);
        for (int p = 0; p < part_of(n, first); p++)
            part[p] += exp_float(masked(rule, i, first + p, s[p]) - row.max);
    }
    row.sum = join_parts(part);
    return row;
}

float av_narrow_weight(const struct av_narrow *narrow, int i, int j, struct av_softmax_row row)
{
    const struct av_rule *rule = &narrow->trace->rule;
    if (av_rule_removes(rule, i, j))
        return 0.0f;
    return exp_float(masked(rule, i, j, av_narrow_score(narrow, i, j)) - row.max) / row.sum;
}

struct av_steepness av_narrow_steepness(const struct av_narrow *narrow, int i, int n, struct av_softmax_row row)
{
    struct av_steepness steepness = {0, 0, 0};
    for (int j = 0; j < n; j++) {
        float weight = av_narrow_weight(narrow, i, j, row);
        double slope = av_softmax_slope(weight);
        steepness.slopes += slope;
        steepness.weight = fmax(steepness.weight, (double)weight);
        steepness.slope = fmax(steepness.slope, slope);
    }
    if (isnan(steepness.slopes))
        steepness.weight = steepness.slope = (double)NAN;
    return steepness;
}

/* Keys of n that a mask leaves to row i: those after them are hidden, whatever is banned. */
static int keys_of_row(const struct av_rule *rule, int i, int n)
{
    return rule->mask == AV_MASK_NONE || i + 1 > n ? n : i + 1;
}

/* By Welford's running mean, which takes no differences of large sums. */
double av_narrow_variance(const struct av_narrow *narrow, int rows, int n)
{
    const struct av_rule *rule = &narrow->trace->rule;
    double mean = 0, squares = 0, count = 0;
    float s[PARTS];
    for (int i = 0; i < rows; i++) {
        int n_key = keys_of_row(rule, i, n);
        for (int j = 0; j < n_key; j++) {
            if (j % PARTS == 0)
                scores(narrow, i, j, part_of(n_key, j), s);
            if (av_rule_hides(rule, i, j))
                continue;
            double difference = (double)s[j % PARTS] - mean;
            mean += difference / ++count;
            squares += difference * ((double)s[j % PARTS] - mean);
        }
    }
    return squares / count;
}
