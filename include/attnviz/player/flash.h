/* FlashAttention where the learner stands: the row of a query, of which one tile of keys is looked at. */
#ifndef ATTNVIZ_PLAYER_FLASH_H
#define ATTNVIZ_PLAYER_FLASH_H

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/flash.h"

struct av_player;

/* The controls of the lens, in their order; a click on a tile turns the last by as many as it is away. */
enum av_flash_control { AV_FLASH_TILE_SIZE, AV_FLASH_QUERY, AV_FLASH_TILE };

/* What is kept of a tile that was met. */
struct av_flash_met {
    float max; /* of its scores */
    float factor;
    struct av_softmax_row after; /* m and l */
};

#define AV_FLASH_MET_MAX 64

struct av_flash_walk {
    int tile; /* wanted keys of a tile; a row of fewer keys is one tile */
    int key;  /* the tile that has it is looked at; the last one where the row ends before it */
    int back; /* the query is so many rows before the newest, as far as the step computes them */

    /* What follows is made by av_flash_refresh, for the player's place. */
    struct av_flash flash; /* its tile is no larger than the row */
    int n_row;             /* rows of the step: queries that there are */
    int n_all;             /* keys that there are, of which the row may meet fewer */
    int n_key, n_tile;     /* that it meets */
    int at;                /* the tile that is looked at, from 0 */
    struct av_flash_tile now;
    struct av_flash_met met[AV_FLASH_MET_MAX]; /* the tiles first_met … at, the last ones of those up to it */
    int first_met;
    float *out, *plain; /* [d_v] the row by flash, and by plain attention: a·V */
    double *exact;      /* [d_v] the same in float64 */
    struct av_flash_error error;
    size_t room;           /* numbers that there is room for in a tile */
    struct av_arena arena; /* owns the arrays */
};

/* Tiles of four keys, the first of them. */
void av_flash_walk_init(struct av_flash_walk *walk);
void av_flash_walk_finish(struct av_flash_walk *walk);

/* Rows that the step computes, the last of those there are: one with the cache, unless it reads the prompt at once. */
int av_flash_rows(const struct av_player *player);

/* Works out the tile that is looked at, and those before it. Errors: AV_ERROR_MEMORY. */
enum av_status av_flash_refresh(struct av_player *player, struct av_error *error);

#endif
