#include <criterion/criterion.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attnviz/lesson/write.h"
#include "fixture.h"

static void assert_matrix(const struct av_matrix *matrix, int rows, int cols, const float *numbers)
{
    cr_assert_eq(matrix->rows, rows);
    cr_assert_eq(matrix->cols, cols);
    for (int i = 0; i < rows * cols; i++)
        cr_assert_eq(matrix->data[i], numbers[i], "%d: %g", i, (double)matrix->data[i]);
}

#define MATRIX(matrix, rows, cols, ...) assert_matrix(&(matrix), rows, cols, (const float[]){__VA_ARGS__})

Test(model, weights_are_where_the_file_has_them)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    const struct av_model *model = &lesson.model;
    cr_assert_eq(model->config.vocab_size, 3);
    cr_assert_eq(model->config.n_kv_head, 1);
    cr_assert_eq(model->config.norm, AV_NORM_NONE);
    cr_assert_eq(model->config.feed_forward, AV_FEED_FORWARD_NONE);
    cr_assert(model->config.residual && !model->config.bias && !model->config.tied);
    MATRIX(model->embedding, 3, 3, 1, 2, 3, 4, 5, 6, -7, 0.8f, 9.5f);
    MATRIX(model->position_embedding, 4, 3, 0.1f, 0.2f, 0.3f, 0, 0, 0, 0, 0, 0, 0, 0, 1);
    MATRIX(model->layers[0].wq, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    MATRIX(model->layers[0].wk, 3, 2, 1, 2, 3, 4, 5, 6);
    MATRIX(model->layers[0].wv, 3, 1, 1, 2, 3);
    MATRIX(model->layers[0].wo, 2, 3, 1, 2, 3, 4, 5, 6);
    MATRIX(model->w_out, 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    av_lesson_finish(&lesson);
}

Test(model, every_option_is_read)
{
    struct av_lesson lesson;
    load(&lesson, rich, NULL);
    const struct av_model *model = &lesson.model;
    const struct av_config *config = &model->config;
    const struct av_layer *layer = &model->layers[0], *second = &model->layers[1];
    cr_assert_eq(config->n_kv_head, 1, "n_head where the file has none");
    cr_assert_eq(config->d_ff, 1);
    cr_assert_eq(config->position, AV_POSITION_ROTARY);
    cr_assert_eq(config->norm, AV_NORM_LAYER);
    cr_assert_eq(config->norm_place, AV_NORM_BEFORE);
    cr_assert_eq(config->feed_forward, AV_FEED_FORWARD_SWIGLU);
    cr_assert(config->bias && config->tied && config->residual);
    cr_assert_eq(config->norm_epsilon, 0.001f);
    cr_assert_eq(config->rotary_base, 100.0f);
    MATRIX(layer->bq, 1, 2, 1, 2);
    MATRIX(layer->bk, 1, 2, 3, 4);
    MATRIX(layer->bv, 1, 3, 5, 6, 7);
    MATRIX(layer->bo, 1, 2, 8, 9);
    MATRIX(layer->w_gate, 2, 1, 10, 11);
    MATRIX(layer->w_up, 2, 1, 12, 13);
    MATRIX(layer->w_down, 1, 2, 14, 15);
    MATRIX(layer->b_gate, 1, 1, 16);
    MATRIX(layer->b_up, 1, 1, 17);
    MATRIX(layer->b_down, 1, 2, 18, 19);
    MATRIX(layer->norm_gain[0], 1, 2, 2, 3);
    MATRIX(layer->norm_bias[0], 1, 2, 4, 5);
    MATRIX(layer->norm_gain[1], 1, 2, 6, 7);
    MATRIX(layer->norm_bias[1], 1, 2, 8, 9);
    MATRIX(second->norm_gain[0], 1, 2, 1, 1); /* what is not there: 1, and 0 */
    MATRIX(second->norm_bias[1], 1, 2, 0, 0);
    MATRIX(model->final_gain, 1, 2, 1, 2);
    MATRIX(model->final_bias, 1, 2, 3, 4);
    /* tied, and prepared: the embedding transposed */
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            cr_assert_eq(av_matrix_row(&model->w_out, i)[j], av_matrix_row(&model->embedding, j)[i]);
    cr_assert_eq(av_matrix_row(&model->rotary_cos, 1)[0], cosf(1), "prepared");
    cr_assert_null(lesson.features);
    cr_assert_str_eq(lesson.key_features[1].in[AV_CHINESE], "k2");
    cr_assert_str_eq(lesson.value_features[2].in[AV_ENGLISH], "v3");
    av_lesson_finish(&lesson);
}

Test(model, names_and_glosses)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    cr_assert_str_eq(lesson.vocabulary[0], "<s>");
    cr_assert_str_eq(lesson.vocabulary[2], "书");
    cr_assert_str_eq(lesson.glosses[2].in[AV_ENGLISH], "book");
    cr_assert_null(lesson.glosses[2].in[AV_CHINESE]);
    cr_assert_null(lesson.glosses[0].in[AV_ENGLISH]);
    cr_assert_str_eq(lesson.features[1].in[AV_ENGLISH], "y");
    cr_assert_str_eq(lesson.features[1].in[AV_CHINESE], "y", "one text is for every language");
    cr_assert_str_eq(lesson.features[2].in[AV_ENGLISH], "heavy");
    cr_assert_str_eq(lesson.features[2].in[AV_CHINESE], "重");
    cr_assert_null(lesson.key_features);
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES("'glosses': {'书': {'en': 'book'}},", ""));
    cr_assert_null(lesson.glosses);
    av_lesson_finish(&lesson);
}

