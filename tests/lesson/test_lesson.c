#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

Test(lesson, texts_and_prompt)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    cr_assert_str_eq(lesson.name, "good");
    cr_assert_str_eq(lesson.title.in[AV_ENGLISH], "Title");
    cr_assert_str_eq(lesson.title.in[AV_CHINESE], "标题");
    cr_assert_str_eq(lesson.teaches.in[AV_ENGLISH], "What.");
    cr_assert_str_eq(lesson.teaches.in[AV_CHINESE], "什么。");
    cr_assert_eq(lesson.n_prompt, 2);
    cr_assert_eq(lesson.prompt[0], 0);
    cr_assert_eq(lesson.prompt[1], 2);
    cr_assert_eq(lesson.n_generate, 2);
    av_lesson_finish(&lesson);
}

Test(lesson, sampling_and_rule)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    cr_assert_eq(lesson.sampling.temperature, 0);
    cr_assert_eq(lesson.sampling.top_k, 0);
    cr_assert_eq(lesson.sampling.top_p, 1);
    cr_assert_eq(lesson.sampling.seed, 1);
    cr_assert(lesson.rule.scaled);
    cr_assert_eq(lesson.rule.mask, AV_MASK_CAUSAL);
    av_lesson_finish(&lesson);
    load(&lesson, plain,
         CHANGES("'generate': 2,",
                 "'generate': 2, 'rule': {'mask': 'multiplied', 'scaled': false},"
                 "'sampling': {'temperature': 0.7, 'top_k': 2, 'top_p': 0.9, 'seed': 9007199254740991},"));
    cr_assert_eq(lesson.sampling.temperature, 0.7f);
    cr_assert_eq(lesson.sampling.top_k, 2);
    cr_assert_eq(lesson.sampling.top_p, 0.9f);
    cr_assert_eq(lesson.sampling.seed, 9007199254740991u);
    cr_assert_not(lesson.rule.scaled);
    cr_assert_eq(lesson.rule.mask, AV_MASK_MULTIPLIED);
    av_lesson_finish(&lesson);
    assert_faults(
        "'generate': 2,",
        "'generate': 2, 'rule': {'mask': 'casual', 'scale': true}, 'sampling': {'temperature': -1, 'top_k': -1, "
        "'top_p': 1.5, 'seed': -1, 'temprature': 1},",
        "x.json: $.sampling: unknown key \"temprature\"; did you mean \"temperature\"?\n"
        "x.json: $.sampling.temperature: a number from 0 to 3.4e38 (float32) expected, -1 found\n"
        "x.json: $.sampling.top_k: an integer of at least 0 expected, -1 found\n"
        "x.json: $.sampling.top_p: a number from 0 to 1 expected, 1.5 found\n"
        "x.json: $.sampling.seed: an integer from 0 to 9007199254740991 expected, -1 found\n"
        "x.json: $.rule: unknown key \"scale\"; did you mean \"scaled\"?\n"
        "x.json: $.rule.mask: \"causal\", \"multiplied\" or \"none\" expected, \"casual\" found; did you mean "
        "\"causal\"?");
}

Test(lesson, the_text_is_an_object_of_this_version)
{
    cr_assert_str_eq(faults("[1, 2]", NULL), "x.json: $: an object expected, an array of 2 found");
    cr_assert_str_eq(faults("'x'", NULL), "x.json: $: an object expected, \"x\" found");
    cr_assert_str_eq(faults("null", NULL), "x.json: $: an object expected, null found");
    assert_faults("'attnviz': 1", "'attnviz': 2", "x.json: $.attnviz: version 1 of the format expected, 2 found");
    assert_faults("'attnviz': 1", "'attnviz': '1'", "x.json: $.attnviz: version 1 of the format expected, \"1\" found");
    assert_faults("'attnviz': 1,\n", "", "x.json: $.attnviz: version 1 of the format expected, nothing found");
}

