/* The four blocks: what the step from n − 1 tokens to n does with each part of S, old or new query by old or new key. */
#ifndef ATTNVIZ_PLAYER_BLOCKS_H
#define ATTNVIZ_PLAYER_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/engine/model.h"
#include "attnviz/lesson/states.h"

struct av_player;

enum av_block {
    AV_BLOCK_OLD_OLD, /* (n − 1, n − 1): query rows by key columns */
    AV_BLOCK_OLD_NEW, /* (n − 1, 1) */
    AV_BLOCK_NEW_OLD, /* (1, n − 1) */
    AV_BLOCK_NEW_NEW, /* (1, 1)     */
    AV_BLOCK_COUNT,
};

static inline bool av_block_has_new_query(enum av_block block)
{
    return block >= AV_BLOCK_NEW_OLD;
}

static inline bool av_block_has_new_key(enum av_block block)
{
    return block == AV_BLOCK_OLD_NEW || block == AV_BLOCK_NEW_NEW;
}

struct av_block_work {
    int rows, columns;      /* of S in one head; before the second token only new × new has any */
    enum av_state state;    /* its scores once the step has computed them */
    bool masked;            /* the mask then hides all of them */
    uint64_t multiply_adds; /* of q·k, in all layers and heads: from the rows that the engine counted as read */
};

/* What the player's step does, with the cache or without. False where it was not run that way: no cache stays true under the
 * rule, or the uncached trace is not that of this step (av_run_recompute). */
bool av_block_work(const struct av_player *player, enum av_block block, bool cached, struct av_block_work *work);

/* The closed form, of a step of n tokens: rows · columns · d_k · n_head · n_layer; 0 for old queries with the cache. */
uint64_t av_block_formula(const struct av_config *config, enum av_block block, int n, bool cached);

#endif
