#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asked.h"
#include "attnviz/base/random.h"
#include "attnviz/lesson/write.h"
#include "same.h"

static char *format(const struct av_lesson *lesson)
{
    struct av_error error = {0};
    char *bytes;
    size_t length;
    enum av_status status = av_lesson_format(lesson, &bytes, &length, &error);
    cr_assert_eq(status, AV_OK, "%s: %s", error.place, error.message);
    cr_assert_eq(strlen(bytes), length);
    return bytes;
}

static void parse(struct av_lesson *lesson, const char *text)
{
    struct av_report report;
    av_report_init(&report);
    enum av_status status = av_lesson_parse(lesson, "x.json", ".", text, strlen(text), &report);
    cr_assert_eq(status, AV_OK, "%s: %s\n%s", report.count > 0 ? report.errors[0].place : "",
                 report.count > 0 ? report.errors[0].message : "", text);
    av_report_finish(&report);
}

/* What is written is read as the same lesson, and is written as the same text again. */
static void assert_round_trip(const struct av_lesson *lesson)
{
    struct av_lesson again;
    char *first = format(lesson);
    parse(&again, first);
    assert_same_lesson(lesson, &again);
    char *second = format(&again);
    cr_assert_str_eq(first, second);
    free(first);
    free(second);
    av_lesson_finish(&again);
}

/* Where the lesson that the text holds is written, what stands between the two texts, the first of each. */
static const char *between(const char *text, const char *from, const char *to)
{
    static char out[2000];
    const char *start = strstr(text, from), *end = start ? strstr(start, to) : NULL;
    cr_assert(start && end, "%s … %s is not in\n%s", from, to, text);
    snprintf(out, sizeof out, "%.*s", (int)(end - start), start);
    return out;
}

static void assert_written(const char *lesson, const char *const *changes, const char *from, const char *to,
                           const char *expected)
{
    struct av_lesson read;
    load(&read, lesson, changes);
    char *text = format(&read);
    cr_assert_str_eq(between(text, from, to), expected, "%s", text);
    free(text);
    av_lesson_finish(&read);
}

Test(write, the_lessons_of_the_fixture)
{
    const char *const lessons[] = {plain, rich};
    for (int i = 0; i < 2; i++) {
        struct av_lesson lesson;
        load(&lesson, lessons[i], NULL);
        assert_round_trip(&lesson);
        av_lesson_finish(&lesson);
    }
}

Test(write, the_lessons_that_there_are)
{
    const char *const paths[] = {LESSONS "/generate.json", LESSONS "/pronoun.json"};
    for (int i = 0; i < 2; i++) {
        struct av_lesson lesson;
        struct av_report report;
        av_report_init(&report);
        cr_assert_eq(av_lesson_load(&lesson, paths[i], &report), AV_OK);
        assert_round_trip(&lesson);
        av_lesson_finish(&lesson);
    }
}

