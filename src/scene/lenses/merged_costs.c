/* What scoring takes by two matrices and by one. */
#include "merged.h"

#include <stdio.h>

#include "../number.h"
#include "attnviz/player/merged.h"

#define LABEL_MIN  10
#define LABEL_MAX  13
#define LABEL_WIDE 70 /* columns of the table from which on it has them */
#define FORM_BYTES 128

/* What is compared, from top to bottom. */
enum cost { COST_PROJECT, COST_SCORES, COST_STEP, COST_CACHED, COST_ALL_HEADS, COST_COUNT };

/* A number as it was counted, and how the formula has it: in symbols, and with the sizes put in. */
struct counted {
    uint64_t value;
    char symbols[FORM_BYTES], sizes[FORM_BYTES];
    const char *of, *unit; /* what is cached, and " B" */
};

static struct counted count_apart(const struct av_player *player, enum cost cost)
{
    const struct av_config *config = &player->run.lesson->model.config;
    const struct av_work *work = &player->merging.apart.work;
    struct counted c = {.value = 0, .symbols = "", .sizes = "", .of = "", .unit = ""};
    int n = player->merging.n;
    if (cost == COST_PROJECT) {
        c.value = work->multiply_adds[AV_WORK_PROJECT];
        const char *both = config->attends == AV_ATTENDS_SELF ? "2⋅" : ""; /* k of a source was made before */
        snprintf(c.symbols, FORM_BYTES, "%sd_model⋅d_k", both);
        snprintf(c.sizes, FORM_BYTES, "%s%d⋅%d", both, config->d_model, config->d_k);
    } else if (cost == COST_SCORES) {
        c.value = work->multiply_adds[AV_WORK_SCORES];
        snprintf(c.symbols, FORM_BYTES, "n⋅d_k");
        snprintf(c.sizes, FORM_BYTES, "%d⋅%d", n, config->d_k);
    } else if (cost == COST_STEP) {
        c.value = av_work_multiply_adds(work);
    } else if (cost == COST_CACHED) {
        c.value = work->cache_bytes_written;
        snprintf(c.symbols, FORM_BYTES, "d_k⋅4");
        snprintf(c.sizes, FORM_BYTES, "%d⋅4", config->d_k);
        c.of = "k: ", c.unit = " B";
    } else {
        c.value = (uint64_t)config->n_kv_head * work->cache_bytes_written;
        snprintf(c.symbols, FORM_BYTES, "n_kv_head⋅d_k⋅4");
        snprintf(c.sizes, FORM_BYTES, "%d⋅%d⋅4", config->n_kv_head, config->d_k);
        c.of = "K: ", c.unit = " B";
    }
    return c;
}

static struct counted count_merged(const struct av_player *player, enum cost cost)
{
    const struct av_config *config = &player->run.lesson->model.config;
    const struct av_work *work = &player->merging.merged.work;
    struct counted c = {.value = 0, .symbols = "", .sizes = "", .of = "", .unit = ""};
    int n = player->merging.n;
    if (cost == COST_PROJECT) {
        c.value = work->multiply_adds[AV_WORK_PROJECT];
        snprintf(c.symbols, FORM_BYTES, config->bias ? "d_model⋅(d_model+1)" : "d_model²");
        snprintf(c.sizes, FORM_BYTES, "%d⋅%d", config->d_model, player->merging.matrices.w.cols);
    } else if (cost == COST_SCORES) {
        c.value = work->multiply_adds[AV_WORK_SCORES];
        snprintf(c.symbols, FORM_BYTES, "n⋅d_model");
        snprintf(c.sizes, FORM_BYTES, "%d⋅%d", n, config->d_model);
    } else if (cost == COST_STEP) {
        c.value = av_work_multiply_adds(work);
    } else {
        c.value = work->cache_bytes_written; /* once: all heads read the same x */
        snprintf(c.symbols, FORM_BYTES, "d_model⋅4");
        snprintf(c.sizes, FORM_BYTES, "%d⋅4", config->d_model);
        c.of = "x: ", c.unit = " B";
    }
    return c;
}

