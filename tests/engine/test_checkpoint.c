/* The engine on a trained checkpoint, and on one more fixture of PyTorch's, neither of which is part of this project:
 * whoever has them names their folder in $ATTNVIZ_MODELS, and without it these tests are skipped. What PyTorch computes
 * for a layer of many heads is held always, by tests/reference/many_heads.txt (test_reference.c). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/sampler.h"

static const struct av_rule causal = {.scaled = true, .mask = AV_MASK_CAUSAL};

static FILE *open_model_file(const char *name)
{
    char path[600];
    const char *folder = getenv("ATTNVIZ_MODELS");
    if (!folder || !*folder)
        cr_skip_test("skipped: needs %s, in the folder that ATTNVIZ_MODELS would name", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        cr_skip_test("skipped: ATTNVIZ_MODELS has no %s", path);
    return file;
}

static void read_floats(FILE *file, float *x, size_t count)
{
    cr_assert(fread(x, sizeof *x, count, file) == count);
}

/* A file's matrix has a row for each thing that comes out, ours a column. */
static void read_transposed(FILE *file, struct av_matrix *matrix)
{
    for (int out = 0; out < matrix->cols; out++)
        for (int in = 0; in < matrix->rows; in++)
            read_floats(file, &av_matrix_row(matrix, in)[out], 1);
}

/* llama2.c's first layout: seven ints, then each kind of weight for all layers. */
static void read_llama2c(struct av_model *model, FILE *file)
{
    int header[7];
    cr_assert(fread(header, sizeof *header, 7, file) == 7);
    struct av_config config = {
        .d_model = header[0],
        .d_ff = header[1],
        .n_layer = header[2],
        .n_head = header[3],
        .n_kv_head = header[4],
        .d_k = header[0] / header[3],
        .d_v = header[0] / header[3],
        .vocab_size = abs(header[5]),
        .n_ctx = header[6],
        .position = AV_POSITION_ROTARY,
        .norm = AV_NORM_RMS,
        .feed_forward = AV_FEED_FORWARD_SWIGLU,
        .tied = header[5] > 0,
        .residual = true,
        .norm_epsilon = 1e-5f,
        .rotary_base = 10000.0f,
    };
    cr_assert(av_model_init(model, &config, 0, NULL) == AV_OK);
    size_t d = (size_t)config.d_model;
    struct av_layer *layers = model->layers;
    read_floats(file, model->embedding.data, (size_t)config.vocab_size * d);
    for (int l = 0; l < config.n_layer; l++)
        read_floats(file, layers[l].norm_gain[0].data, d);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].wq);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].wk);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].wv);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].wo);
    for (int l = 0; l < config.n_layer; l++)
        read_floats(file, layers[l].norm_gain[1].data, d);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].w_gate);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].w_down);
    for (int l = 0; l < config.n_layer; l++)
        read_transposed(file, &layers[l].w_up);
    read_floats(file, model->final_gain.data, d);
    av_model_prepare(model);
    fclose(file);
}

/* Runs the tokens of a file and holds every logit to llama2.c's, and every choice to its next token. */
static void check_story(const struct av_model *model, const char *name, int n)
{
    char path[100];
    static float expected[512], logits[512], probabilities[512];
    static int scratch[512], tokens[512];
    struct av_sampling greedy = {.top_p = 1.0f};
    struct av_trace trace;
    snprintf(path, sizeof path, "reference/%s.tokens.txt", name);
    FILE *file = open_model_file(path);
    for (int i = 0; i <= n; i++)
        cr_assert(fscanf(file, "%d", &tokens[i]) == 1);
    fclose(file);
    snprintf(path, sizeof path, "reference/%s.logits.f32", name);
    file = open_model_file(path);
    cr_assert(model->config.vocab_size == 512);
    cr_assert(av_trace_init(&trace, model, causal, n, NULL) == AV_OK);
    for (int i = 0; i < n; i++) {
        cr_assert(av_decoder_append(&trace, tokens[i], NULL) == AV_OK);
        av_trace_row(&trace, AV_QUANTITY_LOGITS, 0, i, logits);
        read_floats(file, expected, 512);
        for (int token = 0; token < 512; token++)
            cr_assert(fabsf(logits[token] - expected[token]) < 1e-4f, "%s, position %d, token %d: %.9g, %.9g found",
                      name, i, token, (double)expected[token], (double)logits[token]);
        int chosen = av_sampler_choose(&greedy, logits, 512, i, probabilities, scratch);
        int best = av_sampler_choose(&greedy, expected, 512, i, probabilities, scratch);
        cr_assert(chosen == best, "%s, position %d", name, i);
    }
    fclose(file);
    av_trace_finish(&trace);
}

