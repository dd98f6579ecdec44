/* A step: the order in which one forward pass visits the stages, layer by layer.
 *
 *   embed → (project → append → scores → scale → mask → softmax → mix → output → block) per layer → logits → next */
#ifndef ATTNVIZ_PLAYER_STEP_H
#define ATTNVIZ_PLAYER_STEP_H

#include <stdbool.h>

#include "attnviz/engine/model.h"
#include "attnviz/lesson/place.h"

/* Where (stage, layer) stands in the step: larger is later. Stages that run once a step have no layer; theirs is
 * ignored. */
int av_step_order(const struct av_config *config, enum av_stage stage, int layer);

/* The place's stage and layer become the next ones (the ones before) within the step; false, and the place is left as
 * it was, at the step's end (its beginning). A stage that runs once a step goes with the layer next to it. */
bool av_step_next(const struct av_config *config, struct av_place *place);
bool av_step_back(const struct av_config *config, struct av_place *place);

/* The place's stage and layer become the first (the last) of a step. */
void av_step_first(struct av_place *place);
void av_step_last(const struct av_config *config, struct av_place *place);

#endif
