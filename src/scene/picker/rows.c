/* The lessons, a line each, below a heading for each shelf. */
#include <stdio.h>

#include "picker.h"

#define WIDTH_OF_ALL 60 /* a narrower screen has no room for minutes and scores */
#define MARK_X       1
#define SIGN_X       3
#define NUMBER_X     5
#define GAP          2
#define STATE_WIDTH  8
#define MORE_WIDTH   17 /* at least */
#define TITLE_WIDTH  44 /* at most */

/* A line of the list. */
struct line {
    enum { LINE_BLANK, LINE_SHELF, LINE_LESSON } kind;
    int of; /* a shelf; a place in shown */
};

/* A walk over the lines. */
struct walk {
    const struct av_picker *picker;
    int shelf, shown;
    bool begun; /* the shelf's heading is behind */
    bool blank; /* and so is the blank line before it */
    bool any;   /* something is */
};

/* Whether a heading is worth a line; an empty shelf was named by the user, who wants to know. */
static bool worth_heading(const struct walk *walk)
{
    const struct av_picker *picker = walk->picker;
    bool filtered = picker->filter[0] != '\0';
    return (walk->shown < picker->n_shown &&
            picker->library->entries[picker->shown[walk->shown]].shelf == walk->shelf) ||
           (picker->library->shelves[walk->shelf].count == 0 && !filtered);
}

static bool next_line(struct walk *walk, struct line *line)
{
    const struct av_picker *picker = walk->picker;
    for (; walk->shelf < picker->library->n_shelf; walk->shelf++, walk->begun = false) {
        if (!walk->begun && worth_heading(walk)) {
            bool blank = walk->any && !walk->blank;
            *line = (struct line){blank ? LINE_BLANK : LINE_SHELF, walk->shelf};
            walk->blank = blank;
            walk->begun = !blank;
            walk->any = true;
            return true;
        }
        if (walk->begun && walk->shown < picker->n_shown &&
            picker->library->entries[picker->shown[walk->shown]].shelf == walk->shelf) {
            *line = (struct line){LINE_LESSON, walk->shown++};
            return true;
        }
    }
    return false;
}

int av_picker_top(const struct av_picker *picker, int rows)
{
    struct walk walk = {.picker = picker};
    struct line line, before = {LINE_BLANK, 0};
    int n = 0, chosen = 0, first = 0;
    for (; next_line(&walk, &line); n++, before = line) {
        if (line.kind == LINE_LESSON && line.of == picker->at) {
            chosen = n;
            first = before.kind == LINE_SHELF ? n - 1 : n; /* with the heading */
        }
    }
    int top = picker->top, last = n - rows;
    if (top > first - 1) /* the first row says how many are hidden above … */
        top = first - 1;
    if (chosen > top + rows - 2) /* … and the last one how many are below */
        top = chosen - rows + 2;
    top = top < last ? top : last;
    return top > 0 ? top : 0;
}

/* Where the columns are. */
struct columns {
    int title, title_width;
    int minutes; /* where they end; 0 for no room */
    int state;
    int more, more_width; /* score, or where one stopped; width 0 for no room */
};

static int number_width(const struct av_picker *picker)
{
    int most = 0, width = 0;
    for (int i = 0; i < picker->library->count; i++)
        most = picker->library->entries[i].order > most ? picker->library->entries[i].order : most;
    for (; most > 0; most /= 10)
        width++;
    return width;
}

static struct columns columns_of(const struct av_pen *pen)
{
    int width = pen->canvas->width, number = number_width(pen->picker);
    bool all = width >= WIDTH_OF_ALL;
    struct columns columns = {.title = NUMBER_X + number + (number > 0)};
    char text[AV_PICKER_WORDS];
    int minutes = 0;
    for (int i = 0; i < pen->picker->library->count && all; i++) {
        int wide = av_pen_width(pen, av_picker_minutes(pen, i, text));
        minutes = wide > minutes ? wide : minutes;
    }
    int others = (minutes > 0 ? minutes + GAP : 0) + STATE_WIDTH + (all ? MORE_WIDTH + 1 : 0);
    int room = width - 1 - others - GAP - columns.title;
    columns.title_width = room < TITLE_WIDTH ? room : TITLE_WIDTH;
    columns.state = columns.title + columns.title_width + GAP + (minutes > 0 ? minutes + GAP : 0);
    columns.minutes = minutes > 0 ? columns.state - GAP : 0;
    columns.more = columns.state + STATE_WIDTH + 1;
    columns.more_width = all ? width - 1 - columns.more : 0;
    return columns;
}

