/* Questions on the screen: while one is open nothing gives its answer away, at any size, wherever the cursor is; the
 * box stands clear of the panels; and once it is answered, the answer is there. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "layout.h"
#include "number.h"
#include "strings.h"

static const char *const lessons[] = {"pronoun", "generate"};
static const int sizes[][2] = {{40, 12}, {44, 14}, {60, 20}, {80, 24}, {120, 40}, {200, 60}};

static struct fixture fixture;

static const struct av_canvas_cell *cell_at(int x, int y)
{
    return &fixture.canvas.cells[y * fixture.canvas.width + x];
}

static struct av_layout layout_now(void)
{
    return av_layout_of(&fixture.player, fixture.canvas.width, fixture.canvas.height, fixture.canvas.charset);
}

/* The text of a rectangle, line for line; to be freed. */
static char *text_in(struct av_rectangle box)
{
    char *text = calloc((size_t)(box.height * (box.width * AV_GLYPH_BYTES + 1) + 1), 1), *end = text;
    for (int y = box.y; y < box.y + box.height; y++) {
        for (int x = box.x; x < box.x + box.width; x++)
            end = stpcpy(end, cell_at(x, y)->text);
        end = stpcpy(end, "\n");
    }
    return text;
}

static bool covered(int what)
{
    return what == AV_PANEL_COST ? av_player_covers_cost(&fixture.player)
                                 : av_player_covers(&fixture.player, (enum av_view_id)what);
}

static bool tells(const struct av_canvas_cell *cell)
{
    static const unsigned char states[] = {AV_ROLE_NEW,       AV_ROLE_REUSED, AV_ROLE_RECOMPUTED, AV_ROLE_MASKED,
                                           AV_ROLE_DISCARDED, AV_ROLE_NEVER,  AV_ROLE_SPOT,       AV_ROLE_GOOD,
                                           AV_ROLE_CHANGED,   AV_ROLE_TOKEN,  AV_ROLE_ERROR};
    bool state = memchr(states, cell->role, sizeof states) != NULL;
    bool number = (cell->text[0] >= '0' && cell->text[0] <= '9') || strcmp(cell->text, "∞") == 0;
    return cell->heat > 0 || ((state || number) && cell->text[0] != ' ');
}

/* Below the line of labels, a covered panel has row labels and question marks; its title has no count. */
static void expect_covered(const struct av_panel *panel, const char *where)
{
    const struct av_rectangle *box = &panel->box;
    int labels = panel->what == AV_PANEL_COST || panel->what == AV_VIEW_NEXT ? 0 : 1, marks = 0;
    for (int y = box->y; y < box->y + box->height - 1; y++) {
        for (int x = box->x + 1; x < box->x + box->width - 1; x++) {
            const struct av_canvas_cell *cell = cell_at(x, y);
            if (y == box->y)
                cr_assert(cell->text[0] < '0' || cell->text[0] > '9', "%s: a count in the title", where);
            else if (y > box->y + labels)
                cr_assert_not(tells(cell), "%s: %s at %d, %d, role %d", where, cell->text, x, y, cell->role);
            marks += cell->text[0] == '?';
        }
    }
    cr_assert_gt(marks, 0, "%s: covered cells are seen to be there", where);
}

static void expect_absent(const char *text, struct av_rectangle box, const char *where)
{
    char *screen = text_in(box);
    cr_assert_null(strstr(screen, text), "%s: %s is on the screen:\n%s", where, text, screen);
    free(screen);
}

/* What the answer is called on a screen, found by the player alone; "" for a cell, which covered panels do not show. */
static void expect_answer_absent(const struct av_question *question, const struct av_layout *layout, const char *where)
{
    char number[AV_NUMBER_BYTES];
    struct av_right right;
    const struct av_rectangle above = {0, 0, fixture.canvas.width, layout->box.y};
    cr_assert_eq(av_answer_find(&fixture.player, question, &right, NULL), AV_OK);
    for (int decimals = 2; right.has_number && decimals <= 4 && question->answer.kind == AV_ANSWER_VALUE; decimals++)
        expect_absent(av_number(right.number, decimals, number), above, where);
    if (right.has_number && question->answer.kind == AV_ANSWER_FIGURE)
        expect_absent(av_figure_is_count(question->answer.figure) ? av_number_count((uint64_t)right.number, number)
                                                                  : av_number(right.number, 1, number),
                      above, where);
    if (question->answer.kind == AV_ANSWER_NEXT) {
        const struct av_rectangle strip = {0, layout->tokens, fixture.canvas.width, layout->stages - layout->tokens};
        char *tokens = text_in(strip), *after = strstr(tokens, "?");
        cr_assert_not_null(after, "%s: what comes is a question mark: %s", where, tokens);
        int said = av_player_said(&fixture.player);
        const char *meaning = fixture.lesson.glosses[said].in[fixture.player.language];
        cr_assert_null(strstr(after, fixture.lesson.vocabulary[said]), "%s: %s", where, tokens);
        cr_assert(meaning == NULL || strstr(after, meaning) == NULL, "%s: %s", where, tokens);
        free(tokens);
    }
}