/* The whole of a small one, as a person would lay it out. */
Test(write, the_layout)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    char *text = format(&lesson);
    cr_assert_str_eq(
        text, "{\n"
              "  \"attnviz\": 1,\n"
              "  \"title\": {\"en\": \"Title\", \"zh\": \"标题\"},\n"
              "  \"teaches\": {\"en\": \"What.\", \"zh\": \"什么。\"},\n"
              "  \"prompt\": [\"<s>\", \"书\"],\n"
              "  \"generate\": 2,\n"
              "  \"start\": {\"token\": 2, \"stage\": \"scores\", \"head\": 2, \"cache\": false},\n"
              "  \"model\": {\n"
              "    \"vocabulary\": [\"<s>\", \"cat\", \"书\"],\n"
              "    \"glosses\": {\n"
              "      \"书\": {\"en\": \"book\"}\n"
              "    },\n"
              "    \"d_model\": 3, \"n_layer\": 1, \"n_head\": 2, \"n_kv_head\": 1, \"d_k\": 2, \"d_v\": 1, "
              "\"n_ctx\": 4,\n"
              "    \"position\": \"learned\", \"norm\": \"none\", \"feed_forward\": \"none\",\n"
              "    \"features\": [\"x\", \"y\", {\"en\": \"heavy\", \"zh\": \"重\"}],\n"
              "    \"embedding\": [\n"
              "      [ 1,   2,   3],\n"
              "      [ 4,   5,   6],\n"
              "      [-7, 0.8, 9.5]\n"
              "    ],\n"
              "    \"position_embedding\": [\n"
              "      [0.1, 0.2, 0.3],\n"
              "      [  0,   0,   0],\n"
              "      [  0,   0,   0],\n"
              "      [  0,   0,   1]\n"
              "    ],\n"
              "    \"layers\": [\n"
              "      {\n"
              "        \"wq\": [\n"
              "          [1,  2,  3,  4],\n"
              "          [5,  6,  7,  8],\n"
              "          [9, 10, 11, 12]\n"
              "        ],\n"
              "        \"wk\": [\n"
              "          [1, 2],\n"
              "          [3, 4],\n"
              "          [5, 6]\n"
              "        ],\n"
              "        \"wv\": [\n"
              "          [1],\n"
              "          [2],\n"
              "          [3]\n"
              "        ],\n"
              "        \"wo\": [\n"
              "          [1, 2, 3],\n"
              "          [4, 5, 6]\n"
              "        ]\n"
              "      }\n"
              "    ],\n"
              "    \"w_out\": [\n"
              "      [1, 2, 3],\n"
              "      [4, 5, 6],\n"
              "      [7, 8, 9]\n"
              "    ]\n"
              "  },\n"
              "  \"notes\": [\n"
              "    {\"at\": {\"token\": \"书\", \"stage\": \"softmax\"}, \"cell\": {\"matrix\": \"A\", \"row\": 2, "
              "\"column\": 1},\n"
              "     \"en\": \"One\",\n"
              "     \"zh\": \"一\"},\n"
              "    {\"at\": {\"head\": 2}, \"cache\": true,\n"
              "     \"en\": \"Two\",\n"
              "     \"zh\": \"二\"}\n"
              "  ]\n"
              "}\n");
    free(text);
    av_lesson_finish(&lesson);
}

Test(write, what_is_not_the_default_is_written)
{
    assert_written(plain,
                   CHANGES("'generate'", "'sampling': {'temperature': 0.7, 'top_k': 3, 'top_p': 0.9, 'seed': 0}, "
                                         "'rule': {'mask': 'multiplied', 'scaled': false}, 'generate'"),
                   "\"sampling\"", "\n  \"start",
                   "\"sampling\": {\"temperature\": 0.7, \"top_k\": 3, \"top_p\": 0.9, \"seed\": 0},\n"
                   "  \"rule\": {\"mask\": \"multiplied\", \"scaled\": false},");
    assert_written(plain, CHANGES("'generate': 2", "'generate': 2, 'rule': {'banned': [4, 1]}"), "\"rule\"", "\n",
                   "\"rule\": {\"banned\": [\"<s>\", 4]},");
    assert_written(plain, CHANGES("'cache': true", "'rule': {'mask': 'none', 'scaled': false}"), "{\"at\": {\"head\"",
                   "\n", "{\"at\": {\"head\": 2}, \"rule\": {\"mask\": \"none\", \"scaled\": false},");
    assert_written(rich, NULL, "\"position\"", "\n",
                   "\"position\": \"rotary\", \"norm\": \"layer\", \"feed_forward\": \"swiglu\", \"bias\": true, "
                   "\"tied\": true, \"norm_epsilon\": 0.001, \"rotary_base\": 100,");
    assert_written(rich,
                   CHANGES("'residual': true", "'residual': false", "'before'", "'after'",
                           ",\n  'final_gain': [1, 2], 'final_bias': [3, 4]", ""),
                   "\"norm\"", ", \"norm_eps",
                   "\"norm\": \"layer\", \"norm_place\": \"after\", \"feed_forward\": \"swiglu\", \"bias\": true, "
                   "\"tied\": true, \"residual\": false");
    assert_written(rich, NULL, "\"norm_1_gain\"", "\n", "\"norm_1_gain\": [2, 3],"); /* of layer 0; layer 1 has none */
}

