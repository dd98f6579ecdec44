/* Answers: what is right, found another way than the player does, and numbers as people type them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;
static struct av_question question;

static void open_lesson(void)
{
    const struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 7, 4, 2);
    lesson.questions = &question;
    lesson.n_question = 1;
    question = (struct av_question){.place = {.layer = AV_ANY, .head = AV_ANY}, .choices = NULL};
    kit_open(&player, &lesson);
    av_quiz_turn(&player, false);
}

static void close_lesson(void)
{
    kit_close(&player, &lesson);
}

TestSuite(answer, .init = open_lesson, .fini = close_lesson);

static struct av_right find(void)
{
    struct av_right right;
    struct av_error error = {0};
    cr_assert_eq(av_answer_find(&player, &question, &right, &error), AV_OK, "%s: %s", error.place, error.message);
    return right;
}

static void expect_fault(const char *place, const char *message)
{
    struct av_right right;
    struct av_error error = {0};
    cr_assert_eq(av_answer_find(&player, &question, &right, &error), AV_ERROR_VALUE);
    cr_assert_str_eq(error.place, place);
    cr_assert_str_eq(error.message, message);
    cr_assert_eq(av_answer_find(&player, &question, &right, NULL), AV_ERROR_VALUE, "and without anybody to tell");
}

static void ask(enum av_question_kind kind, enum av_answer_kind answer, enum av_view_id matrix, int row, int column)
{
    question.kind = kind;
    question.answer = (struct av_answer){.kind = answer, .matrix = matrix, .row = row, .column = column};
}

Test(answer, values_are_those_of_the_trace)
{
    for (int layer = 0; layer < 2; layer++) {
        for (int head = 0; head < 2; head++) {
            kit_go(&player, 4, AV_STAGE_MIX, layer, head);
            for (int column = 0; column < 5; column++) {
                ask(AV_QUESTION_NUMBER, AV_ANSWER_VALUE, AV_VIEW_A, 4, column);
                cr_assert_eq(find().number, (double)av_trace_weight(&player.run.cached, layer, head, 4, column));
            }
            ask(AV_QUESTION_NUMBER, AV_ANSWER_VALUE, AV_VIEW_V, 2, 1);
            cr_assert_eq(find().number,
                         (double)av_trace_value(&player.run.cached, AV_QUANTITY_VALUE, layer, 2, head * 3 + 1));
        }
    }
}

Test(answer, the_largest_and_the_smallest_of_a_row_are_found_and_can_be_pointed_at)
{
    for (int t = 0; t < 6; t++) {
        kit_go(&player, t, AV_STAGE_SOFTMAX, 1, 1);
        for (int largest = 0; largest < 2; largest++) {
            int best = 0;
            for (int j = 1; j <= t; j++) {
                float now = av_trace_weight(&player.run.cached, 1, 1, t, j);
                float before = av_trace_weight(&player.run.cached, 1, 1, t, best);
                if (largest ? now > before : now < before)
                    best = j;
            }
            ask(AV_QUESTION_POINT, largest ? AV_ANSWER_LARGEST : AV_ANSWER_SMALLEST, AV_VIEW_A, t, AV_ANY);
            cr_assert(find().row == t && find().column == best);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++)
                    cr_assert_eq(av_answer_is_cell(&player, &question, i, j), i == t && j == best, "%d %d", i, j);
        }
    }
}

Test(answer, a_masked_weight_is_not_the_smallest)
{
    kit_press(&player, "c");
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    ask(AV_QUESTION_POINT, AV_ANSWER_SMALLEST, AV_VIEW_A, 2, AV_ANY);
    cr_assert_leq(find().column, 2, "those after it are 0");
}

Test(answer, all_cells_in_a_state_are_right)
{
    kit_go(&player, 3, AV_STAGE_APPEND, 0, 0);
    ask(AV_QUESTION_POINT, AV_ANSWER_STATE, AV_VIEW_K, AV_ANY, AV_ANY);
    question.answer.state = AV_STATE_NEW;
    cr_assert(find().row == 3 && find().column == 0);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++)
            cr_assert_eq(av_answer_is_cell(&player, &question, i, j), i == 3);
    question.answer.state = AV_STATE_REUSED;
    for (int i = 0; i < 6; i++)
        cr_assert_eq(av_answer_is_cell(&player, &question, i, 1), i < 3);
    question.answer.state = AV_STATE_RECOMPUTED;
    expect_fault("$.questions[0].answer.state", "cells of K that are \"recomputed\" at this place, none found");
    kit_press(&player, "c");
    cr_assert_eq(find().row, 0, "without the cache there are some");
}

/* Each row goes through the same work in every step, so a step of n rows takes n times that of one row. */
Test(answer, figures_are_those_of_the_closed_forms)
{
    const struct av_config *c = &lesson.model.config;
    for (int t = 0; t < 6; t++) {
        kit_go(&player, t, AV_STAGE_NEXT, 1, 0);
        double sum_with = 0, sum_without = 0;
        for (int n = 1; n <= t + 1; n++) {
            double row = c->n_layer * (c->d_model * (double)(c->n_head * c->d_k + c->n_kv_head * (c->d_k + c->d_v)) +
                                       n * c->n_head * (c->d_k + c->d_v) + c->n_head * c->d_v * c->d_model +
                                       2.0 * c->d_model * c->d_ff) +
                         c->d_model * c->vocab_size;
            sum_with += row;
            sum_without += n * row;
            if (n < t + 1)
                continue;
            const double expected[AV_FIGURE_COUNT] = {
                [AV_FIGURE_CACHED] = row,
                [AV_FIGURE_UNCACHED] = n * row,
                [AV_FIGURE_SAVED] = (n - 1) * row,
                [AV_FIGURE_SAVED_PERCENT] = 100.0 * (n - 1) / n,
                [AV_FIGURE_TOTAL_CACHED] = sum_with,
                [AV_FIGURE_TOTAL_UNCACHED] = sum_without,
                [AV_FIGURE_TOTAL_SAVED] = sum_without - sum_with,
                [AV_FIGURE_TOTAL_SAVED_PERCENT] = 100 * (1 - sum_with / sum_without),
                [AV_FIGURE_CACHE_BYTES] = n * 2 * 2 * 7 * 4, /* 2 layers, 2 heads, 4 + 3 numbers of 4 bytes */
                [AV_FIGURE_BYTES_PER_TOKEN] = 2 * 2 * 7 * 4,
                /* 80 numbers a row in each layer, three of each pair that may see each other, and 6 + 7 in the end */
                [AV_FIGURE_COMPARED] = n * 2 * 80 + 3 * 2 * 2 * n * (n + 1) / 2 + n * (6 + 7),
            };
            for (int figure = 0; figure < AV_FIGURE_COUNT; figure++) {
                ask(AV_QUESTION_NUMBER, AV_ANSWER_FIGURE, AV_VIEW_A, AV_ANY, AV_ANY);
                question.answer.figure = (enum av_figure)figure;
                cr_assert_float_eq(find().number, expected[figure], 1e-9 * fmax(1, expected[figure]), "%s at step %d",
                                   av_figure_name((enum av_figure)figure), n);
            }
        }
    }
}

