#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "asked.h"

Test(answer, choices_have_words_tokens_or_numbers)
{
    struct av_lesson lesson;
    const struct av_question *question =
        load_asked(&lesson, "'answer': " ANSWER,
                   "'choices': [{'en': 'A', 'zh': '甲'}, {'token': '书'}, {'number': -1e300},"
                   " {'token': 'cat', 'en': 'Cat', 'zh': '猫'}, {'number': 0, 'en': 'None', 'zh': '无'}],"
                   "'answer': {'choice': 4}");
    cr_assert_eq(question->kind, AV_QUESTION_CHOICE);
    cr_assert_eq(question->n_choice, 5);
    cr_assert_eq(question->answer.kind, AV_ANSWER_CHOICE);
    cr_assert_eq(question->answer.choice, 3);
    cr_assert_eq(question->answer.row, AV_ANY);
    cr_assert_eq(question->answer.column, AV_ANY);
    const struct {
        const char *en, *zh;
        int token;
        bool has_number;
        double number;
    } expected[] = {
        {"A", "甲", AV_ANY, false, 0}, {NULL, NULL, 2, false, 0},       {NULL, NULL, AV_ANY, true, -1e300},
        {"Cat", "猫", 1, false, 0},    {"None", "无", AV_ANY, true, 0},
    };
    for (int i = 0; i < 5; i++) {
        const struct av_choice *choice = &question->choices[i];
        cr_assert_eq(choice->token, expected[i].token, "[%d]", i);
        cr_assert_eq(choice->has_number, expected[i].has_number, "[%d]", i);
        cr_assert_eq(choice->number, expected[i].number, "[%d]", i);
        const char *const words[] = {[AV_ENGLISH] = expected[i].en, [AV_CHINESE] = expected[i].zh};
        for (int j = 0; j < AV_LANGUAGE_COUNT; j++) {
            cr_assert_eq(choice->words.in[j] == NULL, words[j] == NULL, "[%d]", i);
            cr_assert(!words[j] || strcmp(choice->words.in[j], words[j]) == 0, "[%d]", i);
        }
    }
    assert_covers(question, COVERS_NOTHING, false);
    av_lesson_finish(&lesson);
}