Test(write, long_lists_and_texts_take_several_lines)
{
    char name[100], names[500];
    memset(name, 'x', 60);
    name[60] = '\0';
    snprintf(names, sizeof names, "'features': ['%s', '%.50s', {'en': '%s', 'zh': '重'}]", name, name, name);
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("'features': ['x', 'y', {'en': 'heavy', 'zh': '重'}]", names, "'Title'",
                 "'This is a title that has been made to be so long that it does not stand in one line together with "
                 "its Chinese words'"));
    char *text = format(&lesson), expected[500];
    snprintf(expected, sizeof expected,
             "\"features\": [\n      \"%s\",\n      \"%.50s\",\n      {\"en\": \"%s\", \"zh\": \"重\"}\n    ],\n", name,
             name, name);
    /* 6 + 62 + 2 + 52 = 122 columns would be too many, with a comma behind */
    cr_assert(strstr(text, expected), "%s", text);
    cr_assert(strstr(text, "\"title\": {\n    \"en\": \"This"), "%s", text);
    assert_round_trip(&lesson);
    free(text);
    av_lesson_finish(&lesson);
}

Test(write, any_text)
{
    /* escapes in the JSON, and bytes that need none: quotes, backslash, slash, controls, DEL, C1, bidi, astral, a
     * format */
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("'Title'", "'a\\\"b\\\\c/d\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u009b\\u202e𝔘\\ud83d\\ude00%n%s'",
                 "'cat'", "'\\\"\\n%n'", "'One'", "'\\\\'"));
    char *text = format(&lesson);
    cr_assert_str_eq(between(text, "\"title\"", ", \"zh\""),
                     "\"title\": {\"en\": \"a\\\"b\\\\c/d\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\xc2\x9b\u202e𝔘😀%n%s\"");
    free(text);
    assert_round_trip(&lesson);
    av_lesson_finish(&lesson);
}

/* Some number of the file that the learner has changed. */
static const char *written_number(float number)
{
    static char out[40];
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    lesson.model.layers[0].wk.data[0] = number;
    lesson.model.layers[0].wk.data[2] = lesson.model.layers[0].wk.data[4] = 0;
    char *text = format(&lesson);
    const char *at = strstr(text, "\"wk\": [\n") + strlen("\"wk\": [\n          [");
    snprintf(out, sizeof out, "%.*s", (int)strcspn(at, ","), at);
    free(text);
    assert_round_trip(&lesson);
    av_lesson_finish(&lesson);
    return out;
}

Test(write, the_shortest_decimal_of_each_number)
{
    const struct {
        float number;
        const char *text;
    } table[] = {
        {0.0f, "0"},
        {-0.0f, "-0"},
        {1.0f / 3, "0.33333334"},
        {0.1f, "0.1"},
        {100000.0f, "100000"},
        {1000000.0f, "1000000"},
        {16777215.0f, "16777215"},
        {16777216.0f, "16777216"},
        {1e9f, "1e9"},
        {1e-5f, "1e-5"},
        {0.0001f, "0.0001"},
        {FLT_MAX, "3.4028235e38"},
        {-FLT_MAX, "-3.4028235e38"},
        {FLT_MIN, "1.1754944e-38"},
        {1e-45f, "1e-45"},
        {-1e-40f, "-1e-40"},
        {0x1.fffffcp-127f, "1.1754942e-38"}, /* the largest below the normal ones */
        {8388609.5f, "8388610"},             /* a tie in the literal: there are no halves any more */
        {1.00000012f, "1.0000001"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        cr_assert_str_eq(written_number(table[i].number), table[i].text);
}

static float random_float(uint64_t *n)
{
    for (;;) {
        uint32_t bits = (uint32_t)av_random_bits(7, (*n)++);
        float number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number))
            return number;
    }
}

static void fill(struct av_matrix *matrix, uint64_t *n)
{
    for (int i = 0; matrix->data && i < matrix->rows * matrix->cols; i++)
        matrix->data[i] = random_float(n);
}

