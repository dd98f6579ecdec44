/* The merged way of scoring: W_Q and W_K of a head made one matrix.
 *
 *   q·k = (x_i·W_Q)·(x_j·W_K)ᵀ = x_i·W_QK·x_jᵀ     W_QK = W_Q·W_Kᵀ (d_model, d_model)
 *
 * with x what attention reads (av_quantity_attention_input). Nothing of k is then left to be kept: the cache has x in
 * its place. The rank of W_QK is at most d_k, whatever d_model is.
 *
 * Biases stay exact where each x has a 1 behind it: q = [x 1]·[W_Q; b_Q], so W_QK = [W_Q; b_Q]·[W_K; b_K]ᵀ has one row
 * and one column more, and its rank is still at most d_k. Positions that are added to x are in x. Rotary ones turn q
 * and k by angles of their own, between W_Q and W_Kᵀ: no one matrix does for all pairs of tokens. */
#ifndef ATTNVIZ_ENGINE_MERGED_H
#define ATTNVIZ_ENGINE_MERGED_H

#include "attnviz/engine/trace.h"

/* Rows of the largest W_QK that is made: 4 MiB, and some tenths of a second to find its rank. */
#define AV_MERGED_SIDE_MAX 1024

#define AV_MERGED_RANK_NONE (-1) /* of a matrix with a number that is not finite */

/* W_QK of one query head and the key head that it reads (h / (n_head / n_kv_head)), and what it was made of. Made from
 * the weights as they were: see av_merged_is_of. */
struct av_merged {
    int layer, head;
    struct av_matrix wq, wk; /* (side, d_k) each: the head's columns, with biases the row of those below */
    struct av_matrix w;      /* (side, side): W_Q·W_Kᵀ, summed in double; side is d_model, with biases d_model + 1 */
    int rank;                /* av_merged_rank(w) */
    struct av_arena arena;   /* owns the matrices */
};

/* Makes it. Errors: AV_ERROR_VALUE where positions are rotary, AV_ERROR_LIMIT where side > AV_MERGED_SIDE_MAX,
 * AV_ERROR_MEMORY; there is then nothing to finish. */
enum av_status av_merged_init(struct av_merged *merged, const struct av_model *model, int layer, int head,
                              struct av_error *error);

/* Frees the matrices. */
void av_merged_finish(struct av_merged *merged);

/* True where the model's weights of that layer and head are, bit for bit, those that it was made of. */
bool av_merged_is_of(const struct av_merged *merged, const struct av_model *model, int layer, int head);

/* The numerical rank of a square matrix: the pivots larger than side·ε·(the largest number) in Gaussian elimination, in
 * double with complete pivoting; ε = 2⁻²³, as the numbers are floats. AV_MERGED_RANK_NONE where one of them is not
 * finite; room is side·side doubles to work in. */
int av_merged_rank(const struct av_matrix *matrix, double *room);

/* The raw scores of query row i with the keys 0 … n − 1 in one of the two ways. The work that it took for this head
 * alone is added to *work: PROJECT, SCORES, and the bytes that a cache of its own writes for the row and reads for the
 * n keys. Biases are added and not multiplied, and so not counted.
 *
 *            in between               project          scores        bytes a row
 *   merged   [x 1]·W_QK  [side]       d_model·side     n·d_model     d_model·4    x, which all heads share
 *   apart    q           [d_k]        2·d_model·d_k    n·d_k         d_k·4        k, which the heads of a group share
 *
 * Apart is how the engine itself scores, to the last bit. V is needed either way. Where the model attends to a source,
 * x_j and k are the source's: PROJECT apart is then d_model·d_k, as the step makes no k. */
void av_merged_scores(const struct av_merged *merged, const struct av_trace *trace, int i, int n, float *between,
                      float *scores, struct av_work *work);
void av_apart_scores(const struct av_merged *merged, const struct av_trace *trace, int i, int n, float *between,
                     float *scores, struct av_work *work);

/* The sizes that a score is made of: Σ |[x_i 1]·W_Q|·|[x_j 1]·W_K|, every product taken by its size. */
double av_merged_size(const struct av_merged *merged, const struct av_trace *trace, int i, int j);

/* How far apart rounding may leave the two ways: (2·side + d_k)·ε·size. Each sum of N products is off by N·ε/2 of their
 * sizes at most, and one after the other those add up: apart 2·side + d_k of them, merged 2·side + 1. */
double av_merged_bound(const struct av_merged *merged, double size);

#endif
