/* Finding a token by a part of its text, or of what it means. */
#ifndef ATTNVIZ_PLAYER_FIND_H
#define ATTNVIZ_PLAYER_FIND_H

#include "attnviz/player/player.h"

/* To the next that matches text, around; "" is what was sought last. In a panel with tokens the cursor goes there:
 * along the columns where they are tokens, as in A the keys of the cursor's query are, else along the rows. Elsewhere
 * the player steps there. A notice where there is none. Errors: as av_player_do. */
enum av_status av_find(struct av_player *player, const char *text, struct av_error *error);

/* prompt_match.c: true where a token of the vocabulary has part in its text, or in what it means in either language,
 * without regard to the case of ASCII letters. */
bool av_find_matches(const struct av_player *player, int id, const char *part);

#endif
