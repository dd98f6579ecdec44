/* The spot: the one cell that the formula line is about. */
#ifndef ATTNVIZ_PLAYER_SPOT_H
#define ATTNVIZ_PLAYER_SPOT_H

#include <stdbool.h>

#include "attnviz/player/view.h"

struct av_player;

struct av_spot {
    bool shown; /* false where no cell of the stage has a number */
    enum av_view_id view;
    int row, column;
};

/* The cursor's cell while a panel has the focus; else the cell that the note points at; else the largest number of the
 * current token in the note's matrix, or, where that has none yet, in the matrix that the stage is about. */
struct av_spot av_player_spot(const struct av_player *player);

/* The cell of a view that matters most where the player stands: the note's, if it points into this view; else the
 * current token's largest. Of parameters, the first. */
struct av_spot av_player_spot_in(const struct av_player *player, enum av_view_id id);

#endif