/* Any numbers at all in each weight that the model has. */
static void fill_model(struct av_model *model, uint64_t *n)
{
    const struct av_config *config = &model->config;
    fill(&model->embedding, n);
    if (config->position == AV_POSITION_LEARNED)
        fill(&model->position_embedding, n);
    fill(&model->final_gain, n);
    fill(&model->final_bias, n);
    if (!config->tied)
        fill(&model->w_out, n);
    for (int i = 0; i < config->n_layer; i++) {
        struct av_layer *layer = &model->layers[i];
        struct av_matrix *weights[] = {
            &layer->wq,           &layer->wk,           &layer->wv,          &layer->wo,     &layer->w_gate,
            &layer->w_up,         &layer->w_down,       &layer->bq,          &layer->bk,     &layer->bv,
            &layer->bo,           &layer->b_gate,       &layer->b_up,        &layer->b_down, &layer->norm_gain[0],
            &layer->norm_gain[1], &layer->norm_bias[0], &layer->norm_bias[1]};
        for (size_t j = 0; j < sizeof weights / sizeof *weights; j++)
            if ((*n)++ % 4 != 0) /* and some as they were */
                fill(weights[j], n);
    }
    av_model_prepare(model);
}

static struct av_config config_of(int number)
{
    struct av_config config = {
        .d_model = 2, .n_layer = 2, .n_head = 4, .d_k = 2, .d_v = 3, .vocab_size = 3, .n_ctx = 4};
    const int kv[] = {1, 2, 4};
    config.position = (enum av_position)(number % 4);
    config.norm = (enum av_norm)(number / 4 % 3);
    config.norm_place = (enum av_norm_place)(number / 12 % 2);
    config.feed_forward = (enum av_feed_forward)(number / 24 % 4);
    config.bias = number / 96 % 2;
    config.tied = number / 192 % 2;
    config.residual = number / 384 % 2;
    config.n_kv_head = kv[number / 768 % 3];
    config.d_ff = config.feed_forward == AV_FEED_FORWARD_NONE ? 0 : 3;
    config.norm_epsilon = number % 5 == 0 ? 1e-5f : 1.0f / (float)(number + 3);
    config.rotary_base = number % 7 == 0 ? 1e4f : 1.5f + (float)number;
    return config;
}

Test(write, every_kind_of_model)
{
    uint64_t n = 0;
    for (int i = 0; i < 4 * 3 * 2 * 4 * 2 * 2 * 2 * 3; i++) {
        const char *vocabulary[] = {"a", "b", "c"};
        int prompt[] = {2, 0, 2}, source[] = {1, 2, 2, 0};
        bool banned[] = {i % 2 == 0, i % 3 == 0, false, i % 5 == 0}, any = false;
        struct av_config config = config_of(i);
        struct av_lesson lesson = {
            .title = {{"T", "题"}},
            .teaches = {{"W", "教"}},
            .order = i % 3 * 4999,
            .minutes = i % 2 * (1 + i % 999),
            .vocabulary = vocabulary,
            .prompt = prompt,
            .n_prompt = 1 + i % 3,
            .n_generate = i % 2,
            .sampling = {(float)(i % 3) / 7, i % 4, i % 5 == 0 ? 1 : 0.3f, (uint64_t)i * (((uint64_t)1 << 53) / 2304)},
            .rule = {.scaled = i % 2 == 0, .mask = (enum av_mask)(i % 3)},
            .cache_on = i % 3 != 0,
            .prefill = i % 4 == 1,
            .start = {i % (1 + i % 3), i % 5, i % 2, i % 4, i % AV_LENS_COUNT},
        };
        for (int j = 0; j < 4; j++) /* beyond the lesson's end nothing can be banned */
            any = (banned[j] = banned[j] && j < lesson.n_prompt + lesson.n_generate) || any;
        lesson.rule.banned = any ? banned : NULL;
        if (config.position != AV_POSITION_ROTARY && i % 7 == 0) {
            config.attends = AV_ATTENDS_SOURCE;
            lesson.source = source;
            lesson.n_source = 1 + i % 4;
            lesson.rule.mask = AV_MASK_NONE;
            lesson.rule.banned = NULL;
        }
        struct av_error error;
        cr_assert_eq(av_model_init(&lesson.model, &config, 0, &error), AV_OK, "%s: %s", error.place, error.message);
        fill_model(&lesson.model, &n);
        assert_round_trip(&lesson);
        av_model_finish(&lesson.model);
    }
}

