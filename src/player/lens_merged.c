/* The merged way of scoring beside the ordinary one; [ ] go through the heads. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "inner.h"
#include "lenses.h"

static const char *show_first(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    snprintf(buffer, size, "%d", player->merging.first + 1);
    return buffer;
}

static bool turn_first(struct av_player *player, int direction)
{
    int was = player->merging.first;
    player->merging.first = clamp(was + direction, 0, config_of(player)->d_model - 1);
    return player->merging.first != was;
}

static const struct av_control controls[] = {
    {.name = {{"from feature", "从第几个特征起"}}, .show = show_first, .turn = turn_first},
};

/* What is run for this lens alone is not kept for others. */
static bool stop(struct av_player *player)
{
    av_merging_finish(&player->merging);
    return false;
}

const struct av_lens_info av_lens_merged = {
    .title = {{"merged", "合并"}},
    .words =
        {{"q⋅k = x⋅W_Q⋅W_Kᵀ⋅xᵀ: one matrix W_QK would give the same scores. Its rank is at most d_k, and x would be "
          "cached in k's place. [ ] choose a head.",
          "q⋅k = x⋅W_Q⋅W_Kᵀ⋅xᵀ：一个矩阵 W_QK 就能得到同样的分数。它的秩最多是 d_k，缓存里要用 x 代替 k。[ ] 换头。"}},
    .controls = controls,
    .n_control = 1,
    .refresh = av_merging_refresh,
    .stop = stop,
};
