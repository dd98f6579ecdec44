/* The flow: which numbers of a step a number flows into.
 *
 * Followed forwards from one cell through everything that this step computes: what is made of it directly, and what is
 * made of that in turn. In each matrix what it reaches is a rectangle: some tokens' rows times some columns; in the
 * scores it is the rows of some queries, and the columns of some keys. Only what is computed in this step counts, and
 * what it has come to; what an earlier step left is not touched by it, and what the mask takes away does not depend on
 * it. */
#ifndef ATTNVIZ_PLAYER_FLOW_H
#define ATTNVIZ_PLAYER_FLOW_H

#include <stdbool.h>

#include "attnviz/player/working.h"

/* How a cell is reached. */
enum av_flow_reach {
    AV_FLOW_NONE,
    AV_FLOW_SOURCE,  /* it is the number that is followed */
    AV_FLOW_DIRECT,  /* made of it                        */
    AV_FLOW_FURTHER, /* made of what is made of it        */
    AV_FLOW_COUNT,
};

/* Tokens' rows: those of the source, where they are among them, and all from one on. */
struct av_flow_rows {
    bool source;
    int from; /* INT_MAX: none but those */
};

/* Columns of a whole matrix, all heads side by side: count blocks of width columns, step apart. */
struct av_flow_columns {
    int first, width, step, count;
};

struct av_flow_part {
    struct av_flow_rows rows;
    struct av_flow_columns columns; /* count 0: it holds nothing */
};

struct av_flow {
    const struct av_player *player;
    struct av_address source;
    int column;    /* the source's in its whole matrix */
    int source_id; /* where the source is a row of the embedding: its token, all of whose rows it is; else −1 */
    bool flows;    /* false where the source has no number in this step: nothing is reached */

    /* The source itself, what is made of it, and what is made of that. Of S its rows; its columns are in keys. */
    struct av_flow_part parts[AV_VIEW_COUNT][3];
    struct av_flow_rows keys[3];
};

/* Follows the cell at source through the player's step, as far as it has come, in its layer and those after it. Cheap:
 * no number is looked at. False, and nothing is reached, where the lesson has no such cell any more. */
bool av_flow_of(const struct av_player *player, const struct av_address *source, struct av_flow *flow);

/* How a cell of a view of where the player stands is reached. */
enum av_flow_reach av_flow_at(const struct av_flow *flow, const struct av_view *view, int row, int column);

/* How many cells of a view are reached so. */
long av_flow_count(const struct av_flow *flow, const struct av_view *view, enum av_flow_reach reach);

#endif
