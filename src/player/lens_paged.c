/* PagedAttention: the cache as blocks of a pool, which a block table finds and a fork shares. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "lenses.h"

static const char *show_number(int number, char *buffer, size_t size)
{
    snprintf(buffer, size, "%d", number);
    return buffer;
}

static const char *show_block_size(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_number(av_paged_block_size(player), buffer, size);
}

/* The next power of two; the pool keeps its room, cut into larger or smaller blocks. */
static bool turn_block_size(struct av_player *player, int direction)
{
    int size = av_paged_block_size(player), wanted = direction > 0 ? 2 * size : size / 2;
    if (wanted < 1 || wanted > av_paged_block_size_max(player))
        return false;
    player->paged.block_size = wanted;
    return true;
}

static const char *show_n_block(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    return show_number(av_paged_n_block(player), buffer, size);
}

static bool turn_n_block(struct av_player *player, int direction)
{
    int wanted = av_paged_n_block(player) + (direction > 0 ? 1 : -1), most = av_paged_n_block_max(player);
    if (wanted < 1 || wanted > most)
        return false;
    player->paged.room = wanted < most ? wanted * av_paged_block_size(player) : 0;
    return true;
}

static const char *show_fork(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words on = {{"on", "开"}}, off = {{"off", "关"}};
    snprintf(buffer, size, "%s", (av_paged_forked(player) ? &on : &off)->in[language]);
    return buffer;
}

static bool turn_fork(struct av_player *player, int direction)
{
    if (av_paged_forked(player) == (direction > 0))
        return false;
    av_paged_toggle(player);
    return true;
}

static const struct av_control controls[] = {
    {{{"block size", "块大小"}}, show_block_size, turn_block_size},
    {{{"blocks", "块数"}}, show_n_block, turn_n_block},
    {{{"fork", "分叉"}}, show_fork, turn_fork},
};

static bool act(struct av_player *player, enum av_command_id command)
{
    if (command != AV_COMMAND_LENS_RUN)
        return false;
    av_paged_toggle(player);
    return true;
}

static enum av_status refresh(struct av_player *player, struct av_error *error)
{
    (void)error;
    av_paged_follow(player);
    return AV_OK;
}

static bool stop(struct av_player *player)
{
    av_paged_close(&player->paged);
    return false;
}

const struct av_lens_info av_lens_paged = {
    .title = {{"paged", "分页"}},
    .words = {{"The cache is cut into blocks that need not lie together; a block table finds each row. Enter forks: a "
               "second sequence shares the blocks.",
               "缓存切成小块，不必连在一起，每一行靠块表找到。按 Enter 分叉：另一条序列共用这些块。"}},
    .controls = controls,
    .n_control = sizeof controls / sizeof *controls,
    .act = act,
    .refresh = refresh,
    .stop = stop,
    .self_only = true,
};
