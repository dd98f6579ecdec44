/* What all lenses owe: plain characters where they are asked for; and side by side, a matrix and the verdict at every
 * size. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"

static void resize(struct fixture *fixture, int width, int height)
{
    cr_assert_eq(av_canvas_resize(&fixture->canvas, width, height, NULL), AV_OK);
    fixture_draw(fixture);
}

/* The tokens of this lesson are plain themselves: an escape could only come from a lens. */
Test(lenses, are_plain_where_plain_characters_are_asked_for)
{
    static const int sizes[][2] = {{40, 12}, {80, 24}, {90, 50}, {120, 40}, {200, 60}};
    static const char *const ways[] = {"", "c", "c m m", "m"};
    struct fixture fixture;
    fixture_open(&fixture, "four-blocks", 80, 24);
    fixture.canvas.charset = AV_CHARSET_ASCII;
    fixture.player.plain = true;
    fixture_go(&fixture, 7, AV_STAGE_SOFTMAX);
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        fixture_press(&fixture, ways[way]);
        for (size_t s = 0; s < AV_LENS_COUNT * sizeof sizes / sizeof *sizes; s++) {
            const int *size = sizes[s / AV_LENS_COUNT];
            fixture_press(&fixture, ".");
            resize(&fixture, size[0], size[1]);
            char *text = fixture_text(&fixture);
            cr_expect_null(strstr(text, "\\u{"), "%s at %d×%d:\n%s",
                           av_lens_name((enum av_lens)fixture.player.place.lens), size[0], size[1], text);
            free(text);
        }
    }
    fixture_close(&fixture);
}

Test(lenses, side_by_side_has_a_matrix_and_the_verdict_at_every_size)
{
    struct fixture fixture;
    fixture_open(&fixture, "four-blocks", 80, 24);
    fixture_go(&fixture, 7, AV_STAGE_SOFTMAX);
    fixture_press(&fixture, "=");
    for (int way = 0; way < 4; way++) {
        fixture.player.language = way < 2 ? AV_ENGLISH : AV_CHINESE;
        for (int height = AV_SCREEN_ROWS_MIN; height <= 64; height += height < 30 ? 1 : 7) {
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 220; width += width < 110 ? 5 : 30) {
                resize(&fixture, width, height);
                char *text = fixture_text(&fixture);
                cr_expect(strstr(text, "─ A = "), "%d×%d:\n%s", width, height, text);
                cr_expect(strstr(text, way < 2 ? "= 0  equal" : "= 0  相同"), "%d×%d:\n%s", width, height, text);
                free(text);
            }
        }
        fixture_press(&fixture, "c");
    }
    fixture_close(&fixture);
}
