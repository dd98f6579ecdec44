/* Each kernel against the formula in double precision, and against every other width of the same machine, bit for
 * bit. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kernels.h"
#include "random_model.h"

#define LONGEST 300

static const struct av_kernels *variants[AV_KERNELS_MAX];
static int n_variant;
static struct random_numbers random_state;

static void setup(void)
{
    n_variant = av_kernels_list(variants);
    random_state.state = 7;
}

TestSuite(kernels, .init = setup);

static void fill(float *x, int n, float spread)
{
    for (int i = 0; i < n; i++)
        x[i] = spread * random_float(&random_state);
}

static void check_close(const char *what, const float *found, const double *expected, int n, double tolerance)
{
    for (int i = 0; i < n; i++)
        cr_assert(fabs((double)found[i] - expected[i]) <= tolerance * (1.0 + fabs(expected[i])),
                  "%s of %d: [%d] %g, %g found", what, n, i, expected[i], (double)found[i]);
}

static void check_equal(const char *what, const struct av_kernels *kernels, const float *found, const float *expected,
                        int n)
{
    for (int i = 0; i < n; i++)
        cr_assert(memcmp(&found[i], &expected[i], sizeof(float)) == 0, "%s of %d by %s: [%d] %.9g, %.9g found", what, n,
                  kernels->name, i, (double)expected[i], (double)found[i]);
}

Test(kernels, the_baseline_is_always_there_and_the_best_comes_first)
{
    cr_assert(n_variant >= 1 && n_variant <= AV_KERNELS_MAX);
    cr_assert_str_eq(variants[n_variant - 1]->name, "baseline");
    cr_assert_eq(av_kernels_best(), variants[0]);
}

Test(kernels, multiply_is_the_product_of_row_and_matrix)
{
    static float x[70], w[70 * LONGEST], y[LONGEST + 1], first[LONGEST];
    static double expected[LONGEST];
    for (int cols = 1; cols <= LONGEST - 7; cols += cols < 140 ? 1 : 13) {
        int rows = 1 + random_below(&random_state, 70), gap = random_below(&random_state, 8);
        fill(x, rows, 1.0f);
        fill(w, rows * (cols + gap), 1.0f);
        for (int c = 0; c < cols; c++) {
            expected[c] = 0.0;
            for (int i = rows - 1; i >= 0; i--)
                expected[c] += (double)x[i] * (double)w[i * (cols + gap) + c];
        }
        for (int v = 0; v < n_variant; v++) {
            y[cols] = 42.0f;
            variants[v]->multiply(x, w, (size_t)(cols + gap), rows, cols, y);
            cr_assert(y[cols] == 42.0f, "nothing is written beyond the row");
            check_close("multiply", y, expected, cols, 1e-5);
            if (v == 0)
                memcpy(first, y, sizeof first);
            check_equal("multiply", variants[v], y, first, cols);
        }
    }
}

Test(kernels, multiply_adds_in_ascending_order)
{
    /* 2²⁴ + 1 is 2²⁴ in float32: the order of the sum shows in the result. */
    const float x[4] = {16777216.0f, 1.0f, 1.0f, -16777216.0f};
    float w[4 * 33], y[33];
    for (int i = 0; i < 4 * 33; i++)
        w[i] = 1.0f;
    for (int v = 0; v < n_variant; v++)
        for (int cols = 1; cols <= 33; cols++) {
            variants[v]->multiply(x, w, (size_t)cols, 4, cols, y);
            for (int c = 0; c < cols; c++)
                cr_assert_eq(y[c], 0.0f, "%s: column %d of %d is %g", variants[v]->name, c, cols, (double)y[c]);
        }
}

Test(kernels, products_and_sums_are_rounded_each_by_itself)
{
    /* (1 + 2⁻¹²)² = 1 + 2⁻¹¹ + 2⁻²⁴, whose last part is lost when the product is rounded, and kept by a fused
     * multiply-add. */
    const float a = 1.0f + 0x1p-12f;
    const float x[2] = {1.0f, a};
    float w[2 * 20], y[20];
    for (int c = 0; c < 20; c++) {
        w[c] = -(1.0f + 0x1p-11f);
        w[20 + c] = a;
    }
    for (int v = 0; v < n_variant; v++) {
        variants[v]->multiply(x, w, 20, 2, 20, y);
        for (int c = 0; c < 20; c++)
            cr_assert_eq(y[c], 0.0f, "%s: %g", variants[v]->name, (double)y[c]);
    }
}

