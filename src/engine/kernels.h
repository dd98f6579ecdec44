/* Kernels: the loops that take the time, each over one row.
 *
 * kernels.c is compiled once for every vector width that the machine may have, and the widest that it does have is
 * chosen when the program runs. The width changes no bit of any result: each element is summed by itself in
 * ascending order of the inner index, a multiply and an add are never fused, and a sum along a row (of a mean or a
 * softmax) always has sixteen partial sums, whatever the width. */
#ifndef ATTNVIZ_ENGINE_KERNELS_H
#define ATTNVIZ_ENGINE_KERNELS_H

#include <stddef.h>

#include "attnviz/engine/rule.h"
#include "attnviz/engine/trace.h"

/* A matrix whose columns lie in blocks of block_size, of which the b-th starts at data + table[b]·block_stride. */
struct av_blocks {
    const float *data;
    size_t block_stride;
    const int *table;
    int block_size;
    size_t stride; /* floats from one row of a block to the next; block_size or more */
    int rows;
    int first, cols; /* the columns first … first + cols − 1 are computed */
    int width;       /* as many as there is room for in the result: cols, or more to fill up whole registers */
};

struct av_mix {
    const float *weights; /* a: (n_head, n), row h at weights + h·weight_stride */
    size_t weight_stride;
    /* v: (n, n_head / group · d_v) in blocks of block_size rows without gaps, of which the b-th starts at
     * values + table[b]·block_stride. */
    const float *values;
    size_t block_stride;
    const int *table;
    int block_size;
    int n, n_head, group, d_v;
    float *out; /* o: (n_head · d_v) */
};

struct av_kernels {
    const char *name; /* "baseline", "avx2", "avx512" */

    /* y[c] = Σ_i x[i]·W[i][c], with row i of W (rows, cols) at w + i·stride. */
    void (*multiply)(const float *x, const float *w, size_t stride, int rows, int cols, float *y);

    /* The same for the columns of blocks, of which y[0] is the first; beyond cols anything may be written. */
    void (*multiply_blocks)(const float *x, const struct av_blocks *w, float *y);

    /* o[h][c] = Σ_j a[h][j]·v[j][h / group][c] for all heads. */
    void (*mix)(const struct av_mix *mix);

    /* y = a + b; y may be a or b. */
    void (*add)(const float *a, const float *b, int n, float *y);

    /* x = x / by */
    void (*divide)(float *x, float by, int n);

    /* The scores s of query row i as the mask leaves them (see rule.h). */
    void (*mask)(float *s, enum av_mask mask, int i, int n);

    /* s[j] = exp(s[j] − max s) / Σ exp(s − max s), and the two numbers by which any weight can be found again. */
    struct av_softmax_row (*softmax)(float *s, int n);

    /* The parts of a softmax and a mix, for a row that comes in tiles (see flash.h): max x, where NaN is passed over
     * and no number is −∞; s[j] = exp(s[j] − max), whose sum is returned; o[c] = o[c] + Σ_j p[j]·v[j][c], with row j of
     * v at v + j·stride, as a sum that goes on from o: however the rows are cut up, the bits are the same. */
    float (*maximum)(const float *x, int n);
    float (*exponentials)(float *s, float max, int n);
    void (*accumulate)(const float *p, const float *v, size_t stride, int n, int d_v, float *o);

    /* The same weights once more, from those two numbers. */
    void (*weights)(float *s, struct av_softmax_row row, int n);

    /* y = (x − mean) / √(variance + ε) ⊙ gain + bias (Ba et al. 2016). */
    void (*layer_norm)(const float *x, const float *gain, const float *bias, float epsilon, int n, float *y);

    /* y = x / √(mean(x²) + ε) ⊙ gain (Zhang & Sennrich 2019). */
    void (*rms_norm)(const float *x, const float *gain, float epsilon, int n, float *y);

    /* y = max(0, x) */
    void (*relu)(const float *x, int n, float *y);

    /* y = x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³))), as GPT-1 and GPT-2 have it (Hendrycks & Gimpel 2016). */
    void (*gelu)(const float *x, int n, float *y);

    /* y = silu(gate) ⊙ up with silu(x) = x / (1 + exp(−x)) (Shazeer 2020). */
    void (*swiglu)(const float *gate, const float *up, int n, float *y);
};

/* Those that this machine can run, widest first; at least one. */
#define AV_KERNELS_MAX 3
int av_kernels_list(const struct av_kernels *list[AV_KERNELS_MAX]);

/* The widest. */
const struct av_kernels *av_kernels_best(void);

#endif
