/* The prompt line: something is asked for, and the learner types. */
#ifndef ATTNVIZ_PLAYER_PROMPT_H
#define ATTNVIZ_PLAYER_PROMPT_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/player/command.h"

struct av_player;

/* What is asked for. */
enum av_prompt_kind {
    AV_PROMPT_NONE,
    AV_PROMPT_GO_TO, /* the number of a token */
    AV_PROMPT_COUNT,
};

#define AV_PROMPT_BYTES 256

struct av_prompt {
    enum av_prompt_kind kind;
    char text[AV_PROMPT_BYTES]; /* what was typed so far, UTF-8 */
};

/* Begins to ask. What was asked before is forgotten. */
void av_prompt_open(struct av_player *player, enum av_prompt_kind kind);

/* Ends asking, and does nothing else. */
void av_prompt_close(struct av_player *player);

/* A command of the context AV_CONTEXT_ASKING: takes the answer, or gives up. Errors: those of what is done with the answer. */
enum av_status av_prompt_do(struct av_player *player, enum av_command_id command, struct av_error *error);

/* A key while something is asked for: part of the answer, or such a command. Errors: as above. */
enum av_status av_prompt_press(struct av_player *player, int key, struct av_error *error);

#endif
