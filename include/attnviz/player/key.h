/* Keys and their names. */
#ifndef ATTNVIZ_PLAYER_KEY_H
#define ATTNVIZ_PLAYER_KEY_H

#include <stdbool.h>
#include <stddef.h>

/* A key is a Unicode code point (1 … 26 are Ctrl-A … Ctrl-Z), or one of these. */
enum av_key {
    AV_KEY_NONE = 0,
    AV_KEY_CTRL_L = 0x0c,
    AV_KEY_TAB = '\t',
    AV_KEY_ENTER = '\r',
    AV_KEY_ESCAPE = 0x1b,
    AV_KEY_SPACE = ' ',
    AV_KEY_BACKSPACE = 0x7f,
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

/* A buffer of this size holds any key's name or label. */
#define AV_KEY_NAME_BYTES 16

/* The key with this name: "Right", "PageUp", "Shift-Tab", "Ctrl-L" in any case, or one character ("c", "C", "它"); false
 * where there is none, and *key is left as it was. */
bool av_key_parse(const char *name, int *key);

/* The key's name as --keys and the man page have it: "Right", "Escape", "c"; av_key_parse reads it back. Cut to fit
 * buffer[size], size ≥ 1; returns buffer. */
const char *av_key_name(int key, char *buffer, size_t size);

/* The key's name for people, short: "→", "Esc", "c". As above. */
const char *av_key_label(int key, char *buffer, size_t size);

#endif
