/* The four blocks: what the step from n − r tokens to n does with each part of S, old or new query by old or new key.
 * One token is new, r = 1; where a prompt is read at once, all are. */
#ifndef ATTNVIZ_PLAYER_BLOCKS_H
#define ATTNVIZ_PLAYER_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/engine/model.h"
#include "attnviz/lesson/states.h"
#include "attnviz/player/run.h"

struct av_player;

enum av_block {
    AV_BLOCK_OLD_OLD, /* (n − r, n − r): query rows by key columns */
    AV_BLOCK_OLD_NEW, /* (n − r, r) */
    AV_BLOCK_NEW_OLD, /* (r, n − r) */
    AV_BLOCK_NEW_NEW, /* (r, r)     */
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
    int rows, columns;      /* of S in one head; in the first step only new × new has any */
    enum av_state state;    /* its scores once the step has computed them */
    bool masked;            /* the mask then hides all of them */
    uint64_t multiply_adds; /* of q·k, in all layers and heads: from the rows that the engine counted as read */
};

/* What the player's step does, with the cache or without. False where it was not run that way: no cache stays true
 * under the rule, or the uncached trace is not that of this step (av_run_recompute). */
bool av_block_work(const struct av_player *player, enum av_block block, bool cached, struct av_block_work *work);

/* The closed form, of the last of the steps: rows · columns · d_k · n_head · n_layer; 0 for old queries with the
 * cache. */
uint64_t av_block_formula(const struct av_config *config, enum av_block block, struct av_steps steps, bool cached);

#endif