Test(model, sizes_are_integers_in_their_range)
{
    const char *wrong[][2] = {
        {"0", "0"},
        {"-1", "-1"},
        {"1.5", "1.5"},
        {"2147483648", "2147483648"},
        {"true", "true"},
        {"null", "null"},
        {"'3'", "\"3\""},
        {"1e999", "a number beyond 1.8e308"},
        {"[3]", "an array of 1"},
        {"{}", "an object"},
        {"-1e999", "a number beyond 1.8e308"},
        {"1e-9", "1e-09"},
    };
    const char *names[] = {"d_model", "n_layer", "n_head", "n_kv_head", "d_k", "d_v", "n_ctx"};
    const char *now[] = {"3", "1", "2", "1", "2", "1", "4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            char from[64], to[64], expected[160];
            snprintf(from, sizeof from, "'%s': %s", names[i], now[i]);
            snprintf(to, sizeof to, "'%s': %s", names[i], wrong[j][0]);
            bool beyond = wrong[j][0][0] == '2' || strcmp(wrong[j][0], "1e999") == 0;
            snprintf(expected, sizeof expected, "x.json: $.model.%s: an integer %s expected, %s found", names[i],
                     beyond ? "from 1 to 2147483647" : "of at least 1", wrong[j][1]);
            assert_faults(from, to, expected);
        }
    }
    assert_faults("'d_model': 3, ", "", "x.json: $.model.d_model: an integer of at least 1 expected, nothing found");
    assert_faults("'d_k': 2", "'d_k': 2, 'd_ff': -1",
                  "x.json: $.model.d_ff: an integer of at least 0 expected, -1 found");
}

