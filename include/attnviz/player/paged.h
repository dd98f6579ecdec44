/* PagedAttention over the lesson: its tokens run once more with keys and values in the blocks of a pool, up to the
 * player's place; and, where the learner has forked it, a second sequence that goes on with other tokens. */
#ifndef ATTNVIZ_PLAYER_PAGED_H
#define ATTNVIZ_PLAYER_PAGED_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/engine/block_pool.h"
#include "attnviz/engine/trace.h"

struct av_player;

#define AV_PAGED_BLOCK_SIZE     4  /* rows of a block, until the learner sets another size: a power of two … */
#define AV_PAGED_BLOCK_SIZE_MAX 16 /* … up to this, or n_ctx where that is less */
#define AV_PAGED_SEQUENCES      2
#define AV_PAGED_EVENTS_MAX     32

/* What the player's step did to a sequence. */
struct av_paged_write {
    int rows;        /* that it wrote; more than one where it had waited for blocks */
    int block;       /* the physical block of the last of them */
    bool taken;      /* that block was taken from the free ones for them … */
    int copied;      /* … as so many rows had to be moved into it (copy on write) … */
    int copied_from; /* … out of this block; −1 where none was copied */
};

struct av_paged_sequence {
    bool open;
    struct av_trace trace; /* in blocks of the pool */
    struct av_trace
        contiguous; /* the same tokens over one block; the first sequence's is the player's own cached trace */
    int n_shared;   /* rows that it began with, as a fork of the first one; of that 0 */
    struct av_paged_write write;
};

/* The sequences as they are at a place. */
struct av_paged_run {
    struct av_block_pool pool;
    struct av_paged_sequence sequences[AV_PAGED_SEQUENCES]; /* the lesson's tokens, and their fork */
    int token;                       /* the place: rows 0 … token, as far as there were blocks */
    bool forked, freed;              /* … at this very place */
    struct av_comparison comparison; /* of all sequences with the contiguous ones; not yet where values is 0 */
};

struct av_paged {
    int block_size; /* that the learner has set */
    int room; /* rows that the pool is to have room for, in as many whole blocks; 0: all that could ever be needed */

    /* At which tokens the learner has forked and freed by turns, the first one forked. The oldest pairs are
     * forgotten. */
    int events[AV_PAGED_EVENTS_MAX];
    int n_event;

    struct av_paged_run *run; /* owned; NULL where there is none: another lens, no cache under the rule, no memory */
    bool no_memory;
};

/* Runs the sequences up to the player's place, from where they are or from the start. Where memory runs out there is no
 * run, and no_memory says so. */
void av_paged_follow(struct av_player *player);

/* Frees the run; what the learner has set stays. */
void av_paged_close(struct av_paged *paged);

/* Rows of a block, and blocks of the pool: what is set, as far as the lesson allows it. Of both the most there may
 * be. */
int av_paged_block_size(const struct av_player *player);
int av_paged_block_size_max(const struct av_player *player);
int av_paged_n_block(const struct av_player *player);
int av_paged_n_block_max(const struct av_player *player);

/* True where there are two sequences at the player's place. */
bool av_paged_forked(const struct av_player *player);

/* Forks the first sequence at the player's place, or frees the second one where there is one. */
void av_paged_toggle(struct av_player *player);

/* Rows that a sequence lacks at the player's place, as the pool has no block for them. */
int av_paged_missing(const struct av_paged_run *run, int sequence);

/* True where the player's step wrote row i of a sequence. */
bool av_paged_wrote(const struct av_paged_sequence *sequence, int i);

/* What row i of a sequence is called; as av_player_token_text. */
const char *av_paged_token_text(const struct av_player *player, int sequence, int i);

/* A physical block: which of the sequences' logical blocks it is, −1 for none, and its rows in use. */
struct av_paged_block {
    int logical[AV_PAGED_SEQUENCES];
    int rows;
};
struct av_paged_block av_paged_block(const struct av_paged_run *run, int block);

/* All sequences together, in bytes: rows + wasted − shared = held. */
struct av_paged_bytes {
    size_t rows;         /* of each sequence by itself */
    size_t wasted;       /* in the last block of each */
    size_t shared;       /* that would be there more, did sequences not hold the same blocks */
    size_t held;         /* the pool's blocks in use */
    size_t preallocated; /* n_ctx rows for each sequence */
};
struct av_paged_bytes av_paged_bytes(const struct av_paged_run *run);

#endif
