/* What is used again: a model copied or given other numbers, a trace emptied and run once more. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "random_model.h"

#define TOKENS_MAX 24
#define ROW_MAX    400

/* Runs the tokens with the cache, or without one where the rule has no cache. */
static void run(struct av_trace *trace, const int *tokens, int n)
{
    if (!av_rule_is_causal(&trace->rule))
        cr_assert(av_decoder_recompute(trace, tokens, n, NULL) == AV_OK);
    for (int i = 0; i < n && av_rule_is_causal(&trace->rule); i++)
        cr_assert(av_decoder_append(trace, tokens[i], NULL) == AV_OK);
}

static void check_rows(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer)
{
    float row_a[ROW_MAX], row_b[ROW_MAX];
    int width = av_quantity_width(&a->model->config, quantity);
    cr_assert(width <= ROW_MAX);
    for (int i = 0; i < a->n; i++) {
        av_trace_row(a, quantity, layer, i, row_a);
        av_trace_row(b, quantity, layer, i, row_b);
        cr_assert(memcmp(row_a, row_b, (size_t)width * sizeof *row_a) == 0, "quantity %d of layer %d", (int)quantity,
                  layer);
    }
}

/* Two traces hold the same, bit for bit; their models may be two as well. */
static void check_same(const struct av_trace *a, const struct av_trace *b)
{
    const struct av_config *config = &a->model->config;
    size_t capacity = (size_t)a->capacity;
    cr_assert(a->n == b->n && a->n_step == b->n_step && a->capacity == b->capacity);
    for (int layer = 0; layer < config->n_layer; layer++) {
        for (int quantity = 0; quantity < AV_QUANTITY_COUNT; quantity++)
            check_rows(a, b, (enum av_quantity)quantity, layer);
        for (int cell = 0; cell < config->n_head * a->n * a->n; cell++) {
            int head = cell / (a->n * a->n), i = cell / a->n % a->n, j = cell % a->n;
            float weights[] = {av_trace_weight(a, layer, head, i, j), av_trace_weight(b, layer, head, i, j)};
            cr_assert(memcmp(&weights[0], &weights[1], sizeof *weights) == 0);
        }
    }
    cr_assert(memcmp(a->tokens, b->tokens, capacity * sizeof *a->tokens) == 0);
    cr_assert(memcmp(a->written, b->written, capacity * sizeof *a->written) == 0);
    cr_assert(memcmp(a->born, b->born, capacity * sizeof *a->born) == 0);
    cr_assert(memcmp(a->work, b->work, capacity * sizeof *a->work) == 0);
}

static struct av_rule rule_of(int number, const bool *banned)
{
    return (struct av_rule){
        .scaled = number % 5 > 0, .mask = (enum av_mask)(number % 3), .banned = number % 2 ? banned : NULL};
}

Test(again, a_trace_that_is_emptied_runs_as_a_new_one)
{
    struct random_numbers random = {31};
    for (int number = 0; number < RANDOM_CONFIGS; number += 5) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_trace used, fresh;
        int tokens[TOKENS_MAX], others[TOKENS_MAX], n = config.n_ctx;
        bool banned[TOKENS_MAX], bans[TOKENS_MAX];
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        random_tokens(&random, &config, others, n);
        random_bans(&random, banned, n);
        random_bans(&random, bans, n);
        struct av_rule rule = rule_of(number / 5 + 1, bans);
        cr_assert(av_trace_init(&used, &model, rule_of(number / 5, banned), n, NULL) == AV_OK);
        cr_assert(av_trace_init(&fresh, &model, rule, n, NULL) == AV_OK);
        run(&used, others, n);
        av_trace_reset(&used, rule);
        check_same(&used, &fresh);
        int some = 1 + random_below(&random, n);
        run(&used, tokens, some);
        run(&fresh, tokens, some);
        check_same(&used, &fresh);
        av_trace_finish(&used);
        av_trace_finish(&fresh);
        av_model_finish(&model);
    }
}

/* What a model gives for tokens 0, 1, … */
static void open_run(struct av_trace *trace, const struct av_model *model)
{
    const struct av_rule rule = {.scaled = true};
    int tokens[TOKENS_MAX], n = model->config.n_ctx;
    for (int i = 0; i < n; i++)
        tokens[i] = i % model->config.vocab_size;
    cr_assert(av_trace_init(trace, model, rule, n, NULL) == AV_OK);
    run(trace, tokens, n);
}