/* Each kind of answer that fits: the kind of question that it makes, and what it covers. */
Test(answer, the_kind_follows_from_the_choices_and_the_answer)
{
    const struct {
        const char *text;
        enum av_question_kind kind;
        enum av_answer_kind answer;
        int matrix, row, column; /* matrix AV_ANY: none */
        int covered;
    } good[] = {
        {"'choices': " TWO_TOKENS ", 'answer': {'choice': 1}", AV_QUESTION_CHOICE, AV_ANSWER_CHOICE, AV_ANY, AV_ANY,
         AV_ANY, AV_VIEW_COUNT},
        {"'answer': {'value': {'matrix': 'W_O', 'row': 2, 'column': 3}}", AV_QUESTION_NUMBER, AV_ANSWER_VALUE,
         AV_VIEW_W_O, 1, 2, AV_VIEW_W_O},
        {"'choices': " TWO_NUMBERS ", 'answer': " ANSWER, AV_QUESTION_CHOICE, AV_ANSWER_VALUE, AV_VIEW_A, 2, 0,
         AV_VIEW_A},
        {"'answer': {'largest': {'matrix': 'K', 'row': 3}}", AV_QUESTION_POINT, AV_ANSWER_LARGEST, AV_VIEW_K, 2, AV_ANY,
         AV_VIEW_K},
        {"'answer': {'smallest': {'matrix': 'S', 'row': 1}}", AV_QUESTION_POINT, AV_ANSWER_SMALLEST, AV_VIEW_S, 0,
         AV_ANY, AV_VIEW_S},
        {"'choices': " TWO_TOKENS ", 'answer': {'largest': {'matrix': 'A', 'row': 3}}", AV_QUESTION_CHOICE,
         AV_ANSWER_LARGEST, AV_VIEW_A, 2, AV_ANY, AV_VIEW_A},
        {"'choices': " TWO_TOKENS ", 'answer': {'smallest': {'matrix': 'L', 'row': 2}}", AV_QUESTION_CHOICE,
         AV_ANSWER_SMALLEST, AV_VIEW_LOGITS, 1, AV_ANY, AV_VIEW_LOGITS},
        {"'answer': {'state': 'new', 'matrix': 'K'}", AV_QUESTION_POINT, AV_ANSWER_STATE, AV_VIEW_K, AV_ANY, AV_ANY,
         AV_VIEW_K},
        {"'answer': {'figure': 'cached'}", AV_QUESTION_NUMBER, AV_ANSWER_FIGURE, AV_ANY, AV_ANY, AV_ANY, AV_VIEW_COUNT},
        {"'choices': " TWO_NUMBERS ", 'answer': {'figure': 'saved'}", AV_QUESTION_CHOICE, AV_ANSWER_FIGURE, AV_ANY,
         AV_ANY, AV_ANY, AV_VIEW_COUNT},
        {"'choices': " TWO_TOKENS ", 'answer': {'next': true}", AV_QUESTION_CHOICE, AV_ANSWER_NEXT, AV_ANY, AV_ANY,
         AV_ANY, AV_VIEW_NEXT},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct av_lesson lesson;
        const struct av_question *question = load_asked(&lesson, "'answer': " ANSWER, good[i].text);
        cr_assert_eq(question->kind, good[i].kind, "%s", good[i].text);
        cr_assert_eq(question->answer.kind, good[i].answer, "%s", good[i].text);
        cr_assert(good[i].matrix == AV_ANY || (int)question->answer.matrix == good[i].matrix, "%s", good[i].text);
        cr_assert_eq(question->answer.row, good[i].row, "%s", good[i].text);
        cr_assert_eq(question->answer.column, good[i].column, "%s", good[i].text);
        const enum av_view_id covered[] = {(enum av_view_id)good[i].covered, AV_VIEW_COUNT};
        assert_covers(question, covered, good[i].answer == AV_ANSWER_FIGURE);
        av_lesson_finish(&lesson);
    }
}

Test(answer, states_and_figures_are_called_by_their_names)
{
    static const char *const states[] = {"new",       "reused", "recomputed", "masked", "done",
                                         "discarded", "never",  "future",     "weight"};
    static const char *const figures[] = {"cached",       "uncached",        "saved",          "saved_percent",
                                          "total_cached", "total_uncached",  "total_saved",    "total_saved_percent",
                                          "cache_bytes",  "bytes_per_token", "max_difference", "compared"};
    char text[100];
    struct av_lesson lesson;
    cr_assert_eq(sizeof states / sizeof *states, AV_STATE_COUNT);
    cr_assert_eq(sizeof figures / sizeof *figures, AV_FIGURE_COUNT);
    for (int i = 0; i < AV_STATE_COUNT; i++) {
        cr_assert_str_eq(av_state_name((enum av_state)i), states[i]);
        snprintf(text, sizeof text, "{'matrix': 'A', 'state': '%s'}", states[i]);
        if (i < AV_STATE_FUTURE) {
            cr_assert_eq((int)load_asked(&lesson, ANSWER, text)->answer.state, i);
            av_lesson_finish(&lesson);
        }
    }
    for (int i = 0; i < AV_FIGURE_COUNT; i++) {
        cr_assert_str_eq(av_figure_name((enum av_figure)i), figures[i]);
        cr_assert_eq(av_figure_is_count((enum av_figure)i),
                     strstr(figures[i], "percent") == NULL && i != AV_FIGURE_MAX_DIFFERENCE);
        snprintf(text, sizeof text, "{'figure': '%s'}", figures[i]);
        cr_assert_eq((int)load_asked(&lesson, ANSWER, text)->answer.figure, i);
        av_lesson_finish(&lesson);
    }
}

