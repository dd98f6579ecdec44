/* Measuring: time and multiply-adds of a token over n, with the cache and without; what they grow as, and how they
 * compare. */
#include <stdio.h>
#include <string.h>

#include "attnviz/player/fit.h"

#include "lenses.h"
#include "plot.h"

#define TABLE_WIDTH_MIN  66 /* else its columns stand close together … */
#define HEADER_LINES_MIN 14 /* … and it has no heads, as on a low screen */
#define PLOT_LINES_MIN   8  /* else there are numbers alone */
#define SHAPE_LINES_MIN  18 /* the shape has a line of its own */
#define TEXT_BYTES       640

static const struct {
    enum av_string name;
    const char *mark;
    enum av_role role;
} ways[AV_WAY_COUNT] = {
    [AV_WAY_CACHED] = {AV_STRING_CACHED, "●", AV_ROLE_REUSED},
    [AV_WAY_UNCACHED] = {AV_STRING_UNCACHED, "○", AV_ROLE_RECOMPUTED},
};

static const struct av_measurement *measurement_of(const struct av_pen *pen)
{
    return &pen->player->measure.now;
}

static const char *number(int value, char buffer[16])
{
    snprintf(buffer, 16, "%d", value);
    return buffer;
}

/* The largest n that both ways are known at, 0 where there is none. */
static int known_n(const struct av_measurement *measurement)
{
    int both = av_measurement_both(measurement);
    return both > 0 ? measurement->ns[both - 1] : 0;
}

/* How far it is, and what Enter does. */
static void draw_phase(const struct av_pen *pen, int y)
{
    const struct av_measurement *now = measurement_of(pen);
    char text[160], n[16], length[16], limit[16];
    enum av_string id = AV_STRING_MEASURE_IDLE;
    const char *first = number(known_n(now), n), *second = number(now->length, length);
    const char *third = av_string(ways[now->way].name, pen->language);
    switch (now->phase) {
    case AV_MEASURE_NONE:
        break;
    case AV_MEASURE_RUNNING:
        id = AV_STRING_MEASURE_RUNNING;
        first = number(now->n, n);
        break;
    case AV_MEASURE_STOPPED:
        id = AV_STRING_MEASURE_STOPPED;
        break;
    case AV_MEASURE_TIMED_OUT:
        id = AV_STRING_MEASURE_TIMED_OUT;
        second = first;
        first = number((int)AV_MEASURE_BUDGET, limit);
        break;
    case AV_MEASURE_DONE:
        id = AV_STRING_MEASURE_DONE;
        break;
    case AV_MEASURE_FAILED:
        id = now->error.status == AV_ERROR_MEMORY ? AV_STRING_MEASURE_NO_MEMORY : AV_STRING_MEASURE_TOO_LARGE;
        first = number((int)(AV_MEASURE_BYTES_MAX >> 20), limit);
        break;
    }
    av_string_with(text, sizeof text, id, pen->language, first, second, third);
    enum av_role role = now->phase == AV_MEASURE_FAILED ? AV_ROLE_ERROR : AV_ROLE_STRONG;
    av_draw_cut(pen, 1, y, pen->canvas->width - 2, role, text);
    av_add_hit(pen, 1, y, av_pen_width(pen, text), AV_COMMAND_LENS_RUN);
}

/* The sizes of the model, and how it differs from the one it is called after. */
static void draw_shape(const struct av_pen *pen, int y)
{
    const struct av_measure *measure = &pen->player->measure;
    const struct av_config *lesson = &pen->player->run.lesson->model.config;
    struct av_config config = av_subject_config(measure->subject, lesson, measure->length);
    const int sizes[] = {config.d_model, config.n_layer, config.n_head,    config.n_kv_head,
                         config.d_k,     config.d_ff,    config.vocab_size};
    char text[TEXT_BYTES], remark[96] = "", numbers[7][16], n_ctx[2][16];
    for (int i = 0; i < 7; i++)
        number(sizes[i], numbers[i]);
    if (measure->subject == AV_SUBJECT_LESSON && measure->length > lesson->n_ctx)
        av_string_with(remark, sizeof remark, AV_STRING_SHAPE_N_CTX, pen->language, number(measure->length, n_ctx[0]),
                       number(lesson->n_ctx, n_ctx[1]));
    const char *other = av_subject_remark(measure->subject).in[pen->language];
    av_string_with(text, sizeof text, AV_STRING_SHAPE, pen->language, numbers[0], numbers[1], numbers[2], numbers[3],
                   numbers[4], numbers[5], numbers[6]);
    int x = av_draw_cut(pen, 1, y, pen->canvas->width - 2, AV_ROLE_QUIET, text);
    av_draw_cut(pen, x, y, pen->canvas->width - 1 - x, AV_ROLE_QUIET, other != NULL ? other : remark);
}