Test(checkpoint, a_trained_model_tells_the_same_stories_as_in_llama2c)
{
    struct av_model model;
    read_llama2c(&model, open_model_file("llama2c/stories260K.bin"));
    check_story(&model, "once", 200);
    check_story(&model, "lilytom", 60);
    av_model_finish(&model);
}

Test(checkpoint, two_hundred_tokens_of_a_trained_model_agree_to_the_last_bit_with_and_without_a_cache)
{
    struct av_model model;
    struct av_trace cached, recomputed;
    int tokens[200];
    FILE *file = open_model_file("reference/once.tokens.txt");
    read_llama2c(&model, open_model_file("llama2c/stories260K.bin"));
    cr_assert(av_trace_init(&cached, &model, causal, 200, NULL) == AV_OK);
    cr_assert(av_trace_init(&recomputed, &model, causal, 200, NULL) == AV_OK);
    for (int i = 0; i < 200; i++) {
        cr_assert(fscanf(file, "%d", &tokens[i]) == 1);
        cr_assert(av_decoder_append(&cached, tokens[i], NULL) == AV_OK);
    }
    cr_assert(av_decoder_recompute(&recomputed, tokens, 200, NULL) == AV_OK);
    struct av_comparison comparison = av_trace_compare(&cached, &recomputed, 200);
    cr_assert(comparison.different == 0 && comparison.values > 3000000, "%d of %d", (int)comparison.different,
              (int)comparison.values);
    fclose(file);
    av_trace_finish(&cached);
    av_trace_finish(&recomputed);
    av_model_finish(&model);
}

/* The next number of a JSON text, over brackets, commas and spaces. */
static double next_number(const char **text)
{
    char *end;
    *text += strspn(*text, "[], \n");
    double number = strtod(*text, &end);
    cr_assert(end != *text, "a number expected: %.20s", *text);
    *text = end;
    return number;
}

/* Where the value of the next key of this name begins. */
static const char *find_key(const char *text, const char *name)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *key = strstr(text, quoted);
    cr_assert_not_null(key, "%s", name);
    return key + strlen(quoted);
}

static char *read_text(FILE *file)
{
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = calloc((size_t)length + 1, 1);
    cr_assert(fread(text, 1, (size_t)length, file) == (size_t)length);
    fclose(file);
    return text;
}

static void check_near(const char *what, double found, double expected)
{
    cr_assert(fabs(found - expected) <= 1e-5 * fabs(expected) + 1e-5, "%s: %.9g, %.9g found", what, expected, found);
}

/* One quantity of one layer, rows as in the file. */
static void check_rows(const struct av_trace *trace, const char *text, const char *name, enum av_quantity quantity,
                       int layer)
{
    text = find_key(text, name);
    for (int i = 0; i < trace->n; i++)
        for (int c = 0; c < av_quantity_width(&trace->model->config, quantity); c++)
            check_near(name, (double)av_trace_value(trace, quantity, layer, i, c), next_number(&text));
}

static void check_weights(const struct av_trace *trace, const char *text, const char *name, int layer)
{
    text = find_key(text, name);
    for (int head = 0; head < trace->model->config.n_head; head++)
        for (int i = 0; i < trace->n; i++)
            for (int j = 0; j < trace->n; j++)
                check_near(name, (double)av_trace_weight(trace, layer, head, i, j), next_number(&text));
}