Test(answer, choices_are_two_to_nine)
{
    assert_choice_faults("{}", "{'choice': 3}",
                         "x.json: $.questions[0].choices: an array of choices expected, an object found");
    assert_choice_faults("[{'number': 1}]", ANSWER, "x.json: $.questions[0].choices: 2 to 9 choices expected, 1 found");
    assert_choice_faults("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", ANSWER,
                         "x.json: $.questions[0].choices: 2 to 9 choices expected, 10 found");
    assert_choice_faults("[{'number': 1}, {'number': 2}, {'number': 3}, {'number': 4}, {'number': 5}, {'number': 6},"
                         " {'number': 7}, {'number': 8}, {'number': 9}]",
                         ANSWER, "");
    assert_choice_faults(TWO_WORDS, "{'choice': 3}",
                         "x.json: $.questions[0].answer.choice: an integer from 1 to 2 expected, 3 found");
    assert_choice_faults(TWO_WORDS, "{'choice': 0}",
                         "x.json: $.questions[0].answer.choice: an integer from 1 to 2 expected, 0 found");
}

Test(answer, a_choice_is_something_to_choose)
{
    assert_choice_faults(
        "[1, {}]", "{'choice': 3}",
        "x.json: $.questions[0].choices[0]: an object expected, 1 found\n"
        "x.json: $.questions[0].choices[1]: words (\"en\", \"zh\"), a token or a number expected, none "
        "found");
    assert_choice_faults("[{'token': 'cat', 'number': 1}, {'zh': '甲'}]", "{'choice': 1}",
                         "x.json: $.questions[0].choices[0]: a token or a number expected, both found\n"
                         "x.json: $.questions[0].choices[1].en: a text in English expected, nothing found");
    assert_choice_faults("[{'token': 'Cat'}, {'token': 3}]", "{'next': true}",
                         "x.json: $.questions[0].choices[0].token: a token of the vocabulary expected, \"Cat\" found; "
                         "did you mean \"cat\"?\n"
                         "x.json: $.questions[0].choices[1].token: a text expected, 3 found");
    assert_choice_faults("[{'number': 1e999}, {'number': '1'}]", ANSWER,
                         "x.json: $.questions[0].choices[0].number: a number within ±1.8e308 expected, a number beyond "
                         "1.8e308 found\n"
                         "x.json: $.questions[0].choices[1].number: a number within ±1.8e308 expected, \"1\" found");
    assert_choice_faults("[{'number': 1}, {'numbers': 2, 'number': 2}]", ANSWER,
                         "x.json: $.questions[0].choices[1]: unknown key \"numbers\"; did you mean \"number\"?");
}

Test(answer, choices_can_be_told_apart)
{
    assert_choice_faults("[{'token': '书'}, {'token': 'cat'}, {'token': '书'}]", "{'next': true}",
                         "x.json: $.questions[0].choices[2].token: one that [0] does not have expected, \"书\" found");
    assert_choice_faults("[{'number': 1}, {'number': 2}, {'number': 2.0}]", ANSWER,
                         "x.json: $.questions[0].choices[2].number: one that [1] does not have expected, 2 found");
    assert_choice_faults("[{'en': 'A', 'zh': '甲'}, {'en': 'B', 'zh': '甲'}]", "{'choice': 1}",
                         "x.json: $.questions[0].choices[1].zh: one that [0] does not have expected, \"甲\" found");
    assert_choice_faults("[{'number': 0}, {'en': 'A', 'zh': '甲'}]", "{'choice': 1}", "");
}

