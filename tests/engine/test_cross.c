/* Cross-attention: q of the target's tokens, k and v of a source's, computed once. Its numbers against the formulas in
 * double precision are here, those against PyTorch in test_reference.c. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/flash.h"
#include "naive.h"
#include "random_model.h"

#define TOKENS_MAX 24

/* A random model, what it attends to, and what it reads. */
struct cross {
    struct av_config config;
    struct av_model model;
    struct av_rule rule;
    int tokens[TOKENS_MAX], n;
    int source[TOKENS_MAX], n_source;
};

static void cross_init(struct cross *cross, struct random_numbers *random, int number)
{
    cross->config = random_cross_config(random, number);
    random_model_init(&cross->model, &cross->config, random);
    cross->rule = (struct av_rule){.scaled = random_below(random, 4) > 0, .mask = AV_MASK_NONE};
    cross->n = cross->config.n_ctx;
    cross->n_source = 1 + random_below(random, cross->config.n_ctx);
    random_tokens(random, &cross->config, cross->tokens, cross->n);
    random_tokens(random, &cross->config, cross->source, cross->n_source);
}

static void trace_init(struct av_trace *trace, const struct cross *cross)
{
    cr_assert(av_trace_init_cross(trace, &cross->model, cross->rule, cross->n, cross->source, cross->n_source, NULL) ==
              AV_OK);
}

/* What a comparison of n rows has to look at. */
static uint64_t numbers_in(const struct cross *cross, int n)
{
    const struct av_config *config = &cross->config;
    uint64_t layers = (uint64_t)config->n_layer, row = 0, source = (uint64_t)config->d_model;
    for (int quantity = 0; quantity < AV_QUANTITY_FINAL_NORM; quantity++)
        if (quantity != AV_QUANTITY_KEY && quantity != AV_QUANTITY_VALUE)
            row += layers * (uint64_t)av_quantity_width(config, (enum av_quantity)quantity);
    row += (uint64_t)(av_quantity_width(config, AV_QUANTITY_FINAL_NORM) + config->vocab_size);
    row += layers * (uint64_t)(config->n_head * cross->n_source * 3);
    source += layers * (uint64_t)(config->n_kv_head * (config->d_k + config->d_v));
    return row * (uint64_t)n + source * (uint64_t)cross->n_source;
}

Test(cross, cached_and_recomputed_agree_to_the_last_bit_at_every_step_of_random_models)
{
    struct random_numbers random = {51};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct cross cross;
        struct av_trace cached, recomputed;
        cross_init(&cross, &random, number);
        trace_init(&cached, &cross);
        trace_init(&recomputed, &cross);
        for (int step = 1; step <= cross.n; step++) {
            cr_assert(av_decoder_append(&cached, cross.tokens[step - 1], NULL) == AV_OK);
            cr_assert(av_decoder_recompute(&recomputed, cross.tokens, step, NULL) == AV_OK);
            struct av_comparison comparison = av_trace_compare(&cached, &recomputed, step);
            cr_assert(comparison.different == 0, "step %d: %s", step, config_words(&cross.config));
            cr_assert(comparison.values == numbers_in(&cross, step), "%s", config_words(&cross.config));
        }
        av_trace_finish(&cached);
        av_trace_finish(&recomputed);
        av_model_finish(&cross.model);
    }
}

Test(cross, every_number_is_what_the_formulas_give_in_double_precision)
{
    struct random_numbers random = {52};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct cross cross;
        struct av_trace trace;
        struct naive naive;
        cross_init(&cross, &random, number);
        trace_init(&trace, &cross);
        for (int i = 0; i < cross.n; i++)
            cr_assert(av_decoder_append(&trace, cross.tokens[i], NULL) == AV_OK);
        naive_init_cross(&naive, &cross.model, cross.rule, cross.tokens, cross.n, cross.source, cross.n_source);
        double distance = naive_distance(&naive, &trace);
        cr_assert(distance < 1e-4, "%g apart: %s", distance, config_words(&cross.config));
        naive_finish(&naive);
        av_trace_finish(&trace);
        av_model_finish(&cross.model);
    }
}

