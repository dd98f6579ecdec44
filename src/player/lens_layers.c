/* The layers as a stack; { } go through them. */
#include "attnviz/player/player.h"
#include "lenses.h"

/* What is run for this lens alone is not kept for others. */
static bool stop(struct av_player *player)
{
    av_layers_finish(&player->layers);
    return false;
}

const struct av_lens_info av_lens_layers = {
    .title = {{"layers", "各层"}},
    .words =
        {{"Each layer reads what the one before gives and has a K and V cache of its own. ! marks old rows that the "
          "new token has changed. { } choose a layer.",
          "每层读前一层的输出，各有自己的 K、V 缓存。! 标出新 token 改变了的旧行。{ } 换层。"}},
    .refresh = av_layers_refresh,
    .stop = stop,
    .self_only = true,
};
