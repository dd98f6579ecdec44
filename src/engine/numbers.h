/* Functions of one number, and the sum of a row, in plain float32 arithmetic: no table, no branch, so that a loop
 * over them vectorises, and so that one number or sixteen at once come out the same to the last bit. */
#ifndef ATTNVIZ_ENGINE_NUMBERS_H
#define ATTNVIZ_ENGINE_NUMBERS_H

#include <stdint.h>
#include <string.h>

#include "attnviz/base/memory.h"

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* 2^n for −126 ≤ n ≤ 127: n is the exponent field of a float. */
static inline float power_of_two(uint32_t n)
{
    uint32_t bits = (n + 127u) << 23;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* exp(x) = 2^n · exp(r) with n = round(x / ln 2) and r = x − n·ln 2, so |r| ≤ ln 2 / 2; exp(r) = 1 + r + r²·p(r).
 * Within one unit in the last place (0.982 at worst of all floats); 0 below −104, ∞ above 88.8, exp(0) = 1, NaN
 * stays NaN. */
static inline float exp_float(float x)
{
    const float ln2_high = 0.693359375f;   /* nine bits, so that n·ln2_high is exact */
    const float ln2_low = -2.12194440e-4f; /* the rest of ln 2 */
    const float to_integer = 12582912.0f; /* 1.5 · 2²³: added to a small number, it leaves no bits after the point */

    /* Beyond these bounds the result is 0 or ∞ anyway, and n would leave its range. */
    x = x < -104.0f ? -104.0f : x;
    x = x > 89.0f ? 89.0f : x;

    float shifted = x * 1.44269504f + to_integer;
    uint32_t n = float_bits(shifted) - float_bits(to_integer);
    float whole = shifted - to_integer;
    float r = (x - whole * ln2_high) - whole * ln2_low;

    /* The coefficients give the least largest relative error on the interval, 4e-9. */
    float p = 1.38141739e-3f;
    p = p * r + 8.36892147e-3f;
    p = p * r + 4.16684076e-2f;
    p = p * r + 0.166665196f;
    p = p * r + 0.49999994f;
    p = p * (r * r) + r + 1.0f;

    /* n reaches from −150 to 128, more than one exponent field holds: two steps, of which the first rounds nothing. */
    uint32_t half = ((n + 256u) >> 1) - 128u;
    return p * power_of_two(half) * power_of_two(n - half);
}

/* x · sigmoid(x) */
static inline float silu_float(float x)
{
    return x / (1.0f + exp_float(-x));
}

/* x/2 · (1 + tanh u) with u = √(2/π)·(x + 0.044715·x³). As (1 + tanh u) / 2 = 1 / (1 + exp(−2u)), the exponential of
 * the softmax serves here too. */
static inline float gelu_float(float x)
{
    const float root = 0.797884561f; /* √(2/π) */
    float u = root * (x + 0.044715f * (x * x * x));
    return x / (1.0f + exp_float(-2.0f * u));
}

static inline float relu_float(float x)
{
    return x < 0.0f ? 0.0f : x;
}

/* Partial sums of a sum along a row: element j belongs to sum j mod 16, whatever the width of the machine's vectors. */
#define PARTS 16

/* n, rounded up to whole parts: rows so long have no odd rest, and each starts at a multiple of AV_ALIGNMENT. */
static inline int whole_parts(int n)
{
    return (n + PARTS - 1) / PARTS * PARTS;
}

_Static_assert(PARTS * sizeof(float) == AV_ALIGNMENT, "whole parts fill whole vector registers");

/* Joins partial sums in ascending order: of up to sixteen elements the sum is the running one. */
static inline float join_parts(const float part[PARTS])
{
    float sum = 0.0f;
    for (int p = 0; p < PARTS; p++)
        sum += part[p];
    return sum;
}

/* Σ x. Zeros beyond the end change nothing: a row masked with −∞ and a row that ends there have the same sum. */
static inline float sum_row(const float *x, int n)
{
    float part[PARTS] = {0.0f};
    int i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (int p = 0; p < PARTS; p++)
            part[p] += x[i + p];
    for (int p = 0; i + p < n; p++)
        part[p] += x[i + p];
    return join_parts(part);
}

/* Σ (x − mean)² */
static inline float sum_row_squares(const float *x, float mean, int n)
{
    float part[PARTS] = {0.0f};
    int i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (int p = 0; p < PARTS; p++)
            part[p] += (x[i + p] - mean) * (x[i + p] - mean);
    for (int p = 0; i + p < n; p++)
        part[p] += (x[i + p] - mean) * (x[i + p] - mean);
    return join_parts(part);
}

#endif
