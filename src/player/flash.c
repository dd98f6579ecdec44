#include "attnviz/player/flash.h"

#include "attnviz/player/player.h"
#include "inner.h"

#define TILE_DEFAULT 4

void av_flash_walk_init(struct av_flash_walk *walk)
{
    *walk = (struct av_flash_walk){.tile = TILE_DEFAULT};
    av_arena_init(&walk->arena, 0);
}

void av_flash_walk_finish(struct av_flash_walk *walk)
{
    av_arena_finish(&walk->arena);
    walk->room = 0;
}

static float *take(struct av_flash_walk *walk, size_t count)
{
    return av_arena_allocate(&walk->arena, count, sizeof(float));
}

/* Room for a tile that is as long as the row. */
static enum av_status make_room(struct av_flash_walk *walk, struct av_error *error)
{
    const struct av_trace *trace = walk->flash.trace;
    struct av_flash largest = walk->flash;
    largest.tile = av_trace_keys(trace, trace->capacity);
    size_t d_v = (size_t)trace->model->config.d_v, room = av_flash_room(&largest);
    if (room <= walk->room)
        return AV_OK;
    room *= 2; /* longer rows follow */
    av_flash_walk_finish(walk);
    walk->now = (struct av_flash_tile){
        .scores = take(walk, room),
        .weights = take(walk, room),
        .o_before = take(walk, d_v),
        .o_after = take(walk, d_v),
    };
    walk->out = take(walk, d_v);
    walk->plain = take(walk, d_v);
    walk->exact = av_arena_allocate(&walk->arena, d_v, sizeof *walk->exact);
    if (!walk->now.scores || !walk->now.weights || !walk->now.o_before || !walk->now.o_after || !walk->out ||
        !walk->plain || !walk->exact) {
        av_flash_walk_finish(walk);
        return av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory for tiles of %zu keys", room);
    }
    walk->room = room;
    return AV_OK;
}

int av_flash_rows(const struct av_player *player)
{
    return player->cache_on ? av_steps_new_rows(av_run_steps(&player->run, player->place.token))
                            : player->place.token + 1;
}

/* The row, and its tiles of the wanted size. */
static void choose_row(struct av_player *player)
{
    struct av_flash_walk *walk = &player->flash;
    const struct av_place *place = &player->place;
    int back = clamp(walk->back, 0, av_flash_rows(player) - 1);
    walk->flash = (struct av_flash){
        .trace = av_player_trace(player),
        .layer = place->layer,
        .head = place->head,
        .i = place->token - back,
        .tile = walk->tile,
    };
    walk->n_row = place->token + 1;
    walk->n_all = av_trace_keys(walk->flash.trace, walk->n_row);
    walk->n_key = av_flash_keys(&walk->flash);
    walk->flash.tile = clamp(walk->tile, 1, walk->n_key);
    walk->n_tile = av_flash_tiles(&walk->flash);
    walk->at = clamp(walk->key, 0, walk->n_key - 1) / walk->flash.tile;
}

enum av_status av_flash_refresh(struct av_player *player, struct av_error *error)
{
    struct av_flash_walk *walk = &player->flash;
    choose_row(player);
    enum av_status status = make_room(walk, error);
    if (status != AV_OK)
        return status;
    const struct av_trace *trace = walk->flash.trace;
    int d_v = trace->model->config.d_v;
    walk->error = av_flash_error(&walk->flash, walk->now.scores, walk->out, walk->exact);
    for (int c = 0; c < d_v; c++)
        walk->plain[c] =
            av_trace_value(trace, AV_QUANTITY_MIX, walk->flash.layer, walk->flash.i, walk->flash.head * d_v + c);
    walk->first_met = walk->at < AV_FLASH_MET_MAX ? 0 : walk->at - AV_FLASH_MET_MAX + 1;
    for (int t = walk->first_met; t <= walk->at; t++) {
        av_flash_tile_at(&walk->flash, t, &walk->now);
        walk->met[t - walk->first_met] = (struct av_flash_met){walk->now.max, walk->now.factor, walk->now.after};
    }
    return AV_OK;
}
