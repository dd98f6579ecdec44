/* The loop: draw, wait for something to happen, let it happen, again. */
#ifndef ATTNVIZ_TUI_LOOP_H
#define ATTNVIZ_TUI_LOOP_H

#include <stdbool.h>

#include "attnviz/scene/canvas.h"
#include "attnviz/tui/tui.h"

/* What is on the screen: how it looks, and what it does. of is passed to all of its functions. */
struct av_show {
    void *of;
    enum av_theme *theme; /* set by the loop as well, when the terminal tells its background */
    const bool *ended;
    bool *repaint; /* the screen should be cleared and drawn anew; the loop does so and takes it back */

    void (*draw)(void *of, struct av_canvas *canvas);
    enum av_status (*press)(void *of, int key, struct av_error *error);

    /* The command of a click or of a turn of the wheel. */
    enum av_status (*act)(void *of, struct av_command command, struct av_error *error);

    /* Milliseconds between two steps that it makes by itself, −1 where it makes none. */
    int (*pace)(const void *of);
    enum av_status (*step)(void *of, struct av_error *error);
};

/* Takes the terminal. */
enum av_status av_loop_open(const struct av_tui_options *options, struct av_error *error);
void av_loop_close(void);

/* As av_tui_before_end. */
void av_loop_before_end(void (*act)(void *of), void *of);

/* As av_tui_while_waiting. */
void av_loop_while_waiting(int (*look)(void *of, bool *changed), void *of);

/* Shows it until it has ended or the terminal is gone (both AV_OK), or until something fails. A theme that the learner
 * has chosen there is no longer asked for. */
enum av_status av_loop_run(const struct av_show *show, struct av_error *error);

#endif
