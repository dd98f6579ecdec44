/* The prompt at once or token by token: where one can stand, what is new, what it takes, and what is said and asked
 * there. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/player/cost.h"
#include "attnviz/player/reload.h"
#include "kit.h"

#define PROMPT 4
#define REST   3

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int n_prompt, bool prefill)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 21, n_prompt, REST);
    lesson.prefill = prefill;
    kit_open(&player, &lesson);
}

static void open_player(void)
{
    open_with(PROMPT, true);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(prefill, .init = open_player, .fini = close_player);

static void assert_place(int token, enum av_stage stage, enum av_notice notice)
{
    cr_assert_eq(player.place.token, token);
    cr_assert_eq(player.place.stage, (int)stage);
    cr_assert_eq(player.notice, notice, "notice %d", (int)player.notice);
}

Test(prefill, the_first_step_is_the_whole_prompt)
{
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_NONE);
    cr_assert(av_player_prefills(&player));
    kit_press(&player, "Left");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_FIRST_STAGE);
    kit_press(&player, "Up");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_FIRST_STEP);
    kit_press(&player, "Down");
    assert_place(PROMPT, AV_STAGE_EMBED, AV_NOTICE_NONE);
    cr_assert_not(av_player_prefills(&player));
    kit_press(&player, "Left");
    assert_place(PROMPT - 1, AV_STAGE_NEXT, AV_NOTICE_NONE);
    kit_press(&player, "End Home");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_NONE);
}

Test(prefill, a_token_that_is_read_with_others_leads_to_their_step)
{
    for (int number = 1; number <= PROMPT + REST; number++) {
        struct av_command go = {AV_COMMAND_GO_TO_TOKEN, {number, 0, 0}};
        kit_press(&player, "End");
        cr_assert_eq(av_player_do(&player, go, NULL), AV_OK);
        if (number < PROMPT)
            assert_place(PROMPT - 1, AV_STAGE_NEXT, AV_NOTICE_FIRST_STEP);
        else
            cr_assert_eq(player.place.token, number - 1);
    }
    kit_press(&player, "Home g 2 Enter");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_FIRST_STEP);
    kit_press(&player, "g 9 Enter");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_NO_SUCH_TOKEN);
}

Test(prefill, the_switch_goes_both_ways_at_any_place)
{
    kit_press(&player, "P");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_ONE_BY_ONE);
    kit_go(&player, 1, AV_STAGE_SOFTMAX, 1, 1);
    cr_assert_eq(player.place.token, 1);
    kit_press(&player, "P");
    assert_place(PROMPT - 1, AV_STAGE_SOFTMAX, AV_NOTICE_AT_ONCE);
    cr_assert(player.place.layer == 1 && player.place.head == 1);
    kit_go(&player, PROMPT + 1, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "P");
    assert_place(PROMPT + 1, AV_STAGE_MIX, AV_NOTICE_ONE_BY_ONE);
    kit_press(&player, "e 1 Enter P u R");
    cr_assert(player.prefill, "undo and reset are about what was changed in the lesson");
}

Test(prefill, of_one_token_is_the_same)
{
    close_player();
    open_with(1, false);
    kit_press(&player, "P");
    assert_place(0, AV_STAGE_EMBED, AV_NOTICE_ONE_TOKEN);
    cr_assert(!av_player_prefills(&player) && player.run.n_first == 1);
    kit_press(&player, "i 3 Enter");
    cr_assert(av_player_prefills(&player) && player.run.n_first == 2 && player.place.token == 1);
    kit_press(&player, "d");
    cr_assert(!av_player_prefills(&player) && player.place.token == 0);
}

Test(prefill, deleting_makes_the_first_step_shorter_and_a_token_that_is_changed_makes_it_longer)
{
    kit_press(&player, "d");
    cr_assert(av_player_prefills(&player) && player.run.n_first == PROMPT - 1 && player.place.token == PROMPT - 2);
    kit_go(&player, PROMPT, AV_STAGE_EMBED, 0, 0);
    kit_press(&player, player.run.tokens[PROMPT] == 2 ? "e 3 Enter" : "e 2 Enter");
    cr_assert(av_player_prefills(&player) && player.run.n_first == PROMPT + 1 && player.place.token == PROMPT);
}

/* Both ways of reading give the same text and the same numbers. */
Test(prefill, changes_no_token_and_no_number)
{
    struct av_player other;
    struct av_lesson one_by_one = lesson;
    one_by_one.prefill = false;
    kit_open(&other, &one_by_one);
    cr_assert(memcmp(other.run.tokens, player.run.tokens, (PROMPT + REST) * sizeof(int)) == 0);
    struct av_trace *cached = &player.run.cached;
    const struct av_model *model = cached->model;
    cached->model = other.run.cached.model; /* the comparison asks for one model; both are of one lesson */
    cr_assert_eq(av_trace_compare(&other.run.cached, cached, PROMPT + REST).different, 0);
    cached->model = model;
    av_player_finish(&other);
}

