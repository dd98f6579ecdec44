/* The list of lessons on the screen: of a library that is made here, so that it stays the same whatever lessons there
 * are. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "golden.h"

static const char *prompt[] = {"<s>", "它", "red"};

#define ENTRY(in, at, time, called, en, zh, what, was)                                                                 \
    {                                                                                                                  \
        .name = called, .path = "/home/me/" called ".json", .shelf = in, .order = at, .minutes = time,                 \
        .title = {{en, zh}}, .teaches = {{what, was}}, .prompt = prompt, .n_prompt = 3, .n_token = 5                   \
    }

static struct av_shelf_entry entries[] = {
    ENTRY(0, 1, 6, "retrieval", "Query, key, value: a look-up", "query、key、value：一次检索",
          "Q, K and V are three projections of the same x: what a token looks for, how it can be found, and what it "
          "hands "
          "over.",
          "Q、K、V 是同一个 x 的三种投影：这个 token 要找什么，凭什么被找到，被找到以后交出什么。"),
    ENTRY(0, 2, 7, "first-three", "The first three tokens", "前三个 token",
          "One token can only see itself. The second and third add a row each.", "只有一个 token，就只能看自己。"),
    ENTRY(0, 3, 6, "mask", "The mask: why −∞ and not 0", "掩码：为什么是 −∞，不是 0", "No row may see a later token.",
          "哪一行都不许看后面的 token。"),
    ENTRY(0, 4, 10, "pronoun", "What does 它 refer to?", "“它”指什么？",
          "Attention lets a pronoun find its noun: every number from embedding to next token, with and without the KV "
          "cache.",
          "注意力怎样让代词找到它指的词：从嵌入到下一个 token，每个数都看得到；KV 缓存可开可关。"),
    ENTRY(0, 5, 9, "four-blocks", "One token more: four blocks", "多一个 token：S 的四块",
          "From n tokens to n+1, attention needs one new row.", "从 n 个 token 到 n+1 个，注意力只需要一行新的。"),
    ENTRY(0, 6, 7, "no-q-cache", "Why K and V are kept, and Q is not", "为什么留 K、V，不留 Q",
          "Every later token reads the old rows of K and V again, and nobody reads an old q.",
          "后面每个 token 都要再读旧的 K、V，旧的 q 却没人再读。"),
    ENTRY(0, 7, 5, "heads", "Heads: each sees something else", "多头：各看各的", "Heads look for different things.",
          "每个头找的东西不同。"),
    ENTRY(0, 8, 6, "gpt1", "GPT-1 in small: 12 blocks", "小号 GPT-1：12 层", "A decoder block.", "解码器的一层。"),
    ENTRY(0, 9, 5, "why-valid", "Why the cache stays true", "缓存为什么一直有效",
          "Kept rows of deeper layers stay true only because no row looks ahead.",
          "深层缓存的行一直有效，全靠每一行都不往后看。"),
    ENTRY(0, 10, 7, "encoder", "Encoder: seeing both sides", "编码器：两边都看", "Without a mask.", "不用掩码。"),
    ENTRY(0, 11, 7, "linear", "With the cache: still O(n) a token", "有了缓存，每个 token 还是 O(n)",
          "With the cache a token costs O(n).", "有缓存，每个 token 的工作量是 O(n)。"),
    ENTRY(0, 12, 6, "flash", "FlashAttention: tile by tile", "FlashAttention：一块一块地算", "Scores go tile by tile.",
          "分数一块一块地过。"),
    ENTRY(1, 0, 0, "mine", "A lesson of my own", "我写的一课", "What I know.", "我知道的事。"),
    ENTRY(2, 0, 0, "broken", "broken", "broken", "", ""),
    ENTRY(2, 1, 120, "week", "A very long week about nothing but the positions of tokens", "很长的一周", "Positions.",
          "位置。"),
};

#define COUNT ((int)(sizeof entries / sizeof *entries))

static struct av_shelf shelves[] = {
    {.kind = AV_SHELF_COURSE, .folder = "lessons", .first = 0, .count = 12},
    {.kind = AV_SHELF_OWN, .folder = "/home/me/.local/share/attnviz/lessons", .first = 12, .count = 1},
    {.kind = AV_SHELF_FOLDER, .folder = "/home/me/teaching", .first = 13, .count = 2},
    {.kind = AV_SHELF_FOLDER, .folder = "empty", .first = 15, .count = 0},
};
static const struct av_library all = {.entries = entries, .count = COUNT, .shelves = shelves, .n_shelf = 4};
static const struct av_library course = {.entries = entries, .count = 12, .shelves = shelves, .n_shelf = 1};
static const struct av_error fault = {.place = "/home/me/broken.json:3:14",
                                      .message = "a key in quotes expected, \"}\" found"};

static struct fixture fixture; /* only its canvas */
static struct av_picker picker;

static void open_picker(const struct av_library *library, int columns, int rows)
{
    const struct av_progress nothing = {.kept = NULL};
    entries[13].fault = &fault;
    cr_assert_eq(av_canvas_init(&fixture.canvas, columns, rows, AV_CHARSET_UNICODE, NULL), AV_OK);
    cr_assert_eq(av_picker_init(&picker, library, &nothing, NULL), AV_OK);
    picker.at = 0; /* it begins in a folder that was named */
}

