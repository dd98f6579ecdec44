/* Cached and recomputed decoding, bit for bit, and both against the formulas in double precision. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "naive.h"
#include "random_model.h"
#include "trace_store.h"

#define TOKENS_MAX 24

/* What a comparison of n rows has to look at: every number that the rows have. */
static uint64_t numbers_in(const struct av_config *config, int n)
{
    uint64_t row = 0, pairs = (uint64_t)n * (uint64_t)(n + 1) / 2;
    for (int quantity = 0; quantity < AV_QUANTITY_FINAL_NORM; quantity++)
        row += (uint64_t)(config->n_layer * av_quantity_width(config, (enum av_quantity)quantity));
    row += (uint64_t)(av_quantity_width(config, AV_QUANTITY_FINAL_NORM) + config->vocab_size);
    return row * (uint64_t)n + pairs * (uint64_t)(config->n_layer * config->n_head * 3);
}

/* Every step of a cached run against a recomputation of that step. */
static void check_every_step(const struct av_model *model, struct av_rule rule, const int *tokens, int n)
{
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
    struct random_numbers random = {1}, bans = {6};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        bool banned[TOKENS_MAX];
        int tokens[TOKENS_MAX];
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, config.n_ctx);
        random_bans(&bans, banned, config.n_ctx);
        struct av_rule rule = {.scaled = random_below(&random, 4) > 0, .banned = number % 2 ? banned : NULL};
        check_every_step(&model, rule, tokens, config.n_ctx);
        av_model_finish(&model);
    }
}

Test(equality, every_number_is_what_the_formulas_give_in_double_precision)
{
    struct random_numbers random = {2}, bans = {7};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        struct av_rule rule = {.scaled = random_below(&random, 4) > 0, .mask = (enum av_mask)random_below(&random, 3)};
        struct av_model model;
        struct av_trace trace;
        struct naive naive;
        bool banned[TOKENS_MAX];
        int tokens[TOKENS_MAX], n = config.n_ctx;
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        random_bans(&bans, banned, n);
        rule.banned = number % 2 ? banned : NULL;
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

/* A trace of tokens 0, 1, … decoded with the cache. */
static void decode(struct av_trace *trace, const struct av_model *model, const struct av_kernels *kernels, int n)
{
    static const bool banned[40] = {[4] = true, [5] = true, [17] = true, [39] = true};
    struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL, .banned = banned};
    cr_assert(av_trace_init(trace, model, rule, n, NULL) == AV_OK);
    trace->store->kernels = kernels;
    for (int i = 0; i < n; i++)
        cr_assert(av_decoder_append(trace, i % model->config.vocab_size, NULL) == AV_OK);
}

Test(equality, every_vector_width_gives_the_same_bits)
{
    const struct av_kernels *variants[AV_KERNELS_MAX];
    int n_variant = av_kernels_list(variants);
    struct random_numbers random = {3};
    for (int number = 0; number < RANDOM_CONFIGS; number += 11) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_trace widest, other;
        config.n_ctx = 40;
        random_model_init(&model, &config, &random);
        decode(&widest, &model, variants[0], config.n_ctx);
        for (int v = 1; v < n_variant; v++) {
            decode(&other, &model, variants[v], config.n_ctx);
            struct av_comparison comparison = av_trace_compare(&widest, &other, config.n_ctx);
            cr_assert(comparison.different == 0, "%s: %s", variants[v]->name, config_words(&config));
            av_trace_finish(&other);
        }
        av_trace_finish(&widest);
        av_model_finish(&model);
    }
}

/* The number at (layer, row, column) of a quantity, to be changed. */
static float *place_of(struct av_trace *trace, enum av_quantity quantity, int layer, int row, int column)
{
    if (quantity == AV_QUANTITY_KEY)
        return av_kv_cache_key(&trace->store->cache, layer, row, column);
    return av_trace_at(trace, quantity, layer, row) + column;
}

static void flip_lowest_bit(float *x)
{
    uint32_t bits;
    memcpy(&bits, x, sizeof bits);
    bits ^= 1u;
    memcpy(x, &bits, sizeof bits);
}

