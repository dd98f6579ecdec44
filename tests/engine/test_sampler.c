/* From logits to a token. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/sampler.h"

static float probabilities[1000];
static int scratch[1000];

static int choose(const struct av_sampling *sampling, const float *logits, int n, int step)
{
    return av_sampler_choose(sampling, logits, n, step, probabilities, scratch);
}

static void expect(const struct av_sampling *sampling, const float *logits, const double *expected, int n)
{
    av_sampler_probabilities(sampling, logits, n, probabilities, scratch);
    for (int i = 0; i < n; i++)
        cr_assert(expected[i] == 0.0 ? probabilities[i] == 0.0f : fabs((double)probabilities[i] - expected[i]) < 1e-6,
                  "[%d] %g, %g found", i, expected[i], (double)probabilities[i]);
}

Test(sampler, greedy_takes_the_largest_and_of_equals_the_first)
{
    const struct av_sampling greedy = {.top_p = 1.0f};
    const float logits[6] = {-1.0f, 3.0f, 2.0f, 3.0f, -8.0f, 3.0f}, low[3] = {-INFINITY, -5.0f, -INFINITY};
    const float unknown[4] = {NAN, 1.0f, NAN, 2.0f}, nothing[2] = {NAN, NAN};
    cr_assert(choose(&greedy, logits, 6, 0) == 1 && choose(&greedy, logits, 6, 1) == 1);
    cr_assert(choose(&greedy, low, 3, 0) == 1);
    cr_assert(choose(&greedy, unknown, 4, 0) == 3 && choose(&greedy, nothing, 2, 0) == 0);
}

/* Logits whose exponentials are 1, 2, 3, 4 and 10: a softmax of twentieths. */
static const float logits_5[5] = {0.0f, 0.69314718f, 1.09861229f, 1.38629436f, 2.30258509f};

Test(sampler, probabilities_are_a_softmax_with_temperature)
{
    const struct av_sampling plain = {.temperature = 1.0f, .top_p = 1.0f}, greedy = {.top_p = 1.0f};
    const struct av_sampling hot = {.temperature = 2.0f, .top_p = 1.0f}, cold = {.temperature = 1e-30f, .top_p = 1.0f};
    const double twentieths[5] = {0.05, 0.1, 0.15, 0.2, 0.5}, certain[5] = {0.0, 0.0, 0.0, 0.0, 1.0};
    double roots[5], sum = 1.0 + sqrt(2.0) + sqrt(3.0) + 2.0 + sqrt(10.0);
    for (int i = 0; i < 5; i++)
        roots[i] = sqrt(twentieths[i] * 20.0) / sum;
    expect(&plain, logits_5, twentieths, 5);
    expect(&greedy, logits_5, twentieths, 5);
    expect(&hot, logits_5, roots, 5);
    expect(&cold, logits_5, certain, 5);
}

Test(sampler, top_k_keeps_the_largest)
{
    struct av_sampling sampling = {.temperature = 1.0f, .top_k = 2, .top_p = 1.0f};
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 2.0 / 7.0, 5.0 / 7.0}, 5);
    sampling.top_k = 1;
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 0.0, 1.0}, 5);
    sampling.top_k = 9;
    expect(&sampling, logits_5, (const double[5]){0.05, 0.1, 0.15, 0.2, 0.5}, 5);
    const float equal[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    sampling.top_k = 3;
    expect(&sampling, equal, (const double[4]){1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0}, 4);
}

Test(sampler, top_p_keeps_the_fewest_that_reach_it)
{
    struct av_sampling sampling = {.temperature = 1.0f, .top_p = 0.6f};
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 2.0 / 7.0, 5.0 / 7.0}, 5);
    sampling.top_p = 0.45f;
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 0.0, 1.0}, 5);
    sampling.top_p = 0.0f;
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 0.0, 1.0}, 5);
    sampling.top_p = 0.8f;
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 3.0 / 17.0, 4.0 / 17.0, 10.0 / 17.0}, 5);
    /* Of the two that top_k keeps, 5/7 and 2/7, one reaches 0.7 of their sum. */
    sampling.top_k = 2;
    sampling.top_p = 0.7f;
    expect(&sampling, logits_5, (const double[5]){0.0, 0.0, 0.0, 0.0, 1.0}, 5);
}

Test(sampler, top_k_of_many_is_what_sorting_gives)
{
    static float logits[1000];
    for (int i = 0; i < 1000; i++)
        logits[i] = (float)(i * 7919 % 1000) / 100.0f; /* each of 0.00 … 9.99 once */
    for (int k = 1; k < 1000; k += 37) {
        struct av_sampling sampling = {.temperature = 1.0f, .top_k = k, .top_p = 1.0f};
        av_sampler_probabilities(&sampling, logits, 1000, probabilities, scratch);
        for (int i = 0; i < 1000; i++)
            cr_assert((probabilities[i] > 0.0f) == (i * 7919 % 1000 >= 1000 - k), "k %d, token %d", k, i);
    }
}

