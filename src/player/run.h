/* Running the model: once over the whole lesson, then whatever a place on the screen needs. */
#ifndef ATTNVIZ_PLAYER_RUN_H
#define ATTNVIZ_PLAYER_RUN_H

#include "attnviz/player/player.h"

/* Reads the prompt and generates the rest: fills tokens, chosen_after_last, and the cached trace where there is one. */
enum av_status av_run_lesson(struct av_player *player, struct av_error *error);

/* Computes what the screen needs at the player's place and is not there yet. */
enum av_status av_run_refresh(struct av_player *player, struct av_error *error);

#endif
