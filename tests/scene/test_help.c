#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "strings.h"

static void set_size(struct fixture *fixture, int width, int height)
{
    cr_assert_eq(av_canvas_resize(&fixture->canvas, width, height, NULL), AV_OK);
    fixture->player.help_scroll_max = av_scene_help_scroll_max(&fixture->player, &fixture->canvas);
}

static char *help_at(struct fixture *fixture, int scroll)
{
    fixture->player.help_scroll = scroll;
    fixture_draw(fixture);
    return fixture_text(fixture);
}

/* True where the text is on the screen at some scroll. */
static bool ever_shown(struct fixture *fixture, const char *text)
{
    bool shown = false;
    for (int scroll = 0; scroll <= fixture->player.help_scroll_max && !shown; scroll++) {
        char *page = help_at(fixture, scroll);
        shown = strstr(page, text) != NULL;
        free(page);
    }
    return shown;
}

Test(help, begins_with_the_marks_and_says_that_there_is_more)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "?");
    set_size(&fixture, 80, 24);
    char *text = help_at(&fixture, 0);
    cr_assert_not_null(strstr(text, "\n  Marks "), "%s", text);
    cr_assert_not_null(strstr(text, "Stepping"), "the right half is used: %s", text);
    cr_assert_not_null(strstr(text, "1–22/"), "%s", text);
    cr_assert_not_null(strstr(text, " ↓\n"), "%s", text);
    free(text);
    text = help_at(&fixture, fixture.player.help_scroll_max);
    cr_assert_null(strstr(text, " ↓\n"), "%s", text);
    free(text);
    set_size(&fixture, 160, 60);
    cr_assert_eq(fixture.player.help_scroll_max, 0);
    text = help_at(&fixture, 0);
    cr_assert_null(strstr(text, "1–"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

Test(help, shows_all_of_it_at_every_size)
{
    static const int sizes[][2] = {
        {40, 12}, {60, 20}, {76, 24}, {80, 24}, {120, 40}, {200, 60},
    };
    struct fixture fixture;
    int count;
    const struct av_letters *letters = av_string_letters(&count);
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "?");
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            set_size(&fixture, sizes[i][0], sizes[i][1]);
            for (int l = 0; l < count; l++)
                cr_assert(ever_shown(&fixture, letters[l].name), "%s", letters[l].name);
            cr_assert(ever_shown(&fixture, av_command_info(AV_COMMAND_QUIT)->help.in[language]));
            cr_assert(ever_shown(&fixture, "Ctrl-L"));
            cr_assert_not(ever_shown(&fixture, "…"), "nothing is cut");
        }
    }
    fixture_close(&fixture);
}

Test(help, ends_where_its_last_line_is_in_sight)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 40, 12);
    fixture_press(&fixture, "?");
    for (int width = AV_SCREEN_COLUMNS_MIN; width <= 200; width += 8) {
        set_size(&fixture, width, 14);
        int last = fixture.player.help_scroll_max;
        char *end = help_at(&fixture, last), *beyond = help_at(&fixture, last + 5);
        cr_assert_str_eq(end, beyond, "%d columns", width);
        free(beyond);
        if (last > 0) {
            char *before = help_at(&fixture, last - 1);
            cr_assert_str_neq(end, before, "%d columns", width);
            free(before);
        }
        free(end);
    }
    fixture_close(&fixture);
}