static void expect_secret(const struct av_question *question, const char *where)
{
    fixture_draw(&fixture);
    struct av_layout layout = layout_now();
    cr_assert_eq(fixture.player.quiz.phase, AV_QUIZ_OPEN, "%s", where);
    cr_assert_eq(layout.box.y + layout.box.height, layout.keys, "%s", where);
    for (int i = 0; i < layout.n_panel; i++) {
        const struct av_panel *panel = &layout.panels[i];
        cr_assert_leq(panel->box.y + panel->box.height, layout.box.y, "%s: the box is over a panel", where);
        if (covered(panel->what))
            expect_covered(panel, where);
    }
    for (int y = 0; y < layout.box.y; y++)
        for (int x = 0; x < fixture.canvas.width; x++)
            cr_assert_neq(cell_at(x, y)->role, AV_ROLE_SPOT, "%s: a cell is brought out", where);
    if (layout.formula != AV_ANY && av_player_has_panels(&fixture.player) && av_player_covers_any(&fixture.player) &&
        fixture.player.notice == AV_NOTICE_NONE)
        for (int x = 0; x < fixture.canvas.width; x++)
            cr_assert_str_eq(cell_at(x, layout.formula)->text, " ", "%s: there is a formula", where);
    expect_answer_absent(question, &layout, where);
}

/* The panel that is pointed at is there, with the row of the answer. */
static void expect_reachable(const struct av_question *question, const char *where)
{
    struct av_layout layout = layout_now();
    bool found = question->kind != AV_QUESTION_POINT;
    for (int i = 0; i < layout.n_panel; i++)
        found = found || layout.panels[i].what == (int)question->answer.matrix;
    cr_assert(found, "%s: nothing to point at", where);
}

/* What is asked of the panels is asked side by side as well. */
static void visit_in(const struct av_question *question, enum av_lens panels)
{
    struct av_place place = question->place;
    place.layer = place.layer == AV_ANY ? 0 : place.layer;
    place.head = place.head == AV_ANY ? 0 : place.head;
    place.lens = place.lens == AV_LENS_PANELS ? (int)panels : place.lens;
    cr_assert_eq(av_player_go(&fixture.player, &place, NULL), AV_OK);
}

static void visit(const struct av_question *question)
{
    visit_in(question, AV_LENS_PANELS);
}

/* From all that can be done without answering. */
static void look_everywhere(const struct av_question *question, const char *where)
{
    static const char *const keys[] = {"H",   "Tab", "Tab", "Tab", "Down",   "Right", "Tab",
                                       "Tab", "Tab", "Tab", "Tab", "Escape", "t"};
    expect_secret(question, where);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char step[128];
        fixture_press(&fixture, keys[i]);
        snprintf(step, sizeof step, "%s, key %zu", where, i);
        expect_secret(question, step);
    }
    if (question->kind == AV_QUESTION_POINT) {
        fixture_press(&fixture, "Enter");
        expect_secret(question, where);
        expect_reachable(question, where);
        fixture_press(&fixture, "Escape");
    }
}

static void expect_answered(const struct av_question *question, const char *where)
{
    struct av_right right;
    char buffer[64];
    const char *expected = "";
    cr_assert_eq(av_answer_find(&fixture.player, question, &right, NULL), AV_OK);
    fixture_press(&fixture, "A");
    fixture_draw(&fixture);
    cr_assert_eq(fixture.player.quiz.phase, AV_QUIZ_ANSWERED);
    if (right.choice != AV_ANY && question->choices[right.choice].token != AV_ANY)
        expected = av_player_vocabulary_text(&fixture.player, question->choices[right.choice].token);
    else if (right.column != AV_ANY && !right.has_number) {
        struct av_view view = av_view_of(&fixture.player, question->answer.matrix);
        expected = av_view_column_label(&view, right.column, buffer, sizeof buffer);
    }
    char *box = text_in(layout_now().box);
    cr_assert_not_null(strstr(box, expected), "%s: %s is not in\n%s", where, expected, box);
    free(box);
}

