/* Numbers of other ways to attend: tiles. */
#include <criterion/criterion.h>

#include "attnviz/engine/flash.h"
#include "sources.h"

#define ROOM 64 /* numbers of a tile, or of a row */

static struct av_flash flash_of(const struct run *run, const struct claim *claim)
{
    struct av_flash flash = {&run->trace, 0, 0, claim->row - 1, claim->other};
    cr_assert(av_flash_room(&flash) <= ROOM && run->lesson.model.config.d_v <= ROOM);
    return flash;
}

static struct av_flash_tile tile_of(const struct run *run, const struct claim *claim)
{
    static float scores[ROOM], weights[ROOM], before[ROOM], after[ROOM];
    struct av_flash flash = flash_of(run, claim);
    struct av_flash_tile tile = {.scores = scores, .weights = weights, .o_before = before, .o_after = after};
    av_flash_tile_at(&flash, claim->column - 1, &tile);
    return tile;
}

SOURCE(tile_keys)
{
    return tile_of(run, claim).n;
}

SOURCE(tile_max)
{
    return (double)tile_of(run, claim).after.max;
}

SOURCE(tile_factor)
{
    return (double)tile_of(run, claim).factor;
}

SOURCE(of_tiles)
{
    float room[ROOM], row[ROOM];
    struct av_flash flash = flash_of(run, claim);
    av_flash_row(&flash, room, row);
    return (double)row[claim->column - 1];
}
