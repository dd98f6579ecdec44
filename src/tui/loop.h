/* The loop: draw, wait for something to happen, let it happen, again. */
#ifndef ATTNVIZ_TUI_LOOP_H
#define ATTNVIZ_TUI_LOOP_H

#include <stdbool.h>

#include "attnviz/scene/canvas.h"
#include "attnviz/tui/tui.h"

#include "input.h"

/* What is on the screen: how it looks, and what it does. of is passed to all of its functions. */
struct av_show {
    void *of;
    void (*draw)(void *of, struct av_canvas *canvas);
    enum av_theme (*theme)(void *of);

    /* A key or an answer of the terminal; a click as the command under it. */
    enum av_status (*event)(void *of, const struct av_event *event, struct av_error *error);
    enum av_status (*click)(void *of, struct av_command command, struct av_error *error);

    bool (*ended)(const void *of);

    /* True once for each time that the screen should be cleared and drawn anew. */
    bool (*repaint)(void *of);

    /* Milliseconds between two steps that it makes by itself, −1 where it makes none. */
    int (*pace)(const void *of);
    enum av_status (*step)(void *of, struct av_error *error);
};

/* Takes the terminal, not yet the screen: that comes with the first frame. */
enum av_status av_loop_open(const struct av_tui_options *options, bool ask_background, struct av_error *error);
void av_loop_close(void);

/* Shows it until it has ended or the terminal is gone (both AV_OK), or until something fails. */
enum av_status av_loop_run(const struct av_show *show, struct av_error *error);

/* True where the terminal shows colours at all. */
bool av_loop_has_color(void);

#endif
