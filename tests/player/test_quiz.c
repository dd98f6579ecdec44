/* The quiz: when a question opens, how it is answered, what it covers until then, and the score. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/player/spot.h"
#include "kit.h"

#define LAST 5 /* the last token of the lesson */

static struct av_lesson lesson;
static struct av_player player;

/* Another question at the end of the lesson's; its words are its number. */
static struct av_question *add(int token, enum av_stage stage, enum av_answer_kind kind)
{
    static const char *const words[] = {"zero", "one", "two", "three", "four", "five", "six", "seven"};
    if (lesson.questions == NULL)
        lesson.questions = av_arena_allocate(&lesson.arena, 8, sizeof *lesson.questions);
    cr_assert(lesson.n_question < 8);
    struct av_question *question = &lesson.questions[lesson.n_question];
    *question =
        (struct av_question){.place = {token, (int)stage, AV_ANY, AV_ANY, AV_LENS_PANELS}, .answer = {.kind = kind}};
    question->ask.in[AV_ENGLISH] = question->ask.in[AV_CHINESE] = words[lesson.n_question++];
    return question;
}

/* Words to choose from, the second of which is right. */
static struct av_question *add_choice(int token, enum av_stage stage, int n_choice)
{
    struct av_question *question = add(token, stage, AV_ANSWER_CHOICE);
    question->n_choice = n_choice;
    question->choices = av_arena_allocate(&lesson.arena, (size_t)n_choice, sizeof *question->choices);
    for (int i = 0; i < n_choice; i++)
        question->choices[i].token = AV_ANY;
    question->answer.choice = 1;
    return question;
}

/* The first weight of the current row, typed in. */
static struct av_question *add_number(int token)
{
    struct av_question *question = add(token, AV_STAGE_SOFTMAX, AV_ANSWER_VALUE);
    question->kind = AV_QUESTION_NUMBER;
    question->answer.matrix = AV_VIEW_A;
    question->answer.row = token;
    question->covers[AV_VIEW_A] = true;
    question->tolerance = 0.01;
    return question;
}

/* Where the current row has its largest weight. */
static struct av_question *add_point(int token)
{
    struct av_question *question = add(token, AV_STAGE_SOFTMAX, AV_ANSWER_LARGEST);
    question->kind = AV_QUESTION_POINT;
    question->answer.matrix = AV_VIEW_A;
    question->answer.row = token;
    question->covers[AV_VIEW_A] = true;
    return question;
}

static void give_hint_to(struct av_question *question)
{
    question->hint.in[AV_ENGLISH] = question->hint.in[AV_CHINESE] = "a hint";
}

static void open_lesson(void)
{
    const struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 3, 4, LAST + 1 - 4);
    lesson.questions = NULL;
    lesson.n_question = 0;
}

static void close_lesson(void)
{
    kit_close(&player, &lesson);
}

TestSuite(quiz, .init = open_lesson, .fini = close_lesson);

static enum av_mark mark(int question)
{
    return player.quiz.entries[question].mark;
}

Test(quiz, a_question_opens_at_its_place_and_nowhere_else)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    for (int t = 0; t <= LAST; t++) {
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
            kit_go(&player, t, (enum av_stage)stage, 1, 1);
            bool here = t == 2 && stage == AV_STAGE_MIX;
            cr_assert_eq(player.quiz.phase == AV_QUIZ_OPEN, here, "token %d, stage %d", t, stage);
            cr_assert_eq(av_quiz_question(&player), here ? &lesson.questions[0] : NULL);
            cr_assert_eq(av_player_context(&player), here ? AV_CONTEXT_CHOICE : AV_CONTEXT_LESSON);
        }
    }
}

Test(quiz, nothing_is_asked_where_that_is_switched_off)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    av_quiz_turn(&player, false);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_go(&player, LAST, AV_STAGE_NEXT, 1, 0);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE, "and no score is told");
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    av_quiz_turn(&player, true);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
}

