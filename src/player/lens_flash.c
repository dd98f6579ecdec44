/* FlashAttention, tile by tile: how large the tiles are, which query, which tile. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "inner.h"
#include "lenses.h"

/* Tile sizes go up by one to this; then four of them are in each doubling: 16, 20, 24, 28, 32, 40, … */
#define TILE_SINGLE 16

static int tile_step(int size)
{
    int step = 1;
    for (int limit = TILE_SINGLE; size >= limit; limit *= 2)
        step = limit / 4;
    return step;
}

static int larger_tile(int size)
{
    int step = tile_step(size);
    return (size / step + 1) * step;
}

static int smaller_tile(int size)
{
    int step = tile_step(size - 1);
    return (size - 1) / step * step;
}

static const char *show_int(int value, char *buffer, size_t size)
{
    snprintf(buffer, size, "%d", value);
    return buffer;
}

static const char *show_tile_size(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_int(player->flash.flash.tile, buffer, size);
}

/* The tile that is looked at becomes the one that has the same key. */
static bool turn_tile_size(struct av_player *player, int direction)
{
    struct av_flash_walk *walk = &player->flash;
    int now = walk->flash.tile;
    if (direction > 0 ? now >= walk->n_key : now <= 1)
        return false;
    walk->tile = direction > 0 ? clamp(larger_tile(now), 1, walk->n_key) : smaller_tile(now);
    return true;
}

static const char *show_query(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_int(player->flash.flash.i + 1, buffer, size);
}

/* Every row that the step computes can be looked at. */
static bool turn_query(struct av_player *player, int direction)
{
    int wanted = player->flash.flash.i + (direction > 0 ? 1 : -1);
    int end = player->place.token + 1, rows = av_flash_rows(player);
    if (player->cache_on && rows == 1) {
        player->notice = AV_NOTICE_ONE_QUERY;
        return true;
    }
    if (wanted < end - rows || wanted >= end)
        return false;
    player->flash.back = player->place.token - wanted;
    return true;
}

static const char *show_tile(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    snprintf(buffer, size, "%d/%d", player->flash.at + 1, player->flash.n_tile);
    return buffer;
}

static bool turn_tile(struct av_player *player, int direction)
{
    struct av_flash_walk *walk = &player->flash;
    int wanted = walk->at + direction;
    if (wanted < 0 || wanted >= walk->n_tile) {
        player->notice = wanted < 0 ? AV_NOTICE_FIRST_TILE : AV_NOTICE_LAST_TILE;
        return true;
    }
    walk->key = wanted * walk->flash.tile;
    return true;
}

static const struct av_control controls[] = {
    [AV_FLASH_TILE_SIZE] = {{{"keys a tile", "每块 key 数"}}, show_tile_size, turn_tile_size},
    [AV_FLASH_QUERY] = {{{"query", "query"}}, show_query, turn_query},
    [AV_FLASH_TILE] = {{{"tile", "块"}}, show_tile, turn_tile},
};

/* → ← go from tile to tile, and stop at the row's ends: from there ↓ leads to the next token's row. */
static bool act(struct av_player *player, enum av_command_id command)
{
    return command != AV_COMMAND_LENS_RUN && turn_tile(player, command == AV_COMMAND_LENS_NEXT ? 1 : -1);
}

const struct av_lens_info av_lens_flash = {
    .title = {{"flash", "flash"}},
    .words = {{"The keys are met tile by tile; no row of scores is ever held. → ← step through the tiles, ↓ ↑ through "
               "the tokens.",
               "key 一块一块地算，从不存下整行分数。→ ← 逐块走，↓ ↑ 换 token。"}},
    .controls = controls,
    .n_control = sizeof controls / sizeof *controls,
    .act = act,
    .no_run = true,
    .refresh = av_flash_refresh,
};
