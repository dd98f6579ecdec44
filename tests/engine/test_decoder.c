/* What a run does beside its numbers: stamps, counted work, limits and faults. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "random_model.h"

static const struct av_rule causal = {.scaled = true, .mask = AV_MASK_CAUSAL};

static void make(struct av_model *model, struct av_trace *trace, int capacity)
{
    struct av_config config = {
        .d_model = 4, .n_layer = 2, .n_head = 2, .n_kv_head = 1, .d_k = 2, .d_v = 3, .n_ctx = 8, .vocab_size = 5};
    struct random_numbers random = {1};
    random_model_init(model, &config, &random);
    cr_assert(av_trace_init(trace, model, causal, capacity, NULL) == AV_OK);
}

static void finish(struct av_model *model, struct av_trace *trace)
{
    av_trace_finish(trace);
    av_model_finish(model);
}

Test(decoder, a_cached_row_is_written_once_in_the_step_that_bore_it)
{
    struct av_model model;
    struct av_trace trace;
    make(&model, &trace, 8);
    cr_assert(trace.n == 0 && trace.n_step == 0 && trace.capacity == 8);
    for (int step = 1; step <= 5; step++) {
        cr_assert(av_decoder_append(&trace, step % 5, NULL) == AV_OK);
        cr_assert(trace.n == step && trace.n_step == step && trace.tokens[step - 1] == step % 5);
        for (int i = 0; i < step; i++)
            cr_assert(trace.born[i] == i + 1 && trace.written[i] == i + 1);
    }
    finish(&model, &trace);
}

Test(decoder, a_recomputed_row_is_written_again_in_every_step)
{
    struct av_model model;
    struct av_trace trace;
    const int tokens[5] = {4, 0, 3, 1, 2};
    make(&model, &trace, 8);
    for (int step = 1; step <= 5; step++) {
        cr_assert(av_decoder_recompute(&trace, tokens, step, NULL) == AV_OK);
        cr_assert(trace.n == step && trace.n_step == step);
        for (int i = 0; i < step; i++)
            cr_assert(trace.born[i] == i + 1 && trace.written[i] == step && trace.tokens[i] == tokens[i]);
    }
    cr_assert(av_decoder_recompute(&trace, tokens, 2, NULL) == AV_OK);
    cr_assert(trace.n == 2 && trace.n_step == 2 && trace.written[0] == 2, "and may be of fewer tokens again");
    finish(&model, &trace);
}

Test(decoder, decoding_goes_on_from_what_was_recomputed)
{
    struct av_model model;
    struct av_trace cached, mixed;
    const int tokens[4] = {4, 0, 3, 1};
    make(&model, &cached, 8);
    cr_assert(av_trace_init(&mixed, &model, causal, 8, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&mixed, tokens, 3, NULL) == AV_OK);
    cr_assert(av_decoder_append(&mixed, tokens[3], NULL) == AV_OK);
    for (int i = 0; i < 4; i++)
        cr_assert(av_decoder_append(&cached, tokens[i], NULL) == AV_OK);
    cr_assert(av_trace_compare(&cached, &mixed, 4).different == 0);
    cr_assert(mixed.n_step == 4 && mixed.born[3] == 4 && mixed.written[3] == 4 && mixed.written[2] == 3);
    av_trace_finish(&mixed);
    finish(&model, &cached);
}

Test(decoder, faults_leave_the_trace_as_it_was)
{
    struct av_model model;
    struct av_trace trace;
    struct av_error error = {0};
    const int good[3] = {1, 2, 3}, bad[3] = {1, 5, 3};
    make(&model, &trace, 3);
    cr_assert(av_decoder_append(&trace, 2, NULL) == AV_OK);
    float logit = av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, 0, 1);

    cr_assert(av_decoder_append(&trace, 5, &error) == AV_ERROR_VALUE && error.status == AV_ERROR_VALUE);
    cr_assert_str_eq(error.message, "a token from 0 to 4 expected, 5 found");
    cr_assert(av_decoder_append(&trace, -1, &error) == AV_ERROR_VALUE);
    cr_assert(av_decoder_recompute(&trace, bad, 3, &error) == AV_ERROR_VALUE);
    cr_assert(av_decoder_recompute(&trace, good, 4, &error) == AV_ERROR_LIMIT);
    cr_assert_str_eq(error.message, "at most 3 tokens allowed, 4 found");
    cr_assert(trace.n == 1 && trace.n_step == 1 && trace.tokens[0] == 2);
    cr_assert(av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, 0, 1) == logit);

    cr_assert(av_decoder_append(&trace, 1, NULL) == AV_OK && av_decoder_append(&trace, 1, NULL) == AV_OK);
    cr_assert(av_decoder_append(&trace, 1, &error) == AV_ERROR_LIMIT && trace.n == 3);
    finish(&model, &trace);
}

Test(decoder, causal_weights_of_the_future_are_exactly_nothing)
{
    struct av_model model;
    struct av_trace trace;
    const int tokens[5] = {4, 0, 3, 1, 2};
    make(&model, &trace, 5);
    cr_assert(av_decoder_recompute(&trace, tokens, 5, NULL) == AV_OK);
    for (int i = 0; i < 5; i++) {
        float sum = 0.0f;
        for (int j = 0; j < 5; j++) {
            float weight = av_trace_weight(&trace, 1, 1, i, j);
            cr_assert(j <= i ? weight > 0.0f : weight == 0.0f);
            cr_assert((av_trace_score(&trace, AV_SCORE_MASKED, 1, 1, i, j) == -INFINITY) == (j > i));
            cr_assert(isfinite(av_trace_score(&trace, AV_SCORE_RAW, 1, 1, i, j)),
                      "raw scores are computed all the same");
            sum += weight;
        }
        cr_assert(fabsf(sum - 1.0f) < 1e-6f);
    }
    finish(&model, &trace);
}

/* Tokens 0 and 2 are banned. */
static void check_pair(const struct av_trace *trace, int i, int j)
{
    const struct av_rule *rule = &trace->rule;
    bool gone = ((j == 0 || j == 2) && i != j) || (j > i && rule->mask != AV_MASK_NONE);
    float score = av_trace_score(trace, AV_SCORE_MASKED, 0, 0, i, j), weight = av_trace_weight(trace, 0, 0, i, j);
    cr_assert(av_rule_hides(rule, i, j) == gone, "mask %d: %d, %d", (int)rule->mask, i, j);
    cr_assert(av_rule_removes(rule, i, j) == (gone && rule->mask != AV_MASK_MULTIPLIED));
    if (!gone)
        cr_assert(score == av_trace_score(trace, AV_SCORE_SCALED, 0, 0, i, j) && weight > 0.0f);
    else if (rule->mask == AV_MASK_MULTIPLIED)
        cr_assert(score == 0.0f && weight > 0.0f);
    else
        cr_assert(score == -INFINITY && weight == 0.0f);
}

