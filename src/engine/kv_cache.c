#include "kv_cache.h"

#include "numbers.h"

void av_kv_cache_pack(struct av_kv_cache *cache, struct av_packing *packing, const struct av_config *config,
                      int capacity)
{
    *cache = (struct av_kv_cache){
        .n_kv_head = config->n_kv_head,
        .d_k = config->d_k,
        .group = config->n_head / config->n_kv_head,
        .stride = (size_t)whole_parts(capacity),
    };
    size_t rows = (size_t)config->n_kv_head * (size_t)config->d_k;
    size_t count;
    if (av_size_multiply(rows, cache->stride, &count))
        cache->keys = av_packing_take(packing, count, sizeof(float));
    else
        packing->overflow = true;
    cache->values = av_packing_matrix(packing, true, capacity, config->n_kv_head * config->d_v);
}

void av_kv_cache_put_key(struct av_kv_cache *cache, int i, const float *key)
{
    for (int c = 0; c < cache->n_kv_head * cache->d_k; c++)
        cache->keys[(size_t)c * cache->stride + (size_t)i] = key[c];
}
