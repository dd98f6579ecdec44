/* The questions of each lesson: that they can be answered, what is right, and that what they say is true of the
 * numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/player.h"
#include "claims.h"

static struct run run;
static struct av_player player;

static void open_lesson(const char *name)
{
    run_init(&run, name);
    cr_assert_eq(av_player_init(&player, &run.lesson, NULL), AV_OK);
}

static void close_lesson(void)
{
    av_player_finish(&player);
    run_finish(&run);
}

static void each_lesson(void (*look)(const char *name))
{
    char names[LESSONS_MAX][64];
    int count = lesson_names(names);
    for (int i = 0; i < count; i++) {
        open_lesson(names[i]);
        look(names[i]);
        close_lesson();
    }
}

static void check_answers(const char *name)
{
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_quiz_check(&player, name, &report, NULL), AV_OK);
    cr_assert_eq(report.count, 0, "%s: %s", report.count > 0 ? report.errors[0].place : name,
                 report.count > 0 ? report.errors[0].message : "");
    av_report_finish(&report);
}

Test(questions, all_have_an_answer_wherever_they_are_asked)
{
    each_lesson(check_answers);
}

static void check_variety(const char *name)
{
    int kinds[3] = {0};
    for (int i = 0; i < run.lesson.n_question; i++) {
        kinds[run.lesson.questions[i].kind]++;
        cr_assert(run.lesson.questions[i].hint.in[AV_ENGLISH] && run.lesson.questions[i].hint.in[AV_CHINESE]);
    }
    cr_assert_geq(run.lesson.n_question, 4, "%s", name);
    for (int kind = 0; kind < 3; kind++)
        cr_assert_gt(kinds[kind], 0, "%s asks in all ways", name);
}

Test(questions, of_each_lesson_are_of_all_kinds_and_have_hints)
{
    each_lesson(check_variety);
}

/* Who opens a lesson is first shown something. */
static void check_beginning(const char *name)
{
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE, "%s begins with a question", name);
    cr_assert_eq(av_player_do(&player, (struct av_command){.id = AV_COMMAND_FIRST}, NULL), AV_OK);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_IDLE, "%s: there is one where Home leads", name);
}

Test(questions, none_stands_at_the_door)
{
    each_lesson(check_beginning);
}

/* In the order in which a lesson is gone through, so that "question 3 of 6" comes after 2. */
static void check_order(const char *name)
{
    for (int i = 1; i < run.lesson.n_question; i++) {
        const struct av_place *a = &run.lesson.questions[i - 1].place, *b = &run.lesson.questions[i].place;
        cr_assert(a->token < b->token || (a->token == b->token && a->stage <= b->stage), "%s, question %d", name,
                  i + 1);
    }
}

Test(questions, come_in_order)
{
    each_lesson(check_order);
}

static struct av_right right_of(int number)
{
    const struct av_question *question = &run.lesson.questions[number - 1];
    struct av_place place = question->place;
    struct av_right right;
    struct av_error error = {0};
    place.layer = place.layer == AV_ANY ? 0 : place.layer;
    place.head = place.head == AV_ANY ? 0 : place.head;
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    cr_assert_eq(av_answer_find(&player, question, &right, &error), AV_OK, "%s", error.message);
    return right;
}

static const char *chosen_token(int number)
{
    const struct av_question *question = &run.lesson.questions[number - 1];
    return run.lesson.vocabulary[question->choices[right_of(number).choice].token];
}

/* The column of the largest weight of a row, from the engine's trace; rows and heads from 1. */
static int looked_at_most(int head, int row)
{
    int best = 1;
    for (int j = 2; j <= row; j++)
        if (av_trace_weight(&run.trace, 0, head - 1, row - 1, j - 1) >
            av_trace_weight(&run.trace, 0, head - 1, row - 1, best - 1))
            best = j;
    return best;
}

Test(questions, of_the_look_up_have_these_answers)
{
    open_lesson("retrieval");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "q and k");
    cr_assert_eq(right_of(2).column + 1, looked_at_most(1, 4));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(2).column]], "lime");
    cr_assert_float_eq(right_of(3).number, 3 * 2 / sqrt(4), 1e-6, "food times food");
    cr_assert_str_eq(chosen_token(4), run.lesson.vocabulary[run.chosen[3]]);
    cr_assert_str_eq(chosen_token(4), "green");
    close_lesson();
}

