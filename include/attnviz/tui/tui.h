/* The terminal: shows canvases, turns keys and clicks into commands, and is always given back as it was found. */
#ifndef ATTNVIZ_TUI_TUI_H
#define ATTNVIZ_TUI_TUI_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/base/text.h"
#include "attnviz/player/picker.h"
#include "attnviz/player/player.h"

struct av_tui_options {
    enum av_charset charset;
    bool mouse;
    bool color;          /* false: NO_COLOR or --no-color: the theme is AV_THEME_MONO */
    bool theme_given;    /* the user chose a theme: the terminal is not asked for its background */
    enum av_theme theme; /* which, where one was given */
};

/* Takes the terminal; nothing is left to do where it is taken already. Errors: AV_ERROR_TERMINAL where there is none,
 * where TERM names none that can show a screen, with what to do, or where signals cannot be waited for;
 * AV_ERROR_MEMORY. */
enum av_status av_tui_open(const struct av_tui_options *options, struct av_error *error);

/* Gives it back. May be called twice, or without open. */
void av_tui_close(void);

/* Runs the player until the learner quits (AV_OK), the terminal vanishes (AV_OK) or a command fails. SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT give the terminal back and end the program by that signal. Errors: the command's;
 * AV_ERROR_TERMINAL where keys cannot be waited for; AV_ERROR_MEMORY. */
enum av_status av_tui_run(struct av_player *player, struct av_error *error);

/* What is to be done before a signal ends the program, once the terminal is given back; NULL for nothing. */
void av_tui_before_end(void (*act)(void *of), void *of);

/* What is to be looked at now and then while nothing else is to be done; NULL for nothing. look says in how many
 * milliseconds to call it again, and sets *changed, false before, where what is shown is to be drawn again. */
void av_tui_while_waiting(int (*look)(void *of, bool *changed), void *of);

/* Runs the picker until a lesson is chosen, or none (AV_OK). Errors: as above. */
enum av_status av_tui_pick(struct av_picker *picker, struct av_error *error);

#endif
