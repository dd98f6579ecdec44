#include <criterion/criterion.h>

#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <vterm.h>

#include "colors.h"
#include "screen.h"
#include "terminal.h"

#define WIDTH  31
#define HEIGHT 7

/* A canvas, the screen that it is drawn on, and a terminal that reads what ncurses writes to it. */
struct easel {
    struct av_canvas canvas;
    struct av_screen screen;
    int master, slave;
    VTerm *terminal;
    VTermScreen *shown;
    unsigned seed;
};

/* Standard input and output become a pseudo-terminal; each test is a process of its own. */
static void take_terminal(struct easel *easel)
{
    const struct winsize size = {.ws_col = WIDTH, .ws_row = HEIGHT};
    easel->master = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(grantpt(easel->master) == 0 && unlockpt(easel->master) == 0);
    easel->slave = open(ptsname(easel->master), O_RDWR | O_NOCTTY);
    cr_assert_geq(easel->slave, 0);
    ioctl(easel->slave, TIOCSWINSZ, &size);
    dup2(easel->slave, STDIN_FILENO);
    dup2(easel->slave, STDOUT_FILENO);
}

static size_t read_terminal(struct easel *easel)
{
    char bytes[4096];
    size_t length = 0;
    struct pollfd master = {.fd = easel->master, .events = POLLIN};
    while (poll(&master, 1, 0) == 1) {
        ssize_t got = read(easel->master, bytes, sizeof(bytes));
        cr_assert_gt(got, 0);
        vterm_input_write(easel->terminal, bytes, (size_t)got);
        length += (size_t)got;
    }
    return length;
}

static void set_up(struct easel *easel, const char *term)
{
    memset(easel, 0, sizeof(*easel));
    easel->seed = 7;
    setlocale(LC_CTYPE, "C.UTF-8");
    setenv("TERM", term, 1);
    take_terminal(easel);
    cr_assert_eq(av_terminal_open(NULL), AV_OK, "%s", term);
    av_terminal_begin();
    av_colors_open(true);
    cr_assert_eq(av_canvas_init(&easel->canvas, WIDTH, HEIGHT, AV_CHARSET_UNICODE, NULL), AV_OK);
    easel->terminal = vterm_new(HEIGHT, WIDTH);
    vterm_set_utf8(easel->terminal, 1);
    easel->shown = vterm_obtain_screen(easel->terminal);
    vterm_screen_reset(easel->shown, 1);
}

static void tear_down(struct easel *easel)
{
    av_terminal_close(false);
    av_screen_finish(&easel->screen);
    av_canvas_finish(&easel->canvas);
    vterm_free(easel->terminal);
    close(easel->slave);
    close(easel->master);
}

/* Draws, and lets the terminal read; how many bytes those were. */
static size_t draw(struct easel *easel, enum av_theme theme)
{
    cr_assert_eq(av_screen_draw(&easel->screen, &easel->canvas, theme, NULL), AV_OK);
    return read_terminal(easel);
}

static void text_at(const struct easel *easel, int x, int y, char *text)
{
    VTermScreenCell cell;
    size_t length = 0;
    vterm_screen_get_cell(easel->shown, (VTermPos){.row = y, .col = x}, &cell);
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; i++)
        length += av_utf8_encode(cell.chars[i], text + length);
    text[length] = '\0';
    if (length == 0)
        strcpy(text, " ");
}

static void expect_same(const struct easel *easel)
{
    VTermPos at;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            char text[64];
            const struct av_canvas_cell *cell = &easel->canvas.cells[y * WIDTH + x];
            text_at(easel, x, y, text);
            if (cell->width > 0)
                cr_assert_str_eq(text, cell->text, "at %d, %d: \"%s\" for \"%s\"", x, y, text, cell->text);
        }
    }
    vterm_state_get_cursorpos(vterm_obtain_state(easel->terminal), &at);
    cr_assert_eq(at.row, easel->canvas.cursor_y);
    cr_assert_eq(at.col, easel->canvas.cursor_x);
}