Test(answer, it_has_one_answer)
{
    assert_asked_faults(ANSWER, "7",
                        "x.json: $.questions[0].answer: an answer, {\"value\": …} or another, expected, 7 found");
    assert_asked_faults(ANSWER, "{'matrix': 'A', 'Value': 3}",
                        "x.json: $.questions[0].answer: unknown key \"Value\"; did you mean \"value\"?\n"
                        "x.json: $.questions[0].answer: \"choice\", \"value\", \"largest\", \"smallest\", \"state\", "
                        "\"figure\" or \"next\" expected, none found");
    assert_asked_faults(ANSWER, "{'figure': 'saved', 'next': true}",
                        "x.json: $.questions[0].answer: one answer expected, \"figure\" and \"next\" found");
    assert_asked_faults(ANSWER, "{'figure': 'saved', 'matrix': 'A'}",
                        "x.json: $.questions[0].answer: unknown key \"matrix\"");
    assert_asked_faults(
        ANSWER, "{'figure': 'total'}",
        "x.json: $.questions[0].answer.figure: \"cached\", \"uncached\", \"saved\", \"saved_percent\", "
        "\"total_cached\", \"total_uncached\", \"total_saved\", \"total_saved_percent\", "
        "\"cache_bytes\", \"bytes_per_token\", \"max_difference\" or \"compared\" expected, \"total\" found");
    assert_choice_faults(TWO_TOKENS, "{'next': false}",
                         "x.json: $.questions[0].answer.next: true expected, false found");
}

Test(answer, its_cells_are_in_their_matrices)
{
    char expected[500], names[400];
    /* at token 3 there are three rows, and d_k is 2 */
    assert_asked_faults(ANSWER, "{'value': {'matrix': 'A', 'row': 4, 'column': 4}}",
                        "x.json: $.questions[0].answer.value.row: an integer from 1 to 3 expected, 4 found\n"
                        "x.json: $.questions[0].answer.value.column: an integer from 1 to 3 expected, 4 found");
    assert_asked_faults(ANSWER, "{'value': {'matrix': 'K', 'row': 0, 'column': 3}}",
                        "x.json: $.questions[0].answer.value.row: an integer from 1 to 3 expected, 0 found\n"
                        "x.json: $.questions[0].answer.value.column: an integer from 1 to 2 expected, 3 found");
    assert_asked_faults(ANSWER, "{'value': {'matrix': 'K'}}",
                        "x.json: $.questions[0].answer.value.row: an integer from 1 to 3 expected, nothing found\n"
                        "x.json: $.questions[0].answer.value.column: an integer from 1 to 2 expected, nothing found");
    assert_asked_faults(ANSWER, "{'value': 3}", "x.json: $.questions[0].answer.value: an object expected, 3 found");
    assert_asked_faults(ANSWER, "{'value': {'matrix': 'G', 'row': 1, 'column': 1}}",
                        "x.json: $.questions[0].answer.value.matrix: a matrix of this model expected, \"G\" found");
    assert_asked_faults(ANSWER, "{'value': {'matrix': 'A', 'rows': 1, 'row': 1, 'column': 1}}",
                        "x.json: $.questions[0].answer.value: unknown key \"rows\"; did you mean \"row\"?");
    assert_asked_faults(ANSWER, "{'largest': {'matrix': 'A', 'row': 4}}",
                        "x.json: $.questions[0].answer.largest.row: an integer from 1 to 3 expected, 4 found");
    assert_asked_faults(ANSWER, "{'smallest': {'matrix': 'A', 'row': 1, 'column': 1}}",
                        "x.json: $.questions[0].answer.smallest: unknown key \"column\"");
    snprintf(expected, sizeof expected, "x.json: $.questions[0].answer.largest.matrix: %s expected, \"Z\" found",
             list_matrices(names, sizeof names, NULL));
    assert_asked_faults(ANSWER, "{'largest': {'matrix': 'Z', 'row': 4}}", expected);
}

