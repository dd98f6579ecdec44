/* ÷√d_k on the screen. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* A random model of d_k 64, two heads, ten tokens: the sums of a lens are what is looked at. */
static const char *const lesson =
    "{\"attnviz\": 1, \"title\": {\"en\": \"t\", \"zh\": \"题\"}, \"teaches\": {\"en\": \"t\", \"zh\": \"题\"},"
    "\"prompt\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\"], \"generate\": 0,"
    "\"start\": {\"token\": 10, \"stage\": \"softmax\", \"lens\": \"scale\"},"
    "\"model\": {\"vocabulary\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\"],"
    "\"d_model\": 16, \"n_layer\": 1, \"n_head\": 2, \"d_k\": 64, \"d_v\": 2, \"n_ctx\": 16, \"position\": \"none\","
    "\"norm\": \"none\", \"feed_forward\": \"none\", \"tied\": true,"
    "\"embedding\": {\"random\": \"normal\", \"std\": 1, \"seed\": 5}, \"layers\": [{"
    "\"wq\": {\"random\": \"normal\", \"std\": 0.25, \"seed\": 5}, \"wk\": {\"random\": \"normal\", \"std\": 0.25, "
    "\"seed\": 5},"
    "\"wv\": {\"random\": \"normal\", \"std\": 0.25, \"seed\": 5}, \"wo\": {\"random\": \"normal\", \"std\": 0.25, "
    "\"seed\": 5}}]}}";

/* The next number of a line, whose minus may be U+2212. */
static double next_number(const char **at)
{
    char *end;
    *at += strspn(*at, " ");
    bool negative = strncmp(*at, "−", strlen("−")) == 0;
    *at += negative ? strlen("−") : 0;
    double number = strtod(*at, &end);
    *at = end;
    return negative ? -number : number;
}

static const char *line_of(const char *screen, const char *start)
{
    const char *at = strstr(screen, start);
    cr_assert_not_null(at, "no %s in\n%s", start, screen);
    return at + strlen(start);
}

/* As it is printed: three decimals, or one digit and an exponent. */
static bool agrees(double printed, double value)
{
    double unit = value > 0 && value < 0.0005 ? pow(10, floor(log10(printed))) : 1e-3;
    return fabs(printed - value) <= 0.5001 * unit;
}

static void check_table(const struct fixture *fixture, const char *screen)
{
    for (int choice = 0; choice < 3; choice++) {
        const struct av_scaling_figures *figures = &fixture->player.scaling.figures[choice];
        char start[32];
        snprintf(start, sizeof start, "\n %s %4d ", choice == av_scaling_choice(&fixture->player) ? "▶" : " ",
                 figures->d);
        const char *at = line_of(screen, start);
        for (int group = 0; group < 4; group++) {
            for (int way = 0; way < AV_SCALING_WAYS; way++) {
                const struct av_steepness *steepness = &figures->ways[way].steepness;
                const double values[] = {figures->ways[way].variance, steepness->slopes, steepness->weight,
                                         steepness->slope};
                cr_assert(agrees(next_number(&at), values[group]), "d %d, group %d, way %d:\n%s", figures->d, group,
                          way, screen);
            }
        }
    }
}

static void check_keys(const struct fixture *fixture, const char *screen)
{
    for (int j = 0; j < av_scaling_keys(&fixture->player); j++) {
        char start[16];
        snprintf(start, sizeof start, "\n %s ", av_player_token_text(&fixture->player, j));
        const char *at = line_of(screen, start);
        for (int way = 0; way < AV_SCALING_WAYS; way++) {
            float weight = av_scaling_weight(&fixture->player, (enum av_scaling_way)way, j);
            float score = av_scaling_score(&fixture->player, (enum av_scaling_way)way, j);
            double printed = next_number(&at);
            cr_assert_float_eq(printed, (double)score, 0.5001e-3, "key %d, way %d:\n%s", j, way, screen);
            cr_assert(agrees(next_number(&at), av_softmax_slope(weight)), "key %d, way %d:\n%s", j, way, screen);
            cr_assert(agrees(next_number(&at), (double)weight), "key %d, way %d:\n%s", j, way, screen);
            at += strspn(at, " ");
            if (strncmp(at, "█", 2) == 0) /* the first two bytes of any bar, and of no minus */
                at += strcspn(at, " \n");
        }
    }
}

Test(scale, every_number_is_the_figure_s)
{
    static const char *const keys[] = {"", "-", "s", "-", "]", "+", "p"};
    struct fixture fixture;
    fixture_parse(&fixture, lesson, 120, 40);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        fixture_press(&fixture, keys[i]);
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture);
        check_table(&fixture, screen);
        check_keys(&fixture, screen);
        free(screen);
    }
    fixture_close(&fixture);
}

/* The mark stands over the way that the rule goes. */
Test(scale, the_rule_s_way_is_marked)
{
    struct fixture fixture;
    fixture_parse(&fixture, lesson, 80, 24);
    for (int i = 0; i < 4; i++, fixture_press(&fixture, "s")) {
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture);
        cr_assert_eq(strstr(screen, "▶ ÷√64") != NULL, i % 2 == 0, "%s", screen);
        cr_assert_eq(strstr(screen, "▶ q⋅k") != NULL, i % 2 == 1, "%s", screen);
        free(screen);
    }
    fixture_close(&fixture);
}

/* exp(−19), exp(−18) and 1, over their sum; divided by √64 = 8 first, exp(−19/8), exp(−18/8) and 1, over theirs. */
Test(scale, the_bare_example_is_on_it)
{
    struct fixture fixture;
    fixture_parse(&fixture, lesson, 120, 40);
    fixture_draw(&fixture);
    char *screen = fixture_text(&fixture);
    cr_assert_not_null(strstr(screen, "softmax(1, 2, 20) = (6e-09, 2e-08, 1.000); ÷√64: ("), "%s", screen);
    const char *at = line_of(screen, "; ÷√64: (");
    double sum = exp(-19.0 / 8) + exp(-18.0 / 8) + 1;
    cr_assert(agrees(next_number(&at), exp(-19.0 / 8) / sum));
    at++;
    cr_assert(agrees(next_number(&at), exp(-18.0 / 8) / sum));
    free(screen);
    fixture_close(&fixture);
}

static int heaviest(const struct av_player *player)
{
    int best = 0;
    enum av_scaling_way way = player->run.lesson->rule.scaled ? AV_SCALING_DIVIDED : AV_SCALING_RAW;
    for (int j = 1; j < av_scaling_keys(player); j++) {
        if (av_scaling_weight(player, way, j) > av_scaling_weight(player, way, best))
            best = j;
    }
    return best;
}

/* Whatever the size of the screen, the choice that is looked at and the key that weighs most are in sight. */
Test(scale, the_choice_and_the_heaviest_key_are_in_sight_on_any_screen)
{
    struct fixture fixture;
    fixture_parse(&fixture, lesson, 80, 24);
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, NULL), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture_press(&fixture, rows % 4 == 0 ? "-" : "+");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture), start[16];
            snprintf(start, sizeof start, "\n ▶ %4d ",
                     fixture.player.scaling.figures[av_scaling_choice(&fixture.player)].d);
            cr_assert_not_null(strstr(screen, start), "%d×%d:\n%s", columns, rows, screen);
            snprintf(start, sizeof start, "\n %s ", av_player_token_text(&fixture.player, heaviest(&fixture.player)));
            cr_assert_not_null(strstr(screen, start), "%d×%d:\n%s", columns, rows, screen);
            free(screen);
        }
    }
    fixture_close(&fixture);
}