Test(quiz, a_choice_is_made_by_arrows_and_digits_and_taken_by_enter)
{
    static const struct {
        const char *keys;
        int chosen;
    } ways[] = {{"2", 1},   {"Down Down", 1}, {"Up", 2},     {"3 Up", 1},
                {"1 j", 1}, {"Down", 0},      {"3 Down", 2}, {"9", AV_ANY}};
    add_choice(2, AV_STAGE_MIX, 3);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        kit_open(&player, &lesson);
        kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
        kit_press(&player, ways[i].keys);
        cr_assert_eq(player.quiz.choice, ways[i].chosen, "%s", ways[i].keys);
        cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
        kit_press(&player, "Enter");
        cr_assert_eq(mark(0), ways[i].chosen == AV_ANY ? AV_MARK_NONE
                              : ways[i].chosen == 1    ? AV_MARK_RIGHT
                                                       : AV_MARK_WRONG);
        cr_assert_eq(player.notice, ways[i].chosen == AV_ANY ? AV_NOTICE_CHOOSE : AV_NOTICE_NONE);
        av_player_finish(&player);
    }
    kit_open(&player, &lesson);
}

Test(quiz, a_second_try_is_given_and_the_first_one_counts)
{
    give_hint_to(add_choice(2, AV_STAGE_MIX, 3));
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "1 Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_AGAIN);
    cr_assert(player.quiz.hinted, "the hint is given with it");
    kit_press(&player, "2 Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_RIGHT);
    cr_assert_eq(mark(0), AV_MARK_WRONG);
    cr_assert_eq(av_quiz_score(&player).right, 0);
    cr_assert_eq(av_quiz_score(&player).wrong, 1);
}

Test(quiz, who_looks_at_what_a_hint_speaks_of_still_has_the_second_try)
{
    give_hint_to(add_choice(2, AV_STAGE_MIX, 3));
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "1 Enter Left");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_AGAIN);
    cr_assert(player.quiz.hinted);
    kit_press(&player, "3 Enter");
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_WRONG, "it was the second");
    kit_press(&player, "Left Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE, "and there is no third");
    cr_assert_eq(mark(0), AV_MARK_WRONG);
}

Test(quiz, a_second_try_that_is_skipped_is_not_asked_for)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "1 Enter Escape Left Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    cr_assert_eq(mark(0), AV_MARK_WRONG);
}

Test(quiz, after_two_wrong_tries_the_answer_is_shown)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "1 Enter 3 Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_WRONG);
}

Test(quiz, of_two_choices_one_wrong_try_says_all)
{
    add_choice(2, AV_STAGE_MIX, 2);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "1 Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_WRONG);
}

Test(quiz, a_click_chooses_and_another_one_answers)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    const struct av_command click = {AV_COMMAND_CHOOSE, {1}}, outside = {AV_COMMAND_CHOOSE, {3}};
    cr_assert_eq(av_player_do(&player, outside, NULL), AV_OK);
    cr_assert_eq(player.quiz.choice, AV_ANY);
    cr_assert_eq(av_player_do(&player, click, NULL), AV_OK);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_eq(av_player_do(&player, click, NULL), AV_OK);
    cr_assert_eq(mark(0), AV_MARK_RIGHT);
}

/* The keys that type a number, one for each character. */
static void type(const char *text)
{
    for (; *text; text++)
        cr_assert_eq(av_player_press(&player, *text, NULL), AV_OK);
}

Test(quiz, a_number_is_typed_within_its_tolerance)
{
    add_number(2);
    kit_open(&player, &lesson);
    float weight = av_trace_weight(&player.run.cached, 0, 0, 2, 0);
    static const struct {
        double off;
        bool right;
    } tries[] = {{0, true}, {0.009, true}, {-0.009, true}, {0.011, false}, {-0.011, false}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.6f", (double)weight + tries[i].off);
        kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
        cr_assert_eq(av_player_context(&player), AV_CONTEXT_QUESTION);
        type(text);
        cr_assert_str_eq(player.quiz.typed, text);
        kit_press(&player, "Enter");
        cr_assert_eq(mark(0), tries[i].right ? AV_MARK_RIGHT : AV_MARK_WRONG, "%s for %g", text, (double)weight);
        player.quiz.entries[0] = (struct av_quiz_entry){.mark = AV_MARK_NONE};
        kit_go(&player, 0, AV_STAGE_EMBED, 0, 0);
    }
}

Test(quiz, what_is_no_number_is_no_try_and_backspace_takes_back)
{
    add_number(2);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Enter");
    cr_assert_eq(player.notice, AV_NOTICE_TYPE_NUMBER);
    kit_press(&player, "− . Enter");
    cr_assert_eq(player.notice, AV_NOTICE_TYPE_NUMBER);
    cr_assert_eq(player.quiz.tries, 0);
    kit_press(&player, "Backspace Backspace");
    cr_assert_str_eq(player.quiz.typed, "", "the sign takes three bytes, and goes as one");
    kit_press(&player, "Backspace");
    cr_assert_eq(player.place.stage, AV_STAGE_MASK, "with nothing typed it steps back");
}

