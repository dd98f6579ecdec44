/* Weights that are infinite, NaN or as large as a float can be: every number stays defined, the two ways of running
 * agree, and a token is chosen. (What is undefined in C, the sanitizers find here.) */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/sampler.h"
#include "random_model.h"
#include "trace_store.h"

#define TOKENS_MAX     24
#define VOCABULARY_MAX 64

static const float numbers[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, 1e38f, 1e20f};

/* The largest logit, NaN less than any: said in sampler.h, found another way. */
static int expected_without_softmax(const float *logits, int n)
{
    int best = -1;
    for (int id = n - 1; id >= 0; id--)
        if (!isnan(logits[id]) && (best < 0 || logits[id] >= logits[best]))
            best = id;
    return best < 0 ? 0 : best;
}

/* Whether a softmax of these is one: no NaN, no +∞, and some number. */
static bool has_softmax(const float *logits, int n)
{
    bool any = false;
    for (int id = 0; id < n; id++) {
        if (isnan(logits[id]) || logits[id] == INFINITY)
            return false;
        any = any || isfinite(logits[id]);
    }
    return any;
}

static void check_choice(const float *logits, int n)
{
    static const struct av_sampling samplings[] = {
        {.temperature = 0.0f, .top_p = 1.0f},
        {.temperature = 1.0f, .top_p = 1.0f, .seed = 3},
        {.temperature = 1e-30f, .top_k = 2, .top_p = 0.5f, .seed = 4},
        {.temperature = FLT_MAX, .top_k = 3, .top_p = 0.0f, .seed = 5},
    };
    for (size_t s = 0; s < sizeof samplings / sizeof *samplings; s++) {
        float probabilities[VOCABULARY_MAX];
        int scratch[VOCABULARY_MAX];
        int chosen = av_sampler_choose(&samplings[s], logits, n, 7, probabilities, scratch);
        cr_assert(chosen >= 0 && chosen < n);
        cr_assert(chosen == av_sampler_choose(&samplings[s], logits, n, 7, probabilities, scratch), "as before");
        struct av_sampled_softmax softmax = av_sampler_probabilities(&samplings[s], logits, n, probabilities, scratch);
        cr_assert(isnan(softmax.sum) == !has_softmax(logits, n));
        if (s == 0 || isnan(softmax.sum))
            cr_assert(chosen == expected_without_softmax(logits, n));
        else
            cr_assert(probabilities[chosen] > 0.0f);
        for (int id = 0; id < n; id++)
            cr_assert(isnan(softmax.sum) ? isnan(probabilities[id])
                                         : probabilities[id] >= 0.0f && probabilities[id] <= 1.0f);
    }
}

/* What the rule removes scores −∞ and weighs nothing; the rest weigh between nothing and all, or the row has no
 * softmax. */
static void check_attention(const struct av_trace *trace, int layer, int head, int i)
{
    struct av_softmax_row row = av_trace_softmax(trace, layer, head, i);
    for (int j = 0; j < trace->n; j++) {
        float weight = av_trace_weight(trace, layer, head, i, j);
        if (av_rule_removes(&trace->rule, i, j))
            cr_assert(weight == 0.0f && av_trace_score(trace, AV_SCORE_MASKED, layer, head, i, j) == -INFINITY);
        else
            cr_assert(isnan(row.sum) ? isnan(weight) : weight >= 0.0f && weight <= 1.0f);
    }
}

static void check_rows(const struct av_trace *trace)
{
    const struct av_config *config = &trace->model->config;
    for (int i = 0; i < trace->n; i++) {
        for (int layer = 0; layer < config->n_layer; layer++)
            for (int head = 0; head < config->n_head; head++)
                check_attention(trace, layer, head, i);
        check_choice(av_trace_numbers(trace, AV_QUANTITY_LOGITS, 0, i), config->vocab_size);
    }
}

static void check_same(const struct av_trace *a, const struct av_trace *b, const char *what)
{
    struct av_comparison comparison = av_trace_compare(a, b, a->n);
    cr_assert(comparison.different == 0 && comparison.max_difference == 0.0f, "%d differ %s: %s",
              (int)comparison.different, what, config_words(&a->model->config));
}

/* The traces are of a causal rule. */
static void check_both_ways(struct av_trace *cached, struct av_trace *recomputed, const int *tokens, int n)
{
    av_trace_reset(cached, cached->rule);
    for (int step = 1; step <= n; step++) {
        cr_assert(av_decoder_append(cached, tokens[step - 1], NULL) == AV_OK);
        cr_assert(av_decoder_recompute(recomputed, tokens, step, NULL) == AV_OK);
        check_same(cached, recomputed, "from a recomputation");
    }
    check_rows(cached);
    check_rows(recomputed);
}

