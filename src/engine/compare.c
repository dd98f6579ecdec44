/* Two traces, number by number. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "numbers.h"
#include "trace_store.h"

static void compare_number(struct av_comparison *comparison, float a, float b)
{
    if (float_bits(a) == float_bits(b))
        return;
    comparison->different++;
    float difference = fabsf(a - b);
    if (isnan(a) != isnan(b))
        comparison->max_difference = NAN;
    else if (difference > comparison->max_difference)
        comparison->max_difference = difference;
}

static void compare_rows(struct av_comparison *comparison, const float *a, const float *b, int n)
{
    comparison->values += (uint64_t)n;
    if (memcmp(a, b, (size_t)n * sizeof *a) == 0)
        return;
    for (int c = 0; c < n; c++)
        compare_number(comparison, a[c], b[c]);
}

static void compare_quantity(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                             enum av_quantity quantity, int layer, int i)
{
    int width = av_quantity_width(&a->model->config, quantity);
    if (quantity == AV_KEY) {
        av_trace_row(a, quantity, layer, i, a->store->key);
        av_trace_row(b, quantity, layer, i, b->store->key);
        compare_rows(comparison, a->store->key, b->store->key, width);
    } else if (width > 0) {
        compare_rows(comparison, av_trace_at(a, quantity, layer, i), av_trace_at(b, quantity, layer, i), width);
    }
}

/* The scores of row i with the keys up to its own, which are then scaled, masked and made weights in place. */
static float *scores_of(const struct av_trace *trace, int layer, int head, int i)
{
    const struct av_config *config = &trace->model->config;
    const struct av_trace_store *store = trace->store;
    const struct av_kv_cache *cache = &store->layers[layer].cache;
    const float *q = av_trace_query(trace, layer, head, i);
    const float *keys = av_kv_cache_keys(cache, head / (config->n_head / config->n_kv_head));
    float *s = av_matrix_row(&store->scores, head);
    store->kernels->multiply(q, keys, cache->stride, config->d_k, i + 1, s);
    return s;
}

static void scale(const struct av_trace *trace, float *s, int n)
{
    if (trace->rule.scaled)
        trace->store->kernels->divide(s, sqrtf((float)trace->model->config.d_k), n);
}

static void weigh(const struct av_trace *trace, int layer, int head, int i, float *s)
{
    trace->store->kernels->mask(s, trace->rule.mask, i, i + 1);
    trace->store->kernels->weights(s, av_trace_softmax(trace, layer, head, i), i + 1);
}

static void compare_attention(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                              int layer, int head, int i)
{
    float *s = scores_of(a, layer, head, i), *t = scores_of(b, layer, head, i);
    compare_rows(comparison, s, t, i + 1);
    scale(a, s, i + 1);
    scale(b, t, i + 1);
    compare_rows(comparison, s, t, i + 1);
    weigh(a, layer, head, i, s);
    weigh(b, layer, head, i, t);
    compare_rows(comparison, s, t, i + 1);
}

struct av_comparison av_trace_compare(const struct av_trace *a, const struct av_trace *b, int n)
{
    const struct av_config *config = &a->model->config;
    struct av_comparison comparison = {0};
    assert(a != b && a->model == b->model && n <= a->n && n <= b->n);
    for (int i = 0; i < n; i++) {
        for (int layer = 0; layer < config->n_layer; layer++) {
            for (int quantity = AV_INPUT; quantity <= AV_SUM_2; quantity++)
                compare_quantity(&comparison, a, b, quantity, layer, i);
            for (int head = 0; head < config->n_head; head++)
                compare_attention(&comparison, a, b, layer, head, i);
        }
        compare_quantity(&comparison, a, b, AV_FINAL_NORM, 0, i);
        compare_quantity(&comparison, a, b, AV_LOGITS, 0, i);
    }
    return comparison;
}