Test(lesson, only_another_version_ends_the_reading)
{
    const char *const more_faults[] = {"'generate': 2", "'generate': -1"};
    static const char *const versions[][2] = {
        {"", "nothing"},
        {"'attnviz': '1',", "\"1\""},
        {"'attnviz': null,", "null"},
    };
    char expected[300];
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        snprintf(expected, sizeof expected,
                 "x.json: $.attnviz: version 1 of the format expected, %s found\n"
                 "x.json: $.generate: an integer of at least 0 expected, -1 found",
                 versions[i][1]);
        cr_assert_str_eq(faults(plain, CHANGES("'attnviz': 1,", versions[i][0], more_faults[0], more_faults[1])),
                         expected);
    }
    cr_assert_str_eq(faults(plain, CHANGES("'attnviz': 1,", "'attnviz': 1.5,", more_faults[0], more_faults[1])),
                     "x.json: $.attnviz: version 1 of the format expected, 1.5 found");
}

Test(lesson, everything_that_is_wrong_is_said_at_once)
{
    cr_assert_str_eq(faults("{'attnviz': 1, 'promt': ['a']}", NULL),
                     "x.json: $: unknown key \"promt\"; did you mean \"prompt\"?\n"
                     "x.json: $.title: a text in each language, {\"en\": …, \"zh\": …}, expected, nothing found\n"
                     "x.json: $.teaches: a text in each language, {\"en\": …, \"zh\": …}, expected, nothing found\n"
                     "x.json: $.model: a model, or the path of its file, expected, nothing found\n"
                     "x.json: $.prompt: an array of tokens expected, nothing found\n"
                     "x.json: $.generate: an integer of at least 0 expected, nothing found");
    cr_assert_str_eq(
        faults(plain, CHANGES("'zh': '标题'", "'cn': '标题'", "[5, 6, 7, 8]", "[5, 6, 7]", "['<s>', '书'],\n 'g",
                              "['<s>', 'Cat'],\n 'g", "'generate': 2", "'generate': 3", "'head': 2}, 'cache'",
                              "'head': 3}, 'cache'", "'questions': []", "'questions': [1]")),
        "x.json: $.title: unknown key \"cn\"; did you mean \"en\"?\n"
        "x.json: $.title.zh: a text in Chinese expected, nothing found\n"
        "x.json: $.model.layers[0].wq[1]: 4 numbers expected (n_head·d_k), 3 found\n"
        "x.json: $.prompt[1]: a token of the vocabulary expected, \"Cat\" found; did you mean \"cat\"?\n"
        "x.json: $.generate: at most 2 expected (n_ctx 4, less 2 of the prompt), 3 found\n"
        "x.json: $.notes[1].at.head: an integer from 1 to 2 expected, 3 found\n"
        "x.json: $.questions[0]: an object expected, 1 found");
}

Test(lesson, title_and_teaches_speak_both_languages)
{
    assert_faults("'title': {'en': 'Title', 'zh': '标题'}", "'title': {'zh': '标题'}",
                  "x.json: $.title.en: a text in English expected, nothing found");
    assert_faults("'teaches': {'en': 'What.', 'zh': '什么。'}", "'teaches': {'en': 'What.', 'zh': ''}",
                  "x.json: $.teaches.zh: a text in Chinese expected, \"\" found");
    assert_faults("'title': {'en': 'Title', 'zh': '标题'}", "'title': 'Title'",
                  "x.json: $.title: a text in each language, {\"en\": …, \"zh\": …}, expected, \"Title\" found");
}

Test(lesson, order_and_minutes_may_be_left_out)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    cr_assert_eq(lesson.order, 0);
    cr_assert_eq(lesson.minutes, 0);
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES("'prompt'", "'order': 9999, 'minutes': 6, 'prompt'"));
    cr_assert_eq(lesson.order, 9999);
    cr_assert_eq(lesson.minutes, 6);
    av_lesson_finish(&lesson);
    assert_faults("'prompt'", "'order': 0, 'minutes': 1.5, 'prompt'",
                  "x.json: $.order: an integer from 1 to 9999 expected, 0 found\n"
                  "x.json: $.minutes: an integer from 1 to 999 expected, 1.5 found");
}

