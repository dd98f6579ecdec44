/* Four blocks: what a step does with old and new queries and keys. */
#include "attnviz/player/player.h"
#include "lenses.h"

static enum av_status refresh(struct av_player *player, struct av_error *error)
{
    return av_run_recompute(&player->run, player->place.token + 1, error);
}

const struct av_lens_info av_lens_blocks = {
    .title = {{"blocks", "四块"}},
    .words = {{"Under the causal mask old scores stay as they are, and old queries never see the new key: only the new "
               "row has to be computed.",
               "按因果掩码，旧的分数不变，旧 query 又看不到新 key：要算的只有新的一行。"}},
    .words_at_once =
        {{"A prompt that is read at once has no old rows: every query meets every key, and a causal mask takes away "
          "what lies ahead.",
          "一次读完提示词，没有旧的行：每个 query 乘每个 key，后面的由因果掩码遮掉。"}},
    .refresh = refresh,
    .self_only = true,
};
