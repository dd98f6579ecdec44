#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int caught[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

#define CAUGHT  ((int)(sizeof caught / sizeof *caught))
#define CRASHES ((int)(sizeof crashes / sizeof *crashes))

/* s in which the loop should have come to a signal that ends the program; ncurses itself writes on and on to a terminal
 * that takes no bytes. */
#define PATIENCE 1

static int pipe_fds[2] = {-1, -1};
static volatile sig_atomic_t ending; /* the signal, 0 while there was none */
static void (*rescue_terminal)(void);
static struct sigaction before[CAUGHT], before_crash[CRASHES], before_alarm;

/* A stack that overflowed has no room for a handler. */
static char crash_stack[16384];

bool av_signals_ends(int signal)
{
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

static void on_signal(int signal)
{
    int saved = errno;
    unsigned char byte = (unsigned char)signal;
    if (av_signals_ends(signal)) {
        ending = signal;
        alarm(PATIENCE);
    }
    ssize_t written = write(pipe_fds[1], &byte, 1); /* full only when many wait already */
    (void)written;
    errno = saved;
}

static void on_crash(int signal)
{
    rescue_terminal();
    for (int i = 0; i < CRASHES; i++) {
        if (crashes[i] == signal)
            sigaction(signal, &before_crash[i], NULL);
    }
    raise(signal); /* blocked until the handler returns, then it ends the program as it would have */
}

static void on_alarm(int signal)
{
    (void)signal;
    rescue_terminal();
    av_signals_end(ending);
}

static bool open_pipe(void)
{
    if (pipe(pipe_fds) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_fds[i], F_SETFD, FD_CLOEXEC);
        fcntl(pipe_fds[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void catch_signal(int signal, struct sigaction *old)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(signal, NULL, old);
    if (old->sa_handler != SIG_IGN)
        sigaction(signal, &action, NULL);
}

enum av_status av_signals_open(void (*rescue)(void), struct av_error *error)
{
    if (!open_pipe())
        return av_error_set(error, AV_ERROR_TERMINAL, "", "no pipe for signals: %s", strerror(errno));
    ending = 0;
    rescue_terminal = rescue;
    for (int i = 0; i < CAUGHT; i++)
        catch_signal(caught[i], &before[i]);

    struct sigaction alarm_action = {.sa_handler = on_alarm};
    sigfillset(&alarm_action.sa_mask);
    sigaction(SIGALRM, &alarm_action, &before_alarm);

    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &action, &before_crash[i]);
    return AV_OK;
}

void av_signals_close(void)
{
    if (pipe_fds[0] < 0)
        return;
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &before_crash[i], NULL);
    alarm(0);
    sigaction(SIGALRM, &before_alarm, NULL);
    close(pipe_fds[0]);
    close(pipe_fds[1]);
    pipe_fds[0] = pipe_fds[1] = -1;
}

int av_signals_fd(void)
{
    return pipe_fds[0];
}

int av_signals_next(void)
{
    unsigned char byte;
    return read(pipe_fds[0], &byte, 1) == 1 ? byte : 0;
}

bool av_signals_ending(void)
{
    return ending != 0;
}

/* Raised with its default action, not turned into SIGSTOP: where no shell could wake the program up again (`xterm -e`),
 * the system then leaves it running. */
void av_signals_stop(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL}, old_stop, old_continue;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, &old_continue); /* this one is answered by returning */
    sigaction(SIGTSTP, &action, &old_stop);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &old_stop, NULL);
    sigaction(SIGCONT, &old_continue, NULL);
}

void av_signals_end(int signal)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t set;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signal);
}
