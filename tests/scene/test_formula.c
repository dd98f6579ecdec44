#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/player/explain.h"
#include "fixture.h"
#include "layout.h"
#include "number.h"
#include "panels/panels.h"
#include "reckon.h"

/* The formula line of the screen as it is drawn now; to be freed. */
static char *formula(struct fixture *fixture)
{
    const struct av_canvas *canvas = &fixture->canvas;
    struct av_layout layout = av_layout_of(&fixture->player, canvas->width, canvas->height, AV_CHARSET_UNICODE);
    fixture_draw(fixture);
    char *text = fixture_text(fixture), *line = text;
    for (int y = 0; y < layout.formula; y++)
        line = strchr(line, '\n') + 1;
    char *copy = strndup(line, strcspn(line, "\n"));
    free(text);
    cr_assert_not_null(copy);
    return copy;
}

static void select_cell(struct fixture *fixture, enum av_view_id id, int row, int column)
{
    struct av_error error = {.status = AV_OK};
    struct av_command command = {AV_COMMAND_CELL_SELECT, {(int)id, row, column}};
    cr_assert_eq(av_player_do(&fixture->player, command, &error), AV_OK, "%s", error.message);
}

/* The formula line alone, which is much less than a frame; to be freed. */
static char *formula_alone(struct fixture *fixture)
{
    const struct av_pen pen = {
        .canvas = &fixture->canvas,
        .player = &fixture->player,
        .language = fixture->player.language,
        .spot = av_player_spot(&fixture->player),
    };
    av_canvas_clear(&fixture->canvas);
    av_draw_formula(&pen, 0);
    char *text = fixture_text(fixture);
    *strchr(text, '\n') = '\0';
    return text;
}

/* The number after the last sign, as the formula line writes numbers. */
static void assert_result(const char *line, float value)
{
    char number[AV_NUMBER_BYTES];
    const char *result = NULL;
    for (const char *at = line; *at != '\0'; at++) {
        if (strncmp(at, " = ", 3) == 0 || strncmp(at, " ≈ ", 5) == 0)
            result = at + (at[1] == '=' ? 3 : 5);
    }
    cr_assert_not_null(result, "%s", line);
    double size = fabs((double)value);
    av_number((double)value, size == 0 ? 0 : size < 0.095 ? 3 : 2, number);
    cr_assert_eq(strncmp(result, number, strlen(number)), 0, "%s: %s expected", line, number);
}

static void walk_view(struct fixture *fixture, enum av_view_id id, struct reckoning *reckoning)
{
    struct av_view view = av_view_of(&fixture->player, id);
    int rows = av_view_rows_are_tokens(&view) ? fixture->player.place.token + 1 : view.rows;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < view.columns; column++) {
            struct av_cell cell = av_view_cell(&view, row, column);
            if (av_view_columns_are_tokens(&view) && column > fixture->player.place.token)
                continue;
            select_cell(fixture, id, row, column);
            char *line = formula_alone(fixture);
            int unequal = reckoning->unequal;
            cr_assert_gt(strlen(line), 3u, "view %d (%d, %d) says something", (int)id, row, column);
            if (cell.has_value)
                assert_result(line, cell.value);
            reckon_line(line, reckoning);
            cr_assert_eq(reckoning->unequal, unequal, "%s: the digits do not add up", line);
            free(line);
        }
    }
}

static void walk_stages(struct fixture *fixture, int token, struct reckoning *reckoning)
{
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        fixture_go(fixture, token, (enum av_stage)stage);
        for (int id = 0; id < AV_VIEW_COST; id++) { /* which has whole numbers, and lines of its own */
            if (av_view_exists(&fixture->player, (enum av_view_id)id))
                walk_view(fixture, (enum av_view_id)id, reckoning);
        }
    }
}

