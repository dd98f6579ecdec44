/* Reloading: the player goes on in its lesson after an edit of the lesson's file. */
#ifndef ATTNVIZ_PLAYER_RELOAD_H
#define ATTNVIZ_PLAYER_RELOAD_H

#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"

struct av_player;

/* Runs the lesson as it is now in the place of the one that the player has. The player stays where it is (token, stage,
 * layer, head, lens, panel, cell) as far as that is still there, with cache, language, theme and all that the learner
 * has set. Marks stay with their questions, and so does one that is open. What the learner had changed in the lesson is
 * gone; a notice says so.
 *
 * Nothing refers to the lesson that it had any more. Errors: those of av_player_init and av_player_go; the player is
 * then as it was. */
enum av_status av_player_reload(struct av_player *player, const struct av_lesson *lesson, struct av_error *error);

#endif
