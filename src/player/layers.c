#include "attnviz/player/layers.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/player.h"
#include "inner.h"

void av_layers_init(struct av_layers *layers)
{
    memset(layers, 0, sizeof *layers);
    av_arena_init(&layers->arena, 0);
}

void av_layers_finish(struct av_layers *layers)
{
    if (layers->before.model != NULL)
        av_trace_finish(&layers->before);
    av_arena_finish(&layers->arena);
    av_layers_init(layers);
}

static bool same_row(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer, int i)
{
    int width = av_quantity_width(&a->model->config, quantity);
    for (int column = 0; column < width; column++) {
        if (!same_bits(av_trace_value(a, quantity, layer, i, column), av_trace_value(b, quantity, layer, i, column)))
            return false;
    }
    return true;
}

static bool part_changed(const struct av_player *player, int layer, enum av_layer_part part, int i)
{
    const struct av_trace *now = &player->run.uncached, *before = &player->layers.before;
    switch (part) {
    case AV_LAYER_INPUT:
        return !same_row(now, before, AV_QUANTITY_INPUT, layer, i);
    case AV_LAYER_CACHED:
        return !same_row(now, before, AV_QUANTITY_KEY, layer, i) || !same_row(now, before, AV_QUANTITY_VALUE, layer, i);
    default:
        return !same_row(now, before, av_quantity_layer_result(config_of(player)), layer, i);
    }
}

/* Room for the step before and for what is found; of a run with more tokens, anew. */
static enum av_status make_room(struct av_player *player, struct av_error *error)
{
    struct av_layers *layers = &player->layers;
    const struct av_model *model = &player->run.lesson->model;
    int capacity = player->run.n_token;
    if (layers->before.model == model && layers->capacity == capacity)
        return AV_OK;
    av_layers_finish(layers);
    enum av_status status = av_trace_init(&layers->before, model, player->run.lesson->rule, capacity, error);
    if (status != AV_OK)
        return status;
    size_t rows = (size_t)model->config.n_layer * AV_LAYER_PART_COUNT;
    layers->changed = av_arena_allocate(&layers->arena, rows * (size_t)capacity, sizeof *layers->changed);
    layers->capacity = capacity;
    if (layers->changed != NULL)
        return AV_OK;
    av_layers_finish(layers);
    return av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory to compare %zu rows", rows * (size_t)capacity);
}

/* Every row of the step before with the same row now. */
static void compare(struct av_player *player)
{
    struct av_layers *layers = &player->layers;
    bool *changed = layers->changed;
    for (int layer = 0; layer < config_of(player)->n_layer; layer++) {
        for (int part = 0; part < AV_LAYER_PART_COUNT; part++) {
            for (int i = 0; i < layers->n_old; i++)
                *changed++ = part_changed(player, layer, (enum av_layer_part)part, i);
        }
    }
}

enum av_status av_layers_refresh(struct av_player *player, struct av_error *error)
{
    struct av_layers *layers = &player->layers;
    int t = player->place.token;
    enum av_status status = av_run_recompute(&player->run, t + 1, error);
    if (status == AV_OK)
        status = make_room(player, error);
    if (status != AV_OK)
        return status;
    /* the lesson may have changed since the last time: nothing that was run then is kept */
    av_trace_reset(&layers->before, player->run.lesson->rule);
    layers->n_old = 0;
    bool is_first = t + 1 == player->run.n_first;
    if (!is_first)
        status = av_decoder_recompute(&layers->before, player->run.tokens, t, error);
    if (status != AV_OK)
        return status;
    layers->n_old = is_first ? 0 : t;
    compare(player);
    return AV_OK;
}

bool av_layers_changed(const struct av_player *player, int layer, enum av_layer_part part, int row)
{
    const struct av_layers *layers = &player->layers;
    assert(row >= 0 && row < layers->n_old);
    return layers->changed[(layer * AV_LAYER_PART_COUNT + (int)part) * layers->n_old + row];
}

int av_layers_count(const struct av_player *player, int layer, enum av_layer_part part)
{
    int count = 0;
    for (int row = 0; row < player->layers.n_old; row++)
        count += av_layers_changed(player, layer, part, row);
    return count;
}

double av_layers_length(const struct av_player *player, int layer, enum av_layer_part part)
{
    const struct av_config *config = config_of(player);
    enum av_quantity quantity = part == AV_LAYER_INPUT ? AV_QUANTITY_INPUT : av_quantity_layer_result(config);
    double squares = 0;
    for (int column = 0; column < config->d_model; column++) {
        double x = (double)av_trace_value(av_player_trace(player), quantity, layer, player->place.token, column);
        squares += x * x;
    }
    return sqrt(squares);
}

bool av_layers_handed_on(const struct av_player *player, int layer)
{
    const struct av_config *config = config_of(player);
    const struct av_trace *trace = av_player_trace(player);
    int i = player->place.token;
    for (int column = 0; column < config->d_model; column++) {
        float given = av_trace_value(trace, av_quantity_layer_result(config), layer - 1, i, column);
        if (!same_bits(av_trace_value(trace, AV_QUANTITY_INPUT, layer, i, column), given))
            return false;
    }
    return true;
}

uint64_t av_layers_bytes(const struct av_config *config, int n)
{
    return (uint64_t)n * (uint64_t)config->n_kv_head * (uint64_t)(config->d_k + config->d_v) * sizeof(float);
}
