/* The slope of softmax and the variance of scores: by hand, against a run of the definitions in double, and against the
 * trace. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/slope.h"
#include "random_model.h"

#define N 19 /* more than a part of the sums */

static struct av_model model;
static struct av_trace trace;
static bool banned[N];

/* A random model run over N random tokens under one of the twelve rules: scaled or not, three masks, bans or none. */
static void run(struct random_numbers *random, int number)
{
    struct av_config config = random_config(random, number);
    int tokens[N];
    config.n_ctx = N;
    random_model_init(&model, &config, random);
    random_tokens(random, &config, tokens, N);
    random_bans(random, banned, N);
    struct av_rule rule = {
        .scaled = number % 2 == 0, .mask = (enum av_mask)(number / 2 % 3), .banned = number / 6 % 2 ? banned : NULL};
    cr_assert_eq(av_trace_init(&trace, &model, rule, N, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(&trace, tokens, N, NULL), AV_OK);
}

static void finish(void)
{
    av_trace_finish(&trace);
    av_model_finish(&model);
}

static double exact_score(const struct av_narrow *narrow, int i, int j)
{
    const struct av_config *config = &model.config;
    int kv = narrow->head / (config->n_head / config->n_kv_head);
    double sum = 0;
    for (int c = 0; c < narrow->d; c++)
        sum += (double)av_trace_value(&trace, AV_QUANTITY_QUERY, narrow->layer, i, narrow->head * config->d_k + c) *
               (double)av_trace_value(&trace, AV_QUANTITY_KEY, narrow->layer, j, kv * config->d_k + c);
    return narrow->scaled ? sum / sqrt(narrow->d) : sum;
}

/* Two passes over all scores that the row may see. */
static double exact_variance(const struct av_narrow *narrow)
{
    double mean = 0, squares = 0;
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                bool seen =
                    (j <= i || trace.rule.mask == AV_MASK_NONE) && (j == i || trace.rule.banned == NULL || !banned[j]);
                double s = seen ? exact_score(narrow, i, j) : 0;
                count += pass == 0 && seen;
                mean += pass == 0 ? s : 0;
                squares += pass == 1 && seen ? (s - mean) * (s - mean) : 0;
            }
        mean = pass == 0 ? mean / count : mean;
    }
    return squares / count;
}

static void exact_weights(const struct av_narrow *narrow, int i, double a[N])
{
    double sum = 0;
    for (int j = 0; j < N; j++) {
        bool hidden = (j > i && trace.rule.mask != AV_MASK_NONE) || (j != i && trace.rule.banned && banned[j]);
        a[j] = !hidden                                 ? exp(exact_score(narrow, i, j))
               : trace.rule.mask == AV_MASK_MULTIPLIED ? 1 /* exp(0) */
                                                       : 0;
        sum += a[j];
    }
    for (int j = 0; j < N; j++)
        a[j] /= sum;
}

static void check_row(const struct av_narrow *narrow, int i)
{
    struct av_softmax_row row = av_narrow_softmax(narrow, i, N);
    struct av_steepness steepness = av_narrow_steepness(narrow, i, N, row);
    double a[N], squares = 0, largest = 0, steepest = 0;
    exact_weights(narrow, i, a);
    for (int j = 0; j < N; j++) {
        cr_assert_float_eq(av_narrow_weight(narrow, i, j, row), a[j], 1e-5);
        squares += a[j] * a[j];
        largest = fmax(largest, a[j]);
        steepest = fmax(steepest, a[j] * (1 - a[j]));
    }
    cr_assert_float_eq(steepness.weight, largest, 1e-5);
    cr_assert_float_eq(steepness.slope, steepest, 1e-5);
    cr_assert_float_eq(steepness.slopes, 1 - squares, 1e-5);
}

Test(slope, fewer_columns_give_what_the_definitions_give)
{
    struct random_numbers random = {7};
    for (int number = 0; number < 48; number++) {
        run(&random, number);
        for (int d = 1; d <= model.config.d_k; d++) {
            for (int head = 0; head < model.config.n_head; head++) {
                struct av_narrow narrow = {&trace, model.config.n_layer - 1, head, d, random_below(&random, 2) == 0};
                double variance = exact_variance(&narrow);
                check_row(&narrow, random_below(&random, N));
                cr_assert_float_eq(av_narrow_variance(&narrow, N, N), variance, 1e-5 * (1 + variance));
            }
        }
        finish();
    }
}

