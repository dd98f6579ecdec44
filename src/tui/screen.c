#include "screen.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/text.h"

#include "colors.h"

#define GAP 4 /* cells: to hand over a few that are as they were is quicker than to begin anew */

void av_screen_finish(struct av_screen *screen)
{
    free(screen->shown);
    free(screen->run);
    memset(screen, 0, sizeof *screen);
}

void av_screen_repaint(void)
{
    clearok(curscr, TRUE);
}

/* No cell of a canvas has a width of 255. */
static void forget(struct av_screen *screen)
{
    memset(screen->shown, 0xff, (size_t)screen->width * (size_t)screen->height * sizeof *screen->shown);
}

static enum av_status resize(struct av_screen *screen, const struct av_canvas *canvas, struct av_error *error)
{
    size_t count = (size_t)canvas->width * (size_t)canvas->height; /* the canvas exists: no overflow */
    bool first = !screen->shown;
    av_screen_finish(screen);
    screen->shown = av_allocate(count, sizeof *screen->shown);
    screen->run = av_allocate((size_t)canvas->width, sizeof(cchar_t));
    if (!screen->shown || !screen->run)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a screen of %d × %d", canvas->width,
                            canvas->height);
    screen->width = canvas->width;
    screen->height = canvas->height;
    screen->blank = first;
    if (first)
        return AV_OK;
    forget(screen);
    redrawwin(stdscr); /* terminals move and cut what they show as they please */
    return AV_OK;
}

/* A glyph's characters, ended with a zero. Frames must stay in one column: where the C library, and so ncurses,
 * disagrees with the canvas about the width, marks are left out or another glyph takes its place. Returns the width
 * that is taken then. */
static int characters_of(const struct av_canvas_cell *cell, wchar_t *characters)
{
    size_t bytes = strlen(cell->text), length = 1;
    int count = 0;
    for (size_t i = 0; i < bytes && count < CCHARW_MAX && length > 0; i += length) {
        uint32_t character = 0;
        length = av_utf8_decode(cell->text + i, bytes - i, &character);
        if (wcwidth((wchar_t)character) != (count == 0 ? cell->width : 0))
            break;
        characters[count++] = (wchar_t)character;
    }
    if (count == 0)
        characters[count++] = L'?';
    characters[count] = L'\0';
    return wcwidth(characters[0]);
}

/* Puts a cell at the end of a run of n; the run's new length. */
static int add_cell(cchar_t *run, int n, const struct av_canvas_cell *cell, const struct av_look *look)
{
    wchar_t characters[CCHARW_MAX + 1] = {(wchar_t)cell->text[0]};
    int width = 1;
    if (cell->width == 0)
        return n;
    if (cell->text[1] != '\0')
        width = characters_of(cell, characters);
    setcchar(&run[n++], characters, look->attributes, 0, &look->pair);
    if (width < cell->width)
        setcchar(&run[n++], L" ", look->attributes, 0, &look->pair);
    return n;
}

static bool is_blank(const struct av_canvas_cell *cell)
{
    return strcmp(cell->text, " ") == 0;
}

/* The first cell from x to the left that decides the look at x: a blank takes that of its neighbour where nobody sees a
 * difference, so that fewer changes of colour are sent. */
static const struct av_look *look_at(const struct av_canvas_cell *row, int x, enum av_theme theme)
{
    const struct av_look *look = av_colors_look(theme, row[x].role, row[x].heat);
    for (int i = x; i > 0 && is_blank(&row[i]); i--) {
        const struct av_look *left = av_colors_look(theme, row[i - 1].role, row[i - 1].heat);
        if (!av_colors_same_blank(look, left))
            break;
        look = left;
    }
    return look;
}

/* Hands over the row's cells from first to last. */
static void draw_cells(struct av_screen *screen, const struct av_canvas_cell *row, int y, int first, int last)
{
    int n = 0;
    if (row[first].width == 0)
        first--; /* the second half of a wide glyph */
    const struct av_look *look = look_at(row, first, screen->theme);
    for (int x = first; x <= last; x++) {
        const struct av_look *own = av_colors_look(screen->theme, row[x].role, row[x].heat);
        if (!is_blank(&row[x]) || !av_colors_same_blank(own, look))
            look = own;
        n = add_cell(screen->run, n, &row[x], look);
    }
    mvadd_wchnstr(y, first, screen->run, n);
}

static bool is_shown(const struct av_screen *screen, const struct av_canvas_cell *cell, size_t i)
{
    static const struct av_canvas_cell blank = {.text = " ", .width = 1, .role = AV_ROLE_TEXT};
    return memcmp(cell, screen->blank ? &blank : &screen->shown[i], sizeof *cell) == 0;
}

/* Hands over what is not as it was, in runs between which GAP cells or more are. */
static void draw_row(struct av_screen *screen, const struct av_canvas *canvas, int y)
{
    size_t start = (size_t)y * (size_t)canvas->width, bytes = (size_t)canvas->width * sizeof *canvas->cells;
    const struct av_canvas_cell *row = canvas->cells + start;
    int first = -1, last = -1; /* of the run; first is −1 where there is none */
    if (!screen->blank && memcmp(row, &screen->shown[start], bytes) == 0)
        return;
    for (int x = 0; x < canvas->width; x++) {
        if (is_shown(screen, &row[x], start + (size_t)x))
            continue;
        if (first >= 0 && x - last > GAP) {
            draw_cells(screen, row, y, first, last);
            first = -1;
        }
        last = x;
        if (first < 0)
            first = x;
    }
    if (first >= 0)
        draw_cells(screen, row, y, first, last);
}

enum av_status av_screen_draw(struct av_screen *screen, const struct av_canvas *canvas, enum av_theme theme,
                              struct av_error *error)
{
    if (canvas->width != screen->width || canvas->height != screen->height) {
        enum av_status status = resize(screen, canvas, error);
        if (status != AV_OK)
            return status;
    } else if (theme != screen->theme) {
        forget(screen);
    }
    screen->theme = theme;
    for (int y = 0; y < canvas->height; y++)
        draw_row(screen, canvas, y);
    move(canvas->cursor_y, canvas->cursor_x);
    wnoutrefresh(stdscr);
    doupdate();
    /* only now: the frame should not wait for it */
    memcpy(screen->shown, canvas->cells, (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cells);
    screen->blank = false;
    return AV_OK;
}
