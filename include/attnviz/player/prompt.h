/* The prompt line: something is asked for, and the learner types. */
#ifndef ATTNVIZ_PLAYER_PROMPT_H
#define ATTNVIZ_PLAYER_PROMPT_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/player/change.h"
#include "attnviz/player/command.h"

struct av_player;

/* What is asked for. */
enum av_prompt_kind {
    AV_PROMPT_NONE,
    AV_PROMPT_GO_TO,       /* the number of a token */
    AV_PROMPT_FIND,        /* a token's text, or part of it; none: what was sought last */
    AV_PROMPT_NUMBER,      /* another value for a number of the model */
    AV_PROMPT_TOKEN,       /* another token instead of the current one */
    AV_PROMPT_INSERT,      /* a token more, after the current one */
    AV_PROMPT_TEMPERATURE, /* how the next token is chosen */
    AV_PROMPT_TOP_K,
    AV_PROMPT_SEED,
    AV_PROMPT_WRITE, /* the file that the lesson is to be written to */
    AV_PROMPT_COUNT,
};

#define AV_PROMPT_BYTES 256

struct av_prompt {
    enum av_prompt_kind kind;
    char text[AV_PROMPT_BYTES]; /* what was typed so far, UTF-8 */
    bool selected;              /* the text stands there as a proposal: the first character typed takes its place */
    bool turned;                /* what is asked for was changed a step at a time; giving up takes that back */
    struct av_weight_at at;     /* NUMBER: which */
    int choice;                 /* TOKEN, INSERT: which of those that match, from 0 */
};

/* Begins to ask. What was asked before is forgotten. */
void av_prompt_open(struct av_player *player, enum av_prompt_kind kind);

/* The same for a number of the model. */
void av_prompt_open_number(struct av_player *player, const struct av_weight_at *at);

/* Ends asking, and does nothing else. */
void av_prompt_close(struct av_player *player);

/* A command of the context AV_CONTEXT_ASKING: takes the answer, or gives up. Errors: those of what is done with the
 * answer. */
enum av_status av_prompt_do(struct av_player *player, enum av_command_id command, struct av_error *error);

/* A key while something is asked for: part of the answer, or such a command. ↑ and ↓, and + and − while the text is but
 * a proposal, make the number a step larger or smaller at once, or go through the tokens that match. Errors: as
 * above. */
enum av_status av_prompt_press(struct av_player *player, int key, struct av_error *error);

/* The token of the vocabulary that is the nth (from 0) to match what was typed: by its text, or by what it means, from
 * its beginning first. −1 where there are no more. */
int av_prompt_match(const struct av_player *player, int nth);

#endif
