/* The stack of layers on the screen. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* Signs of this kind in the line of a layer, behind its bytes. */
static int count_signs(const char *screen, int layer, char sign)
{
    char start[32];
    int count = 0;
    snprintf(start, sizeof start, " %d  ", layer);
    const char *line = strstr(screen, start);
    cr_assert_not_null(line, "%s", screen);
    for (; *line != '\n'; line++)
        count += *line == sign;
    return count;
}

/* A row above the first layer is marked where the mask is off, and none where it is on. */
Test(layers, stale_rows_are_marked)
{
    struct fixture fixture;
    fixture_open(&fixture, "../tests/scene/large", 120, 40);
    fixture_go(&fixture, 12, AV_STAGE_MIX);
    fixture_press(&fixture, "0");
    for (int mask = 0; mask < 3; mask++, fixture_press(&fixture, "m")) {
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture), *screen = strstr(text, " layer  ");
        cr_assert_not_null(screen);
        for (int layer = 1; layer <= 2; layer++) {
            bool stale = mask > 0 && layer == 2;
            cr_assert_eq(count_signs(screen, layer, '='), stale ? 0 : 11, "%s", screen);
            cr_assert_eq(count_signs(screen, layer, '+'), 1);
            /* one in front of each count that is not 0 besides */
            cr_assert_eq(count_signs(screen, layer, '!'), (stale ? 11 + 1 : 0) + (mask > 0), "%s", screen);
        }
        cr_assert_not_null(strstr(screen, mask == 0 ? "✓ 0 of 11 old rows" : "! stale from layer 2 on: 11 old rows"));
        free(text);
    }
    fixture_close(&fixture);
}

/* Whatever the size of the screen, the layer and the verdict are on it. */
Test(layers, the_layer_is_in_sight_on_any_screen)
{
    struct fixture fixture;
    fixture_open(&fixture, "../tests/scene/large", 80, 24);
    fixture_go(&fixture, 30, AV_STAGE_MIX);
    fixture_press(&fixture, "0");
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            struct av_error error = {.status = AV_OK};
            char start[32];
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, &error), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture_press(&fixture, fixture.player.place.layer == 0 ? "}" : "{");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture);
            snprintf(start, sizeof start, "\n ▶ %d ", fixture.player.place.layer + 1);
            cr_assert_not_null(strstr(screen, start), "%d×%d:\n%s", columns, rows, screen);
            cr_assert_not_null(strstr(screen, "\n ✓ "), "%d×%d:\n%s", columns, rows, screen);
            cr_assert_not_null(strstr(screen, rows % 2 ? "各层" : "layers"), "its tab");
            free(screen);
        }
    }
    fixture_close(&fixture);
}
