#include "attnviz/player/view.h"

#include "view_table.h"

/* Adds the views that exist to a list of n. Returns how many there are then. */
static int add(const struct av_player *player, enum av_view_id *list, int n, const enum av_view_id *more, size_t n_more)
{
    for (size_t i = 0; i < n_more; i++) {
        if (av_view_exists(player, more[i]))
            list[n++] = more[i];
    }
    list[n] = AV_VIEW_COUNT;
    return n;
}

/* The view of what the logits are made of. */
static enum av_view_id logits_input(const struct av_config *config)
{
    if (av_quantity_width(config, AV_FINAL_NORM) > 0)
        return AV_VIEW_FINAL_NORM;
    enum av_quantity result = av_quantity_layer_result(config);
    int id = AV_VIEW_X;
    while (av_view_info((enum av_view_id)id)->kind != AV_KIND_ROWS ||
           av_view_info((enum av_view_id)id)->quantity != result)
        id++;
    return (enum av_view_id)id;
}

#define ADD(...)                                                                                                       \
    add(player, list, 0, (const enum av_view_id[]){__VA_ARGS__},                                                       \
        sizeof(const enum av_view_id[]){__VA_ARGS__} / sizeof(enum av_view_id))

int av_view_list(const struct av_player *player, enum av_view_id list[AV_VIEW_COUNT + 1])
{
    const struct av_config *config = &player->lesson->model.config;
    bool before = config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE;
    bool joined = av_view_exists(player, AV_VIEW_JOINED);
    switch ((enum av_stage)player->place.stage) {
    case AV_STAGE_EMBED:
        return ADD(AV_VIEW_X, AV_VIEW_EMBEDDING, AV_VIEW_POSITION);
    case AV_STAGE_PROJECT:
        return ADD(AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V, AV_VIEW_W_Q, AV_VIEW_W_K, AV_VIEW_W_V,
                   before ? AV_VIEW_NORM_1 : AV_VIEW_X);
    case AV_STAGE_APPEND:
        return ADD(AV_VIEW_K, AV_VIEW_V);
    case AV_STAGE_SCORES:
    case AV_STAGE_SCALE:
    case AV_STAGE_MASK:
        return ADD(AV_VIEW_S, AV_VIEW_Q, AV_VIEW_K);
    case AV_STAGE_SOFTMAX:
        return ADD(AV_VIEW_A, AV_VIEW_S);
    case AV_STAGE_MIX:
        return ADD(AV_VIEW_MIX, AV_VIEW_A, AV_VIEW_V);
    case AV_STAGE_OUTPUT:
        return ADD(AV_VIEW_OUTPUT, joined ? AV_VIEW_JOINED : AV_VIEW_MIX, AV_VIEW_W_O);
    case AV_STAGE_BLOCK: /* in the order in which they come to be */
        if (before)
            return ADD(AV_VIEW_SUM_1, AV_VIEW_NORM_2, AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED,
                       AV_VIEW_SUM_2);
        return ADD(AV_VIEW_SUM_1, AV_VIEW_NORM_1, AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED, AV_VIEW_SUM_2,
                   AV_VIEW_NORM_2);
    case AV_STAGE_LOGITS:
        return ADD(AV_VIEW_LOGITS, AV_VIEW_W_OUT, logits_input(config));
    default:
        return ADD(AV_VIEW_NEXT, AV_VIEW_LOGITS);
    }
}