Test(decoder, a_banned_token_is_seen_by_itself_alone)
{
    static const bool banned[5] = {[0] = true, [2] = true};
    const int tokens[5] = {4, 0, 3, 1, 2};
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        struct av_model model;
        struct av_trace causal_trace, trace;
        struct av_rule rule = {.scaled = true, .mask = (enum av_mask)mask, .banned = banned};
        make(&model, &causal_trace, 5);
        cr_assert(av_trace_init(&trace, &model, rule, 5, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&trace, tokens, 5, NULL) == AV_OK);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++)
                check_pair(&trace, i, j);
        av_trace_finish(&trace);
        finish(&model, &causal_trace);
    }
}

/* What each kind takes for one row that meets n keys, from the shapes alone. */
static void expect_row(const struct av_config *c, uint64_t n, uint64_t work[AV_WORK_KIND_COUNT])
{
    uint64_t layers = (uint64_t)c->n_layer, d = (uint64_t)c->d_model;
    uint64_t matrices = c->feed_forward == AV_FEED_FORWARD_NONE ? 0 : c->feed_forward == AV_FEED_FORWARD_SWIGLU ? 3 : 2;
    work[AV_WORK_PROJECT] += layers * d * (uint64_t)(c->n_head * c->d_k + c->n_kv_head * (c->d_k + c->d_v));
    work[AV_WORK_SCORES] += layers * (uint64_t)c->n_head * n * (uint64_t)c->d_k;
    work[AV_WORK_MIX] += layers * (uint64_t)c->n_head * n * (uint64_t)c->d_v;
    work[AV_WORK_OUTPUT] += layers * (uint64_t)(c->n_head * c->d_v) * d;
    work[AV_WORK_BLOCK] += layers * matrices * d * (uint64_t)c->d_ff;
    work[AV_WORK_LOGITS] += d * (uint64_t)c->vocab_size;
}