Test(cross, a_source_is_written_once_with_the_cache_and_in_every_step_without)
{
    struct random_numbers random = {53};
    struct cross cross;
    struct av_trace cached, recomputed;
    cross_init(&cross, &random, 2);
    trace_init(&cached, &cross);
    trace_init(&recomputed, &cross);
    cr_assert(cached.source.n == cross.n_source && cached.source.written == 0 && cached.source.born == 0);
    cr_assert(memcmp(cached.source.tokens, cross.source, (size_t)cross.n_source * sizeof *cross.source) == 0);
    for (int step = 1; step <= cross.n; step++) {
        cr_assert(av_decoder_append(&cached, cross.tokens[step - 1], NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&recomputed, cross.tokens, step, NULL) == AV_OK);
        cr_assert(cached.source.written == 1 && cached.source.born == 1);
        cr_assert(recomputed.source.written == step && recomputed.source.born == 1);
        cr_assert(cached.written[step - 1] == step && recomputed.written[0] == step);
    }
    av_trace_forget(&cached, 1);
    cr_assert(cached.source.written == 1, "what the first step did");
    av_trace_forget(&cached, 0);
    cr_assert(cached.source.written == 0 && cached.source.n == cross.n_source);
    av_trace_finish(&cached);
    av_trace_finish(&recomputed);
    av_model_finish(&cross.model);
}

Test(cross, each_row_of_weights_sums_to_1_over_the_source)
{
    struct random_numbers random = {54};
    for (int number = 0; number < RANDOM_CONFIGS; number += 7) {
        struct cross cross;
        struct av_trace trace;
        cross_init(&cross, &random, number);
        trace_init(&trace, &cross);
        cr_assert(av_decoder_recompute(&trace, cross.tokens, cross.n, NULL) == AV_OK);
        for (int cell = 0; cell < cross.config.n_layer * cross.config.n_head * cross.n; cell++) {
            int layer = cell / (cross.config.n_head * cross.n), head = cell / cross.n % cross.config.n_head;
            double sum = 0.0;
            for (int j = 0; j < cross.n_source; j++) {
                float weight = av_trace_weight(&trace, layer, head, cell % cross.n, j);
                cr_assert(weight >= 0.0f);
                sum += (double)weight;
            }
            cr_assert(fabs(sum - 1.0) < 1e-5, "%g: %s", sum, config_words(&cross.config));
        }
        av_trace_finish(&trace);
        av_model_finish(&cross.model);
    }
}

Test(cross, a_prompt_read_at_once_has_the_same_numbers_and_the_source_is_read_in_that_step)
{
    struct random_numbers random = {60};
    for (int number = 0; number < RANDOM_CONFIGS; number += 11) {
        struct cross cross;
        struct av_trace cached, prefilled;
        cross_init(&cross, &random, number);
        trace_init(&cached, &cross);
        trace_init(&prefilled, &cross);
        int prompt = 1 + random_below(&random, cross.n);
        cr_assert(av_decoder_prefill(&prefilled, cross.tokens, prompt, NULL) == AV_OK);
        struct av_work formula = av_work_formula_cross(&cross.config, cross.n_source, prompt, false);
        cr_assert(memcmp(&prefilled.work[prompt - 1], &formula, sizeof formula) == 0);
        for (int i = 0; i < cross.n; i++) {
            cr_assert(av_decoder_append(&cached, cross.tokens[i], NULL) == AV_OK);
            if (i >= prompt)
                cr_assert(av_decoder_append(&prefilled, cross.tokens[i], NULL) == AV_OK);
        }
        cr_assert(prefilled.source.born == prompt && prefilled.source.written == prompt);
        cr_assert(av_trace_compare(&cached, &prefilled, cross.n).different == 0, "%s", config_words(&cross.config));
        av_trace_finish(&cached);
        av_trace_finish(&prefilled);
        av_model_finish(&cross.model);
    }
}

