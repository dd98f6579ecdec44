#include "pty.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FRAME_MS_MAX 5000

double pty_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* In the child: the terminal becomes the one that controls it, and its three streams. */
static void run_in(const char *terminal, const char *const *argv)
{
    struct winsize size = {.ws_col = PTY_COLUMNS, .ws_row = PTY_ROWS};
    setsid();
    int slave = open(terminal, O_RDWR);
    if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size))
        _exit(127);
    ioctl(slave, TIOCSCTTY, 0);
    dup2(slave, STDIN_FILENO);
    dup2(slave, STDOUT_FILENO);
    dup2(slave, STDERR_FILENO);
    if (slave > STDERR_FILENO)
        close(slave);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

bool pty_start(struct pty *pty, const char *const *argv)
{
    char terminal[64];
    pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pty->master < 0 || grantpt(pty->master) || unlockpt(pty->master))
        return false;
    snprintf(terminal, sizeof(terminal), "%s", ptsname(pty->master));
    pty->started = pty_now();
    pty->child = fork();
    if (pty->child == 0)
        run_in(terminal, argv);
    return pty->child > 0;
}

size_t pty_read_frame(const struct pty *pty, double *last)
{
    static char bytes[65536];
    struct pollfd poll_master = {.fd = pty->master, .events = POLLIN};
    double begin = pty_now();
    size_t total = 0;
    /* Until the first byte there is no frame whose end could be waited for. */
    while (pty_now() - begin < FRAME_MS_MAX / 1e3 &&
           poll(&poll_master, 1, total ? PTY_QUIET_MS : FRAME_MS_MAX / 10) > 0) {
        ssize_t got = read(pty->master, bytes, sizeof(bytes));
        if (got <= 0)
            break;
        *last = pty_now();
        total += (size_t)got;
    }
    return total;
}

size_t pty_press(const struct pty *pty, const char *keys, double *sent, double *last)
{
    *sent = pty_now();
    if (write(pty->master, keys, strlen(keys)) < 0)
        return 0;
    return pty_read_frame(pty, last);
}

long pty_peak_kib(const struct pty *pty)
{
    char line[256];
    long kib = 0;
    snprintf(line, sizeof(line), "/proc/%ld/status", (long)pty->child);
    FILE *status = fopen(line, "r");
    while (status && fgets(line, sizeof(line), status)) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    }
    if (status)
        fclose(status);
    return kib;
}

void pty_finish(struct pty *pty, const char *keys)
{
    double sent, last;
    pty_press(pty, keys, &sent, &last);
    for (int i = 0; i < 50 && waitpid(pty->child, NULL, WNOHANG) == 0; i++) {
        if (i == 49) {
            kill(pty->child, SIGKILL);
            waitpid(pty->child, NULL, 0);
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    close(pty->master);
}