Test(questions, of_the_first_three_have_these_answers)
{
    open_lesson("first-three");
    cr_assert_eq(run.lesson.n_question, 5);
    cr_assert_eq(right_of(1).number, 1);
    cr_assert_eq(right_of(2).row + 1, 1);
    cr_assert_eq(right_of(2).column + 1, 2);
    cr_assert_str_eq(run.lesson.questions[2].choices[right_of(3).choice].words.in[AV_ENGLISH],
                     "it stays, to the last bit");
    cr_assert_eq(right_of(4).row + 1, 3);
    cr_assert_str_eq(chosen_token(5), run.lesson.vocabulary[run.chosen[2]]);
    cr_assert_str_eq(chosen_token(5), "time");
    close_lesson();
}

Test(questions, of_the_scale_have_these_answers)
{
    open_lesson("scale");
    cr_assert_eq(run.lesson.n_question, 5);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "about 256");
    cr_assert_float_eq(right_of(2).number, av_trace_score(&run.trace, AV_SCORE_RAW, 0, 0, 9, 5) / 16, 1e-6);
    cr_assert_eq(right_of(3).column + 1, looked_at_most(1, 10));
    cr_assert_str_eq(run.lesson.questions[3].choices[right_of(4).choice].words.in[AV_ENGLISH], "a = ½");
    cr_assert_str_eq(run.lesson.questions[4].choices[right_of(5).choice].words.in[AV_ENGLISH], "next to nothing");
    close_lesson();
}

Test(questions, of_the_mask_have_these_answers)
{
    open_lesson("mask");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(chosen_token(1), "猫");
    struct av_right masked = right_of(2);
    cr_assert_gt(masked.column, masked.row, "above the diagonal");
    for (int row = 0; row < run.n; row++)
        for (int column = 0; column < run.n; column++)
            cr_assert_eq(av_answer_is_cell(&player, &run.lesson.questions[1], row, column), column > row);
    cr_assert_eq(right_of(3).choice + 1, 2, "exp(0) > exp(−3)");
    cr_assert_eq(right_of(4).number, 0);
    close_lesson();
}

Test(questions, of_the_leak_have_these_answers)
{
    open_lesson("leak");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "nearly 0");
    cr_assert_float_eq(right_of(2).number, 3, 1e-6);
    cr_assert_eq(right_of(3).choice + 1, 2);
    cr_assert_eq(right_of(4).column + 1, looked_at_most(1, 6));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(4).column]], "<s>");
    close_lesson();
}

Test(questions, of_merged_qk_have_these_answers)
{
    open_lesson("merged-qk");
    cr_assert_eq(run.lesson.n_question, 5);
    cr_assert_eq(right_of(1).column + 1, looked_at_most(1, 3));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(1).column]], "cat");
    cr_assert_str_eq(run.lesson.questions[1].choices[right_of(2).choice].words.in[AV_ENGLISH], "d_k, the way between");
    cr_assert_float_eq(right_of(3).number, 8 * 0.2, 1e-6);
    cr_assert_eq(right_of(4).number, (2 + 3) * 4);
    cr_assert_str_eq(run.lesson.questions[4].choices[right_of(5).choice].words.in[AV_ENGLISH],
                     "a seeks b, but b does not seek a");
    close_lesson();
}

Test(questions, of_the_pronoun_have_these_answers)
{
    open_lesson("pronoun");
    cr_assert_eq(run.lesson.n_question, 6);
    cr_assert_eq(right_of(1).row + 1, 10, "only the row of the current token is new");
    for (int row = 1; row <= 10; row++)
        cr_assert_eq(av_answer_is_cell(&player, &run.lesson.questions[0], row - 1, 2), row == 10);
    cr_assert_float_eq(right_of(2).number, 4.2 * 1.8, 1e-6);
    cr_assert_eq(right_of(3).column + 1, looked_at_most(1, 10));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(3).column]], "书");
    cr_assert_str_eq(chosen_token(4), run.lesson.vocabulary[run.chosen[9]]);
    cr_assert_str_eq(chosen_token(4), "很");
    cr_assert_eq(right_of(5).number, 10 * 552);
    cr_assert_eq(looked_at_most(2, 12), 11);
    cr_assert_str_eq(chosen_token(6), "很");
    close_lesson();
}