static void walk(const char *name, int columns, int rows, enum av_language language, bool plain)
{
    fixture_open(&fixture, name, columns, rows);
    fixture.player.language = language;
    fixture.player.plain = plain;
    fixture.canvas.charset = plain ? AV_CHARSET_ASCII : AV_CHARSET_UNICODE;
    av_quiz_turn(&fixture.player, true);
    for (int i = 0; i < fixture.lesson.n_question; i++) {
        char where[96];
        const struct av_question *question = &fixture.lesson.questions[i];
        snprintf(where, sizeof where, "%s, %dx%d, %s%s, question %d", name, columns, rows, av_language_code(language),
                 plain ? ", plain" : "", i + 1);
        visit(question);
        look_everywhere(question, where);
        expect_answered(question, where);
    }
    fixture_close(&fixture);
}

Test(question, nothing_gives_an_open_one_away_and_the_answer_comes_with_it)
{
    for (size_t lesson = 0; lesson < sizeof lessons / sizeof *lessons; lesson++)
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)
            for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
                walk(lessons[lesson], sizes[size][0], sizes[size][1], (enum av_language)language, false);
}

/* What a number flows into would lead to the answer, if it was lit up before the question came. */
Test(question, a_number_that_is_traced_is_not_while_one_is_open)
{
    fixture_open(&fixture, "pronoun", 120, 40);
    av_quiz_turn(&fixture.player, true);
    fixture_go(&fixture, 10, AV_STAGE_PROJECT);
    fixture_press(&fixture, "Tab f Space");
    cr_assert(fixture.player.tracing);
    fixture_draw(&fixture);
    cr_assert_eq(fixture.player.quiz.phase, AV_QUIZ_OPEN);
    for (int i = 0; i < fixture.canvas.width * fixture.canvas.height; i++)
        cr_assert_neq(fixture.canvas.cells[i].role, AV_ROLE_FLOW);
    fixture_close(&fixture);
}

/* The names of files are not those on the screen. */
Test(question, names_a_matrix_as_its_panel_does)
{
    fixture_open(&fixture, "first-three", 120, 40);
    av_quiz_turn(&fixture.player, true);
    fixture_go(&fixture, 3, AV_STAGE_MIX);
    fixture_draw(&fixture);
    char *asked = text_in(layout_now().box);
    cr_assert_not_null(strstr(asked, "a cell of A⋅V"), "%s", asked);
    fixture_press(&fixture, "A");
    fixture_draw(&fixture);
    char *answered = text_in(layout_now().box);
    cr_assert_not_null(strstr(answered, "A⋅V(a, "), "%s", answered);
    free(answered);
    free(asked);
    fixture_close(&fixture);
}

/* The reason is the lesson's, of the lesson as it was written; the answer is that of the numbers as they are. */
Test(question, of_a_changed_lesson_has_a_reason_of_the_lesson_as_it_was)
{
    fixture_open(&fixture, "pronoun", 120, 40);
    av_quiz_turn(&fixture.player, true);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    fixture_press(&fixture, "A s");
    fixture_draw(&fixture);
    char *text = text_in(layout_now().box);
    cr_assert_not_null(strstr(text, av_string(AV_STRING_AS_IT_WAS, AV_ENGLISH)), "%s", text);
    free(text);
    fixture_close(&fixture);
}

Test(question, nor_does_another_lens)
{
    static const char *const of_lenses[] = {"four-blocks", "no-q-cache", "heads", "gpt1",   "why-valid",
                                            "linear",      "flash",      "paged", "pronoun"};
    for (size_t i = 0; i < sizeof of_lenses / sizeof *of_lenses; i++)
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            fixture_open(&fixture, of_lenses[i], sizes[size][0], sizes[size][1]);
            av_quiz_turn(&fixture.player, true);
            for (int q = 0; q < fixture.lesson.n_question; q++) {
                char where[96];
                const struct av_question *question = &fixture.lesson.questions[q];
                snprintf(where, sizeof where, "%s, %dx%d, question %d", of_lenses[i], sizes[size][0], sizes[size][1],
                         q + 1);
                fixture.player.cache_on = question->when != AV_WHEN_CACHE_OFF;
                visit_in(question, AV_LENS_SIDE);
                for (int k = 0; k < q && av_quiz_question(&fixture.player) != question; k++)
                    fixture_press(&fixture, "Enter"); /* the one before, at the same place, has been answered */
                cr_assert_eq(av_quiz_question(&fixture.player), question, "%s", where);
                expect_secret(question, where);
                expect_answered(question, where);
            }
            fixture_close(&fixture);
        }
}

Test(question, nor_does_a_plain_screen)
{
    for (size_t lesson = 0; lesson < sizeof lessons / sizeof *lessons; lesson++)
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)
            walk(lessons[lesson], sizes[size][0], sizes[size][1], AV_ENGLISH, true);
}