static void check_work(const struct av_work *found, const uint64_t expected[AV_WORK_KIND_COUNT],
                       const struct av_config *config)
{
    uint64_t total = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        cr_assert(found->multiply_adds[kind] == expected[kind], "%s: %s", av_work_kind_name((enum av_work_kind)kind),
                  config_words(config));
        total += expected[kind];
    }
    cr_assert(av_work_multiply_adds(found) == total);
}

static void check_step(const struct av_work *found, const uint64_t expected[AV_WORK_KIND_COUNT], uint64_t written,
                       uint64_t read, const struct av_config *config)
{
    check_work(found, expected, config);
    cr_assert(found->cache_bytes_written == written && found->cache_bytes_read == read, "%s", config_words(config));
}

static void check_formula(const struct av_work *found, const struct av_config *config, int n, bool is_cached)
{
    struct av_work formula = av_work_formula(config, n, is_cached);
    check_step(found, formula.multiply_adds, formula.cache_bytes_written, formula.cache_bytes_read, config);
    for (int rows = 0; rows < AV_WORK_ROWS_COUNT; rows++) {
        const struct av_row_reads *a = &found->reads[rows], *b = &formula.reads[rows];
        cr_assert(a->first == b->first && a->end == b->end && a->count == b->count, "%d of %s", rows,
                  config_words(config));
    }
}

/* After n steps row i (1-based) of Q has been read by its own step alone, and of K and V by its own and all after it;
 * without the cache step s has read every row of Q once, and of K and V s times. */
static void check_row_reads(const struct av_trace *cached, const struct av_work *recomputed, int n)
{
    uint64_t layers = (uint64_t)cached->model->config.n_layer, sum = 0;
    for (int i = 1; i <= n; i++) {
        uint64_t squares = 0; /* Σ s of the steps from i to n */
        for (int step = i; step <= n; step++)
            squares += (uint64_t)step;
        cr_assert(av_trace_row_reads(cached, AV_QUANTITY_QUERY, i - 1, n) == 1);
        cr_assert(av_trace_row_reads(cached, AV_QUANTITY_QUERY, i - 1, i - 1) == 0, "not before it is there");
        cr_assert(av_work_row_reads(recomputed, n, AV_WORK_ROWS_QUERY, i - 1) == layers * (uint64_t)(n - i + 1));
        for (int k = 0; k < 2; k++) {
            enum av_quantity quantity = k == 0 ? AV_QUANTITY_KEY : AV_QUANTITY_VALUE;
            enum av_work_rows rows = k == 0 ? AV_WORK_ROWS_KEY : AV_WORK_ROWS_VALUE;
            cr_assert(av_trace_row_reads(cached, quantity, i - 1, n) == (uint64_t)(n - i + 1));
            cr_assert(av_work_row_reads(recomputed, n, rows, i - 1) == layers * squares);
            cr_assert(av_work_row_reads(&recomputed[n - 1], 1, rows, i - 1) == layers * (uint64_t)n);
        }
        sum += av_work_row_reads(recomputed, n, AV_WORK_ROWS_KEY, i - 1);
    }
    uint64_t steps = (uint64_t)n; /* Σ s² */
    cr_assert(sum == layers * steps * (steps + 1) * (2 * steps + 1) / 6);
    cr_assert(av_trace_row_reads(cached, AV_QUANTITY_KEY, n, n) == 0, "there is no such row");
}