Test(questions, of_the_loop_have_these_answers)
{
    open_lesson("generate");
    cr_assert_eq(run.lesson.n_question, 6);
    cr_assert_str_eq(chosen_token(1), run.lesson.vocabulary[run.chosen[1]]);
    cr_assert_str_eq(chosen_token(1), "have");
    cr_assert_eq(right_of(2).number, 4 * (4 + 4) * 4);
    cr_assert_eq(right_of(3).column + 1, looked_at_most(1, 7));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(3).column]], "that");
    cr_assert_str_eq(chosen_token(4), run.lesson.vocabulary[run.chosen[6]]);
    cr_assert_str_eq(chosen_token(4), "can");
    cr_assert_str_eq(run.lesson.questions[4].choices[right_of(5).choice].words.in[AV_ENGLISH], "none");
    struct av_trace trace;
    cr_assert_eq(av_trace_init(&trace, &run.lesson.model, run.lesson.rule, 7, NULL), AV_OK);
    cr_assert_eq(av_decoder_prefill(&trace, run.tokens, 7, NULL), AV_OK);
    struct av_row_reads queries = trace.work[6].reads[AV_WORK_ROWS_QUERY];
    cr_assert(queries.first == 0 && queries.end == 7, "each of the 7 rows is computed, and asks");
    av_trace_finish(&trace);
    cr_assert_eq(run.lesson.questions[5].choices[right_of(6).choice].number, 90);
    cr_assert_float_eq(right_of(6).number, 90, 1e-9);
    close_lesson();
}

Test(questions, of_the_four_blocks_have_these_answers)
{
    open_lesson("four-blocks");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "old×new");
    cr_assert_eq(right_of(2).row + 1, 8, "of the current token");
    for (int row = 1; row <= 8; row++)
        cr_assert_eq(av_answer_is_cell(&player, &run.lesson.questions[1], row - 1, 0), row == 8);
    cr_assert_eq(run.lesson.questions[2].choices[right_of(3).choice].number, 9,
                 "one new query meets 8 old keys and its own");
    cr_assert_eq(right_of(4).number, 8 * 272);
    close_lesson();
}

Test(questions, of_what_is_kept_have_these_answers)
{
    open_lesson("no-q-cache");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "step 3 alone");
    for (int step = 1; step <= run.n; step++)
        cr_assert_eq(av_work_row_reads(&run.trace.work[step - 1], 1, AV_WORK_ROWS_QUERY, 2), step == 3);
    cr_assert_eq(right_of(2).row + 1, 5, "the new row of Q");
    cr_assert_eq(run.lesson.questions[2].choices[right_of(3).choice].number, 7 - 2 + 1);
    cr_assert_eq(right_of(4).number, 8 * (4 + 4) * 4);
    close_lesson();
}

Test(questions, of_the_stack_have_these_answers)
{
    open_lesson("gpt1");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "what layer 6 gives");
    int column = right_of(2).column;
    cr_assert_eq(right_of(2).row + 1, 5);
    for (int other = 0; other < run.lesson.model.config.d_model; other++) /* the norm keeps the order of the sum */
        cr_assert(av_trace_value(&run.trace, AV_QUANTITY_SUM_1, 0, 4, other) <=
                  av_trace_value(&run.trace, AV_QUANTITY_SUM_1, 0, 4, column));
    cr_assert_eq(right_of(3).number, 12 * 6 * 2 * (4 + 4) * 4);
    cr_assert_eq(run.lesson.questions[3].choices[right_of(4).choice].number, 8 * 32 + 32 * 8);
    close_lesson();
}

Test(questions, of_what_stays_true_have_these_answers)
{
    open_lesson("why-valid");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "none");
    cr_assert_eq(run.lesson.questions[1].choices[right_of(2).choice].number, 2 * 5, "of two layers");
    cr_assert_eq(right_of(3).number, 7 * 3 * (4 + 4) * 4);
    cr_assert_eq(right_of(4).row + 1, 7);
    close_lesson();
}

Test(questions, of_the_heads_have_these_answers)
{
    open_lesson("heads");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_eq(right_of(1).number, 6 * 2 * (4 + 2) * 4);
    cr_assert_eq(right_of(2).column + 1, looked_at_most(1, 3));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(2).column]], "two");
    cr_assert_str_eq(run.lesson.questions[2].choices[right_of(3).choice].words.in[AV_ENGLISH],
                     "one or many: dog or dogs");
    cr_assert_str_eq(chosen_token(4), run.lesson.vocabulary[run.chosen[5]]);
    cr_assert_str_eq(chosen_token(4), "dog");
    close_lesson();
}

