/* Which command each key gives where the learner is. */
#ifndef ATTNVIZ_PLAYER_KEYMAP_H
#define ATTNVIZ_PLAYER_KEYMAP_H

#include <stddef.h>

#include "attnviz/player/command.h"
#include "attnviz/player/key.h"

/* Where a binding holds. */
enum av_context {
    AV_CONTEXT_LESSON,  /* stepping */
    AV_CONTEXT_PANEL,   /* a cell cursor stands in a panel */
    AV_CONTEXT_WORKING, /* a cell is explained whole */
    AV_CONTEXT_LENS,    /* another lens than the panels */
    AV_CONTEXT_HELP,    /* the help is open */
    AV_CONTEXT_ASKING,  /* the prompt line waits for an answer, whose characters are no commands */
    AV_CONTEXT_LIBRARY, /* the list of lessons, where characters filter it and are no commands */
    AV_CONTEXT_CHOICE,  /* a question is open, with choices; digits choose … */
    AV_CONTEXT_QUESTION, /* … or without: a number is typed, whose characters are no commands, or a cell pointed at … */
    AV_CONTEXT_POINT, /* … and a cell cursor stands in a panel meanwhile */
    AV_CONTEXT_COUNT,
};

struct av_binding {
    int key;
    unsigned contexts; /* bit (1 << enum av_context) */
    enum av_command_id command;
};

/* All bindings, in the order of the commands, main key of each command first. */
const struct av_binding *av_keymap_bindings(size_t *count);

/* The command that a key gives, AV_COMMAND_NONE where it gives none. */
enum av_command_id av_keymap_command(int key, enum av_context context);

/* The main key of a command in a context, AV_KEY_NONE where no key gives it. */
int av_keymap_key(enum av_command_id command, enum av_context context);

/* What a command does in a context, for the help: mostly what av_command_info says. */
struct av_words av_keymap_help(enum av_command_id command, enum av_context context);

/* Where a context holds: "in a panel". */
struct av_words av_context_words(enum av_context context);

#endif
