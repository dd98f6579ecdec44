/* The table of well-known models, on screens of many sizes. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* The line of the screen that begins with a row's sign and a model's name, up to its end; false where there is none. */
static bool find_row(const char *screen, const char *name, char line[512])
{
    for (const char *at = strstr(screen, "▶"); at != NULL; at = strstr(at + 1, "▶")) {
        size_t length = strcspn(at, "\n");
        if (length >= 512)
            continue;
        memcpy(line, at, length);
        line[length] = '\0';
        const char *found = strstr(line, name);
        if (found != NULL && found - line <= 6)
            return true;
    }
    return false;
}

static void check_screen(struct fixture *fixture, int columns, int rows)
{
    struct av_error error = {.status = AV_OK};
    cr_assert_eq(av_canvas_resize(&fixture->canvas, columns, rows, &error), AV_OK);
    fixture_draw(fixture);
    int count;
    const struct av_shape *shape = &av_shapes(&count)[fixture->player.sizes.shape];
    char line[512], *screen = fixture_text(fixture);
    cr_assert(find_row(screen, shape->name, line), "%s at %d×%d:\n%s", shape->name, columns, rows, screen);
    cr_assert_eq(strchr(line, '!') != NULL, fixture->player.sizes.n > shape->config.n_ctx, "%s", line);
    free(screen);
}

Test(sizes, the_chosen_model_is_in_sight_and_marked_where_n_is_beyond_its_context)
{
    static const int screens[][2] = {{40, 12}, {60, 20}, {80, 24}, {120, 40}, {200, 60}};
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        int count;
        av_shapes(&count);
        fixture.player.language = (enum av_language)language;
        fixture_press(&fixture, "1 6");
        for (int i = 0; i < count; i++) {
            for (int n = 1; n <= AV_SHAPE_TOKENS_MAX; n *= 2) {
                fixture.player.sizes = (struct av_sizes){.shape = i, .n = n, .batch = 256, .bytes = 4};
                check_screen(&fixture, screens[(i + n) % 5][0], screens[(i + n) % 5][1]);
            }
        }
    }
    fixture_close(&fixture);
}

/* Published: 512 KiB a token at two bytes a number; half a MiB · 4 096 = 2 GiB; 7.68 G by hand (see the player's
 * tests). */
Test(sizes, a_row_says_what_is_known_of_the_model)
{
    struct fixture fixture;
    char line[512];
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_press(&fixture, "6 Right Right Right Right Right");
    fixture_draw(&fixture);
    char *screen = fixture_text(&fixture);
    cr_assert(find_row(screen, "Llama 2 7B", line));
    static const char *const known[] = {"4 096", "32/32", "512 KiB", "2 GiB", "7.68 G", "31.5 T", "4 096×"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_assert_not_null(strstr(line, known[i]), "%s in: %s", known[i], line);
    free(screen);
    fixture_close(&fixture);
}

/* A click on a row chooses its model; the wheel goes to the next. */
Test(sizes, a_row_can_be_clicked)
{
    struct fixture fixture;
    struct av_error error = {.status = AV_OK};
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "6");
    fixture_draw(&fixture);
    struct av_command click = av_canvas_hit(&fixture.canvas, 20, 6 + 3); /* below tabs and headings, the fourth */
    cr_assert_eq(av_player_do(&fixture.player, click, &error), AV_OK);
    cr_assert_eq(fixture.player.sizes.shape, 3);
    fixture_draw(&fixture);
    struct av_command turn = av_canvas_wheel(&fixture.canvas, 20, 8, AV_WHEEL_UP);
    cr_assert_eq(av_player_do(&fixture.player, turn, &error), AV_OK);
    cr_assert_eq(fixture.player.sizes.shape, 2);
    fixture_close(&fixture);
}