Test(quiz, letters_that_belong_to_no_number_keep_their_meaning)
{
    add_number(2);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "1 2 3");
    kit_press(&player, "L");
    cr_assert_eq(player.language, AV_CHINESE);
    cr_assert_str_eq(player.quiz.typed, "123", "what was typed stays");
    kit_press(&player, "n");
    cr_assert_eq(player.place.token, 3, "n is the next token, and no part of inf");
}

Test(quiz, a_cell_is_pointed_at_from_inside_its_panel)
{
    add_point(3);
    kit_open(&player, &lesson);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 0, 0);
    int best = 0;
    for (int j = 1; j <= 3; j++)
        if (av_trace_weight(&player.run.cached, 0, 0, 3, j) > av_trace_weight(&player.run.cached, 0, 0, 3, best))
            best = j;
    kit_press(&player, "Enter");
    cr_assert(player.focused && player.focus == AV_VIEW_A);
    cr_assert(player.row == 3 && player.column == 0, "the cursor does not begin at the answer because it is one");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_POINT);
    kit_press(&player, "Tab Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_ASKED_ABOUT);
    cr_assert_eq(player.quiz.tries, 0);
    kit_press(&player, "Escape");
    cr_assert_not(player.focused);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "out of the panel, and not out of the question");
    kit_press(&player, "Enter Up Enter");
    cr_assert_eq(mark(0), AV_MARK_WRONG, "the row above is another's");
    kit_press(&player, "Down");
    for (int j = 0; j < best; j++)
        kit_press(&player, "Right");
    kit_press(&player, "Enter");
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_RIGHT);
}

Test(quiz, a_question_is_skipped_and_asked_again_at_the_next_visit)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "Escape");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    cr_assert_eq(mark(0), AV_MARK_SKIPPED);
    kit_press(&player, "]");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE, "another head of the same place is no new visit");
    kit_press(&player, "Right Left");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    kit_press(&player, "2 Enter");
    cr_assert_eq(mark(0), AV_MARK_RIGHT);
}

Test(quiz, tab_leads_into_no_panel_where_there_are_none)
{
    struct av_place place = {.token = 2, .stage = AV_STAGE_MIX};
    add_choice(2, AV_STAGE_MIX, 3)->place.lens = AV_LENS_COUNTS;
    add_choice(3, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    place.lens = AV_LENS_COUNTS;
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    kit_press(&player, "Tab Shift-Tab Tab 2");
    cr_assert_not(player.focused);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_CHOICE);
    cr_assert_eq(player.quiz.choice, 1, "the digit still chooses");
    place = (struct av_place){.token = 3, .stage = AV_STAGE_MIX, .lens = AV_LENS_SIDE};
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    kit_press(&player, "Tab");
    cr_assert(player.focused);
}

Test(quiz, nobody_is_locked_in)
{
    static const char *const keys[] = {"Right", "Left", "Space", "Backspace", "n", "p", "Home", "End", "g 1 Enter"};
    add_choice(2, AV_STAGE_MIX, 3);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        kit_open(&player, &lesson);
        kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
        kit_press(&player, keys[i]);
        cr_assert_neq(player.quiz.phase, AV_QUIZ_OPEN, "%s", keys[i]);
        cr_assert_eq(mark(0), AV_MARK_NONE, "%s", keys[i]);
        kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
        cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "%s: it is still to be answered", keys[i]);
        av_player_finish(&player);
    }
    kit_open(&player, &lesson);
}

Test(quiz, an_answered_question_is_not_asked_again)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "2 Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    kit_press(&player, "L t ?");
    kit_press(&player, "?");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED, "what does not look elsewhere leaves the reason there");
    kit_press(&player, "Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    cr_assert_not(player.focused, "Enter puts it away, and does nothing else");
    kit_press(&player, "Right Left");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
}

