/* The KV cache of a trace: the keys and values of all tokens so far, in blocks that a block table finds.
 *
 * In a block keys are kept transposed, one row for each of the d_k numbers and one column for each token: a query
 * meets all keys of a block at once, x·W with the keys for W. Values are rows: the mix is a·V, x·W with the values for
 * W. A cache of one block, as long as the trace, is the contiguous one. */
#ifndef ATTNVIZ_ENGINE_KV_CACHE_H
#define ATTNVIZ_ENGINE_KV_CACHE_H

#include "block_pool_use.h"

struct av_kv_cache {
    struct av_block_pool *pool; /* where the blocks come from: shared by several traces, or own */
    struct av_block_pool own;   /* a pool of one block; no data where the pool is shared */
    int *table;                 /* [rows of the trace / block_size, rounded up] the block of each block_size rows */
    int n_block;                /* in the table */
};

/* No rows; blocks come from the pool, or where that is NULL, from one of its own with one block of capacity rows. */
void av_kv_cache_pack(struct av_kv_cache *cache, struct av_packing *packing, const struct av_config *config,
                      int capacity, struct av_block_pool *pool);

/* Makes room to write the rows from first to n − 1, and keeps those before: takes the blocks that are missing, and
 * copies a block that somebody else holds too (copy on write), unless nothing of it is kept. *copied is the rows that
 * were copied. AV_ERROR_LIMIT where there are not as many free blocks; the cache is then as before. */
enum av_status av_kv_cache_reserve(struct av_kv_cache *cache, int first, int n, int *copied, struct av_error *error);

/* Gives back the blocks beyond the first n rows. */
void av_kv_cache_cut(struct av_kv_cache *cache, int n);

/* The first n rows of another cache: the same blocks where both take theirs from one pool, else a copy in a block that
 * is there. The cache has no rows yet. */
void av_kv_cache_share(struct av_kv_cache *cache, const struct av_kv_cache *from, int n);

/* Row i of K becomes key (n_kv_head·d_k). */
void av_kv_cache_put_key(struct av_kv_cache *cache, int layer, int i, const float *key);

/* Row i of K. */
void av_kv_cache_get_key(const struct av_kv_cache *cache, int layer, int i, float *key);

/* A layer's part of the block in which row i lies: its keys (n_kv_head, d_k, key_stride), and at pool->values its
 * values. */
static inline float *av_kv_cache_block(const struct av_kv_cache *cache, int layer, int i)
{
    return av_block_pool_layer(cache->pool, cache->table[i / cache->pool->block_size], layer);
}

/* Kᵀ of a key head in block 0 of the pool: (d_k, block_size), its rows key_stride apart. */
static inline const float *av_kv_cache_keys(const struct av_kv_cache *cache, int layer, int kv_head)
{
    const struct av_block_pool *pool = cache->pool;
    return av_block_pool_layer(pool, 0, layer) + (size_t)(kv_head * pool->d_k) * pool->key_stride;
}

/* Column c (0 … n_kv_head·d_k − 1) of row i of K. */
static inline float *av_kv_cache_key(const struct av_kv_cache *cache, int layer, int i, int c)
{
    return av_kv_cache_block(cache, layer, i) + (size_t)c * cache->pool->key_stride +
           (size_t)(i % cache->pool->block_size);
}

/* Row i of V: n_kv_head·d_v numbers. */
static inline float *av_kv_cache_value(const struct av_kv_cache *cache, int layer, int i)
{
    const struct av_block_pool *pool = cache->pool;
    return av_kv_cache_block(cache, layer, i) + pool->values +
           (size_t)(i % pool->block_size) * (size_t)(pool->n_kv_head * pool->d_v);
}

/* How many of the rows from first on, and before last, lie in one block. */
static inline int av_kv_cache_together(const struct av_kv_cache *cache, int first, int last)
{
    int rest = cache->pool->block_size - first % cache->pool->block_size;
    return last - first < rest ? last - first : rest;
}

#endif