Test(model, sizes_beyond_the_engine_are_refused_all_at_once)
{
    assert_faults("'d_model': 3, 'n_layer': 1, 'n_head': 2, 'n_kv_head': 1, 'd_k': 2",
                  "'d_model': 2147483647, 'n_layer': 2147483647, 'n_head': 3, 'n_kv_head': 2, 'd_k': 2, 'd_ff': 4",
                  "x.json: $.model.d_model: 1 to 32768 expected, 2147483647 found\n"
                  "x.json: $.model.n_layer: 1 to 1024 expected, 2147483647 found\n"
                  "x.json: $.model.n_head: a multiple of n_kv_head (2) expected, 3 found\n"
                  "x.json: $.model.d_ff: 0 expected (feed_forward is none), 4 found");
    assert_faults("'position': 'learned'", "'position': 'rotary', 'feed_forward': 'relu'",
                  "x.json: $.model.d_ff: at least 1 expected (there is a feed-forward), 0 found");
    cr_assert_str_eq(faults(rich, CHANGES("'d_k': 2", "'d_k': 3")),
                     "x.json: $.model.d_k: an even number expected (rotary positions turn pairs), 3 found");
    cr_assert_str_eq(
        faults(rich, CHANGES("'norm_epsilon': 0.001", "'norm_epsilon': -1", "'rotary_base': 100", "'rotary_base': 0")),
        "x.json: $.model.norm_epsilon: 0 to 1 expected, -1 found\n"
        "x.json: $.model.rotary_base: a number above 0 expected, 0 found");
}

Test(model, choices_and_switches)
{
    assert_faults(
        "'position': 'learned'", "'position': 'lerned'",
        "x.json: $.model.position: \"none\", \"learned\", \"sinusoidal\" or \"rotary\" expected, \"lerned\" found; did "
        "you mean \"learned\"?");
    assert_faults(
        "'d_k': 2", "'d_k': 2, 'norm': 'Layer'",
        "x.json: $.model.norm: \"none\", \"layer\" or \"rms\" expected, \"Layer\" found; did you mean \"layer\"?");
    assert_faults("'d_k': 2", "'d_k': 2, 'norm_place': 3",
                  "x.json: $.model.norm_place: \"before\" or \"after\" expected, 3 found");
    assert_faults("'d_k': 2", "'d_k': 2, 'feed_forward': 'x'",
                  "x.json: $.model.feed_forward: \"none\", \"relu\", \"gelu\" or \"swiglu\" expected, \"x\" found");
    assert_faults("'d_k': 2", "'d_k': 2, 'bias': 0", "x.json: $.model.bias: true or false expected, 0 found");
    assert_faults("'d_k': 2", "'d_k': 2, 'rotary_base': 1e39",
                  "x.json: $.model.rotary_base: a number within ±3.4e38 (float32) expected, 1e+39 found");
}

Test(model, keys_are_known_and_in_lower_case)
{
    assert_faults("'d_k': 2", "'d_k': 2, 'D_K': 2", "x.json: $.model: unknown key \"D_K\"; did you mean \"d_k\"?");
    assert_faults("'wv':", "'wx': 1, 'wv':", "x.json: $.model.layers[0]: unknown key \"wx\"; did you mean \"wq\"?");
    assert_faults("'d_k': 2", "'d_k': 2, 'attnviz': 1", "x.json: $.model: unknown key \"attnviz\"");
    assert_faults("'model'", "'Model'",
                  "x.json: $: unknown key \"Model\"; did you mean \"model\"?\n"
                  "x.json: $.model: a model, or the path of its file, expected, nothing found");
}

Test(model, the_vocabulary)
{
    assert_faults("['<s>', 'cat', '书'],", "'abc',",
                  "x.json: $.model.vocabulary: an array of tokens expected, \"abc\" found");
    assert_faults("['<s>', 'cat', '书'],", "[],", "x.json: $.model.vocabulary: at least 1 token expected, none found");
    assert_faults("'cat', '书'],", "'', 7, null, '书'],",
                  "x.json: $.model.vocabulary[1]: a text expected, \"\" found\n"
                  "x.json: $.model.vocabulary[2]: a text expected, 7 found\n"
                  "x.json: $.model.vocabulary[3]: a text expected, null found");
    assert_faults("['<s>', 'cat', '书'],", "['书', '<s>', '书', '书'],",
                  "x.json: $.model.vocabulary[2]: each token once expected, \"书\" found again (first at [0])\n"
                  "x.json: $.model.vocabulary[3]: each token once expected, \"书\" found again (first at [0])\n"
                  "x.json: $.model.embedding: 4 rows expected (the vocabulary), 3 found\n"
                  "x.json: $.model.w_out[0]: 4 numbers expected (the vocabulary), 3 found\n"
                  "x.json: $.model.w_out[1]: 4 numbers expected (the vocabulary), 3 found\n"
                  "x.json: $.model.w_out[2]: 4 numbers expected (the vocabulary), 3 found");
}

