#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "asked.h"

Test(question, a_number_is_asked_for)
{
    struct av_lesson lesson;
    const struct av_question *question = load_asked(&lesson, "'reason'", "'tolerance': 0.05, 'reason'");
    cr_assert_eq(question->kind, AV_QUESTION_NUMBER);
    cr_assert_eq(question->place.token, 2);
    cr_assert_eq(question->place.stage, AV_STAGE_SCORES);
    cr_assert_eq(question->place.layer, AV_ANY);
    cr_assert_eq(question->place.head, AV_ANY);
    cr_assert_eq(question->when, AV_WHEN_ALWAYS);
    cr_assert_str_eq(question->ask.in[AV_ENGLISH], "How much?");
    cr_assert_str_eq(question->ask.in[AV_CHINESE], "多少？");
    cr_assert_str_eq(question->reason.in[AV_ENGLISH], "So much.");
    cr_assert_str_eq(question->reason.in[AV_CHINESE], "这么多。");
    cr_assert_null(question->hint.in[AV_ENGLISH]);
    cr_assert_null(question->hint.in[AV_CHINESE]);
    cr_assert_null(question->choices);
    cr_assert_eq(question->n_choice, 0);
    cr_assert_eq(question->tolerance, 0.05, "all of its digits");
    cr_assert_eq(question->answer.kind, AV_ANSWER_VALUE);
    cr_assert_eq(question->answer.matrix, AV_VIEW_A);
    cr_assert_eq(question->answer.row, 2);
    cr_assert_eq(question->answer.column, 0);
    assert_covers(question, COVERS(AV_VIEW_A), false);
    av_lesson_finish(&lesson);
}

Test(question, a_cell_is_pointed_at_where_there_are_matrices)
{
    static const char *const there[] = {"'panels'", "'side'"};
    char at[128];
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        struct av_lesson lesson;
        snprintf(at, sizeof at, "'stage': 'scores', 'lens': %s}", there[i]);
        load(&lesson, plain,
             CHANGES(QUESTION, "'stage': 'scores'}", at, ANSWER, "{'largest': {'matrix': 'A', 'row': 3}}"));
        cr_assert_eq(lesson.questions[0].kind, AV_QUESTION_POINT);
        av_lesson_finish(&lesson);
    }
    const char *said = faults(plain, CHANGES(QUESTION, "'stage': 'scores'}", "'stage': 'scores', 'lens': 'counts'}",
                                             ANSWER, "{'largest': {'matrix': 'A', 'row': 3}}"));
    cr_assert_str_eq(said, "x.json: $.questions[0].at.lens: \"panels\" or \"side\" expected (to point at a cell), "
                           "\"counts\" found");
}

Test(question, what_may_be_left_out)
{
    struct av_lesson lesson;
    const struct av_question *question =
        load_asked(&lesson, "'stage': 'scores'},",
                   "'stage': 'scores', 'layer': 1, 'head': 2}, 'cache': true, 'hint': {'en': 'Look', 'zh': '看'},");
    cr_assert_eq(question->place.layer, 0);
    cr_assert_eq(question->place.head, 1);
    cr_assert_eq(question->when, AV_WHEN_CACHE_ON);
    cr_assert_str_eq(question->hint.in[AV_ENGLISH], "Look");
    cr_assert_str_eq(question->hint.in[AV_CHINESE], "看");
    cr_assert_eq(question->tolerance, 0);
    av_lesson_finish(&lesson);
    load(&lesson, plain,
         CHANGES(QUESTION, "{'token': 3, 'stage': 'scores'},", "{'token': '书', 'stage': 'mix'}, 'cache': false,",
                 "'row': 3, 'column': 1}}", "'row': 2, 'column': 1}}"));
    question = &lesson.questions[0];
    cr_assert_eq(question->place.token, 1, "书 is the prompt's second");
    cr_assert_eq(question->when, AV_WHEN_CACHE_OFF);
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES(",\n 'questions': []", ""));
    cr_assert_eq(lesson.n_question, 0);
    av_lesson_finish(&lesson);
}

Test(question, what_it_covers_may_be_said)
{
    struct av_lesson lesson;
    const struct av_question *question = load_asked(&lesson, "'reason'", "'cover': ['S', 'cost', 'AV'], 'reason'");
    assert_covers(question, COVERS(AV_VIEW_S, AV_VIEW_MIX), true);
    av_lesson_finish(&lesson);
    question = load_asked(&lesson, "'reason'", "'cover': [], 'reason'");
    assert_covers(question, COVERS_NOTHING, false);
    av_lesson_finish(&lesson);
}