/* The question that is written with these choices and this answer. */
static void assert_question(const char *choices, const char *answer, const char *more, const char *expected)
{
    char changed[600];
    struct av_lesson lesson;
    snprintf(changed, sizeof changed, "%s%s'answer': %s%s", choices[0] == '\0' ? "" : "'choices': ", choices, answer,
             more);
    load_asked(&lesson, "'answer': " ANSWER, changed);
    char *text = format(&lesson);
    cr_assert_str_eq(between(text, "\"ask\"", "\"reason\""), expected, "%s", text);
    free(text);
    assert_round_trip(&lesson);
    av_lesson_finish(&lesson);
}

#define ASK "\"ask\": {\"en\": \"How much?\", \"zh\": \"多少？\"},\n     "

Test(write, questions_of_each_kind)
{
    assert_question("", ANSWER, ", 'tolerance': 0.05",
                    ASK "\"answer\": {\"value\": {\"matrix\": \"A\", \"row\": 3, \"column\": 1}}, "
                        "\"tolerance\": 0.05,\n     ");
    assert_question("[{'number': 1e300}, {'number': 0.1}], ", "{'figure': 'saved'}", "",
                    ASK "\"choices\": [{\"number\": 1e300}, {\"number\": 0.1}],\n     "
                        "\"answer\": {\"figure\": \"saved\"},\n     ");
    assert_question("[{'token': 'cat'}, {'token': '书', 'en': 'a \\\"book\\\"', 'zh': '书'}], ", "{'next': true}",
                    ", 'hint': {'en': 'h', 'zh': '提'}",
                    ASK "\"choices\": [{\"token\": \"cat\"}, {\"token\": \"书\", \"en\": \"a \\\"book\\\"\", "
                        "\"zh\": \"书\"}],\n     \"answer\": {\"next\": true},\n     "
                        "\"hint\": {\"en\": \"h\", \"zh\": \"提\"},\n     ");
    assert_question(TWO_WORDS ", ", "{'choice': 2}", "",
                    ASK "\"choices\": [{\"en\": \"A\", \"zh\": \"甲\"}, {\"en\": \"B\", \"zh\": \"乙\"}],\n     "
                        "\"answer\": {\"choice\": 2},\n     ");
    assert_question("", "{'state': 'new', 'matrix': 'K'}", "",
                    ASK "\"answer\": {\"state\": \"new\", \"matrix\": \"K\"},\n     ");
    assert_question("", "{'largest': {'matrix': 'A', 'row': 3}}", "",
                    ASK "\"answer\": {\"largest\": {\"matrix\": \"A\", \"row\": 3}},\n     ");
    assert_question("", "{'smallest': {'matrix': 'S', 'row': 2}}", "",
                    ASK "\"answer\": {\"smallest\": {\"matrix\": \"S\", \"row\": 2}},\n     ");
}

/* The end of a question that covers this. */
static void assert_cover(const char *answer, const char *cover, const char *expected)
{
    char changed[300];
    struct av_lesson lesson;
    snprintf(changed, sizeof changed, "'cover': %s, 'answer': %s", cover, answer);
    load_asked(&lesson, "'answer': " ANSWER, changed);
    char *text = format(&lesson);
    cr_assert_str_eq(between(text, "这么多。", "\n  ]"), expected, "%s", text);
    free(text);
    assert_round_trip(&lesson);
    av_lesson_finish(&lesson);
}

Test(write, what_a_question_covers_where_it_is_not_the_usual)
{
    assert_cover(ANSWER, "['A']", "这么多。\"}}");
    assert_cover(ANSWER, "[]", "这么多。\"},\n     \"cover\": []}");
    assert_cover(ANSWER, "['cost', 'S', 'A']", "这么多。\"},\n     \"cover\": [\"S\", \"A\", \"cost\"]}");
    assert_cover("{'figure': 'saved'}", "['cost']", "这么多。\"}}");
    assert_cover("{'figure': 'saved'}", "['A']", "这么多。\"},\n     \"cover\": [\"A\"]}");
}

static const char *fault(const struct av_lesson *lesson)
{
    static char out[700];
    struct av_error error;
    char *bytes;
    size_t length;
    cr_assert_neq(av_lesson_format(lesson, &bytes, &length, &error), AV_OK);
    snprintf(out, sizeof out, "%d %s: %s", (int)error.status, error.place, error.message);
    return out;
}

#define FINITE "a finite number expected (JSON has no other), "