Test(answer, the_cache_holds_nothing_new_before_it_is_appended_to)
{
    double bytes;
    kit_go(&player, 2, AV_STAGE_PROJECT, 0, 0);
    cr_assert(av_player_figure(&player, AV_FIGURE_CACHE_BYTES, &bytes));
    cr_assert_eq(bytes, 2 * 112.0);
    kit_press(&player, "c");
    cr_assert(av_player_figure(&player, AV_FIGURE_CACHE_BYTES, &bytes));
    cr_assert_eq(bytes, 0);
}

Test(answer, what_the_model_says_is_the_likeliest_even_within_the_prompt)
{
    for (int t = 0; t < 6; t++) {
        int best = 0;
        kit_go(&player, t, AV_STAGE_NEXT, 1, 0);
        for (int id = 1; id < lesson.model.config.vocab_size; id++)
            if (av_trace_value(&player.run.cached, AV_QUANTITY_LOGITS, 0, t, id) >
                av_trace_value(&player.run.cached, AV_QUANTITY_LOGITS, 0, t, best))
                best = id;
        cr_assert_eq(av_player_said(&player), best, "after token %d", t);
    }
}

static struct av_choice choices[3];

static void offer(double a, double b, double c)
{
    const double numbers[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        choices[i] = (struct av_choice){.token = AV_ANY, .has_number = true, .number = numbers[i]};
    question.choices = choices;
    question.n_choice = 3;
}

Test(answer, of_numbers_the_nearest_is_right_and_there_must_be_one)
{
    kit_go(&player, 3, AV_STAGE_NEXT, 1, 0);
    ask(AV_QUESTION_CHOICE, AV_ANSWER_FIGURE, AV_VIEW_A, AV_ANY, AV_ANY);
    question.answer.figure = AV_FIGURE_SAVED_PERCENT; /* of 4 rows one is left: 75 */
    offer(10, 70, 90);
    cr_assert_eq(find().choice, 1);
    offer(10, 70, 79);
    cr_assert_eq(find().choice, 2);
    offer(70, 80, 90);
    expect_fault("$.questions[0].choices", "one that is nearest to 75 expected, 2 found");
}

Test(answer, the_right_token_must_be_among_the_choices)
{
    kit_go(&player, 3, AV_STAGE_NEXT, 1, 0);
    ask(AV_QUESTION_CHOICE, AV_ANSWER_NEXT, AV_VIEW_A, AV_ANY, AV_ANY);
    int said = av_player_said(&player), vocab_size = lesson.model.config.vocab_size;
    char message[96];
    offer(0, 0, 0);
    for (int i = 0; i < 3; i++)
        choices[i] = (struct av_choice){.token = (said + i + 1) % vocab_size};
    snprintf(message, sizeof message, "\"t%d\", which is right, expected among them, not found", said);
    expect_fault("$.questions[0].choices", message);
    choices[2].token = said;
    cr_assert_eq(find().choice, 2);
}

Test(answer, what_is_not_there_at_the_place_is_no_answer)
{
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    ask(AV_QUESTION_NUMBER, AV_ANSWER_VALUE, AV_VIEW_A, 3, 1);
    expect_fault("$.questions[0].answer.value",
                 "a cell of A that has a number at this stage expected, row 4, column 2 found");
    ask(AV_QUESTION_POINT, AV_ANSWER_LARGEST, AV_VIEW_A, 3, AV_ANY);
    expect_fault("$.questions[0].answer.largest", "a row of A that has numbers at this stage expected, row 4 found");
    ask(AV_QUESTION_POINT, AV_ANSWER_SMALLEST, AV_VIEW_S, 5, AV_ANY);
    expect_fault("$.questions[0].answer.smallest", "a row of S that has numbers at this stage expected, row 6 found");
}

Test(answer, a_lesson_is_checked_at_every_place_of_its_questions)
{
    struct av_report report;
    av_report_init(&report);
    question.place = (struct av_place){3, AV_STAGE_SOFTMAX, AV_ANY, AV_ANY, AV_LENS_PANELS};
    ask(AV_QUESTION_POINT, AV_ANSWER_LARGEST, AV_VIEW_A, 3, AV_ANY);
    cr_assert_eq(av_quiz_check(&player, "x.json", &report, NULL), AV_OK);
    cr_assert_eq(report.count, 0);
    question.answer.state = AV_STATE_REUSED;
    question.answer.matrix = AV_VIEW_K;
    question.answer.kind = AV_ANSWER_STATE; /* there are such cells with the cache on alone */
    cr_assert_eq(av_quiz_check(&player, "x.json", &report, NULL), AV_OK);
    cr_assert_eq(report.count, 1, "a question is said to be wrong once");
    cr_assert_str_eq(report.errors[0].place, "x.json: $.questions[0].answer.state");
    question.when = AV_WHEN_CACHE_ON;
    cr_assert_eq(av_quiz_check(&player, "x.json", &report, NULL), AV_OK);
    cr_assert_eq(report.count, 1);
    av_report_finish(&report);
}

Test(answer, numbers_are_read_as_people_type_them)
{
    static const struct {
        const char *text;
        double number;
    } good[] = {
        {"0.76", 0.76},
        {".76", 0.76},
        {"0,76", 0.76},
        {"76 %", 76},
        {"1 234", 1234},
        {"1,234", 1234},
        {"12,345,678", 12345678},
        {"0,765", 0.765},
        {"1234,5", 1234.5},
        {"1,234.5", 1234.5},
        {"-3", -3},
        {"−3", -3},
        {"+3", 3},
        {"3.", 3},
        {"007", 7},
        {"−0.25", -0.25},
        {"５５２０", 5520},
        {"1\u202f234", 1234},
        {"1\u00a0234", 1234},
        {" 5 ", 5},
    };
    double number;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_assert(av_answer_read(good[i].text, &number), "%s", good[i].text);
        cr_assert_float_eq(number, good[i].number, 1e-12, "%s is read as %g", good[i].text, number);
    }
    cr_assert(av_answer_read("∞", &number) && isinf(number) && number > 0);
    cr_assert(av_answer_read("−∞", &number) && isinf(number) && number < 0);
    cr_assert(av_answer_read("-inf", &number) && isinf(number) && number < 0);
}

