/* A block pool: the memory of KV caches, cut into blocks of equal size that sequences take as they grow and give back
 * (PagedAttention: Kwon et al. 2023, section 4).
 *
 * A block has room for the keys and values of block_size tokens, of all layers and key heads. A sequence finds its own
 * through a block table: token i lies in row i mod block_size of block table[i / block_size] (see trace.h). Several
 * sequences may hold the same block, as long as none of them writes into it: a block counts its holders, and is free
 * when there are none. */
#ifndef ATTNVIZ_ENGINE_BLOCK_POOL_H
#define ATTNVIZ_ENGINE_BLOCK_POOL_H

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/model.h"

struct av_block_pool {
    int n_layer, n_kv_head, d_k, d_v; /* of the models whose traces may take blocks */
    int block_size;                   /* tokens that a block has room for */
    int n_block;                      /* blocks there are, free or not; it stays */
    int n_free;                       /* blocks that nobody holds */
    int *holders;                     /* [n_block] sequences that hold the block: 0 free, 1 used, more: shared */
    int *free;                        /* [n_block] the first n_free: free blocks, of which the last is taken next */

    /* How the numbers lie in a block: private to the engine, see kv_cache.h. All in floats. */
    float *data;           /* (n_block, block_stride) */
    size_t block_stride;   /* from one block to the next */
    size_t layer_stride;   /* in a block, from one layer to the next */
    size_t key_stride;     /* from one row of keys to the next */
    size_t values;         /* from the keys of a layer to its values */
    struct av_arena arena; /* owns the arrays of a pool by itself; unused in a trace's own */
};

/* What the blocks of a pool hold, in bytes. */
struct av_block_pool_bytes {
    size_t used;   /* by blocks that somebody holds */
    size_t free;   /* by the others */
    size_t shared; /* what sharing saves: a block that h > 1 sequences hold would be there h − 1 times more */
};

/* Bytes that a pool takes from memory, its lists with it. Errors as in init, but for AV_ERROR_MEMORY. */
enum av_status av_block_pool_size(const struct av_config *config, int block_size, int n_block, size_t *bytes,
                                  struct av_error *error);

/* A pool of n_block free blocks for caches of this (checked) config; it takes no more memory later. Errors:
 * AV_ERROR_VALUE where block_size is not 1 … n_ctx or n_block < 1, AV_ERROR_LIMIT where its size overflows,
 * AV_ERROR_MEMORY; there is then nothing to finish. */
enum av_status av_block_pool_init(struct av_block_pool *pool, const struct av_config *config, int block_size,
                                  int n_block, struct av_error *error);

/* Frees the blocks; all must have been given back (asserted). */
void av_block_pool_finish(struct av_block_pool *pool);

/* Bytes of K and V that a block has room for: block_size · n_layer · n_kv_head · (d_k + d_v) · 4. Columns that fill
 * up vector registers are not among them. */
size_t av_block_pool_block_bytes(const struct av_block_pool *pool);

/* All blocks by their state. */
struct av_block_pool_bytes av_block_pool_bytes(const struct av_block_pool *pool);

#endif
