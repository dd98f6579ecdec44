/* Signals: they arrive at any moment, and are taken when the loop is ready for them. The handlers only write the
 * signal's number to a pipe that the loop waits on. */
#ifndef ATTNVIZ_TUI_SIGNALS_H
#define ATTNVIZ_TUI_SIGNALS_H

#include <stdbool.h>

#include "attnviz/base/status.h"

/* Begins to catch, before ncurses starts: it leaves alone what is caught already. A program error (SIGABRT, SIGSEGV,
 * …), or a signal that ends the program and finds it stuck, calls rescue, which may only do what is safe in a handler,
 * and then takes its course. Signals that were ignored stay so. Errors: AV_ERROR_TERMINAL, no pipe. */
enum av_status av_signals_open(void (*rescue)(void), struct av_error *error);
void av_signals_close(void);

/* Readable when a signal has come. */
int av_signals_fd(void);

/* The next signal that has come, 0 where there is none. */
int av_signals_next(void);

/* True from the moment one has come that ends the program: whoever waits for something else should give up. */
bool av_signals_ending(void);

/* True for those. */
bool av_signals_ends(int signal);

/* Stops the program as Ctrl-Z does for any other, and returns when it goes on. */
void av_signals_stop(void);

/* Ends the program by the signal. */
void av_signals_end(int signal);

#endif