Test(equality, a_comparison_notices_one_bit_in_any_quantity)
{
    struct av_config config = {.d_model = 6,
                               .n_layer = 2,
                               .n_head = 4,
                               .n_kv_head = 2,
                               .d_k = 2,
                               .d_v = 3,
                               .d_ff = 5,
                               .n_ctx = 6,
                               .vocab_size = 7,
                               .residual = true,
                               .norm = AV_NORM_LAYER,
                               .norm_epsilon = 1e-5f,
                               .feed_forward = AV_FEED_FORWARD_SWIGLU};
    struct random_numbers random = {4};
    struct av_model model;
    struct av_trace a, b;
    random_model_init(&model, &config, &random);
    decode(&a, &model, av_kernels_best(), 6);
    decode(&b, &model, av_kernels_best(), 6);
    cr_assert(av_trace_compare(&a, &b, 6).different == 0);
    for (int quantity = 0; quantity <= AV_QUANTITY_LOGITS; quantity++) {
        int width = av_quantity_width(&config, (enum av_quantity)quantity);
        cr_assert(width > 0);
        for (int layer = 0; layer < 2; layer++) {
            float *place = place_of(&b, (enum av_quantity)quantity, layer, 5, width - 1);
            float was = *place;
            flip_lowest_bit(place);
            struct av_comparison comparison = av_trace_compare(&a, &b, 6);
            cr_assert(comparison.different >= 1, "quantity %d of layer %d", quantity, layer);
            cr_assert(comparison.max_difference >= fabsf(*place - was) && comparison.max_difference > 0.0f);
            cr_assert(av_trace_compare(&a, &b, 5).different == 0, "rows beyond the compared ones do not count");
            *place = was;
        }
    }
    cr_assert(av_trace_compare(&a, &b, 6).different == 0);
    av_trace_finish(&a);
    av_trace_finish(&b);
    av_model_finish(&model);
}

Test(equality, a_comparison_notices_a_changed_softmax_and_tells_nan_from_numbers)
{
    struct av_config config = {
        .d_model = 3, .n_layer = 1, .n_head = 2, .n_kv_head = 1, .d_k = 2, .d_v = 2, .n_ctx = 4, .vocab_size = 3};
    struct random_numbers random = {5};
    struct av_model model;
    struct av_trace a, b;
    random_model_init(&model, &config, &random);
    decode(&a, &model, av_kernels_best(), 4);
    decode(&b, &model, av_kernels_best(), 4);
    struct av_softmax_row *row = &b.store->layers[0].softmax[3 * 2 + 1]; /* row 3, head 1 */
    row->sum *= 2.0f;
    struct av_comparison comparison = av_trace_compare(&a, &b, 4);
    cr_assert(comparison.different == 4, "the weights of one row with four keys: %d", (int)comparison.different);
    row->sum /= 2.0f;

    *place_of(&b, AV_QUANTITY_LOGITS, 0, 1, 2) = -0.0f;
    *place_of(&a, AV_QUANTITY_LOGITS, 0, 1, 2) = 0.0f;
    comparison = av_trace_compare(&a, &b, 4);
    cr_assert(comparison.different == 1 && comparison.max_difference == 0.0f, "−0 is not 0 to the last bit");
    *place_of(&b, AV_QUANTITY_LOGITS, 0, 1, 2) = NAN;
    comparison = av_trace_compare(&a, &b, 4);
    cr_assert(comparison.different == 1 && isnan(comparison.max_difference));
    *place_of(&a, AV_QUANTITY_LOGITS, 0, 1, 2) = NAN;
    cr_assert(av_trace_compare(&a, &b, 4).different == 0);
    *place_of(&a, AV_QUANTITY_LOGITS, 0, 1, 2) = copysignf(NAN, -1.0f);
    cr_assert(av_trace_compare(&a, &b, 4).different == 0, "NaN has no sign worth a difference");
    av_trace_finish(&a);
    av_trace_finish(&b);
    av_model_finish(&model);
}

Test(equality, a_row_that_is_not_causal_changes_with_every_token_and_shows_why_there_is_no_cache_for_it)
{
    struct av_config config = {
        .d_model = 5, .n_layer = 2, .n_head = 2, .n_kv_head = 2, .d_k = 3, .d_v = 3, .n_ctx = 8, .vocab_size = 9};
    const int tokens[4] = {1, 5, 2, 7};
    struct random_numbers random = {6};
    struct av_model model;
    random_model_init(&model, &config, &random);
    for (int mask = AV_MASK_MULTIPLIED; mask <= AV_MASK_NONE; mask++) {
        struct av_trace shorter, longer;
        struct av_rule rule = {.scaled = true, .mask = (enum av_mask)mask};
        cr_assert(av_trace_init(&shorter, &model, rule, 8, NULL) == AV_OK);
        cr_assert(av_trace_init(&longer, &model, rule, 8, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&shorter, tokens, 3, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&longer, tokens, 4, NULL) == AV_OK);
        cr_assert(av_trace_weight(&longer, 0, 0, 0, 3) > 0.0f, "the first row looks at the last");
        cr_assert(av_trace_value(&shorter, AV_QUANTITY_MIX, 0, 0, 0) !=
                  av_trace_value(&longer, AV_QUANTITY_MIX, 0, 0, 0));
        av_trace_finish(&shorter);
        av_trace_finish(&longer);
    }
    av_model_finish(&model);
}
