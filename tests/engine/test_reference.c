/* The engine against PyTorch in float64: the files of tests/reference, made by the script there. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/loss.h"
#include "attnviz/engine/merged.h"
#include "attnviz/engine/slope.h"

#define WEIGHTS_MAX  200
#define EXPECTED_MAX 160

struct entry {
    char name[32]; /* without the layer */
    int layer, rows, cols;
    double *numbers;
};

struct reference {
    struct av_config config;
    enum av_mask mask;
    int tokens[32], n, source[32], n_source;
    struct entry weights[WEIGHTS_MAX], expected[EXPECTED_MAX];
    int n_weight, n_expected;
};

/* The value of a config line: a number, or a word that stands for one. */
static int choice(const char *word)
{
    static const struct {
        const char *word;
        int value;
    } words[] = {
        {"source", AV_ATTENDS_SOURCE},
        {"learned", AV_POSITION_LEARNED},
        {"sinusoidal", AV_POSITION_SINUSOIDAL},
        {"rotary", AV_POSITION_ROTARY},
        {"layer", AV_NORM_LAYER},
        {"rms", AV_NORM_RMS},
        {"before", AV_NORM_BEFORE},
        {"after", AV_NORM_AFTER},
        {"gelu", AV_FEED_FORWARD_GELU},
        {"swiglu", AV_FEED_FORWARD_SWIGLU},
        {"multiplied", AV_MASK_MULTIPLIED},
        {"unmasked", AV_MASK_NONE},
        {"none", 0}, /* in each of them but the masks */
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].value;
    char *end;
    long value = strtol(word, &end, 10);
    cr_assert(*end == '\0', "%s is no value of a config", word);
    return (int)value;
}

static void set_config(struct av_config *config, const char *name, int value)
{
    const struct {
        const char *name;
        int *field;
    } sizes[] = {
        {"d_model", &config->d_model}, {"n_layer", &config->n_layer},
        {"n_head", &config->n_head},   {"n_kv_head", &config->n_kv_head},
        {"d_k", &config->d_k},         {"d_v", &config->d_v},
        {"d_ff", &config->d_ff},       {"vocab_size", &config->vocab_size},
        {"n_ctx", &config->n_ctx},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(name, sizes[i].name) == 0) {
            *sizes[i].field = value;
            return;
        }
    if (strcmp(name, "attends") == 0)
        config->attends = (enum av_attends)value;
    else if (strcmp(name, "position") == 0)
        config->position = (enum av_position)value;
    else if (strcmp(name, "norm") == 0)
        config->norm = (enum av_norm)value;
    else if (strcmp(name, "norm_place") == 0)
        config->norm_place = (enum av_norm_place)value;
    else if (strcmp(name, "feed_forward") == 0)
        config->feed_forward = (enum av_feed_forward)value;
    else if (strcmp(name, "bias") == 0)
        config->bias = value != 0;
    else if (strcmp(name, "tied") == 0)
        config->tied = value != 0;
    else if (strcmp(name, "residual") == 0)
        config->residual = value != 0;
    else
        cr_assert_fail("%s is no field of a config", name);
}

static void read_matrix(FILE *file, const char *name, struct entry *entry)
{
    *entry = (struct entry){0};
    snprintf(entry->name, sizeof entry->name, "%s", name);
    char *dot = strchr(entry->name, '.');
    if (dot) {
        entry->layer = atoi(dot + 1);
        *dot = '\0';
    }
    cr_assert(fscanf(file, "%d %d", &entry->rows, &entry->cols) == 2);
    size_t count = (size_t)entry->rows * (size_t)entry->cols;
    entry->numbers = malloc(count * sizeof *entry->numbers);
    for (size_t i = 0; i < count; i++)
        cr_assert(fscanf(file, "%lf", &entry->numbers[i]) == 1, "%s ends early", name);
}

static int read_ids(FILE *file, const char *name, int ids[32])
{
    struct entry entry;
    read_matrix(file, name, &entry);
    cr_assert(entry.cols <= 32);
    for (int i = 0; i < entry.cols; i++)
        ids[i] = (int)entry.numbers[i];
    free(entry.numbers);
    return entry.cols;
}