Test(formula, of_every_cell_ends_in_its_number_and_adds_up_to_it)
{
    static const char *const lessons[] = {"pronoun", "generate", "cross"};
    static const int tokens[] = {1, 4, 10};
    for (int lesson = 0; lesson < 3; lesson++) {
        for (int cache = 0; cache < 2; cache++) {
            struct fixture fixture;
            struct reckoning reckoning = {0};
            fixture_open(&fixture, lessons[lesson], 100, 30);
            fixture_press(&fixture, cache ? "c" : "");
            for (int token = 0; token < 3 && tokens[token] <= fixture.player.run.n_token; token++)
                walk_stages(&fixture, tokens[token], &reckoning);
            cr_assert_gt(reckoning.equal, 1000);
            cr_assert_lt(reckoning.about * 100, reckoning.equal, "%d of %d do not", reckoning.about, reckoning.equal);
            fixture_close(&fixture);
        }
    }
}

/* Models with random weights, which have many digits. */
static void walk_random(const char *config, const char *layer, int layers, struct reckoning *reckoning)
{
    char text[4096], all[2048] = "";
    struct fixture fixture;
    for (int l = 0; l < layers; l++) {
        strcat(all, l > 0 ? "," : "");
        strcat(all, layer);
    }
    snprintf(
        text, sizeof text,
        "{\"attnviz\":1,\"title\":{\"en\":\"t\",\"zh\":\"t\"},\"teaches\":{\"en\":\"t\",\"zh\":\"t\"},"
        "\"prompt\":[\"u\",\"v\",\"w\"],\"generate\":1,\"model\":{\"vocabulary\":[\"u\",\"v\",\"w\"],\"d_model\":4,"
        "\"n_head\":2,\"d_k\":2,\"d_v\":2,\"n_ctx\":8,\"tied\":true,\"n_layer\":%d,%s,"
        "\"embedding\":{\"random\":\"normal\",\"std\":1,\"seed\":1},\"layers\":[%s]}}",
        layers, config, all);
    fixture_parse(&fixture, text, 120, 40);
    fixture_press(&fixture, layers > 1 ? "}" : "");
    walk_stages(&fixture, 4, reckoning);
    if (layers > 1) { /* this is the second */
        select_cell(&fixture, AV_VIEW_X, 3, 0);
        char *line = formula_alone(&fixture);
        cr_assert_not_null(strstr(line, "  what layer 1 gives"), "%s", line);
        free(line);
    }
    fixture_close(&fixture);
}

#define ATTENTION                                                                                                      \
    "{\"wq\":{\"random\":\"normal\",\"std\":1,\"seed\":2},\"wk\":{\"random\":\"normal\",\"std\":1,\"seed\":3},"        \
    "\"wv\":{\"random\":\"normal\",\"std\":1,\"seed\":4},\"wo\":{\"random\":\"normal\",\"std\":1,\"seed\":5},"
#define UP_DOWN                                                                                                        \
    "\"w_up\":{\"random\":\"normal\",\"std\":1,\"seed\":6},\"w_down\":{\"random\":\"normal\",\"std\":1,\"seed\":7}"
#define GATE ",\"w_gate\":{\"random\":\"normal\",\"std\":1,\"seed\":8}"

Test(formula, of_norms_rotations_and_activations_adds_up_too)
{
    struct reckoning reckoning = {0};
    walk_random("\"position\":\"none\",\"norm\":\"layer\",\"feed_forward\":\"gelu\",\"d_ff\":6", ATTENTION UP_DOWN "}",
                2, &reckoning);
    walk_random("\"position\":\"rotary\",\"norm\":\"rms\",\"feed_forward\":\"swiglu\",\"d_ff\":6",
                ATTENTION UP_DOWN GATE "}", 1, &reckoning);
    walk_random("\"position\":\"sinusoidal\",\"norm\":\"none\",\"feed_forward\":\"relu\",\"d_ff\":6",
                ATTENTION UP_DOWN "}", 1, &reckoning);
    cr_assert_gt(reckoning.equal, 1000);
    cr_assert_lt(reckoning.about * 20, reckoning.equal, "%d of %d do not", reckoning.about, reckoning.equal);
}

