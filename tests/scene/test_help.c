#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "glossary.h"
#include "strings.h"

#define LONG_HEIGHT  400 /* all of the keys on one page … */
#define NARROW_WIDTH 75  /* … in one column */

static void set_size(struct fixture *fixture, int width, int height)
{
    cr_assert_eq(av_canvas_resize(&fixture->canvas, width, height, NULL), AV_OK);
    fixture->player.help.last_page = av_scene_help_last_page(&fixture->player, &fixture->canvas);
}

static char *page_at(struct fixture *fixture, int page)
{
    fixture->player.help.page = page;
    fixture_draw(fixture);
    return fixture_text(fixture);
}

/* True where the text is on a page of the keys. */
static bool ever_shown(struct fixture *fixture, const char *text)
{
    bool shown = false;
    for (int page = 0; page <= fixture->player.help.last_page && !shown; page++) {
        char *screen = page_at(fixture, page);
        shown = strstr(screen, text) != NULL;
        free(screen);
    }
    return shown;
}

Test(help, tells_what_the_mouse_does_in_both_languages)
{
    static const char *const said[][AV_LANGUAGE_COUNT] = {
        {"Mouse", "鼠标"}, {"double click", "双击"}, {"wheel", "滚轮"}, {"sideways", "横向"}};
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "?");
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        set_size(&fixture, 80, 24);
        for (size_t i = 0; i < sizeof said / sizeof *said; i++)
            cr_assert(ever_shown(&fixture, said[i][language]), "%s", said[i][language]);
    }
    fixture_close(&fixture);
}

Test(help, begins_with_the_keys_of_where_one_is_and_says_that_there_is_more)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "?");
    set_size(&fixture, 80, 24);
    char *text = page_at(&fixture, 0);
    cr_assert_not_null(strstr(text, "▸ Keys while stepping"), "%s", text);
    cr_assert_not_null(strstr(text, "→ Space l"), "%s", text);
    cr_assert_not_null(strstr(text, " ↓\n"), "%s", text);
    free(text);
    text = page_at(&fixture, fixture.player.help.last_page);
    cr_assert_null(strstr(text, " ↓\n"), "%s", text);
    free(text);
    set_size(&fixture, 250, 120);
    cr_assert_eq(fixture.player.help.last_page, 0);
    text = page_at(&fixture, 0);
    cr_assert_null(strstr(text, "1/1"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

Test(help, shows_all_keys_at_every_size)
{
    static const int sizes[][2] = {
        {40, 12}, {60, 20}, {76, 24}, {80, 24}, {120, 40}, {200, 60}, {250, 70},
    };
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_press(&fixture, "?");
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            set_size(&fixture, sizes[i][0], sizes[i][1]);
            for (int state = AV_STATE_NEW; state <= AV_STATE_WEIGHT; state++) {
                char word[16]; /* the meaning may be broken into lines */
                snprintf(word, sizeof word, "%.*s", language == AV_ENGLISH ? 3 : 6,
                         av_string_state((enum av_state)state, (enum av_language)language));
                cr_assert(ever_shown(&fixture, word), "%s", word);
            }
            for (int context = 0; context < AV_CONTEXT_COUNT; context++)
                cr_assert(ever_shown(&fixture, av_context_words((enum av_context)context).in[language]), "%d at %d×%d",
                          context, sizes[i][0], sizes[i][1]);
            cr_assert(ever_shown(&fixture, av_command_info(AV_COMMAND_QUIT)->help.in[language]));
            cr_assert(ever_shown(&fixture, "Ctrl-L"));
            cr_assert_not(ever_shown(&fixture, "…"), "nothing is cut");
        }
    }
    fixture_close(&fixture);
}

/* The part of the page from the heading of a context's keys to the next one that is given. */
static char *section_of(const char *text, const char *heading, const char *next)
{
    const char *begin = strstr(text, heading);
    cr_assert_not_null(begin, "%s", heading);
    const char *end = next != NULL ? strstr(begin + 1, next) : NULL;
    return end != NULL ? strndup(begin, (size_t)(end - begin)) : strdup(begin);
}

/* How often a key stands at the left of the section's lines, where the keys of a command are apart by single spaces. */
static int count_key(const char *section, const char *key)
{
    int count = 0;
    char *copy = strdup(section), *rest = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "  ", 2) != 0 || line[2] == ' ')
            continue;
        char *end = strstr(line + 2, "  "), *inner = NULL;
        if (end == NULL)
            continue;
        *end = '\0';
        for (char *word = strtok_r(line, " ", &inner); word != NULL; word = strtok_r(NULL, " ", &inner))
            count += strcmp(word, key) == 0;
    }
    free(copy);
    return count;
}

static void assert_lists_all_keys(const char *section, enum av_context context)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        char label[AV_KEY_NAME_BYTES];
        av_key_label(bindings[i].key, label, sizeof label);
        bool here = bindings[i].contexts & 1u << context;
        if (here)
            cr_assert_eq(count_key(section, label), 1, "%s once in context %d: %s", label, (int)context, section);
    }
}