static void read_reference(struct reference *reference, const char *name)
{
    char path[400], kind[32], word[32], value[32];
    snprintf(path, sizeof path, "%s/tests/reference/%s.txt", SOURCE_FOLDER, name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    *reference = (struct reference){.config = {.norm_epsilon = 1e-5f, .rotary_base = 10000.0f}};
    cr_assert(fscanf(file, "#%*[^\n]") == 0);
    while (fscanf(file, "%31s %31s", kind, word) == 2) {
        if (strcmp(kind, "config") == 0) {
            cr_assert(fscanf(file, "%31s", value) == 1);
            if (strcmp(word, "mask") == 0)
                reference->mask = (enum av_mask)choice(value);
            else
                set_config(&reference->config, word, choice(value));
        } else if (strcmp(kind, "tokens") == 0) {
            reference->n = read_ids(file, word, reference->tokens);
        } else if (strcmp(kind, "source") == 0) {
            reference->n_source = read_ids(file, word, reference->source);
            reference->mask = AV_MASK_NONE;
        } else if (strcmp(kind, "weight") == 0) {
            cr_assert(reference->n_weight < WEIGHTS_MAX);
            read_matrix(file, word, &reference->weights[reference->n_weight++]);
        } else {
            cr_assert_str_eq(kind, "expect");
            cr_assert(reference->n_expected < EXPECTED_MAX);
            read_matrix(file, word, &reference->expected[reference->n_expected++]);
        }
    }
    cr_assert(feof(file));
    fclose(file);
}

static void forget_reference(struct reference *reference)
{
    for (int i = 0; i < reference->n_weight; i++)
        free(reference->weights[i].numbers);
    for (int i = 0; i < reference->n_expected; i++)
        free(reference->expected[i].numbers);
}

static struct av_matrix *weight_of(struct av_model *model, const struct entry *entry)
{
    struct av_layer *layer = &model->layers[entry->layer];
    const struct {
        const char *name;
        struct av_matrix *matrix;
    } weights[] = {
        {"embedding", &model->embedding},
        {"position_embedding", &model->position_embedding},
        {"final_gain", &model->final_gain},
        {"final_bias", &model->final_bias},
        {"w_out", &model->w_out},
        {"wq", &layer->wq},
        {"wk", &layer->wk},
        {"wv", &layer->wv},
        {"wo", &layer->wo},
        {"w_gate", &layer->w_gate},
        {"w_up", &layer->w_up},
        {"w_down", &layer->w_down},
        {"bq", &layer->bq},
        {"bk", &layer->bk},
        {"bv", &layer->bv},
        {"bo", &layer->bo},
        {"b_up", &layer->b_up},
        {"b_down", &layer->b_down},
        {"norm_1_gain", &layer->norm_gain[0]},
        {"norm_1_bias", &layer->norm_bias[0]},
        {"norm_2_gain", &layer->norm_gain[1]},
        {"norm_2_bias", &layer->norm_bias[1]},
    };
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        if (strcmp(entry->name, weights[i].name) == 0)
            return weights[i].matrix;
    cr_assert_fail("%s is no weight", entry->name);
    return NULL;
}

/* All weights of the file become the model's; together they are all that the model has. */
static void fill_model(struct av_model *model, const struct reference *reference)
{
    size_t filled = 0;
    for (int i = 0; i < reference->n_weight; i++) {
        const struct entry *entry = &reference->weights[i];
        struct av_matrix *matrix = weight_of(model, entry);
        size_t count = (size_t)entry->rows * (size_t)entry->cols;
        cr_assert(matrix->data && matrix->rows == entry->rows && matrix->cols == entry->cols, "%s", entry->name);
        for (size_t k = 0; k < count; k++)
            matrix->data[k] = (float)entry->numbers[k];
        filled += count;
    }
    cr_assert(filled == av_model_parameters(model), "%zu parameters, %zu in the file", av_model_parameters(model),
              filled);
    av_model_prepare(model);
}

/* The same of what follows from the first half of the columns of q and k: weights, and the variance of a head's
 * scores. */
static float half_number(const struct av_trace *trace, const struct entry *entry, int row, int col)
{
    struct av_narrow narrow = {trace, entry->layer, row / trace->n, trace->model->config.d_k / 2, true};
    int i = row % trace->n, n_key = av_trace_keys(trace, trace->n);
    if (strcmp(entry->name, "half") == 0)
        return av_narrow_weight(&narrow, i, col, av_narrow_softmax(&narrow, i, n_key));
    narrow.head = row;
    narrow.scaled = col == 1;
    return (float)av_narrow_variance(&narrow, trace->n, n_key);
}

/* The same of what is merged: W_QK of every head, below each other, its rank, and the scores that it gives. */
static float merged_number(const struct av_trace *trace, const struct entry *entry, int row, int col)
{
    bool ranks = strcmp(entry->name, "rank") == 0, scores = strcmp(entry->name, "merged") == 0;
    int side = ranks ? 1 : entry->rows / trace->model->config.n_head; /* or rows of scores */
    struct av_merged merged;
    struct av_work work = {0};
    float between[64], score[32];
    int n_key = av_trace_keys(trace, trace->n);
    cr_assert(av_merged_init(&merged, trace->model, entry->layer, row / side, NULL) == AV_OK);
    cr_assert(ranks || scores || entry->cols == merged.w.cols);
    av_merged_scores(&merged, trace, scores ? row % side : 0, n_key, between, score, &work);
    float number = ranks ? (float)merged.rank : scores ? score[col] : av_matrix_row(&merged.w, row % side)[col];
    av_merged_finish(&merged);
    return number;
}

/* The engine's number at (row, col) of an expected matrix. Scores and weights have n_head·n rows. */
static float engine_number(const struct av_trace *trace, const struct entry *entry, int row, int col)
{
    const struct av_config *config = &trace->model->config;
    const struct {
        const char *name;
        enum av_quantity quantity;
    } quantities[] = {
        {"norm_1", AV_QUANTITY_NORM_1}, {"query", AV_QUANTITY_QUERY},   {"key", AV_QUANTITY_KEY},
        {"value", AV_QUANTITY_VALUE},   {"mix", AV_QUANTITY_MIX},       {"output", AV_QUANTITY_OUTPUT},
        {"hidden", AV_QUANTITY_HIDDEN}, {"logits", AV_QUANTITY_LOGITS}, {"result", av_quantity_layer_result(config)},
    };
    if (strcmp(entry->name, "scores") == 0)
        return av_trace_score(trace, AV_SCORE_RAW, entry->layer, row / trace->n, row % trace->n, col);
    if (strcmp(entry->name, "loss") == 0)
        return (float)av_trace_loss(trace, row, trace->tokens[row + 1]).loss;
    if (strcmp(entry->name, "half") == 0 || strcmp(entry->name, "variance") == 0)
        return half_number(trace, entry, row, col);
    if (strcmp(entry->name, "slopes") == 0)
        return (float)av_softmax_slope(av_trace_weight(trace, entry->layer, row / trace->n, row % trace->n, col));
    if (strcmp(entry->name, "weights") == 0)
        return av_trace_weight(trace, entry->layer, row / trace->n, row % trace->n, col);
    if (strcmp(entry->name, "wqk") == 0 || strcmp(entry->name, "rank") == 0 || strcmp(entry->name, "merged") == 0)
        return merged_number(trace, entry, row, col);
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(entry->name, quantities[i].name) == 0) {
            cr_assert(entry->cols == av_quantity_width(config, quantities[i].quantity), "%s", entry->name);
            return av_trace_value(trace, quantities[i].quantity, entry->layer, row, col);
        }
    cr_assert_fail("%s is no quantity", entry->name);
    return NAN;
}

