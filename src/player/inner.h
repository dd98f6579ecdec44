/* Small things that several files of the player need. */
#ifndef ATTNVIZ_PLAYER_INNER_H
#define ATTNVIZ_PLAYER_INNER_H

#include "attnviz/player/player.h"

static inline const struct av_config *config_of(const struct av_player *player)
{
    return &player->run.lesson->model.config;
}

static inline int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

#endif
