/* Side by side: the same step with the cache on and off, both really run. */
#include "attnviz/player/player.h"
#include "lenses.h"

static enum av_status refresh(struct av_player *player, struct av_error *error)
{
    int step = player->place.token + 1;
    struct av_run *earlier = &player->experiment.earlier;
    enum av_status status = av_run_recompute(&player->run, step, error);
    if (status != AV_OK || !player->experiment.marking || !av_run_has_step(earlier, step - 1))
        return status;
    return av_run_recompute(earlier, step, error); /* what was changed is marked in both halves */
}

const struct av_lens_info av_lens_side = {
    .title = {{"compare", "对照"}},
    .words = {{"The same step twice, both really run: with the cache one row is new, without it every row is computed "
               "again.",
               "同一步各跑一遍：有缓存只算新的一行，没有缓存每一行都要重算。"}},
    .words_at_once =
        {{"The same step twice, both really run: reading a prompt at once computes every row, with a cache or "
          "without. It saves in the steps after this one.",
          "同一步各跑一遍：一次读完提示词，有没有缓存都要算每一行。省是省在后面的步里。"}},
    .refresh = refresh,
};
