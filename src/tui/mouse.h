/* The mouse: what a terminal reports of it becomes events, and two presses a double click. ncurses' own reading of
 * reports is not used: of presses that arrive together it gives one alone, and of a wheel that turns sideways it makes
 * other buttons. */
#ifndef ATTNVIZ_TUI_MOUSE_H
#define ATTNVIZ_TUI_MOUSE_H

#include <stdbool.h>

#include "attnviz/scene/canvas.h"
#include "input.h"

/* The event of a report in digits, "code;column;line" from 1, which came between "ESC [ <" and M; and of one in three
 * bytes, which came after "ESC [ M", each with 32 added to it. Where it is none of those that are wanted, or malformed,
 * *event stays as it is. */
void av_mouse_read_digits(const char *report, struct av_event *event);
void av_mouse_read_bytes(const unsigned char report[3], struct av_event *event);

/* Presses of the left button so far. Begin with all zero. */
struct av_presses {
    bool first; /* the last one was no second one */
    int x, y;
    long long at;            /* ms */
    struct av_command twice; /* what a second one there means */
};

/* The command of a press at a time in ms that only goes forward: of a second one on the same cell within 400 ms that of
 * a double click on what the first one was on, wherever that has moved since. A third one is a first one again. */
struct av_command av_presses_take(struct av_presses *presses, const struct av_canvas *canvas, int x, int y,
                                  long long now);

#endif
