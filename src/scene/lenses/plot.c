#include "plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_GAP  3 /* columns between two marks of a curve */
#define TICKS_MAX 16

double av_scale_at(const struct av_scale *scale, double value)
{
    if (scale->linear)
        return (value - scale->low) / (scale->high - scale->low);
    return log(value / scale->low) / log(scale->high / scale->low);
}

/* The largest of 1, 2 and 5 times a power of ten that is not above value; the smallest that is not below it. What is
 * off by a rounding error is not off. */
static double round_down(double value)
{
    double power = pow(10, floor(log10(value) + 1e-9)), digit = value / power * (1 + 1e-9);
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

static double round_up(double value)
{
    double down = round_down(value), power = pow(10, floor(log10(down) + 1e-9));
    if (down >= value * (1 - 1e-9))
        return down;
    return down / power < 1.5 ? 2 * power : down / power < 3 ? 5 * power : 10 * power;
}

struct av_scale av_plot_scale(const struct av_plot *plot)
{
    struct av_scale scale = {.linear = plot->linear};
    double least = INFINITY, most = 0;
    for (int i = 0; i < plot->n_curve; i++) {
        for (int j = 0; j < plot->curves[i].n; j++) {
            least = fmin(least, plot->curves[i].y[j]);
            most = fmax(most, plot->curves[i].y[j]);
        }
    }
    if (!(most > 0) || !isfinite(most) || !(least > 0))
        return scale;
    scale.high = plot->linear ? most : round_up(most);
    scale.low = plot->linear ? 0 : round_down(least);
    if (!plot->linear && scale.low >= scale.high * (1 - 1e-9))
        scale.high = round_up(scale.low * 1.5);
    return scale;
}

/* Where curves go, and how many dots a cell has. */
struct field {
    const struct av_pen *pen;
    struct av_rectangle area; /* of cells */
    int across, down;         /* dots of a cell: 2 × 4 of braille, or one */
    struct av_scale x, y;
};

static bool is_plain(const struct av_pen *pen)
{
    return pen->canvas->charset == AV_CHARSET_ASCII;
}

/* The dot of a value, from the left; and from the top. */
static int dot_x(const struct field *field, double x)
{
    return (int)lround(av_scale_at(&field->x, x) * (field->area.width * field->across - 1));
}

static int dot_y(const struct field *field, double y)
{
    int last = field->area.height * field->down - 1;
    return last - (int)lround(av_scale_at(&field->y, y) * last);
}

/* The dots of a braille sign, as Unicode numbers them from U+2800; 0 for any other sign. */
static unsigned braille_dots(const char *text)
{
    uint32_t code_point = 0;
    if (av_utf8_decode(text, strlen(text), &code_point) > 0 && code_point > 0x2800 && code_point <= 0x28FF)
        return code_point - 0x2800;
    return 0;
}

/* One dot more in its cell. */
static void put_dot(const struct field *field, int x, int y, enum av_role role)
{
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int column = field->area.x + x / field->across, row = field->area.y + y / field->down;
    if (is_plain(field->pen)) {
        av_canvas_text(field->pen->canvas, column, row, 1, role, ".");
        return;
    }
    char text[8] = "";
    unsigned dots = braille_dots(av_canvas_at(field->pen->canvas, column, row)->text);
    text[av_utf8_encode(0x2800 + (dots | bits[y % 4][x % 2]), text)] = '\0';
    av_canvas_text(field->pen->canvas, column, row, 1, role, text);
}

/* A straight line of dots: one in each column, or in each row where it is steep. */
static void draw_line(const struct field *field, int x0, int y0, int x1, int y1, enum av_role role)
{
    int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    put_dot(field, x0, y0, role);
    for (int i = 1; i <= steps; i++)
        put_dot(field, x0 + (int)lround((double)dx * i / steps), y0 + (int)lround((double)dy * i / steps), role);
}

static void draw_curve(const struct field *field, const struct av_curve *curve)
{
    for (int i = 0; i < curve->n; i++) {
        int before = i > 0 ? i - 1 : 0;
        draw_line(field, dot_x(field, curve->x[before]), dot_y(field, curve->y[before]), dot_x(field, curve->x[i]),
                  dot_y(field, curve->y[i]), curve->role);
    }
}

/* Over all lines: they say which curve is which where there are no colours. */
static void draw_marks(const struct field *field, const struct av_curve *curve)
{
    int last = -MARK_GAP;
    for (int i = 0; i < curve->n; i++) {
        int column = dot_x(field, curve->x[i]) / field->across, row = dot_y(field, curve->y[i]) / field->down;
        if (column - last < MARK_GAP && i < curve->n - 1)
            continue;
        av_canvas_text(field->pen->canvas, field->area.x + column, field->area.y + row, 1, curve->role, curve->mark);
        last = column;
    }
}

struct ticks {
    double at[TICKS_MAX];
    int n;
};

/* Round values of a scale, about most at most: in steps of 1, 2 or 5 times a power of ten … */
static void add_linear_ticks(struct ticks *ticks, const struct av_scale *scale, int most)
{
    double step = round_up((scale->high - scale->low) / most);
    int last = (int)(scale->high / step * (1 + 1e-9));
    for (; ticks->n <= last && ticks->n < TICKS_MAX; ticks->n++)
        ticks->at[ticks->n] = step * ticks->n;
}

/* … or each ten of a logarithmic one, or each hundred …, and where that leaves room, 2 and 5 as well. */
static void add_logarithmic_ticks(struct ticks *ticks, const struct av_scale *scale, int most)
{
    double decades = log10(scale->high / scale->low), power = pow(10, ceil(decades / most - 1e-9));
    bool between = 3 * decades <= most;
    double value = between ? scale->low : pow(10, ceil(log10(scale->low) - 1e-9));
    while (value <= scale->high * (1 + 1e-9) && ticks->n < TICKS_MAX) {
        ticks->at[ticks->n++] = value;
        value = between ? round_up(value * 1.01) : value * power;
    }
}

static struct ticks ticks_of(const struct av_scale *scale, int most)
{
    struct ticks ticks = {.n = 0};
    most = most < 2 ? 2 : most < TICKS_MAX ? most : TICKS_MAX - 1;
    if (scale->linear)
        add_linear_ticks(&ticks, scale, most);
    else
        add_logarithmic_ticks(&ticks, scale, most);
    return ticks;
}

static int widest_label(const struct av_pen *pen, const struct av_plot *plot, const struct ticks *ticks)
{
    char label[AV_NUMBER_BYTES];
    int widest = 1;
    for (int i = 0; i < ticks->n; i++) {
        int width = av_pen_width(pen, plot->label(ticks->at[i], label));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_y_axis(const struct field *field, const struct av_plot *plot, const struct ticks *ticks)
{
    char label[AV_NUMBER_BYTES];
    const struct av_rectangle *area = &field->area;
    for (int row = 0; row < area->height; row++)
        av_draw_text(field->pen, area->x - 1, area->y + row, AV_ROLE_FRAME, "│");
    for (int i = 0, last = area->height; i < ticks->n; i++) {
        int row = dot_y(field, ticks->at[i]) / field->down;
        if (row >= last)
            continue;
        last = row;
        av_draw_text(field->pen, area->x - 1, area->y + row, AV_ROLE_FRAME, "┤");
        av_draw_right(field->pen, area->x - 1, area->y + row, AV_ROLE_QUIET, plot->label(ticks->at[i], label));
    }
}

/* Halves of x_end, or quarters; or all powers of two: as many as have room, from the end on. */
static void draw_x_axis(const struct field *field)
{
    const struct av_rectangle *area = &field->area;
    int y = area->y + area->height, free = area->x + area->width;
    av_draw_text(field->pen, area->x - 1, y, AV_ROLE_FRAME, "└");
    for (int column = 0; column < area->width; column++)
        av_draw_text(field->pen, area->x + column, y, AV_ROLE_FRAME, "─");
    for (int i = 0; i <= 20; i++) {
        double value = field->x.linear ? field->x.high * (4 - i) / 4 : field->x.high / pow(2, i);
        if (value < field->x.low)
            break;
        char label[16];
        snprintf(label, sizeof label, "%.0f", value);
        int column = area->x + dot_x(field, value) / field->across, width = (int)strlen(label);
        int x = column + 1 - (width + 1) / 2;
        x = x + width > area->x + area->width ? area->x + area->width - width : x;
        if (x + width > free || x < area->x - 1)
            continue;
        free = x - 1;
        av_draw_text(field->pen, column, y, AV_ROLE_FRAME, "┬");
        av_draw_text(field->pen, x, y + 1, AV_ROLE_QUIET, label);
    }
    av_draw_right(field->pen, area->x - 1, y + 1, AV_ROLE_QUIET, "n");
}

void av_draw_plot(const struct av_pen *pen, const struct av_rectangle *box, const struct av_plot *plot)
{
    struct field field = {.pen = pen, .across = is_plain(pen) ? 1 : 2, .down = is_plain(pen) ? 1 : 4};
    field.x = (struct av_scale){plot->linear ? 0 : 1, plot->x_end, plot->linear};
    field.y = av_plot_scale(plot);
    struct ticks ticks = {.n = 0};
    if (field.y.high > 0)
        ticks = ticks_of(&field.y, (box->height - 3) / 2);
    int left = widest_label(pen, plot, &ticks) + 1;
    field.area = (struct av_rectangle){box->x + left, box->y + 1, box->width - left - 1, box->height - 3};
    av_draw_cut(pen, box->x + left - 1, box->y, box->width - left, AV_ROLE_TITLE_BRIGHT, plot->title);
    draw_y_axis(&field, plot, &ticks);
    draw_x_axis(&field);
    for (int i = 0; field.y.high > 0 && i < plot->n_curve; i++)
        draw_curve(&field, &plot->curves[i]);
    for (int i = 0; field.y.high > 0 && i < plot->n_curve; i++)
        draw_marks(&field, &plot->curves[i]);
}
