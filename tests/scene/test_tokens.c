/* Tokens that are hard on columns: frames have to stay where they are, and nothing may steer the terminal. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "layout.h"

/* clang-format takes several rounds over wide characters. */
/* clang-format off */
static const char lesson_text[] =
    "{\"attnviz\":1,\"title\":{\"en\":\"\\u001b]52;c;aGk=\\u0007 %n %s\",\"zh\":\"\\u202e倒\"},"
    "\"teaches\":{\"en\":\"t\",\"zh\":\"t\"},\"prompt\":[\"a\",\"它们\","
    "\"e\\u0301\\u0302\\u0303\\u0304\\u0305\\u0306\","
    "\"👩‍👩‍👧‍👦\",\"🇨🇳\",\"\\u001b[2J\",\"\\u200b\",\"%n%s\",\"שלום\",\"❤️\",\"👍🏽\",\"\\u0085\",\"ｗ\"],"
    "\"generate\":0,"
    "\"model\":{\"vocabulary\":[\"a\",\"它们\",\"e\\u0301\\u0302\\u0303\\u0304\\u0305\\u0306\",\"👩‍👩‍👧‍👦\","
    "\"🇨🇳\","
    "\"\\u001b[2J\",\"\\u200b\",\"%n%s\",\"שלום\",\"❤️\",\"👍🏽\",\"\\u0085\",\"ｗ\"],"
    "\"d_model\":4,\"n_layer\":1,\"n_head\":1,\"d_k\":4,\"d_v\":4,\"n_ctx\":16,\"position\":\"none\",\"norm\":\"none\","
    "\"feed_forward\":\"none\",\"tied\":true,\"embedding\":{\"random\":\"normal\",\"std\":1,\"seed\":1},"
    "\"layers\":[{\"wq\":{\"random\":\"normal\",\"std\":1,\"seed\":2},\"wk\":{\"random\":\"normal\",\"std\":1,\"seed\":"
    "3},"
    "\"wv\":{\"random\":\"normal\",\"std\":1,\"seed\":4},\"wo\":{\"random\":\"normal\",\"std\":1,\"seed\":5}}]},"
    "\"notes\":[{\"at\":{},\"en\":\"note \\u001b[31m\",\"zh\":\"笔记\\u0007\"}]}";
/* clang-format on */

static void open_hard_lesson(struct fixture *fixture)
{
    struct av_report report;
    struct av_error error = {.status = AV_OK};
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&fixture->lesson, "hard.json", ".", lesson_text, strlen(lesson_text), &report), AV_OK,
                 "%s %s", report.count > 0 ? report.errors[0].place : "",
                 report.count > 0 ? report.errors[0].message : "");
    av_report_finish(&report);
    cr_assert_eq(av_player_init(&fixture->player, &fixture->lesson, &error), AV_OK, "%s", error.message);
    cr_assert_eq(av_canvas_init(&fixture->canvas, 80, 24, AV_CHARSET_UNICODE, &error), AV_OK);
}

/* Each side of each panel is a frame's character in every line. */
static void assert_frames(struct fixture *fixture)
{
    struct av_canvas *canvas = &fixture->canvas;
    struct av_layout layout = av_layout_of(&fixture->player, canvas->width, canvas->height, canvas->charset);
    for (int i = 0; i < layout.n_panel; i++) {
        const struct av_rectangle *box = &layout.panels[i].box;
        for (int y = box->y + 1; y < box->y + box->height - 1; y++) {
            const char *left = av_canvas_at(canvas, box->x, y)->text;
            const char *right = av_canvas_at(canvas, box->x + box->width - 1, y)->text;
            cr_assert(strcmp(left, "│") == 0 || strcmp(left, "┃") == 0, "%d×%d line %d: %s", canvas->width,
                      canvas->height, y, left);
            cr_assert(strcmp(right, "│") == 0 || strcmp(right, "┃") == 0, "%d×%d line %d: %s", canvas->width,
                      canvas->height, y, right);
        }
    }
}

/* The widths of the cells of each line add up to the line's, and every wide one has its second half. */
static void assert_columns(const struct av_canvas *canvas)
{
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            const struct av_canvas_cell *cell = &canvas->cells[y * canvas->width + x];
            if (cell->width == 2) {
                cr_assert_lt(x + 1, canvas->width);
                cr_assert_eq(cell[1].width, 0);
            }
            if (cell->width == 0)
                cr_assert(x > 0 && cell[-1].width == 2);
            cr_assert(cell->width == 0 || (unsigned char)cell->text[0] >= 0x20);
        }
    }
}

