/* Choosing from a library that is made here, with what is known of its lessons in a file that is written here. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attnviz/base/text.h"
#include "attnviz/player/key.h"
#include "attnviz/player/picker.h"

static const char *prompt[] = {"a", "它"};

#define ENTRY(in, called, en, zh, what)                                                                                \
    {                                                                                                                  \
        .name = called, .path = called ".json", .shelf = in, .title = {{en, zh}}, .teaches = {{what, "教"}},           \
        .prompt = prompt, .n_prompt = 2, .n_token = 4                                                                  \
    }

static const struct av_error fault = {.message = "wrong"};

/* The course has 0 to 3, then one's own 4 and 5. */
static struct av_shelf_entry entries[] = {
    ENTRY(0, "look", "Query, key, value", "检索", "What is asked for, and FOUND."),
    ENTRY(0, "mask", "The mask: why −∞", "掩码", "No row looks ahead."),
    ENTRY(0, "heads", "Heads", "多头", "Each sees something else."),
    ENTRY(0, "cache", "Why K and V are kept", "为什么留 K、V", "Old rows are read again."),
    ENTRY(1, "mine", "Élan", "我的", "What I found."),
    ENTRY(1, "bad", "bad", "bad", ""),
};
static struct av_shelf shelves[] = {
    {.kind = AV_SHELF_COURSE, .first = 0, .count = 4},
    {.kind = AV_SHELF_OWN, .first = 4, .count = 2},
};
static const struct av_library library = {.entries = entries, .count = 6, .shelves = shelves, .n_shelf = 2};

static struct av_picker picker;
static char folder[] = "/tmp/attnviz-picker-XXXXXX";

/* What is known: '{"mask": {"used": 1, …}}' with ' for ". */
static void know(struct av_progress *progress, const char *lessons)
{
    char path[100], text[2000];
    snprintf(path, sizeof path, "%s/attnviz/progress.json", folder);
    snprintf(text, sizeof text, "{'attnviz': 1, 'lessons': %s}", lessons);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
    struct av_error error;
    cr_assert_eq(av_progress_open(progress, &error), AV_OK, "%s: %s", error.place, error.message);
}

static void open_picker(const char *lessons)
{
    struct av_progress progress;
    know(&progress, lessons);
    cr_assert_eq(av_picker_init(&picker, &library, &progress, NULL), AV_OK);
    av_progress_close(&progress);
}

static void begin(void)
{
    char path[100];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/attnviz", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    setenv("XDG_STATE_HOME", folder, 1);
    entries[5].fault = &fault;
    shelves[1].kind = AV_SHELF_OWN;
}

static void end(void)
{
    char command[100];
    av_picker_finish(&picker);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(picker, .init = begin, .fini = end);

static void press(const char *keys)
{
    char text[200], *rest;
    snprintf(text, sizeof text, "%s", keys);
    for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        int key;
        cr_assert(av_key_parse(name, &key), "%s", name);
        av_picker_press(&picker, key);
    }
}

/* The names that are shown, the chosen one in brackets. */
static const char *shown(void)
{
    static char text[200];
    text[0] = '\0';
    for (int i = 0; i < picker.n_shown; i++) {
        const char *name = entries[picker.shown[i]].name;
        sprintf(text + strlen(text), i == picker.at ? "[%s] " : "%s ", name);
    }
    return text;
}

#define assert_shown(keys, expected)                                                                                   \
    do {                                                                                                               \
        press(keys);                                                                                                   \
        cr_assert_str_eq(shown(), expected, "%s: %s", keys, shown());                                                  \
    } while (0)

