/* Both ways of scoring on the screen. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

static struct fixture fixture;

/* The numbers of a line, which stand behind this. */
static const char *behind(const char *screen, const char *start)
{
    const char *at = strstr(screen, start);
    cr_assert_not_null(at, "no %s in\n%s", start, screen);
    at += strlen(start);
    return at + strspn(at, " ");
}

/* Digits with spaces between groups of three, as a number. */
static unsigned long count_of(const char *text)
{
    unsigned long count = 0;
    for (; (*text >= '0' && *text <= '9') || (*text == ' ' && text[1] >= '0' && text[1] <= '9'); text++)
        if (*text != ' ')
            count = 10 * count + (unsigned long)(*text - '0');
    return count;
}

/* What is counted, at each step, is what the formula beside it says. */
Test(merged, costs_stand_behind_their_formulas)
{
    fixture_open(&fixture, "heads", 120, 40);
    fixture_press(&fixture, "M Home");
    for (unsigned long n = 1; n <= 7; n++, fixture_press(&fixture, "n")) {
        char start[64];
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture);
        cr_assert_eq(count_of(behind(screen, "2⋅d_model⋅d_k = 2⋅8⋅4 =")), 64);
        cr_assert_eq(count_of(behind(screen, "d_model² = 8⋅8 =")), 64);
        snprintf(start, sizeof start, "n⋅d_k = %lu⋅4 =", n);
        cr_assert_eq(count_of(behind(screen, start)), 4 * n);
        snprintf(start, sizeof start, "n⋅d_model = %lu⋅8 =", n);
        cr_assert_eq(count_of(behind(screen, start)), 8 * n);
        cr_assert_eq(count_of(behind(screen, "together")), 64 + 4 * n);
        cr_assert_eq(count_of(behind(screen, "k: d_k⋅4 = 4⋅4 =")), 16);
        cr_assert_eq(count_of(behind(screen, "x: d_model⋅4 = 8⋅4 =")), 32);
        cr_assert_eq(count_of(behind(screen, "K: 2⋅4⋅4 =")), 32, "two key heads");
        cr_assert_not_null(strstr(screen, "two matrices: fewer at any n"));
        free(screen);
    }
    fixture_close(&fixture);
}

/* No number is larger than another where one of them is none. */
Test(merged, what_is_not_finite_is_compared_with_nothing)
{
    fixture_open(&fixture, "heads", 120, 40);
    av_matrix_row(&fixture.lesson.model.layers[0].wk, 0)[0] = NAN;
    fixture_press(&fixture, "M");
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture);
        cr_assert_not_null(strstr(screen, "≠ max|Δ| = NaN"), "%s", screen);
        cr_assert_null(strstr(screen, "NaN >"));
        cr_assert_null(strstr(screen, "NaN ≤"));
        free(screen);
    }
    fixture_close(&fixture);
}

/* The scores that are drawn are the trace's, and both columns say the same. */
Test(merged, scores_of_both_ways_are_drawn)
{
    fixture_open(&fixture, "heads", 120, 40);
    fixture_go(&fixture, 5, AV_STAGE_SCORES);
    fixture_press(&fixture, "M");
    for (int head = 0; head < 4; head++, fixture_press(&fixture, "]")) {
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture), *end;
        const char *table = behind(screen, "xW_QKxᵀ");
        for (int j = 0; j < 5; j++) {
            float score = av_trace_score(av_player_trace(&fixture.player), AV_SCORE_RAW, 0, head, 4, j);
            char start[64];
            snprintf(start, sizeof start, "\n %s ", av_player_token_text(&fixture.player, j));
            double apart = strtod(behind(table, start), &end), merged = strtod(end, &end);
            cr_assert(fabs(apart - (double)score) <= 0.5001e-3 && fabs(merged - (double)score) <= 0.5001e-3, "%s",
                      screen);
        }
        free(screen);
    }
    fixture_close(&fixture);
}

/* Whatever the size of the screen and wherever the window begins, x·W and the agreement are on it. */
Test(merged, the_rows_between_are_in_sight_on_any_screen)
{
    fixture_open(&fixture, "../tests/scene/large", 80, 24);
    fixture_press(&fixture, "M");
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            struct av_error error = {.status = AV_OK};
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, &error), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture_press(&fixture, "n +");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture);
            cr_assert_not_null(strstr(screen, "\n x⋅W"), "%d×%d:\n%s", columns, rows, screen);
            cr_assert_not_null(strstr(screen, "\n ✓ max|Δ| = "), "%d×%d:\n%s", columns, rows, screen);
            free(screen);
        }
    }
    fixture_close(&fixture);
}

Test(merged, rotary_positions_are_explained)
{
    static const char json[] =
        "{\"attnviz\": 1, \"title\": {\"en\": \"t\", \"zh\": \"t\"}, \"teaches\": {\"en\": \"t\", \"zh\": \"t\"}, "
        "\"order\": 1, \"minutes\": 3, \"prompt\": [\"a\", \"b\"], \"generate\": 0, \"model\": {\"vocabulary\": "
        "[\"a\", "
        "\"b\"], \"d_model\": 4, \"n_layer\": 1, \"n_head\": 1, \"d_k\": 2, \"d_v\": 2, \"n_ctx\": 4, \"position\": "
        "\"rotary\", \"embedding\": {\"random\": \"normal\", \"std\": 1, \"seed\": 1}, \"layers\": [{\"wq\": "
        "{\"random\": "
        "\"normal\", \"std\": 1, \"seed\": 1}, \"wk\": {\"random\": \"normal\", \"std\": 1, \"seed\": 1}, \"wv\": "
        "{\"random\": "
        "\"normal\", \"std\": 1, \"seed\": 1}, \"wo\": {\"random\": \"normal\", \"std\": 1, \"seed\": 1}}], \"w_out\": "
        "{\"random\": \"normal\", \"std\": 1, \"seed\": 1}}}";
    fixture_parse(&fixture, json, 80, 24);
    fixture_press(&fixture, "M n");
    fixture_draw(&fixture);
    char *screen = fixture_text(&fixture);
    cr_assert_not_null(strstr(screen, "No one matrix does here."), "%s", screen);
    free(screen);
    fixture_close(&fixture);
}
