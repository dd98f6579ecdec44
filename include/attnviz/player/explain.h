/* Explanations: for a cell, the operation and the operands that made its value.
 *
 * The terms are read from the same trace as the value, and av_explain_redo works the value out again from them, in the order
 * in which the engine did: it equals the cell to the last bit. */
#ifndef ATTNVIZ_PLAYER_EXPLAIN_H
#define ATTNVIZ_PLAYER_EXPLAIN_H

#include <stdbool.h>

#include "attnviz/player/view.h"

enum av_operation {
    AV_OPERATION_GIVEN,    /* a parameter, or a value with nothing behind it */
    AV_OPERATION_SUM,      /* Σ term                          x = E + P, residuals  */
    AV_OPERATION_PRODUCTS, /* Σ a·b (+ bias)                  q, k, v, scores, mix, output, feed, logits */
    AV_OPERATION_ROTATE,   /* a·cos ∓ b·sin                   q, k with rotary positions (a and b: Σ products) */
    AV_OPERATION_DIVIDE,   /* numerator / √d_k                scaled scores         */
    AV_OPERATION_MASK,     /* s + M, s · M                    masked scores         */
    AV_OPERATION_SOFTMAX,  /* exp(s − max) / Σ exp(s − max)   weights, probabilities */
    AV_OPERATION_NORM,     /* (x − mean) / √(var + ε) · g + b */
    AV_OPERATION_RELU,
    AV_OPERATION_GELU,
    AV_OPERATION_SWIGLU, /* silu(gate) · up */
    AV_OPERATION_CHOICE, /* the largest, or drawn */
};

struct av_term {
    float a, b; /* a·b, or a alone where b is 1 and single is set */
    bool single;
};

#define AV_PARTS_MAX 8

struct av_explanation {
    struct av_view view;
    int row, column;
    enum av_operation operation;
    int n_term;               /* of the sum; av_explain_term gives them */
    float part[AV_PARTS_MAX]; /* by operation: DIVIDE numerator, d_k; MASK s, M; SOFTMAX s, max, exp, sum; NORM x, mean,
                                   variance, ε, gain, bias; RELU, GELU x; SWIGLU gate, up; ROTATE a, b, cos, sin; PRODUCTS bias */
    bool has_bias;
    float value; /* the cell's */
};

/* False where the cell has no value to explain (discarded, never computed, future). */
bool av_explain(const struct av_view *view, int row, int column, struct av_explanation *explanation);

/* Term k of a SUM or of PRODUCTS, 0 ≤ k < n_term. */
struct av_term av_explain_term(const struct av_explanation *explanation, int k);

/* The value worked out again from the operands. */
float av_explain_redo(const struct av_explanation *explanation);

#endif
