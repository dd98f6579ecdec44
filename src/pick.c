#include "pick.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/lesson/library.h"
#include "attnviz/lesson/progress.h"
#include "attnviz/output/text.h"
#include "attnviz/player/picker.h"
#include "attnviz/scene/scene.h"
#include "attnviz/tui/tui.h"

#include "open.h"
#include "say.h"

/* The list that is open. */
struct picking {
    struct program *program;
    const char *const *folders;
    int n_folder;
    struct av_library libraries[2]; /* the picker's, and room for the next */
    struct av_picker picker;
    struct av_report report; /* of the lesson that was to be opened */
};

static enum av_status no_lessons(struct av_error *error, const char *folder)
{
    return av_error_set(error, AV_ERROR_IO, folder ? folder : "", "no lessons found%s",
                        folder ? " in it" : ": give a file, or set ATTNVIZ_LESSONS to their folder");
}

/* What is known of the lessons by now; where it cannot be read, nothing is, and the end says why. */
static void read_progress(struct program *program, struct av_progress *progress)
{
    struct av_error error;
    av_program_note(program, av_progress_open(progress, &error), &error);
}

/* True where the user named folders, and none of them has a lesson. */
static bool all_empty(const struct av_library *library, int n_folder)
{
    int empty = 0;
    for (int i = 0; i < library->n_shelf; i++)
        empty += library->shelves[i].kind == AV_SHELF_FOLDER && library->shelves[i].count == 0;
    return n_folder > 0 && empty == n_folder;
}

static enum av_status open_library(struct av_library *library, const char *const *folders, int n_folder,
                                   struct av_error *error)
{
    enum av_status status = av_library_open(library, folders, n_folder, error);
    if (status == AV_OK && (library->count == 0 || all_empty(library, n_folder))) {
        av_library_close(library);
        return no_lessons(error, n_folder > 0 ? folders[0] : NULL);
    }
    return status;
}

static enum av_status begin(struct picking *picking, struct av_error *error)
{
    struct program *program = picking->program;
    struct av_library *library = &picking->libraries[0];
    struct av_progress progress;
    av_report_init(&picking->report);
    enum av_status status = open_library(library, picking->folders, picking->n_folder, error);
    if (status != AV_OK)
        return status;
    read_progress(program, &progress);
    status = av_picker_init(&picking->picker, library, &progress, error);
    av_progress_close(&progress);
    picking->picker.language = program->language;
    picking->picker.theme = program->theme;
    return status;
}

static void end(struct picking *picking)
{
    av_picker_finish(&picking->picker);
    for (int i = 0; i < 2; i++)
        av_library_close(&picking->libraries[i]);
    av_report_finish(&picking->report);
}

/* Takes up what has changed while a lesson was open: progress, and perhaps the lessons themselves. */
static enum av_status renew(struct picking *picking, struct av_error *error)
{
    struct av_picker *picker = &picking->picker;
    struct av_library *now = &picking->libraries[picker->library == picking->libraries ? 0 : 1];
    struct av_library *next = &picking->libraries[now == picking->libraries ? 1 : 0];
    struct av_progress progress;
    read_progress(picking->program, &progress);
    bool read = av_library_open(next, picking->folders, picking->n_folder, NULL) == AV_OK;
    enum av_status status = av_picker_renew(picker, read && next->count > 0 ? next : now, &progress, error);
    av_library_close(picker->library == now ? next : now);
    av_progress_close(&progress);
    picker->language = picking->program->language;
    picker->theme = picking->program->theme;
    return status;
}

/* As if the first keys were pressed on a screen of the canvas' size, until a lesson is opened, which has the rest. */
static enum av_status press_first_keys(struct picking *picking, const struct av_canvas *canvas, struct av_error *error)
{
    const char **keys = &picking->program->cli.keys;
    int key = AV_KEY_NONE;
    enum av_status status = AV_OK;
    while (*keys && !picking->picker.ended && status == AV_OK) {
        av_scene_measure_picker(&picking->picker, canvas);
        status = av_cli_next_key(keys, &key, error);
        if (key == AV_KEY_NONE)
            *keys = NULL;
        else
            av_picker_press(&picking->picker, key);
    }
    return status;
}

static enum av_status press_on_canvas(struct picking *picking, struct av_error *error)
{
    struct av_canvas canvas;
    enum av_status status = av_program_canvas(picking->program, &canvas, error);
    if (status != AV_OK)
        return status;
    status = press_first_keys(picking, &canvas, error);
    av_canvas_finish(&canvas);
    return status;
}

/* Opens the chosen lesson; what is wrong with it is to be shown in the list. *back: there the learner goes on. */
static enum av_status open_chosen(struct picking *picking, bool *back, struct av_error *error)
{
    struct program *program = picking->program;
    const struct av_picker *picker = &picking->picker;
    av_report_finish(&picking->report);
    program->language = picker->language;
    program->theme = picker->theme;
    enum av_status status =
        av_open(program, picker->library->entries[picker->opened].path, true, back, &picking->report);
    if (status == AV_OK)
        return AV_OK;
    *back = program->on_terminal && status != AV_ERROR_TERMINAL;
    if (*back)
        return AV_OK;
    return picking->report.count > 0
               ? av_error_set(error, status, picking->report.errors[0].place, "%s", picking->report.errors[0].message)
               : av_error_set(error, status, "", "no memory for the lesson");
}