Test(question, those_that_hold_at_a_place_come_in_order)
{
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("'questions': []", "'questions': [" ASKED ",\n" ASKED ",\n" ASKED ",\n" ASKED "]",
                 "'stage': 'scores'}", "'stage': 'mix'}", "'stage': 'scores'}", "'stage': 'scores', 'head': 2}",
                 "'stage': 'scores'}", "'stage': 'scores' }, 'cache': true"));
    const struct av_question *all = lesson.questions;
    const struct {
        struct av_place place;
        bool cache_on;
        int first, count; /* they follow one another here */
    } expected[] = {
        {{2, AV_STAGE_MIX, 0, 0, AV_LENS_PANELS}, true, 0, 1},
        {{2, AV_STAGE_SCORES, 0, 1, AV_LENS_PANELS}, true, 1, 3},
        {{2, AV_STAGE_SCORES, 0, 0, AV_LENS_PANELS}, true, 2, 2},
        {{2, AV_STAGE_SCORES, 0, 0, AV_LENS_PANELS}, false, 3, 1},
        {{1, AV_STAGE_SCORES, 0, 1, AV_LENS_PANELS}, true, 0, 0},
        {{2, AV_STAGE_SOFTMAX, 0, 1, AV_LENS_PANELS}, true, 0, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct av_question *found = NULL;
        for (int j = 0; j < expected[i].count; j++) {
            found = av_lesson_question(&lesson, &expected[i].place, expected[i].cache_on, false, found);
            cr_assert_eq(found, &all[expected[i].first + j], "[%zu] %d", i, j);
        }
        cr_assert_null(av_lesson_question(&lesson, &expected[i].place, expected[i].cache_on, false, found), "[%zu]", i);
    }
    av_lesson_finish(&lesson);
    load(&lesson, plain,
         CHANGES("'questions': []", "'questions': [" ASKED ",\n" ASKED "]", "'token': 3, 'stage': 'scores'}",
                 "'token': 2, 'stage': 'scores' }, 'prefill': true", "'row': 3", "'row': 2", "'token': 3", "'token': 2",
                 "'row': 3", "'row': 2"));
    const struct av_place asked = {1, AV_STAGE_SCORES, 0, 0, AV_LENS_PANELS};
    cr_assert_eq(av_lesson_question(&lesson, &asked, true, true, NULL), &lesson.questions[0]);
    cr_assert_null(av_lesson_question(&lesson, &asked, true, true, &lesson.questions[0]));
    cr_assert_eq(av_lesson_question(&lesson, &asked, true, false, NULL), &lesson.questions[1]);
    av_lesson_finish(&lesson);
    load(&lesson, plain, NULL);
    cr_assert_null(av_lesson_question(&lesson, &expected[0].place, true, false, NULL));
    av_lesson_finish(&lesson);
}

/* Where a prompt of several tokens is read at once, that is the step of the last one. */
Test(question, of_a_prompt_that_is_read_at_once_stands_at_its_end)
{
    static const char at_once[] = "'questions': [{'at': {'token': 1, 'stage': 'scores'}, 'prefill': true, "
                                  "'ask': {'en': 'a', 'zh': 'b'}, 'answer': {'figure': 'saved'}, "
                                  "'reason': {'en': 'a', 'zh': 'b'}}]";
    assert_faults("'questions': []", at_once,
                  "x.json: $.questions[0].prefill: false expected (but at the prompt's last token, 2), true found");
    cr_assert_str_eq(faults(plain, CHANGES("'prompt': ['<s>', '书']", "'prompt': ['书']", "'row': 2, ", "",
                                           "'questions': []", at_once)),
                     "x.json: $.questions[0].prefill: false expected (the prompt has one token), true found");
}

Test(question, it_is_an_object_in_an_array)
{
    assert_faults("'questions': []", "'questions': {}",
                  "x.json: $.questions: an array of questions expected, an object found");
    assert_faults("'questions': []", "'questions': [7]", "x.json: $.questions[0]: an object expected, 7 found");
    assert_faults("'questions': []", "'questions': [{}]",
                  "x.json: $.questions[0].at: a place, {\"token\": …, \"stage\": …}, expected, nothing found\n"
                  "x.json: $.questions[0].ask: a text in each language, {\"en\": …, \"zh\": …}, expected, nothing "
                  "found\n"
                  "x.json: $.questions[0].answer: an answer, {\"value\": …} or another, expected, nothing found\n"
                  "x.json: $.questions[0].reason: a text in each language, {\"en\": …, \"zh\": …}, expected, nothing "
                  "found");
    assert_asked_faults("'reason'", "'reasons': 1, 'reason'",
                        "x.json: $.questions[0]: unknown key \"reasons\"; did you mean \"reason\"?");
    assert_asked_faults("'reason'", "'covers': 1, 'Hint': 1, 'reason'",
                        "x.json: $.questions[0]: unknown key \"covers\"; did you mean \"cover\"?\n"
                        "x.json: $.questions[0]: unknown key \"Hint\"; did you mean \"hint\"?");
}

