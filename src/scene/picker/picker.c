#include "picker.h"

#include <stdio.h>
#include <string.h>

#include "attnviz/scene/scene.h"

#define FILTER_HEIGHT 16 /* a lower screen has a line for the filter only where there is one */
#define KNOWN_HEIGHT  14 /* and none for what is known of a lesson */
#define AIR_HEIGHT    22
#define TEACHES_WIDTH 170 /* what a lesson of the course teaches is shorter, and lines do not end full */

static int teaches_width(const struct av_pen *pen)
{
    return pen->canvas->width - 4;
}

/* As many as the lessons of the course need, or, where the chosen one has more to say, as there is room for. */
static int teaches_lines(const struct av_pen *pen)
{
    const struct av_shelf_entry *entry = av_picker_entry(pen->picker);
    int width = teaches_width(pen), usual = TEACHES_WIDTH / width + 1, most = pen->canvas->height / 3;
    const char *text = entry ? (entry->fault ? entry->fault->message : entry->teaches.in[pen->language]) : "";
    int lines = av_wrapped_lines(pen, width, text) + (entry && entry->fault);
    lines = lines > usual ? lines : usual;
    return lines < most ? lines : most;
}

struct av_picker_layout av_picker_layout_of(const struct av_pen *pen)
{
    int height = pen->canvas->height, y = 1;
    struct av_picker_layout layout = {.filter = -1, .teaches = teaches_lines(pen), .known = height >= KNOWN_HEIGHT};
    if (height >= FILTER_HEIGHT || pen->picker->filter[0] != '\0')
        layout.filter = y++;
    if (height >= AIR_HEIGHT)
        y++;
    layout.pane = height - 1 - layout.teaches - layout.known - 1;
    layout.list = y;
    layout.n_list = layout.pane - y;
    return layout;
}