Test(questions, of_both_sides_have_these_answers)
{
    open_lesson("encoder");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_str_eq(run.lesson.questions[0].choices[right_of(1).choice].words.in[AV_ENGLISH], "both the same");
    cr_assert_eq(right_of(2).row + 1, 10, "of 它");
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(2).column]], "书");
    cr_assert_float_eq(right_of(3).number, 6 * 2 / 2, 1e-6);
    cr_assert_eq(run.lesson.questions[3].choices[right_of(4).choice].number, 0);
    close_lesson();
}

Test(questions, of_what_stays_have_these_answers)
{
    open_lesson("linear");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_eq(right_of(1).number, 3 * 8 * 8 + 8 * 8 + 8 * 19 + 12 * (8 + 8), "project, output, logits; scores, mix");
    cr_assert_eq(run.lesson.questions[1].choices[right_of(2).choice].number, 24 * (8 + 8) * 4);
    cr_assert_eq(right_of(3).row + 1, 24, "the last row of S");
    cr_assert_eq(right_of(4).choice + 1, 2);
    close_lesson();
}

Test(questions, of_the_tiles_have_these_answers)
{
    open_lesson("flash");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_eq(right_of(1).column + 1, looked_at_most(1, 13));
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[right_of(1).column]], "雷声");
    double sum = 8 * exp(-10); /* of what is no sound; the sounds have scores of 2, 4, … 10 */
    for (int loud = 1; loud <= 5; loud++)
        sum += exp(2 * loud - 10);
    cr_assert_float_eq(right_of(2).number, 1 / sum, 1e-6);
    cr_assert_str_eq(run.lesson.questions[2].choices[right_of(3).choice].words.in[AV_ENGLISH], "both times exp(−2)");
    cr_assert_eq(right_of(4).choice + 1, 3);
    close_lesson();
}

Test(questions, of_the_blocks_of_memory_have_these_answers)
{
    open_lesson("paged");
    cr_assert_eq(run.lesson.n_question, 4);
    cr_assert_eq(right_of(1).choice + 1, 2);
    cr_assert_eq(right_of(2).number, 7 * (4 + 4) * 4);
    cr_assert_eq(right_of(3).row + 1, 7, "the first in which they differ");
    cr_assert_eq(run.lesson.questions[3].choices[right_of(4).choice].number, 16 - 1);
    close_lesson();
}

/* A number that a question says is claimed, and what is claimed is computed by the model, and said in both
 * languages. */
static bool says(const struct av_question *question, int language, const char *wanted)
{
    const struct av_words *parts[] = {&question->ask, &question->hint, &question->reason};
    for (int i = 0; i < 3; i++) {
        char number[64];
        for (const char *text = parts[i]->in[language], *at = text;
             claim_next_number(text, &at, number, sizeof number);)
            if (strcmp(number, wanted) == 0)
                return true;
    }
    return false;
}

static void check_text(const char *text, int question, const struct claim *claims, int n_claim)
{
    char number[64];
    for (const char *at = text; claim_next_number(text, &at, number, sizeof number);) {
        bool found = false;
        for (int i = 0; i < n_claim; i++)
            found = found || (claims[i].token == question && strcmp(claims[i].number, number) == 0);
        cr_expect(found, "%s: nothing vouches for %s in: %s", run.lesson.name, number, text);
    }
}

static void check_numbers(const char *name)
{
    int n_claim;
    const struct claim *claims = question_claims_of(name, &n_claim);
    for (int i = 0; i < run.lesson.n_question; i++) {
        const struct av_question *question = &run.lesson.questions[i];
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            check_text(question->ask.in[language], i + 1, claims, n_claim);
            check_text(question->hint.in[language], i + 1, claims, n_claim);
            check_text(question->reason.in[language], i + 1, claims, n_claim);
        }
    }
    for (int i = 0; i < n_claim; i++) {
        char value[64];
        claim_value(&run, &claims[i], value, sizeof value);
        cr_expect_str_eq(value, claims[i].number, "%s, question %d: the model has %s, the question %s", name,
                         claims[i].token, value, claims[i].number);
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            cr_expect(says(&run.lesson.questions[claims[i].token - 1], language, claims[i].number),
                      "%s, question %d does not say %s in every language", name, claims[i].token, claims[i].number);
    }
}

Test(questions, say_only_what_is_true_of_the_numbers)
{
    each_lesson(check_numbers);
}