/* Each term is looked at once, and the largest are shown: of 3072 the line says the most of what there is. */
Test(formula, of_a_sum_of_thousands_shows_the_largest_terms)
{
    struct fixture fixture;
    fixture_parse(
        &fixture,
        "{\"attnviz\":1,\"title\":{\"en\":\"t\",\"zh\":\"t\"},\"teaches\":{\"en\":\"t\",\"zh\":\"t\"},"
        "\"prompt\":[\"u\"],\"generate\":0,\"model\":{\"vocabulary\":[\"u\",\"v\"],\"d_model\":4,\"n_head\":1,"
        "\"n_layer\":1,\"d_k\":2,\"d_v\":2,\"n_ctx\":8,\"tied\":true,\"position\":\"none\",\"norm\":\"none\","
        "\"feed_forward\":\"relu\",\"d_ff\":3072,\"embedding\":{\"random\":\"normal\",\"std\":1,\"seed\":1},"
        "\"layers\":[" ATTENTION UP_DOWN "}]}}",
        120, 40);
    fixture_go(&fixture, 1, AV_STAGE_BLOCK);
    struct av_view view = av_view_of(&fixture.player, AV_VIEW_FEED);
    struct av_explanation explanation;
    float largest = 0;
    int n = 0;
    cr_assert(av_explain(&view, 0, 0, &explanation));
    for (int k = 0; k < explanation.n_term; k++) {
        struct av_term term = av_explain_term(&explanation, k);
        n += term.a * term.b != 0;
        largest = fmaxf(largest, fabsf(term.a * term.b));
    }
    select_cell(&fixture, AV_VIEW_FEED, 0, 0);
    char *line = formula_alone(&fixture);
    double shown = 0;
    int terms = 0, more = 0;
    char *rest = strstr(line, " = ") + 3, *end = strstr(rest, " more = ");
    cr_assert_not_null(end, "%s", line);
    *end = '\0';
    for (char *term = rest, *next; (next = strstr(term, " + ")) != NULL; term = next + 3) {
        double value;
        *next = '\0';
        cr_assert(reckon(term, &value), "%s", term);
        shown = fmax(shown, fabs(value));
        terms++;
        more = atoi(next + 3);
    }
    cr_assert_eq(terms + more, n);
    cr_assert_geq(terms, 4);
    cr_assert_float_eq(shown, (double)largest, 0.02 * shown);
    free(line);
    fixture_close(&fixture);
}

Test(formula, a_narrow_screen_keeps_the_result)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 40, 12);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    select_cell(&fixture, AV_VIEW_A, 9, 3);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, " = … = "), "%s", line);
    free(line);
    fixture_close(&fixture);
}

