#include "cost_words.h"

#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "attnviz/player/cost.h"

const char *av_figure_text(enum av_figure figure, double value, char *buffer, size_t size)
{
    char number[AV_NUMBER_BYTES];
    bool bytes = figure == AV_FIGURE_CACHE_BYTES || figure == AV_FIGURE_BYTES_PER_TOKEN;
    if (figure == AV_FIGURE_MAX_DIFFERENCE)
        snprintf(buffer, size, "%s", value == 0 ? "0" : av_number(value, 6, number));
    else if (!av_figure_is_count(figure))
        snprintf(buffer, size, "%s %%", av_number(value, 1, number));
    else
        snprintf(buffer, size, "%s%s", av_number_count((uint64_t)value, number), bytes ? " B" : "");
    return buffer;
}

const char *av_figure_term(const struct av_pen *pen, const struct av_view *view, enum av_figure figure, int column)
{
    static const enum av_stage stages[AV_WORK_KIND_COUNT] = {
        [AV_WORK_PROJECT] = AV_STAGE_PROJECT, [AV_WORK_SCORES] = AV_STAGE_SCORES, [AV_WORK_MIX] = AV_STAGE_MIX,
        [AV_WORK_OUTPUT] = AV_STAGE_OUTPUT,   [AV_WORK_BLOCK] = AV_STAGE_BLOCK,   [AV_WORK_LOGITS] = AV_STAGE_LOGITS,
    };
    if (figure == AV_FIGURE_COMPARED)
        return av_string_compared((enum av_compared)column, pen->language);
    if (figure == AV_FIGURE_TOTAL_CACHED || figure == AV_FIGURE_TOTAL_UNCACHED)
        return av_player_token_text(view->player, view->run->n_first - 1 + column);
    if (column == AV_WORK_SOURCE)
        return av_string(AV_STRING_SOURCE, pen->language);
    return av_string_stage(&view->run->lesson->model.config, stages[column], pen->language);
}

static void add(char *buffer, size_t size, const char *text)
{
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "%s", text);
}

static void add_count(char *buffer, size_t size, double count)
{
    char number[AV_NUMBER_BYTES];
    add(buffer, size, av_number_count((uint64_t)count, number));
}

/* "project 192 + scores 80 + …": of each part that is there. */
static void add_parts(const struct av_pen *pen, const struct av_view *view, enum av_figure figure, char *buffer,
                      size_t size)
{
    const struct av_config *config = &view->run->lesson->model.config;
    bool compared = figure == AV_FIGURE_COMPARED;
    struct av_steps steps = av_run_steps(view->run, view->place.token);
    int parts = compared ? (int)AV_COMPARED_COUNT : (int)AV_WORK_KIND_COUNT;
    const char *plus = "";
    for (int part = 0; part < parts; part++) {
        struct av_work_factors factors =
            compared ? av_compared_factors(config, steps.n_source, (enum av_compared)part, steps.n)
                     : av_work_factors(config, (enum av_work_kind)part, steps, figure == AV_FIGURE_CACHED);
        if (av_work_product(&factors) == 0)
            continue;
        add(buffer, size, plus);
        add(buffer, size, av_figure_term(pen, view, figure, part));
        add(buffer, size, " ");
        add_count(buffer, size, av_work_product(&factors));
        plus = " + ";
    }
}

/* "10⋅1⋅2⋅8⋅4 B": rows, layers, heads, numbers, bytes. */
static void add_bytes(const struct av_view *view, enum av_figure figure, double value, char *buffer, size_t size)
{
    const struct av_config *config = &view->run->lesson->model.config;
    int numbers = config->d_k + config->d_v;
    double row = 4.0 * config->n_layer * config->n_kv_head * numbers;
    char text[96];
    int rows = figure == AV_FIGURE_CACHE_BYTES ? (int)(value / row) : 1;
    snprintf(text, sizeof text, "%d × %d × %d × (%d + %d) × 4 B", rows, config->n_layer, config->n_kv_head, config->d_k,
             config->d_v);
    add(buffer, size, text);
}

static double figure_of(const struct av_view *view, enum av_figure figure)
{
    double value = 0;
    av_cost_figure(view, figure, &value);
    return value;
}

/* "5 360 − 536", or "100⋅(1 − 536 / 5 360)". */
static void add_saving(const struct av_view *view, enum av_figure figure, char *buffer, size_t size)
{
    bool total = figure == AV_FIGURE_TOTAL_SAVED || figure == AV_FIGURE_TOTAL_SAVED_PERCENT;
    double with = figure_of(view, total ? AV_FIGURE_TOTAL_CACHED : AV_FIGURE_CACHED);
    double without = figure_of(view, total ? AV_FIGURE_TOTAL_UNCACHED : AV_FIGURE_UNCACHED);
    if (av_figure_is_count(figure)) {
        add_count(buffer, size, without);
        add(buffer, size, " − ");
        add_count(buffer, size, with);
        return;
    }
    add(buffer, size, "100⋅(1 − ");
    add_count(buffer, size, with);
    add(buffer, size, " / ");
    add_count(buffer, size, without);
    add(buffer, size, ")");
}

const char *av_figure_formula(const struct av_pen *pen, const struct av_view *view, enum av_figure figure, char *buffer,
                              size_t size)
{
    char text[96], first[16], steps[16];
    double value = figure_of(view, figure);
    snprintf(buffer, size, "%s = ", av_string_figure(figure, pen->language));
    snprintf(steps, sizeof steps, "%d", view->place.token + 1);
    snprintf(first, sizeof first, "%d", view->run->n_first);
    switch (figure) {
    case AV_FIGURE_CACHED:
    case AV_FIGURE_UNCACHED:
    case AV_FIGURE_COMPARED:
        add_parts(pen, view, figure, buffer, size);
        break;
    case AV_FIGURE_TOTAL_CACHED:
    case AV_FIGURE_TOTAL_UNCACHED:
        add(buffer, size, av_string_with(text, sizeof text, AV_STRING_ALL_STEPS, pen->language, first, steps));
        break;
    case AV_FIGURE_CACHE_BYTES:
    case AV_FIGURE_BYTES_PER_TOKEN:
        add_bytes(view, figure, value, buffer, size);
        break;
    case AV_FIGURE_MAX_DIFFERENCE:
        add(buffer, size, av_string(AV_STRING_MEASURED, pen->language));
        break;
    default:
        add_saving(view, figure, buffer, size);
    }
    add(buffer, size, " = ");
    add(buffer, size, av_figure_text(figure, value, text, sizeof text));
    return buffer;
}