Test(model, glosses_and_features)
{
    assert_faults("{'书': {'en': 'book'}}", "{'Cat': {'en': 'x'}}",
                  "x.json: $.model.glosses: unknown key \"Cat\"; did you mean \"cat\"?");
    assert_faults("{'书': {'en': 'book'}}", "{'书': {'en': 'book', 'de': 'Buch', 'zh': 1}}",
                  "x.json: $.model.glosses[\"书\"]: unknown key \"de\"\n"
                  "x.json: $.model.glosses[\"书\"].zh: a text expected, 1 found");
    assert_faults("{'书': {'en': 'book'}}", "['book']",
                  "x.json: $.model.glosses: an object, {token: {\"en\": …, \"zh\": …}}, expected, an array of 1 found");
    assert_faults(", {'en': 'heavy', 'zh': '重'}]", "]",
                  "x.json: $.model.features: 3 names expected (d_model), 2 found");
    assert_faults("'features': ['x', 'y', {'en': 'heavy', 'zh': '重'}]", "'key_features': ['x', '']",
                  "x.json: $.model.key_features[1]: a text expected, \"\" found");
    assert_faults("'zh': '重'", "'cn': '重'",
                  "x.json: $.model.features[2]: unknown key \"cn\"; did you mean \"en\"?\n"
                  "x.json: $.model.features[2].zh: a text in Chinese expected, nothing found");
    assert_faults("'features': ['x', 'y', {'en': 'heavy', 'zh': '重'}]", "'value_features': ['x', 'y']",
                  "x.json: $.model.value_features: 1 name expected (d_v), 2 found");
}

Test(model, weights_have_the_shape_of_the_config)
{
    assert_faults("[5, 6, 7, 8]", "[5, 6, 7]",
                  "x.json: $.model.layers[0].wq[1]: 4 numbers expected (n_head·d_k), 3 found");
    assert_faults("[[1, 2], [3, 4], [5, 6]]", "[[1, 2], [3, 4, 5], [5, 6]]",
                  "x.json: $.model.layers[0].wk[1]: 2 numbers expected (d_k), 3 found");
    assert_faults("[[1], [2], [3]]", "[[1], [2]]", "x.json: $.model.layers[0].wv: 3 rows expected (d_model), 2 found");
    assert_faults("[[1], [2], [3]]", "[1, 2, 3]",
                  "x.json: $.model.layers[0].wv[0]: 1 number (d_v) expected, 1 found\n"
                  "x.json: $.model.layers[0].wv[1]: 1 number (d_v) expected, 2 found\n"
                  "x.json: $.model.layers[0].wv[2]: 1 number (d_v) expected, 3 found");
    assert_faults("'wo': [[1, 2, 3], [4, 5, 6]]", "'wo': [[1, 2, 3], [4, 5, 6], [7, 8, 9]]",
                  "x.json: $.model.layers[0].wo: 2 rows expected (n_head·d_v), 3 found");
    assert_faults("'wv': [[1], [2], [3]], ", "",
                  "x.json: $.model.layers[0].wv: 3 rows (d_model) expected, nothing found");
    assert_faults("[0, 0, 0], [0, 0, 0], ", "[0, 0, 0], ",
                  "x.json: $.model.position_embedding: 4 rows expected (n_ctx), 3 found");
    assert_faults("[-7, 8e-1, 9.5]", "[-7, 'x', null]",
                  "x.json: $.model.embedding[2][1]: a number within ±3.4e38 (float32) expected, \"x\" found\n"
                  "x.json: $.model.embedding[2][2]: a number within ±3.4e38 (float32) expected, null found");
    assert_faults(
        "[-7, 8e-1, 9.5]", "[-1e39, 1e999, 3.4e38]",
        "x.json: $.model.embedding[2][0]: a number within ±3.4e38 (float32) expected, -1e+39 found\n"
        "x.json: $.model.embedding[2][1]: a number within ±3.4e38 (float32) expected, a number beyond 1.8e308 found");
    cr_assert_str_eq(faults(rich, CHANGES("'bv': [5, 6, 7]", "'bv': [5, 6]")),
                     "x.json: $.model.layers[0].bv: 3 numbers expected (d_v), 2 found");
}