static char sign(enum av_state state)
{
    static const char signs[] = {
        [AV_STATE_NEW] = '+',  [AV_STATE_REUSED] = '=',    [AV_STATE_RECOMPUTED] = '!', [AV_STATE_MASKED] = 'x',
        [AV_STATE_DONE] = '-', [AV_STATE_DISCARDED] = '.', [AV_STATE_NEVER] = 'o',      [AV_STATE_FUTURE] = ' '};
    return signs[state];
}

static void assert_rows(enum av_view_id id, const char *expected)
{
    struct av_view view = av_view_of(&player, id);
    char found[8] = "";
    for (int row = 0; row < view.rows; row++)
        found[row] = sign(av_view_row_state(&view, row));
    cr_assert_str_eq(found, expected, "%s at %s", av_view_name(id), av_stage_name((enum av_stage)player.place.stage));
}

static void assert_grid(enum av_view_id id, const char *const expected[7])
{
    struct av_view view = av_view_of(&player, id);
    for (int row = 0; row < 7; row++) {
        char found[8] = "";
        for (int column = 0; column < 7; column++)
            found[column] = sign(av_view_cell(&view, row, column).state);
        cr_assert_str_eq(found, expected[row], "row %d of %s at %s", row, av_view_name(id),
                         av_stage_name((enum av_stage)player.place.stage));
    }
}

Test(prefill, all_rows_of_the_prompt_are_new_in_its_step_and_reused_after_it)
{
    for (int way = 0; way < 2; way++) {
        kit_go(&player, 0, AV_STAGE_EMBED, 0, 0);
        assert_rows(AV_VIEW_K, "       ");
        kit_go(&player, 0, AV_STAGE_NEXT, 1, 0);
        assert_rows(AV_VIEW_X, "++++   ");
        assert_rows(AV_VIEW_Q, "++++   ");
        assert_rows(AV_VIEW_K, "++++   ");
        assert_rows(AV_VIEW_MIX, "++++   ");
        assert_rows(AV_VIEW_LOGITS, "++++   ");
        kit_go(&player, PROMPT, AV_STAGE_NEXT, 1, 0);
        assert_rows(AV_VIEW_X, way == 0 ? "----+  " : "!!!!+  ");
        assert_rows(AV_VIEW_Q, way == 0 ? "....+  " : "!!!!+  ");
        assert_rows(AV_VIEW_V, way == 0 ? "====+  " : "!!!!+  ");
        kit_do(&player, AV_COMMAND_CACHE);
    }
}

Test(prefill, scores_are_whole_and_masked_in_its_step_and_then_grow_by_rows)
{
    static const char *const raw[7] = {"++++   ", "++++   ", "++++   ", "++++   ", "       ", "       ", "       "};
    static const char *const masked[7] = {"+xxx   ", "++xx   ", "+++x   ", "++++   ", "       ", "       ", "       "};
    static const char *const after[7] = {"-...o  ", "--..o  ", "---.o  ", "----o  ", "+++++  ", "       ", "       "};
    static const char *const later[7] = {"-...oo ", "--..oo ", "---.oo ", "----oo ", "-----o ", "++++++ ", "       "};
    kit_go(&player, 0, AV_STAGE_SCALE, 0, 0);
    assert_grid(AV_VIEW_S, raw);
    kit_go(&player, 0, AV_STAGE_SOFTMAX, 0, 0);
    assert_grid(AV_VIEW_S, masked);
    assert_grid(AV_VIEW_A, masked);
    kit_go(&player, PROMPT, AV_STAGE_SOFTMAX, 0, 0);
    assert_grid(AV_VIEW_S, after);
    assert_grid(AV_VIEW_A, after);
    kit_go(&player, PROMPT + 1, AV_STAGE_SOFTMAX, 0, 0);
    assert_grid(AV_VIEW_A, later);
}

