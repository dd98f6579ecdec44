#include "attnviz/engine/decoder.h"

#include <assert.h>
#include <string.h>

#include "block.h"

enum av_status av_token_check(const struct av_config *config, int token, struct av_error *error)
{
    if (token < 0 || token >= config->vocab_size)
        return av_error_set(error, AV_ERROR_VALUE, "", "a token from 0 to %d expected, %d found",
                            config->vocab_size - 1, token);
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

/* K and V of the whole source, in every layer, for which there is room. */
static void read_source(struct av_trace *trace, struct av_work *work)
{
    for (int j = 0; j < trace->source.n; j++) {
        av_block_embed_source(trace, j);
        for (int layer = 0; layer < trace->model->config.n_layer; layer++)
            av_block_project_source(trace, layer, j, work);
    }
}

static void stamp_source(struct av_trace *trace, int born, int written)
{
    if (trace->source.n == 0)
        return;
    trace->source.born = born;
    trace->source.written = written;
}

enum av_status av_decoder_append(struct av_trace *trace, int token, struct av_error *error)
{
    const struct av_config *config = &trace->model->config;
    assert(av_rule_keeps_cache(&trace->rule, config));
    enum av_status status = av_token_check(config, token, error);
    if (status != AV_OK)
        return status;
    if (trace->n == trace->capacity)
        return av_error_set(error, AV_ERROR_LIMIT, "", "at most %d tokens allowed, one more found", trace->capacity);

    int i = trace->n, n_key = av_trace_keys(trace, i + 1);
    struct av_work work = {0};
    status = reserve(trace, av_trace_keys(trace, i), n_key, &work, error);
    if (status != AV_OK)
        return status;
    trace->tokens[i] = token;
    if (i == 0)
        read_source(trace, &work);
    av_block_embed(trace, i);
    for (int layer = 0; layer < config->n_layer; layer++) {
        av_block_project(trace, layer, i, &work);
        av_block_attend(trace, layer, i, n_key, &work);
    }
    av_block_logits(trace, i, &work);

    trace->n_step++;
    trace->n = i + 1;
    if (i == 0)
        stamp_source(trace, 1, 1);
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
        enum av_status status = av_token_check(&trace->model->config, tokens[i], error);
        if (status != AV_OK)
            return status;
    }
    return AV_OK;
}

/* All n rows in one step, as the trace's only ones: layer by layer every row's q, k and v, and then each row meets all
 * n keys, of which the mask takes away what it must not see. */
static enum av_status run_at_once(struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    struct av_work work = {0};
    int n_key = av_trace_keys(trace, n);
    enum av_status status = check_tokens(trace, tokens, n, error);
    if (status == AV_OK)
        status = reserve(trace, 0, n_key, &work, error);
    if (status != AV_OK)
        return status;
    av_kv_cache_cut(&trace->store->cache, n_key);
    memmove(trace->tokens, tokens, (size_t)n * sizeof *tokens);
    read_source(trace, &work);
    for (int i = 0; i < n; i++)
        av_block_embed(trace, i);
    for (int layer = 0; layer < trace->model->config.n_layer; layer++) {
        for (int i = 0; i < n; i++)
            av_block_project(trace, layer, i, &work);
        for (int i = 0; i < n; i++)
            av_block_attend(trace, layer, i, n_key, &work);
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
    assert(av_rule_keeps_cache(&trace->rule, &trace->model->config) && trace->n == 0);
    enum av_status status = run_at_once(trace, tokens, n, error);
    if (status == AV_OK)
        stamp_source(trace, n, n);
    for (int i = 0; i < n && status == AV_OK; i++)
        trace->born[i] = trace->written[i] = n;
    return status;
}

enum av_status av_decoder_recompute(struct av_trace *trace, const int *tokens, int n, struct av_error *error)
{
    enum av_status status = run_at_once(trace, tokens, n, error);
    if (status == AV_OK)
        stamp_source(trace, 1, n);
    for (int i = 0; i < n && status == AV_OK; i++) {
        trace->born[i] = i + 1;
        trace->written[i] = n;
    }
    return status;
}
