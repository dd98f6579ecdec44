/* Heads beside each other on the screen. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* The line that begins with this after the margin. */
static const char *line_of(const char *screen, const char *start)
{
    for (const char *at = screen; *at != '\0'; at += strcspn(at, "\n") + 1) {
        if (*at == ' ' && strncmp(at + 1, start, strlen(start)) == 0)
            return at + 1 + strlen(start);
    }
    cr_assert_fail("no line %s in\n%s", start, screen);
    return NULL;
}

/* Each token's line has its weight in each head; a·V stands below. */
Test(heads, weights_and_mixes_are_those_of_the_trace)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_MIX);
    fixture_press(&fixture, "9");
    for (int step = 0; step < 3; step++, fixture_press(&fixture, "m")) {
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture), *screen = strstr(text, "head 1 → KV 1");
        cr_assert_not_null(screen);
        for (int j = 0; j < 10; j++) {
            const char *at = line_of(screen, av_player_token_text(&fixture.player, j));
            for (int head = 0; head < 2; head++) {
                char *end;
                at += strcspn(at, ".0123456789");
                double drawn = strtod(at, &end);
                double weight = (double)av_trace_weight(av_player_trace(&fixture.player), 0, head, 9, j);
                cr_assert(fabs(drawn - weight) <= 0.5001e-3, "head %d, key %d: %g %g", head, j, drawn, weight);
                at = end;
            }
        }
        cr_assert_not_null(strstr(screen, "✓ max|Δ| = 0:"));
        free(text);
    }
    fixture_close(&fixture);
}

/* Whatever the size of the screen, the head that is looked at is on it, with weights and a·V. */
Test(heads, the_head_is_in_sight_on_any_screen)
{
    struct fixture fixture;
    fixture_open(&fixture, "../tests/scene/large", 80, 24);
    fixture_go(&fixture, 40, AV_STAGE_MIX);
    fixture_press(&fixture, "9");
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            struct av_error error = {.status = AV_OK};
            char name[32];
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, &error), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture.player.heads.whole = columns % 32 == 8;
            fixture_press(&fixture, fixture.player.place.head < 3 ? "]" : "[ [ [");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture);
            snprintf(name, sizeof name, rows % 2 ? "▶ 头 %d" : "▶ head %d", fixture.player.place.head + 1);
            cr_assert_not_null(strstr(screen, name), "%d×%d:\n%s", columns, rows, screen);
            cr_assert_not_null(strstr(screen, "a⋅V"), "%d×%d:\n%s", columns, rows, screen);
            free(screen);
        }
    }
    fixture_close(&fixture);
}

/* A question about A or S hides the weights, one about the output its numbers. */
Test(heads, an_open_question_is_not_given_away)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    av_quiz_turn(&fixture.player, true);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    cr_assert(av_player_covers(&fixture.player, AV_VIEW_A));
    fixture.player.place.lens = AV_LENS_HEADS;
    fixture_draw(&fixture);
    char *screen = fixture_text(&fixture);
    cr_assert_null(strstr(screen, "0.760"), "%s", screen);
    free(screen);
    fixture_close(&fixture);
}

/* Four heads with all their rows, at 120 columns: the names of all of them, whole. */
Test(heads, are_named_whole_beside_each_other)
{
    static const char *const word[AV_LANGUAGE_COUNT] = {"head", "头"}, *const colon[AV_LANGUAGE_COUNT] = {": ", "："};
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        struct fixture fixture;
        fixture_open(&fixture, "heads", 120, 40);
        fixture.player.language = (enum av_language)language;
        fixture_go(&fixture, 6, AV_STAGE_SOFTMAX);
        fixture_press(&fixture, "+");
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture), *line = strstr(text, "▶");
        cr_assert_not_null(line);
        *strchr(line, '\n') = '\0';
        cr_expect_null(strstr(line, "…"), "%s", line);
        for (int head = 1; head <= 4; head++) {
            char name[32];
            snprintf(name, sizeof name, "%s %d → KV %d%s", word[language], head, (head + 1) / 2, colon[language]);
            cr_expect_not_null(strstr(line, name), "%s in: %s", name, line);
        }
        free(text);
        fixture_close(&fixture);
    }
}
