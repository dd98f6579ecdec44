#include "attnviz/player/view.h"

#include "view_table.h"

/* Lists those of the views that exist. Returns how many. */
static int list_existing(const struct av_player *player, enum av_view_id *list, const enum av_view_id *views,
                         size_t n_view)
{
    int n = 0;
    for (size_t i = 0; i < n_view; i++) {
        if (av_view_exists(player, views[i]))
            list[n++] = views[i];
    }
    list[n] = AV_VIEW_COUNT;
    return n;
}

/* The view of what the logits are made of. */
static enum av_view_id logits_input(const struct av_config *config)
{
    if (av_quantity_width(config, AV_QUANTITY_FINAL_NORM) > 0)
        return AV_VIEW_FINAL_NORM;
    return av_view_of_quantity(config, av_quantity_layer_result(config));
}

#define LIST(...)                                                                                                      \
    list_existing(player, list, (const enum av_view_id[]){__VA_ARGS__},                                                \
                  sizeof(const enum av_view_id[]){__VA_ARGS__} / sizeof(enum av_view_id))

/* What a block makes, in the order in which it comes to be, and what it is made of: the attention's output, and x, to
 * which the residual adds that. */
static int list_block(const struct av_player *player, enum av_view_id *list)
{
    const struct av_config *config = &player->run.lesson->model.config;
    int n = config->norm_place == AV_NORM_BEFORE
                ? LIST(AV_VIEW_SUM_1, AV_VIEW_NORM_2, AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED,
                       AV_VIEW_SUM_2, AV_VIEW_OUTPUT)
                : LIST(AV_VIEW_SUM_1, AV_VIEW_NORM_1, AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED,
                       AV_VIEW_SUM_2, AV_VIEW_NORM_2, AV_VIEW_OUTPUT);
    if (config->residual)
        list[n++] = AV_VIEW_X;
    return n +
           list_existing(player, list + n, (const enum av_view_id[]){AV_VIEW_W_GATE, AV_VIEW_W_UP, AV_VIEW_W_DOWN}, 3);
}

int av_view_list(const struct av_player *player, enum av_view_id list[AV_VIEW_COUNT + 1])
{
    const struct av_config *config = &player->run.lesson->model.config;
    bool before = config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE;
    bool joined = av_view_exists(player, AV_VIEW_JOINED);
    switch ((enum av_stage)player->place.stage) {
    case AV_STAGE_EMBED:
        return LIST(AV_VIEW_X, AV_VIEW_EMBEDDING, AV_VIEW_POSITION, AV_VIEW_SOURCE, AV_VIEW_EMBEDDING_S,
                    AV_VIEW_POSITION_S);
    case AV_STAGE_PROJECT:
        return LIST(AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V, AV_VIEW_W_Q, AV_VIEW_W_K, AV_VIEW_W_V,
                    before ? AV_VIEW_NORM_1 : AV_VIEW_X, AV_VIEW_SOURCE);
    case AV_STAGE_APPEND:
        return LIST(AV_VIEW_K, AV_VIEW_V);
    case AV_STAGE_SCORES:
    case AV_STAGE_SCALE:
    case AV_STAGE_MASK:
        return LIST(AV_VIEW_S, AV_VIEW_Q, AV_VIEW_K);
    case AV_STAGE_SOFTMAX:
        return LIST(AV_VIEW_A, AV_VIEW_S);
    case AV_STAGE_MIX:
        return LIST(AV_VIEW_MIX, AV_VIEW_A, AV_VIEW_V);
    case AV_STAGE_OUTPUT:
        return LIST(AV_VIEW_OUTPUT, joined ? AV_VIEW_JOINED : AV_VIEW_MIX, AV_VIEW_W_O);
    case AV_STAGE_BLOCK:
        return list_block(player, list);
    case AV_STAGE_LOGITS:
        return LIST(AV_VIEW_LOGITS, AV_VIEW_W_OUT, logits_input(config));
    default:
        return LIST(AV_VIEW_NEXT, AV_VIEW_LOGITS);
    }
}
