/* Training: the loss of predicting each next token. */
#include "attnviz/player/player.h"
#include "lenses.h"

/* What is run for this lens alone is not kept for others. */
static bool stop(struct av_player *player)
{
    av_losses_finish(&player->losses);
    return false;
}

const struct av_lens_info av_lens_loss = {
    .title = {{"loss", "损失"}},
    .words =
        {{"In training every position predicts the token after it, all at once. The loss is −ln p of the token that "
          "really follows. m takes the mask away.",
          "训练时各位置同时预测下一个 token，损失是真正那个 token 的 −ln p。m 换掩码。"}},
    .words_of_source =
        {{"In training every position of the target predicts the token after it, all at once. The loss is −ln p of "
          "the token that really follows.",
          "训练时目标序列的各位置同时预测下一个 token，损失是真正那个 token 的 −ln p。"}},
    .refresh = av_losses_refresh,
    .stop = stop,
};