Test(quiz, a_key_that_has_to_wait_for_the_answer_says_so)
{
    static const char *const waiting[] = {"m", "s", "e", "i", "b", "=", "3", "z", "/", "+"};
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
        bool chooses = *waiting[i] == '3';
        kit_press(&player, waiting[i]);
        cr_assert_eq(player.notice, chooses ? AV_NOTICE_NONE : AV_NOTICE_QUESTION_OPEN, "%s", waiting[i]);
        cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
        cr_assert_eq(player.prompt.kind, AV_PROMPT_NONE);
        cr_assert_eq(player.experiment.n_change, 0);
    }
    kit_press(&player, "x");
    cr_assert_eq(player.notice, AV_NOTICE_NONE, "a key that does nothing anywhere has nothing to wait for");
    kit_press(&player, "Escape m");
    cr_assert_eq(player.notice, AV_NOTICE_MASK_MULTIPLIED);
}

Test(quiz, the_answer_is_shown_when_asked_for_and_counts_as_not_known)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "H");
    cr_assert_eq(player.notice, AV_NOTICE_NO_HINT);
    kit_press(&player, "A");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_SHOWN);
    cr_assert_eq(mark(0), AV_MARK_WRONG);
}

Test(quiz, a_hint_costs_nothing)
{
    give_hint_to(add_choice(2, AV_STAGE_MIX, 3));
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "H");
    cr_assert(player.quiz.hinted);
    kit_press(&player, "2 Enter");
    cr_assert_eq(mark(0), AV_MARK_RIGHT);
}

Test(quiz, questions_of_one_place_come_one_after_the_other)
{
    add_choice(2, AV_STAGE_MIX, 3);
    add_choice(2, AV_STAGE_MIX, 3);
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(player.quiz.question, 0);
    kit_press(&player, "2 Enter Right");
    cr_assert_eq(player.quiz.question, 1, "the next one comes before the step on");
    cr_assert_eq(player.place.stage, AV_STAGE_MIX);
    kit_press(&player, "Escape");
    cr_assert_eq(player.quiz.question, 2, "as after one that is skipped");
    kit_press(&player, "2 Enter Right");
    cr_assert_eq(player.place.stage, AV_STAGE_OUTPUT);
    kit_press(&player, "Left");
    cr_assert_eq(player.quiz.question, 1, "the skipped one is asked again");
}

Test(quiz, a_question_for_one_way_of_decoding_waits_for_it)
{
    add_choice(2, AV_STAGE_MIX, 3)->when = AV_WHEN_CACHE_OFF;
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "c");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    kit_press(&player, "c");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
}

Test(quiz, playing_stops_at_a_question)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 1, 0);
    kit_press(&player, "a");
    cr_assert(player.playing);
    kit_do(&player, AV_COMMAND_STAGE_NEXT);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_not(player.playing);
}

Test(quiz, a_zoomed_panel_and_a_working_make_room_for_a_question)
{
    add_choice(2, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 1, 0);
    kit_press(&player, "Tab z Enter Space");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_eq(player.walk.n, 0);
    cr_assert_not(player.zoomed || player.focused);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_CHOICE);
}

Test(quiz, covers_what_the_question_says_until_it_is_answered)
{
    struct av_question *question = add_point(3);
    question->covers[AV_VIEW_S] = question->covers_cost = true;
    kit_open(&player, &lesson);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 0, 0);
    for (int id = 0; id < AV_VIEW_COUNT; id++)
        cr_assert_eq(av_player_covers(&player, (enum av_view_id)id),
                     id == AV_VIEW_A || id == AV_VIEW_S || id == AV_VIEW_COST);
    cr_assert(av_player_covers_cost(&player) && av_player_covers_any(&player) && !av_player_covers_next(&player));
    cr_assert_not(av_player_spot(&player).shown, "no cell is brought out");
    kit_press(&player, "A");
    cr_assert_not(av_player_covers_any(&player));
    cr_assert(av_player_spot(&player).shown);
}

/* What it says, and what it holds for right, is of the lesson that was opened. */
Test(quiz, a_question_waits_for_the_lesson_as_it_was)
{
    char text[32];
    add_number(3);
    kit_open(&player, &lesson);
    kit_go(&player, 3, AV_STAGE_MASK, 0, 0);
    float weight = av_trace_weight(&player.run.cached, 0, 0, 3, 0);
    kit_press(&player, "s Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    cr_assert_eq(player.notice, AV_NOTICE_QUESTION_WAITS);
    cr_assert_not(av_player_covers_any(&player));
    kit_press(&player, "s");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "a switch that has gone round has changed nothing");
    kit_press(&player, "Left s Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "R");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_neq(player.notice, AV_NOTICE_QUESTION_WAITS);
    snprintf(text, sizeof text, "%.6f", (double)weight);
    type(text);
    kit_press(&player, "Enter s");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED, "the reason may be read to its end");
    cr_assert_eq(mark(0), AV_MARK_RIGHT);
}