Test(sampler, a_choice_depends_on_seed_and_step_alone)
{
    struct av_sampling one = {.temperature = 1.0f, .top_p = 1.0f, .seed = 1}, two = one;
    two.seed = 2;
    int by_seed = 0, by_step = 0;
    for (int step = 0; step < 200; step++) {
        int first = choose(&one, logits_5, 5, step);
        by_seed += choose(&two, logits_5, 5, step) != first;
        by_step += choose(&one, logits_5, 5, step + 1) != first;
        cr_assert(choose(&one, logits_5, 5, step) == first);
    }
    /* Two independent draws differ with 1 − Σp² = 0.675: 135 of 200, give or take 6.6. */
    cr_assert(by_seed > 100 && by_seed < 170 && by_step > 100 && by_step < 170, "%d, %d", by_seed, by_step);
}

/* Σ (found − expected)² / expected of 20000 draws, over the tokens that may be drawn. */
static double chi_square(const struct av_sampling *sampling, const double *expected, int n)
{
    int count[5] = {0};
    double sum = 0.0;
    for (int step = 0; step < 20000; step++)
        count[choose(sampling, logits_5, n, step)]++;
    for (int i = 0; i < n; i++) {
        cr_assert(expected[i] > 0.0 || count[i] == 0, "token %d was drawn", i);
        if (expected[i] > 0.0)
            sum += pow(count[i] - 20000.0 * expected[i], 2.0) / (20000.0 * expected[i]);
    }
    return sum;
}

Test(sampler, draws_are_distributed_as_the_probabilities)
{
    /* χ² with 4 degrees of freedom passes 23.5 once in ten thousand, with 1 degree 15.1. */
    struct av_sampling sampling = {.temperature = 1.0f, .top_p = 1.0f, .seed = 11};
    double all = chi_square(&sampling, (const double[5]){0.05, 0.1, 0.15, 0.2, 0.5}, 5);
    sampling.top_k = 2;
    double two = chi_square(&sampling, (const double[5]){0.0, 0.0, 0.0, 2.0 / 7.0, 5.0 / 7.0}, 5);
    cr_assert(all < 23.5 && two < 15.1, "%g, %g", all, two);
}

/* Weights near 3e38 give such logits. */
Test(sampler, without_a_softmax_takes_the_largest_that_is_a_number)
{
    static const struct {
        float logits[4];
        int largest;
    } overflows[] = {
        {{1.0f, NAN, 3.0f, 3.0f}, 2},
        {{NAN, NAN, NAN, -INFINITY}, 3},
        {{NAN, NAN, NAN, NAN}, 0},
        {{1.0f, INFINITY, 2.0f, INFINITY}, 1},
        {{-INFINITY, 1.0f, NAN, INFINITY}, 3},
        {{-INFINITY, -INFINITY, -INFINITY, -INFINITY}, 0},
    };
    for (size_t i = 0; i < sizeof overflows / sizeof *overflows; i++) {
        for (int k = 0; k < 24; k++) {
            struct av_sampling sampling = {
                .temperature = (float)(k % 3), .top_k = k % 4, .top_p = k < 12 ? 1.0f : 0.5f};
            struct av_sampled_softmax softmax =
                av_sampler_probabilities(&sampling, overflows[i].logits, 4, probabilities, scratch);
            cr_assert(isnan(softmax.sum));
            cr_assert_eq(softmax.kept, 1.0f);
            for (int id = 0; id < 4; id++)
                cr_assert(isnan(probabilities[id]), "logits %zu", i);
            cr_assert_eq(choose(&sampling, overflows[i].logits, 4, k), overflows[i].largest, "logits %zu", i);
        }
    }
    const struct av_sampling plain = {.temperature = 1.0f, .top_p = 1.0f};
    expect(&plain, (const float[4]){-INFINITY, 0.0f, -INFINITY, 0.0f}, (const double[4]){0.0, 0.5, 0.0, 0.5}, 4);
}

Test(sampler, says_what_the_probabilities_were_made_with)
{
    struct av_sampling sampling = {.temperature = 0.5f, .top_k = 2, .top_p = 1.0f};
    struct av_sampled_softmax softmax = av_sampler_probabilities(&sampling, logits_5, 5, probabilities, scratch);
    /* squares of 0.1, 0.2, 0.3, 0.4 and 1: of 1.3 in all, 1.16 stay */
    cr_assert_eq(softmax.max, 2.30258509f);
    cr_assert_eq(softmax.temperature, 0.5f);
    cr_assert_float_eq(softmax.sum, 1.3f, 1e-6);
    cr_assert_float_eq(softmax.kept, 1.16f / 1.3f, 1e-6);
    sampling.temperature = 0.0f;
    softmax = av_sampler_probabilities(&sampling, logits_5, 5, probabilities, scratch);
    cr_assert_eq(softmax.temperature, 1.0f);
    cr_assert_float_eq(softmax.sum, 2.0f, 1e-6);
    cr_assert_eq(softmax.kept, 1.0f);
}
