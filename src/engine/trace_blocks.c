/* Traces whose keys and values are in blocks that several of them share. */
#include <assert.h>
#include <string.h>

#include "trace_store.h"

enum av_status av_trace_init_paged(struct av_trace *trace, const struct av_model *model, struct av_rule rule,
                                   int capacity, struct av_block_pool *pool, struct av_error *error)
{
    const struct av_config *config = &model->config;
    assert(pool->n_layer == config->n_layer && pool->n_kv_head == config->n_kv_head);
    assert(pool->d_k == config->d_k && pool->d_v == config->d_v);
    if (pool->block_size > capacity)
        return av_error_set(error, AV_ERROR_VALUE, "block_size", "1 to %d rows expected in a block, %d found", capacity,
                            pool->block_size);
    const struct av_trace_made made = {.rule = rule, .capacity = capacity, .pool = pool};
    return av_trace_init_with(trace, model, &made, error);
}

static void copy_matrix(const struct av_matrix *to, const struct av_matrix *from, int rows)
{
    if (from->data)
        memcpy(to->data, from->data, (size_t)rows * (size_t)from->cols * sizeof *to->data);
}

/* The first n rows of everything but keys and values. */
static void copy_rows(struct av_trace *copy, const struct av_trace *trace, int n)
{
    const struct av_trace_store *from = trace->store;
    size_t count = (size_t)n, n_head = (size_t)trace->model->config.n_head;
    memcpy(copy->tokens, trace->tokens, count * sizeof *copy->tokens);
    memcpy(copy->written, trace->written, count * sizeof *copy->written);
    memcpy(copy->born, trace->born, count * sizeof *copy->born);
    memcpy(copy->work, trace->work, count * sizeof *copy->work);
    for (int l = 0; l < trace->model->config.n_layer; l++) {
        struct av_layer_rows *layer = &copy->store->layers[l];
        for (int q = 0; q < AV_QUANTITY_COUNT; q++)
            copy_matrix(&layer->quantities[q], &from->layers[l].quantities[q], n);
        memcpy(layer->softmax, from->layers[l].softmax, count * n_head * sizeof *layer->softmax);
    }
    copy_matrix(&copy->store->final_norm, &from->final_norm, n);
    copy_matrix(&copy->store->logits, &from->logits, n);
    copy_matrix(&copy->store->source, &from->source, n > 0 ? trace->source.n : 0);
}

enum av_status av_trace_fork(struct av_trace *copy, const struct av_trace *trace, int n, struct av_error *error)
{
    const struct av_kv_cache *cache = &trace->store->cache;
    struct av_block_pool *pool = cache->pool == &cache->own ? NULL : cache->pool;
    assert(copy != trace && n >= 0 && n <= trace->n && av_trace_ends_step(trace, n));
    const struct av_trace_made made = {.rule = trace->rule,
                                       .capacity = trace->capacity,
                                       .source = trace->source.tokens,
                                       .n_source = trace->source.n,
                                       .pool = pool};
    enum av_status status = av_trace_init_with(copy, trace->model, &made, error);
    if (status != AV_OK)
        return status;
    copy_rows(copy, trace, n);
    copy->source.written = n > 0 ? trace->source.written : 0;
    copy->source.born = n > 0 ? trace->source.born : 0;
    av_kv_cache_share(&copy->store->cache, cache, av_trace_keys(trace, n));
    copy->store->kernels = trace->store->kernels;
    copy->n = copy->n_step = n;
    return AV_OK;
}

const struct av_block_pool *av_trace_pool(const struct av_trace *trace)
{
    return trace->store->cache.pool;
}

const int *av_trace_block_table(const struct av_trace *trace, int *n)
{
    *n = trace->store->cache.n_block;
    return trace->store->cache.table;
}

struct av_trace_block_bytes av_trace_block_bytes(const struct av_trace *trace)
{
    const struct av_kv_cache *cache = &trace->store->cache;
    size_t block_bytes = av_block_pool_block_bytes(cache->pool), shared = 0;
    for (int b = 0; b < cache->n_block; b++)
        shared += cache->pool->holders[cache->table[b]] > 1;
    struct av_trace_block_bytes bytes = {
        .rows = av_trace_cache_bytes(trace, av_trace_keys(trace, trace->n)),
        .blocks = (size_t)cache->n_block * block_bytes,
        .shared = shared * block_bytes,
        .preallocated = av_trace_cache_bytes(trace, trace->model->config.n_ctx),
    };
    bytes.wasted = bytes.blocks - bytes.rows;
    return bytes;
}