static void draw_top_line(const struct av_pen *pen)
{
    int end = pen->canvas->width - 1;
    const char *languages = av_language_switch(pen);
    char label[AV_KEY_NAME_BYTES];
    av_canvas_fill(pen->canvas, 0, 0, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    int x = av_draw_text(pen, 1, 0, AV_ROLE_BRAND, "attnviz") + 2;
    av_draw_text(pen, x, 0, AV_ROLE_BAR, av_string(AV_STRING_LIBRARY, pen->language));
    /* with its key, which has no room in a short key line: who cannot read the screen must find it */
    av_key_label(av_keymap_key(AV_COMMAND_LANGUAGE, AV_CONTEXT_LIBRARY), label, sizeof label);
    int begin = end - av_pen_width(pen, label) - 1 - av_pen_width(pen, languages);
    x = av_draw_text(pen, begin, 0, AV_ROLE_BAR_KEY, label) + 1;
    av_draw_text(pen, x, 0, AV_ROLE_BAR, languages);
    av_add_hit(pen, begin, 0, end - begin, AV_COMMAND_LANGUAGE);
}

/* The filter with its cursor, and how many lessons it lets through; or that there can be one. */
static void draw_filter(const struct av_pen *pen, int y)
{
    const struct av_picker *picker = pen->picker;
    char text[AV_PICKER_WORDS], shown[16], all[16];
    int end = pen->canvas->width - 1;
    if (picker->filter[0] == '\0') {
        av_draw_cut(pen, 1, y, end - 1, AV_ROLE_QUIET, av_string(AV_STRING_FILTER_HINT, pen->language));
        return;
    }
    snprintf(shown, sizeof shown, "%d", picker->n_shown);
    snprintf(all, sizeof all, "%d", picker->library->count);
    av_string_with(text, sizeof text, AV_STRING_FILTER_SHOWN, pen->language, shown, all);
    int room = end - av_pen_width(pen, text) - 2;
    int x = av_draw_text(pen, 1, y, AV_ROLE_TEXT, av_string(AV_STRING_FILTER, pen->language)) + 1;
    x = av_draw_cut(pen, x, y, room - x, AV_ROLE_STRONG, picker->filter);
    av_draw_text(pen, x, y, AV_ROLE_CURSOR, " "); /* where what is typed appears */
    av_draw_right(pen, end, y, AV_ROLE_QUIET, text);
}

/* What the chosen lesson teaches, and what is known of it, below its title. */
static void draw_pane(const struct av_pen *pen, const struct av_picker_layout *layout)
{
    const struct av_picker *picker = pen->picker;
    const struct av_shelf_entry *entry = av_picker_entry(picker);
    int y = layout->pane, width = pen->canvas->width, lines = layout->teaches;
    char text[AV_PICKER_WORDS];
    av_canvas_fill(pen->canvas, 0, y, width, 1, AV_ROLE_FRAME, "─");
    if (!entry)
        return;
    snprintf(text, sizeof text, " %s ", av_picker_title(pen, entry));
    int end = av_draw_cut(pen, 1, y, width - 3, AV_ROLE_TITLE_BRIGHT, text);
    snprintf(text, sizeof text, " %s ",
             picker->library->shelves[entry->shelf].kind == AV_SHELF_COURSE ? entry->name : entry->path);
    if (av_pen_width(pen, text) < width - 2 - end)
        av_draw_right(pen, width - 1, y, AV_ROLE_QUIET, text);
    if (entry->fault) {
        av_draw_cut(pen, 2, y + 1, width - 4, AV_ROLE_ERROR, entry->fault->place);
        av_draw_wrapped(pen, 2, y + 2, teaches_width(pen), lines - 1, AV_ROLE_ERROR, entry->fault->message);
    } else {
        av_draw_wrapped(pen, 2, y + 1, teaches_width(pen), lines, AV_ROLE_TEXT, entry->teaches.in[pen->language]);
    }
    if (layout->known)
        av_draw_cut(pen, 2, y + 1 + lines, width - 4, AV_ROLE_QUIET,
                    av_picker_known(pen, picker->shown[picker->at], text));
}

static void draw_none(const struct av_pen *pen, int y)
{
    char text[AV_PICKER_WORDS], label[AV_KEY_NAME_BYTES];
    av_key_label(AV_KEY_ESCAPE, label, sizeof label);
    av_string_with(text, sizeof text, AV_STRING_FILTER_NONE, pen->language, pen->picker->filter, label);
    av_draw_wrapped(pen, 3, y, pen->canvas->width - 6, 2, AV_ROLE_TEXT, text);
}

void av_scene_measure_picker(struct av_picker *picker, const struct av_canvas *canvas)
{
    struct av_canvas measured = *canvas;
    const struct av_pen pen = {.canvas = &measured, .picker = picker, .language = picker->language};
    if (canvas->width < AV_SCREEN_COLUMNS_MIN || canvas->height < AV_SCREEN_ROWS_MIN)
        return;
    struct av_picker_layout layout = av_picker_layout_of(&pen);
    picker->page_rows =
        layout.n_list > 3 ? layout.n_list - 3 : 1; /* what says how many are hidden, and one that stays */
    picker->top = av_picker_top(picker, layout.n_list);
}

void av_scene_draw_picker(const struct av_picker *picker, struct av_canvas *canvas)
{
    const struct av_pen pen = {.canvas = canvas, .picker = picker, .language = picker->language};
    av_canvas_clear(canvas);
    if (canvas->width < AV_SCREEN_COLUMNS_MIN || canvas->height < AV_SCREEN_ROWS_MIN) {
        av_draw_too_small(&pen);
        return;
    }
    struct av_picker_layout layout = av_picker_layout_of(&pen);
    av_add_wheel(&pen, (struct av_rectangle){0, 0, canvas->width, canvas->height}, AV_COMMAND_CELL_UP,
                 AV_COMMAND_CELL_DOWN, false);
    draw_top_line(&pen);
    if (layout.filter >= 0)
        draw_filter(&pen, layout.filter);
    if (picker->n_shown > 0 || picker->filter[0] == '\0')
        av_draw_picker_rows(&pen, &layout);
    else
        draw_none(&pen, layout.list);
    draw_pane(&pen, &layout);
    av_draw_keys(&pen, canvas->height - 1, canvas->width, AV_CONTEXT_LIBRARY);
    if (picker->faults)
        av_draw_faults(&pen, picker->faults, av_string(AV_STRING_FAULTS_FIRST, picker->language));
}
