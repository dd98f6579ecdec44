/* What is wrong with the lesson's file, over the screen of the lesson as it was. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

#define ABOVE 3 /* lines that stay */

static struct fixture fixture;
static struct av_report report;

static void open_with(int n, int length)
{
    fixture_open(&fixture, "pronoun", 80, 24);
    av_report_init(&report);
    for (int i = 0; i < n; i++) {
        struct av_error error = {.status = AV_ERROR_VALUE};
        snprintf(error.place, sizeof error.place, "my.json: $.notes[%d]", i);
        for (int k = 0; k < length && k < (int)sizeof error.message - 1; k++)
            error.message[k] = k % 7 == 6 ? ' ' : 'x';
        av_report_add(&report, &error);
    }
}

static void close_all(void)
{
    fixture_close(&fixture);
    av_report_finish(&report);
}

static char *draw_with(const struct av_report *faults)
{
    fixture.player.faults = faults;
    fixture_draw(&fixture);
    return fixture_text(&fixture);
}

/* The line of that number, from 0, and what follows. */
static const char *line(const char *text, int number)
{
    for (; number > 0 && text; number--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text;
}

static void check_screen(const char *what)
{
    char *bare = draw_with(NULL), *text = draw_with(&report), title[64];
    bool english = fixture.player.language == AV_ENGLISH;
    snprintf(title, sizeof title, english ? "Faults in the lesson's file: %d " : "课程文件里的错误：%d 处 ",
             report.count);
    cr_assert_not_null(strstr(text, title), "%s: %s", what, text);
    cr_assert_not_null(strstr(text, english ? " Esc: put away " : " Esc 收起 "), "%s: %s", what, text);
    cr_assert_not_null(strstr(text, "my.json: $.notes[0]"), "%s: %s", what, text);
    cr_assert_eq(strncmp(bare, text, (size_t)(line(bare, ABOVE) - bare)), 0, "%s: where one is stays in sight", what);
    int last = fixture.canvas.height - 1;
    cr_assert_str_eq(line(bare, last), line(text, last), "%s: so do the keys", what);
    struct av_command command = av_canvas_hit(&fixture.canvas, fixture.canvas.width / 2, last - 2);
    cr_assert_eq(command.id, AV_COMMAND_LEAVE, "%s: a click puts them away", what);
    free(bare);
    free(text);
}

Test(faults, fit_every_screen)
{
    static const int counts[][2] = {{1, 20}, {1, 230}, {3, 60}, {7, 150}, {100, 40}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        open_with(counts[i][0], counts[i][1]);
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            fixture.player.language = (enum av_language)language;
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 200; width += 20) {
                for (int height = AV_SCREEN_ROWS_MIN; height <= 60; height += 4) {
                    char what[64];
                    snprintf(what, sizeof what, "%d faults at %d×%d", counts[i][0], width, height);
                    cr_assert_eq(av_canvas_resize(&fixture.canvas, width, height, NULL), AV_OK);
                    check_screen(what);
                }
            }
        }
        close_all();
    }
}

Test(faults, are_counted_where_there_is_no_room_for_all)
{
    open_with(100, 20);
    char *text = draw_with(&report);
    cr_assert_not_null(strstr(text, "$.notes[4]"));
    cr_assert_null(strstr(text, "$.notes[5]"));
    cr_assert_not_null(strstr(text, "… and 95 more"), "%s", text);
    free(text);
    report.complete = false;
    text = draw_with(&report);
    cr_assert_not_null(strstr(text, "file: 100+ "), "%s", text);
    free(text);
    close_all();
}

Test(faults, are_put_away_by_escape_alone)
{
    open_with(2, 20);
    fixture.player.faults = &report;
    fixture_press(&fixture, "Tab Right c ?");
    cr_assert_not_null(fixture.player.faults);
    fixture_press(&fixture, "Escape");
    cr_assert_null(fixture.player.faults);
    cr_assert(fixture.player.help.open, "the next one closes the help");
    fixture_press(&fixture, "Escape");
    cr_assert_not(fixture.player.help.open);
    close_all();
}