Test(quiz, what_a_change_has_left_without_an_answer_is_not_asked)
{
    struct av_question *question = add(2, AV_STAGE_MIX, AV_ANSWER_FIGURE);
    question->kind = AV_QUESTION_NUMBER;
    question->answer.figure = AV_FIGURE_SAVED;
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 1, 0);
    kit_press(&player, "m m Right"); /* without a mask no cache stays true, and saves nothing */
    cr_assert_eq(player.place.stage, AV_STAGE_MIX);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "u u");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "with it there is an answer again");
}

Test(quiz, what_comes_next_is_covered_wherever_it_would_stand)
{
    struct av_question *question = add(LAST - 1, AV_STAGE_NEXT, AV_ANSWER_NEXT);
    kit_open(&player, &lesson);
    question->n_choice = 3;
    question->choices = av_arena_allocate(&lesson.arena, 3, sizeof *question->choices);
    int next = player.run.tokens[LAST], vocab_size = lesson.model.config.vocab_size;
    for (int i = 0; i < 3; i++)
        question->choices[i].token = (next + i) % vocab_size;
    kit_go(&player, LAST - 1, AV_STAGE_NEXT, 0, 0);
    cr_assert(av_player_covers_next(&player));
    cr_assert(av_player_covers(&player, AV_VIEW_NEXT) && av_player_covers(&player, AV_VIEW_LOGITS));
    cr_assert_str_eq(av_player_token_text(&player, LAST), "?");
    cr_assert_str_eq(av_player_token_text(&player, LAST - 1), lesson.vocabulary[player.run.tokens[LAST - 1]]);
    kit_press(&player, "1 Enter");
    cr_assert_eq(mark(0), AV_MARK_RIGHT);
    cr_assert_str_eq(av_player_token_text(&player, LAST), lesson.vocabulary[next]);
}

/* From the first screen on: it would stand in the line of tokens all the way to the question. */
Test(quiz, what_the_model_will_say_is_not_named_before_it_has_been_asked_for)
{
    struct av_question *question = add(LAST - 1, AV_STAGE_NEXT, AV_ANSWER_NEXT);
    kit_open(&player, &lesson);
    question->n_choice = 3;
    question->choices = av_arena_allocate(&lesson.arena, 3, sizeof *question->choices);
    int next = player.run.tokens[LAST], vocab_size = lesson.model.config.vocab_size;
    for (int i = 0; i < 3; i++)
        question->choices[i].token = (next + i) % vocab_size;
    const char *named = lesson.vocabulary[next];
    cr_assert_geq(LAST, lesson.n_prompt);
    kit_go(&player, 0, AV_STAGE_SOFTMAX, 0, 0);
    cr_assert_str_eq(av_player_token_text(&player, LAST), "?");
    for (int i = 0; i < LAST; i++)
        cr_assert_not(av_player_covers_token(&player, i), "only that one, not %d", i);
    kit_go(&player, LAST, AV_STAGE_EMBED, 0, 0);
    cr_assert_str_eq(av_player_token_text(&player, LAST), named, "who stands there sees it");
    av_quiz_turn(&player, false);
    kit_go(&player, 0, AV_STAGE_SOFTMAX, 0, 0);
    cr_assert_str_eq(av_player_token_text(&player, LAST), named, "nothing is asked");
    av_quiz_turn(&player, true);
    kit_go(&player, LAST - 1, AV_STAGE_NEXT, 0, 0);
    kit_press(&player, "1 Enter");
    kit_go(&player, 0, AV_STAGE_SOFTMAX, 0, 0);
    cr_assert_str_eq(av_player_token_text(&player, LAST), named, "it has been answered");
}

