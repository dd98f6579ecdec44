#include "attnviz/player/step.h"

#define STAGES_IN_LAYER (AV_STAGE_BLOCK - AV_STAGE_PROJECT + 1)

int av_step_order(const struct av_config *config, enum av_stage stage, int layer)
{
    if (stage < AV_STAGE_PROJECT)
        return (int)stage;
    if (av_stage_in_layer(stage))
        return (int)stage + layer * STAGES_IN_LAYER;
    return (int)stage + (config->n_layer - 1) * STAGES_IN_LAYER;
}

void av_step_first(struct av_place *place)
{
    place->stage = AV_STAGE_EMBED;
    place->layer = 0;
}

void av_step_last(const struct av_config *config, struct av_place *place)
{
    place->stage = AV_STAGE_NEXT;
    place->layer = config->n_layer - 1;
}

/* The last stage that a layer of this model has. */
static enum av_stage layer_end(const struct av_config *config)
{
    return av_stage_exists(config, AV_STAGE_BLOCK) ? AV_STAGE_BLOCK : AV_STAGE_OUTPUT;
}

bool av_step_next(const struct av_config *config, struct av_place *place)
{
    if (place->stage == AV_STAGE_NEXT)
        return false;
    if (place->stage == AV_STAGE_EMBED)
        place->layer = 0;
    if (place->stage != (int)layer_end(config)) {
        do
            place->stage++;
        while (!av_stage_exists(config, (enum av_stage)place->stage));
    } else if (place->layer < config->n_layer - 1) {
        place->stage = AV_STAGE_PROJECT;
        place->layer++;
    } else {
        place->stage = AV_STAGE_LOGITS;
    }
    return true;
}

bool av_step_back(const struct av_config *config, struct av_place *place)
{
    if (place->stage == AV_STAGE_EMBED)
        return false;
    if (place->stage == AV_STAGE_LOGITS) {
        place->stage = layer_end(config);
        place->layer = config->n_layer - 1;
    } else if (place->stage == AV_STAGE_PROJECT && place->layer > 0) {
        place->stage = layer_end(config);
        place->layer--;
    } else {
        do
            place->stage--;
        while (!av_stage_exists(config, (enum av_stage)place->stage));
    }
    return true;
}
