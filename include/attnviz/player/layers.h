/* The layers as a stack, where the learner stands: what goes into each and comes out, what it keeps, and which of its
 * rows have changed since the step before. */
#ifndef ATTNVIZ_PLAYER_LAYERS_H
#define ATTNVIZ_PLAYER_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/trace.h"

struct av_player;

/* What of a row is compared with the step before. */
enum av_layer_part { AV_LAYER_INPUT, AV_LAYER_CACHED, AV_LAYER_OUTPUT, AV_LAYER_PART_COUNT }; /* cached: k and v */

struct av_layers {
    struct av_trace before; /* the recomputation of the step before; no model: none was run yet */
    bool *changed;          /* [n_layer][AV_LAYER_PART_COUNT][n_old] */
    int n_old;              /* rows that the step before had: 0 at the first */
    int capacity;           /* rows that there is room for */
    struct av_arena arena;  /* owns changed */
};

void av_layers_init(struct av_layers *layers);

/* Frees the trace of the step before; what is asked for next is run anew. */
void av_layers_finish(struct av_layers *layers);

/* Recomputes the step and the one before, and compares them bit for bit. Errors: as av_player_do, AV_ERROR_MEMORY. */
enum av_status av_layers_refresh(struct av_player *player, struct av_error *error);

/* True where an old row of a layer, 0 … n_old − 1, is another one than in the step before. Changed keys and values were
 * stale in a cache. */
bool av_layers_changed(const struct av_player *player, int layer, enum av_layer_part part, int row);

/* How many of the old rows are so. */
int av_layers_count(const struct av_player *player, int layer, enum av_layer_part part);

/* The length √Σ x² of the current token's row as it goes into a layer, or comes out. */
double av_layers_length(const struct av_player *player, int layer, enum av_layer_part part);

/* True where what goes into a layer above the first is what the one below gives, to the last bit, in the current
 * token's row. */
bool av_layers_handed_on(const struct av_player *player, int layer);

/* Bytes of K and V that each layer keeps for n tokens: n · n_kv_head · (d_k + d_v) · 4. */
uint64_t av_layers_bytes(const struct av_config *config, int n);

#endif
