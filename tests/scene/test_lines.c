/* The lines around the panels: keys, switches, and text that does not fit. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "panels/panels.h"

static const char *const contexts[AV_CONTEXT_COUNT] = {
    [AV_CONTEXT_LESSON] = "", [AV_CONTEXT_PANEL] = "Tab", [AV_CONTEXT_WORKING] = "Tab Enter",
    [AV_CONTEXT_LENS] = "=",  [AV_CONTEXT_HELP] = "?",    [AV_CONTEXT_ASKING] = "g"};

/* What stands in a rectangle of one line; returns buffer. */
static const char *text_of(const struct av_canvas *canvas, const struct av_hit *hit, char buffer[256])
{
    buffer[0] = '\0';
    for (int x = hit->x; x < hit->x + hit->width; x++)
        strcat(buffer, canvas->cells[hit->y * canvas->width + x].text);
    return buffer;
}

/* Each key of the line gives in this context the command that a click on it gives; returns how many there are. */
static int assert_keys(const struct av_canvas *canvas, int y, enum av_context context)
{
    int count = 0, covered = 0, keys = 0;
    for (int i = 0; i < canvas->n_hit; i++) {
        const struct av_hit *hit = &canvas->hits[i];
        char label[256];
        int key;
        if (hit->y != y || canvas->cells[y * canvas->width + hit->x].role != AV_ROLE_BAR_KEY)
            continue;
        cr_assert(av_key_parse(text_of(canvas, hit, label), &key), "%s is a key", label);
        cr_assert_neq(hit->command.id, AV_COMMAND_NONE);
        cr_assert_eq(av_keymap_command(key, context), hit->command.id, "%s in context %d", label, (int)context);
        covered += hit->width;
        count++;
    }
    for (int x = 0; x < canvas->width; x++)
        keys += canvas->cells[y * canvas->width + x].role == AV_ROLE_BAR_KEY;
    cr_assert_eq(covered, keys, "each key can be clicked");
    return count;
}

Test(lines, of_keys_name_only_keys_that_do_something_there)
{
    for (int context = 0; context < AV_CONTEXT_LIBRARY; context++) {
        struct fixture fixture;
        fixture_open(&fixture, "pronoun", 80, 24);
        fixture_press(&fixture, contexts[context]);
        cr_assert_eq((int)av_player_context(&fixture.player), context);
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            fixture.player.language = (enum av_language)language;
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 140; width++) {
                cr_assert_eq(av_canvas_resize(&fixture.canvas, width, 24, NULL), AV_OK);
                fixture_draw(&fixture);
                cr_assert_geq(assert_keys(&fixture.canvas, 23, (enum av_context)context), 2);
            }
        }
        fixture_close(&fixture);
    }
}

Test(lines, of_keys_in_the_list_of_lessons_too)
{
    struct av_shelf_entry entry = {.name = "one", .path = "one", .title = {{"one", "一"}}, .teaches = {{"one", "一"}}};
    struct av_shelf shelf = {.count = 1};
    const struct av_library library = {.entries = &entry, .count = 1, .shelves = &shelf, .n_shelf = 1};
    const struct av_progress nothing = {.kept = NULL};
    struct av_picker picker;
    struct av_canvas canvas;
    cr_assert_eq(av_canvas_init(&canvas, 70, 20, AV_CHARSET_UNICODE, NULL), AV_OK);
    cr_assert_eq(av_picker_init(&picker, &library, &nothing, NULL), AV_OK);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        picker.language = (enum av_language)language;
        av_scene_draw_picker(&picker, &canvas);
        cr_assert_eq(assert_keys(&canvas, 19, AV_CONTEXT_LIBRARY), 6);
    }
    av_picker_finish(&picker);
    av_canvas_finish(&canvas);
}

static bool offers(const struct av_canvas *canvas, enum av_command_id id)
{
    for (int i = 0; i < canvas->n_hit; i++) {
        if (canvas->hits[i].y == canvas->height - 1 && canvas->hits[i].command.id == id)
            return true;
    }
    return false;
}

/* Who cannot read the screen must find the key that changes its language. */
Test(lines, of_keys_have_the_language_at_80_columns)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        for (int panel = 0; panel < 2; panel++) {
            fixture_press(&fixture, panel ? "Tab" : "Escape");
            fixture_draw(&fixture);
            cr_assert(offers(&fixture.canvas, AV_COMMAND_LANGUAGE));
            cr_assert(offers(&fixture.canvas, AV_COMMAND_QUIT));
            cr_assert(panel || offers(&fixture.canvas, AV_COMMAND_STAGE_BACK), "each key of a pair is its own");
        }
    }
    fixture_close(&fixture);
}

