#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "attnviz/tui/tui.h"
#include "say.h"

#define EXIT_USAGE 2

#define FAULTS_SHOWN 10 /* when a lesson is opened; --check shows all */

void av_program_say(const struct program *program, const char *who, const struct av_error *error)
{
    char line[sizeof error->place + sizeof error->message + 16];
    snprintf(line, sizeof line, "%s%s%s%s", who, error->place, *error->place ? ": " : "", error->message);
    av_say_line(stderr, program->charset, line);
}

int av_program_complain(const struct program *program, const struct av_error *error)
{
    av_tui_close();
    av_program_say(program, "attnviz: ", error);
    return error->status == AV_ERROR_USAGE ? EXIT_USAGE : EXIT_FAILURE;
}

int av_program_complain_all(const struct program *program, const char *path, const struct av_report *report)
{
    int result = EXIT_FAILURE;
    for (int i = 0; i < report->count && i < FAULTS_SHOWN; i++)
        result = av_program_complain(program, &report->errors[i]);
    if (report->count > FAULTS_SHOWN) {
        struct av_error more;
        av_error_set(&more, AV_ERROR_VALUE, path, "%d more faults, shown by --check", report->count - FAULTS_SHOWN);
        av_program_complain(program, &more);
    }
    return result;
}

void av_program_note(struct program *program, enum av_status status, const struct av_error *error)
{
    if (status != AV_OK && program->fault.status == AV_OK)
        program->fault = *error;
}

enum av_status av_program_open_terminal(const struct program *program, struct av_error *error)
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

enum av_status av_program_canvas(const struct program *program, struct av_canvas *canvas, struct av_error *error)
{
    int columns = program->cli.columns ? program->cli.columns : AV_CLI_COLUMNS;
    int rows = program->cli.rows ? program->cli.rows : AV_CLI_ROWS;
    return av_canvas_init(canvas, columns, rows, program->charset, error);
}
