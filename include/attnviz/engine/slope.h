/* How far the scores of a head lie apart, and how much softmax then still answers to them: why scores are divided by
 * √d_k.
 *
 * If the numbers of q and k are independent, with mean 0 and variance 1, then q·k is a sum of d_k products of variance
 * 1 each, and has the variance d_k; divided by √d_k, it has 1 (Vaswani et al. 2017, footnote 4). */
#ifndef ATTNVIZ_ENGINE_SLOPE_H
#define ATTNVIZ_ENGINE_SLOPE_H

#include <stdbool.h>

#include "attnviz/engine/trace.h"

/* a[n] = softmax of s[n], in the arithmetic of the engine's rows: a_j = exp(s_j − max s) / Σ exp(s − max s). a may be
 * s. */
struct av_softmax_row av_softmax(const float *s, int n, float *a);

/* ∂a_j/∂s_j of softmax, a·(1 − a): how much a weight answers to its own score. At most ¼, at a = ½; 0 at 0 and at 1,
 * where softmax is saturated and no gradient comes through. */
double av_softmax_slope(float weight);

/* A head's attention with the first d columns of q and of k alone: what it would be at a smaller d_k. With d = d_k, and
 * scaled as the trace's rule is, its numbers are the trace's, bit for bit. */
struct av_narrow {
    const struct av_trace *trace; /* whose mask and bans hold here too */
    int layer, head;
    int d;       /* 1 … d_k */
    bool scaled; /* ÷ √d */
};

/* Σ q[c]·k[c] over the first d columns, of query i and key j; ÷ √d where it is scaled. Not masked. */
float av_narrow_score(const struct av_narrow *narrow, int i, int j);

/* Maximum and sum by which row i over the first n keys becomes weights. */
struct av_softmax_row av_narrow_softmax(const struct av_narrow *narrow, int i, int n);

/* a(i, j), by that maximum and sum; exactly 0 where the rule removes j. */
float av_narrow_weight(const struct av_narrow *narrow, int i, int j, struct av_softmax_row row);

/* What becomes of a row of n keys. All are NaN where a weight is. */
struct av_steepness {
    double weight; /* the largest of the row … */
    double slope;  /* … and the largest slope a(1 − a) */
    double slopes; /* Σ a(1 − a) = 1 − Σ a², of all keys: 0 where one has everything, 1 − 1/n where all have the same */
};
struct av_steepness av_narrow_steepness(const struct av_narrow *narrow, int i, int n, struct av_softmax_row row);

/* The variance Σ (s − mean)² / N of the N scores that queries 0 … rows − 1 have for the first n keys, without those
 * that the rule hides; of one score it is 0. NaN where a score is not finite. */
double av_narrow_variance(const struct av_narrow *narrow, int rows, int n);

#endif