Test(picker, begins_where_the_learner_goes_on)
{
    static const char *const cases[][2] = {
        {"{}", "[look]"},
        {"{'mask': {'used': 2, 'finished': false}}", "[mask]"},
        {"{'mask': {'used': 2, 'finished': true, 'place': {'token': 4, 'stage': 'next'}}}", "[heads]"},
        {"{'mask': {'used': 2, 'finished': true, 'place': {'token': 2, 'stage': 'mix'}}}", "[mask]"}, /* once more */
        {"{'cache': {'used': 2, 'finished': true, 'place': {'token': 4, 'stage': 'next'}},"
         " 'look': {'used': 1, 'finished': true, 'place': {'token': 4, 'stage': 'next'}}}",
         "[mask]"}, /* nothing follows: the first that is left */
        {"{'mine': {'used': 2, 'finished': true, 'place': {'token': 4, 'stage': 'next'}}}", "[mine]"},
        {"{'gone': {'used': 9}, 'heads': {'used': 3}, 'mask': {'used': 4}}", "[mask]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_picker(cases[i][0]);
        cr_expect_not_null(strstr(shown(), cases[i][1]), "%s: %s", cases[i][0], shown());
        av_picker_finish(&picker);
    }
    shelves[1].kind = AV_SHELF_FOLDER; /* whoever names a folder means it */
    open_picker("{'mask': {'used': 2}}");
    assert_shown("", "look mask heads cache [mine] bad ");
}

Test(picker, knows_what_is_done_and_where_one_stopped)
{
    open_picker("{'look': {'used': 1, 'finished': true, 'score': {'last': 1, 'best': 3, 'of': 4},"
                "          'place': {'token': 4, 'stage': 'next', 'layer': 1, 'head': 1}},"
                " 'mask': {'used': 2, 'place': {'token': 2, 'stage': 'softmax'}},"
                " 'heads': {'used': 3, 'place': {'token': 9, 'stage': 'mix'}}, 'bad': {'used': 4, 'finished': true}}");
    cr_assert_eq(picker.picks[0].state, AV_PROGRESS_DONE);
    cr_assert(picker.picks[0].best == 3 && picker.picks[0].of == 4);
    cr_assert_not(picker.picks[0].stopped, "its end is no place to go on");
    cr_assert_eq(picker.picks[1].state, AV_PROGRESS_STARTED);
    cr_assert(picker.picks[1].stopped && picker.picks[1].place.token == 1);
    cr_assert_eq(picker.picks[1].place.stage, AV_STAGE_SOFTMAX);
    cr_assert_eq(picker.picks[1].of, 0);
    cr_assert_not(picker.picks[2].stopped, "the lesson has four tokens");
    cr_assert_eq(picker.picks[3].state, AV_PROGRESS_NEW);
    cr_assert_not(picker.picks[3].stopped);
    cr_assert_eq(picker.picks[5].state, AV_PROGRESS_FAULTY);
    cr_assert_eq(av_picker_done(&picker, 0), 1);
    cr_assert_eq(av_picker_done(&picker, 1), 0);
}

Test(picker, filters_as_one_types_in_either_language)
{
    open_picker("{}");
    assert_shown("H E A D", "[mask] heads "); /* looks ahead */
}

Test(picker, filter_finds_titles_names_and_what_is_taught)
{
    static const char *const cases[][2] = {
        {"m a s k", "[mask] "},
        {"f o u n d", "[look] mine "},
        {"é L A N", "[mine] "},
        {"掩", "[mask] "},
        {"留 Space ｋ", "[cache] "},      /* a full-width letter */
        {"v Space q u e r y", "[look] "}, /* words in any order */
        {"留 \xe3\x80\x80 再", ""},       /* both must be there */
        {"教", "[look] mask heads cache mine bad "},
        {"j Space k Space l Space q", ""}, /* no commands */
        {"1 / ?", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_picker("{}");
        assert_shown(cases[i][0], cases[i][1]);
        cr_assert_not(picker.ended);
        av_picker_finish(&picker);
    }
}

Test(picker, takes_the_filter_back_letter_by_letter_or_whole)
{
    open_picker("{}");
    assert_shown("Down Down", "look mask [heads] cache mine bad ");
    assert_shown("m a", "[mask] ");
    cr_assert_str_eq(picker.filter, "ma");
    assert_shown("Backspace 掩 Backspace Backspace", "look [mask] heads cache mine bad ");
    cr_assert_str_eq(picker.filter, "");
    assert_shown("Backspace Space", "look [mask] heads cache mine bad ");
    cr_assert_str_eq(picker.filter, "", "nothing to take back, and no blank to begin with");
    assert_shown("x y z", "");
    cr_assert_null(av_picker_entry(&picker));
    press("Enter Down PageDown End");
    cr_assert_not(picker.ended, "there is nothing to open");
    assert_shown("Escape", "[look] mask heads cache mine bad ");
    cr_assert_not(picker.ended);
    press("Escape");
    cr_assert(picker.ended && picker.opened == -1);
}

Test(picker, filter_is_no_longer_than_its_room)
{
    open_picker("{}");
    for (int i = 0; i < 100; i++)
        av_picker_press(&picker, i % 2 ? 0x5b83 : 0x1f600);
    cr_assert_leq(strlen(picker.filter), AV_FILTER_BYTES - 1);
    cr_assert_geq(strlen(picker.filter), AV_FILTER_BYTES - 4);
    cr_assert(av_utf8_valid(picker.filter, strlen(picker.filter), NULL));
}

Test(picker, moves_and_opens)
{
    open_picker("{}");
    picker.page_rows = 3;
    assert_shown("Up", "[look] mask heads cache mine bad ");
    assert_shown("PageDown", "look mask heads [cache] mine bad ");
    assert_shown("PageDown", "look mask heads cache mine [bad] ");
    assert_shown("Down PageUp", "look mask [heads] cache mine bad ");
    assert_shown("End Home Down", "look [mask] heads cache mine bad ");
    press("Enter");
    cr_assert(picker.ended);
    cr_assert_eq(picker.opened, 1);
    av_picker_finish(&picker);
    open_picker("{}");
    av_picker_do(&picker, (struct av_command){AV_COMMAND_CELL_SELECT, {0, 3, 0}});
    cr_assert_eq(picker.at, 3);
    av_picker_do(&picker, (struct av_command){AV_COMMAND_ENTER, {3, 0, 0}});
    cr_assert_eq(picker.opened, 2, "a double click on the third");
}

Test(picker, has_languages_and_themes)
{
    open_picker("{}");
    press("Tab");
    cr_assert_eq(picker.language, AV_CHINESE);
    press("Tab Shift-Tab");
    cr_assert_eq(picker.language, AV_ENGLISH);
    cr_assert_eq(picker.theme, (enum av_theme)1);
    press("Ctrl-L");
    cr_assert(picker.repaint);
    cr_assert_str_eq(picker.filter, "");
}

/* As after a lesson: it is chosen still, wherever it is in the list by now, and what was done in it is known. */
Test(picker, goes_on_after_a_lesson_with_what_is_new)
{
    struct av_shelf_entry fewer[] = {entries[1], entries[2], entries[3]};
    struct av_shelf shelf = {.count = 3};
    const struct av_library changed = {.entries = fewer, .count = 3, .shelves = &shelf, .n_shelf = 1};
    struct av_progress progress;
    open_picker("{}");
    press("k e p t Tab Enter");
    cr_assert_eq(picker.opened, 3);
    know(&progress, "{'cache': {'used': 1, 'finished': true, 'score': {'last': 2, 'best': 2, 'of': 4}}}");
    cr_assert_eq(av_picker_renew(&picker, &changed, &progress, NULL), AV_OK);
    cr_assert_not(picker.ended);
    cr_assert_eq(picker.opened, -1);
    cr_assert_str_eq(picker.filter, "kept");
    cr_assert_eq(picker.language, AV_CHINESE);
    cr_assert_eq(picker.n_shown, 1);
    cr_assert_str_eq(av_picker_entry(&picker)->name, "cache");
    cr_assert_eq(picker.picks[2].state, AV_PROGRESS_DONE);
    cr_assert_eq(picker.picks[2].best, 2);
    press("Escape");
    cr_assert_str_eq(av_picker_entry(&picker)->name, "cache");
    av_progress_close(&progress);
}

/* Comes back to the list from the chosen lesson, of which so much is known by now. */
static void come_back(const char *lessons)
{
    struct av_progress progress;
    press("Enter");
    know(&progress, lessons);
    cr_assert_eq(av_picker_renew(&picker, &library, &progress, NULL), AV_OK);
    av_progress_close(&progress);
}

#define AT_ITS_END "'finished': true, 'place': {'token': 4, 'stage': 'next'}"

Test(picker, after_a_lesson_that_is_done_the_next_is_chosen)
{
    open_picker("{'heads': {'used': 1, " AT_ITS_END "}}");
    press("Home Down");
    come_back("{'heads': {'used': 1, " AT_ITS_END "}, 'mask': {'used': 2}}");
    cr_assert_str_eq(av_picker_entry(&picker)->name, "mask", "only begun");
    come_back("{'heads': {'used': 1, " AT_ITS_END "}, 'mask': {'used': 3, " AT_ITS_END "}}");
    cr_assert_str_eq(av_picker_entry(&picker)->name, "cache", "the one between is done");
    press("Up");
    come_back("{'heads': {'used': 4, " AT_ITS_END "}, 'mask': {'used': 3, " AT_ITS_END "}}");
    cr_assert_str_eq(av_picker_entry(&picker)->name, "heads", "done once more");
    press("a s k e d");
    come_back("{'look': {'used': 5, " AT_ITS_END "}}");
    cr_assert_str_eq(av_picker_entry(&picker)->name, "look", "no other is to be seen");
}

Test(picker, faults_go_away_with_the_next_key)
{
    struct av_report report = {.count = 1};
    open_picker("{}");
    picker.faults = &report;
    press("Escape");
    cr_assert(picker.faults == NULL && !picker.ended, "Esc puts them away, and no more");
    static const char *const keys[] = {"Down", "x", "Tab"};
    for (int i = 0; i < 3; i++) {
        picker.faults = &report;
        press(keys[i]);
        cr_assert_null(picker.faults, "%s", keys[i]);
    }
    cr_assert_str_eq(picker.filter, "x");
}
