/* Sight: how the panels are looked at, whatever they show. */
#ifndef ATTNVIZ_PLAYER_SIGHT_H
#define ATTNVIZ_PLAYER_SIGHT_H

#include "attnviz/player/player.h"

/* AV_COMMAND_ZOOM, AV_COMMAND_CELL_LOOK, AV_COMMAND_FLOW, AV_COMMAND_DIGITS_FEWER or AV_COMMAND_DIGITS_MORE. */
void av_sight_do(struct av_player *player, enum av_command_id id);

#endif
