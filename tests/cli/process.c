#include "process.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS_MAX   20
#define ARGUMENTS_MAX 32

static char folder[] = "/tmp/attnviz-cli-XXXXXX";

static bool has_folder(void)
{
    return strstr(folder, "XXXXXX") == NULL;
}

const char *process_file(const char *name, const char *bytes, size_t length)
{
    static char path[512];
    if (!has_folder())
        cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
    return path;
}

void process_forget_files(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (has_folder())
        cr_assert_eq(system(command), 0);
}

static void set_environment(const char *const *changes)
{
    clearenv();
    putenv((char *)"PATH=/usr/bin:/bin");
    putenv((char *)"TERM=xterm-256color");
    putenv((char *)"LC_ALL=C.UTF-8");
    for (; changes && *changes; changes++)
        putenv((char *)*changes); /* without "=" it removes the variable */
}

static int open_output(enum process_output output, FILE *text)
{
    int ends[2];
    switch (output) {
    case PROCESS_TO_FULL_DISK:
        return open("/dev/full", O_WRONLY);
    case PROCESS_TO_CLOSED_PIPE:
        if (pipe(ends))
            return -1;
        close(ends[0]);
        return ends[1];
    default:
        return fileno(text);
    }
}

static void run_child(enum process_output output, FILE *out, FILE *err, const char *const *environment,
                      const char *const *arguments)
{
    char *argv[ARGUMENTS_MAX + 2] = {(char *)ATTNVIZ};
    for (int i = 0; arguments[i] && i < ARGUMENTS_MAX; i++)
        argv[i + 1] = (char *)arguments[i];
    signal(SIGPIPE, SIG_DFL);
    alarm(SECONDS_MAX);
    set_environment(environment);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(open_output(output, out), STDOUT_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    if (output == PROCESS_TO_NOTHING)
        close(STDOUT_FILENO);
    if (chdir(SOURCE_ROOT) == 0)
        execv(ATTNVIZ, argv);
    _exit(126);
}

static size_t read_all(FILE *file, char *text)
{
    rewind(file);
    size_t length = fread(text, 1, PROCESS_TEXT_MAX, file);
    text[length] = '\0';
    fclose(file);
    return length;
}

void process_run(struct process *process, enum process_output output, const char *const *environment,
                 const char *const *arguments)
{
    FILE *out = tmpfile(), *err = tmpfile();
    int status;
    cr_assert(out && err);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0)
        run_child(output, out, err, environment, arguments);
    cr_assert_eq(waitpid(child, &status, 0), child);
    process->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    process->out_length = read_all(out, process->out);
    process->err_length = read_all(err, process->err);
}