Test(question, it_has_a_place)
{
    assert_asked_faults("{'token': 3, 'stage': 'scores'}", "{'layer': 2, 'head': 3}",
                        "x.json: $.questions[0].at.layer: an integer from 1 to 1 expected, 2 found\n"
                        "x.json: $.questions[0].at.head: an integer from 1 to 2 expected, 3 found\n"
                        "x.json: $.questions[0].at.token: a token expected, nothing found\n"
                        "x.json: $.questions[0].at.stage: a stage expected, nothing found");
    assert_asked_faults("{'token': 3, 'stage': 'scores'}", "3",
                        "x.json: $.questions[0].at: an object expected, 3 found");
    assert_asked_faults("'token': 3", "'token': 5",
                        "x.json: $.questions[0].at.token: an integer from 1 to 4 expected, 5 found");
    assert_asked_faults("'token': 3", "'tokens': 3",
                        "x.json: $.questions[0].at: unknown key \"tokens\"; did you mean \"token\"?\n"
                        "x.json: $.questions[0].at.token: a token expected, nothing found");
    assert_asked_faults("'ask'", "'cache': 'on', 'ask'",
                        "x.json: $.questions[0].cache: true or false expected, \"on\" found");
    cr_assert_str_eq(faults(plain, CHANGES("'d_k': 2", "'d_k': 2, 'residual': false", QUESTION, "'stage': 'scores'}",
                                           "'stage': 'block'}")),
                     "x.json: $.questions[0].at.stage: a stage of this model expected, \"block\" found");
}

Test(question, it_speaks_both_languages)
{
    assert_asked_faults("'ask': {'en': 'How much?', ", "'ask': {",
                        "x.json: $.questions[0].ask.en: a text in English expected, nothing found");
    assert_asked_faults("'zh': '这么多。'", "'zh': ''",
                        "x.json: $.questions[0].reason.zh: a text in Chinese expected, \"\" found");
    assert_asked_faults("'reason'", "'hint': 'Look', 'reason'",
                        "x.json: $.questions[0].hint: a text in each language, {\"en\": …, \"zh\": …}, expected, "
                        "\"Look\" found");
    assert_asked_faults("'reason'", "'hint': {'en': 'Look', 'zh': '看', 'fr': 'Voir'}, 'reason'",
                        "x.json: $.questions[0].hint: unknown key \"fr\"");
}

Test(question, a_tolerance_is_for_numbers_that_are_typed_in)
{
    assert_asked_faults("'reason'", "'tolerance': -0.5, 'reason'",
                        "x.json: $.questions[0].tolerance: a number of at least 0 expected, -0.5 found");
    assert_asked_faults("'reason'", "'tolerance': true, 'reason'",
                        "x.json: $.questions[0].tolerance: a number of at least 0 expected, true found");
    assert_asked_faults(ANSWER, "{'state': 'new', 'matrix': 'K'}, 'tolerance': 0.05",
                        "x.json: $.questions[0].tolerance: none (it is for numbers that are typed in) expected, 0.05 "
                        "found");
    assert_choice_faults(TWO_NUMBERS, ANSWER ", 'tolerance': 0.05",
                         "x.json: $.questions[0].tolerance: none (it is for numbers that are typed in) expected, 0.05 "
                         "found");
    assert_asked_faults(ANSWER, "{'figure': 'saved_percent'}, 'tolerance': 0.5", "");
}

Test(question, covers_are_matrices_of_the_model_and_the_costs)
{
    char expected[700], names[400];
    assert_asked_faults("'reason'", "'cover': 'A', 'reason'",
                        "x.json: $.questions[0].cover: an array of matrices expected, \"A\" found");
    snprintf(expected, sizeof expected,
             "x.json: $.questions[0].cover[1]: %s expected, \"costs\" found; did you mean "
             "\"cost\"?\n"
             "x.json: $.questions[0].cover[2]: a matrix of this model expected, \"G\" found",
             list_matrices(names, sizeof names, "cost"));
    assert_asked_faults("'reason'", "'cover': ['A', 'costs', 'G'], 'reason'", expected);
    assert_asked_faults("'reason'", "'cover': ['cost', 'A', 'cost', 'A'], 'reason'",
                        "x.json: $.questions[0].cover[2]: each once expected, \"cost\" found\n"
                        "x.json: $.questions[0].cover[3]: each once expected, \"A\" found");
}

