/* Cached and recomputed decoding, bit for bit, and both against the formulas in double precision. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "naive.h"
#include "random_model.h"

#define TOKENS_MAX 24

/* What a comparison of n rows has to look at: every number that the rows have. */
static uint64_t numbers_in(const struct av_config *config, int n)
{
    uint64_t row = 0, pairs = (uint64_t)n * (uint64_t)(n + 1) / 2;
    for (int quantity = 0; quantity < AV_FINAL_NORM; quantity++)
        row += (uint64_t)(config->n_layer * av_quantity_width(config, (enum av_quantity)quantity));
    row += (uint64_t)(av_quantity_width(config, AV_FINAL_NORM) + config->vocab_size);
    return row * (uint64_t)n + pairs * (uint64_t)(config->n_layer * config->n_head * 3);
}

/* Every step of a cached run against a recomputation of that step. */
static void check_every_step(const struct av_model *model, const int *tokens, int n, bool scaled)
{
    struct av_rule rule = {.scaled = scaled, .mask = AV_MASK_CAUSAL};
    struct av_trace cached, recomputed;
    cr_assert(av_trace_init(&cached, model, rule, n, NULL) == AV_OK);
    cr_assert(av_trace_init(&recomputed, model, rule, n, NULL) == AV_OK);
    for (int step = 1; step <= n; step++) {
        cr_assert(av_decoder_append(&cached, tokens[step - 1], NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&recomputed, tokens, step, NULL) == AV_OK);
        struct av_comparison comparison = av_trace_compare(&cached, &recomputed, step);
        cr_assert(comparison.different == 0 && comparison.max_difference == 0.0f, "step %d: %d differ, by up to %g: %s",
                  step, (int)comparison.different, (double)comparison.max_difference, config_words(&model->config));
        cr_assert(comparison.values == numbers_in(&model->config, step), "%s", config_words(&model->config));
    }
    av_trace_finish(&cached);
    av_trace_finish(&recomputed);
}

Test(equality, cached_and_recomputed_agree_to_the_last_bit_at_every_step_of_random_models)
{
    struct random_numbers random = {1};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        int tokens[TOKENS_MAX];
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, config.n_ctx);
        check_every_step(&model, tokens, config.n_ctx, random_below(&random, 4) > 0);
        av_model_finish(&model);
    }
}

Test(equality, every_number_is_what_the_formulas_give_in_double_precision)
{
    struct random_numbers random = {2};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        struct av_rule rule = {.scaled = random_below(&random, 4) > 0, .mask = (enum av_mask)random_below(&random, 3)};
        struct av_model model;
        struct av_trace trace;
        struct naive naive;
        int tokens[TOKENS_MAX], n = config.n_ctx;
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        cr_assert(av_trace_init(&trace, &model, rule, n, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&trace, tokens, n, NULL) == AV_OK);
        naive_init(&naive, &model, rule, tokens, n);
        double distance = naive_distance(&naive, &trace);
        cr_assert(distance < 1e-4, "%g apart: %s", distance, config_words(&config));
        naive_finish(&naive);
        av_trace_finish(&trace);
        av_model_finish(&model);
    }
}
