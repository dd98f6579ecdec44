/* ÷ √d_k and the slope of softmax. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "lenses.h"

static const char *show_columns(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    snprintf(buffer, size, "%d", player->scaling.figures[av_scaling_choice(player)].d);
    return buffer;
}

static const struct av_control controls[] = {
    {.name = {{"d_k", "d_k"}}, .show = show_columns, .turn = av_scaling_turn},
};

const struct av_lens_info av_lens_scale = {
    .title = {{"scale", "缩放"}},
    .words =
        {{"The more products q⋅k adds, the wider scores spread: softmax saturates, its slope a(1−a) = ∂a/∂s dies. "
          "÷√d_k prevents it; s: without.",
          "q⋅k 加的项越多，分数越分散，softmax 就饱和，斜率 a(1−a) = ∂a/∂s 趋于 0。÷√d_k 防的就是这个；按 s 去掉它。"}},
    .controls = controls,
    .n_control = 1,
    .refresh = av_scaling_refresh,
};
