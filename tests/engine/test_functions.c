/* The functions of one number against double precision, at the edges, and the order of the sums. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/functions.h"
#include "kernels.h"

/* How far x is from exact, in units of the last place that a float of exact's size has. */
static double units_off(float x, double exact)
{
    int exponent;
    frexp(exact, &exponent);
    double unit = ldexp(1.0, exponent - 24);
    return fabs((double)x - exact) / fmax(unit, 0x1p-149);
}

Test(functions, exp_is_within_one_unit_in_the_last_place)
{
    /* Every 997th float from −104 to −2⁻³⁰ and from 2⁻³⁰ to 88.7. */
    for (int sign = 0; sign < 2; sign++)
        for (uint32_t bits = 0x30800000u;; bits += 997) {
            float x;
            memcpy(&x, &bits, sizeof x);
            if (x > (sign ? 104.0f : 88.7f))
                break;
            x = sign ? -x : x;
            double off = units_off(av_exp(x), exp((double)x));
            cr_assert(off <= 1.0, "exp(%.9g) = %.9g, %g units off", (double)x, (double)av_exp(x), off);
        }
}

Test(functions, exp_at_the_edges)
{
    cr_assert(av_exp(0.0f) == 1.0f && av_exp(-0.0f) == 1.0f);
    cr_assert(av_exp(-INFINITY) == 0.0f && !signbit(av_exp(-INFINITY)));
    cr_assert(av_exp(-104.0f) == 0.0f && av_exp(-FLT_MAX) == 0.0f);
    cr_assert(av_exp(-103.2f) > 0.0f, "the smallest float that is not 0 is about exp(-103.28)");
    cr_assert(av_exp(INFINITY) == INFINITY && av_exp(FLT_MAX) == INFINITY && av_exp(88.8f) == INFINITY);
    cr_assert(av_exp(88.7f) < INFINITY);
    cr_assert(isnan(av_exp(NAN)));
    cr_assert(av_exp(FLT_MIN) == 1.0f && av_exp(-FLT_TRUE_MIN) == 1.0f);
}

Test(functions, exp_never_falls)
{
    float last = 0.0f;
    for (int i = -11000; i <= 9000; i++) {
        float y = av_exp((float)i * 0.01f);
        cr_assert(y >= last, "at %g", i * 0.01);
        last = y;
    }
}

Test(functions, one_number_and_a_row_of_them_give_the_same_bits)
{
    const struct av_kernels *variants[AV_KERNELS_MAX];
    int n_variant = av_kernels_list(variants);
    static float x[3000], ones[3000], y[3000];
    for (int i = 0; i < 3000; i++) {
        x[i] = (float)(i - 1500) * 0.0713f;
        ones[i] = 1.0f;
    }
    for (int v = 0; v < n_variant; v++) {
        variants[v]->gelu(x, 3000, y);
        for (int i = 0; i < 3000; i++)
            cr_assert(y[i] == av_gelu(x[i]));
        variants[v]->swiglu(x, ones, 3000, y);
        for (int i = 0; i < 3000; i++)
            cr_assert(y[i] == av_silu(x[i]));
        memcpy(y, x, sizeof y);
        struct av_softmax_row row = variants[v]->softmax(y, 3000);
        for (int i = 0; i < 3000; i++)
            cr_assert(y[i] == av_exp(x[i] - row.max) / row.sum);
    }
}

Test(functions, gelu_and_silu_at_the_edges)
{
    cr_assert(av_gelu(0.0f) == 0.0f && av_silu(0.0f) == 0.0f);
    cr_assert(av_gelu(1e13f) == 1e13f && av_gelu(-1e13f) == 0.0f);
    cr_assert(av_gelu(FLT_MAX) == FLT_MAX && av_gelu(-FLT_MAX) == 0.0f);
    cr_assert(av_silu(FLT_MAX) == FLT_MAX && av_silu(-FLT_MAX) == 0.0f);
    cr_assert(fabsf(av_gelu(1.0f) - 0.841192f) < 1e-6f);
    cr_assert(fabsf(av_silu(1.0f) - 0.731059f) < 1e-6f);
}

Test(functions, a_sum_of_up_to_sixteen_numbers_is_the_running_one)
{
    float x[16];
    for (int n = 0; n <= 16; n++) {
        float running = 0.0f, squares = 0.0f;
        for (int i = 0; i < n; i++) {
            x[i] = 1.0f / (float)(3 + 7 * i);
            running += x[i];
            squares += (x[i] - 0.1f) * (x[i] - 0.1f);
        }
        cr_assert(av_sum(x, n) == running);
        cr_assert(av_sum_squares(x, 0.1f, n) == squares);
    }
}

Test(functions, a_longer_sum_has_sixteen_parts)
{
    float x[40];
    for (int i = 0; i < 40; i++)
        x[i] = 1.0f / (float)(3 + 7 * i);
    float sum = 0.0f;
    for (int part = 0; part < 16; part++) {
        float here = x[part] + x[part + 16];
        sum += part + 32 < 40 ? here + x[part + 32] : here;
    }
    cr_assert(av_sum(x, 40) == sum);
}
