/* The project's lessons on the screen: what they say is seen whole. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "panels/panels.h"

#define NOTE_LINES 2 /* from 20 rows on */

/* Calls look for each lesson, on a screen of that size. */
static void each_lesson(int columns, int rows, void (*look)(struct fixture *fixture))
{
    static const char ending[] = ".json";
    DIR *folder = opendir(AV_LESSONS);
    int count = 0;
    cr_assert_not_null(folder, "%s cannot be opened", AV_LESSONS);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char name[64];
        struct fixture fixture;
        size_t length = strlen(entry->d_name);
        if (length <= strlen(ending) || strcmp(entry->d_name + length - strlen(ending), ending) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(length - strlen(ending)), entry->d_name);
        fixture_open(&fixture, name, columns, rows);
        look(&fixture);
        fixture_close(&fixture);
        count++;
    }
    closedir(folder);
    cr_assert_geq(count, 2);
}

static void check_notes(struct fixture *fixture)
{
    struct av_pen pen = {.canvas = &fixture->canvas, .player = &fixture->player};
    for (int i = 0; i < fixture->lesson.n_note; i++)
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            const char *words = fixture->lesson.notes[i].words.in[language];
            int lines = av_wrapped_lines(&pen, fixture->canvas.width - 2, words);
            cr_expect_leq(lines, NOTE_LINES, "%s takes %d lines of %d columns: %s", fixture->lesson.name, lines,
                          fixture->canvas.width, words);
        }
}

Test(lessons, notes_are_not_cut)
{
    each_lesson(80, 24, check_notes);
    each_lesson(120, 40, check_notes);
}

/* English words on a plain screen: without an escape, and not cut. */
static void check_plain(struct fixture *fixture, const char *words, int most)
{
    char buffer[2048];
    struct av_pen pen = {.canvas = &fixture->canvas, .player = &fixture->player};
    const char *shown = av_player_words(&fixture->player, words, buffer, sizeof buffer);
    int lines = av_wrapped_lines(&pen, fixture->canvas.width - 2, shown);
    cr_expect_leq(lines, most, "%s takes %d lines: %s", fixture->lesson.name, lines, shown);
    struct av_glyphs glyphs = {.text = shown, .charset = AV_CHARSET_ASCII};
    for (struct av_glyph glyph; av_glyphs_next(&glyphs, &glyph);)
        cr_expect_neq(glyph.text[0], '\\', "%s: %s", fixture->lesson.name, shown);
}

static void check_plain_words(struct fixture *fixture)
{
    const struct av_lesson *lesson = &fixture->lesson;
    fixture->player.plain = true;
    fixture->canvas.charset = AV_CHARSET_ASCII;
    check_plain(fixture, lesson->title.in[AV_ENGLISH], 1);
    for (int i = 0; i < lesson->n_note; i++)
        check_plain(fixture, lesson->notes[i].words.in[AV_ENGLISH], NOTE_LINES);
    for (int i = 0; i < lesson->n_question; i++) {
        check_plain(fixture, lesson->questions[i].ask.in[AV_ENGLISH], 3);
        check_plain(fixture, lesson->questions[i].hint.in[AV_ENGLISH], 3);
        check_plain(fixture, lesson->questions[i].reason.in[AV_ENGLISH], 3);
    }
}

Test(lessons, a_plain_screen_can_say_it_all)
{
    each_lesson(80, 24, check_plain_words);
}

/* The last box of a screen, and what is below it: where a question stands. */
static const char *box_of(const char *text)
{
    const char *box = NULL;
    for (const char *next = strstr(text, "┌─"); next; next = strstr(next + 1, "┌─"))
        box = next;
    cr_assert_not_null(box);
    return box;
}

/* A question as it is asked, with its hint, and answered: none of its words is cut. */
static void check_question(struct fixture *fixture, const struct av_question *question)
{
    static const char *const keys[] = {"", "H", "A"};
    struct av_place place = question->place;
    place.layer = place.layer == AV_ANY ? 0 : place.layer;
    place.head = place.head == AV_ANY ? 0 : place.head;
    if (fixture->player.cache_on != (question->when != AV_WHEN_CACHE_OFF))
        fixture_press(fixture, "c");
    cr_assert_eq(av_player_go(&fixture->player, &place, NULL), AV_OK);
    for (int i = 0; i < 3; i++) {
        fixture_press(fixture, keys[i]);
        fixture_draw(fixture);
        cr_assert_eq(av_quiz_question(&fixture->player), question);
        char *text = fixture_text(fixture);
        cr_expect_null(strstr(box_of(text), "…"), "%s: a question is cut:\n%s", fixture->lesson.name, text);
        free(text);
    }
    fixture_press(fixture, "Enter"); /* on to another one that is asked there */
}

static void check_questions(struct fixture *fixture)
{
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture->player.language = (enum av_language)language;
        memset(fixture->player.quiz.entries, 0, (size_t)fixture->lesson.n_question * sizeof(struct av_quiz_entry));
        av_quiz_turn(&fixture->player, true);
        for (int i = 0; i < fixture->lesson.n_question; i++)
            check_question(fixture, &fixture->lesson.questions[i]);
    }
}

Test(lessons, questions_are_not_cut)
{
    each_lesson(80, 24, check_questions);
    each_lesson(120, 40, check_questions);
}

static bool names_a_rule(const struct av_note *note)
{
    return note->mask != AV_ANY || note->scaled != AV_ANY;
}

/* True where the lesson asks to try another rule, and has no words of that for the note's place. */
static bool is_said_under_another_rule(const struct av_lesson *lesson, const struct av_note *note)
{
    bool asks = false, has_words = false;
    for (int i = 0; i < lesson->n_note; i++) {
        const struct av_note *other = &lesson->notes[i];
        asks = asks || names_a_rule(other);
        has_words = has_words || (names_a_rule(other) && other->place.token == note->place.token &&
                                  other->place.stage == note->place.stage && other->place.lens == note->place.lens);
    }
    return asks && !has_words;
}

static void check_last_notes(struct fixture *fixture)
{
    struct av_pen pen = {.canvas = &fixture->canvas, .player = &fixture->player};
    const struct av_lesson *lesson = &fixture->lesson;
    for (int i = 0; i < AV_LANGUAGE_COUNT * lesson->n_note; i++) {
        const struct av_note *note = &lesson->notes[i / AV_LANGUAGE_COUNT];
        enum av_language language = (enum av_language)(i % AV_LANGUAGE_COUNT);
        bool last = note->place.token == lesson->n_prompt + lesson->n_generate - 1;
        char text[2048];
        if (!last || note->place.stage != AV_STAGE_NEXT || !is_said_under_another_rule(lesson, note))
            continue;
        snprintf(text, sizeof text, "%s%s", av_string(AV_STRING_AS_IT_WAS, language), note->words.in[language]);
        cr_expect_leq(av_wrapped_lines(&pen, fixture->canvas.width - 2, text), NOTE_LINES, "%s: %s", lesson->name,
                      text);
    }
}

/* Who ends a lesson under another rule, which it asks to try, is told the name of the next one all the same. */
Test(lessons, last_notes_are_not_cut_under_another_rule)
{
    each_lesson(80, 24, check_last_notes);
}