static double figure(enum av_figure of)
{
    struct av_view cost = av_view_of(&player, AV_VIEW_COST);
    double value = -1;
    cr_assert(av_cost_figure(&cost, of, &value), "%s", av_figure_name(of));
    return value;
}

Test(prefill, saves_nothing_and_the_steps_after_it_do)
{
    kit_go(&player, 0, AV_STAGE_NEXT, 1, 0);
    cr_assert_eq(figure(AV_FIGURE_CACHED), figure(AV_FIGURE_UNCACHED));
    cr_assert(figure(AV_FIGURE_SAVED) == 0 && figure(AV_FIGURE_SAVED_PERCENT) == 0);
    cr_assert_eq(figure(AV_FIGURE_TOTAL_CACHED), figure(AV_FIGURE_CACHED), "there is no step before it");
    cr_assert_eq(figure(AV_FIGURE_TOTAL_UNCACHED), figure(AV_FIGURE_UNCACHED));
    double cached = figure(AV_FIGURE_CACHED), uncached = cached;
    for (int token = PROMPT; token < PROMPT + REST; token++) {
        kit_go(&player, token, AV_STAGE_NEXT, 1, 0);
        cr_assert_eq(figure(AV_FIGURE_CACHED) * (token + 1), figure(AV_FIGURE_UNCACHED), "one row of them all");
        cached += figure(AV_FIGURE_CACHED);
        uncached += figure(AV_FIGURE_UNCACHED);
        cr_assert(figure(AV_FIGURE_TOTAL_CACHED) == cached && figure(AV_FIGURE_TOTAL_UNCACHED) == uncached);
    }
}

Test(prefill, the_cache_is_empty_before_append_and_full_of_the_prompt_from_then_on)
{
    kit_go(&player, 0, AV_STAGE_PROJECT, 0, 0);
    cr_assert_eq(figure(AV_FIGURE_CACHE_BYTES), 0);
    kit_go(&player, 0, AV_STAGE_APPEND, 0, 0);
    cr_assert_eq(figure(AV_FIGURE_CACHE_BYTES), PROMPT * figure(AV_FIGURE_BYTES_PER_TOKEN));
}

Test(prefill, a_rule_without_a_cache_reads_at_once_as_well)
{
    kit_press(&player, "m m"); /* none */
    cr_assert_not(av_player_can_cache(&player));
    kit_press(&player, "Home Up");
    assert_place(PROMPT - 1, AV_STAGE_EMBED, AV_NOTICE_FIRST_STEP);
    kit_go(&player, 0, AV_STAGE_NEXT, 1, 0);
    assert_rows(AV_VIEW_Q, "++++   ");
    kit_press(&player, "m");
    cr_assert(av_player_can_cache(&player) && player.run.cached.written[0] == PROMPT);
}

static struct av_note note_at(int token, bool prefill)
{
    return (struct av_note){.place = {token, AV_STAGE_MIX, AV_ANY, AV_ANY, AV_LENS_PANELS},
                            .prefill = prefill,
                            .mask = AV_ANY,
                            .scaled = AV_ANY,
                            .matrix = AV_ANY,
                            .row = AV_ANY,
                            .column = AV_ANY};
}

