#include "attention.h"

#include <math.h>

/* a_i = softmax(mask(q·Kᵀ ÷ √d_k)) for one head: weights of query i for n keys, into s. The row is filled up to whole
 * sixteens with −∞, which weighs nothing: the kernels then have no odd rest to do one by one. */
static struct av_softmax_row weigh(const struct av_trace *trace, const float *q, const float *keys, size_t stride,
                                   int i, int n, float *s)
{
    const struct av_kernels *kernels = trace->store->kernels;
    int d_k = trace->model->config.d_k, whole = (n + 15) / 16 * 16;
    kernels->multiply(q, keys, stride, d_k, whole, s);
    if (trace->rule.scaled)
        kernels->divide(s, sqrtf((float)d_k), whole);
    kernels->mask(s, trace->rule.mask, i, n);
    for (int j = n; j < whole; j++)
        s[j] = -INFINITY;
    return kernels->softmax(s, whole);
}

void av_attention(struct av_trace *trace, int layer, int i, int n, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    struct av_layer_rows *rows = &trace->store->layers[layer];
    const struct av_kv_cache *cache = &rows->cache;
    struct av_softmax_row *softmax = rows->softmax + (size_t)i * (size_t)config->n_head;
    int group = config->n_head / config->n_kv_head;

    for (int head = 0; head < config->n_head; head++) {
        const float *q = av_trace_query(trace, layer, head, i);
        const float *keys = av_kv_cache_keys(cache, head / group);
        float *s = av_matrix_row(&trace->store->scores, head);
        softmax[head] = weigh(trace, q, keys, cache->stride, i, n, s);
    }
    trace->store->kernels->mix(&(struct av_mix){
        .weights = trace->store->scores.data,
        .weight_stride = (size_t)trace->store->scores.cols,
        .values = cache->values.data,
        .n = n,
        .n_head = config->n_head,
        .group = group,
        .d_v = config->d_v,
        .out = av_trace_at(trace, AV_MIX, layer, i),
    });

    uint64_t pairs = (uint64_t)config->n_head * (uint64_t)n, keys = (uint64_t)config->n_kv_head * (uint64_t)n;
    work->multiply_adds[AV_WORK_SCORES] += pairs * (uint64_t)config->d_k;
    work->multiply_adds[AV_WORK_MIX] += pairs * (uint64_t)config->d_v;
    work->cache_bytes_read += keys * (uint64_t)(config->d_k + config->d_v) * sizeof(float);
}