/* All columns, and the rule's own scale: the trace itself. */
Test(slope, all_columns_give_the_trace_bit_for_bit)
{
    struct random_numbers random = {8};
    for (int number = 0; number < 48; number++) {
        run(&random, number);
        for (int head = 0; head < model.config.n_head; head++) {
            struct av_narrow narrow = {&trace, 0, head, model.config.d_k, trace.rule.scaled};
            for (int i = 0; i < N; i++) {
                struct av_softmax_row row = av_narrow_softmax(&narrow, i, N);
                cr_assert_eq(row.sum, av_trace_softmax(&trace, 0, head, i).sum);
                for (int j = 0; j < N; j++) {
                    cr_assert_eq(av_narrow_score(&narrow, i, j),
                                 av_trace_score(&trace, AV_SCORE_SCALED, 0, head, i, j));
                    cr_assert_eq(av_narrow_weight(&narrow, i, j, row), av_trace_weight(&trace, 0, head, i, j));
                }
            }
        }
        finish();
    }
}

/* A gap of 18 is exp(18) to one: the last takes all, and no score can change that by much. */
Test(slope, large_gaps_saturate)
{
    const float s[3] = {1, 2, 20};
    float a[3];
    av_softmax(s, 3, a);
    cr_assert_float_eq(a[0], 5.6027963e-9, 1e-15); /* exp(−19) / (1 + exp(−18) + exp(−19)) */
    cr_assert_float_eq(a[1], 1.5229978e-8, 1e-14);
    cr_assert_float_eq(a[2], 1, 1e-7);
    for (int j = 0; j < 3; j++)
        cr_assert_lt(av_softmax_slope(a[j]), 2e-8);
}

/* At ½ it is steepest, and a difference quotient says the same. */
Test(slope, is_the_derivative_of_the_weight)
{
    cr_assert_eq(av_softmax_slope(0.5f), 0.25);
    cr_assert(av_softmax_slope(0) == 0 && av_softmax_slope(1) == 0);
    const float h = 0.0078125f; /* 2⁻⁷ */
    for (float gap = -6; gap <= 6; gap += 0.5f) {
        float a[2], more[2], less[2];
        av_softmax((const float[]){gap, 0}, 2, a);
        av_softmax((const float[]){gap + h, 0}, 2, more);
        av_softmax((const float[]){gap - h, 0}, 2, less);
        cr_assert_float_eq(av_softmax_slope(a[0]), (double)(more[0] - less[0]) / (2 * (double)h), 2e-5);
    }
}

Test(slope, one_row_and_the_engine_agree_on_any_length)
{
    float s[100], a[100], sum = 0;
    struct random_numbers random = {3};
    for (int n = 1; n <= 100; n++) {
        s[n - 1] = 8 * random_float(&random);
        struct av_softmax_row row = av_softmax(s, n, a);
        sum = 0;
        for (int j = 0; j < n; j++) {
            sum += a[j];
            cr_assert_float_eq(a[j], exp((double)s[j] - (double)row.max) / (double)row.sum, 1e-6);
        }
        cr_assert_float_eq(sum, 1, 1e-5);
    }
}

/* What is no number stays none, and does not become a slope. */
Test(slope, of_what_is_no_number_is_none)
{
    struct random_numbers random = {9};
    run(&random, 0);
    struct av_narrow narrow = {&trace, 0, 0, model.config.d_k, true};
    cr_assert_eq(av_narrow_variance(&narrow, 1, 1), 0, "one score");
    finish();
    random.state = 9;
    run(&random, 0);
    int tokens[N];
    memcpy(tokens, trace.tokens, sizeof tokens);
    for (int i = 0; i < model.embedding.rows * model.embedding.cols; i++)
        model.embedding.data[i] = NAN;
    av_trace_reset(&trace, trace.rule);
    cr_assert_eq(av_decoder_recompute(&trace, tokens, N, NULL), AV_OK);
    struct av_steepness steepness = av_narrow_steepness(&narrow, 3, N, av_narrow_softmax(&narrow, 3, N));
    cr_assert(isnan(steepness.weight) && isnan(steepness.slope) && isnan(steepness.slopes));
    cr_assert(isnan(av_narrow_variance(&narrow, N, N)));
    cr_assert(isnan(av_softmax_slope(NAN)));
    finish();
}
