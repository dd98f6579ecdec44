#include "block_pool_use.h"

#include <assert.h>

#include "numbers.h"

/* Floats from one row of a block's keys to the next. Rows that fill whole vector registers have no odd rest; of less
 * than a register, which many small blocks would be, nothing is filled up. */
static size_t key_stride(int block_size)
{
    return (size_t)(block_size < PARTS ? block_size : whole_parts(block_size));
}

/* *count = rows · cols floats, filled up so that what follows is aligned. */
static bool whole_count(size_t rows, size_t cols, size_t *count)
{
    if (!av_size_multiply(rows, cols, count) || !av_size_add(*count, PARTS - 1, count))
        return false;
    *count -= *count % PARTS;
    return true;
}

/* The strides; false where they overflow. Blocks that lay a power of two apart would all fall into the same few lines
 * of the processor's cache: they lie an odd number of lines apart. */
static bool shape(struct av_block_pool *pool)
{
    size_t values;
    pool->key_stride = key_stride(pool->block_size);
    return whole_count((size_t)pool->n_kv_head * (size_t)pool->d_k, pool->key_stride, &pool->values) &&
           whole_count((size_t)pool->n_kv_head * (size_t)pool->d_v, (size_t)pool->block_size, &values) &&
           av_size_add(pool->values, values, &pool->layer_stride) &&
           av_size_multiply(pool->layer_stride, (size_t)pool->n_layer, &pool->block_stride) &&
           av_size_add(pool->block_stride, pool->block_stride / PARTS % 2 == 0 ? PARTS : 0, &pool->block_stride);
}

void av_block_pool_pack(struct av_block_pool *pool, struct av_packing *packing, const struct av_config *config,
                        int block_size, int n_block)
{
    size_t count;
    *pool = (struct av_block_pool){
        .n_layer = config->n_layer,
        .n_kv_head = config->n_kv_head,
        .d_k = config->d_k,
        .d_v = config->d_v,
        .block_size = block_size,
        .n_block = n_block,
    };
    if (!shape(pool) || !av_size_multiply(pool->block_stride, (size_t)n_block, &count)) {
        packing->overflow = true;
        return;
    }
    pool->holders = av_packing_take(packing, (size_t)n_block, sizeof *pool->holders);
    pool->free = av_packing_take(packing, (size_t)n_block, sizeof *pool->free);
    pool->data = av_packing_take(packing, count, sizeof *pool->data);
    if (!pool->free)
        return;
    for (int block = n_block - 1; block >= 0; block--) /* the first one last, to be taken first */
        pool->free[pool->n_free++] = block;
}

enum av_status av_block_pool_size(const struct av_config *config, int block_size, int n_block, size_t *bytes,
                                  struct av_error *error)
{
    struct av_packing packing = {0};
    struct av_block_pool pool;
    if (block_size < 1 || block_size > config->n_ctx)
        return av_error_set(error, AV_ERROR_VALUE, "block_size", "1 to %d rows expected in a block, %d found",
                            config->n_ctx, block_size);
    if (n_block < 1)
        return av_error_set(error, AV_ERROR_VALUE, "n_block", "at least 1 block expected, %d found", n_block);
    av_block_pool_pack(&pool, &packing, config, block_size, n_block);
    if (packing.overflow)
        return av_error_set(error, AV_ERROR_LIMIT, "",
                            "the size of %d blocks of %d rows does not fit in memory addresses", n_block, block_size);
    *bytes = packing.size;
    return AV_OK;
}

enum av_status av_block_pool_init(struct av_block_pool *pool, const struct av_config *config, int block_size,
                                  int n_block, struct av_error *error)
{
    size_t bytes = 0;
    struct av_arena arena;
    enum av_status status = av_block_pool_size(config, block_size, n_block, &bytes, error);
    if (status != AV_OK)
        return status;
    av_arena_init(&arena, 0);
    struct av_packing packing = {.base = av_arena_allocate(&arena, bytes, 1)};
    if (!packing.base)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for %d blocks of %zu bytes in all", n_block, bytes);
    av_block_pool_pack(pool, &packing, config, block_size, n_block);
    pool->arena = arena;
    return AV_OK;
}

void av_block_pool_finish(struct av_block_pool *pool)
{
    assert(pool->n_free == pool->n_block);
    av_arena_finish(&pool->arena);
    *pool = (struct av_block_pool){0};
}

int av_block_pool_take(struct av_block_pool *pool)
{
    assert(pool->n_free > 0);
    int block = pool->free[--pool->n_free];
    assert(pool->holders[block] == 0);
    pool->holders[block] = 1;
    return block;
}

void av_block_pool_share(struct av_block_pool *pool, int block)
{
    assert(pool->holders[block] > 0);
    pool->holders[block]++;
}

void av_block_pool_give_back(struct av_block_pool *pool, int block)
{
    assert(pool->holders[block] > 0);
    if (--pool->holders[block] == 0)
        pool->free[pool->n_free++] = block;
}

size_t av_block_pool_block_bytes(const struct av_block_pool *pool)
{
    return (size_t)pool->block_size * (size_t)pool->n_layer * (size_t)pool->n_kv_head *
           (size_t)(pool->d_k + pool->d_v) * sizeof *pool->data;
}

struct av_block_pool_bytes av_block_pool_bytes(const struct av_block_pool *pool)
{
    size_t block_bytes = av_block_pool_block_bytes(pool), spared = 0;
    for (int block = 0; block < pool->n_block; block++)
        if (pool->holders[block] > 1)
            spared += (size_t)(pool->holders[block] - 1);
    return (struct av_block_pool_bytes){
        .used = (size_t)(pool->n_block - pool->n_free) * block_bytes,
        .free = (size_t)pool->n_free * block_bytes,
        .shared = spared * block_bytes,
    };
}