Test(answer, a_state_is_one_that_cells_can_be_in)
{
    assert_asked_faults(ANSWER, "{'state': 'future', 'matrix': 'Q'}",
                        "x.json: $.questions[0].answer.state: \"new\", \"reused\", \"recomputed\", \"masked\", "
                        "\"done\", \"discarded\" or \"never\" expected, \"future\" found");
    assert_asked_faults(
        ANSWER, "{'state': 'recomputd', 'matrix': 'G'}",
        "x.json: $.questions[0].answer.state: \"new\", \"reused\", \"recomputed\", \"masked\", "
        "\"done\", \"discarded\" or \"never\" expected, \"recomputd\" found; did you mean \"recomputed\"?\n"
        "x.json: $.questions[0].answer.matrix: a matrix of this model expected, \"G\" found");
    const char *const weights[] = {"W_Q", "W_K", "W_V", "W_O", "W_out"}; /* of a model without biases, all */
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        char text[100], expected[200];
        snprintf(text, sizeof text, "{'state': 'new', 'matrix': '%s'}", weights[i]);
        snprintf(expected, sizeof expected,
                 "x.json: $.questions[0].answer.matrix: a matrix that each step computes expected, \"%s\" found",
                 weights[i]);
        assert_asked_faults(ANSWER, text, expected);
    }
    cr_assert_str_eq(faults(rich, CHANGES("'generate': 0", "'generate': 0, 'questions': [" ASKED "]", "'token': 3",
                                          "'token': 1", ANSWER, "{'state': 'new', 'matrix': 'b_Q'}")),
                     "x.json: $.questions[0].answer.matrix: a matrix that each step computes expected, \"b_Q\" found");
    assert_asked_faults(ANSWER, "{'state': 'masked', 'matrix': 'K'}",
                        "x.json: $.questions[0].answer.matrix: \"S\" or \"A\" expected (for \"masked\"), \"K\" found");
    assert_asked_faults(ANSWER, "{'state': 'never', 'matrix': 'p'}",
                        "x.json: $.questions[0].answer.matrix: \"S\" or \"A\" expected (for \"never\"), \"p\" found");
}

Test(answer, choices_and_answer_fit)
{
    const char *const needs[][3] = {{"{'choice': 1}", "choices", "choice"},
                                    {"{'next': true}", "choices of tokens", "next"}};
    for (size_t i = 0; i < 2; i++) {
        char expected[200];
        snprintf(expected, sizeof expected, "x.json: $.questions[0].choices: %s expected (for \"%s\"), none found",
                 needs[i][1], needs[i][2]);
        assert_asked_faults(ANSWER, needs[i][0], expected);
    }
    assert_choice_faults(TWO_TOKENS, "{'state': 'new', 'matrix': 'K'}",
                         "x.json: $.questions[0].choices: none expected (\"state\" is pointed at), 2 found");
    assert_choice_faults(TWO_TOKENS, ANSWER,
                         "x.json: $.questions[0].choices[0]: a number expected (for \"value\"), a token found");
    assert_choice_faults("[{'number': 3}, {'en': 'A', 'zh': '甲'}]", "{'figure': 'cached'}",
                         "x.json: $.questions[0].choices[1]: a number expected (for \"figure\"), words found");
    assert_choice_faults(TWO_NUMBERS, "{'largest': {'matrix': 'A', 'row': 3}}",
                         "x.json: $.questions[0].choices[0]: a token expected (for \"largest\"), a number found");
    assert_choice_faults(TWO_WORDS, "{'smallest': {'matrix': 'A', 'row': 3}}",
                         "x.json: $.questions[0].choices[0]: a token expected (for \"smallest\"), words found");
    assert_choice_faults(TWO_WORDS, "{'next': true}",
                         "x.json: $.questions[0].choices[0]: a token expected (for \"next\"), words found");
    assert_choice_faults(
        TWO_TOKENS, "{'largest': {'matrix': 'K', 'row': 3}}",
        "x.json: $.questions[0].answer.largest.matrix: a matrix whose columns are tokens expected (for "
        "choices of them), \"K\" found");
}