static void close_picker(void)
{
    av_picker_finish(&picker);
    av_canvas_finish(&fixture.canvas);
}

/* Three done, with their scores, and two begun. */
static void learn(void)
{
    for (int i = 0; i < 3; i++)
        picker.picks[i] = (struct av_pick){.state = AV_PROGRESS_DONE, .best = i + 1, .of = i < 2 ? 4 : 0};
    picker.picks[3] = (struct av_pick){
        .state = AV_PROGRESS_STARTED, .stopped = true, .place = {.token = 1, .stage = AV_STAGE_SOFTMAX}};
    picker.picks[6] =
        (struct av_pick){.state = AV_PROGRESS_STARTED, .stopped = true, .place = {.token = 3, .stage = AV_STAGE_BLOCK}};
    picker.picks[7] = (struct av_pick){.state = AV_PROGRESS_STARTED};
}

static void press(const char *keys)
{
    char text[200], *rest;
    snprintf(text, sizeof text, "%s", keys);
    for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        int key;
        cr_assert(av_key_parse(name, &key), "%s", name);
        av_scene_measure_picker(&picker, &fixture.canvas);
        av_picker_press(&picker, key);
    }
}

static char *draw(void)
{
    av_scene_measure_picker(&picker, &fixture.canvas);
    av_scene_draw_picker(&picker, &fixture.canvas);
    return fixture_text(&fixture);
}

Test(picker, a_title_that_the_screen_cannot_show_gives_way_to_the_name)
{
    open_picker(&course, 80, 24);
    fixture.canvas.charset = AV_CHARSET_ASCII;
    learn();
    press("Down Down Down");
    char *text = draw();
    cr_expect_not_null(strstr(text, "4 pronoun "), "%s", text);
    cr_expect_not_null(strstr(text, "- pronoun -"), "%s", text);
    cr_expect_not_null(strstr(text, "at step 2: softmax"), "%s", text);
    cr_expect_not_null(strstr(text, "3 The mask: why -inf and not 0"), "%s", text);
    cr_expect_null(strchr(text, '\\'), "%s", text);
    free(text);
    close_picker();
}

Test(picker, screens_are_as_they_were_found_right)
{
    static const struct {
        const char *name;
        int columns, rows;
        enum av_language language;
        bool learned, whole;
        const char *keys;
    } screens[] = {
        {"picker-80-en-fresh", 80, 24, AV_ENGLISH, false, false, ""},
        {"picker-80-zh-fresh", 80, 24, AV_CHINESE, false, false, ""},
        {"picker-80-en-half", 80, 24, AV_ENGLISH, true, true, "Down Down Down"},
        {"picker-80-zh-half", 80, 24, AV_CHINESE, true, true, "Down Down Down"},
        {"picker-80-en-filtered", 80, 24, AV_ENGLISH, true, true, "c a c h e"},
        {"picker-80-zh-filtered", 80, 24, AV_CHINESE, true, true, "缓 存"},
        {"picker-80-en-none", 80, 24, AV_ENGLISH, true, true, "x y z"},
        {"picker-80-en-end", 80, 24, AV_ENGLISH, true, true, "End"},
        {"picker-120-en-half", 120, 40, AV_ENGLISH, true, true, "Down Down Down Down Down Down"},
        {"picker-120-zh-half", 120, 40, AV_CHINESE, true, true, "End Up"},
        {"picker-40-en-half", 40, 12, AV_ENGLISH, true, false, "Down Down Down"},
        {"picker-40-zh-half", 40, 12, AV_CHINESE, true, false, "Down Down Down"},
        {"picker-40-en-filtered", 40, 12, AV_ENGLISH, true, true, "c a c h e"},
        {"picker-39-en", 39, 12, AV_ENGLISH, true, false, ""},
    };
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
        open_picker(screens[i].whole ? &all : &course, screens[i].columns, screens[i].rows);
        if (screens[i].learned)
            learn();
        picker.language = screens[i].language;
        press(screens[i].keys);
        char *text = draw();
        golden_expect(screens[i].name, text);
        free(text);
        close_picker();
    }
}