Test(decoder, counted_work_is_the_closed_form_for_every_kind_of_model)
{
    struct random_numbers random = {2};
    for (int number = 0; number < RANDOM_CONFIGS; number += 2) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_trace cached, recomputed;
        struct av_work recomputations[24];
        int tokens[24], n = config.n_ctx;
        uint64_t kv_row = (uint64_t)(config.n_layer * config.n_kv_head * (config.d_k + config.d_v)) * 4;
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        cr_assert(av_trace_init(&cached, &model, causal, n, NULL) == AV_OK);
        cr_assert(av_trace_init(&recomputed, &model, causal, n, NULL) == AV_OK);
        for (int step = 1; step <= n; step++) {
            uint64_t row[AV_WORK_KIND_COUNT] = {0}, all[AV_WORK_KIND_COUNT] = {0}, kv = kv_row * (uint64_t)step;
            expect_row(&config, (uint64_t)step, row);
            for (int i = 0; i < step; i++)
                expect_row(&config, (uint64_t)step, all);
            cr_assert(av_decoder_append(&cached, tokens[step - 1], NULL) == AV_OK);
            cr_assert(av_decoder_recompute(&recomputed, tokens, step, NULL) == AV_OK);
            recomputations[step - 1] = recomputed.work[step - 1];
            check_step(&cached.work[step - 1], row, kv_row, kv, &config);
            check_step(&recomputed.work[step - 1], all, kv, kv * (uint64_t)step, &config);
            check_formula(&cached.work[step - 1], &config, step, true);
            check_formula(&recomputed.work[step - 1], &config, step, false);
            cr_assert(av_trace_cache_bytes(&cached, step) == kv);
            check_row_reads(&cached, recomputations, step);
        }
        cr_assert(av_trace_row_reads(&recomputed, AV_QUANTITY_VALUE, 0, n) == (uint64_t)n, "of the last step");
        av_trace_finish(&cached);
        av_trace_finish(&recomputed);
        av_model_finish(&model);
    }
}

Test(decoder, work_adds_up_field_by_field_but_for_the_rows_read)
{
    struct av_work total = {.multiply_adds = {1, 2, 3, 4, 5, 6, 7},
                            .cache_bytes_read = 7,
                            .cache_bytes_written = 8,
                            .cache_bytes_copied = 9};
    struct av_work part = {.multiply_adds = {10, 20, 30, 40, 50, 60, 70},
                           .cache_bytes_read = 70,
                           .cache_bytes_written = 80,
                           .cache_bytes_copied = 90};
    part.reads[AV_WORK_ROWS_KEY] = (struct av_row_reads){.first = 0, .end = 3, .count = 3};
    av_work_add(&total, &part);
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        cr_assert(total.multiply_adds[kind] == (uint64_t)(kind + 1) * 11);
    cr_assert(total.cache_bytes_read == 77 && total.cache_bytes_written == 88 && total.cache_bytes_copied == 99);
    cr_assert(total.reads[AV_WORK_ROWS_KEY].count == 0);
    cr_assert(av_work_multiply_adds(&total) == 308);
    cr_assert_str_eq(av_work_kind_name(AV_WORK_PROJECT), "project");
    cr_assert_str_eq(av_work_kind_name(AV_WORK_LOGITS), "logits");
}

Test(decoder, memory_grows_with_the_rows_not_with_their_square)
{
    struct av_config config = {.d_model = 64,
                               .n_layer = 4,
                               .n_head = 8,
                               .n_kv_head = 4,
                               .d_k = 8,
                               .d_v = 8,
                               .n_ctx = 1 << 16,
                               .vocab_size = 100};
    size_t once, tenfold;
    cr_assert(av_trace_bytes(&config, 6400, 0, &once, NULL) == AV_OK);
    cr_assert(av_trace_bytes(&config, 64000, 0, &tenfold, NULL) == AV_OK);
    cr_assert(tenfold <= 10 * once + 4096 && tenfold >= 9 * once);
}

Test(decoder, what_is_forgotten_leaves_nothing_behind)
{
    struct av_model model;
    struct av_trace trace, fresh;
    const int tokens[6] = {1, 2, 0, 3, 4, 2};
    make(&model, &trace, 8);
    cr_assert(av_trace_init(&fresh, &model, causal, 8, NULL) == AV_OK);
    for (int i = 0; i < 8; i++)
        cr_assert(av_decoder_append(&trace, i < 3 ? tokens[i] : 4 - i % 5, NULL) == AV_OK);
    av_trace_forget(&trace, 8);
    cr_assert_eq(trace.n, 8, "nothing to forget");
    av_trace_forget(&trace, 3);
    cr_assert(trace.n == 3 && trace.n_step == 3 && trace.written[3] == 0 && trace.work[3].cache_bytes_read == 0);
    for (int i = 0; i < 6; i++) {
        if (i >= 3)
            cr_assert(av_decoder_append(&trace, tokens[i], NULL) == AV_OK);
        cr_assert(av_decoder_append(&fresh, tokens[i], NULL) == AV_OK);
    }
    struct av_comparison comparison = av_trace_compare(&trace, &fresh, 6);
    cr_assert(comparison.values > 0 && comparison.different == 0);
    cr_assert(memcmp(trace.work, fresh.work, 6 * sizeof *trace.work) == 0);
    av_trace_finish(&fresh);
    finish(&model, &trace);
}