/* A step's work, added up token by token. */
static struct av_work expect_step(const struct cross *cross, int n, bool cached)
{
    const struct av_config *c = &cross->config;
    int rows = cached ? 1 : n, layers = c->n_layer, kv = c->n_kv_head * (c->d_k + c->d_v), pairs = 0;
    int matrices = c->feed_forward == AV_FEED_FORWARD_NONE ? 0 : c->feed_forward == AV_FEED_FORWARD_SWIGLU ? 3 : 2;
    struct av_work work = {0};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cross->n_source; j++)
            pairs += layers;
    work.multiply_adds[AV_WORK_PROJECT] = (uint64_t)(rows * layers * c->d_model * c->n_head * c->d_k);
    if (!cached || n == 1) {
        work.multiply_adds[AV_WORK_SOURCE] = (uint64_t)(cross->n_source * layers * c->d_model * kv);
        work.cache_bytes_written = (uint64_t)(cross->n_source * layers * kv * 4);
    }
    work.multiply_adds[AV_WORK_SCORES] = (uint64_t)(pairs * c->n_head * c->d_k);
    work.multiply_adds[AV_WORK_MIX] = (uint64_t)(pairs * c->n_head * c->d_v);
    work.multiply_adds[AV_WORK_OUTPUT] = (uint64_t)(rows * layers * c->n_head * c->d_v * c->d_model);
    work.multiply_adds[AV_WORK_BLOCK] = (uint64_t)(rows * layers * matrices * c->d_model * c->d_ff);
    work.multiply_adds[AV_WORK_LOGITS] = (uint64_t)(rows * c->d_model * c->vocab_size);
    work.cache_bytes_read = (uint64_t)(pairs * kv * 4);
    return work;
}

static void check_step(const struct av_work *found, const struct cross *cross, int n, bool cached)
{
    struct av_work expected = expect_step(cross, n, cached);
    struct av_work formula = av_work_formula_cross(&cross->config, cross->n_source, n, cached);
    cr_assert(memcmp(found->multiply_adds, expected.multiply_adds, sizeof expected.multiply_adds) == 0, "%s",
              config_words(&cross->config));
    cr_assert(found->cache_bytes_read == expected.cache_bytes_read);
    cr_assert(found->cache_bytes_written == expected.cache_bytes_written);
    cr_assert(memcmp(found, &formula, sizeof formula) == 0, "%s", config_words(&cross->config));
}

Test(cross, counted_work_is_the_closed_form_and_rows_of_the_source_are_read_by_every_query)
{
    struct random_numbers random = {55};
    for (int number = 0; number < RANDOM_CONFIGS; number += 3) {
        struct cross cross;
        struct av_trace cached, recomputed;
        cross_init(&cross, &random, number);
        trace_init(&cached, &cross);
        trace_init(&recomputed, &cross);
        for (int n = 1; n <= cross.n; n++) {
            cr_assert(av_decoder_append(&cached, cross.tokens[n - 1], NULL) == AV_OK);
            cr_assert(av_decoder_recompute(&recomputed, cross.tokens, n, NULL) == AV_OK);
            check_step(&cached.work[n - 1], &cross, n, true);
            check_step(&recomputed.work[n - 1], &cross, n, false);
            for (int j = 0; j < cross.n_source; j++) {
                cr_assert_eq(av_trace_row_reads(&cached, AV_QUANTITY_KEY, j, n), (uint64_t)n);
                cr_assert_eq(av_trace_row_reads(&cached, AV_QUANTITY_VALUE, j, n), (uint64_t)n);
            }
            cr_assert_eq(av_trace_row_reads(&cached, AV_QUANTITY_KEY, cross.n_source, n), 0);
            for (int i = 0; i < n; i++)
                cr_assert_eq(av_trace_row_reads(&cached, AV_QUANTITY_QUERY, i, n), 1);
        }
        av_trace_finish(&cached);
        av_trace_finish(&recomputed);
        av_model_finish(&cross.model);
    }
}

/* A row of the target depends on its own token, its place and the source alone. */
Test(cross, a_target_token_sees_no_other_and_each_of_the_source)
{
    struct random_numbers random = {56};
    for (int number = 0; number < RANDOM_CONFIGS; number += 13) {
        struct cross cross;
        struct av_trace trace, changed;
        cross_init(&cross, &random, number);
        trace_init(&trace, &cross);
        trace_init(&changed, &cross);
        cr_assert(av_decoder_recompute(&trace, cross.tokens, cross.n, NULL) == AV_OK);
        for (int i = 0; i + 1 < cross.n; i++)
            cross.tokens[i] = (cross.tokens[i] + 1) % cross.config.vocab_size;
        cr_assert(av_decoder_recompute(&changed, cross.tokens, cross.n, NULL) == AV_OK);
        for (int id = 0; id < cross.config.vocab_size; id++)
            cr_assert(av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, cross.n - 1, id) ==
                      av_trace_value(&changed, AV_QUANTITY_LOGITS, 0, cross.n - 1, id));
        av_trace_finish(&trace);
        av_trace_finish(&changed);
        av_model_finish(&cross.model);
    }
}