Test(lesson, the_prompt)
{
    assert_faults("['<s>', '书'],\n 'g", "[],\n 'g", "x.json: $.prompt: at least 1 token expected, none found");
    assert_faults("['<s>', '书'],\n 'g", "'书',\n 'g", "x.json: $.prompt: an array of tokens expected, \"书\" found");
    assert_faults("['<s>', '书'],\n 'g", "[7, '书', '猫', '书书', ''],\n 'g",
                  "x.json: $.prompt[0]: a text expected, 7 found\n"
                  "x.json: $.prompt[2]: a token of the vocabulary expected, \"猫\" found\n"
                  "x.json: $.prompt[3]: a token of the vocabulary expected, \"书书\" found; did you mean \"书\"?\n"
                  "x.json: $.prompt[4]: a text expected, \"\" found\n"
                  "x.json: $.prompt: at most 4 tokens expected (n_ctx), 5 found");
    assert_faults("'generate': 2", "'generate': 2147483647",
                  "x.json: $.generate: at most 2 expected (n_ctx 4, less 2 of the prompt), 2147483647 found");
    assert_faults("'generate': 2", "'generate': 0.5",
                  "x.json: $.generate: an integer of at least 0 expected, 0.5 found");
}

/* The plain lesson with a model that attends to a source, and with one more change. */
#define OF_SOURCE "'position': 'learned'", "'position': 'learned', 'attends': 'source'"

Test(lesson, a_source_is_there_exactly_where_the_model_attends_to_one)
{
    struct av_lesson lesson;
    load(&lesson, plain, CHANGES(OF_SOURCE, "'prompt'", "'source': ['cat', '书', 'cat'], 'prompt'"));
    cr_assert_eq(lesson.model.config.attends, AV_ATTENDS_SOURCE);
    cr_assert_eq(lesson.n_source, 3);
    cr_assert(lesson.source[0] == 1 && lesson.source[1] == 2 && lesson.source[2] == 1);
    cr_assert_eq(lesson.rule.mask, AV_MASK_NONE, "of a source there is no mask");
    av_lesson_finish(&lesson);
    load(&lesson, plain, NULL);
    cr_assert_eq(lesson.n_source, 0);
    cr_assert_eq(lesson.rule.mask, AV_MASK_CAUSAL);
    av_lesson_finish(&lesson);
    cr_assert_str_eq(
        faults(plain, CHANGES(OF_SOURCE)),
        "x.json: $.source: an array of tokens (the model's \"attends\" is \"source\") expected, nothing found");
    assert_faults("'prompt'", "'source': ['cat'], 'prompt'",
                  "x.json: $.source: no source expected, since the model's \"attends\" is not \"source\"");
    cr_assert_str_eq(faults(plain, CHANGES(OF_SOURCE, "'prompt'", "'source': [], 'prompt'")),
                     "x.json: $.source: at least 1 token expected, none found");
    cr_assert_str_eq(faults(plain, CHANGES(OF_SOURCE, "'prompt'", "'source': ['cat', 'dog'], 'prompt'")),
                     "x.json: $.source[1]: a token of the vocabulary expected, \"dog\" found");
    cr_assert_str_eq(
        faults(plain, CHANGES(OF_SOURCE, "'prompt'", "'source': ['cat', 'cat', 'cat', 'cat', 'cat'], 'prompt'")),
        "x.json: $.source: at most 4 tokens expected (n_ctx), 5 found");
    assert_faults(
        "'position': 'learned'", "'position': 'learned', 'attends': 'sorce'",
        "x.json: $.model.attends: \"self\" or \"source\" expected, \"sorce\" found; did you mean \"source\"?");
}