static void check_same_run(const struct av_model *a, const struct av_model *b)
{
    struct av_trace trace_a, trace_b;
    open_run(&trace_a, a);
    open_run(&trace_b, b);
    check_same(&trace_a, &trace_b);
    av_trace_finish(&trace_a);
    av_trace_finish(&trace_b);
}

/* Every number of a model that a run reads, made another one. */
static void spoil(struct av_model *model)
{
    const struct av_matrix *first = &model->embedding, *last = &model->w_out;
    for (float *x = first->data; x < last->data + (size_t)last->rows * (size_t)last->cols; x++)
        if ((unsigned char *)x < (unsigned char *)model->layers ||
            (unsigned char *)x >= (unsigned char *)(model->layers + model->config.n_layer))
            *x = 0.5f;
}

Test(again, a_copy_gives_the_same_and_goes_its_own_way)
{
    struct random_numbers random = {32};
    for (int number = 0; number < RANDOM_CONFIGS; number += 7) {
        struct av_config config = random_config(&random, number);
        struct av_model model, copy, second;
        random_model_init(&model, &config, &random);
        cr_assert(av_model_copy(&copy, &model, NULL) == AV_OK);
        cr_assert(av_model_copy(&second, &model, NULL) == AV_OK);
        cr_assert(av_config_equal(&copy.config, &config));
        check_same_run(&model, &copy);
        spoil(&copy);
        check_same_run(&model, &second);
        av_model_finish(&model); /* the copies do not need it */
        const float *wq = copy.layers[config.n_layer - 1].wq.data;
        av_model_assign(&copy, &second);
        cr_assert(copy.layers[config.n_layer - 1].wq.data == wq, "nothing has moved");
        check_same_run(&copy, &second);
        spoil(&second);
        av_model_finish(&second);
        struct av_trace trace;
        open_run(&trace, &copy); /* of memory that is its own */
        av_trace_finish(&trace);
        av_model_finish(&copy);
    }
}

Test(again, a_copy_of_a_tied_model_is_prepared_by_itself)
{
    struct av_config config = {
        .d_model = 2, .n_layer = 1, .n_head = 1, .n_kv_head = 1, .d_k = 1, .d_v = 1, .n_ctx = 2, .vocab_size = 3};
    config.tied = true;
    struct random_numbers random = {33};
    struct av_model model, copy;
    random_model_init(&model, &config, &random);
    cr_assert(av_model_copy(&copy, &model, NULL) == AV_OK);
    float was = model.w_out.data[2];
    copy.embedding.data[2 * 2] = 9.0f; /* token 2, feature 0 */
    av_model_prepare(&copy);
    cr_assert(copy.w_out.data[2] == 9.0f && model.w_out.data[2] == was && was != 9.0f);
    av_model_finish(&model);
    av_model_finish(&copy);
}

Test(again, configs_are_equal_in_every_field_or_not_at_all)
{
    struct random_numbers random = {34};
    struct av_config config = random_config(&random, 1), other = config;
    cr_assert(av_config_equal(&config, &other));
#define DIFFERS(field, value)                                                                                          \
    do {                                                                                                               \
        other = config;                                                                                                \
        other.field = value;                                                                                           \
        cr_assert(!av_config_equal(&config, &other), #field);                                                          \
    } while (0)
    DIFFERS(d_model, config.d_model + 1);
    DIFFERS(n_layer, config.n_layer + 1);
    DIFFERS(n_head, config.n_head + 1);
    DIFFERS(n_kv_head, config.n_kv_head + 1);
    DIFFERS(d_k, config.d_k + 1);
    DIFFERS(d_v, config.d_v + 1);
    DIFFERS(d_ff, config.d_ff + 1);
    DIFFERS(vocab_size, config.vocab_size + 1);
    DIFFERS(n_ctx, config.n_ctx + 1);
    DIFFERS(position, (enum av_position)((config.position + 1) % 4));
    DIFFERS(norm, (enum av_norm)((config.norm + 1) % 3));
    DIFFERS(norm_place, (enum av_norm_place)(1 - (int)config.norm_place));
    DIFFERS(feed_forward, (enum av_feed_forward)((config.feed_forward + 1) % 4));
    DIFFERS(bias, !config.bias);
    DIFFERS(tied, !config.tied);
    DIFFERS(residual, !config.residual);
    DIFFERS(norm_epsilon, 0.5f);
    DIFFERS(rotary_base, 2.0f);
}
