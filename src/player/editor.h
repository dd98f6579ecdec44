/* The editor: numbers, settings and tokens that are changed in the prompt line. */
#ifndef ATTNVIZ_PLAYER_EDITOR_H
#define ATTNVIZ_PLAYER_EDITOR_H

#include <stdbool.h>

#include "attnviz/player/player.h"

/* Characters that a number, a count and a text may have. */
bool av_editor_takes_number(int character);
bool av_editor_takes_digit(int character);
bool av_editor_takes_text(int character);

/* What is asked for as it is now, as a text. */
void av_editor_show(const struct av_player *player, char text[AV_PROMPT_BYTES]);

/* The number asked for becomes a step larger (direction 1) or smaller (−1), at once. */
enum av_status av_editor_turn_number(struct av_player *player, int direction, struct av_error *error);
enum av_status av_editor_turn_setting(struct av_player *player, int direction, struct av_error *error);

/* The choice goes on to the next token that matches, or back. */
enum av_status av_editor_turn_token(struct av_player *player, int direction, struct av_error *error);

/* The answer is taken, or a notice says why it is none. prompt was what was asked. */
enum av_status av_editor_finish_number(struct av_player *player, const struct av_prompt *prompt,
                                       struct av_error *error);
enum av_status av_editor_finish_setting(struct av_player *player, const struct av_prompt *prompt,
                                        struct av_error *error);
enum av_status av_editor_finish_token(struct av_player *player, const struct av_prompt *prompt, struct av_error *error);
enum av_status av_editor_finish_write(struct av_player *player, const struct av_prompt *prompt, struct av_error *error);

/* A number of the model becomes a step larger or smaller; several steps in a row are one change. */
enum av_status av_editor_nudge(struct av_player *player, const struct av_weight_at *at, int direction,
                               struct av_error *error);

#endif
