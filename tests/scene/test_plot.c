#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "lenses/plot.h"

struct sheet {
    struct av_canvas canvas;
    struct av_pen pen;
};

static void sheet_open(struct sheet *sheet, int width, int height, enum av_charset charset)
{
    cr_assert_eq(av_canvas_init(&sheet->canvas, width, height, charset, NULL), AV_OK);
    sheet->pen = (struct av_pen){.canvas = &sheet->canvas};
}

/* The column where the plot's area begins: behind its y axis. */
static int area_x(struct sheet *sheet)
{
    for (int x = 0; x < sheet->canvas.width; x++) {
        const char *text = av_canvas_at(&sheet->canvas, x, sheet->canvas.height - 2)->text;
        if (strcmp(text, "└") == 0 || strcmp(text, "+") == 0)
            return x + 1;
    }
    cr_assert_fail("there is a y axis");
    return 0;
}

/* Is there a dot? x and y count dots from the area's upper left corner; as Unicode's table of braille has them: 1 2 3
 * in the left column from the top, 4 5 6 in the right one, and 7 and 8 below. */
static bool dot_at(struct sheet *sheet, int x, int y)
{
    static const int numbers[2][4] = {{1, 2, 3, 7}, {4, 5, 6, 8}};
    const unsigned char *text =
        (const unsigned char *)av_canvas_at(&sheet->canvas, area_x(sheet) + x / 2, 1 + y / 4)->text;
    if (text[0] != 0xE2 || text[1] < 0xA0 || text[1] > 0xA3)
        return false;
    int code = (text[1] - 0xA0) * 64 + (text[2] - 0x80);
    return (code >> (numbers[x % 2][y % 4] - 1)) & 1;
}

static int dots_of(struct sheet *sheet, int width, int height)
{
    int count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            count += dot_at(sheet, x, y);
    return count;
}

/* A plot whose marks are dots too, so that each cell can be read. */
static struct av_plot plot_of(const struct av_curve *curves, int n_curve, bool linear, double x_end)
{
    return (struct av_plot){
        .title = "t", .curves = curves, .n_curve = n_curve, .linear = linear, .x_end = x_end, .label = av_units_count};
}

/* The title takes a line, the axis and its labels two. */
static void draw(struct sheet *sheet, const struct av_plot *plot)
{
    const struct av_rectangle all = {0, 0, sheet->canvas.width, sheet->canvas.height};
    av_draw_plot(&sheet->pen, &all, plot);
}

Test(plot, a_straight_line_is_the_diagonal_of_the_dots)
{
    const double x[] = {0, 100}, y[] = {1e-9, 100};
    const struct av_curve curve = {x, y, 2, "", AV_ROLE_TEXT};
    struct av_plot plot = plot_of(&curve, 1, true, 100);
    struct sheet sheet;
    /* labels of three digits and the axis, 16 × 8 cells of 32 × 32 dots, and a column to spare */
    sheet_open(&sheet, 4 + 16 + 1, 8 + 3, AV_CHARSET_UNICODE);
    draw(&sheet, &plot);
    cr_assert_eq(area_x(&sheet), 4);
    for (int i = 0; i < 32; i++)
        cr_assert(dot_at(&sheet, i, 31 - i), "dot %d", i);
    cr_assert_eq(dots_of(&sheet, 32, 32), 32, "and no other");
    av_canvas_finish(&sheet.canvas);
}

/* On logarithmic scales x² is twice as steep as x, and a constant is flat. From 1 to 16 and from 1 to 100 … the dots
 * follow from the ratio of logarithms, found here by counting how many dot-sized factors go into a value. */
static int steps_of(double value, double end, int dots)
{
    double factor = pow(end, 1.0 / (dots - 1)), at = sqrt(factor);
    int steps = 0;
    for (; at < value; at *= factor)
        steps++;
    return steps;
}

Test(plot, logarithmic_points_are_where_their_logarithms_are)
{
    const double x[] = {1, 3, 7, 16}, y[] = {1, 9, 49, 100}, flat[] = {20, 20, 20, 20};
    const struct av_curve curves[] = {{x, y, 4, "", AV_ROLE_TEXT}, {x, flat, 4, "", AV_ROLE_NEW}};
    struct av_plot plot = plot_of(curves, 2, false, 16);
    struct sheet sheet;
    sheet_open(&sheet, 4 + 20 + 1, 10 + 3, AV_CHARSET_UNICODE);
    draw(&sheet, &plot);
    cr_assert_eq(area_x(&sheet), 4);
    for (int i = 0; i < 4; i++) {
        int column = steps_of(x[i], 16, 40);
        cr_assert(dot_at(&sheet, column, 39 - steps_of(y[i], 100, 40)), "point %d", i);
        cr_assert(dot_at(&sheet, column, 39 - steps_of(20, 100, 40)), "point %d of the flat one", i);
    }
    for (int column = 0; column < 40; column++)
        cr_assert(dot_at(&sheet, column, 39 - steps_of(20, 100, 40)), "the flat one has no gap");
    av_canvas_finish(&sheet.canvas);
}