/* Opens the lesson that was chosen, and takes up what has become of it; *ended: the learner goes on in no list. */
static enum av_status visit(struct picking *picking, bool *ended, struct av_error *error)
{
    bool back = false;
    *ended = true;
    if (picking->picker.opened < 0)
        return AV_OK;
    enum av_status status = open_chosen(picking, &back, error);
    if (status != AV_OK || !back)
        return status;
    *ended = false;
    status = renew(picking, error);
    picking->picker.faults = picking->report.count > 0 ? &picking->report : NULL;
    return status;
}

/* From the list to a lesson, and back, until the learner quits. */
static enum av_status choose(struct picking *picking, struct av_error *error)
{
    enum av_status status = AV_OK;
    for (bool ended = false; status == AV_OK && !ended;) {
        status = press_on_canvas(picking, error);
        if (status == AV_OK && !picking->picker.ended)
            status = av_tui_pick(&picking->picker, error);
        if (status == AV_OK)
            status = visit(picking, &ended, error);
    }
    return status;
}

int av_pick(struct program *program, const char *const *folders, int n_folder)
{
    struct picking picking = {.program = program, .folders = folders, .n_folder = n_folder};
    struct av_error error;
    enum av_status status = begin(&picking, &error);
    if (status == AV_OK)
        status = av_program_open_terminal(program, &error);
    if (status == AV_OK)
        status = choose(&picking, &error);
    av_tui_close();
    end(&picking);
    return status == AV_OK ? EXIT_SUCCESS : av_program_complain(program, &error);
}

static enum av_status print_list(struct av_picker *picker, struct av_canvas *canvas, struct av_error *error)
{
    av_scene_measure_picker(picker, canvas);
    av_scene_draw_picker(picker, canvas);
    return av_output_text(canvas, stdout, error);
}

/* What is on the screen after the first keys: the list, or a lesson, which then has been written. */
static enum av_status print(struct picking *picking, struct av_error *error)
{
    struct av_canvas canvas;
    enum av_status status = av_program_canvas(picking->program, &canvas, error);
    if (status != AV_OK)
        return status;
    bool ended = false;
    do {
        status = press_first_keys(picking, &canvas, error);
        if (status == AV_OK && picking->picker.opened < 0) {
            status = print_list(&picking->picker, &canvas, error);
            break;
        }
        if (status == AV_OK)
            status = visit(picking, &ended, error);
    } while (status == AV_OK && !ended);
    av_canvas_finish(&canvas);
    return status;
}

int av_pick_print(struct program *program, const char *const *folders, int n_folder)
{
    struct picking picking = {.program = program, .folders = folders, .n_folder = n_folder};
    struct av_error error;
    enum av_status status = begin(&picking, &error);
    if (status == AV_OK)
        status = print(&picking, &error);
    end(&picking);
    return status == AV_OK ? EXIT_SUCCESS : av_program_complain(program, &error);
}

/* The entry's name, or its path where the name opens another lesson, or none. */
static const char *handle_of(const struct av_shelf_entry *entry)
{
    char path[PATH_MAX];
    bool found = av_library_find(entry->name, path, sizeof path, NULL) == AV_OK;
    return found && strcmp(path, entry->path) == 0 ? entry->name : entry->path;
}

static void list(const struct program *program, const struct av_library *library)
{
    int widest = 0;
    for (int i = 0; i < library->count; i++) {
        int width = av_text_width(handle_of(&library->entries[i]), program->charset);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < library->count; i++) {
        const struct av_shelf_entry *entry = &library->entries[i];
        av_say(stdout, program->charset, widest + 2, handle_of(entry));
        av_say_line(stdout, program->charset, entry->title.in[program->language]);
    }
}

/* What is wrong with what is in the list. */
static void say_faults(const struct program *program, const struct av_library *library)
{
    struct av_error error;
    for (int i = 0; i < library->count; i++) {
        if (library->entries[i].fault)
            av_program_say(program, "attnviz: ", library->entries[i].fault);
    }
    for (int i = 0; i < library->n_shelf; i++) {
        if (library->shelves[i].count > 0)
            continue;
        no_lessons(&error, library->shelves[i].folder);
        av_program_say(program, "attnviz: ", &error);
    }
}

int av_pick_list(const struct program *program, const char *const *folders, int n_folder)
{
    struct av_library library;
    struct av_error error;
    if (open_library(&library, folders, n_folder, &error) != AV_OK)
        return av_program_complain(program, &error);
    list(program, &library);
    say_faults(program, &library);
    av_library_close(&library);
    return EXIT_SUCCESS;
}
