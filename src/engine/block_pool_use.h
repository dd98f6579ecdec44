/* What traces do with a block pool: take blocks, share them, give them back. */
#ifndef ATTNVIZ_ENGINE_BLOCK_POOL_USE_H
#define ATTNVIZ_ENGINE_BLOCK_POOL_USE_H

#include "attnviz/engine/block_pool.h"
#include "packing.h"

/* The pool's shape and arrays, all blocks free; the shape alone while the packing adds up. */
void av_block_pool_pack(struct av_block_pool *pool, struct av_packing *packing, const struct av_config *config,
                        int block_size, int n_block);

/* A free block, which there must be, with one holder. What is in it means nothing. */
int av_block_pool_take(struct av_block_pool *pool);

/* One holder more, or one less: the last one's block is free. */
void av_block_pool_share(struct av_block_pool *pool, int block);
void av_block_pool_give_back(struct av_block_pool *pool, int block);

/* A layer's part of a block: its keys, and at pool->values its values. */
static inline float *av_block_pool_layer(const struct av_block_pool *pool, int block, int layer)
{
    return pool->data + (size_t)block * pool->block_stride + (size_t)layer * pool->layer_stride;
}

#endif
