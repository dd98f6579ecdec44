/* The functions of one number, and the sum of a row, by the same arithmetic as the engine's kernels: an explanation
 * can redo any number with them, bit for bit. */
#ifndef ATTNVIZ_ENGINE_FUNCTIONS_H
#define ATTNVIZ_ENGINE_FUNCTIONS_H

/* exp(x), within one unit in the last place; 0 below −104 (and for −∞), ∞ above 88.8, exp(0) = 1, NaN for NaN. */
float av_exp(float x);

/* x / (1 + exp(−x)), of which SwiGLU is silu(gate) · up. */
float av_silu(float x);

/* x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³))) (Hendrycks & Gimpel 2016), reckoned as x / (1 + exp(−2·√(2/π)·(…))). */
float av_gelu(float x);

/* Σ x[0 … n − 1] as a softmax and a norm add: sixteen partial sums of the elements i mod 16, joined in ascending
 * order. Of up to sixteen numbers it is the running sum. */
float av_sum(const float *x, int n);

/* Σ (x − mean)², in the same order. */
float av_sum_squares(const float *x, float mean, int n);

#endif
