/* A decoder: the two ways of running a model, with the KV cache and without. */
#ifndef ATTNVIZ_ENGINE_DECODER_H
#define ATTNVIZ_ENGINE_DECODER_H

#include "attnviz/base/status.h"
#include "attnviz/engine/trace.h"

/* Cached: computes one new row, whose query meets the keys kept so far and its own; K and V grow by one row.
 * Only under a causal rule (asserted). Errors: AV_ERROR_LIMIT where the trace is full, AV_ERROR_VALUE for a token id
 * outside the vocabulary; the trace is then as before. */
enum av_status av_decoder_append(struct av_trace *trace, int token, struct av_error *error);

/* Without a cache: throws the trace's rows away and computes all n rows anew in one step: K and V rebuilt, all n×n
 * scores, then the mask over them. born is kept at i + 1 (one token a step), written is n for every row, n_step is
 * n; work is known for this step alone, at n − 1. n ≥ 1. Errors as above. */
enum av_status av_decoder_recompute(struct av_trace *trace, const int *tokens, int n, struct av_error *error);

#endif