Test(answer, what_is_no_number_is_refused)
{
    static const char *const bad[] = {"",    "-",   ".", "−",    "1.2.3", "1,2,3", "1-2", "--1",  "in", "nan",
                                      "0x7", "1e3", "%", "inf1", "1 %%",  ",",     "abc", "\xff", "五", "12,34,"};
    double number = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_assert_not(av_answer_read(bad[i], &number), "%s is read as %g", bad[i], number);
}

Test(answer, only_what_may_go_on_a_number_is_typed)
{
    static const struct {
        const char *text;
        const char *takes, *refuses;
    } cases[] = {
        {"", "0123456789.-+i", " ,%nfabce"},
        {"1", "0.,% ", "-+inf"},
        {"-", "0i.", "-+ %,n"},
        {"−", "5i", "-"},
        {"i", "n", "if"},
        {"-in", "f", "in"},
        {"inf", "", "infx"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (const char *c = cases[i].takes; *c; c++)
            cr_assert(av_answer_takes(cases[i].text, *c), "%c after \"%s\"", *c, cases[i].text);
        for (const char *c = cases[i].refuses; *c; c++)
            cr_assert_not(av_answer_takes(cases[i].text, *c), "%c after \"%s\"", *c, cases[i].text);
    }
    cr_assert(av_answer_takes("", 0x2212) && av_answer_takes("−", 0x221e) && av_answer_takes("", 0xff15));
    cr_assert_not(av_answer_takes("", AV_KEY_RIGHT));
}

Test(answer, infinities_are_met_by_themselves_alone)
{
    const struct av_right below = {.has_number = true, .number = -(double)INFINITY};
    question.tolerance = 1e9;
    cr_assert(av_answer_is_number(&question, &below, -(double)INFINITY));
    cr_assert_not(av_answer_is_number(&question, &below, (double)INFINITY));
    cr_assert_not(av_answer_is_number(&question, &below, -1e300));
}

Test(answer, a_value_is_met_by_its_decimals)
{
    const struct av_right right = {.has_number = true, .number = (double)3.78f};
    question.tolerance = 0;
    question.answer.kind = AV_ANSWER_VALUE;
    cr_assert(av_answer_is_number(&question, &right, 3.78), "the float nearest to 3.78 is not 3.78");
    cr_assert_not(av_answer_is_number(&question, &right, 3.79));
    question.answer.kind = AV_ANSWER_FIGURE;
    cr_assert_not(av_answer_is_number(&question, &right, 3.78));
}
