#include "kv_cache.h"

#include <string.h>

static int blocks_of(int n, int block_size)
{
    return n / block_size + (n % block_size > 0);
}

void av_kv_cache_pack(struct av_kv_cache *cache, struct av_packing *packing, const struct av_config *config,
                      int capacity, struct av_block_pool *pool)
{
    *cache = (struct av_kv_cache){.pool = pool ? pool : &cache->own};
    if (!pool)
        av_block_pool_pack(&cache->own, packing, config, capacity, 1);
    cache->table = av_packing_take(packing, (size_t)blocks_of(capacity, cache->pool->block_size), sizeof *cache->table);
}

/* True where block b of the table is there, and nobody else's. */
static bool is_own(const struct av_kv_cache *cache, int b)
{
    return b < cache->n_block && cache->pool->holders[cache->table[b]] == 1;
}

/* The first rows of a block, which two pools of the same shape, or one, lay out alike. */
static void copy_rows(const struct av_block_pool *to, int to_block, const struct av_block_pool *from, int from_block,
                      int rows)
{
    size_t value_row = (size_t)to->n_kv_head * (size_t)to->d_v;
    for (int layer = 0; layer < to->n_layer; layer++) {
        float *copy = av_block_pool_layer(to, to_block, layer);
        const float *original = av_block_pool_layer(from, from_block, layer);
        for (int c = 0; c < to->n_kv_head * to->d_k; c++) {
            size_t at = (size_t)c * to->key_stride;
            memcpy(copy + at, original + at, (size_t)rows * sizeof *copy);
        }
        memcpy(copy + to->values, original + to->values, (size_t)rows * value_row * sizeof *copy);
    }
}

/* Block b of the table becomes one to write into, with the rows that are kept of what it has. */
static void take(struct av_kv_cache *cache, int b, int kept)
{
    struct av_block_pool *pool = cache->pool;
    int block = av_block_pool_take(pool);
    if (b == cache->n_block) {
        cache->n_block++;
    } else {
        copy_rows(pool, block, pool, cache->table[b], kept);
        av_block_pool_give_back(pool, cache->table[b]);
    }
    cache->table[b] = block;
}

enum av_status av_kv_cache_reserve(struct av_kv_cache *cache, int first, int n, int *copied, struct av_error *error)
{
    struct av_block_pool *pool = cache->pool;
    int from = first / pool->block_size, to = blocks_of(n, pool->block_size), missing = 0;
    *copied = 0;
    for (int b = from; b < to; b++)
        missing += !is_own(cache, b);
    if (missing > pool->n_free)
        return av_error_set(error, AV_ERROR_LIMIT, "", "%d free block%s of %d rows expected, %d of %d found", missing,
                            missing == 1 ? "" : "s", pool->block_size, pool->n_free, pool->n_block);
    for (int b = from; b < to; b++) {
        int kept = b == from && b < cache->n_block ? first % pool->block_size : 0;
        if (is_own(cache, b))
            continue;
        take(cache, b, kept);
        *copied += kept;
    }
    return AV_OK;
}

void av_kv_cache_cut(struct av_kv_cache *cache, int n)
{
    int kept = blocks_of(n, cache->pool->block_size);
    while (cache->n_block > kept)
        av_block_pool_give_back(cache->pool, cache->table[--cache->n_block]);
}

void av_kv_cache_share(struct av_kv_cache *cache, const struct av_kv_cache *from, int n)
{
    struct av_block_pool *pool = cache->pool;
    int block_size = pool->block_size;
    cache->n_block = blocks_of(n, block_size);
    for (int b = 0; b < cache->n_block; b++) {
        if (pool == from->pool) {
            cache->table[b] = from->table[b];
            av_block_pool_share(pool, cache->table[b]);
        } else {
            int rows = n - b * block_size < block_size ? n - b * block_size : block_size;
            cache->table[b] = av_block_pool_take(pool);
            copy_rows(pool, cache->table[b], from->pool, from->table[b], rows);
        }
    }
}

void av_kv_cache_put_key(struct av_kv_cache *cache, int layer, int i, const float *key)
{
    float *column = av_kv_cache_key(cache, layer, i, 0);
    size_t stride = cache->pool->key_stride;
    for (int c = 0; c < cache->pool->n_kv_head * cache->pool->d_k; c++)
        column[(size_t)c * stride] = key[c];
}

void av_kv_cache_get_key(const struct av_kv_cache *cache, int layer, int i, float *key)
{
    const float *column = av_kv_cache_key(cache, layer, i, 0);
    size_t stride = cache->pool->key_stride;
    for (int c = 0; c < cache->pool->n_kv_head * cache->pool->d_k; c++)
        key[c] = column[(size_t)c * stride];
}
