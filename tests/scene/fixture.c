#include "fixture.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/player/key.h"

/* A clock by which a multiply-add takes a nanosecond, so that what is measured is the same everywhere. */
static double counting_seconds(void *of, uint64_t multiply_adds)
{
    (void)of;
    return 1e-9 * (double)multiply_adds;
}

static void open_player(struct fixture *fixture, int columns, int rows)
{
    struct av_error error = {.status = AV_OK};
    cr_assert_eq(av_player_init(&fixture->player, &fixture->lesson, &error), AV_OK, "%s", error.message);
    fixture->player.measure.clock = (struct av_clock){.seconds = counting_seconds};
    av_quiz_turn(&fixture->player, false);
    cr_assert_eq(av_canvas_init(&fixture->canvas, columns, rows, AV_CHARSET_UNICODE, &error), AV_OK);
}

void fixture_open(struct fixture *fixture, const char *name, int columns, int rows)
{
    char path[512];
    struct av_report report;
    snprintf(path, sizeof path, "%s/%s.json", AV_LESSONS, name);
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&fixture->lesson, path, &report), AV_OK, "%s loads: %s", path,
                 report.count > 0 ? report.errors[0].message : "");
    av_report_finish(&report);
    open_player(fixture, columns, rows);
}

void fixture_parse(struct fixture *fixture, const char *json, int columns, int rows)
{
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&fixture->lesson, "lesson.json", ".", json, strlen(json), &report), AV_OK, "%s %s",
                 report.count > 0 ? report.errors[0].place : "", report.count > 0 ? report.errors[0].message : "");
    av_report_finish(&report);
    open_player(fixture, columns, rows);
}

void fixture_close(struct fixture *fixture)
{
    av_canvas_finish(&fixture->canvas);
    av_player_finish(&fixture->player);
    av_lesson_finish(&fixture->lesson);
}

void fixture_press(struct fixture *fixture, const char *keys)
{
    char copy[1024], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", keys);
    for (char *name = strtok_r(copy, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
        struct av_error error = {.status = AV_OK};
        int key;
        cr_assert(av_key_parse(name, &key), "%s is a key", name);
        av_scene_measure(&fixture->player, &fixture->canvas);
        cr_assert_eq(av_player_press(&fixture->player, key, &error), AV_OK, "%s", error.message);
    }
}

void fixture_go(struct fixture *fixture, int token, enum av_stage stage)
{
    struct av_error error = {.status = AV_OK};
    struct av_place place = fixture->player.place;
    place.token = token - 1;
    place.stage = stage;
    cr_assert_eq(av_player_go(&fixture->player, &place, &error), AV_OK, "%s", error.message);
}

void fixture_draw(struct fixture *fixture)
{
    av_scene_draw(&fixture->player, &fixture->canvas);
}

/* Room for every cell at its longest, and line ends. */
static char *text_buffer(const struct av_canvas *canvas)
{
    char *text = calloc((size_t)canvas->height, (size_t)canvas->width * AV_GLYPH_BYTES + 1);
    cr_assert_not_null(text);
    return text;
}

static char *end_line(char *begin, char *end)
{
    while (end > begin && end[-1] == ' ')
        end--;
    *end = '\n';
    end[1] = '\0';
    return end + 1;
}

char *fixture_text(const struct fixture *fixture)
{
    const struct av_canvas *canvas = &fixture->canvas;
    char *text = text_buffer(canvas), *end = text;
    for (int y = 0; y < canvas->height; y++) {
        char *begin = end;
        for (int x = 0; x < canvas->width; x++)
            end = stpcpy(end, canvas->cells[y * canvas->width + x].text);
        end = end_line(begin, end);
    }
    return text;
}

char *fixture_roles(const struct fixture *fixture)
{
    const struct av_canvas *canvas = &fixture->canvas;
    char *text = text_buffer(canvas), *end = text;
    for (int y = 0; y < canvas->height; y++) {
        char *begin = end;
        for (int x = 0; x < canvas->width; x++) {
            const struct av_canvas_cell *cell = &canvas->cells[y * canvas->width + x];
            bool blank = cell->width == 1 && cell->text[0] == ' ' && cell->heat == 0 && cell->role == AV_ROLE_TEXT;
            /* a letter a role, from A; in lower case where the cell has a heat */
            char letter = (char)('A' + cell->role);
            *end++ = blank ? ' ' : cell->heat > 0 ? (char)(letter <= 'Z' ? letter + 32 : '~') : letter;
        }
        end = end_line(begin, end);
    }
    return text;
}
