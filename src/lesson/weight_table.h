/* Which weights a model has, in which shapes, and which numbers of a file they are. Private to lesson. */
#ifndef ATTNVIZ_LESSON_WEIGHT_TABLE_H
#define ATTNVIZ_LESSON_WEIGHT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/engine/model.h"
#include "attnviz/lesson/weight.h"

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

struct weight {
    const char *key;
    size_t offset; /* of its matrix in struct av_model or struct av_layer */
    enum dimension rows, cols;
    int needs;            /* what a model has to have for it */
    enum av_view_id view; /* the matrix on screen that shows it */
};

/* Of a layer. */
#define LAYER_WEIGHTS_MAX 24

/* Of the model itself: how many of them come before the layers. */
#define WEIGHTS_BEFORE_LAYERS 2

/* The weights of the model itself, and those of each layer, in the order in which they are written. */
const struct weight *av_model_weights(size_t *count);
const struct weight *av_layer_weights(size_t *count);

/* Why a model of this config has no such weight; NULL where it has. */
const char *av_weight_obstacle(const struct av_config *config, const struct weight *weight);

/* True where it may be left out: all its numbers are then the default, 1 of a gain, 0 of a norm's bias. */
bool av_weight_is_optional(const struct weight *weight);
float av_weight_default(const struct weight *weight);

/* Writes "$.model.layers[0].wq[3][2]" to out[size]: a number by its row and column in the whole weight; layer is −1
 * for those of the model itself. */
void av_weight_write_place(const struct weight *weight, int layer, int row, int column, char *out, size_t size);

#endif
