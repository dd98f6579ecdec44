#include "attnviz/engine/stage.h"

#include "attnviz/engine/model.h"

static const char *const names[AV_STAGE_COUNT] = {
    [AV_STAGE_EMBED] = "embed",     [AV_STAGE_PROJECT] = "project", [AV_STAGE_APPEND] = "append",
    [AV_STAGE_SCORES] = "scores",   [AV_STAGE_SCALE] = "scale",     [AV_STAGE_MASK] = "mask",
    [AV_STAGE_SOFTMAX] = "softmax", [AV_STAGE_MIX] = "mix",         [AV_STAGE_OUTPUT] = "output",
    [AV_STAGE_BLOCK] = "block",     [AV_STAGE_LOGITS] = "logits",   [AV_STAGE_NEXT] = "next",
};

const char *av_stage_name(enum av_stage stage)
{
    return names[stage];
}

bool av_stage_in_layer(enum av_stage stage)
{
    return stage >= AV_STAGE_PROJECT && stage <= AV_STAGE_BLOCK;
}

bool av_stage_exists(const struct av_config *config, enum av_stage stage)
{
    if (stage == AV_STAGE_MASK)
        return config->attends == AV_ATTENDS_SELF;
    return stage != AV_STAGE_BLOCK || config->residual || config->norm != AV_NORM_NONE ||
           config->feed_forward != AV_FEED_FORWARD_NONE;
}
