#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "fixture.h"
#include "strings.h"

static bool shown(struct fixture *fixture)
{
    fixture_draw(fixture);
    char *text = fixture_text(fixture);
    const char *words =
        fixture->player.language == AV_ENGLISH ? "Tab into a panel  ? help  q quit" : "Tab 进入面板  ? 帮助  q 退出";
    bool found = strstr(text, words) != NULL;
    free(text);
    return found;
}

Test(hint, is_whole_at_every_size_and_only_where_it_was_asked_for)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        for (int width = AV_SCREEN_COLUMNS_MIN; width <= 250; width += 10) {
            for (int height = AV_SCREEN_ROWS_MIN; height <= 70; height += 2) {
                cr_assert_eq(av_canvas_resize(&fixture.canvas, width, height, NULL), AV_OK);
                fixture.player.hint = AV_HINT_KEYS;
                cr_assert(shown(&fixture), "%d×%d", width, height);
                fixture.player.hint = 0;
                cr_assert_not(shown(&fixture), "%d×%d", width, height);
            }
        }
    }
    fixture_close(&fixture);
}

Test(hint, goes_after_three_keys_and_waits_below_the_help)
{
    struct fixture fixture;
    fixture_open(&fixture, "generate", 80, 24);
    fixture.player.hint = AV_HINT_KEYS;
    fixture_press(&fixture, "Right");
    cr_assert(shown(&fixture));
    fixture_press(&fixture, "?");
    cr_assert_not(shown(&fixture), "the help is over the whole screen");
    fixture_press(&fixture, "?");
    cr_assert_not(shown(&fixture));
    fixture.player.hint = AV_HINT_KEYS;
    fixture_press(&fixture, "? ?");
    cr_assert(shown(&fixture));
    fixture_press(&fixture, "g");
    cr_assert_not(shown(&fixture));
    fixture_close(&fixture);
}

/* The keys that it tells of are those that do so where one is. */
Test(hint, tells_the_keys_of_the_place)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture.player.hint = AV_HINT_KEYS;
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "→ next stage  ↓ next token  c cache"), "%s", text);
    free(text);
    fixture_press(&fixture, "Tab");
    fixture_draw(&fixture);
    text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "Space next stage  n next token  c cache"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

/* The row of the current token and its formula stay in sight. */
Test(hint, hides_no_number_of_the_current_token_where_the_lesson_begins)
{
    static const int sizes[][2] = {{40, 12}, {60, 20}, {80, 24}, {120, 40}};
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cr_assert_eq(av_canvas_resize(&fixture.canvas, sizes[i][0], sizes[i][1], NULL), AV_OK);
        fixture.player.hint = AV_HINT_KEYS;
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        cr_assert_not_null(strstr(text, "+它 "), "%s", text);
        free(text);
    }
    fixture_close(&fixture);
}

/* What is hidden is not clicked by accident. */
Test(hint, covers_what_could_be_clicked_below)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int hint = AV_HINT_KEYS; hint >= 0; hint -= AV_HINT_KEYS) {
        fixture.player.hint = hint;
        fixture_draw(&fixture);
        int clickable = 0;
        for (int x = 0; x < 40; x++)
            clickable += av_canvas_hit(&fixture.canvas, x, 17).id != AV_COMMAND_NONE;
        cr_assert(hint > 0 ? clickable < 10 : clickable > 20, "%d columns", clickable);
    }
    fixture_close(&fixture);
}
