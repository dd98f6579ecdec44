#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <criterion/criterion.h>

#define LONG_ENOUGH 20000 /* ms, on a machine that does other things too */

extern char **environ;

long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void launch_arguments(const struct launch *launch, const char **arguments, size_t size)
{
    size_t n = 0;
    if (launch->shell != NULL) {
        arguments[n++] = "sh";
        arguments[n++] = "-c";
        arguments[n++] = launch->shell;
        arguments[n++] = "sh";
    }
    arguments[n++] = PROGRAM;
    if (!launch->asks)
        arguments[n++] = "--no-questions";
    for (int i = 0; i < ARGUMENTS_MAX && launch->arguments[i] != NULL; i++)
        arguments[n++] = launch->arguments[i];
    if (launch->lesson == NULL)
        arguments[n++] = LESSONS "/pronoun.json";
    else if (strcmp(launch->lesson, "-") != 0)
        arguments[n++] = launch->lesson;
    cr_assert_lt(n, size);
    arguments[n] = NULL;
}

void launch_environment(const struct launch *launch)
{
    /* what the machine needs in order to find and check things; nothing that changes the screen */
    static const char *const kept[] = {"PATH",         "TERMINFO",      "TERMINFO_DIRS",  "ASAN_OPTIONS",
                                       "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"};
    char *values[sizeof kept / sizeof *kept];
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        values[i] = getenv(kept[i]);
    environ = NULL;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (values[i] != NULL)
            setenv(kept[i], values[i], 1);
    }
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("ATTNVIZ_LESSONS", SHELF, 1); /* what the list has: pronoun and generate */
    if (launch->term == NULL)
        setenv("TERM", "xterm-256color", 1);
    else if (strcmp(launch->term, "-") != 0)
        setenv("TERM", launch->term, 1);
    for (int i = 0; i < ARGUMENTS_MAX && launch->environment[i] != NULL; i++)
        putenv((char *)launch->environment[i]);
}

bool await_child(pid_t child, int milliseconds, int *status)
{
    long long end = now_ms() + milliseconds;
    for (;;) {
        pid_t found = waitpid(child, status, WNOHANG);
        if (found == child || (found < 0 && errno != EINTR))
            return found == child;
        if (now_ms() > end)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

/* In the child. */
static void run(const struct launch *launch, int in, int out, int err)
{
    const char *arguments[ARGUMENTS_MAX + 8];
    launch_arguments(launch, arguments, ARGUMENTS_MAX + 8);
    setsid(); /* no terminal at all */
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < 64; fd++)
        close(fd);
    launch_environment(launch);
    execv(PROGRAM, (char *const *)arguments);
    _exit(127);
}

/* A file without a name. */
static int temporary_file(void)
{
    char name[] = "/tmp/attnviz-test-XXXXXX";
    int fd = mkstemp(name);
    cr_assert_geq(fd, 0);
    unlink(name);
    return fd;
}

static char *read_file(int fd)
{
    off_t length = lseek(fd, 0, SEEK_END);
    char *text = calloc((size_t)length + 1, 1);
    cr_assert_eq(pread(fd, text, (size_t)length, 0), length);
    close(fd);
    return text;
}

void process_run(struct result *result, const struct launch *launch, const char *bytes)
{
    int pipe_fds[2], in = open("/dev/null", O_RDONLY);
    int out = temporary_file(), err = temporary_file();
    if (bytes != NULL) {
        close(in);
        cr_assert_eq(pipe(pipe_fds), 0);
        cr_assert_eq(write(pipe_fds[1], bytes, strlen(bytes)), (ssize_t)strlen(bytes));
        close(pipe_fds[1]);
        in = pipe_fds[0];
    }
    pid_t child = fork();
    if (child == 0)
        run(launch, in, out, err);
    close(in);
    if (!await_child(child, LONG_ENOUGH, &result->status)) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        cr_assert_fail("the program does not end");
    }
    result->out = read_file(out);
    result->err = read_file(err);
}

void result_finish(struct result *result)
{
    free(result->out);
    free(result->err);
}