Test(lesson, what_a_source_has_no_use_for_is_refused)
{
    const char *const source = "'source': ['cat'], 'prompt'";
    cr_assert_str_eq(
        faults(plain, CHANGES(OF_SOURCE, "'prompt'", source, "'notes'", "'rule': {'mask': 'causal'}, 'notes'")),
        "x.json: $.rule.mask: \"none\" expected, since the model's \"attends\" is \"source\", \"causal\" found");
    cr_assert_str_eq(
        faults(plain, CHANGES(OF_SOURCE, "'prompt'", source, "'notes'", "'rule': {'banned': [1]}, 'notes'")),
        "x.json: $.rule.banned: no banned tokens expected, since the model's \"attends\" is \"source\"");
    cr_assert_str_eq(faults(plain, CHANGES(OF_SOURCE, "'prompt'", source, "'stage': 'scores'", "'stage': 'mask'")),
                     "x.json: $.start.stage: a stage of this model expected, \"mask\" found");
    cr_assert_str_eq(
        faults(plain, CHANGES(OF_SOURCE, "'prompt'", source, "'row': 2, 'column': 1", "'row': 2, 'column': 2")),
        "x.json: $.notes[0].cell.column: an integer from 1 to 1 expected, 2 found");
    cr_assert_str_eq(
        faults(plain, CHANGES("'d_k': 2", "'d_k': 2, 'attends': 'source'", "'learned'", "'rotary'",
                              "'position_embedding': [[0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0], [0, 0, 1]],", "")),
        "x.json: $.model.position: none, learned or sinusoidal expected (a source and its target lie at no distance), "
        "rotary found");
}

Test(lesson, a_long_text_is_quoted_by_its_beginning)
{
    assert_faults("'learned'", "'书书书书书书书书书书书书书书书书书书书'",
                  "x.json: $.model.position: \"none\", \"learned\", \"sinusoidal\" or \"rotary\" expected, "
                  "\"书书书书书书书书书书书书书书书书…\" found");
}

Test(lesson, nothing_is_left_after_a_fault)
{
    struct av_lesson lesson;
    struct av_report report;
    char *text = change(plain, CHANGES("'generate': 2", "'generate': -1"));
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", text, strlen(text), &report), AV_ERROR_VALUE);
    cr_assert_null(lesson.arena.blocks);
    cr_assert_null(lesson.model.arena.blocks);
    cr_assert_null(lesson.notes);
    av_report_finish(&report);
    free(text);
}

/* A quadratic reader would take hours for this, and the test run ends it long before. */
Test(lesson, a_million_numbers_and_tokens)
{
    const int rows = 1000000;
    size_t size = (size_t)rows * 24 + 1000, length = 0;
    char *text = malloc(size);
    length += (size_t)sprintf(
        text, "{\"attnviz\":1,\"title\":{\"en\":\"a\",\"zh\":\"b\"},\"teaches\":{\"en\":\"a\",\"zh\":\"b\"},"
              "\"prompt\":[\"t7\"],\"generate\":0,\"model\":{\"d_model\":1,\"n_layer\":1,\"n_head\":1,"
              "\"d_k\":1,\"d_v\":1,\"n_ctx\":1,\"tied\":true,\"layers\":[{\"wq\":[[1]],\"wk\":[[1]],"
              "\"wv\":[[1]],\"wo\":[[1]]}],\"vocabulary\":[\"t0\"");
    for (int i = 1; i < rows; i++)
        length += (size_t)sprintf(text + length, ",\"t%d\"", i);
    length += (size_t)sprintf(text + length, "],\"embedding\":[[0]");
    for (int i = 1; i < rows; i++)
        length += (size_t)sprintf(text + length, ",[%d]", i);
    length += (size_t)sprintf(text + length, "]}}");
    cr_assert_lt(length, size);
    struct av_lesson lesson;
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", text, length, &report), AV_OK, "%s",
                 report.count > 0 ? report.errors[0].message : "");
    free(text);
    cr_assert_eq(lesson.prompt[0], 7);
    cr_assert_str_eq(lesson.vocabulary[rows - 1], "t999999");
    cr_assert_eq(lesson.model.embedding.data[rows - 1], 999999);
    av_lesson_finish(&lesson);
    av_report_finish(&report);
}

/* As many keys, all unknown: finding duplicates among them must not be quadratic either. */
Test(lesson, a_million_keys)
{
    const int count = 1000000;
    char *text = malloc((size_t)count * 16 + 16), *to = text;
    *to++ = '{';
    for (int i = 0; i < count; i++)
        to += sprintf(to, "\"k%d\":0,", i);
    strcpy(to - 1, "}");
    struct av_lesson lesson;
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", text, strlen(text), &report), AV_ERROR_VALUE);
    cr_assert_eq(report.count, 100);
    cr_assert_str_eq(report.errors[0].message, "unknown key \"k0\"");
    av_report_finish(&report);
    free(text);
}