Test(question, what_it_is_held_against_may_be_wrong_itself)
{
    cr_assert_str_eq(faults(plain, CHANGES("'d_k': 2", "'d_k': 0", QUESTION, ANSWER,
                                           "{'value': {'matrix': 'G', 'row': 3, 'column': 99}}")),
                     "x.json: $.model.d_k: an integer of at least 1 expected, 0 found");
    cr_assert_str_eq(faults(plain, CHANGES("['<s>', 'cat', '书'],\n", "7,\n", QUESTION, "'answer': " ANSWER,
                                           "'choices': [{'token': 'x'}, {'token': ''}], 'answer': {'next': true}",
                                           ", 'cell': {'matrix': 'A', 'row': 2, 'column': 1}", "")),
                     "x.json: $.model.vocabulary: an array of tokens expected, 7 found\n"
                     "x.json: $.questions[0].choices[1].token: a text expected, \"\" found");
}

/* Every value of a question of each kind turned into every odd one: it is read, or the fault is in the question. */
static const char *const odd[] = {"null",  "true", "0",     "1",      "-1", "2.5",   "1e999", "2147483648", "''", "'A'",
                                  "'new'", "'书'", "'\\n'", "'cost'", "[]", "[[1]]", "{}",    "{'en': 1}"};

/* The end of the value that starts at text: of an object or an array, behind its last bracket. */
static const char *skip_value(const char *text)
{
    int depth = 0;
    do {
        depth += (*text == '{' || *text == '[') - (*text == '}' || *text == ']');
        if (*text == '\'')
            text = strchr(text + 1, '\'');
        text++;
    } while (depth > 0 || !strchr(",}]", *text));
    return text;
}

static void assert_faults_in_question(const char *question)
{
    char text[2000];
    snprintf(text, sizeof text, "'questions': [%s]", question);
    const char *found = faults(plain, CHANGES("'questions': []", text));
    for (const char *line = found; line && *line != '\0'; line = strchr(line, '\n')) {
        line += *line == '\n';
        cr_assert_eq(strncmp(line, "x.json: $.questions[0]", 22), 0, "%s\n%s", question, line);
    }
}

Test(question, odd_values_are_faults_of_the_question_alone)
{
    const char *const asked[] = {
        "{'at': {'token': 3, 'stage': 'scores', 'layer': 1, 'head': 2}, 'cache': true, 'tolerance': 0.5,"
        "'ask': {'en': 'a', 'zh': 'b'}, 'answer': {'value': {'matrix': 'A', 'row': 3, 'column': 1}},"
        "'hint': {'en': 'c', 'zh': 'd'}, 'reason': {'en': 'e', 'zh': 'f'}, 'cover': ['S', 'cost']}",
        "{'at': {'token': 3, 'stage': 'scores'}, 'ask': {'en': 'a', 'zh': 'b'}, 'reason': {'en': 'e', 'zh': 'f'},"
        "'choices': [{'token': 'cat', 'en': 'a', 'zh': 'b'}, {'token': '<s>'}],"
        "'answer': {'largest': {'matrix': 'A', 'row': 3}}}",
        "{'at': {'token': 3, 'stage': 'scores'}, 'ask': {'en': 'a', 'zh': 'b'}, 'reason': {'en': 'e', 'zh': 'f'},"
        "'choices': [{'number': 1}, {'number': 2}, {'en': 'g', 'zh': 'h'}], 'answer': {'choice': 2}}",
        "{'at': {'token': 3, 'stage': 'scores'}, 'ask': {'en': 'a', 'zh': 'b'}, 'reason': {'en': 'e', 'zh': 'f'},"
        "'answer': {'state': 'new', 'matrix': 'K'}}",
        "{'at': {'token': 3, 'stage': 'scores'}, 'ask': {'en': 'a', 'zh': 'b'}, 'reason': {'en': 'e', 'zh': 'f'},"
        "'answer': {'figure': 'saved'}}",
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        assert_faults_in_question(asked[i]);
        for (const char *at = asked[i] + 2; *at != '\0'; at++) {
            if (at[-1] != '[' && !(at[-2] == ':' && at[-1] == ' '))
                continue;
            for (size_t j = 0; j < sizeof odd / sizeof *odd; j++) {
                char text[2000];
                snprintf(text, sizeof text, "%.*s%s%s", (int)(at - asked[i]), asked[i], odd[j], skip_value(at));
                assert_faults_in_question(text);
            }
        }
    }
}