/* A weight can be changed, and what is computed cannot; what was changed can be taken back. */
Test(lines, of_keys_offer_changes_where_they_can_be_made)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    static const struct {
        const char *keys;
        bool edit, undo;
    } looks[] = {
        {"Right Tab", false, false}, /* Q */
        {"Shift-Tab Shift-Tab", true, false},
        {"+", true, true},      /* W_Q */
        {"Enter", true, false}, /* explained: no room for more at 80 columns */
        {"Escape Tab Tab", false, true},
        {"u", false, false},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        fixture_press(&fixture, looks[i].keys);
        fixture_draw(&fixture);
        cr_expect_eq(offers(&fixture.canvas, AV_COMMAND_EDIT), looks[i].edit, "after %s", looks[i].keys);
        cr_expect_eq(offers(&fixture.canvas, AV_COMMAND_UNDO), looks[i].undo, "after %s", looks[i].keys);
    }
    fixture_close(&fixture);
}

Test(lines, that_are_cut_say_so)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 60, 20);
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "attnviz  What does 它"), "%s", text);
    text[strcspn(text, "\n")] = '\0';
    cr_assert_not_null(strstr(text, "…"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

/* Where the title is not whole, nothing stands beside it that is as usual; what is not keeps its place. */
Test(lines, give_the_title_room_before_what_is_as_usual)
{
    static const char *const usual[] = {"mask −∞", "÷√dₖ ●", "layer 1/1", "head 1/1"};
    static const char *const unusual[] = {"mask ×0", "÷√dₖ ○", "layer 2/3"};
    struct fixture fixture;
    fixture_open(&fixture, "why-valid", 80, 24);
    for (int changed = 0; changed < 2; changed++) {
        for (int width = 40; width <= 130; width++) {
            cr_assert_eq(av_canvas_resize(&fixture.canvas, width, 24, NULL), AV_OK);
            fixture_draw(&fixture);
            char *text = fixture_text(&fixture);
            text[strcspn(text, "\n")] = '\0';
            bool whole = strstr(text, fixture.lesson.title.in[AV_ENGLISH]) != NULL;
            for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
                cr_expect(whole || strstr(text, usual[i]) == NULL, "%s", text);
            for (size_t i = 0; changed && width >= 92 && i < sizeof unusual / sizeof *unusual; i++)
                cr_expect_not_null(strstr(text, unusual[i]), "%s", text);
            cr_expect(whole || width < (changed ? 105 : 80), "%s", text);
            free(text);
        }
        fixture_press(&fixture, "s m }");
    }
    fixture_close(&fixture);
}

/* No character of another script, and signs that are still told apart: a product is no decimal point. */
Test(lines, are_plain_in_ascii)
{
    struct fixture fixture;
    fixture_open(&fixture, "generate", 120, 40);
    fixture.canvas.charset = AV_CHARSET_ASCII;
    fixture_go(&fixture, 4, AV_STAGE_SCORES);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        cr_assert_not_null(strstr(text, language == AV_ENGLISH ? "EN/ZH" : "ZH/EN"), "%s", text);
        cr_assert(language == AV_CHINESE || strstr(text, "L ZH") != NULL, "%s", text);
        cr_assert_not_null(strstr(text, "1.50*2.00"), "%s", text);
        cr_assert(language == AV_CHINESE || strstr(text, "embed > project") != NULL, "%s", text);
        free(text);
    }
    fixture_close(&fixture);
}

Test(lines, playing_shows_its_speed)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 20);
    fixture_press(&fixture, "a");
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "▶ 1.0×"), "%s", text);
    free(text);
    fixture_press(&fixture, "+ + +"); /* 200 ms where 1000 ms is usual */
    fixture_draw(&fixture);
    text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "▶ 5.0×"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

Test(lines, longer_than_a_buffer_are_cut_at_a_glyph)
{
    char text[3 * 1000 + 1], *end = text;
    struct av_canvas canvas;
    cr_assert_eq(av_canvas_init(&canvas, 2000, 4, AV_CHARSET_UNICODE, NULL), AV_OK);
    const struct av_pen pen = {.canvas = &canvas};
    for (int i = 0; i < 1000; i++)
        end = stpcpy(end, "书");
    av_draw_wrapped(&pen, 0, 0, 2000, 4, AV_ROLE_TEXT, text);
    int books = 0;
    for (int i = 0; i < canvas.width * canvas.height; i++) {
        const char *glyph = canvas.cells[i].text;
        cr_assert(*glyph == '\0' || strcmp(glyph, " ") == 0 || strcmp(glyph, "书") == 0, "%s", glyph);
        books += strcmp(glyph, "书") == 0;
    }
    cr_assert_eq(books, 1000);
    av_canvas_finish(&canvas);
}

