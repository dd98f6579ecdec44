#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "signals.h"

#define SIZE_MAX_SIDE 1000 /* more is a mistake of the system's, and would cost memory */
#define PATIENCE      200  /* ms that a terminal which takes no bytes is waited for when it is given back */
#define MOUSE_ON      "\033[?1000h\033[?1006h"
#define MOUSE_OFF     "\033[?1006l\033[?1000l"

static struct {
    struct av_terminfo info;
    struct termios found;     /* as the shell had it */
    struct av_bytes farewell; /* what gives the terminal back; made beforehand, for signal handlers */
    bool mouse;
    volatile bool open; /* we are on the screen */
    bool taken;         /* opened, if perhaps left for a while */
} terminal;

static void make_farewell(void)
{
    const struct av_terminfo *info = &terminal.info;
    struct av_bytes *bytes = &terminal.farewell;
    if (terminal.mouse)
        av_bytes_add_text(bytes, MOUSE_OFF);
    av_terminfo_add(info, bytes, AV_CAN_RESET, 0, 0);
    /* where there is no second screen to leave, the shell goes on below ours */
    av_terminfo_add(info, bytes, AV_CAN_MOVE, SIZE_MAX_SIDE - 1, 0);
    if (info->can[AV_CAN_LEAVE] != NULL) {
        av_terminfo_add(info, bytes, AV_CAN_LEAVE, 0, 0);
    } else {
        av_terminfo_add(info, bytes, AV_CAN_ERASE_LINE, 0, 0);
        av_bytes_add_text(bytes, "\r\n");
    }
}

enum av_status av_terminal_open(bool mouse, struct av_error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &terminal.found) != 0)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "no terminal to read keys from and to draw on; try --print");
    enum av_status status = av_terminfo_read(&terminal.info, error);
    if (status != AV_OK)
        return status;
    terminal.mouse = mouse && terminal.info.mouse;
    make_farewell();
    if (terminal.farewell.failed) {
        av_bytes_finish(&terminal.farewell);
        av_terminfo_finish(&terminal.info);
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for the terminal");
    }
    terminal.taken = true;
    return AV_OK;
}

/* Keys come one by one and unseen; Ctrl-C and Ctrl-Z still are signals; Ctrl-S does not freeze the screen. */
void av_terminal_enter(void)
{
    struct termios mode = terminal.found;
    mode.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON | BRKINT);
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    mode.c_lflag |= ISIG;
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    terminal.open = true;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

void av_terminal_begin(struct av_bytes *bytes)
{
    av_terminfo_add(&terminal.info, bytes, AV_CAN_ENTER, 0, 0);
    if (terminal.mouse)
        av_bytes_add_text(bytes, MOUSE_ON);
}

void av_terminal_leave(void)
{
    if (!terminal.open)
        return;
    /* a terminal that hangs must not keep the program from ending */
    struct pollfd writable = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&writable, 1, PATIENCE) == 1 && writable.revents & POLLOUT) {
        ssize_t written = write(STDOUT_FILENO, terminal.farewell.data, terminal.farewell.length);
        (void)written; /* gone: nothing is left to give back */
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.found);
    terminal.open = false;
}

void av_terminal_close(bool drop_input)
{
    if (!terminal.taken)
        return;
    if (drop_input && terminal.open)
        tcflush(STDIN_FILENO, TCIFLUSH);
    av_terminal_leave();
    terminal.taken = false;
    av_bytes_finish(&terminal.farewell);
    av_terminfo_finish(&terminal.info);
}

/* Only write and tcsetattr: both may be called in a signal handler. */
void av_terminal_rescue(void)
{
    if (!terminal.open)
        return;
    terminal.open = false;
    ssize_t written = write(STDOUT_FILENO, terminal.farewell.data, terminal.farewell.length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.found);
}

bool av_terminal_is_open(void)
{
    return terminal.open;
}

const struct av_terminfo *av_terminal_info(void)
{
    return &terminal.info;
}

int av_terminal_fd(void)
{
    return STDIN_FILENO;
}

/* One side of the size: what the system says, else the environment, else the terminal's description, else the usual. */
static int side(int system, const char *variable, int described, int usual)
{
    const char *text = getenv(variable);
    int size = system;
    if (size <= 0 && text != NULL)
        size = atoi(text);
    if (size <= 0)
        size = described;
    if (size <= 0)
        size = usual;
    return size < SIZE_MAX_SIDE ? size : SIZE_MAX_SIDE;
}

void av_terminal_size(int *width, int *height)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *width = side(size.ws_col, "COLUMNS", terminal.info.width, 80);
    *height = side(size.ws_row, "LINES", terminal.info.height, 24);
}

bool av_terminal_write(const char *data, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, data, length);
        if (written > 0) {
            data += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) { /* somebody else who has the terminal open made it so */
            struct pollfd writable = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
        if (av_signals_ending())
            return length == 0;
    }
    return true;
}