static void draw_plot(const struct av_pen *pen, const struct av_rectangle *box, enum av_growing what)
{
    const struct av_measurement *now = measurement_of(pen);
    double x[AV_MEASURE_POINTS_MAX], y[AV_WAY_COUNT][AV_MEASURE_POINTS_MAX];
    struct av_curve curves[AV_WAY_COUNT];
    bool time = what == AV_GROWING_TIME;
    for (int i = 0; i < now->n_point; i++)
        x[i] = now->ns[i];
    for (int way = 0; way < AV_WAY_COUNT; way++) {
        for (int i = 0; i < now->known[way]; i++)
            y[way][i] = av_growing_value(&now->points[way][i], what);
        curves[way] = (struct av_curve){x, y[way], now->known[way], ways[way].mark, ways[way].role};
    }
    const struct av_plot plot = {
        .title = av_string(time ? AV_STRING_TIME_PER_TOKEN : AV_STRING_COUNT_PER_TOKEN, pen->language),
        .curves = curves,
        .n_curve = AV_WAY_COUNT,
        .linear = pen->player->measure.linear,
        .x_end = pen->player->measure.length,
        .label = time ? av_units_seconds : av_units_count,
    };
    av_draw_plot(pen, box, &plot);
}

/* Both beside each other where they are wanted. */
static void draw_plots(const struct av_pen *pen, const struct av_rectangle *box)
{
    enum av_plotted plotted = pen->player->measure.plotted;
    int half = box->width / 2;
    const struct av_rectangle left = {box->x, box->y, half, box->height};
    const struct av_rectangle right = {box->x + half, box->y, box->width - half, box->height};
    if (plotted == AV_PLOTTED_BOTH && half >= AV_PLOT_WIDTH_MIN) {
        draw_plot(pen, &left, AV_GROWING_TIME);
        draw_plot(pen, &right, AV_GROWING_COUNT);
    } else {
        draw_plot(pen, box, plotted == AV_PLOTTED_COUNT ? AV_GROWING_COUNT : AV_GROWING_TIME);
    }
}

/* "n^0.98"; "" where too little is known. */
static const char *exponent(const struct av_fit *fit, char buffer[AV_NUMBER_BYTES])
{
    char value[AV_NUMBER_BYTES];
    snprintf(buffer, AV_NUMBER_BYTES, "%s%s", fit->known ? "n^" : "",
             fit->known ? av_number(fit->exponent, 2, value) : "");
    return buffer;
}

/* Where the table's columns begin: the way, its time and exponent, its count and exponent. */
static const int *columns_of(const struct av_pen *pen)
{
    static const int close[] = {0, 11, 19, 27, 34}, wide[] = {1, 14, 32, 43, 59};
    return pen->canvas->width < TABLE_WIDTH_MIN ? close : wide;
}

static void draw_way(const struct av_pen *pen, int y, enum av_way way)
{
    const struct av_measurement *now = measurement_of(pen);
    const struct av_measured *last = &now->points[way][av_measurement_both(now) - 1];
    const int *columns = columns_of(pen);
    char text[AV_NUMBER_BYTES];
    int x = av_draw_text(pen, columns[0], y, ways[way].role, ways[way].mark);
    av_draw_text(pen, x + 1, y, ways[way].role, av_string(ways[way].name, pen->language));
    struct av_fit time = av_measurement_fit(now, AV_GROWING_TIME, way);
    struct av_fit count = av_measurement_fit(now, AV_GROWING_COUNT, way);
    av_draw_text(pen, columns[1], y, AV_ROLE_TEXT, av_units_seconds(last->seconds, text));
    av_draw_text(pen, columns[2], y, AV_ROLE_STRONG, exponent(&time, text));
    av_draw_text(pen, columns[3], y, AV_ROLE_TEXT, av_units_count(av_growing_value(last, AV_GROWING_COUNT), text));
    av_draw_text(pen, columns[4], y, AV_ROLE_STRONG, exponent(&count, text));
}

static void draw_heads(const struct av_pen *pen, int y)
{
    const int *columns = columns_of(pen);
    char text[32];
    snprintf(text, sizeof text, "n = %d", known_n(measurement_of(pen)));
    av_draw_text(pen, columns[0], y, AV_ROLE_QUIET, text);
    av_draw_text(pen, columns[1], y, AV_ROLE_QUIET, av_string(AV_STRING_TIME_PER_TOKEN, pen->language));
    av_draw_text(pen, columns[2], y, AV_ROLE_QUIET, av_string(AV_STRING_GROWS_AS, pen->language));
    av_draw_text(pen, columns[3], y, AV_ROLE_QUIET, av_string(AV_STRING_MULTIPLY_ADDS, pen->language));
    av_draw_text(pen, columns[4], y, AV_ROLE_QUIET, av_string(AV_STRING_GROWS_AS, pen->language));
}