/* "k: d_k⋅4 = 2⋅4 = 8 B", or as much of it as fits. */
static void draw_counted(const struct av_pen *pen, int x, int y, int width, const struct counted *c, enum av_role role)
{
    char text[3 * FORM_BYTES], number[AV_NUMBER_BYTES];
    bool covered = av_player_covers_cost(pen->player);
    const char *value = covered ? "?" : av_number_count(c->value, number);
    snprintf(text, sizeof text, "%s%s = %s = %s%s", c->of, c->symbols, c->sizes, value, c->unit);
    if (c->symbols[0] == '\0' || covered || av_pen_width(pen, text) > width)
        snprintf(text, sizeof text, "%s%s = %s%s", c->of, c->sizes, value, c->unit);
    if (c->symbols[0] == '\0' || covered || av_pen_width(pen, text) > width)
        snprintf(text, sizeof text, "%s%s%s", c->of, value, c->unit);
    av_draw_cut(pen, x, y, width, role, text);
}

static void draw_label(const struct av_pen *pen, int x, int y, int width, enum cost cost)
{
    static const enum av_string labels[COST_COUNT] = {
        [COST_PROJECT] = AV_STRING_MERGED_PROJECT, [COST_SCORES] = AV_STRING_MERGED_SCORES,
        [COST_STEP] = AV_STRING_MERGED_STEP,       [COST_CACHED] = AV_STRING_MERGED_CACHED,
        [COST_ALL_HEADS] = AV_STRING_MERGED_ALL,
    };
    char text[FORM_BYTES], heads[16];
    snprintf(heads, sizeof heads, "%d", pen->player->run.lesson->model.config.n_head);
    av_string_with(text, sizeof text, labels[cost], pen->language, heads);
    av_draw_cut(pen, x, y, width, AV_ROLE_QUIET, text);
}

/* Which of the ways takes fewer multiply-adds, and up to how many tokens. */
static void draw_verdict(const struct av_pen *pen, const struct av_rectangle *box, int y)
{
    char text[FORM_BYTES], count[AV_NUMBER_BYTES];
    int64_t most = av_merging_cheaper_up_to(&pen->player->run.lesson->model.config);
    if (av_player_covers_cost(pen->player))
        return;
    if (most == 0 || most == AV_MERGING_ALWAYS)
        snprintf(text, sizeof text, "%s",
                 av_string(most == 0 ? AV_STRING_MERGED_NEVER : AV_STRING_MERGED_ALWAYS, pen->language));
    else
        av_string_with(text, sizeof text, AV_STRING_MERGED_UP_TO, pen->language,
                       av_number_count((uint64_t)most, count));
    av_draw_cut(pen, box->x, y, box->width, AV_ROLE_STRONG, text);
}

int av_merged_costs_lines(const struct av_pen *pen)
{
    return 2 + COST_COUNT - (pen->player->run.lesson->model.config.n_head == 1 ? 1 : 0);
}

void av_draw_merged_costs(const struct av_pen *pen, const struct av_rectangle *box)
{
    int label = box->width >= LABEL_WIDE ? LABEL_MAX : LABEL_MIN, width = (box->width - label) / 2;
    int x = box->x + label, y = box->y, end = box->y + box->height;
    int n = av_merged_costs_lines(pen) - 2;
    if (y < end) {
        av_draw_cut(pen, box->x, y, label - 1, AV_ROLE_QUIET, av_string(AV_STRING_MERGED_WAYS, pen->language));
        av_draw_cut(pen, x, y, width - 1, AV_ROLE_QUIET, "W_Q, W_K");
        av_draw_cut(pen, x + width, y++, width, AV_ROLE_QUIET, "W_QK");
    }
    for (int cost = 0; cost < n && y < end; cost++, y++) {
        struct counted apart = count_apart(pen->player, (enum cost)cost);
        struct counted merged = count_merged(pen->player, (enum cost)cost);
        enum av_role role = cost == COST_STEP ? AV_ROLE_STRONG : AV_ROLE_TEXT;
        draw_label(pen, box->x, y, label - 1, (enum cost)cost);
        draw_counted(pen, x, y, width - 1, &apart, role);
        draw_counted(pen, x + width, y, width, &merged, role);
    }
    if (y < end)
        draw_verdict(pen, box, y);
}
