/* The program: what was asked for and how it is to be shown, what ran into trouble, and how that is said. */
#ifndef ATTNVIZ_PROGRAM_H
#define ATTNVIZ_PROGRAM_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/base/text.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/player/player.h"
#include "attnviz/scene/canvas.h"

#include "cli.h"

struct program {
    struct av_cli cli; /* --at and --keys are for the first lesson that is opened, and are then gone */
    enum av_charset charset;
    enum av_language language; /* as it is by now … */
    enum av_theme theme;       /* … from the list to the lesson, and back */
    bool color;
    bool on_terminal;      /* keys come from a terminal, and the screen goes to one */
    struct av_error fault; /* no reason to stop, and to be said at the end; AV_OK where there was none */
};

/* "place: message", or the message alone where nothing has a place, after who says so. */
void av_program_say(const struct program *program, const char *who, const struct av_error *error);

/* Says what went wrong, on a terminal that is given back first, and returns the exit status for it. */
int av_program_complain(const struct program *program, const struct av_error *error);

/* The same for all that is wrong with the lesson at path, the first ten of it. */
int av_program_complain_all(const struct program *program, const char *path, const struct av_report *report);

/* Keeps the fault for the end, unless there is one: the first one says the most. */
void av_program_note(struct program *program, enum av_status status, const struct av_error *error);

/* Takes the terminal. Errors: as av_tui_open. */
enum av_status av_program_open_terminal(const struct program *program, struct av_error *error);

/* A blank canvas of the size that was asked for. */
enum av_status av_program_canvas(const struct program *program, struct av_canvas *canvas, struct av_error *error);

#endif