Test(plot, marks_tell_the_curves_apart_without_colours)
{
    static const char *const marks[2][2] = {{"●", "○"}, {"*", "o"}};
    const double x[] = {1, 4, 16, 64}, a[] = {1, 1, 1, 1}, b[] = {1, 10, 100, 1000};
    const struct av_curve curves[] = {{x, a, 4, "●", AV_ROLE_REUSED}, {x, b, 4, "○", AV_ROLE_RECOMPUTED}};
    struct av_plot plot = plot_of(curves, 2, false, 64);
    for (int charset = AV_CHARSET_UNICODE; charset <= AV_CHARSET_ASCII; charset++) {
        struct sheet sheet;
        int found[2] = {0, 0};
        sheet_open(&sheet, 60, 16, (enum av_charset)charset);
        draw(&sheet, &plot);
        for (int y = 1; y < 14; y++) {
            for (int column = area_x(&sheet); column < 60; column++) {
                const struct av_canvas_cell *cell = av_canvas_at(&sheet.canvas, column, y);
                cr_assert(charset == AV_CHARSET_UNICODE || (unsigned char)cell->text[0] < 0x80);
                for (int curve = 0; curve < 2; curve++) {
                    if (strcmp(cell->text, marks[charset][curve]) != 0)
                        continue;
                    found[curve]++;
                    cr_assert_eq(cell->role, curves[curve].role);
                }
            }
        }
        cr_assert_eq(found[0], 3, "its first lies under the other's");
        cr_assert_eq(found[1], 4);
        av_canvas_finish(&sheet.canvas);
    }
}

Test(plot, scales_end_at_round_numbers_around_all_curves)
{
    const struct {
        double least, most, low, high;
    } cases[] = {{1, 1000, 1, 1000}, {1.5, 130, 1, 200}, {3, 21, 2, 50}, {0.0007, 0.09, 0.0005, 0.1},
                 {6, 600, 5, 1000},  {5, 5, 5, 10},      {1, 1, 1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double x[] = {1, 2}, y[] = {cases[i].least, cases[i].most};
        const struct av_curve curve = {x, y, 2, "*", AV_ROLE_TEXT};
        struct av_plot plot = plot_of(&curve, 1, false, 2);
        struct av_scale scale = av_plot_scale(&plot);
        cr_assert_float_eq(scale.low, cases[i].low, 1e-9 * cases[i].low, "%zu: %g", i, scale.low);
        cr_assert_float_eq(scale.high, cases[i].high, 1e-9 * cases[i].high, "%zu: %g", i, scale.high);
        plot.linear = true;
        scale = av_plot_scale(&plot);
        cr_assert(scale.low == 0 && scale.high == cases[i].most);
    }
}

Test(plot, of_nothing_is_its_axes)
{
    const struct av_curve curve = {NULL, NULL, 0, "*", AV_ROLE_TEXT};
    struct av_plot plot = plot_of(&curve, 1, false, 256);
    struct sheet sheet;
    sheet_open(&sheet, AV_PLOT_WIDTH_MIN, AV_PLOT_HEIGHT_MIN, AV_CHARSET_UNICODE);
    draw(&sheet, &plot);
    cr_assert_eq(dots_of(&sheet, 2 * (AV_PLOT_WIDTH_MIN - 4), 4 * (AV_PLOT_HEIGHT_MIN - 3)), 0);
    av_canvas_finish(&sheet.canvas);
}

Test(plot, units_have_three_digits_and_no_more)
{
    const struct {
        double value;
        const char *seconds, *count;
    } cases[] = {
        {0, "0", "0"},
        {1, "1 s", "1"},
        {999.4, "999 s", "999"},
        {12345, "12345 s", "12.3 k"},
        {0.9996, "1 s", "1"},
        {1.234e-3, "1.23 ms", "0.00123"},
        {45.6e-6, "45.6 µs", "4.56e-05"},
        {7e-9, "7 ns", "7e-09"},
    };
    char text[AV_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_str_eq(av_units_seconds(cases[i].value, text), cases[i].seconds);
        cr_assert_str_eq(av_units_count(cases[i].value, text), cases[i].count);
    }
    cr_assert_str_eq(av_units_count(999600, text), "1 M");
    cr_assert_str_eq(av_units_count(3.5e9, text), "3.5 G");
    cr_assert_str_eq(av_units_count(8e15, text), "8000 T");
}
