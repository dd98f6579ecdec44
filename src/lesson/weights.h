/* Reading weights: which a model has, in which shapes, as numbers or by distribution. Private to lesson. */
#ifndef ATTNVIZ_LESSON_WEIGHTS_H
#define ATTNVIZ_LESSON_WEIGHTS_H

#include "attnviz/engine/model.h"
#include "reader.h"

/* What a row or column of a weight counts. */
enum dimension {
    DIM_ONE,
    DIM_MODEL,
    DIM_QUERIES, /* n_head·d_k */
    DIM_KEYS,    /* n_kv_head·d_k */
    DIM_VALUES,  /* n_kv_head·d_v */
    DIM_JOINED,  /* n_head·d_v */
    DIM_FEED,
    DIM_VOCABULARY,
    DIM_CONTEXT,
};

int av_dimension_size(const struct av_config *config, enum dimension dimension);

/* "n_kv_head·d_k", or "d_k" where there is one head. */
const char *av_dimension_name(const struct av_config *config, enum dimension dimension);

/* Reads the weights from a model's object into model, made for this (checked) config. Where model is NULL they are only
 * checked, and where config is NULL as well, only the names of those in layers. */
void av_weights_read(const struct node *node, const struct av_config *config, struct av_model *model);

#endif