/* A table of n blocks in an order that is none. */
static void scramble(int *table, int n)
{
    for (int b = 0; b < n; b++) {
        int other = random_below(&random_state, b + 1);
        table[b] = table[other];
        table[other] = b;
    }
}

Test(kernels, columns_in_blocks_are_multiplied_as_if_they_lay_together)
{
    static float x[20], together[20 * 300], blocks[20 * 400 * 16], y[320], first[320];
    int table[300] = {0};
    for (int round = 0; round < 400; round++) {
        int rows = 1 + random_below(&random_state, 20), from = round % 2 ? random_below(&random_state, 30) : 0;
        int n = 1 + random_below(&random_state, 250), block_size = 1 + random_below(&random_state, round % 3 ? 70 : 7);
        if (round % 4 == 0)
            block_size = 16 << random_below(&random_state, 3);
        int stride = block_size < 16 ? block_size : (block_size + 15) / 16 * 16, n_block = (from + n) / block_size + 1;
        int width = (n + 15) / 16 * 16;
        scramble(table, n_block);
        fill(x, rows, 1.0f);
        fill(together, rows * 300, 1.0f);
        cr_assert(n_block * rows * stride <= (int)(sizeof blocks / sizeof *blocks));
        for (int cell = 0; cell < rows * (from + n); cell++) {
            int i = cell / (from + n), c = cell % (from + n), b = table[c / block_size];
            blocks[(b * rows + i) * stride + c % block_size] = together[i * 300 + c];
        }
        struct av_blocks w = {blocks, (size_t)(rows * stride), table, block_size, (size_t)stride, rows, from, n, width};
        for (int v = 0; v < n_variant; v++) {
            variants[v]->multiply(x, together + from, 300, rows, n, first);
            y[width] = 42.0f;
            variants[v]->multiply_blocks(x, &w, y);
            cr_assert(y[width] == 42.0f, "nothing is written beyond the room");
            check_equal("multiply_blocks", variants[v], y, first, n);
        }
    }
}

Test(kernels, mix_is_the_weighted_sum_of_values_for_every_head)
{
    static float weights[6 * 40], values[40 * 3 * 40], blocks[80 * 3 * 40], out[6 * 40], first[6 * 40];
    static double expected[6 * 40];
    for (int d_v = 1; d_v <= 40; d_v++) {
        int group = 1 + random_below(&random_state, 2), n_kv_head = 1 + random_below(&random_state, 3);
        int n_head = group * n_kv_head, n = 1 + random_below(&random_state, 40), row = n_kv_head * d_v;
        int block_size = 1 + random_below(&random_state, n), n_block = (n + block_size - 1) / block_size,
            table[40] = {0};
        struct av_mix mix = {weights, 40,  blocks, (size_t)(block_size * row), table, block_size, n, n_head,
                             group,   d_v, out};
        fill(weights, 6 * 40, 1.0f);
        fill(values, n * row, 1.0f);
        scramble(table, n_block);
        for (int j = 0; j < n; j++)
            memcpy(blocks + (table[j / block_size] * block_size + j % block_size) * row, values + j * row,
                   (size_t)row * sizeof *values);
        memset(expected, 0, sizeof expected);
        for (int head = 0; head < n_head; head++)
            for (int c = 0; c < d_v; c++)
                for (int j = n - 1; j >= 0; j--)
                    expected[head * d_v + c] +=
                        (double)weights[head * 40 + j] * (double)values[j * row + head / group * d_v + c];
        for (int v = 0; v < n_variant; v++) {
            memset(out, 0, sizeof out);
            variants[v]->mix(&mix);
            check_close("mix", out, expected, 6 * 40, 1e-5);
            if (v == 0)
                memcpy(first, out, sizeof first);
            check_equal("mix", variants[v], out, first, 6 * 40);
        }
    }
}

