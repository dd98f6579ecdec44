/* The heads of a layer beside each other. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "lenses.h"

static const char *show_rows(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words rows[] = {{{"this token's row", "这个 token 的一行"}}, {{"all rows", "所有行"}}};
    snprintf(buffer, size, "%s", rows[player->heads.whole].in[language]);
    return buffer;
}

static bool turn_rows(struct av_player *player, int direction)
{
    bool whole = direction > 0, turned = player->heads.whole != whole;
    player->heads.whole = whole;
    return turned;
}

static const struct av_control controls[] = {
    {.name = {{"A", "A"}}, .show = show_rows, .turn = turn_rows},
};

const struct av_lens_info av_lens_heads = {
    .title = {{"heads", "多头"}},
    .words = {{"Each head weighs the tokens in its own way and mixes the values of its K/V head. Joined and through "
               "W_O they "
               "add up to the output. [ ] choose a head.",
               "每个头按自己的权重混合它所读的 v；拼起来乘 W_O 就是各头之和。[ ] 换头。"}},
    .controls = controls,
    .n_control = 1,
};
