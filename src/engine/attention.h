/* Attention of one row: what its query finds among the keys, and the values that it takes away. */
#ifndef ATTNVIZ_ENGINE_ATTENTION_H
#define ATTNVIZ_ENGINE_ATTENTION_H

#include "trace_store.h"

/* A row of scores: of query i in one head, with the n keys from first on. */
struct av_score_row {
    int layer, head, i;
    int first, n;
    int width;   /* n, or more, to fill up whole registers with scores that mean nothing */
    int columns; /* of q and k that the raw scores are made of; 0: all of d_k */
};

/* Makes the scores s[width] of a kind from those of the kind before; the raw ones from q and the keys. The work of
 * those is counted, where work is not NULL. */
void av_attention_scores(const struct av_trace *trace, const struct av_score_row *row, enum av_score_kind kind,
                         float *s, struct av_work *work);

/* mix_i = softmax(mask(q_i·Kᵀ ÷ √d_k))·V over the first n keys, for every head of the layer (Vaswani et al. 2017,
 * equation 1). Fills AV_QUANTITY_MIX and the softmax row i. */
void av_attention(struct av_trace *trace, int layer, int i, int n, struct av_work *work);

#endif
