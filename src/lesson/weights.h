/* Reading weights, as numbers or by distribution. Private to lesson. */
#ifndef ATTNVIZ_LESSON_WEIGHTS_H
#define ATTNVIZ_LESSON_WEIGHTS_H

#include "attnviz/engine/model.h"
#include "reader.h"
#include "weight_table.h"

/* Reads the weights from a model's object into model, made for this (checked) config. Where model is NULL they are only
 * checked, and where config is NULL as well, only the names of those in layers. */
void av_weights_read(const struct node *node, const struct av_config *config, struct av_model *model);

#endif