/* Within 1e-5 of the number; where a sum cancels, of which float32 keeps less, within 1e-6 of the largest in the
 * matrix. */
static void check_entry(const struct av_trace *trace, const struct entry *entry, const char *file)
{
    double largest = 0.0;
    for (int i = 0; i < entry->rows * entry->cols; i++)
        largest = fmax(largest, fabs(entry->numbers[i]));
    for (int row = 0; row < entry->rows; row++)
        for (int col = 0; col < entry->cols; col++) {
            double expected = entry->numbers[row * entry->cols + col];
            double found = (double)engine_number(trace, entry, row, col);
            cr_assert(fabs(found - expected) <= 1e-5 * fabs(expected) + 1e-6 * largest,
                      "%s: %s of layer %d, (%d, %d): %.9g, %.9g found", file, entry->name, entry->layer, row, col,
                      expected, found);
        }
}

/* Every layer must have been compared in what the lesson shows of attention. */
static void check_complete(const struct reference *reference)
{
    const char *const needed[] = {"query", "key",      "value",  "scores", "weights", "slopes",
                                  "half",  "variance", "output", "wqk",    "rank",    "merged"};
    size_t n_needed = sizeof needed / sizeof *needed - (reference->config.position == AV_POSITION_ROTARY ? 3 : 0);
    for (int layer = 0; layer < reference->config.n_layer; layer++)
        for (size_t k = 0; k < n_needed; k++) {
            int found = 0;
            for (int i = 0; i < reference->n_expected; i++)
                found += reference->expected[i].layer == layer && strcmp(reference->expected[i].name, needed[k]) == 0;
            cr_assert(found == 1, "%s of layer %d", needed[k], layer);
        }
    cr_assert_str_eq(reference->expected[reference->n_expected - 2].name, "loss");
    cr_assert_eq(reference->expected[reference->n_expected - 2].rows, reference->n - 1);
    cr_assert_str_eq(reference->expected[reference->n_expected - 1].name, "logits");
}

