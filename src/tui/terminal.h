/* The terminal: an ncurses screen that is opened, left for a while, and given back as it was found. */
#ifndef ATTNVIZ_TUI_TERMINAL_H
#define ATTNVIZ_TUI_TERMINAL_H

#include <stdbool.h>

#include "attnviz/base/status.h"

/* Starts ncurses; nothing is shown yet. There is one terminal, and signal handlers must find it: it is not an object
 * that is passed around. Errors: AV_ERROR_TERMINAL where $TERM names none that can show a screen, with what to do. */
enum av_status av_terminal_open(struct av_error *error);

/* Clears the screen. */
void av_terminal_begin(void);

/* Gives it back for good. May be called twice. drop_input: what has arrived and was not read is thrown away. */
void av_terminal_close(bool drop_input);

/* Gives it back until something is drawn again. */
void av_terminal_leave(void);

/* Gives it back from within a signal handler. */
void av_terminal_rescue(void);

/* Makes the ncurses screen as large as the terminal is now. Errors: AV_ERROR_MEMORY. */
enum av_status av_terminal_fit(int *width, int *height, struct av_error *error);

/* True for an emulator on somebody's desktop, which has a mouse and answers questions; false for a console. */
bool av_terminal_is_emulator(void);

/* Asks the terminal to report the mouse, or not to, until it is given back. */
void av_terminal_set_mouse(bool on);

/* Keys arrive here. */
int av_terminal_fd(void);

#endif