Test(tokens, frames_stay_in_their_columns_at_every_width)
{
    struct fixture fixture;
    open_hard_lesson(&fixture);
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        if (!av_stage_exists(&fixture.lesson.model.config, (enum av_stage)stage))
            continue;
        fixture_go(&fixture, 13, (enum av_stage)stage);
        for (int width = AV_SCREEN_COLUMNS_MIN; width <= 120; width++) {
            cr_assert_eq(av_canvas_resize(&fixture.canvas, width, 24 + width % 20, NULL), AV_OK);
            fixture_draw(&fixture);
            assert_frames(&fixture);
            assert_columns(&fixture.canvas);
        }
    }
    fixture_close(&fixture);
}

Test(tokens, no_control_character_reaches_the_canvas)
{
    struct fixture fixture;
    open_hard_lesson(&fixture);
    fixture_go(&fixture, 6, AV_STAGE_SOFTMAX);
    cr_assert_eq(av_canvas_resize(&fixture.canvas, 120, 40, NULL), AV_OK);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        for (const char *at = text; *at != '\0'; at++) {
            cr_assert((unsigned char)*at >= 0x20 || *at == '\n');
            cr_assert(strncmp(at, "\xc2\x85", 2) != 0 && strncmp(at, "\xe2\x80\xae", 3) != 0);
        }
        cr_assert(language == AV_CHINESE || strstr(text, "%n %s") != NULL, "a format is text like any other");
        free(text);
    }
    fixture_close(&fixture);
}

Test(tokens, ascii_screens_hold_ascii_only)
{
    struct fixture fixture;
    open_hard_lesson(&fixture);
    fixture.canvas.charset = AV_CHARSET_ASCII;
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        if (!av_stage_exists(&fixture.lesson.model.config, (enum av_stage)stage))
            continue;
        for (int keys = 0; keys < 3; keys++) {
            fixture_go(&fixture, 13, (enum av_stage)stage);
            fixture_press(&fixture, keys == 1 ? "c Tab" : keys == 2 ? "?" : "");
            fixture_draw(&fixture);
            char *text = fixture_text(&fixture);
            for (const char *at = text; *at != '\0'; at++)
                cr_assert((*at >= 0x20 && *at < 0x7f) || *at == '\n', "stage %d:\n%s", stage, text);
            free(text);
            fixture_press(&fixture, keys == 1 ? "c Escape" : keys == 2 ? "?" : "");
        }
    }
    fixture_close(&fixture);
}

/* Whether the strip, the second line, has this. */
static bool strip_has(struct fixture *fixture, const char *part)
{
    fixture_draw(fixture);
    char *text = fixture_text(fixture), *strip = strchr(text, '\n') + 1;
    *strchr(strip, '\n') = '\0';
    bool has = strstr(strip, part) != NULL;
    free(text);
    return has;
}

/* At the last stage alone, where it has been chosen, and with a sign that needs no colour. */
Test(tokens, the_chosen_one_joins_the_text)
{
    struct fixture fixture;
    fixture_open(&fixture, "generate", 120, 40);
    fixture_go(&fixture, 5, AV_STAGE_LOGITS);
    cr_assert_not(strip_has(&fixture, "+"));
    fixture_go(&fixture, 5, AV_STAGE_NEXT);
    cr_assert(strip_has(&fixture, "  dream +that  I "));
    fixture_go(&fixture, 1, AV_STAGE_NEXT);
    cr_assert(strip_has(&fixture, "▸+I  have "));
    fixture_go(&fixture, 10, AV_STAGE_NEXT);
    cr_assert_not(strip_has(&fixture, "+"), "the last one that is there was chosen a step ago");
    fixture_close(&fixture);
}

/* What follows within a prompt is the prompt's, whatever the model would say. */
Test(tokens, of_the_prompt_are_not_chosen)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 9, AV_STAGE_NEXT);
    cr_assert_not(strip_has(&fixture, "+"));
    fixture_go(&fixture, 10, AV_STAGE_NEXT);
    cr_assert(strip_has(&fixture, "+很"));
    fixture_close(&fixture);
}