/* The chosen lesson, wherever it is and whatever the size, with the hidden ones counted. */
Test(picker, the_chosen_one_is_in_sight_and_the_rest_is_counted)
{
    for (int height = AV_SCREEN_ROWS_MIN; height <= 50; height++) {
        open_picker(&all, 80, height);
        for (int step = 0; step < 3 * COUNT; step++) {
            int above = 0, below = 0, seen = 0;
            char *text = draw();
            const char *line = strstr(text, "\n ▸ ");
            cr_assert_not_null(line, "%d rows, step %d:\n%s", height, step, text);
            cr_assert_eq(strncmp(line + strlen("\n ▸ "), picker.at == 13 ? "✗" : "○", 3), 0);
            const char *up = strstr(text, "↑ "), *down = strstr(text, "↓ ");
            if (up && sscanf(up, "↑ %d more", &above) != 1)
                above = 0;
            if (down && sscanf(down, "↓ %d more", &below) != 1)
                below = 0;
            for (const char *at = text; (at = strstr(at, " min  new")); at++)
                seen++;
            for (const char *at = text; (at = strstr(at, "\n   ○ ")); at++)
                seen += strncmp(at + strlen("\n   ○ "), "   A", 4) == 0; /* which says no minutes */
            seen += strstr(text, "\n ▸ ○    A") != NULL;
            seen += strstr(text, "  faulty\n") != NULL;
            cr_assert_eq(above + seen + below, COUNT, "%d rows, step %d: %d + %d + %d\n%s", height, step, above, seen,
                         below, text);
            cr_assert_leq(above > 0 ? 1 : 0, picker.top);
            free(text);
            press(step < COUNT ? "Down" : step % 5 == 0 ? "PageDown" : "Up");
        }
        close_picker();
    }
}

/* A list that is scrolled no further than it must be: going back by a line does not move it. */
Test(picker, it_scrolls_no_more_than_it_must)
{
    open_picker(&course, 80, 16);
    press("End");
    free(draw());
    int top = picker.top;
    cr_assert_gt(top, 0);
    press("Up");
    free(draw());
    cr_assert_eq(picker.top, top);
    press("Home");
    free(draw());
    cr_assert_eq(picker.top, 0);
    close_picker();
}

Test(picker, each_lesson_can_be_clicked_and_each_switch)
{
    open_picker(&all, 80, 40);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        picker.language = (enum av_language)language;
        char *text = draw();
        int found = 0;
        for (int y = 0; y < 40; y++) {
            struct av_command once = av_canvas_hit(&fixture.canvas, 20, y),
                              twice = av_canvas_hit_twice(&fixture.canvas, 20, y);
            if (once.id != AV_COMMAND_CELL_SELECT)
                continue;
            cr_assert_eq(once.argument[1], found++);
            cr_assert_eq(twice.id, AV_COMMAND_ENTER);
            cr_assert_eq(twice.argument[0], found, "entries count from 1");
        }
        cr_assert_eq(found, COUNT);
        cr_assert_eq(av_canvas_hit(&fixture.canvas, 77, 0).id, AV_COMMAND_LANGUAGE);
        cr_assert_eq(av_canvas_wheel(&fixture.canvas, 40, 20, AV_WHEEL_DOWN).id, AV_COMMAND_CELL_DOWN);
        cr_assert_eq(av_canvas_wheel(&fixture.canvas, 40, 20, AV_WHEEL_UP).id, AV_COMMAND_CELL_UP);
        free(text);
    }
    close_picker();
}

Test(picker, the_cursor_stands_on_the_chosen_lesson)
{
    open_picker(&all, 80, 24);
    press("Down Down");
    free(draw());
    const struct av_canvas_cell *cell = av_canvas_at(&fixture.canvas, fixture.canvas.cursor_x, fixture.canvas.cursor_y);
    cr_assert_str_eq(cell->text, "▸");
    close_picker();
}

Test(picker, faults_of_a_lesson_stand_over_the_list)
{
    struct av_report report;
    av_report_init(&report);
    for (int i = 0; i < 12; i++)
        av_report_add(&report, &fault);
    open_picker(&all, 80, 24);
    picker.faults = &report;
    char *text = draw();
    cr_assert_not_null(strstr(text, "Faults in the lesson's file: 12 "), "%s", text);
    cr_assert_not_null(strstr(text, "broken.json:3:14: a key in quotes"), "%s", text);
    cr_assert_not_null(strstr(text, "… and 7 more"), "%s", text);
    cr_assert_not_null(strstr(text, "Esc: put away"), "%s", text);
    cr_assert_not_null(strstr(text, "The course"), "the list stays: %s", text);
    free(text);
    close_picker();
    av_report_finish(&report);
}

/* Whatever the size, in plain characters too: nothing of it may need more. */
Test(picker, plain_characters_are_enough)
{
    open_picker(&all, 80, 24);
    learn();
    press("Down Down Down");
    fixture.canvas.charset = AV_CHARSET_ASCII;
    char *text = draw();
    for (const char *c = text; *c; c++)
        cr_assert((unsigned char)*c < 0x80, "%s", text);
    cr_assert_not_null(strstr(text, "v  1 Query, key, value: a look-up"), "%s", text);
    cr_assert_not_null(strstr(text, "started . at step 2: softmax . 10 min"), "%s", text);
    free(text);
    close_picker();
}

Test(picker, every_size_has_its_screen)
{
    open_picker(&all, 80, 24);
    learn();
    for (int width = 1; width <= 130; width += 3) {
        for (int height = 1; height <= 45; height++) {
            cr_assert_eq(av_canvas_resize(&fixture.canvas, width, height, NULL), AV_OK);
            press(width % 2 ? "Down" : "PageUp");
            picker.language = (enum av_language)(height % 2);
            free(draw());
        }
    }
    close_picker();
}