Test(formula, a_cell_without_a_number_says_why)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    select_cell(&fixture, AV_VIEW_Q, 2, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, "discarded"), "%s", line);
    free(line);
    select_cell(&fixture, AV_VIEW_S, 2, 5);
    line = formula(&fixture);
    cr_assert_not_null(strstr(line, "never computed"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

Test(formula, operands_add_up_to_the_result)
{
    /* q(它, thing) = 0.40⋅0.50 + 1.00⋅4.00 = 4.20: from the lesson's own weights, by hand */
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_PROJECT);
    select_cell(&fixture, AV_VIEW_Q, 9, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, "= 0.40⋅0.50 + 1.00⋅4.00 = 4.20"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

/* Sampling by hand: logits l are in the lesson's numbers, p = exp((l − max) / T) / Σ, of the k largest alone. */
Test(formula, sampling_shows_its_temperature_and_what_it_dropped)
{
    struct fixture fixture;
    fixture_open(&fixture, "generate", 120, 40);
    av_player_finish(&fixture.player);
    fixture.lesson.sampling = (struct av_sampling){.temperature = 0.5f, .top_k = 2, .top_p = 1, .seed = 1};
    cr_assert_eq(av_player_init(&fixture.player, &fixture.lesson, NULL), AV_OK);
    fixture_go(&fixture, 1, AV_STAGE_NEXT);
    select_cell(&fixture, AV_VIEW_NEXT, 0, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, ") / 0.50) / Σ exp / kept = 1.00 / "), "%s", line);
    free(line);
    select_cell(&fixture, AV_VIEW_NEXT, 2, 0);
    line = formula(&fixture);
    cr_assert_not_null(strstr(line, "dropped by top-k or top-p = 0"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

/* Where scores are infinite there is no softmax, and yet what is masked weighs nothing. */
Test(formula, what_is_masked_weighs_nothing_in_a_row_without_a_softmax)
{
    struct fixture fixture;
    fixture_open(&fixture, "generate", 120, 40);
    av_player_finish(&fixture.player);
    struct av_matrix *wq = &fixture.lesson.model.layers[0].wq;
    for (int i = 0; i < wq->rows * wq->cols; i++)
        wq->data[i] = INFINITY;
    cr_assert_eq(av_player_init(&fixture.player, &fixture.lesson, NULL), AV_OK);
    fixture_go(&fixture, 2, AV_STAGE_SOFTMAX);
    fixture_press(&fixture, "c");
    select_cell(&fixture, AV_VIEW_A, 0, 1);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, " = masked or banned = 0"), "%s", line);
    free(line);
    select_cell(&fixture, AV_VIEW_A, 1, 0);
    line = formula(&fixture);
    cr_assert_not_null(strstr(line, " = NaN"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

/* A ban adds −∞ where the rule has no mask to add. */
Test(formula, a_ban_is_an_M_that_is_added)
{
    static const bool banned[16] = {[0] = true};
    struct fixture fixture;
    fixture_open(&fixture, "generate", 120, 40);
    for (int with = 0; with < 2; with++) {
        av_player_finish(&fixture.player);
        fixture.lesson.rule = (struct av_rule){.mask = AV_MASK_NONE, .scaled = true, .banned = with ? banned : NULL};
        cr_assert_leq(fixture.lesson.model.config.n_ctx, 16);
        cr_assert_eq(av_player_init(&fixture.player, &fixture.lesson, NULL), AV_OK);
        fixture_go(&fixture, 2, AV_STAGE_MASK);
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        cr_assert_eq(strstr(text, "S = QKᵀ/√dₖ + M") != NULL, with == 1, "%s", text);
        free(text);
        select_cell(&fixture, AV_VIEW_S, 1, 0);
        char *line = formula(&fixture);
        cr_assert_eq(strstr(line, "−∞") != NULL, with == 1, "%s", line);
        free(line);
    }
    fixture_close(&fixture);
}

/* Two heads of four query, key and value numbers each, eight features, fifteen words; ten tokens. */
Test(formula, of_a_figure_of_the_cost_is_its_closed_form_in_live_numbers)
{
    static const struct {
        enum av_figure figure;
        const char *formula;
    } expected[] = {
        /* 1⋅8⋅(8 + 8 + 8), 10⋅4⋅2, 10⋅4⋅2, 1⋅8⋅8, 1⋅8⋅15 */
        {AV_FIGURE_CACHED, " = project 192 + scores 80 + mix 80 + output 64 + logits 120 = 536"},
        {AV_FIGURE_UNCACHED, " = project 1 920 + scores 800 + mix 800 + output 640 + logits 1 200 = 5 360"},
        {AV_FIGURE_SAVED, " = 5 360 − 536 = 4 824"},
        {AV_FIGURE_SAVED_PERCENT, " = 100⋅(1 − 536 / 5 360) = 90.0 %"},
        {AV_FIGURE_TOTAL_CACHED, " = Σ of steps 1–10 = 4 640"}, /* 10⋅(192 + 64 + 120) + 16⋅55 */
        {AV_FIGURE_TOTAL_SAVED, " = 26 840 − 4 640 = 22 200"},
        {AV_FIGURE_CACHE_BYTES, " = 10 × 1 × 2 × (4 + 4) × 4 B = 640 B"},
        {AV_FIGURE_BYTES_PER_TOKEN, " = 1 × 1 × 2 × (4 + 4) × 4 B = 64 B"},
        {AV_FIGURE_COMPARED, " = rows 560 + S and A 330 + logits 150 = 1 040"},
        {AV_FIGURE_MAX_DIFFERENCE, " = the largest difference found = 0"},
    };
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        select_cell(&fixture, AV_VIEW_COST, (int)expected[i].figure, 0);
        char *line = formula(&fixture);
        cr_assert_not_null(strstr(line, expected[i].formula), "%s: %s", line, expected[i].formula);
        free(line);
    }
    fixture_close(&fixture);
}

Test(formula, of_a_figure_keeps_the_result_where_it_is_narrow)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 40, 12);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    select_cell(&fixture, AV_VIEW_COST, AV_FIGURE_CACHED, 0);
    char *line = formula(&fixture);
    cr_assert_str_eq(line, " multiply-adds, cache = 536");
    free(line);
    fixture_close(&fixture);
}
