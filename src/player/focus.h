/* The focus: which panel has the cell cursor, and where in it the cursor stands. */
#ifndef ATTNVIZ_PLAYER_FOCUS_H
#define ATTNVIZ_PLAYER_FOCUS_H

#include "attnviz/player/player.h"

/* Into a panel: the one last left if the stage is about it, else the stage's first. */
void av_focus_enter(struct av_player *player);

/* From outside, into the panel that the stage is about first; else to the next (+1) or the one before (−1), around.
 * They are those that the stage is about and Q, K, V, S and A, in the order of enum av_view_id: as the numbers flow. */
void av_focus_cycle(struct av_player *player, int direction);

/* Into this panel, with the cursor on its cell nearest to (row, column). */
void av_focus_select(struct av_player *player, enum av_view_id id, int row, int column);

/* The cursor moves, as far as there are cells that may be entered: no token that is yet to come. */
void av_focus_move(struct av_player *player, int rows, int columns);

/* After the player went from one place to another: a panel that the new stage is not about loses the focus to one that
 * it is about, and the cursor goes with the current token if it stood there. */
void av_focus_follow(struct av_player *player, const struct av_place *from);

#endif
