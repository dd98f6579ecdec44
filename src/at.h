/* --at TOKEN:STAGE[:LAYER[:HEAD]]: a place in a lesson, as a user types it. */
#ifndef ATTNVIZ_AT_H
#define ATTNVIZ_AT_H

#include "attnviz/base/status.h"
#include "attnviz/player/player.h"

/* TOKEN is a number from 1, or the text of a token that stands exactly once in the lesson. What is not given of layer
 * and head stays as the player has it. Errors: AV_ERROR_USAGE, where the text names no place, or one that this lesson
 * does not have. */
enum av_status av_at_parse(const char *text, const struct av_player *player, struct av_place *place,
                           struct av_error *error);

#endif
