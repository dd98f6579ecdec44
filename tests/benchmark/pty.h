/* A program in a pseudo-terminal, and when it has answered. */
#ifndef ATTNVIZ_TESTS_BENCHMARK_PTY_H
#define ATTNVIZ_TESTS_BENCHMARK_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define PTY_COLUMNS 120
#define PTY_ROWS    40

/* A frame has ended when nothing has come for this long. */
#define PTY_QUIET_MS 30

struct pty {
    int master;
    pid_t child;
    double started; /* seconds, just before the fork */
};

/* Seconds of a clock that only goes forward. */
double pty_now(void);

/* Starts argv (found by PATH) in a terminal of PTY_COLUMNS × PTY_ROWS, an xterm with 256 colours; false where that
 * fails. */
bool pty_start(struct pty *pty, const char *const *argv);

/* Reads until nothing has come for PTY_QUIET_MS (at most 5 s in all): the bytes read. *last is when the last of them
 * came, untouched where none did. */
size_t pty_read_frame(const struct pty *pty, double *last);

/* Writes keys, and reads the frame that they give. */
size_t pty_press(const struct pty *pty, const char *keys, double *sent, double *last);

/* The most memory that the program has had resident since it was executed, in KiB (VmHWM); 0 where that is not
 * known. */
long pty_peak_kib(const struct pty *pty);

/* Writes keys that end the program, or ends it, and waits for it. */
void pty_finish(struct pty *pty, const char *keys);

#endif
