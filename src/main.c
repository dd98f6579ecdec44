/* attnviz: a tiny real transformer computes attention, step by step.
 *
 * What was asked for on the command line is done here. A lesson is opened in open.c, and chosen from the list in
 * pick.c. Only these files print, with program.c, and only this one ends the program: with 0, 1 after a fault, 2 after
 * wrong usage. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attnviz/lesson/library.h"
#include "attnviz/lesson/starter.h"
#include "attnviz/tui/tui.h"

#include "checked.h"
#include "environment.h"
#include "help.h"
#include "open.h"
#include "pick.h"
#include "program.h"
#include "say.h"

static int complain(const struct program *program, const struct av_error *error)
{
    return av_program_complain(program, error);
}

/* The lesson that was named, by a path or by its name. */
static int open_named(struct program *program, const char *typed)
{
    char path[PATH_MAX];
    struct av_error error;
    struct av_report report;
    bool back;
    if (av_library_find(typed, path, sizeof path, &error) != AV_OK)
        return complain(program, &error);
    av_report_init(&report);
    enum av_status status = av_open(program, path, false, &back, &report);
    av_tui_close();
    int result = status == AV_OK ? EXIT_SUCCESS : av_program_complain_all(program, path, &report);
    av_report_finish(&report);
    return result;
}

/* Checks one file, and says all that is wrong with it. */
static int check(const struct program *program, const char *typed)
{
    char path[PATH_MAX], line[PATH_MAX + 64];
    struct av_lesson lesson;
    struct av_report report;
    struct av_error error;
    if (av_library_find(typed, path, sizeof path, &error) != AV_OK)
        return complain(program, &error);
    av_report_init(&report);
    if (av_checked_load(&lesson, path, &report))
        av_lesson_finish(&lesson);
    for (int i = 0; i < report.count; i++)
        av_program_say(program, "", &report.errors[i]);
    if (report.count == 0)
        snprintf(line, sizeof line, "%s: fine", typed);
    else
        snprintf(line, sizeof line, "%s: %s%d fault%s", typed, report.complete ? "" : "more than ", report.count,
                 report.count == 1 ? "" : "s");
    av_say_line(stdout, program->charset, line);
    int result = report.count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    av_report_finish(&report);
    return result;
}

static int check_all(const struct program *program)
{
    int result = EXIT_SUCCESS;
    for (int i = 0; i < program->cli.n_operand; i++) {
        if (check(program, program->cli.operands[i]) != EXIT_SUCCESS)
            result = EXIT_FAILURE;
    }
    return result;
}

/* A lesson to begin with, and how to go on. */
static int write_new(const struct program *program, const char *path)
{
    struct av_error error;
    if (av_starter_write(path, &error) != AV_OK)
        return complain(program, &error);
    char line[PATH_MAX + 64];
    snprintf(line, sizeof line, "%s: a small lesson to change; attnviz opens it, and follows as it is edited", path);
    av_say_line(stdout, program->charset, line);
    return EXIT_SUCCESS;
}

/* True where all that was named are folders; else the error says which is not. */
static bool all_folders(const struct av_cli *cli, struct av_error *error)
{
    int i = 0;
    while (i < cli->n_operand && av_library_is_folder(cli->operands[i]))
        i++;
    if (i == cli->n_operand)
        return true;
    if (cli->action == AV_CLI_LIST || i > 0)
        av_error_set(error, AV_ERROR_USAGE, cli->action == AV_CLI_LIST ? "--list" : "",
                     "folders of lessons expected, \"%s\" found", cli->operands[i]);
    else
        av_error_set(error, AV_ERROR_USAGE, "", "one lesson at a time: \"%s\" is one too many", cli->operands[1]);
    return false;
}

/* Without a lesson's name: all there are, to choose from on a terminal. */
static int open_list(struct program *program)
{
    const struct av_cli *cli = &program->cli;
    const char *const *folders = (const char *const *)cli->operands;
    struct av_error error;
    if (program->on_terminal)
        return av_pick(program, folders, cli->n_operand);
    if (cli->print && !cli->at)
        return av_pick_print(program, folders, cli->n_operand);
    if (cli->at || cli->keys || cli->columns) {
        av_error_set(&error, AV_ERROR_USAGE, "", "a lesson expected: its file, or its name (attnviz --list)");
        return complain(program, &error);
    }
    return av_pick_list(program, folders, cli->n_operand);
}

static int open_what_is_asked(struct program *program)
{
    const struct av_cli *cli = &program->cli;
    struct av_error error;
    if (program->on_terminal && cli->columns) {
        av_error_set(&error, AV_ERROR_USAGE, "--size", "--print expected with it: a terminal has its own size");
        return complain(program, &error);
    }
    if (cli->n_operand == 1 && !av_library_is_folder(cli->operands[0]))
        return open_named(program, cli->operands[0]);
    return all_folders(cli, &error) ? open_list(program) : complain(program, &error);
}

static int list_lessons(const struct program *program)
{
    struct av_error error;
    if (!all_folders(&program->cli, &error))
        return complain(program, &error);
    return av_pick_list(program, (const char *const *)program->cli.operands, program->cli.n_operand);
}

static int run(struct program *program)
{
    switch (program->cli.action) {
    case AV_CLI_HELP:
        av_help_write(stdout, program->language, program->charset);
        return EXIT_SUCCESS;
    case AV_CLI_VERSION:
        puts("attnviz " AV_VERSION);
        return EXIT_SUCCESS;
    case AV_CLI_LIST:
        return list_lessons(program);
    case AV_CLI_NEW:
        return write_new(program, program->cli.new_file);
    case AV_CLI_CHECK:
        return check_all(program);
    case AV_CLI_OPEN:
        break;
    }
    return open_what_is_asked(program);
}

/* A full disk or a closed pipe may only show when the last bytes are written. */
static int close_output(const struct program *program, int result)
{
    struct av_error error;
    bool failed = ferror(stdout) != 0, closed = fclose(stdout) == 0;
    if (closed && !failed)
        return result;
    if (result == EXIT_SUCCESS) {
        av_error_set(&error, AV_ERROR_IO, "standard output", "%s",
                     closed ? "not all could be written" : strerror(errno));
        return complain(program, &error);
    }
    return result;
}

int main(int argc, char **argv)
{
    struct program program = {0};
    struct av_environment environment;
    struct av_error error;

    signal(SIGXFSZ, SIG_IGN); /* and so is a file that grows too large */
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of the write, and is reported as one */
    av_environment_read(&environment);
    program.charset = environment.charset;
    if (av_cli_parse(&program.cli, argc, argv, &error) != AV_OK)
        return complain(&program, &error);

    const struct av_cli *cli = &program.cli;
    if (cli->ascii)
        program.charset = AV_CHARSET_ASCII;
    /* In plain characters Chinese would be escapes: only who asks for it by name gets it. */
    program.language = cli->language_given                     ? cli->language
                       : program.charset == AV_CHARSET_UNICODE ? environment.language
                                                               : AV_ENGLISH;
    program.color = !cli->no_color && (environment.color || cli->theme_given);
    program.theme = program.color ? cli->theme : AV_THEME_MONO;
    program.on_terminal = !cli->print && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    int result = run(&program);
    if (result == EXIT_SUCCESS && program.fault.status != AV_OK)
        av_program_say(&program, "attnviz: ", &program.fault);
    return close_output(&program, result);
}
