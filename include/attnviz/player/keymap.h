/* Keys, their names, and which command each gives where the learner is. */
#ifndef ATTNVIZ_PLAYER_KEYMAP_H
#define ATTNVIZ_PLAYER_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/player/command.h"

/* A key is a Unicode code point, or one of these. */
enum av_key {
    AV_KEY_NONE = 0,
    AV_KEY_TAB = '\t',
    AV_KEY_ENTER = '\r',
    AV_KEY_ESCAPE = 0x1b,
    AV_KEY_SPACE = ' ',
    AV_KEY_BACKSPACE = 0x7f,
    AV_KEY_CTRL_L = 0x0c,
    AV_KEY_RIGHT = 0x110000, /* past Unicode */
    AV_KEY_LEFT,
    AV_KEY_DOWN,
    AV_KEY_UP,
    AV_KEY_HOME,
    AV_KEY_END,
    AV_KEY_PAGE_UP,
    AV_KEY_PAGE_DOWN,
    AV_KEY_BACK_TAB,
};

/* Where a binding holds. */
enum av_context {
    AV_CONTEXT_LESSON, /* stepping */
    AV_CONTEXT_PANEL,  /* a cell cursor stands in a panel */
    AV_CONTEXT_HELP,   /* the help is open */
    AV_CONTEXT_COUNT,
};

struct av_binding {
    int key;
    unsigned contexts; /* bit (1 << enum av_context) */
    enum av_command_id command;
};

/* All bindings, main key of each command first. */
const struct av_binding *av_keymap_bindings(size_t *count);

/* The command that a key gives, AV_COMMAND_NONE where it gives none. */
enum av_command_id av_keymap_command(int key, enum av_context context);

/* The key with this name ("Right", "PageUp", "Ctrl-L", "c", "它"); false where there is none. */
bool av_key_parse(const char *name, int *key);

/* The key's name for people: "→", "Home", "c"; in buffer[size]. */
const char *av_key_label(int key, char *buffer, size_t size);

/* The key's name as --keys and the man page have it: "Right", "Home", "c"; in buffer[size]. */
const char *av_key_name(int key, char *buffer, size_t size);

#endif