Test(checkpoint, every_head_of_a_trained_model_is_as_in_pytorch)
{
    struct av_model model;
    struct av_trace trace;
    char *golden = read_text(open_model_file("reference/golden_stories260K.json"));
    read_llama2c(&model, open_model_file("llama2c/stories260K.bin"));
    const char *tokens = find_key(golden, "tokens"), *text = find_key(golden, "T");
    int n = (int)next_number(&text);
    cr_assert(av_trace_init(&trace, &model, causal, n, NULL) == AV_OK);
    for (int i = 0; i < n; i++)
        cr_assert(av_decoder_append(&trace, (int)next_number(&tokens), NULL) == AV_OK);
    check_rows(&trace, golden, "logits", AV_QUANTITY_LOGITS, 0);
    text = find_key(golden, "layers");
    for (int layer = 0; layer < model.config.n_layer; layer++) {
        check_weights(&trace, text, "p", layer);
        check_rows(&trace, text, "q", AV_QUANTITY_QUERY, layer);
        check_rows(&trace, text, "k", AV_QUANTITY_KEY, layer);
        check_rows(&trace, text, "v", AV_QUANTITY_VALUE, layer);
        check_rows(&trace, text, "attn_out", AV_QUANTITY_MIX, layer);
        text = find_key(text, "attn_out");
    }
    free(golden);
    av_trace_finish(&trace);
    av_model_finish(&model);
}

/* Rows [d][d] of outputs become columns; the biases follow each other as the rows do. */
static void fill_transposed(struct av_matrix *weight, struct av_matrix *bias, const char **weights, const char **biases)
{
    for (int out = 0; out < weight->cols; out++) {
        for (int in = 0; in < weight->rows; in++)
            av_matrix_row(weight, in)[out] = (float)next_number(weights);
        bias->data[out] = (float)next_number(biases);
    }
}

Test(checkpoint, a_multi_head_layer_is_as_in_pytorch)
{
    struct av_model model;
    struct av_trace trace;
    char *fixture = read_text(open_model_file("reference/mha_fixture.json"));
    const char *d = find_key(fixture, "d"), *heads = find_key(fixture, "heads"), *n = find_key(fixture, "T");
    const char *in_weight = find_key(fixture, "in_proj_weight"), *in_bias = find_key(fixture, "in_proj_bias");
    const char *out_weight = find_key(fixture, "out_proj_weight"), *out_bias = find_key(fixture, "out_proj_bias");
    const char *x = find_key(fixture, "x");
    struct av_config config = {.n_layer = 1, .bias = true};
    config.d_model = (int)next_number(&d);
    config.n_head = config.n_kv_head = (int)next_number(&heads);
    config.d_k = config.d_v = config.d_model / config.n_head;
    config.vocab_size = config.n_ctx = (int)next_number(&n);
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    struct av_layer *layer = &model.layers[0];
    fill_transposed(&layer->wq, &layer->bq, &in_weight, &in_bias);
    fill_transposed(&layer->wk, &layer->bk, &in_weight, &in_bias);
    fill_transposed(&layer->wv, &layer->bv, &in_weight, &in_bias);
    fill_transposed(&layer->wo, &layer->bo, &out_weight, &out_bias);
    for (int i = 0; i < config.vocab_size * config.d_model; i++)
        model.embedding.data[i] = (float)next_number(&x);
    av_model_prepare(&model);

    cr_assert(av_trace_init(&trace, &model, causal, config.n_ctx, NULL) == AV_OK);
    for (int i = 0; i < config.n_ctx; i++) /* token i is row i of x */
        cr_assert(av_decoder_append(&trace, i, NULL) == AV_OK);
    check_weights(&trace, fixture, "attn", 0);
    check_rows(&trace, fixture, "y", AV_QUANTITY_OUTPUT, 0);
    free(fixture);
    av_trace_finish(&trace);
    av_model_finish(&model);
}