Test(cross, a_trace_that_is_emptied_forked_or_cut_goes_on_as_a_new_one)
{
    struct random_numbers random = {57};
    for (int number = 0; number < RANDOM_CONFIGS; number += 17) {
        struct cross cross;
        struct av_trace fresh, used, fork;
        cross_init(&cross, &random, number);
        trace_init(&fresh, &cross);
        trace_init(&used, &cross);
        int some = random_below(&random, cross.n);
        for (int i = 0; i < cross.n; i++) {
            cr_assert(av_decoder_append(&fresh, cross.tokens[i], NULL) == AV_OK);
            cr_assert(av_decoder_append(&used, cross.tokens[cross.n - 1 - i], NULL) == AV_OK);
        }
        av_trace_reset(&used, cross.rule);
        cr_assert(used.source.written == 0 && used.source.n == cross.n_source);
        for (int i = 0; i < cross.n; i++)
            cr_assert(av_decoder_append(&used, cross.tokens[i], NULL) == AV_OK);
        cr_assert(av_trace_compare(&fresh, &used, cross.n).different == 0);
        av_trace_forget(&used, some);
        cr_assert(av_trace_fork(&fork, &used, some, NULL) == AV_OK);
        cr_assert(fork.source.written == used.source.written && fork.source.n == cross.n_source);
        for (int i = some; i < cross.n; i++) {
            cr_assert(av_decoder_append(&used, cross.tokens[i], NULL) == AV_OK);
            cr_assert(av_decoder_append(&fork, cross.tokens[i], NULL) == AV_OK);
        }
        cr_assert(av_trace_compare(&fresh, &used, cross.n).different == 0);
        cr_assert(av_trace_compare(&fresh, &fork, cross.n).different == 0);
        cr_assert(memcmp(used.work, fresh.work, (size_t)cross.n * sizeof *fresh.work) == 0);
        av_trace_finish(&fork);
        av_trace_finish(&used);
        av_trace_finish(&fresh);
        av_model_finish(&cross.model);
    }
}

Test(cross, flash_attention_meets_the_source_tile_by_tile)
{
    struct random_numbers random = {58};
    for (int number = 0; number < RANDOM_CONFIGS; number += 5) {
        struct cross cross;
        struct av_trace trace;
        float room[TOKENS_MAX + 16], out[64];
        double exact[64];
        cross_init(&cross, &random, number);
        trace_init(&trace, &cross);
        for (int i = 0; i < cross.n; i++)
            cr_assert(av_decoder_append(&trace, cross.tokens[i], NULL) == AV_OK);
        for (int tile = 1; tile <= cross.n_source; tile++) {
            struct av_flash flash = {.trace = &trace,
                                     .layer = cross.config.n_layer - 1,
                                     .head = cross.config.n_head - 1,
                                     .i = random_below(&random, cross.n),
                                     .tile = tile};
            cr_assert(av_flash_keys(&flash) == cross.n_source);
            cr_assert(av_flash_tiles(&flash) == (cross.n_source + tile - 1) / tile);
            struct av_flash_error error = av_flash_error(&flash, room, out, exact);
            cr_assert(error.both < 4e-5 && error.flash < 4e-5, "%g: %s", error.both, config_words(&cross.config));
        }
        av_trace_finish(&trace);
        av_model_finish(&cross.model);
    }
}

Test(cross, tokens_that_do_not_exist_are_refused)
{
    struct random_numbers random = {59};
    struct cross cross;
    struct av_trace trace;
    struct av_error error = {0};
    cross_init(&cross, &random, 0);
    cross.source[cross.n_source - 1] = cross.config.vocab_size;
    cr_assert(av_trace_init_cross(&trace, &cross.model, cross.rule, cross.n, cross.source, cross.n_source, &error) ==
              AV_ERROR_VALUE);
    char message[80];
    snprintf(message, sizeof message, "a token from 0 to %d expected, %d found", cross.config.vocab_size - 1,
             cross.config.vocab_size);
    cr_assert_str_eq(error.message, message);
    cross.source[cross.n_source - 1] = 0;
    trace_init(&trace, &cross);
    cr_assert(av_decoder_append(&trace, cross.config.vocab_size, &error) == AV_ERROR_VALUE);
    cr_assert(trace.n == 0 && trace.source.written == 0);
    av_trace_finish(&trace);
    av_model_finish(&cross.model);
}