Test(quiz, at_the_end_the_score_is_told_once_a_visit)
{
    add_choice(0, AV_STAGE_MIX, 3);
    add_choice(2, AV_STAGE_MIX, 3);
    add_choice(LAST, AV_STAGE_NEXT, 3);
    add_choice(1, AV_STAGE_EMBED, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 0, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "2 Enter");
    kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "Escape");
    cr_assert_not(player.quiz.finished);
    kit_press(&player, "End");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "questions first");
    kit_press(&player, "1 Enter 1 Enter Enter");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_SCORE);
    cr_assert(player.quiz.finished);
    struct av_score score = av_quiz_score(&player);
    cr_assert(score.right == 1 && score.wrong == 1 && score.skipped == 1 && score.of == 4);
    cr_assert_eq(av_quiz_left(&player), &lesson.questions[3], "the earliest that is not answered");
    kit_press(&player, "Escape");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "] [");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE);
    kit_press(&player, "Left Right");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_SCORE);
}

Test(quiz, marks_and_the_place_are_kept_and_taken_up_again)
{
    struct av_lesson_progress known = {0};
    add_choice(0, AV_STAGE_MIX, 3);
    add_choice(2, AV_STAGE_MIX, 3);
    add_choice(3, AV_STAGE_MIX, 3);
    kit_open(&player, &lesson);
    kit_go(&player, 0, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "2 Enter");
    kit_go(&player, 2, AV_STAGE_MIX, 1, 1);
    kit_press(&player, "Escape");
    av_quiz_record(&player, &known);
    cr_assert(known.seen && !known.finished && known.of == 0);
    av_player_finish(&player);

    kit_open(&player, &lesson);
    av_quiz_recall(&player, &known);
    cr_assert_eq(player.notice, AV_NOTICE_STOPPED);
    cr_assert(mark(0) == AV_MARK_RIGHT && mark(1) == AV_MARK_SKIPPED && mark(2) == AV_MARK_NONE);
    kit_press(&player, "r");
    cr_assert(player.place.token == 2 && player.place.stage == AV_STAGE_MIX && player.place.layer == 1 &&
              player.place.head == 1);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN, "skipped, so asked again");
}

Test(quiz, without_a_place_to_go_back_to_r_says_so)
{
    struct av_lesson_progress known = {0};
    kit_open(&player, &lesson);
    av_quiz_recall(&player, &known);
    cr_assert_eq(player.notice, AV_NOTICE_NONE);
    kit_press(&player, "r");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_STOPPED);
}

Test(quiz, a_place_that_was_only_looked_in_from_its_start_is_not_forgotten)
{
    struct av_lesson_progress known = {.seen = true, .place = {2, AV_STAGE_MIX, 0, 0, AV_LENS_PANELS}};
    kit_open(&player, &lesson);
    av_quiz_recall(&player, &known);
    av_quiz_record(&player, &known);
    cr_assert(known.place.token == 2 && known.place.stage == AV_STAGE_MIX);
    kit_press(&player, "Right");
    av_quiz_record(&player, &known);
    cr_assert_eq(known.place.token, 0);
}

Test(quiz, a_round_that_came_to_its_end_begins_anew_and_the_best_stays)
{
    struct av_lesson_progress known = {0};
    add_choice(0, AV_STAGE_MIX, 3);
    add_choice(2, AV_STAGE_MIX, 3);
    for (int round = 0; round < 2; round++) {
        kit_open(&player, &lesson);
        av_quiz_recall(&player, &known);
        cr_assert(mark(0) == AV_MARK_NONE && mark(1) == AV_MARK_NONE);
        cr_assert_eq(player.notice, AV_NOTICE_NONE);
        kit_go(&player, 0, AV_STAGE_MIX, 0, 0);
        kit_press(&player, "2 Enter");
        kit_go(&player, 2, AV_STAGE_MIX, 0, 0);
        kit_press(&player, round == 0 ? "2 Enter" : "1 Enter 1 Enter");
        kit_press(&player, "End");
        av_quiz_record(&player, &known);
        cr_assert_eq(known.last, round == 0 ? 2 : 1);
        cr_assert(known.finished && known.best == 2 && known.of == 2);
        av_player_finish(&player);
    }
    kit_open(&player, &lesson);
}

Test(quiz, a_place_that_the_lesson_no_longer_has_is_nothing_to_go_back_to)
{
    const struct av_lesson_progress known = {.seen = true, .place = {LAST + 1, AV_STAGE_MIX, 0, 0, AV_LENS_PANELS}};
    kit_open(&player, &lesson);
    av_quiz_recall(&player, &known);
    cr_assert_eq(player.notice, AV_NOTICE_NONE);
    cr_assert_not(player.quiz.stopped);
}