static void draw_more(const struct av_pen *pen, const struct columns *columns, int entry, int y)
{
    const struct av_pick *pick = &pen->picker->picks[entry];
    char text[AV_PICKER_WORDS];
    if (pick->state == AV_PROGRESS_DONE && pick->of > 0)
        snprintf(text, sizeof text, "%d/%d", pick->best, pick->of);
    else
        av_picker_stop(pen, entry, text);
    if (pick->state == AV_PROGRESS_DONE || pick->state == AV_PROGRESS_STARTED)
        av_draw_cut(pen, columns->more, y, columns->more_width, AV_ROLE_QUIET, text);
}

static void add_hits(const struct av_pen *pen, int shown, int y)
{
    av_canvas_add_hit(pen->canvas, (struct av_hit){.y = y,
                                                   .width = pen->canvas->width,
                                                   .height = 1,
                                                   .command = {AV_COMMAND_CELL_SELECT, {0, shown, 0}},
                                                   .twice = {AV_COMMAND_ENTER, {shown + 1, 0, 0}}});
}

static void draw_lesson(const struct av_pen *pen, const struct columns *columns, int shown, int y)
{
    const struct av_picker *picker = pen->picker;
    int index = picker->shown[shown];
    const struct av_shelf_entry *entry = &picker->library->entries[index];
    enum av_progress_state state = picker->picks[index].state;
    bool chosen = shown == picker->at;
    char text[AV_PICKER_WORDS];
    if (chosen) {
        av_draw_text(pen, MARK_X, y, AV_ROLE_NEW, "▸");
        pen->canvas->cursor_x = MARK_X;
        pen->canvas->cursor_y = y;
    }
    av_draw_text(pen, SIGN_X, y, av_picker_role(state), av_picker_sign(state));
    snprintf(text, sizeof text, "%d", entry->order);
    if (entry->order > 0)
        av_draw_right(pen, columns->title - 1, y, chosen ? AV_ROLE_STRONG : AV_ROLE_QUIET, text);
    enum av_role role = chosen ? AV_ROLE_CURSOR : state == AV_PROGRESS_DONE ? AV_ROLE_DONE : AV_ROLE_TEXT;
    av_draw_cut(pen, columns->title, y, columns->title_width, role, av_picker_title(pen, entry));
    if (columns->minutes > 0)
        av_draw_right(pen, columns->minutes, y, AV_ROLE_QUIET, av_picker_minutes(pen, index, text));
    av_draw_cut(pen, columns->state, y, STATE_WIDTH, av_picker_role(state), av_picker_state(state, pen->language));
    if (columns->more_width > 0)
        draw_more(pen, columns, index, y);
    add_hits(pen, shown, y);
}

static void draw_heading(const struct av_pen *pen, int shelf, int y)
{
    const struct av_shelf *of = &pen->picker->library->shelves[shelf];
    char text[AV_PICKER_WORDS];
    int room = pen->canvas->width - 2;
    int x = av_draw_cut(pen, 1, y, room, AV_ROLE_TITLE_BRIGHT, av_picker_shelf_name(pen, shelf)) + GAP;
    x = av_draw_cut(pen, x, y, room - x, AV_ROLE_QUIET, av_picker_shelf_done(pen, shelf, text)) + GAP;
    if (of->kind == AV_SHELF_OWN && of->folder && av_pen_width(pen, of->folder) < room - x)
        av_draw_text(pen, x, y, AV_ROLE_QUIET, of->folder);
}

static void draw_hidden(const struct av_pen *pen, int y, enum av_string id, int count)
{
    char number[16], text[64];
    snprintf(number, sizeof number, "%d", count);
    av_draw_text(pen, SIGN_X, y, AV_ROLE_QUIET, av_string_with(text, sizeof text, id, pen->language, number));
}

void av_draw_picker_rows(const struct av_pen *pen, const struct av_picker_layout *layout)
{
    const struct columns columns = columns_of(pen);
    struct walk walk = {.picker = pen->picker};
    struct line line;
    int top = av_picker_top(pen->picker, layout->n_list), end = top + layout->n_list, above = 0, below = 0, n = 0;
    for (struct walk all = walk; next_line(&all, &line);)
        n++;
    int first = top > 0 ? top + 1 : top, last = end < n ? end - 1 : n;
    for (int i = 0; next_line(&walk, &line); i++) {
        int y = layout->list + i - top;
        if (i < first || i >= last)
            *(i < first ? &above : &below) += line.kind == LINE_LESSON;
        else if (line.kind == LINE_SHELF)
            draw_heading(pen, line.of, y);
        else if (line.kind == LINE_LESSON)
            draw_lesson(pen, &columns, line.of, y);
    }
    if (above > 0)
        draw_hidden(pen, layout->list, AV_STRING_MORE_ABOVE, above);
    if (below > 0)
        draw_hidden(pen, layout->list + layout->n_list - 1, AV_STRING_MORE_BELOW, below);
}
