/* What the lesson on GPT-1's shape claims: blocks of attention and feed-forward, stacked, each with a cache of its
 * own. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/player/shapes.h"
#include "run.h"

#define WIDTH 8

static struct run run;
static const struct av_config *config;

static void open_lesson(void)
{
    run_init(&run, "gpt1");
    config = &run.lesson.model.config;
    cr_assert_eq(config->d_model, WIDTH);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(gpt1, .init = open_lesson, .fini = close_lesson);

/* All that is not a size is GPT-1's; the sizes keep its proportions. */
Test(gpt1, the_model_is_gpt_1_in_small)
{
    int count;
    const struct av_shape *shape = av_shapes(&count);
    cr_assert_str_eq(shape->name, "GPT-1");
    const struct av_config *full = &shape->config;
    cr_assert_eq(config->n_layer, full->n_layer);
    cr_assert_eq(config->position, full->position);
    cr_assert_eq(config->norm, full->norm);
    cr_assert_eq(config->norm_place, AV_NORM_AFTER);
    cr_assert_eq(config->norm_place, full->norm_place);
    cr_assert_eq(config->feed_forward, AV_FEED_FORWARD_GELU);
    cr_assert(config->bias && config->tied && config->residual);
    cr_assert_eq(config->d_ff / config->d_model, full->d_ff / full->d_model);
    cr_assert_eq(config->n_head * config->d_k, config->d_model);
    cr_assert_eq(config->n_kv_head, config->n_head);
}

Test(gpt1, what_goes_into_a_layer_is_what_the_one_below_gives)
{
    enum av_quantity result = av_quantity_layer_result(config);
    cr_assert_eq(result, AV_QUANTITY_NORM_2, "a norm comes last");
    for (int layer = 1; layer < config->n_layer; layer++)
        for (int i = 0; i < run.n; i++) {
            const float *in = av_trace_numbers(&run.trace, AV_QUANTITY_INPUT, layer, i);
            const float *below = av_trace_numbers(&run.trace, result, layer - 1, i);
            const float *x = av_trace_numbers(&run.trace, AV_QUANTITY_INPUT, 0, i);
            cr_assert_eq(memcmp(in, below, WIDTH * sizeof *in), 0, "layer %d, row %d", layer + 1, i + 1);
            cr_assert_neq(memcmp(in, x, WIDTH * sizeof *in), 0, "layer %d does something", layer);
        }
}

/* Beside the same model with a single layer. */
Test(gpt1, the_cache_takes_twelve_times_what_one_layer_takes)
{
    struct av_config single = *config;
    struct av_model model;
    struct av_trace trace;
    single.n_layer = 1;
    cr_assert_eq(av_model_init(&model, &single, 0, NULL), AV_OK);
    cr_assert_eq(av_trace_init(&trace, &model, run.lesson.rule, run.n, NULL), AV_OK);
    for (int n = 1; n <= run.n; n++)
        cr_assert_eq(av_trace_cache_bytes(&run.trace, n), 12 * av_trace_cache_bytes(&trace, n));
    cr_assert_eq(av_trace_cache_bytes(&trace, 1), 2 * 8 * sizeof(float), "k and v, as wide as x");
    av_trace_finish(&trace);
    av_model_finish(&model);
}

/* y = (x − mean) / √(variance + ε) of a row and what is added to it, in double precision. */
static void add_and_norm(const float *x, const double *added, double *y)
{
    double mean = 0, variance = 0;
    for (int c = 0; c < WIDTH; c++) {
        y[c] = (double)x[c] + added[c];
        mean += y[c] / WIDTH;
    }
    for (int c = 0; c < WIDTH; c++)
        variance += (y[c] - mean) * (y[c] - mean) / WIDTH;
    for (int c = 0; c < WIDTH; c++)
        y[c] = (y[c] - mean) / sqrt(variance + (double)config->norm_epsilon);
}

/* gelu(x·W_up + b_up)·W_down + b_down */
static void feed(const struct av_layer *layer, const float *x, double *y)
{
    for (int c = 0; c < WIDTH; c++)
        y[c] = (double)av_matrix_row(&layer->b_down, 0)[c];
    for (int h = 0; h < config->d_ff; h++) {
        double up = (double)av_matrix_row(&layer->b_up, 0)[h];
        for (int c = 0; c < WIDTH; c++)
            up += (double)x[c] * (double)av_matrix_row(&layer->w_up, c)[h];
        double hidden = up / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (up + 0.044715 * up * up * up)));
        for (int c = 0; c < WIDTH; c++)
            y[c] += hidden * (double)av_matrix_row(&layer->w_down, h)[c];
    }
}

static void check_row(const float *computed, const double *expected, int layer, int i)
{
    for (int c = 0; c < WIDTH; c++)
        cr_assert_float_eq((double)computed[c], expected[c], 2e-5, "layer %d, row %d, column %d: %g, %g", layer + 1,
                           i + 1, c + 1, (double)computed[c], expected[c]);
}

Test(gpt1, a_block_is_attention_then_feed_forward_each_added_and_normed)
{
    for (int layer = 0; layer < config->n_layer; layer++)
        for (int i = 0; i < run.n; i++) {
            double added[WIDTH], normed[WIDTH];
            const float *attended = av_trace_numbers(&run.trace, AV_QUANTITY_OUTPUT, layer, i);
            const float *first = av_trace_numbers(&run.trace, AV_QUANTITY_NORM_1, layer, i);
            for (int c = 0; c < WIDTH; c++)
                added[c] = (double)attended[c];
            add_and_norm(av_trace_numbers(&run.trace, AV_QUANTITY_INPUT, layer, i), added, normed);
            check_row(first, normed, layer, i);
            feed(&run.lesson.model.layers[layer], first, added);
            add_and_norm(first, added, normed);
            check_row(av_trace_numbers(&run.trace, AV_QUANTITY_NORM_2, layer, i), normed, layer, i);
        }
}

/* Mean 0 and variance 1 make the length of 8 numbers √8, in every layer. */
Test(gpt1, what_leaves_a_layer_has_one_length)
{
    for (int layer = 0; layer < config->n_layer; layer++)
        for (int i = 0; i < run.n; i++) {
            const float *out = av_trace_numbers(&run.trace, AV_QUANTITY_NORM_2, layer, i);
            double squares = 0;
            for (int c = 0; c < WIDTH; c++)
                squares += (double)out[c] * (double)out[c];
            cr_assert_float_eq(sqrt(squares), sqrt(WIDTH), 1e-3);
        }
}
