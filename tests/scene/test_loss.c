/* The training view on the screen. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* The numbers of a line, which stand behind this. */
static const char *numbers_of(const char *screen, const char *start)
{
    const char *at = strstr(screen, start);
    cr_assert_not_null(at, "no %s in\n%s", start, screen);
    at += strlen(start);
    return at + strspn(at, " ");
}

Test(loss, each_position_shows_its_probability_and_its_loss)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_press(&fixture, "o");
    for (int mask = 0; mask < 3; mask++, fixture_press(&fixture, "m")) {
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture), *end;
        for (int i = 0; i < 12; i++) {
            char start[64];
            struct av_loss loss = av_loss_at(&fixture.player, i);
            snprintf(start, sizeof start, "→ %s ", av_player_token_text(&fixture.player, i + 1));
            double p = strtod(numbers_of(screen, start), &end), drawn = strtod(end, &end);
            cr_assert(fabs(p - loss.probability) <= 0.5001e-3 && fabs(drawn - loss.loss) <= 0.5001e-3, "%s", screen);
        }
        double mean = strtod(numbers_of(screen, "mean of 12"), &end);
        cr_assert(fabs(mean - av_losses_mean(&fixture.player)) <= 0.5001e-3);
        cr_assert_eq(strstr(screen, "Each position sees itself") != NULL, mask == 0);
        free(screen);
    }
    fixture_close(&fixture);
}

/* Whatever the size of the screen, the current position and the mean are on it. */
Test(loss, the_position_is_in_sight_on_any_screen)
{
    struct fixture fixture;
    fixture_open(&fixture, "../tests/scene/large", 80, 24);
    fixture_press(&fixture, "o");
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            struct av_error error = {.status = AV_OK};
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, &error), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture_press(&fixture, fixture.player.place.token < 49 ? "n" : "Home");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture);
            cr_assert_not_null(strstr(screen, "\n ▶ "), "%d×%d:\n%s", columns, rows, screen);
            cr_assert_not_null(strstr(screen, rows % 2 ? "49 处的平均" : "mean of 49"), "%d×%d:\n%s", columns, rows,
                               screen);
            free(screen);
        }
    }
    fixture_close(&fixture);
}
