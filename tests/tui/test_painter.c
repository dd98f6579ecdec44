#include <criterion/criterion.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <vterm.h>

#include "painter.h"

/* A painter, the canvas it paints, and a terminal that reads its bytes. */
struct easel {
    struct av_terminfo info;
    struct av_painter painter;
    struct av_canvas canvas;
    VTerm *terminal;
    VTermScreen *screen;
    unsigned seed;
};

static void set_up(struct easel *easel, const char *term, enum av_depth depth, int width, int height)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    setenv("TERM", term, 1);
    cr_assert_eq(av_terminfo_read(&easel->info, NULL), AV_OK);
    av_painter_init(&easel->painter, &easel->info, depth);
    cr_assert_eq(av_canvas_init(&easel->canvas, width, height, AV_CHARSET_UNICODE, NULL), AV_OK);
    easel->terminal = vterm_new(height, width);
    vterm_set_utf8(easel->terminal, 1);
    easel->screen = vterm_obtain_screen(easel->terminal);
    vterm_screen_reset(easel->screen, 1);
    easel->seed = 7;
}

static void tear_down(struct easel *easel)
{
    vterm_free(easel->terminal);
    av_canvas_finish(&easel->canvas);
    av_painter_finish(&easel->painter);
    av_terminfo_finish(&easel->info);
}

static unsigned number_below(struct easel *easel, unsigned limit)
{
    easel->seed = easel->seed * 1103515245 + 12345;
    return (easel->seed >> 16) % limit;
}

static size_t paint(struct easel *easel, enum av_theme theme)
{
    size_t length;
    cr_assert_eq(av_painter_draw(&easel->painter, &easel->canvas, theme, NULL), AV_OK);
    length = easel->painter.out.length;
    vterm_input_write(easel->terminal, easel->painter.out.data, length);
    av_bytes_clear(&easel->painter.out);
    return length;
}

static VTermScreenCell cell_at(const struct easel *easel, int x, int y)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(easel->screen, (VTermPos){.row = y, .col = x}, &cell);
    return cell;
}

static void expect_same_text(const struct easel *easel)
{
    for (int y = 0; y < easel->canvas.height; y++) {
        for (int x = 0; x < easel->canvas.width; x++) {
            const struct av_canvas_cell *cell = &easel->canvas.cells[y * easel->canvas.width + x];
            VTermScreenCell shown = cell_at(easel, x, y);
            char text[64] = "";
            size_t length = 0;
            if (cell->width == 0)
                continue;
            for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && shown.chars[i] != 0; i++)
                length += av_utf8_encode(shown.chars[i], text + length);
            if (length == 0)
                strcpy(text, " ");
            cr_assert_str_eq(text, cell->text, "at %d, %d: \"%s\" for \"%s\"", x, y, text, cell->text);
        }
    }
}

static const char *const texts[] = {
    "x",    "123.45",   "它", "小明把书", "─│┌",  " ",  "        ", "e\xcc\x81o\xcc\x82",
    "🙂", "👩🏽", "🇩🇪", "가",       "½×−√", "ß→", "·"};

static void scribble(struct easel *easel)
{
    int times = 1 + (int)number_below(easel, 12);
    for (int i = 0; i < times; i++) {
        int x = (int)number_below(easel, (unsigned)easel->canvas.width);
        int y = (int)number_below(easel, (unsigned)easel->canvas.height);
        const char *text = texts[number_below(easel, sizeof(texts) / sizeof(*texts))];
        enum av_role role = number_below(easel, AV_ROLE_COUNT);
        /* libvterm 0.1 drops a mark in the last column when its sixteen code points of room are full just before it */
        int room = easel->canvas.width - x - (strstr(text, "\xcc") != NULL);
        av_canvas_text(&easel->canvas, x, y, room, role, text);
        av_canvas_heat(&easel->canvas, x, y, 3, (int)number_below(easel, 256));
    }
    easel->canvas.cursor_x = (int)number_below(easel, (unsigned)easel->canvas.width);
    easel->canvas.cursor_y = (int)number_below(easel, (unsigned)easel->canvas.height);
}

static void expect_cursor(const struct easel *easel)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(easel->terminal), &at);
    cr_assert_eq(at.row, easel->canvas.cursor_y);
    cr_assert_eq(at.col, easel->canvas.cursor_x);
}

