#include "attnviz/player/view.h"

#include "attnviz/player/step.h"
#include "view_table.h"

static const struct av_view_info infos[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] = {AV_KIND_LOOKUP, AV_STAGE_EMBED,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   0            },
    [AV_VIEW_POSITION] = {AV_KIND_LOOKUP, AV_STAGE_EMBED,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   0            },
    [AV_VIEW_X] = {AV_KIND_ROWS,   AV_STAGE_PROJECT, AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_INPUT     },
    [AV_VIEW_NORM_1] = {AV_KIND_ROWS,   AV_STAGE_PROJECT, AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_NORM_1    },
    [AV_VIEW_W_Q] = {AV_KIND_WEIGHT, AV_STAGE_EMBED,   AV_AXIS_FEATURES,   AV_AXIS_QUERY,      0            },
    [AV_VIEW_W_K] = {AV_KIND_WEIGHT, AV_STAGE_EMBED,   AV_AXIS_FEATURES,   AV_AXIS_KEY,        0            },
    [AV_VIEW_W_V] = {AV_KIND_WEIGHT, AV_STAGE_EMBED,   AV_AXIS_FEATURES,   AV_AXIS_VALUE,      0            },
    [AV_VIEW_Q] = {AV_KIND_ROWS,   AV_STAGE_PROJECT, AV_AXIS_TOKENS,     AV_AXIS_QUERY,      AV_QUERY     },
    [AV_VIEW_K] = {AV_KIND_ROWS,   AV_STAGE_PROJECT, AV_AXIS_TOKENS,     AV_AXIS_KEY,        AV_KEY       },
    [AV_VIEW_V] = {AV_KIND_ROWS,   AV_STAGE_PROJECT, AV_AXIS_TOKENS,     AV_AXIS_VALUE,      AV_VALUE     },
    [AV_VIEW_S] = {AV_KIND_SCORES, AV_STAGE_SCORES,  AV_AXIS_TOKENS,     AV_AXIS_TOKENS,     0            },
    [AV_VIEW_A] = {AV_KIND_SCORES, AV_STAGE_SOFTMAX, AV_AXIS_TOKENS,     AV_AXIS_TOKENS,     0            },
    [AV_VIEW_MIX] = {AV_KIND_ROWS,   AV_STAGE_MIX,     AV_AXIS_TOKENS,     AV_AXIS_MIX,        AV_MIX       },
    [AV_VIEW_JOINED] = {AV_KIND_ROWS,   AV_STAGE_OUTPUT,  AV_AXIS_TOKENS,     AV_AXIS_JOINED,     AV_MIX       },
    [AV_VIEW_W_O] = {AV_KIND_WEIGHT, AV_STAGE_EMBED,   AV_AXIS_JOINED,     AV_AXIS_FEATURES,   0            },
    [AV_VIEW_OUTPUT] = {AV_KIND_ROWS,   AV_STAGE_OUTPUT,  AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_OUTPUT    },
    [AV_VIEW_SUM_1] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_SUM_1     },
    [AV_VIEW_NORM_2] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_NORM_2    },
    [AV_VIEW_GATE] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_GATE      },
    [AV_VIEW_UP] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_UP        },
    [AV_VIEW_HIDDEN] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_HIDDEN    },
    [AV_VIEW_FEED] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_FEED      },
    [AV_VIEW_SUM_2] = {AV_KIND_ROWS,   AV_STAGE_BLOCK,   AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_SUM_2     },
    [AV_VIEW_FINAL_NORM] = {AV_KIND_ROWS,   AV_STAGE_LOGITS,  AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_FINAL_NORM},
    [AV_VIEW_W_OUT] = {AV_KIND_WEIGHT, AV_STAGE_EMBED,   AV_AXIS_FEATURES,   AV_AXIS_VOCABULARY, 0            },
    [AV_VIEW_LOGITS] = {AV_KIND_ROWS,   AV_STAGE_LOGITS,  AV_AXIS_TOKENS,     AV_AXIS_VOCABULARY, AV_LOGITS    },
    [AV_VIEW_NEXT] = {AV_KIND_NEXT,   AV_STAGE_NEXT,    AV_AXIS_CANDIDATES, AV_AXIS_ONE,        0            },
};

static const struct av_config *config_of(const struct av_player *player)
{
    return &player->lesson->model.config;
}

const struct av_view_info *av_view_info(enum av_view_id id)
{
    return &infos[id];
}

struct av_view av_view_of(const struct av_player *player, enum av_view_id id)
{
    struct av_view view = {.player = player, .id = id};
    if (av_view_exists(player, id)) {
        view.rows = av_axis_size(player, infos[id].rows);
        view.columns = av_axis_size(player, infos[id].columns);
    }
    return view;
}

bool av_view_exists(const struct av_player *player, enum av_view_id id)
{
    const struct av_config *config = config_of(player);
    switch (id) {
    case AV_VIEW_EMBEDDING: /* without a position, x is all of it */
    case AV_VIEW_POSITION:
        return config->position == AV_POSITION_LEARNED || config->position == AV_POSITION_SINUSOIDAL;
    case AV_VIEW_JOINED: /* a single head's a·V is all of it */
        return config->n_head > 1;
    default:
        return infos[id].kind != AV_KIND_ROWS || av_quantity_width(config, infos[id].quantity) > 0;
    }
}

bool av_view_rows_are_tokens(enum av_view_id id)
{
    return infos[id].rows == AV_AXIS_TOKENS;
}

bool av_view_columns_are_tokens(enum av_view_id id)
{
    return infos[id].columns == AV_AXIS_TOKENS;
}

enum av_stage av_view_stage(const struct av_view *view)
{
    const struct av_player *player = view->player;
    if (view->id == AV_VIEW_X && player->place.layer == 0)
        return AV_STAGE_EMBED;
    if (view->id == AV_VIEW_NORM_1 && config_of(player)->norm_place == AV_NORM_AFTER)
        return AV_STAGE_BLOCK;
    return infos[view->id].stage;
}

bool av_view_reached(const struct av_view *view, enum av_stage stage)
{
    const struct av_config *config = config_of(view->player);
    const struct av_place *place = &view->player->place;
    return av_step_order(config, stage, place->layer) <=
           av_step_order(config, (enum av_stage)place->stage, place->layer);
}

int av_axis_size(const struct av_player *player, enum av_axis axis)
{
    const struct av_config *config = config_of(player);
    switch (axis) {
    case AV_AXIS_TOKENS:
        return player->n_token;
    case AV_AXIS_VOCABULARY:
    case AV_AXIS_CANDIDATES:
        return config->vocab_size;
    case AV_AXIS_FEATURES:
        return config->d_model;
    case AV_AXIS_HIDDEN:
        return config->d_ff;
    case AV_AXIS_JOINED:
        return config->n_head * config->d_v;
    case AV_AXIS_QUERY:
    case AV_AXIS_KEY:
        return config->d_k;
    case AV_AXIS_VALUE:
    case AV_AXIS_MIX:
        return config->d_v;
    default:
        return 1;
    }
}

int av_view_key_head(const struct av_player *player)
{
    const struct av_config *config = config_of(player);
    return player->place.head / (config->n_head / config->n_kv_head);
}

int av_axis_first(const struct av_player *player, enum av_axis axis)
{
    switch (axis) {
    case AV_AXIS_QUERY:
    case AV_AXIS_MIX:
        return player->place.head * av_axis_size(player, axis);
    case AV_AXIS_KEY:
    case AV_AXIS_VALUE:
        return av_view_key_head(player) * av_axis_size(player, axis);
    default:
        return 0;
    }
}