/* What is said of steps of one token may be false of one that reads many, and the other way round. */
Test(prefill, notes_are_of_the_one_kind_of_step_or_of_the_other)
{
    struct av_note notes[] = {note_at(1, false), note_at(PROMPT - 1, false), note_at(AV_ANY, true),
                              note_at(PROMPT, false)};
    lesson.notes = notes;
    lesson.n_note = 4;
    kit_go(&player, 1, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(av_player_note(&player), &notes[2]);
    kit_press(&player, "Down");
    cr_assert_eq(av_player_note(&player), &notes[3]);
    kit_press(&player, "P Up");
    cr_assert_eq(av_player_note(&player), &notes[1]);
    kit_press(&player, "Up");
    cr_assert_null(av_player_note(&player));
    kit_press(&player, "Up");
    cr_assert_eq(av_player_note(&player), &notes[0]);
}

static void ask_at(struct av_question *question, int token, bool prefill)
{
    *question = (struct av_question){.place = {token, AV_STAGE_NEXT, AV_ANY, AV_ANY, AV_LENS_PANELS},
                                     .prefill = prefill,
                                     .kind = AV_QUESTION_NUMBER,
                                     .answer = {.kind = AV_ANSWER_FIGURE, .figure = AV_FIGURE_SAVED_PERCENT}};
}

Test(prefill, questions_too_and_their_answers_are_found_as_they_are_asked)
{
    struct av_question questions[2];
    struct av_right right;
    struct av_report report;
    close_player();
    open_with(PROMPT, false);
    ask_at(&questions[0], PROMPT - 1, false);
    ask_at(&questions[1], PROMPT - 1, true);
    av_player_finish(&player);
    lesson.questions = questions;
    lesson.n_question = 2;
    kit_open(&player, &lesson);
    kit_go(&player, PROMPT - 1, AV_STAGE_NEXT, 1, 0);
    cr_assert_eq(av_quiz_question(&player), &questions[0]);
    cr_assert_eq(av_answer_find(&player, &questions[0], &right, NULL), AV_OK);
    cr_assert_float_eq(right.number, 75, 1e-9, "one row of four");
    kit_press(&player, "P");
    cr_assert_eq(av_quiz_question(&player), &questions[1]);
    cr_assert_eq(av_answer_find(&player, &questions[1], &right, NULL), AV_OK);
    cr_assert_eq(right.number, 0);

    av_report_init(&report);
    cr_assert_eq(av_quiz_check(&player, "lesson", &report, NULL), AV_OK);
    cr_assert_eq(report.count, 0);
    questions[1].answer.kind =
        AV_ANSWER_STATE; /* which no cell has in that step, and in the step of one token some have */
    questions[1].answer.matrix = AV_VIEW_K;
    questions[1].answer.state = AV_STATE_REUSED;
    questions[0].answer = questions[1].answer;
    questions[0].when = questions[1].when = AV_WHEN_CACHE_ON;
    cr_assert_eq(av_quiz_check(&player, "lesson", &report, NULL), AV_OK);
    cr_assert_eq(report.count, 1);
    cr_assert_str_eq(report.errors[0].place, "lesson: $.questions[1].answer.state");
    av_report_finish(&report);
    lesson.n_question = 0;
}

Test(prefill, a_question_is_left_out_of_what_is_written_where_the_prompt_no_longer_ends_at_it)
{
    struct av_question question, kept[1];
    int n_kept;
    ask_at(&question, PROMPT - 1, true);
    lesson.questions = &question;
    lesson.n_question = 1;
    av_player_finish(&player);
    kit_open(&player, &lesson);
    cr_assert_eq(av_quiz_answerable(player.run.lesson, kept, &n_kept, NULL), AV_OK);
    cr_assert_eq(n_kept, 1);
    kit_press(&player, "d");
    cr_assert_eq(av_quiz_answerable(player.run.lesson, kept, &n_kept, NULL), AV_OK);
    cr_assert_eq(n_kept, 0);
    lesson.n_question = 0;
}

Test(prefill, a_lesson_that_is_read_again_keeps_the_switch)
{
    struct av_lesson again = lesson;
    again.prefill = false;
    kit_press(&player, "Down");
    cr_assert_eq(av_player_reload(&player, &again, NULL), AV_OK);
    cr_assert(player.prefill && player.run.n_first == PROMPT && player.place.token == PROMPT);
}

/* An explanation leads from a later step into the one that made the row; it is left where that step is gone. */
Test(prefill, explanations_lead_to_the_step_of_the_prompt)
{
    struct av_working working;
    struct av_stop stop;
    kit_press(&player, "P");
    kit_go(&player, PROMPT, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_K, 1, 0}}, NULL), AV_OK);
    kit_press(&player, "Enter Enter");
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_eq(stop.at.place.token, 1);
    kit_press(&player, "P");
    cr_assert(!av_walk_working(&player, &working, &stop) || stop.at.place.token >= PROMPT - 1);
    kit_press(&player, "Escape Escape");
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_K, 1, 0}}, NULL), AV_OK);
    kit_press(&player, "Enter Enter");
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_eq(stop.at.place.token, PROMPT - 1);
}