Test(write, what_json_cannot_say_is_named)
{
    struct av_lesson lesson;
    load(&lesson, rich, NULL);
    struct av_model *model = &lesson.model;
    av_matrix_row(&model->layers[1].wv, 1)[2] = NAN;
    cr_assert_str_eq(fault(&lesson), "4 $.model.layers[1].wv[1][2]: " FINITE "NaN found");
    model->layers[0].norm_bias[1].data[1] = -INFINITY; /* comes first */
    cr_assert_str_eq(fault(&lesson), "4 $.model.layers[0].norm_2_bias[1]: " FINITE "−∞ found");
    av_matrix_row(&model->embedding, 1)[0] = INFINITY;
    cr_assert_str_eq(fault(&lesson), "4 $.model.embedding[1][0]: " FINITE "∞ found");
    lesson.sampling.temperature = NAN;
    cr_assert_str_eq(fault(&lesson), "4 $.sampling.temperature: " FINITE "NaN found");
    av_lesson_finish(&lesson);
}

Test(write, what_no_lesson_may_have_is_named)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    lesson.sampling.seed = UINT64_MAX;
    cr_assert_str_eq(fault(&lesson), "4 $.sampling.seed: an integer from 0 to 9007199254740991 expected, "
                                     "1.8446744073709552e+19 found");
    lesson.sampling.seed = 1;
    lesson.title.in[AV_ENGLISH] = "\xff";
    cr_assert(strstr(fault(&lesson), "3 3:20: UTF-8 expected"), "%s", fault(&lesson));
    av_lesson_finish(&lesson);
}

Test(write, a_model_too_large_for_a_file)
{
    /* a model may have more numbers than a file, where they are asked for as random */
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("[[1, 2, 3], [4, 5, 6], [7, 8, 9]]},", "{'random': 'normal', 'std': 1, 'seed': 1}},", "'n_ctx': 4",
                 "'n_ctx': 1048576", "'d_model': 3", "'d_model': 4", ", {'en': 'heavy', 'zh': '重'}]", ", 'z', 't']",
                 "[[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]]", "{'random': 'normal', 'std': 1, 'seed': 1}",
                 "[[0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0], [0, 0, 1]]", "{'random': 'normal', 'std': 1, 'seed': 1}",
                 "[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]", "{'random': 'normal', 'std': 1, 'seed': 1}",
                 "[[1, 2], [3, 4], [5, 6]]", "{'random': 'normal', 'std': 1, 'seed': 1}", "[[1], [2], [3]]",
                 "{'random': 'normal', 'std': 1, 'seed': 1}", "[[1, 2, 3], [4, 5, 6]]",
                 "{'random': 'normal', 'std': 1, 'seed': 1}"));
    /* 4·2²⁰ positions, 12 embeddings, 4·4 + 4·2 + 4·1 + 2·4 of the layer, 12 of the output */
    cr_assert_str_eq(fault(&lesson), "5 $.model: at most 4194304 values expected in a file, 4194364 weights found");
    av_lesson_finish(&lesson);
}

Test(write, a_shorter_lesson_leaves_out_what_it_has_no_place_for)
{
    struct av_lesson lesson, again;
    load(&lesson, plain,
         CHANGES(QUESTION, "{'at': {'head': 2}",
                 "{'cell': {'matrix': 'A', 'row': 4}, 'en': 'Four', 'zh': '四'}, {'at': {'head': 2}"));
    cr_assert_eq(lesson.n_question, 1);
    lesson.n_prompt = 1;
    lesson.n_generate = 0;
    char *text = format(&lesson);
    parse(&again, text);
    cr_assert_eq(again.n_note, 2, "one is for token 2");
    cr_assert_str_eq(again.notes[0].words.in[AV_ENGLISH], "Four");
    cr_assert_eq(again.notes[0].matrix, AV_ANY, "there is no row 4");
    cr_assert_str_eq(again.notes[1].words.in[AV_ENGLISH], "Two");
    cr_assert_eq(again.n_question, 0, "it is for token 3");
    cr_assert_eq(again.start.token, 0);
    cr_assert_eq(again.start.stage, AV_STAGE_SCORES);
    free(text);
    av_lesson_finish(&lesson);
    av_lesson_finish(&again);
}
