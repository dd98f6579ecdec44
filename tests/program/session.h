/* The real program in a pseudo-terminal, and the terminal in front of it: libvterm reads what the program writes and
 * makes the bytes that keys and the mouse send. */
#ifndef ATTNVIZ_TESTS_PROGRAM_SESSION_H
#define ATTNVIZ_TESTS_PROGRAM_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

#include <vterm.h>

#define ARGUMENTS_MAX 16

/* How a program is started. What is left out is as for most people: an xterm of 256 colours and 80 × 24, UTF-8,
 * English, and the pronoun lesson. */
struct launch {
    int columns, rows;
    const char *term;                       /* "-": not set */
    const char *environment[ARGUMENTS_MAX]; /* "NAME=value" besides the usual ones */
    const char *arguments[ARGUMENTS_MAX];   /* options, before the lesson */
    const char *lesson;                     /* a path; "-": none is named */
    const char *shell; /* a script in which "$@" is the program with its arguments; NULL: no shell */
    bool ignores_hangup;
    bool asks; /* the lesson's questions; else --no-questions is the first argument */
};

#define MODES_MAX 64

struct session {
    struct launch launch;
    int master;
    int slave; /* our own look at the terminal's modes; −1 once closed */
    pid_t child;
    struct termios found; /* before the program started */
    VTerm *terminal;
    VTermScreen *screen;
    int columns, rows;
    bool alternate, cursor_visible;
    int mouse; /* VTERM_PROP_MOUSE_… */

    char *output; /* all that was written; owned */
    size_t length, capacity;
    size_t shown; /* bytes of it that are on the screen */
    char last;    /* the character that came last, of ASCII */
};

void session_start(struct session *session, const struct launch *launch);

/* Ends the program by force if it still runs, and gives everything back. */
void session_finish(struct session *session);

/* Reads for at most so many milliseconds; false where the program has closed the terminal. */
bool session_read(struct session *session, int milliseconds);

/* Reads until the program has nothing to do and the screen rests. */
void session_settle(struct session *session);

/* Waits until the first frame rests. */
void session_settle_first(struct session *session);

/* Sends bytes as they are. */
void session_send(struct session *session, const char *bytes, size_t length);

/* Presses keys, named as --keys names them, and lets the screen rest after each. */
void session_press(struct session *session, const char *keys);

/* Presses them as fast as they go. */
void session_type(struct session *session, const char *keys);

/* Presses and releases a button (1 left, 2 middle, 3 right; 4 and 5 turn the wheel), and lets the screen rest. */
void session_click(struct session *session, int button, int x, int y);

/* Presses and releases the left button so many times, faster than anybody could, and lets the screen rest. */
void session_click_fast(struct session *session, int times, int x, int y);

/* Makes the terminal another size. */
void session_resize(struct session *session, int columns, int rows);

/* Writes on the screen, as a broadcast message or a background job would. */
void session_scribble(struct session *session, const char *text);

/* The screen as text: one line a row, blanks at the ends dropped. The caller frees it. */
char *session_text(const struct session *session);
VTermScreenCell session_cell(const struct session *session, int x, int y);
VTermPos session_cursor(const struct session *session);

/* Where text stands: the first column of it in the first row from row first on that has it; false where none has. */
bool session_find(const struct session *session, const char *text, int first, int *x, int *y);

/* Waits until text is on the screen; false where that takes longer than twenty seconds. */
bool session_waits_for(struct session *session, const char *text);

/* Waits for the end of the program: true where it ends within so many milliseconds. */
bool session_ended(struct session *session, int milliseconds, int *status);

/* Asserts that the screen becomes what --print writes at this size for these keys. */
void session_expect(struct session *session, const char *keys);

/* How often the screen was cleared as a whole. */
int session_clears(const struct session *session);

/* Asserts that the terminal is as it was found: its modes, its screen, its pen. */
void session_expect_given_back(struct session *session, const char *when);

/* Milliseconds of a clock that only goes forward. */
long long now_ms(void);

#endif
