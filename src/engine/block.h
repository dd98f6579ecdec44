/* A block: one layer's work for one row, in two halves, since all keys must stand before any query looks at them. */
#ifndef ATTNVIZ_ENGINE_BLOCK_H
#define ATTNVIZ_ENGINE_BLOCK_H

#include "trace_store.h"

/* q, k, v of row i from the layer's input; k and v join the cache. In a model that attends to a source only q. */
void av_block_project(struct av_trace *trace, int layer, int i, struct av_work *work);

/* x of source token j, and k and v of it, which are row j of the cache. */
void av_block_embed_source(struct av_trace *trace, int j);
void av_block_project_source(struct av_trace *trace, int layer, int j, struct av_work *work);

/* From q of row i and the first n keys and values to what the layer gives. */
void av_block_attend(struct av_trace *trace, int layer, int i, int n, struct av_work *work);

/* The model's ends: x of the first layer from the token, and the logits from the last layer's x. */
void av_block_embed(struct av_trace *trace, int i);
void av_block_logits(struct av_trace *trace, int i, struct av_work *work);

#endif
