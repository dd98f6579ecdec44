/* What commands do, by their group. */
#ifndef ATTNVIZ_PLAYER_ACT_H
#define ATTNVIZ_PLAYER_ACT_H

#include "attnviz/player/player.h"

/* A command of the groups AV_GROUP_STEP and AV_GROUP_SWITCH; the notice says why one that moves led nowhere. */
enum av_status av_act_move(struct av_player *player, struct av_command command, struct av_error *error);

/* A command of the group AV_GROUP_CHANGE. */
enum av_status av_act_change(struct av_player *player, struct av_command command, struct av_error *error);

/* A digit, typed over a number in a panel: the first of its new value. */
enum av_status av_act_type(struct av_player *player, int digit, struct av_error *error);

#endif
