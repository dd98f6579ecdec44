/* The terminal as a device: taken over, written to, and given back as it was found. */
#ifndef ATTNVIZ_TUI_TERMINAL_H
#define ATTNVIZ_TUI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/status.h"

#include "bytes.h"
#include "terminfo.h"

/* There is one, and its modes must be found by signal handlers: it is not an object that is passed around. Errors:
 * AV_ERROR_TERMINAL. */
enum av_status av_terminal_open(bool mouse, struct av_error *error);

/* Gives it back for good. May be called twice. drop_input: what has arrived and was not read is thrown away. */
void av_terminal_close(bool drop_input);

bool av_terminal_is_open(void);
const struct av_terminfo *av_terminal_info(void);

/* Keys arrive here. */
int av_terminal_fd(void);

void av_terminal_size(int *width, int *height);

/* Sends bytes; false where the terminal is gone, or the program is to end. */
bool av_terminal_write(const char *data, size_t length);

/* Gives the terminal back for a while, and takes it again. */
void av_terminal_leave(void);
void av_terminal_enter(void);

/* What puts the terminal into the state in which the first frame expects it, all blank. Sent with that frame. */
void av_terminal_begin(struct av_bytes *bytes);

/* Gives the terminal back from within a signal handler. */
void av_terminal_rescue(void);

#endif