/* count times part, in brackets and with commas between; freed with free(). */
static char *repeat(const char *part, int count)
{
    char *text = malloc((strlen(part) + 1) * (size_t)count + 3), *to = text;
    for (int i = 0; i < count; i++)
        to += sprintf(to, "%s%s", i == 0 ? "[" : ",", part);
    strcpy(to, "]");
    return text;
}

/* Far more than there is room for: they must not be written anywhere. */
Test(model, a_hundred_thousand_numbers_too_many)
{
    char *row = repeat("1", 100000), *rows = repeat("[1,2,3]", 100000);
    assert_faults("[7, 8, 9]", row, "x.json: $.model.w_out[2]: 3 numbers expected (the vocabulary), 100000 found");
    assert_faults("[[1, 2, 3], [4, 5, 6], [7, 8, 9]]", rows,
                  "x.json: $.model.w_out: 3 rows expected (d_model), 100000 found");
    free(row);
    free(rows);
}

Test(model, layers_are_as_many_as_the_config_says)
{
    assert_faults("'n_layer': 1", "'n_layer': 1000", "x.json: $.model.layers: 1000 layers expected (n_layer), 1 found");
    assert_faults("'layers': [", "'layers': [{}, ",
                  "x.json: $.model.layers: 1 layer expected (n_layer), 2 found\n"
                  "x.json: $.model.layers[0].wq: 3 rows (d_model) expected, nothing found\n"
                  "x.json: $.model.layers[0].wk: 3 rows (d_model) expected, nothing found\n"
                  "x.json: $.model.layers[0].wv: 3 rows (d_model) expected, nothing found\n"
                  "x.json: $.model.layers[0].wo: 2 rows (n_head·d_v) expected, nothing found");
    assert_faults("'layers': [", "'layers': [7, ",
                  "x.json: $.model.layers: 1 layer expected (n_layer), 2 found\n"
                  "x.json: $.model.layers[0]: an object expected, 7 found");
}