/* Where no glyph fits, each has a line of its own: wrapping ends, and nothing is written outside its place. */
Test(lines, without_room_have_a_glyph_each)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 40, 12);
    struct av_pen pen = {.canvas = &fixture.canvas, .player = &fixture.player};
    for (int width = -3; width <= 1; width++) {
        cr_assert_eq(av_wrapped_lines(&pen, width, "A(it)"), 5, "%d columns", width);
        cr_assert_eq(av_wrapped_lines(&pen, width, "书在"), 2, "%d columns", width);
        cr_assert_eq(av_wrapped_lines(&pen, width, ""), 1, "%d columns", width);
    }
    fixture_close(&fixture);
}

/* Where what the learner switched to is what a note speaks of, it is not of the lesson as it was. */
Test(lines, a_note_of_a_rule_stands_by_itself_under_that_rule)
{
    struct fixture fixture;
    const char *as_it_was = av_string(AV_STRING_AS_IT_WAS, AV_ENGLISH);
    static const struct {
        const char *keys;
        bool of_the_rule, as_it_was;
    } cases[] = {
        {"", false, false},          {"m", true, false},   {"m s", true, true}, {"m e c u p Enter", true, true},
        {"m T 2 Enter", true, true}, {"m m", false, true}, {"s", false, true},  {"m m m", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_open(&fixture, "mask", 120, 40);
        struct av_note *usual = NULL, *of_rule = NULL;
        for (int note = 0; note < fixture.lesson.n_note; note++) {
            struct av_note *now = &fixture.lesson.notes[note];
            if (now->mask != AV_ANY || now->place.token != 5 || now->place.stage != AV_STAGE_SOFTMAX)
                now->place.token = 0; /* out of the way */
            else
                usual = now;
        }
        cr_assert(usual != NULL && usual + 1 < fixture.lesson.notes + fixture.lesson.n_note);
        of_rule = usual + 1;
        *of_rule = *usual;
        of_rule->mask = AV_MASK_MULTIPLIED;
        usual->words.in[AV_ENGLISH] = "The usual words.";
        of_rule->words.in[AV_ENGLISH] = "The words for zero.";
        fixture_go(&fixture, 6, AV_STAGE_SOFTMAX);
        if (fixture.player.cache_on)
            fixture_press(&fixture, "c");
        fixture_press(&fixture, cases[i].keys);
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        cr_expect_eq(strstr(text, "The words for zero.") != NULL, cases[i].of_the_rule, "%s:\n%s", cases[i].keys, text);
        cr_expect_eq(strstr(text, "The usual words.") != NULL, !cases[i].of_the_rule, "%s:\n%s", cases[i].keys, text);
        cr_expect_eq(strstr(text, as_it_was) != NULL, cases[i].as_it_was, "%s:\n%s", cases[i].keys, text);
        free(text);
        fixture_close(&fixture);
    }
}

/* The lesson's words of a rule are whole before there is room for what the switch did to a cell, and that is said only
 * where the cell's formula stands above it. */
Test(lines, words_of_a_rule_come_before_what_it_did_to_a_cell)
{
    static const struct {
        const char *keys, *words;
        bool change;
    } cases[] = {
        {"m", "Short.", true},
        {"m", "Words that are long enough to need a second line on a screen of 80 columns, to the very end.", false},
        {"m V", "Short.", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture;
        fixture_open(&fixture, "mask", 80, 24);
        for (int note = 0; note < fixture.lesson.n_note; note++)
            if (fixture.lesson.notes[note].mask != AV_ANY)
                fixture.lesson.notes[note].words.in[AV_ENGLISH] = cases[i].words;
        fixture_go(&fixture, 6, AV_STAGE_SOFTMAX);
        fixture_press(&fixture, cases[i].keys);
        fixture_draw(&fixture);
        char *text = fixture_text(&fixture);
        cr_expect_eq(strstr(text, "before the last change") != NULL, cases[i].change, "%s:\n%s", cases[i].keys, text);
        cr_expect(cases[i].keys[1] != '\0' || strstr(text, strrchr(cases[i].words, ' ') ? "very end." : "Short."), "%s",
                  text);
        free(text);
        fixture_close(&fixture);
    }
}
