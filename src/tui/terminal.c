#include "terminal.h"

#include <curses.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#define SIDE_MAX       1000 /* columns or lines; more is a mistake of the system's, and would cost memory */
#define ESCAPE_DELAY   25   /* ms in which the rest of a key's sequence follows its Esc */
#define RESCUE_WAIT    100  /* ms in which whoever reads the terminal should have made room */
#define FAREWELL_BYTES 256

/* Presses, in decimal digits; a terminal that knows no digits reports them in bytes. */
#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

#define ADVICE "try TERM=xterm-256color, or --print for plain text"

static struct {
    SCREEN *screen;                /* NULL while closed */
    struct termios found;          /* as the shell had it */
    char farewell[FAREWELL_BYTES]; /* what gives the screen back, made beforehand for signal handlers */
    size_t farewell_length;
    bool emulator;
    bool mouse; /* is reported */
} terminal;

static int add_to_farewell(int byte)
{
    if (terminal.farewell_length < FAREWELL_BYTES)
        terminal.farewell[terminal.farewell_length++] = (char)byte;
    return byte;
}

static const char *capability(const char *name)
{
    const char *text = tigetstr(name);
    return (intptr_t)text == -1 ? NULL : text; /* −1: the name is unknown */
}

static void say_farewell(const char *text)
{
    if (text)
        tputs(text, 1, add_to_farewell);
}

/* What endwin() sends; it is not safe in a signal handler itself. */
static void make_farewell(void)
{
    terminal.farewell_length = 0;
    if (terminal.emulator)
        say_farewell(MOUSE_OFF);
    say_farewell(capability("sgr0"));
    say_farewell(capability("op"));
    say_farewell(tiparm(capability("cup"), LINES - 1, 0));
    say_farewell(capability("rmcup"));
    say_farewell(capability("rmkx"));
    say_farewell("\r");
}

/* One side of the size: as the system knows it, else as the environment says; 0 where neither does. */
static int side(int system, const char *variable)
{
    const char *text = getenv(variable);
    long size = system > 0 || !text ? system : strtol(text, NULL, 10); /* what is no number is 0 */
    return size < 0 ? 0 : size < SIDE_MAX ? (int)size : SIDE_MAX;
}

static void look_at_size(int *width, int *height)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *width = side(size.ws_col, "COLUMNS");
    *height = side(size.ws_row, "LINES");
}

/* ncurses believes the environment before the system, also when it comes back from a stop: it is told there what is
 * true, and not absurd. */
static void tell_size(int width, int height)
{
    char text[16];
    snprintf(text, sizeof text, "%d", width);
    if (width > 0)
        setenv("COLUMNS", text, 1);
    snprintf(text, sizeof text, "%d", height);
    if (height > 0)
        setenv("LINES", text, 1);
}

/* Keys come one by one and unseen; Ctrl-C and Ctrl-Z still are signals; Ctrl-S does not freeze the screen. */
static void set_modes(void)
{
    struct termios mode;
    cbreak();
    noecho();
    nonl();
    if (tcgetattr(STDIN_FILENO, &mode) == 0) {
        mode.c_iflag &= ~(tcflag_t)(ISTRIP | IXON | BRKINT);
        mode.c_lflag &= ~(tcflag_t)IEXTEN;
        tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    }
    def_prog_mode(); /* so that ncurses comes back to them after a stop */
}

/* Before newterm, which would start without a way to move the cursor, and which leaks where it fails. */
static enum av_status look_at_description(const char *name, struct av_error *error)
{
    int found = 0;
    if (setupterm(name, STDOUT_FILENO, &found) != OK && found <= 0)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "no terminal TERM=%s is known here; " ADVICE, name);
    bool capable = capability("cup") != NULL && capability("clear") != NULL;
    /* the Linux console's description names a mouse too: that of gpm, which is another thing */
    terminal.emulator = capability("kmous") != NULL && strncmp(name, "linux", 5) != 0;
    del_curterm(cur_term);
    if (!capable)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "TERM=%s cannot show a screen; " ADVICE, name);
    return AV_OK;
}

static enum av_status start(struct av_error *error)
{
    const char *name = getenv("TERM");
    int width, height;
    if (!name || *name == '\0')
        return av_error_set(error, AV_ERROR_TERMINAL, "", "TERM is not set, so the terminal is not known; " ADVICE);
    enum av_status status = look_at_description(name, error);
    if (status != AV_OK)
        return status;
    look_at_size(&width, &height);
    tell_size(width, height);
    terminal.screen = newterm(name, stdout, stdin);
    if (!terminal.screen)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for the terminal");
    return AV_OK;
}

enum av_status av_terminal_open(struct av_error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &terminal.found) != 0)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "no terminal to read keys from and to draw on; try --print");
    enum av_status status = start(error);
    if (status != AV_OK)
        return status;
    set_escdelay(ESCAPE_DELAY);
    set_modes();
    typeahead(-1); /* whole frames: the loop itself takes all keys before it draws one */
    leaveok(stdscr, FALSE);
    make_farewell();
    return AV_OK;
}

/* ncurses 6.4 writes to the terminal after every move of the cursor, until it has come back from a stop for the first
 * time: one before the first frame makes each frame one write, or few. */
void av_terminal_begin(void)
{
    endwin();
    refresh();
}

void av_terminal_close(bool drop_input)
{
    SCREEN *screen = terminal.screen;
    if (!screen)
        return;
    if (drop_input)
        flushinp();
    av_terminal_leave();
    terminal.screen = NULL;
    delscreen(screen);
}

void av_terminal_leave(void)
{
    if (isendwin())
        return;
    av_terminal_set_mouse(false);
    endwin();
}

void av_terminal_set_mouse(bool on)
{
    if (on == terminal.mouse)
        return;
    terminal.mouse = on;
    fputs(on ? MOUSE_ON : MOUSE_OFF, stdout);
    fflush(stdout);
}

/* The terminal may be full, or take no bytes any more: it must not keep the program from ending. */
static void write_farewell(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    const char *rest = terminal.farewell, *end = terminal.farewell + terminal.farewell_length;
    while (rest < end && poll(&output, 1, RESCUE_WAIT) == 1) {
        ssize_t written = write(STDOUT_FILENO, rest, (size_t)(end - rest));
        if (written <= 0)
            break;
        rest += written;
    }
}

/* Only what may be called in a signal handler. */
void av_terminal_rescue(void)
{
    if (!terminal.screen || isendwin())
        return;
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
    write_farewell();
    fcntl(STDOUT_FILENO, F_SETFL, flags);
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.found);
}

/* Terminals move their cursor when they are resized: it is brought home, where ncurses finds it again. */
static void find_cursor(void)
{
    if (isendwin())
        return;
    move(0, 0);
    refresh();
    putp(tiparm(capability("cup"), 0, 0));
    fflush(stdout);
}

enum av_status av_terminal_fit(int *width, int *height, struct av_error *error)
{
    look_at_size(width, height);
    if (*width == 0)
        *width = COLS;
    if (*height == 0)
        *height = LINES;
    if (*width == COLS && *height == LINES)
        return AV_OK;
    tell_size(*width, *height);
    find_cursor();
    /* not resizeterm, which clears the screen and queues a key of its own */
    if (resize_term(*height, *width) != OK)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a screen of %d × %d", *width, *height);
    return AV_OK;
}

bool av_terminal_is_emulator(void)
{
    return terminal.emulator;
}

int av_terminal_fd(void)
{
    return STDIN_FILENO;
}