Test(model, weights_that_the_config_has_no_place_for)
{
    const char *wrong[][3] = {
        {"bq", "layers[0].bq", "\"bias\" is false"},
        {"w_up", "layers[0].w_up", "\"feed_forward\" is \"none\""},
        {"w_gate", "layers[0].w_gate", "\"feed_forward\" is not \"swiglu\""},
        {"b_down", "layers[0].b_down", "\"bias\" is false"},
        {"norm_1_gain", "layers[0].norm_1_gain", "\"norm\" is \"none\""},
        {"norm_1_bias", "layers[0].norm_1_bias", "\"norm\" is not \"layer\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char to[64], expected[160];
        snprintf(to, sizeof to, "'%s': [1, 2], 'wv':", wrong[i][0]);
        snprintf(expected, sizeof expected, "x.json: $.model.%s: no such weight expected, since %s", wrong[i][1],
                 wrong[i][2]);
        assert_faults("'wv':", to, expected);
    }
    assert_faults("'learned'", "'sinusoidal'",
                  "x.json: $.model.position_embedding: no such weight expected, since \"position\" is not \"learned\"");
    assert_faults("'d_k': 2", "'d_k': 2, 'tied': true",
                  "x.json: $.model.w_out: no such weight expected, since \"tied\" is true");
    cr_assert_str_eq(faults(rich, CHANGES("'before'", "'after'")),
                     "x.json: $.model.final_gain: no such weight expected, since \"norm_place\" is not \"before\"\n"
                     "x.json: $.model.final_bias: no such weight expected, since \"norm_place\" is not \"before\"");
    cr_assert_str_eq(faults(rich, CHANGES("'bk': [3, 4], ", "")),
                     "x.json: $.model.layers[0].bk: 2 numbers (d_k) expected, nothing found");
}

Test(model, random_weights_are_asked_for_in_full)
{
    const char *from = "[[1], [2], [3]]";
    assert_faults(from, "{'random': 'normal', 'std': 1, 'seed': 1}", "");
    assert_faults(from, "{'random': 'gauss'}",
                  "x.json: $.model.layers[0].wv.random: \"normal\" or \"uniform\" expected, \"gauss\" found");
    assert_faults(from, "{'std': 1, 'seed': 1}",
                  "x.json: $.model.layers[0].wv.random: \"normal\" or \"uniform\" expected, nothing found");
    assert_faults(from, "{'random': 'normal', 'std': -1, 'low': 1, 'seed': 1.5}",
                  "x.json: $.model.layers[0].wv: unknown key \"low\"\n"
                  "x.json: $.model.layers[0].wv.std: a number from 0 to 1e+30 expected, -1 found\n"
                  "x.json: $.model.layers[0].wv.seed: an integer from 0 to 9007199254740991 expected, 1.5 found");
    assert_faults(from, "{'random': 'uniform', 'low': 1, 'seed': 1}",
                  "x.json: $.model.layers[0].wv.high: a number within ±3.4e38 (float32) expected, nothing found");
    assert_faults(from, "{'random': 'uniform', 'low': 1, 'high': 0, 'seed': 1}",
                  "x.json: $.model.layers[0].wv.high: at least \"low\" (1) expected, 0 found");
}

Test(model, random_weights_are_within_their_bounds_and_differ_by_name_and_seed)
{
    struct av_lesson lesson;
    const char *uniform = "{'random': 'uniform', 'low': -2, 'high': 5, 'seed': 3}";
    load(&lesson, plain,
         CHANGES("[[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]]", uniform, "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]", uniform));
    const float *a = lesson.model.embedding.data, *b = lesson.model.w_out.data;
    for (int i = 0; i < 9; i++) {
        cr_assert(a[i] >= -2 && a[i] <= 5);
        cr_assert_neq(a[i], b[i], "two weights with one seed are two streams");
    }
    float first = a[0];
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES("[[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]]", uniform));
    cr_assert_eq(lesson.model.embedding.data[0], first, "the same again");
    av_lesson_finish(&lesson);
    load(&lesson, plain,
         CHANGES("[[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]]", "{'random': 'uniform', 'low': -2, 'high': 5, 'seed': 4}"));
    cr_assert_neq(lesson.model.embedding.data[0], first);
    av_lesson_finish(&lesson);
}

#define RANDOM "{'random': 'normal', 'std': 1, 'seed': 1}"

/* All weights at random, and these changes. */
static const char *faults_of_random_that_teaches(const char *teaches, const char *sizes, const char *generate)
{
    return faults(plain,
                  CHANGES("'d_model': 3, 'n_layer': 1, 'n_head': 2, 'n_kv_head': 1, 'd_k': 2, 'd_v': 1, 'n_ctx': 4, "
                          "'position': 'learned'",
                          sizes, "'features': ['x', 'y', {'en': 'heavy', 'zh': '重'}],", "'tied': true,",
                          "[[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]]", RANDOM,
                          "'position_embedding': [[0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0], [0, 0, 1]],", "",
                          "[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]", RANDOM, "[[1, 2], [3, 4], [5, 6]]", RANDOM,
                          "[[1], [2], [3]]", RANDOM, "[[1, 2, 3], [4, 5, 6]]", RANDOM,
                          ",\n  'w_out': [[1, 2, 3], [4, 5, 6], [7, 8, 9]]", "", "'generate': 2", generate, "What.",
                          teaches));
}

