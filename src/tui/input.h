/* Input: the bytes that a terminal sends become keys, clicks and answers. What belongs to no known key is never taken for
 * several keys: an unknown sequence is swallowed whole, also when it comes in pieces. */
#ifndef ATTNVIZ_TUI_INPUT_H
#define ATTNVIZ_TUI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "terminfo.h"

enum av_event_kind {
    AV_EVENT_NONE,
    AV_EVENT_KEY,
    AV_EVENT_CLICK,      /* left button, pressed */
    AV_EVENT_BACKGROUND, /* the terminal's background colour, asked for by AV_INPUT_ASK_BACKGROUND */
};

struct av_event {
    enum av_event_kind kind;
    int key;        /* enum av_key or a code point; the wheel gives the arrow keys */
    int x, y;       /* of a click, from 0 */
    uint32_t color; /* 0xrrggbb */
};

/* OSC 11. */
#define AV_INPUT_ASK_BACKGROUND "\033]11;?\033\\"

#define AV_INPUT_BYTES 512

/* Set keys and n_key (what the terminal's keys send, beyond what all send), and leave the rest zero. */
struct av_input {
    const struct av_key_string *keys;
    int n_key;
    bool asked;                          /* the answer about the background has not come yet */
    bool after_escape;                   /* the last key was Esc, which may have been an answer's first byte */
    bool in_string;                      /* a control string was too long, and goes on */
    unsigned char bytes[AV_INPUT_BYTES]; /* arrived and not taken; read() appends to them */
    size_t length;
};

/* Takes the next event; false where there is none. Where what is held may be the beginning of something longer, more is waited
 * for, unless waited says that this has been done long enough. */
bool av_input_next(struct av_input *input, bool waited, struct av_event *event);

/* How long to wait for the rest of what is held, in ms; −1 where nothing is held. */
int av_input_patience(const struct av_input *input);

#endif
