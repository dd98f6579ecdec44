/* The KV cache of one layer: the keys and values of all tokens so far.
 *
 * Keys are kept transposed, one row for each of the d_k numbers and one column for each token: a query meets all
 * keys at once, x·W with the keys for W. Values are rows: the mix is a·V, x·W with the values for W. */
#ifndef ATTNVIZ_ENGINE_KV_CACHE_H
#define ATTNVIZ_ENGINE_KV_CACHE_H

#include "attnviz/engine/model.h"
#include "packing.h"

struct av_kv_cache {
    int n_kv_head, d_k;
    int group;               /* query heads that read the same key head */
    size_t stride;           /* floats from one row of a head's keys to the next: the capacity, rounded up */
    float *keys;             /* (n_kv_head, d_k, stride) */
    struct av_matrix values; /* (capacity, n_kv_head·d_v) */
};

void av_kv_cache_pack(struct av_kv_cache *cache, struct av_packing *packing, const struct av_config *config,
                      int capacity);

/* Row i of K becomes key (n_kv_head·d_k). */
void av_kv_cache_put_key(struct av_kv_cache *cache, int i, const float *key);

/* Kᵀ of a key head: (d_k, tokens), its rows stride apart. */
static inline const float *av_kv_cache_keys(const struct av_kv_cache *cache, int kv_head)
{
    return cache->keys + (size_t)kv_head * (size_t)cache->d_k * cache->stride;
}

/* Column c (0 … n_kv_head·d_k − 1) of row i of K. */
static inline float av_kv_cache_key(const struct av_kv_cache *cache, int i, int c)
{
    return cache->keys[(size_t)c * cache->stride + (size_t)i];
}

/* How many of the rows of V from first on, and before last, lie one after the other. */
static inline int av_kv_cache_values_together(const struct av_kv_cache *cache, int first, int last)
{
    (void)cache;
    return last - first;
}

#endif
