/* Where in a lesson's file a weight's number stands. */
#ifndef ATTNVIZ_LESSON_WEIGHT_H
#define ATTNVIZ_LESSON_WEIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/engine/model.h"
#include "attnviz/lesson/matrices.h"

/* Room for any place. */
#define AV_WEIGHT_PLACE_BYTES 80

/* Writes the JSON path of a number to out (cut where size is less than AV_WEIGHT_PLACE_BYTES):
 * "$.model.layers[0].wq[3][2]", "$.model.layers[0].bq[3]", "$.model.embedding[5][1]"; all from 0, as in JSON. The
 * cell is that of the matrix as it is shown, of one head where it has heads; the row of the embedding is the
 * token's id. A tied W_out's numbers are the embedding's. False, and out "", where the matrix is no weight, or none
 * that a model of this config has in its file (sinusoidal positions). */
bool av_weight_place(const struct av_config *config, enum av_view_id matrix, int layer, int head, int row, int column,
                     char *out, size_t size);

#endif