/* The context that one came from is first, up to the marks; the others follow below their headings. */
Test(help, lists_each_key_of_each_context_once)
{
    static const char *const keys[] = {"?", "Tab ?"};
    static const enum av_context here[] = {AV_CONTEXT_LESSON, AV_CONTEXT_PANEL};
    for (int place = 0; place < 2; place++) {
        struct fixture fixture;
        fixture_open(&fixture, "pronoun", NARROW_WIDTH, LONG_HEIGHT);
        fixture_press(&fixture, keys[place]);
        set_size(&fixture, NARROW_WIDTH, LONG_HEIGHT);
        cr_assert_eq(fixture.player.help.last_page, 0);
        char *text = page_at(&fixture, 0);
        char *own = section_of(text, "\n\n", "\n  Marks\n");
        assert_lists_all_keys(own, here[place]);
        const char *before = NULL;
        char headings[AV_CONTEXT_COUNT][64];
        int n = 0;
        for (int context = 0; context < AV_CONTEXT_COUNT; context++) {
            if (context != (int)here[place])
                snprintf(headings[n++], sizeof *headings, "\n  Keys %s\n",
                         av_context_words((enum av_context)context).in[AV_ENGLISH]);
        }
        for (int context = 0, i = 0; context < AV_CONTEXT_COUNT; context++) {
            if (context == (int)here[place])
                continue;
            char *section = section_of(text, headings[i], i + 1 < n ? headings[i + 1] : NULL);
            const char *at = strstr(text, headings[i++]);
            cr_assert(at > before && at > strstr(text, "\n  Marks\n"));
            before = at;
            assert_lists_all_keys(section, (enum av_context)context);
            free(section);
        }
        free(own);
        free(text);
        fixture_close(&fixture);
    }
}

/* The text as it stands on the screen, without the spaces at which lines may break. */
static char *squeezed(const char *text)
{
    char *result = strdup(text), *end = result;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != ' ' && *at != '\n')
            *end++ = *at;
    }
    *end = '\0';
    return result;
}

/* One column of it: what the others have stands between its lines. */
Test(help, shows_every_entry_whole_and_marked_wherever_it_is_opened)
{
    static const int sizes[][2] = {{40, 12}, {40, 30}, {60, 20}, {80, 24}, {100, 24}};
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        fixture.player.language = (enum av_language)language;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            set_size(&fixture, sizes[i][0], sizes[i][1]);
            for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++) {
                const struct av_glossary_entry *entry = av_glossary_entry((enum av_concept)id);
                struct av_command open = {AV_COMMAND_GLOSSARY, {id}};
                cr_assert_eq(av_player_do(&fixture.player, open, NULL), AV_OK);
                fixture_draw(&fixture);
                char marked[96], *text = fixture_text(&fixture);
                snprintf(marked, sizeof marked, "\n▸ %s", entry->name.in[language]);
                cr_assert_not_null(strstr(text, marked), "%s", text);
                char *screen = squeezed(text), *meaning = squeezed(entry->meaning.in[language]);
                cr_assert_not_null(strstr(screen, meaning), "%d×%d: %s", sizes[i][0], sizes[i][1], text);
                free(meaning);
                free(screen);
                free(text);
            }
        }
    }
    fixture_close(&fixture);
}

Test(help, marks_an_entry_on_screens_of_several_columns)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int width = AV_SCREEN_COLUMNS_MIN; width <= 250; width += 15) {
        for (int height = AV_SCREEN_ROWS_MIN; height <= 70; height += 29) {
            set_size(&fixture, width, height);
            for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++) {
                char marked[96];
                struct av_command open = {AV_COMMAND_GLOSSARY, {id}};
                cr_assert_eq(av_player_do(&fixture.player, open, NULL), AV_OK);
                fixture_draw(&fixture);
                char *text = fixture_text(&fixture);
                snprintf(marked, sizeof marked, "▸ %s", av_glossary_entry((enum av_concept)id)->name.in[0]);
                cr_assert_not_null(strstr(text, marked), "%d×%d: %s", width, height, text);
                free(text);
            }
        }
    }
    fixture_close(&fixture);
}

/* Where a title begins: two columns after its frame. */
Test(help, a_click_on_a_panels_title_opens_the_glossary_there)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    fixture_draw(&fixture);
    int found = 0;
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 120; x++) {
            struct av_command command = av_canvas_hit(&fixture.canvas, x, y);
            if (command.id != AV_COMMAND_GLOSSARY)
                continue;
            const char *sign = av_canvas_at(&fixture.canvas, x, y)->text;
            bool first = av_canvas_hit(&fixture.canvas, x - 1, y).id != AV_COMMAND_GLOSSARY;
            if (first && strcmp(sign, "A") == 0 && strcmp(av_canvas_at(&fixture.canvas, x + 2, y)->text, "=") == 0)
                cr_assert_eq(command.argument[0], AV_CONCEPT_WEIGHT);
            if (first && strcmp(sign, "c") == 0)
                cr_assert_eq(command.argument[0], AV_CONCEPT_MULTIPLY_ADD, "the cost of this step");
            found += first;
        }
    }
    cr_assert_geq(found, 6, "each panel has a title");
    fixture_close(&fixture);
}
