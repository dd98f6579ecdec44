/* Attention of one row: what its query finds among the keys, and the values that it takes away. */
#ifndef ATTNVIZ_ENGINE_ATTENTION_H
#define ATTNVIZ_ENGINE_ATTENTION_H

#include "trace_store.h"

/* mix_i = softmax(mask(q_i·Kᵀ ÷ √d_k))·V over the first n keys, for every head of the layer (Vaswani et al. 2017,
 * equation 1). Fills AV_MIX and the softmax row i. */
void av_attention(struct av_trace *trace, int layer, int i, int n, struct av_work *work);

#endif