Test(kernels, softmax_is_exp_over_its_sum)
{
    static float scores[LONGEST], s[LONGEST], first[LONGEST];
    static double expected[LONGEST];
    for (int n = 1; n <= LONGEST; n++) {
        double max = -INFINITY, total = 0.0;
        fill(scores, n, n % 3 == 0 ? 80.0f : 4.0f);
        for (int j = 0; j < n; j++)
            max = fmax(max, (double)scores[j]);
        for (int j = 0; j < n; j++)
            total += expected[j] = exp((double)scores[j] - max);
        for (int j = 0; j < n; j++)
            expected[j] /= total;
        for (int v = 0; v < n_variant; v++) {
            memcpy(s, scores, sizeof s);
            struct av_softmax_row row = variants[v]->softmax(s, n);
            cr_assert((double)row.max == max);
            cr_assert(fabs((double)row.sum - total) <= 1e-6 * total);
            check_close("softmax", s, expected, n, 1e-6);
            if (v == 0)
                memcpy(first, s, sizeof first);
            check_equal("softmax", variants[v], s, first, n);
            memcpy(s, scores, sizeof s);
            variants[v]->weights(s, row, n);
            check_equal("weights", variants[v], s, first, n);
        }
    }
}

Test(kernels, a_softmax_in_parts)
{
    static float scores[LONGEST], s[LONGEST], first[LONGEST];
    static double expected[LONGEST];
    for (int n = 1; n <= LONGEST; n++) {
        float max = -INFINITY, by = random_float(&random_state);
        double total = 0.0;
        fill(scores, n, 4.0f);
        for (int j = 0; j < n; j++) {
            max = fmaxf(max, scores[j]);
            total += expected[j] = exp((double)scores[j] - (double)by);
        }
        for (int v = 0; v < n_variant; v++) {
            memcpy(s, scores, sizeof s);
            cr_assert(variants[v]->maximum(s, n) == max);
            cr_assert(fabs((double)variants[v]->exponentials(s, by, n) - total) <= 1e-6 * total);
            check_close("exponentials", s, expected, n, 1e-6);
            if (v == 0)
                memcpy(first, s, sizeof first);
            check_equal("exponentials", variants[v], s, first, n);
        }
    }
    const float none[3] = {NAN, -INFINITY, NAN};
    for (int v = 0; v < n_variant; v++)
        cr_assert(variants[v]->maximum(none, 3) == -INFINITY);
}

Test(kernels, accumulate_adds_a_weighted_sum_of_values)
{
    static float p[LONGEST], values[LONGEST * 70], o[70], start[70], first[70];
    static double expected[70];
    for (int d_v = 1; d_v <= 66; d_v++) {
        int n = random_below(&random_state, d_v % 5 == 0 ? LONGEST : 9), stride = d_v + random_below(&random_state, 4);
        fill(p, n, 1.0f);
        fill(values, n * stride, 1.0f);
        fill(start, 70, 1.0f);
        for (int c = 0; c < d_v; c++) {
            expected[c] = (double)start[c];
            for (int j = n - 1; j >= 0; j--)
                expected[c] += (double)p[j] * (double)values[j * stride + c];
        }
        for (int v = 0; v < n_variant; v++) {
            memcpy(o, start, sizeof o);
            variants[v]->accumulate(p, values, (size_t)stride, n, d_v, o);
            cr_assert(o[d_v] == start[d_v], "nothing is written beyond the row");
            check_close("accumulate", o, expected, d_v, 1e-5);
            if (v == 0)
                memcpy(first, o, sizeof first);
            check_equal("accumulate", variants[v], o, first, d_v);
        }
    }
}

Test(kernels, accumulate_goes_on_from_what_is_there_in_ascending_order)
{
    /* 2²⁴ + 1 is 2²⁴ in float32: were the rows summed by themselves, or backwards, it would be 1. */
    const float p[3] = {1.0f, 1.0f, -16777216.0f};
    float values[3 * 101], o[101];
    for (int i = 0; i < 3 * 101; i++)
        values[i] = 1.0f;
    for (int v = 0; v < n_variant; v++)
        for (int d_v = 1; d_v <= 101; d_v++) {
            for (int c = 0; c < d_v; c++)
                o[c] = 16777216.0f;
            variants[v]->accumulate(p, values, 101, 3, d_v, o);
            for (int c = 0; c < d_v; c++)
                cr_assert_eq(o[c], 0.0f, "%s: %g", variants[v]->name, (double)o[c]);
        }
}