static const char *faults_of_random(const char *sizes, const char *generate)
{
    return faults_of_random_that_teaches("What.", sizes, generate);
}

Test(model, what_a_lesson_may_take_is_limited)
{
    cr_assert_str_eq(faults_of_random("'d_model': 64, 'n_layer': 1, 'n_head': 2, 'd_k': 2, 'd_v': 1, 'n_ctx': 1048576",
                                      "'generate': 2"),
                     "");
    /* four matrices of 32768 × 32768 numbers of four bytes, and two of 3 × 32768: 16384.75 MiB */
    cr_assert_str_eq(
        faults_of_random("'d_model': 32768, 'n_layer': 1, 'n_head': 2, 'd_k': 16384, 'd_v': 16384, 'n_ctx': 9",
                         "'generate': 2"),
        "x.json: $.model: a model of at most 1024 MiB expected, 16385 MiB found");
    /* two traces of 2²⁰ rows, and some KiB of model. A row: 3·64 + 4 + 4 + 2 + 2 + 3 numbers of four bytes, and of each
     * head a softmax (8) and a score (4); its token and steps (3·4) and the work of its step (10·8 + 3·16): 992
     * bytes */
    static const char long_lesson[] = "'d_model': 64, 'n_layer': 1, 'n_head': 2, 'd_k': 2, 'd_v': 1, 'n_ctx': 1048576";
    cr_assert_str_eq(faults_of_random(long_lesson, "'generate': 1048574"),
                     "x.json: $: a model, traces and texts of at most 1024 MiB expected, 1985 MiB found");
    /* 2³⁰ / (2·992) is 541200: with 700 rows less there is a MiB left, which a text of 2 MiB is too much for */
    char *text = malloc((2 << 20) + 1);
    memset(text, 'x', 2 << 20);
    text[2 << 20] = '\0';
    cr_assert_str_eq(faults_of_random(long_lesson, "'generate': 540498"), "");
    cr_assert_str_eq(faults_of_random(long_lesson, "'generate': 541199"),
                     "x.json: $: a model, traces and texts of at most 1024 MiB expected, 1025 MiB found");
    cr_assert_str_eq(faults_of_random_that_teaches(text, long_lesson, "'generate': 540498"),
                     "x.json: $: a model, traces and texts of at most 1024 MiB expected, 1025 MiB found");
    free(text);
}

/* The decimal comma of a locale, made for this test where the system has the sources for it. */
Test(model, a_decimal_comma_changes_nothing)
{
    char folder[] = "/tmp/attnviz-locale-XXXXXX", command[200];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder, folder);
    int made = system(command);
    setenv("LOCPATH", folder, 1);
    bool comma = made == 0 && setlocale(LC_NUMERIC, "de_DE.UTF-8") && strcmp(localeconv()->decimal_point, ",") == 0;
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
    if (!comma)
        cr_skip_test("no locale with a decimal comma can be made here");
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    cr_assert_eq(lesson.model.position_embedding.data[1], 0.2f);
    cr_assert_eq(lesson.model.embedding.data[7], 0.8f);

    char *bytes;
    size_t length;
    lesson.model.embedding.data[7] = 1.5e-7f;
    cr_assert_eq(av_lesson_format(&lesson, &bytes, &length, NULL), AV_OK);
    cr_assert(strstr(bytes, "1.5e-7, 9.5]"), "written with a point, too: %s", bytes);
    cr_assert(strstr(bytes, "[0.1, 0.2, 0.3]"), "%s", bytes);
    free(bytes);
    av_lesson_finish(&lesson);
}
