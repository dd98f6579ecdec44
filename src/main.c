/* attnviz: a tiny real transformer computes attention, step by step.
 *
 * Here the rooms are put together: a lesson is read, a player steps through it, and the scene that it makes goes to the terminal,
 * or to standard output. Only this file prints and only it ends the program: with 0, 1 after a fault, 2 after wrong usage. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attnviz/base/text.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/lesson/library.h"
#include "attnviz/lesson/starter.h"
#include "attnviz/output/text.h"
#include "attnviz/player/player.h"
#include "attnviz/scene/scene.h"
#include "attnviz/tui/tui.h"

#include "at.h"
#include "checked.h"
#include "cli.h"
#include "environment.h"
#include "follow.h"
#include "help.h"
#include "kept.h"
#include "say.h"

#define EXIT_USAGE 2

#define FAULTS_SHOWN 10 /* when a lesson is opened; --check shows all */

struct program {
    struct av_cli cli;
    enum av_charset charset;
    enum av_language language;
    bool color;
    bool on_terminal; /* keys come from a terminal, and the screen goes to one */
};

/* The lesson that is open. */
struct opened {
    const char *path;
    struct av_lesson lessons[2]; /* the player's, and room for what it becomes while it is open */
    struct av_player player;
    struct av_report report;
};

/* "place: message", or the message alone where nothing has a place, after who says so. */
static void say_fault(const struct program *program, const char *who, const struct av_error *error)
{
    char line[sizeof error->place + sizeof error->message + 16];
    snprintf(line, sizeof line, "%s%s%s%s", who, error->place, *error->place ? ": " : "", error->message);
    av_say_line(stderr, program->charset, line);
}

/* Says what went wrong, on a terminal that is given back first, and returns the exit status for it. */
static int complain(const struct program *program, const struct av_error *error)
{
    av_tui_close();
    say_fault(program, "attnviz: ", error);
    return error->status == AV_ERROR_USAGE ? EXIT_USAGE : EXIT_FAILURE;
}

static int complain_all(const struct program *program, const char *path, const struct av_report *report)
{
    for (int i = 0; i < report->count && i < FAULTS_SHOWN; i++)
        complain(program, &report->errors[i]);
    if (report->count > FAULTS_SHOWN) {
        struct av_error more;
        av_error_set(&more, AV_ERROR_VALUE, path, "%d more faults, shown by --check", report->count - FAULTS_SHOWN);
        complain(program, &more);
    }
    return EXIT_FAILURE;
}

/* As if they were pressed on a screen of the canvas' size. */
static enum av_status press_keys(const char *keys, struct av_player *player, const struct av_canvas *canvas,
                                 struct av_error *error)
{
    int key = AV_KEY_NONE;
    do {
        enum av_status status = av_cli_next_key(&keys, &key, error);
        av_scene_measure(player, canvas);
        if (status == AV_OK && key != AV_KEY_NONE)
            status = av_player_press(player, key, error);
        if (status != AV_OK)
            return status;
    } while (key != AV_KEY_NONE && !player->quit);
    return AV_OK;
}

static enum av_status press_first_keys(const struct program *program, struct av_player *player, struct av_error *error)
{
    struct av_canvas canvas;
    int columns = program->cli.columns ? program->cli.columns : AV_CLI_COLUMNS;
    int rows = program->cli.rows ? program->cli.rows : AV_CLI_ROWS;
    enum av_status status = av_canvas_init(&canvas, columns, rows, program->charset, error);
    if (status != AV_OK)
        return status;
    status = press_keys(program->cli.keys, player, &canvas, error);
    av_canvas_finish(&canvas);
    return status;
}

/* Puts the player where the options want it before the learner sees it. */
static enum av_status set_up(const struct program *program, struct av_player *player, struct av_error *error)
{
    const struct av_cli *cli = &program->cli;
    enum av_status status = AV_OK;
    player->language = program->language;
    player->plain = program->charset == AV_CHARSET_ASCII;
    player->theme = program->color ? cli->theme : AV_THEME_MONO;
    player->measure.live = program->on_terminal;
    av_quiz_turn(player, !cli->no_questions);
    if (cli->no_cache && player->cache_on)
        status = av_player_do(player, (struct av_command){.id = AV_COMMAND_CACHE}, error);
    if (status == AV_OK && cli->at) {
        struct av_place place = player->place;
        status = av_at_parse(cli->at, player, &place, error);
        if (status == AV_OK)
            status = av_player_go(player, &place, error);
    }
    if (status == AV_OK && cli->keys)
        status = press_first_keys(program, player, error);
    return status;
}

static enum av_status open_terminal(const struct program *program, struct av_error *error)
{
    const struct av_tui_options options = {
        .charset = program->charset,
        .mouse = !program->cli.no_mouse,
        .color = program->color,
        .theme_given = program->cli.theme_given,
        .theme = program->cli.theme,
    };
    return av_tui_open(&options, error);
}

static enum av_status print_screen(const struct program *program, const struct av_player *player,
                                   struct av_error *error)
{
    struct av_canvas canvas;
    int columns = program->cli.columns ? program->cli.columns : AV_CLI_COLUMNS;
    int rows = program->cli.rows ? program->cli.rows : AV_CLI_ROWS;
    enum av_status status = av_canvas_init(&canvas, columns, rows, program->charset, error);
    if (status != AV_OK)
        return status;
    av_scene_draw(player, &canvas);
    status = av_output_text(&canvas, stdout, error);
    av_canvas_finish(&canvas);
    return status;
}

