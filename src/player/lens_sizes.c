/* To real size: what a cache takes and saves in well-known models, by formulas. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "inner.h"
#include "lenses.h"

#define BYTES_MAX 4

/* Doubled or halved, within 1 … most. */
static bool turn_power(int *value, int direction, int most)
{
    int wanted = direction > 0 ? *value * 2 : *value / 2;
    if (wanted < 1 || wanted > most)
        return false;
    *value = wanted;
    return true;
}

static const char *show_number(int value, char *buffer, size_t size)
{
    snprintf(buffer, size, value >= 1024 ? "%d Ki" : "%d", value >= 1024 ? value / 1024 : value);
    return buffer;
}

static const char *show_model(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    int count;
    (void)language;
    snprintf(buffer, size, "%s", av_shapes(&count)[player->sizes.shape].name);
    return buffer;
}

static bool turn_model(struct av_player *player, int direction)
{
    int count, wanted = player->sizes.shape + direction;
    av_shapes(&count);
    if (wanted < 0 || wanted >= count)
        return false;
    player->sizes.shape = wanted;
    return true;
}

static const char *show_n(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_number(player->sizes.n, buffer, size);
}

static bool turn_n(struct av_player *player, int direction)
{
    return turn_power(&player->sizes.n, direction, AV_SHAPE_TOKENS_MAX);
}

static const char *show_batch(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_number(player->sizes.batch, buffer, size);
}

static bool turn_batch(struct av_player *player, int direction)
{
    return turn_power(&player->sizes.batch, direction, AV_SHAPE_BATCH_MAX);
}

static const char *show_bytes(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_number(player->sizes.bytes, buffer, size);
}

static bool turn_bytes(struct av_player *player, int direction)
{
    return turn_power(&player->sizes.bytes, direction, BYTES_MAX);
}

static const struct av_control controls[] = {
    {{{"n", "n"}}, show_n, turn_n},
    {{{"batch", "批量"}}, show_batch, turn_batch},
    {{{"bytes a number", "字节/数"}}, show_bytes, turn_bytes},
    [AV_SIZES_MODEL] = {{{"model", "模型"}}, show_model, turn_model},
};

/* → ← go through the models, round and round. */
static bool act(struct av_player *player, enum av_command_id command)
{
    int count;
    av_shapes(&count);
    if (command == AV_COMMAND_LENS_RUN)
        return false;
    player->sizes.shape = (player->sizes.shape + (command == AV_COMMAND_LENS_NEXT ? 1 : count - 1)) % count;
    return true;
}

const struct av_lens_info av_lens_sizes = {
    .title = {{"sizes", "真实规模"}},
    .words = {{"By formulas, nothing is run: the cache and the work of the step of n tokens in well-known models. → ← "
               "choose one.",
               "按公式推算，没有实际运行：常见模型在第 n 个 token 那一步的缓存和运算量。→ ← 选模型。"}},
    .controls = controls,
    .n_control = sizeof controls / sizeof *controls,
    .act = act,
    .no_run = true,
};
