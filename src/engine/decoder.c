#include "attnviz/engine/decoder.h"

#include <assert.h>
#include <string.h>

#include "block.h"

static enum av_status check_token(const struct av_trace *trace, int token, struct av_error *error)
{
    int vocab_size = trace->model->config.vocab_size;
    if (token < 0 || token >= vocab_size)
        return av_error_set(error, AV_ERROR_VALUE, "", "a token from 0 to %d expected, %d found", vocab_size - 1,
                            token);
    return AV_OK;
}

/* Room in the cache for the rows from first to n − 1. */
static enum av_status reserve(struct av_trace *trace, int first, int n, struct av_work *work, struct av_error *error)
{
    int copied;
    enum av_status status = av_kv_cache_reserve(&trace->store->cache, first, n, &copied, error);
    work->cache_bytes_copied += av_trace_cache_bytes(trace, copied);
    return status;
}

enum av_status av_decoder_append(struct av_trace *trace, int token, struct av_error *error)
{
    assert(av_rule_is_causal(&trace->rule));
    enum av_status status = check_token(trace, token, error);
    if (status != AV_OK)
        return status;
    if (trace->n == trace->capacity)
        return av_error_set(error, AV_ERROR_LIMIT, "", "at most %d tokens allowed, one more found", trace->capacity);

    int i = trace->n;
    struct av_work work = {0};
    status = reserve(trace, i, i + 1, &work, error);
    if (status != AV_OK)
        return status;
    trace->tokens[i] = token;
    av_block_embed(trace, i);
    for (int layer = 0; layer < trace->model->config.n_layer; layer++) {
        av_block_project(trace, layer, i, &work);
        av_block_attend(trace, layer, i, i + 1, &work);
    }
    av_block_logits(trace, i, &work);

    trace->n_step++;
    trace->n = i + 1;
    trace->born[i] = trace->written[i] = trace->n_step;
    trace->work[trace->n_step - 1] = work;
    return AV_OK;
}

static enum av_status check_tokens(const struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    assert(n >= 1);
    if (n > trace->capacity)
        return av_error_set(error, AV_ERROR_LIMIT, "", "at most %d tokens allowed, %d found", trace->capacity, n);
    for (int i = 0; i < n; i++) {
        enum av_status status = check_token(trace, tokens[i], error);
        if (status != AV_OK)
            return status;
    }
    return AV_OK;
}

/* All n rows in one step, as the trace's only ones: layer by layer every row's q, k and v, and then each row meets all n
 * keys, of which the mask takes away what it must not see. */
static enum av_status run_at_once(struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    struct av_work work = {0};
    enum av_status status = check_tokens(trace, tokens, n, error);
    if (status == AV_OK)
        status = reserve(trace, 0, n, &work, error);
    if (status != AV_OK)
        return status;
    av_kv_cache_cut(&trace->store->cache, n);
    memmove(trace->tokens, tokens, (size_t)n * sizeof *tokens);
    for (int i = 0; i < n; i++)
        av_block_embed(trace, i);
    for (int layer = 0; layer < trace->model->config.n_layer; layer++) {
        for (int i = 0; i < n; i++)
            av_block_project(trace, layer, i, &work);
        for (int i = 0; i < n; i++)
            av_block_attend(trace, layer, i, n, &work);
    }
    for (int i = 0; i < n; i++)
        av_block_logits(trace, i, &work);

    trace->n = trace->n_step = n;
    memset(trace->work, 0, (size_t)n * sizeof *trace->work);
    trace->work[n - 1] = work;
    return AV_OK;
}

enum av_status av_decoder_prefill(struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    assert(av_rule_is_causal(&trace->rule) && trace->n == 0);
    enum av_status status = run_at_once(trace, tokens, n, error);
    for (int i = 0; i < n && status == AV_OK; i++)
        trace->born[i] = trace->written[i] = n;
    return status;
}

enum av_status av_decoder_recompute(struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    enum av_status status = run_at_once(trace, tokens, n, error);
    for (int i = 0; i < n && status == AV_OK; i++) {
        trace->born[i] = i + 1;
        trace->written[i] = n;
    }
    return status;
}