Test(painter, shows_the_canvas_after_any_changes)
{
    static const struct {
        const char *term;
        enum av_depth depth;
    } cases[] = {
        {"xterm-256color", AV_DEPTH_256 },
        {"xterm-256color", AV_DEPTH_TRUE},
        {"vt100",          AV_DEPTH_NONE},
        {"linux",          AV_DEPTH_8   },
        {"screen",         AV_DEPTH_8   },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct easel easel;
        set_up(&easel, cases[i].term, cases[i].depth, 31, 7);
        for (int frame = 0; frame < 300; frame++) {
            if (frame % 50 == 49)
                av_canvas_clear(&easel.canvas);
            scribble(&easel);
            paint(&easel, AV_THEME_DARK);
            expect_same_text(&easel);
            expect_cursor(&easel);
        }
        tear_down(&easel);
    }
}

static uint32_t rgb_of(const struct easel *easel, VTermColor color)
{
    vterm_screen_convert_color_to_rgb(easel->screen, &color);
    return (uint32_t)color.rgb.red << 16 | (uint32_t)color.rgb.green << 8 | color.rgb.blue;
}

/* The theme's colours, seen through the bytes and a terminal that knows nothing of them. */
Test(painter, shows_every_role_and_heat_in_its_true_colours)
{
    struct easel easel;
    set_up(&easel, "xterm-256color", AV_DEPTH_TRUE, AV_ROLE_COUNT, 256);
    for (int y = 0; y < 256; y++) {
        for (int role = 0; role < AV_ROLE_COUNT; role++)
            av_canvas_text(&easel.canvas, role, y, 1, (enum av_role)role, "x");
        av_canvas_heat(&easel.canvas, 0, y, AV_ROLE_COUNT, y);
    }
    for (enum av_theme theme = AV_THEME_DARK; theme <= AV_THEME_LIGHT; theme++) {
        paint(&easel, theme);
        for (int y = 0; y < 256; y++) {
            for (int role = 0; role < AV_ROLE_COUNT; role++) {
                struct av_style style = av_theme_style(theme, (enum av_role)role, y);
                VTermScreenCell cell = cell_at(&easel, role, y);
                cr_assert_eq(rgb_of(&easel, cell.fg), style.foreground, "role %d, heat %d", role, y);
                if (style.background != AV_COLOR_DEFAULT)
                    cr_assert_eq(rgb_of(&easel, cell.bg), style.background, "role %d, heat %d", role, y);
                else
                    cr_assert(VTERM_COLOR_IS_DEFAULT_BG(&cell.bg), "role %d, heat %d", role, y);
                cr_assert_eq(cell.attrs.bold, style.bold);
                cr_assert_eq(cell.attrs.underline, style.underline);
                cr_assert_eq(cell.attrs.reverse, style.inverse);
            }
        }
    }
    tear_down(&easel);
}

Test(painter, sends_nothing_where_nothing_changed)
{
    struct easel easel;
    set_up(&easel, "xterm-256color", AV_DEPTH_256, 80, 24);
    scribble(&easel);
    cr_assert_gt(paint(&easel, AV_THEME_DARK), 0u);
    cr_assert_eq(paint(&easel, AV_THEME_DARK), 0u);
    easel.canvas.cursor_x = (easel.canvas.cursor_x + 1) % 80;
    cr_assert_leq(paint(&easel, AV_THEME_DARK), 10u, "only the cursor moved");
    av_canvas_text(&easel.canvas, 5, 5, 1, AV_ROLE_TEXT, "@");
    cr_assert_leq(paint(&easel, AV_THEME_DARK), 60u, "one cell changed");
    tear_down(&easel);
}

Test(painter, repairs_a_screen_that_others_wrote_on)
{
    static const char junk[] = "\033[5;1H\033[41mBroadcast message\r\n\r\n\033[2J\033[Hjunk";
    struct easel easel;
    set_up(&easel, "xterm-256color", AV_DEPTH_256, 31, 7);
    for (int clear = 0; clear < 2; clear++) {
        scribble(&easel);
        paint(&easel, AV_THEME_DARK);
        vterm_input_write(easel.terminal, junk, sizeof(junk) - 1);
        av_painter_forget(&easel.painter, clear);
        paint(&easel, AV_THEME_DARK);
        expect_same_text(&easel);
        expect_cursor(&easel);
    }
    tear_down(&easel);
}

Test(painter, leaves_the_corner_that_would_scroll)
{
    struct easel easel;
    set_up(&easel, "xterm-256color", AV_DEPTH_256, 9, 3);
    easel.info.wraps_at_once = true;
    for (int y = 0; y < 3; y++)
        av_canvas_text(&easel.canvas, 0, y, 9, AV_ROLE_TEXT, "abcdefghi");
    cr_assert_eq(av_painter_draw(&easel.painter, &easel.canvas, AV_THEME_DARK, NULL), AV_OK);
    size_t count = 0;
    for (size_t i = 0; i < easel.painter.out.length; i++)
        count += easel.painter.out.data[i] == 'i';
    cr_assert_eq(count, 2u);
    tear_down(&easel);
}
