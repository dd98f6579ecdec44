/* Scrolling: which part of a panel is in sight where somebody has turned the wheel. */
#ifndef ATTNVIZ_PLAYER_SCROLL_H
#define ATTNVIZ_PLAYER_SCROLL_H

#include "attnviz/player/player.h"

/* AV_COMMAND_PANEL_SCROLL: the view, and its first row and column from now on. The cursor stays where it is. */
void av_scroll_do(struct av_player *player, struct av_command command);

/* AV_COMMAND_CELL_SELECT: what is in sight stays so when a cell of it is clicked. */
void av_scroll_select(struct av_player *player, enum av_view_id id, int row, int column);

/* Panels are shown as they choose to: that of one view, or all of them. */
void av_scroll_drop(struct av_player *player, enum av_view_id id);
void av_scroll_drop_all(struct av_player *player);

#endif