Test(kernels, what_is_masked_beyond_the_end_changes_no_bit_of_a_softmax)
{
    static float scores[LONGEST], alone[LONGEST], masked[LONGEST];
    for (int v = 0; v < n_variant; v++)
        for (int n = 1; n < LONGEST; n++) {
            int longer = n + 1 + random_below(&random_state, LONGEST - n);
            fill(scores, LONGEST, 9.0f);
            memcpy(alone, scores, sizeof alone);
            memcpy(masked, scores, sizeof masked);
            variants[v]->mask(alone, AV_MASK_CAUSAL, n - 1, n);
            variants[v]->mask(masked, AV_MASK_CAUSAL, n - 1, longer);
            struct av_softmax_row row = variants[v]->softmax(alone, n);
            struct av_softmax_row same = variants[v]->softmax(masked, longer);
            cr_assert(memcmp(&row, &same, sizeof row) == 0);
            check_equal("masked softmax", variants[v], masked, alone, n);
            for (int j = n; j < longer; j++)
                cr_assert(masked[j] == 0.0f && !signbit(masked[j]));
        }
}

Test(kernels, softmax_of_rows_at_the_edges)
{
    for (int v = 0; v < n_variant; v++) {
        float huge[3] = {3e38f, 3e38f, -3e38f}, one[1] = {-7.0f}, wholly_masked[20], unknown[3] = {0.0f, NAN, 1.0f};
        variants[v]->softmax(huge, 3);
        cr_assert(huge[0] == 0.5f && huge[1] == 0.5f && huge[2] == 0.0f);
        variants[v]->softmax(one, 1);
        cr_assert(one[0] == 1.0f);
        for (int j = 0; j < 20; j++)
            wholly_masked[j] = -INFINITY;
        variants[v]->softmax(wholly_masked, 20); /* 0 / 0: no weights can be given, and none are made up */
        variants[v]->softmax(unknown, 3);
        for (int j = 0; j < 20; j++)
            cr_assert(isnan(wholly_masked[j]));
        for (int j = 0; j < 3; j++)
            cr_assert(isnan(unknown[j]));
    }
}

Test(kernels, masks_are_as_the_rules_say)
{
    for (int v = 0; v < n_variant; v++) {
        float causal[3] = {2.0f, -3.0f, 4.0f}, multiplied[3] = {2.0f, -3.0f, 4.0f}, none[3] = {2.0f, -3.0f, 4.0f};
        variants[v]->mask(causal, AV_MASK_CAUSAL, 1, 3);
        cr_assert(causal[0] == 2.0f && causal[1] == -3.0f && causal[2] == -INFINITY);
        variants[v]->mask(multiplied, AV_MASK_MULTIPLIED, 1, 3);
        cr_assert(multiplied[0] == 2.0f && multiplied[1] == -3.0f && multiplied[2] == 0.0f);
        variants[v]->mask(none, AV_MASK_NONE, 1, 3);
        cr_assert(none[0] == 2.0f && none[1] == -3.0f && none[2] == 4.0f);

        float large[4] = {INFINITY, NAN, INFINITY, NAN};
        variants[v]->mask(large, AV_MASK_CAUSAL, 1, 4);
        cr_assert(large[0] == INFINITY && isnan(large[1]) && large[2] == -INFINITY && large[3] == -INFINITY);
    }
}

/* y[i] of the element-wise kernels and norms, in double. */
static void expect_norm(const float *x, const float *gain, const float *bias, double epsilon, int n, double *y)
{
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < n; i++)
        mean += bias ? (double)x[i] / n : 0.0;
    for (int i = 0; i < n; i++)
        square += ((double)x[i] - mean) * ((double)x[i] - mean) / n;
    for (int i = 0; i < n; i++)
        y[i] = ((double)x[i] - mean) / sqrt(square + epsilon) * (double)gain[i] + (bias ? (double)bias[i] : 0.0);
}

