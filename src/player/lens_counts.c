/* Counting: what a step, or all steps up to it, took, by kind, and how often rows were read. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "lenses.h"

static const char *show_span(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words spans[] = {{{"this step", "这一步"}}, {{"since the start", "从头累计"}}};
    snprintf(buffer, size, "%s", spans[player->counts.total].in[language]);
    return buffer;
}

static bool turn_span(struct av_player *player, int direction)
{
    bool total = direction > 0;
    bool turned = player->counts.total != total;
    player->counts.total = total;
    return turned;
}

static const char *show_first(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words parts[AV_COUNTS_PART_COUNT] = {
        [AV_COUNTS_WORK] = {{"multiply-adds", "乘加次数"}},
        [AV_COUNTS_BYTES] = {{"bytes", "字节"}},
        [AV_COUNTS_READS] = {{"rows read", "读了哪些行"}},
    };
    snprintf(buffer, size, "%s", parts[player->counts.first].in[language]);
    return buffer;
}

static bool turn_first(struct av_player *player, int direction)
{
    int first = (int)player->counts.first + direction;
    if (first < 0 || first >= (int)AV_COUNTS_PART_COUNT)
        return false;
    player->counts.first = (enum av_counts_part)first;
    return true;
}

static const struct av_control controls[] = {
    {.name = {{"counted", "统计"}}, .show = show_span, .turn = turn_span},
    {.name = {{"first", "先看"}}, .show = show_first, .turn = turn_first},
};

const struct av_lens_info av_lens_counts = {
    .title = {{"counts", "计数"}},
    .words =
        {{"Counted while it ran, and what the formula says. Every later token reads old rows of K and V again, and "
          "none an old row of Q: so K and V are kept, and Q is not.",
          "运行时逐次数得，旁边是公式。旧的 K、V 每来一个 token 都要再读，旧的 Q 再没人读：所以缓存 K、V，"
          "不缓存 Q。"}},
    .words_of_source =
        {{"Counted while it ran, and what the formula says. K and V of the source are computed once; each target "
          "token adds one q, which reads them all.",
          "运行时逐次数得，旁边是公式。源序列的 K、V 只算一次；每个目标 token 只添一个 q，把它们全读一遍。"}},
    .controls = controls,
    .n_control = 2,
};