/* On a terminal: with what is kept of the learner, which is saved at the end, and before a signal ends the program; and with an
 * eye on the lesson's files. */
static enum av_status show_on_terminal(const struct program *program, struct opened *opened, struct av_error *error)
{
    struct av_kept kept;
    struct av_follow follow;
    enum av_status status = open_terminal(program, error);
    if (status == AV_OK) {
        av_kept_open(&kept, &opened->player);
        av_follow_open(&follow, opened->path, opened->report.model_path, opened->lessons, &opened->player);
        av_tui_before_end(av_kept_save, &kept);
        av_tui_while_waiting(av_follow_look, &follow);
        status = av_tui_run(&opened->player, error);
        av_tui_while_waiting(NULL, NULL);
        av_tui_before_end(NULL, NULL);
        av_follow_close(&follow);
        av_kept_save(&kept);
        av_kept_close(&kept);
    }
    av_tui_close();
    if (status == AV_OK && kept.fault.status != AV_OK)
        say_fault(program, "attnviz: ", &kept.fault);
    return status;
}

static enum av_status show(const struct program *program, struct opened *opened, struct av_error *error)
{
    if (!program->on_terminal) {
        if (!program->cli.print && isatty(STDOUT_FILENO))
            av_say_line(stderr, program->charset,
                        "attnviz: standard input is no terminal to read keys from, so the screen is printed once");
        return print_screen(program, &opened->player, error);
    }
    return show_on_terminal(program, opened, error);
}

static enum av_status play(const struct program *program, struct opened *opened, struct av_error *error)
{
    enum av_status status = av_player_init(&opened->player, opened->lessons, error);
    if (status != AV_OK)
        return status;
    status = set_up(program, &opened->player, error);
    if (status == AV_OK)
        status = show(program, opened, error);
    av_player_finish(&opened->player);
    return status;
}

static int open_lesson(const struct program *program, const char *path)
{
    struct opened opened = {.path = path};
    struct av_error error;
    int result = EXIT_SUCCESS;

    av_report_init(&opened.report);
    if (av_lesson_load(opened.lessons, path, &opened.report) != AV_OK)
        result = complain_all(program, path, &opened.report);
    else if (play(program, &opened, &error) != AV_OK)
        result = complain(program, &error);
    for (int i = 0; i < 2; i++)
        av_lesson_finish(&opened.lessons[i]);
    av_report_finish(&opened.report);
    return result;
}

/* The lesson that was named, by a path or by its name. */
static int open_named(const struct program *program, const char *typed)
{
    char path[PATH_MAX];
    struct av_error error;
    if (av_library_find(typed, path, sizeof path, &error) != AV_OK)
        return complain(program, &error);
    return open_lesson(program, path);
}

static void list_lessons(const struct program *program, const struct av_library *library)
{
    int widest = 0;
    for (int i = 0; i < library->count; i++) {
        int width = av_text_width(library->entries[i].name, program->charset);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < library->count; i++) {
        const struct av_shelf_entry *entry = &library->entries[i];
        av_say(stdout, program->charset, widest + 2, entry->name);
        av_say_line(stdout, program->charset, entry->title.in[program->language]);
    }
}

/* Without a lesson's name: the list of all there are, to choose from on a terminal, where L may choose a language too. */
static int open_library(const struct program *program, bool choose)
{
    struct program reader = *program;
    struct av_library library;
    struct av_error error;
    int chosen = -1;
    if (av_library_open(&library, NULL, 0, &error) != AV_OK)
        return complain(program, &error);
    enum av_status status = AV_OK;
    if (library.count == 0)
        status = av_error_set(&error, AV_ERROR_IO, "",
                              "no lessons found: give a file, or set ATTNVIZ_LESSONS to their folder");
    else if (!choose)
        list_lessons(program, &library);
    else if ((status = open_terminal(program, &error)) == AV_OK)
        status = av_tui_choose(&library, &reader.language, &chosen, &error);
    int result = status == AV_OK ? EXIT_SUCCESS : complain(program, &error);
    if (chosen >= 0)
        result = open_lesson(&reader, library.entries[chosen].path);
    av_tui_close();
    av_library_close(&library);
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
        say_fault(program, "", &report.errors[i]);
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

static int open_what_is_asked(const struct program *program)
{
    const struct av_cli *cli = &program->cli;
    struct av_error error;
    if (program->on_terminal && cli->columns) {
        av_error_set(&error, AV_ERROR_USAGE, "--size", "--print expected with it: a terminal has its own size");
        return complain(program, &error);
    }
    if (cli->n_operand > 0)
        return open_named(program, cli->operands[0]);
    if (!program->on_terminal && (cli->at || cli->keys || cli->columns)) {
        av_error_set(&error, AV_ERROR_USAGE, "", "a lesson expected: its file, or its name (attnviz --list)");
        return complain(program, &error);
    }
    return open_library(program, program->on_terminal);
}

static int run(const struct program *program)
{
    switch (program->cli.action) {
    case AV_CLI_HELP:
        av_help_write(stdout, program->language, program->charset);
        return EXIT_SUCCESS;
    case AV_CLI_VERSION:
        puts("attnviz " AV_VERSION);
        return EXIT_SUCCESS;
    case AV_CLI_LIST:
        return open_library(program, false);
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
    program.on_terminal = !cli->print && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    return close_output(&program, run(&program));
}