/* Under every mask, and with every width of vectors. */
static void check_recomputed(struct av_trace *trace, struct av_trace *other, const int *tokens, int n, bool scaled,
                             const bool *banned)
{
    const struct av_kernels *variants[AV_KERNELS_MAX], *best = other->store->kernels;
    int n_variant = av_kernels_list(variants);
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        struct av_rule rule = {.scaled = scaled, .mask = (enum av_mask)mask, .banned = banned};
        av_trace_reset(trace, rule);
        av_trace_reset(other, rule);
        cr_assert(av_decoder_recompute(trace, tokens, n, NULL) == AV_OK);
        check_rows(trace);
        for (int v = 0; v < n_variant; v++) {
            other->store->kernels = variants[v];
            cr_assert(av_decoder_recompute(other, tokens, n, NULL) == AV_OK);
            check_same(trace, other, variants[v]->name);
        }
        other->store->kernels = best;
    }
}

/* Each number at a random place of each matrix in turn. */
static void check_model(struct av_model *model, struct random_numbers *random, struct av_rule rule)
{
    struct av_matrix *list[RANDOM_MATRICES_MAX];
    struct av_trace cached, recomputed;
    int tokens[TOKENS_MAX], n = model->config.n_ctx, count = random_model_matrices(model, list);
    random_tokens(random, &model->config, tokens, n);
    for (int m = 0; m < count; m++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            int row = random_below(random, list[m]->rows);
            if (list[m] == &model->embedding)
                row = tokens[random_below(random, n)]; /* of a token that is there */
            float *place = &av_matrix_row(list[m], row)[random_below(random, list[m]->cols)], was = *place;
            *place = numbers[k];
            av_model_prepare(model);
            cr_assert(av_trace_init(&cached, model, rule, n, NULL) == AV_OK);
            cr_assert(av_trace_init(&recomputed, model, rule, n, NULL) == AV_OK);
            check_both_ways(&cached, &recomputed, tokens, n);
            check_recomputed(&cached, &recomputed, tokens, n, rule.scaled, rule.banned);
            av_trace_finish(&cached);
            av_trace_finish(&recomputed);
            *place = was;
        }
}

Test(not_finite, one_such_weight_in_any_matrix_leaves_everything_defined)
{
    struct random_numbers random = {41};
    for (int number = 0; number < RANDOM_CONFIGS; number += 53) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        bool banned[TOKENS_MAX];
        config.n_layer = config.n_layer > 2 ? 2 : config.n_layer;
        config.n_ctx = number % 4 == 0 ? 18 : 5; /* beyond one round of the sixteen sums, and within */
        random_model_init(&model, &config, &random);
        random_bans(&random, banned, config.n_ctx);
        check_model(&model, &random, (struct av_rule){.scaled = number % 3 > 0, .banned = number % 2 ? banned : NULL});
        av_model_finish(&model);
    }
}

/* Token 1 has infinite values; the others do not attend to it, or not yet. All scores are 0, so that weights are
 * even. */
Test(not_finite, what_is_not_attended_to_takes_no_part_however_large)
{
    static const bool banned[4] = {[1] = true};
    static const int tokens[4] = {0, 1, 2, 3};
    struct av_config config = {
        .d_model = 1, .n_layer = 1, .n_head = 1, .n_kv_head = 1, .d_k = 1, .d_v = 3, .n_ctx = 4, .vocab_size = 4};
    struct av_model model;
    struct av_trace trace;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    for (int token = 0; token < 4; token++)
        model.embedding.data[token] = token == 1 ? INFINITY : (float)(3 * (token + 1)); /* 3, ∞, 9, 12 */
    for (int c = 0; c < 3; c++)
        model.layers[0].wv.data[c] = 1.0f;
    model.layers[0].wq.data[0] = model.layers[0].wk.data[0] = 0.0f;
    struct av_rule rule = {.mask = AV_MASK_NONE, .banned = banned};
    cr_assert(av_trace_init(&trace, &model, rule, 4, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&trace, tokens, 4, NULL) == AV_OK);
    for (int c = 0; c < 3; c++) {
        cr_assert(isnan(av_trace_score(&trace, AV_SCORE_RAW, 0, 0, 0, 1)), "0 · ∞");
        cr_assert(av_trace_value(&trace, AV_QUANTITY_MIX, 0, 0, c) == 8.0f, "(3 + 9 + 12) / 3");
        cr_assert(isnan(av_trace_value(&trace, AV_QUANTITY_MIX, 0, 1, c)), "itself it sees");
        cr_assert(av_trace_value(&trace, AV_QUANTITY_MIX, 0, 3, c) == 8.0f);
    }
    av_trace_reset(&trace, (struct av_rule){.mask = AV_MASK_CAUSAL});
    cr_assert(av_decoder_recompute(&trace, tokens, 4, NULL) == AV_OK);
    cr_assert(av_trace_value(&trace, AV_QUANTITY_MIX, 0, 0, 2) == 3.0f, "it sees no later token");
    cr_assert(isnan(av_trace_value(&trace, AV_QUANTITY_MIX, 0, 2, 2)));
    av_trace_finish(&trace);
    av_model_finish(&model);
}