/* From where on the cache is faster. */
static void say_crossover(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_measurement *now = measurement_of(pen);
    char n[16];
    int from = 0;
    *text = '\0';
    switch (av_measurement_crossover(now, &from)) {
    case AV_CROSSOVER_UNKNOWN:
        break;
    case AV_CROSSOVER_START:
        av_string_with(text, size, AV_STRING_CROSSOVER_START, pen->language);
        break;
    case AV_CROSSOVER_FROM:
        av_string_with(text, size, AV_STRING_CROSSOVER_FROM, pen->language, number(from, n));
        break;
    case AV_CROSSOVER_NEVER:
        av_string_with(text, size, AV_STRING_CROSSOVER_NEVER, pen->language, number(known_n(now), n));
        break;
    }
}

/* "6.25", "256", "1 290": three digits, or all that are whole. */
static const char *ratio(double value, char buffer[AV_NUMBER_BYTES])
{
    if (value >= 999.5 && value < 1e18)
        return av_number_count((uint64_t)(value + 0.5), buffer);
    snprintf(buffer, AV_NUMBER_BYTES, "%.3g", value);
    return buffer;
}

/* How the ways compare at the largest n that both are known at. */
static void say_ratios(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_measurement *now = measurement_of(pen);
    int last = av_measurement_both(now) - 1;
    const struct av_measured *cached = &now->points[AV_WAY_CACHED][last];
    const struct av_measured *uncached = &now->points[AV_WAY_UNCACHED][last];
    double counts = av_growing_value(uncached, AV_GROWING_COUNT) / av_growing_value(cached, AV_GROWING_COUNT);
    char n[16], time[AV_NUMBER_BYTES], count[AV_NUMBER_BYTES];
    if (!(cached->seconds > 0)) /* a clock that is too coarse, or was set back */
        return;
    av_string_with(text, size, AV_STRING_TIMES_AS_MUCH, pen->language, number(now->ns[last], n),
                   ratio(uncached->seconds / cached->seconds, time), ratio(counts, count));
}

/* Why the exponents are not 1 and 2: what of the work depends on n, and how much that is. It is the same share both
 * ways. */
static void say_attention(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_measurement *now = measurement_of(pen);
    int last = av_measurement_both(now) - 1;
    const struct av_measured *measured = &now->points[AV_WAY_CACHED][last];
    struct av_fit cached = av_measurement_fit(now, AV_GROWING_ATTENTION, AV_WAY_CACHED);
    struct av_fit uncached = av_measurement_fit(now, AV_GROWING_ATTENTION, AV_WAY_UNCACHED);
    char exponents[AV_WAY_COUNT][AV_NUMBER_BYTES], share[AV_NUMBER_BYTES], projections[AV_NUMBER_BYTES];
    *text = '\0';
    if (!cached.known || !uncached.known)
        return;
    double attention = av_measured_share(measured, AV_WORK_SCORES) + av_measured_share(measured, AV_WORK_MIX);
    av_string_with(text, size, AV_STRING_ATTENTION_ALONE, pen->language, av_number(cached.exponent, 2, exponents[0]),
                   av_number(uncached.exponent, 2, exponents[1]), av_number(100 * attention, 0, share),
                   av_number(100 * av_measured_share(measured, AV_WORK_PROJECT), 0, projections));
}

void av_draw_measure(const struct av_pen *pen, const struct av_rectangle *box)
{
    char text[TEXT_BYTES] = "";
    int y = box->y, end = box->y + box->height, width = pen->canvas->width - 2;
    bool known = av_measurement_both(measurement_of(pen)) > 0;
    draw_phase(pen, y++);
    if (box->height >= SHAPE_LINES_MIN)
        draw_shape(pen, y++);
    if (known) {
        say_crossover(pen, text, sizeof text);
        say_ratios(pen, text + strlen(text), sizeof text - strlen(text));
        say_attention(pen, text + strlen(text), sizeof text - strlen(text));
    }
    int words = av_wrapped_lines(pen, width, text), heads = box->height >= HEADER_LINES_MIN ? 1 : 0;
    int table = known ? heads + AV_WAY_COUNT : 0;
    words = *text == '\0' ? 0 : words;
    const struct av_rectangle plots = {box->x, y, box->width, end - y - table - words};
    if (plots.height >= PLOT_LINES_MIN && plots.width >= 2 * AV_PLOT_WIDTH_MIN) {
        draw_plots(pen, &plots);
        y += plots.height;
    }
    if (!known)
        return;
    if (heads > 0)
        draw_heads(pen, y++);
    for (int way = 0; way < AV_WAY_COUNT; way++)
        draw_way(pen, y++, (enum av_way)way);
    av_draw_wrapped(pen, 1, y, width, end - y, AV_ROLE_TEXT, text);
}
