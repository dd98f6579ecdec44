/* Explanations: for a cell, the operation and the operands that made its value.
 *
 * The terms are read from the same trace as the value, and av_explain_redo works the value out again from them, in the
 * order in which the engine did: it equals the cell to the last bit. */
#ifndef ATTNVIZ_PLAYER_EXPLAIN_H
#define ATTNVIZ_PLAYER_EXPLAIN_H

#include <stdbool.h>

#include "attnviz/player/view.h"

/* What made a value. In brackets the numbers it was made of: the explanation's parts, in this order.
 *
 *   GIVEN     a parameter, one looked up, or what the layer before gives              [number]
 *   SUM       Σ term: x = E + P, residuals
 *   PRODUCTS  Σ a·b + bias: q, k, v, raw scores, a·V, output, feed-forward, logits    [bias]
 *   ROTATE    q and k with rotary positions: a·cos − b·sin in an even column,
 *             a·sin + b·cos in an odd one; a and b are Σ products of the two          [a, b, cos, sin]
 *   DIVIDE    numerator / √d_k: scaled scores                                         [numerator, d_k]
 *   MASK      s + M, or s · M where the mask multiplies: masked scores                [s, M]
 *   SOFTMAX   exp((s − max) / temperature) / sum / kept: weights, probabilities; the
 *             last two are 1 for weights; a token that sampling dropped has kept 0,
 *             and so has its probability; so has what the rule removes from a row
 *             that has no softmax (its sum is NaN)             [s, max, exp(…), sum, temperature, kept]
 *   NORM      (x − mean) / √(variance + ε) · gain + bias; of RMSNorm the mean is 0
 *             and the variance the mean of x²                  [x, mean, variance, ε, gain, bias]
 *   RELU      max(0, x)                                                               [x]
 *   GELU      x/2 · (1 + tanh(…))                                                     [x]
 *   SWIGLU    silu(gate) · up                                                         [gate, up]
 *   COST      a figure of the cost: see cost.h                                        []
 */
enum av_operation {
    AV_OPERATION_GIVEN,
    AV_OPERATION_SUM,
    AV_OPERATION_PRODUCTS,
    AV_OPERATION_ROTATE,
    AV_OPERATION_DIVIDE,
    AV_OPERATION_MASK,
    AV_OPERATION_SOFTMAX,
    AV_OPERATION_NORM,
    AV_OPERATION_RELU,
    AV_OPERATION_GELU,
    AV_OPERATION_SWIGLU,
    AV_OPERATION_COST,
};

struct av_term {
    float a, b; /* a·b, or a alone where b is 1 and single is set */
    bool single;
};

#define AV_PARTS_MAX 6

struct av_explanation {
    struct av_view view;
    int row, column;
    enum av_operation operation;
    int n_term;               /* of SUM and PRODUCTS; av_explain_term gives them */
    bool has_bias;            /* of PRODUCTS and NORM */
    float part[AV_PARTS_MAX]; /* by operation, as above */
    float value;              /* the cell's */
};

/* False where the cell has no value to explain (discarded, never computed, future). */
bool av_explain(const struct av_view *view, int row, int column, struct av_explanation *explanation);

/* Term k of a SUM or of PRODUCTS, 0 ≤ k < n_term. */
struct av_term av_explain_term(const struct av_explanation *explanation, int k);

/* True for a term of a·V whose token the row may not attend to: its value takes no part, even where 0 · ∞ would be no
 * number. */
bool av_explain_leaves_out(const struct av_explanation *explanation, int k);

/* The value worked out again from the operands. */
float av_explain_redo(const struct av_explanation *explanation);

#endif
