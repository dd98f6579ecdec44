/* The cost of a step: its figures, from what the engine counted, and the closed forms that they must equal. */
#ifndef ATTNVIZ_PLAYER_COST_H
#define ATTNVIZ_PLAYER_COST_H

#include <stdbool.h>

#include "attnviz/engine/work.h"
#include "attnviz/lesson/figures.h"
#include "attnviz/player/run.h"
#include "attnviz/player/view.h"

/* A figure of the step that the view stands in, from the engine's counters and comparisons; whole numbers are exact up
 * to 2⁵³. False where it is not known: no cache stays true under the rule, that step was not run without a cache, or
 * not all steps were. */
bool av_cost_figure(const struct av_view *view, enum av_figure figure, double *value);

/* Rows that the cache holds: those of the step are there from append on; 0 with the cache off. */
int av_cost_rows_held(const struct av_view *view);

/* Multiply-adds of one kind in the last of the steps, of n tokens: rows · in · out · layers. With a cache its new rows
 * are computed, one, or of a prompt that is read at once n, each of which meets n keys; without one all n rows are.
 *
 *   project  rows          · d_model      · (n_head·d_k + n_kv_head·(d_k + d_v)) · n_layer
 *   scores   rows · n keys · d_k          · n_head                               · n_layer
 *   mix      rows · n keys · d_v          · n_head                               · n_layer
 *   output   rows          · n_head · d_v · d_model                              · n_layer
 *   block    rows          · d_model      · d_ff · (its matrices: 2, or 3 gated) · n_layer
 *   logits   rows          · d_model      · vocab_size                           · 1
 *
 * Of a model that attends to n_source tokens (else 0), each row meets those, and k and v are projected of them, with a
 * cache in the first step alone:
 *
 *   project  rows          · d_model      · n_head·d_k                           · n_layer
 *   source   n_source      · d_model      · n_kv_head·(d_k + d_v)                · n_layer
 */
struct av_work_factors {
    double rows; /* or pairs of a row and a key */
    double in, out, layers;
};
struct av_work_factors av_work_factors(const struct av_config *config, enum av_work_kind kind, struct av_steps steps,
                                       bool cached);

/* What is compared of a step of n tokens that both ways compute, in parts: of a row in each layer, of its scores (raw,
 * scaled) and weights, of what the last layer gives, and of a source: its x, and its k and v in each layer. */
enum av_compared { AV_COMPARED_ROWS, AV_COMPARED_SCORES, AV_COMPARED_LAST, AV_COMPARED_SOURCE, AV_COMPARED_COUNT };
struct av_work_factors av_compared_factors(const struct av_config *config, int n_source, enum av_compared part, int n);

/* The product. */
double av_work_product(const struct av_work_factors *factors);

/* The same figure from the closed forms and from other figures. */
double av_cost_redo(const struct av_view *view, enum av_figure figure);

#endif