static void check_file(const char *name)
{
    struct reference reference;
    struct av_model model;
    struct av_trace trace;
    struct av_error error = {0};
    read_reference(&reference, name);
    check_complete(&reference);
    cr_assert(av_model_init(&model, &reference.config, 0, &error) == AV_OK, "%s: %s", error.place, error.message);
    fill_model(&model, &reference);
    struct av_rule rule = {.scaled = true, .mask = reference.mask};
    cr_assert(av_trace_init_cross(&trace, &model, rule, reference.n, reference.source, reference.n_source, NULL) ==
              AV_OK);
    for (int i = 0; i < reference.n && av_rule_keeps_cache(&rule, &reference.config); i++)
        cr_assert(av_decoder_append(&trace, reference.tokens[i], NULL) == AV_OK);
    if (!av_rule_keeps_cache(&rule, &reference.config))
        cr_assert(av_decoder_recompute(&trace, reference.tokens, reference.n, NULL) == AV_OK);
    for (int i = 0; i < reference.n_expected; i++)
        check_entry(&trace, &reference.expected[i], name);
    av_trace_finish(&trace);
    av_model_finish(&model);
    forget_reference(&reference);
}

Test(reference, one_head_is_as_in_pytorch)
{
    check_file("one_head");
}

Test(reference, many_heads_with_sinusoidal_positions_are_as_in_pytorch)
{
    check_file("many_heads");
}

Test(reference, two_layers_as_gpt_2_has_them_are_as_in_pytorch)
{
    check_file("gpt2");
}

Test(reference, two_layers_as_llama_has_them_are_as_in_pytorch)
{
    check_file("llama");
}

Test(reference, twelve_layers_as_gpt_1_has_them_are_as_in_pytorch)
{
    check_file("gpt1");
}

Test(reference, two_layers_of_an_encoder_without_a_mask_are_as_in_pytorch)
{
    check_file("encoder");
}

Test(reference, scores_multiplied_by_0_are_as_in_pytorch)
{
    check_file("multiplied");
}

Test(reference, two_layers_of_cross_attention_are_as_in_pytorch)
{
    check_file("cross");
}
