/* Input: what ncurses reads from the terminal becomes keys, clicks and answers. */
#ifndef ATTNVIZ_TUI_INPUT_H
#define ATTNVIZ_TUI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/player/player.h"
#include "attnviz/scene/canvas.h"

enum av_event_kind {
    AV_EVENT_NONE,
    AV_EVENT_KEY,
    AV_EVENT_CLICK,      /* left button, pressed */
    AV_EVENT_WHEEL,      /* turned by one notch */
    AV_EVENT_BACKGROUND, /* the terminal's answer about its background */
    AV_EVENT_GONE,       /* the terminal is another program's now, or nobody's */
};

struct av_event {
    enum av_event_kind kind;
    int key;  /* enum av_key or a code point */
    int x, y; /* where the mouse is, from 0 */
    enum av_wheel wheel;
    enum av_theme theme;
};

/* ncurses knows the sequences of keys. What else a terminal sends must never be taken for the keys that its bytes
 * stand for, also when it comes in pieces: this is how far into such a thing the input is. */
enum av_input_state {
    AV_INPUT_PLAIN,
    AV_INPUT_ESCAPE,     /* an Esc: the key, or a beginning */
    AV_INPUT_SEQUENCE,   /* of the mouse, or of a key that ncurses does not know: Esc [ … letter */
    AV_INPUT_MOUSE,      /* of the mouse where it is told in bytes: Esc [ M byte byte byte */
    AV_INPUT_PAIR,       /* another such: Esc O character */
    AV_INPUT_STRING,     /* an answer: Esc ] … Bel; or another of a kind that nobody asked for */
    AV_INPUT_STRING_END, /* the Esc of the Esc \ that may end it as well */
    AV_INPUT_LATE,       /* an Esc was taken for the key, but may have been the answer's */
    AV_INPUT_LATE_HEAD,  /* and this may be how the answer goes on */
};

/* Begin with all zero. */
struct av_input {
    enum av_input_state state;
    bool asked;      /* the answer about the background has not come yet */
    bool last_asked; /* nor has that to the last question */
    int introducer;  /* of the string or head: ], P, [, … */
    size_t length;   /* characters of the sequence, report, string or head so far */
    char string[64]; /* as much of it as has room */
};

/* Begins to read keys, and clicks where they are wanted. The terminal is open. Errors: AV_ERROR_MEMORY. */
enum av_status av_input_open(bool mouse, struct av_error *error);
void av_input_close(void);

/* After the terminal was left: keys send what ncurses expects again. */
void av_input_resume(void);

/* Takes the next event without waiting; false where there is none. waited: nothing came for as long as
 * av_input_patience said, so that what has begun is taken for what it is. */
bool av_input_next(struct av_input *input, bool waited, struct av_event *event);

/* How long to wait for the rest of what has begun, in ms; −1 where nothing has. */
int av_input_patience(const struct av_input *input);

#endif