Test(kernels, norms_are_as_the_formulas_say)
{
    static float x[LONGEST], gain[LONGEST], bias[LONGEST], y[LONGEST], first[2][LONGEST];
    static double layer[LONGEST], rms[LONGEST];
    for (int n = 2; n <= LONGEST; n++) {
        fill(x, n, 3.0f);
        fill(gain, n, 1.0f);
        fill(bias, n, 1.0f);
        expect_norm(x, gain, bias, 1e-5, n, layer);
        expect_norm(x, gain, NULL, 1e-3, n, rms);
        for (int v = 0; v < n_variant; v++) {
            variants[v]->layer_norm(x, gain, bias, 1e-5f, n, y);
            check_close("layer_norm", y, layer, n, 1e-4);
            if (v == 0)
                memcpy(first[0], y, sizeof y);
            check_equal("layer_norm", variants[v], y, first[0], n);
            variants[v]->rms_norm(x, gain, 1e-3f, n, y);
            check_close("rms_norm", y, rms, n, 1e-5);
            if (v == 0)
                memcpy(first[1], y, sizeof y);
            check_equal("rms_norm", variants[v], y, first[1], n);
        }
    }
}

Test(kernels, norms_by_hand)
{
    const float x[2] = {1.0f, 3.0f}, gain[2] = {2.0f, 10.0f}, bias[2] = {0.5f, -1.0f};
    const float five[2] = {3.0f, 4.0f};
    for (int v = 0; v < n_variant; v++) {
        float y[2];
        variants[v]->layer_norm(x, gain, bias, 0.0f, 2, y); /* mean 2, variance 1: −1 and 1 */
        cr_assert(y[0] == -1.5f && y[1] == 9.0f);
        variants[v]->rms_norm(five, gain, 12.5f, 2, y); /* mean square 12.5, root of 25 */
        cr_assert(y[0] == 3.0f / 5.0f * 2.0f && y[1] == 4.0f / 5.0f * 10.0f);
    }
}

Test(kernels, activations_are_as_the_formulas_say)
{
    static float x[LONGEST], up[LONGEST], y[LONGEST], first[3][LONGEST];
    static double relu[LONGEST], gelu[LONGEST], swiglu[LONGEST];
    for (int n = 1; n <= LONGEST; n++) {
        fill(x, n, n % 2 ? 3.0f : 30.0f);
        fill(up, n, 2.0f);
        for (int i = 0; i < n; i++) {
            double z = (double)x[i];
            relu[i] = fmax(z, 0.0);
            gelu[i] = 0.5 * z * (1.0 + tanh(sqrt(2.0 / 3.14159265358979323846) * (z + 0.044715 * z * z * z)));
            swiglu[i] = z / (1.0 + exp(-z)) * (double)up[i];
        }
        for (int v = 0; v < n_variant; v++) {
            void (*const activations[2])(const float *, int, float *) = {variants[v]->relu, variants[v]->gelu};
            for (int k = 0; k < 2; k++) {
                activations[k](x, n, y);
                check_close(k ? "gelu" : "relu", y, k ? gelu : relu, n, 1e-6);
                if (v == 0)
                    memcpy(first[k], y, sizeof y);
                check_equal(k ? "gelu" : "relu", variants[v], y, first[k], n);
            }
            variants[v]->swiglu(x, up, n, y);
            check_close("swiglu", y, swiglu, n, 1e-6);
            if (v == 0)
                memcpy(first[2], y, sizeof y);
            check_equal("swiglu", variants[v], y, first[2], n);
        }
    }
}

Test(kernels, add_and_divide)
{
    static float a[LONGEST], b[LONGEST], y[LONGEST];
    for (int v = 0; v < n_variant; v++)
        for (int n = 1; n <= LONGEST; n++) {
            fill(a, n, 5.0f);
            fill(b, n, 5.0f);
            variants[v]->add(a, b, n, y);
            for (int i = 0; i < n; i++)
                cr_assert(y[i] == a[i] + b[i]);
            variants[v]->divide(y, 3.0f, n);
            for (int i = 0; i < n; i++)
                cr_assert(y[i] == (a[i] + b[i]) / 3.0f);
            variants[v]->add(a, b, n, a); /* in place */
            for (int i = 0; i < n; i++)
                cr_assert(a[i] / 3.0f == y[i]);
        }
}
