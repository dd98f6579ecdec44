/* A decoder: the two ways of running a model, with the KV cache and without. With it, a prompt is read token by token
 * or at once (prefill), and what follows is decoded one token at a time. */
#ifndef ATTNVIZ_ENGINE_DECODER_H
#define ATTNVIZ_ENGINE_DECODER_H

#include "attnviz/base/status.h"
#include "attnviz/engine/trace.h"

/* Cached: computes one new row, whose query meets the keys kept so far and its own; K and V grow by one row. Of a
 * model that attends to a source the first step computes K and V of it, which all queries then meet. Only where a cache
 * stays true (av_rule_keeps_cache, asserted). Errors: AV_ERROR_LIMIT where the trace is full, AV_ERROR_VALUE for a
 * token id outside the vocabulary; the trace is then as before. */
enum av_status av_decoder_append(struct av_trace *trace, int token, struct av_error *error);

/* Prefill: fills the first n rows of an empty trace (asserted) with the prompt's tokens, in one step, from where append
 * goes on. As in av_decoder_recompute every row is projected and meets all n keys, n×n scores in matrices, of which the
 * mask takes away those of the future: that is counted, work n − 1 is av_work_formula(config, n, false). (A kernel may
 * leave out what the mask takes away, nearly half; FlashAttention leaves out whole tiles of it.) The numbers are those
 * of n appends, bit for bit.
 *
 * A step is named by how many tokens there are after it: n_step is n, and born and written are n for every row; there
 * have been no steps before it, and their work is none. n ≥ 1, and a cache stays true (asserted). Errors: as of
 * append. */
enum av_status av_decoder_prefill(struct av_trace *trace, const int *tokens, int n, struct av_error *error);

/* Without a cache: throws the trace's rows away and computes all n rows anew in one step: K and V rebuilt, all n×n
 * scores, then the mask over them; K and V of a source likewise. born is kept at i + 1 (one token a step), written is n
 * for every row, n_step is n; work is known for this step alone, at n − 1. n ≥ 1. Errors as above. */
enum av_status av_decoder_recompute(struct av_trace *trace, const int *tokens, int n, struct av_error *error);

#endif