Test(question, its_words_and_choices_are_there_at_every_size)
{
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        fixture_open(&fixture, "pronoun", sizes[size][0], sizes[size][1]);
        av_quiz_turn(&fixture.player, true);
        visit(&fixture.lesson.questions[3]);
        fixture_draw(&fixture);
        char *text = text_in(layout_now().box);
        cr_assert_not_null(strstr(text, "The prompt ends with 它."), "%s", text);
        for (int i = 0; i < 4; i++)
            cr_assert_not_null(strstr(text, fixture.lesson.vocabulary[fixture.lesson.questions[3].choices[i].token]),
                               "%s", text);
        free(text);
        fixture_close(&fixture);
    }
}

/* The command of a click on the first place where text stands in the box. */
static struct av_command click_on(const char *text)
{
    struct av_rectangle box = layout_now().box;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            if (strcmp(cell_at(x, y)->text, text) == 0)
                return av_canvas_hit(&fixture.canvas, x, y);
    cr_assert_fail("no %s in the box", text);
    return (struct av_command){0};
}

Test(question, is_answered_with_the_mouse)
{
    fixture_open(&fixture, "pronoun", 80, 24);
    av_quiz_turn(&fixture.player, true);
    visit(&fixture.lesson.questions[3]);
    for (int click = 0; click < 2; click++) {
        fixture_draw(&fixture);
        cr_assert_eq(av_player_do(&fixture.player, click_on("很"), NULL), AV_OK);
    }
    cr_assert_eq(fixture.player.quiz.verdict, AV_VERDICT_RIGHT);
    fixture_draw(&fixture);
    cr_assert_eq(av_player_do(&fixture.player, click_on("很"), NULL), AV_OK);
    cr_assert_eq(fixture.player.quiz.phase, AV_QUIZ_IDLE, "a click puts the answer away");
    fixture_close(&fixture);
}

Test(question, many_long_choices_scroll_with_the_chosen_one_in_sight)
{
    char json[4096], choices[2048] = "";
    for (int i = 1; i <= 9; i++) {
        char choice[200];
        snprintf(choice, sizeof choice,
                 "%s{\"en\": \"choice %d, in so many words that there is no room for another one beside it\", "
                 "\"zh\": \"第 %d 个\"}",
                 i > 1 ? ", " : "", i, i);
        strcat(choices, choice);
    }
    snprintf(
        json, sizeof json,
        "{\"attnviz\": 1, \"title\": {\"en\": \"t\", \"zh\": \"t\"}, \"teaches\": {\"en\": \"t\", \"zh\": \"t\"},"
        "\"prompt\": [\"a\", \"b\"], \"generate\": 0, \"model\": {\"vocabulary\": [\"a\", \"b\"], \"d_model\": 2,"
        "\"n_layer\": 1, \"n_head\": 1, \"d_k\": 2, \"d_v\": 2, \"n_ctx\": 2, \"embedding\": [[1, 0], [0, 1]],"
        "\"layers\": [{\"wq\": [[1, 0], [0, 1]], \"wk\": [[1, 0], [0, 1]], \"wv\": [[1, 0], [0, 1]],"
        "\"wo\": [[1, 0], [0, 1]]}], \"w_out\": [[1, 0], [0, 1]]},"
        "\"questions\": [{\"at\": {\"token\": 2, \"stage\": \"mix\"}, \"ask\": {\"en\": \"Which?\", \"zh\": \"？\"},"
        "\"choices\": [%s], \"answer\": {\"choice\": 9}, \"reason\": {\"en\": \"r\", \"zh\": \"r\"}}]}",
        choices);
    fixture_parse(&fixture, json, 40, 12);
    av_quiz_turn(&fixture.player, true);
    fixture_go(&fixture, 2, AV_STAGE_MIX);
    cr_assert_eq(fixture.player.quiz.phase, AV_QUIZ_OPEN);
    for (int i = 1; i <= 9; i++) {
        char wanted[32];
        fixture_press(&fixture, "Down");
        fixture_draw(&fixture);
        char *text = text_in(layout_now().box);
        snprintf(wanted, sizeof wanted, "▸%d choice %d", i, i);
        cr_assert_not_null(strstr(text, wanted), "%s", text);
        cr_assert_not_null(strstr(text, "Which?"), "%s", text);
        free(text);
    }
    fixture_close(&fixture);
}

Test(question, the_top_line_counts_what_was_right)
{
    fixture_open(&fixture, "generate", 80, 24);
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert_null(strstr(text, "✓"), "not where nothing is asked: %s", text);
    free(text);
    av_quiz_turn(&fixture.player, true);
    visit(&fixture.lesson.questions[0]);
    fixture_press(&fixture, "1 Enter");
    fixture_draw(&fixture);
    text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "✓ 1/6"), "%s", text);
    free(text);
    fixture_close(&fixture);
}