static int number_below(struct easel *easel, int limit)
{
    easel->seed = easel->seed * 1103515245 + 12345;
    return (int)((easel->seed >> 16) % (unsigned)limit);
}

static void scribble(struct easel *easel)
{
    static const char *const texts[] = {
        "x", "123.45", "它", "小明把书", "─│┌", " ", "        ", "e\xcc\x81o\xcc\x82", "🙂", "½×−√", "ß→", "·"};
    int times = 1 + number_below(easel, 12);
    for (int i = 0; i < times; i++) {
        int x = number_below(easel, WIDTH), y = number_below(easel, HEIGHT);
        const char *text = texts[number_below(easel, (int)(sizeof(texts) / sizeof(*texts)))];
        /* libvterm 0.1 misplaces marks in the last columns, where some terminals have to be written by inserting */
        int room = WIDTH - x - (strstr(text, "\xcc") != NULL ? 2 : 0);
        av_canvas_text(&easel->canvas, x, y, room, (enum av_role)number_below(easel, AV_ROLE_COUNT), text);
        av_canvas_heat(&easel->canvas, x, y, 3, number_below(easel, 256));
    }
    easel->canvas.cursor_x = number_below(easel, WIDTH);
    easel->canvas.cursor_y = number_below(easel, HEIGHT);
}

Test(screen, shows_the_canvas_after_any_changes)
{
    static const char *const terms[] = {"xterm-256color", "xterm", "vt100", "linux"};
    for (size_t i = 0; i < sizeof(terms) / sizeof(*terms); i++) {
        struct easel easel;
        set_up(&easel, terms[i]);
        for (int frame = 0; frame < 300; frame++) {
            if (frame % 50 == 49)
                av_canvas_clear(&easel.canvas);
            scribble(&easel);
            draw(&easel, frame / 20 % 2 ? AV_THEME_LIGHT : AV_THEME_DARK);
            expect_same(&easel);
        }
        tear_down(&easel);
    }
}

Test(screen, sends_nothing_where_nothing_changed)
{
    struct easel easel;
    set_up(&easel, "xterm-256color");
    scribble(&easel);
    cr_assert_gt(draw(&easel, AV_THEME_DARK), 0u);
    cr_assert_eq(draw(&easel, AV_THEME_DARK), 0u);
    tear_down(&easel);
}

/* A glyph of which the C library thinks otherwise must not push what follows it to the side. */
Test(screen, keeps_columns_where_widths_are_doubtful)
{
    static const struct {
        const char *text;
        unsigned char width;
        const char *shown; /* in its first column */
    } samples[] = {
        {"它", 1, "?"},       /* too wide for its column */
        {"x", 2, "x"},        /* too narrow: a blank follows */
        {"\xcc\x81", 1, "?"}, /* a mark alone */
        {"e\xcc\x81", 1, "e\xcc\x81"},
        {"e\xcc\x81x", 1, "e\xcc\x81"}, /* what is no mark is left out */
        {"它\xcc\x81", 2, "它\xcc\x81"},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        struct easel easel;
        char text[64];
        set_up(&easel, "xterm-256color");
        av_canvas_text(&easel.canvas, 0, 0, WIDTH, AV_ROLE_TEXT, samples[i].width == 2 ? "a它│" : "a?│");
        struct av_canvas_cell *cell = av_canvas_at(&easel.canvas, 1, 0);
        strcpy(cell->text, samples[i].text);
        draw(&easel, AV_THEME_DARK);
        text_at(&easel, 1, 0, text);
        cr_expect_str_eq(text, samples[i].shown, "sample %zu: \"%s\"", i, text);
        text_at(&easel, 1 + samples[i].width, 0, text);
        cr_expect_str_eq(text, "│", "sample %zu: \"%s\"", i, text);
        tear_down(&easel);
    }
}
