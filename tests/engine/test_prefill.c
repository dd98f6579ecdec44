/* A prompt that is read in one step: the numbers of one step a token, the work of a recomputation, and a trace that
 * goes on from it as from any other. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "random_model.h"

#define TOKENS_MAX 24

static const struct av_rule causal = {.scaled = true, .mask = AV_MASK_CAUSAL};
static const struct av_config shape = {
    .d_model = 4, .n_layer = 2, .n_head = 2, .n_kv_head = 1, .d_k = 2, .d_v = 3, .n_ctx = 8, .vocab_size = 5};
static const int words[8] = {4, 0, 3, 1, 2, 2, 0, 4};

static void append(struct av_trace *trace, const int *tokens, int first, int n)
{
    for (int i = first; i < n; i++)
        cr_assert(av_decoder_append(trace, tokens[i], NULL) == AV_OK);
}

/* Work of n rows that meet n keys each, from the shapes alone. */
static void check_work(const struct av_work *work, const struct av_config *c, uint64_t n)
{
    uint64_t layers = (uint64_t)c->n_layer, d = (uint64_t)c->d_model, heads = (uint64_t)c->n_head;
    uint64_t d_k = (uint64_t)c->d_k, d_v = (uint64_t)c->d_v, kv = (uint64_t)c->n_kv_head * (d_k + d_v);
    cr_assert(work->multiply_adds[AV_WORK_PROJECT] == n * layers * d * (heads * d_k + kv));
    cr_assert(work->multiply_adds[AV_WORK_SCORES] == n * n * layers * heads * d_k, "the future's too, and then masked");
    cr_assert(work->multiply_adds[AV_WORK_MIX] == n * n * layers * heads * d_v);
    cr_assert(work->multiply_adds[AV_WORK_OUTPUT] == n * layers * heads * d_v * d);
    cr_assert(work->multiply_adds[AV_WORK_LOGITS] == n * d * (uint64_t)c->vocab_size);
    cr_assert(work->cache_bytes_written == n * layers * kv * 4 && work->cache_bytes_read == n * n * layers * kv * 4);
    cr_assert(work->cache_bytes_copied == 0);
}

/* A prefill of prompt tokens and n − prompt steps after it: its numbers are those of n appends. */
static void check_run(const struct av_trace *trace, const int *tokens, int prompt, int n)
{
    struct av_trace one_by_one;
    cr_assert(av_trace_init(&one_by_one, trace->model, trace->rule, trace->capacity, NULL) == AV_OK);
    append(&one_by_one, tokens, 0, n);
    struct av_comparison comparison = av_trace_compare(&one_by_one, trace, n);
    cr_assert(comparison.values > 0 && comparison.different == 0 && comparison.max_difference == 0.0f, "%d of %d: %s",
              prompt, n, config_words(&trace->model->config));
    cr_assert(trace->n == n && trace->n_step == n);
    for (int i = 0; i < n; i++) {
        int step = i < prompt ? prompt : i + 1;
        cr_assert(trace->tokens[i] == tokens[i] && trace->born[i] == step && trace->written[i] == step);
        if (i + 1 < prompt)
            cr_assert(av_work_multiply_adds(&trace->work[i]) == 0 && trace->work[i].cache_bytes_read == 0);
        else if (i + 1 > prompt)
            cr_assert(memcmp(&trace->work[i], &one_by_one.work[i], sizeof trace->work[i]) == 0);
    }
    check_work(&trace->work[prompt - 1], &trace->model->config, (uint64_t)prompt);
    av_trace_finish(&one_by_one);
}

/* After the prefill every row of the prompt has met every key of it; then each step reads what is there once. */
static void check_reads(const struct av_trace *trace, int prompt)
{
    for (int step = 0; step <= trace->n; step++)
        for (int i = 0; i < trace->n; i++) {
            int born = i < prompt ? prompt : i + 1, first = i < prompt ? prompt : 1;
            int reads = step < born ? 0 : first + step - born;
            cr_assert(av_trace_row_reads(trace, AV_QUANTITY_QUERY, i, step) == (uint64_t)(step >= born));
            cr_assert(av_trace_row_reads(trace, AV_QUANTITY_KEY, i, step) == (uint64_t)reads);
            cr_assert(av_trace_row_reads(trace, AV_QUANTITY_VALUE, i, step) == (uint64_t)reads);
        }
}

static void check_trace(struct av_trace *trace, const int *tokens, int prompt, int n)
{
    cr_assert(av_decoder_prefill(trace, tokens, prompt, NULL) == AV_OK);
    check_run(trace, tokens, prompt, prompt);
    append(trace, tokens, prompt, n);
    check_run(trace, tokens, prompt, n);
    check_reads(trace, prompt);

    int kept = prompt + (n - prompt) / 2;
    av_trace_forget(trace, kept);
    check_run(trace, tokens, prompt, kept);
    av_trace_forget(trace, prompt);
    append(trace, tokens, prompt, n);
    check_run(trace, tokens, prompt, n);
}

Test(prefill, is_one_step_a_token_to_the_last_bit_in_one_piece_and_in_blocks)
{
    struct random_numbers random = {31};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_block_pool pool;
        struct av_trace trace, paged;
        bool banned[TOKENS_MAX];
        int tokens[TOKENS_MAX], n = config.n_ctx;
        int prompt = 1 + random_below(&random, n), block_size = 1 + random_below(&random, n);
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        random_bans(&random, banned, n);
        struct av_rule rule = {.scaled = number % 3 > 0, .banned = number % 2 ? banned : NULL};
        cr_assert(av_trace_init(&trace, &model, rule, n, NULL) == AV_OK);
        check_trace(&trace, tokens, prompt, n);
        cr_assert(av_block_pool_init(&pool, &config, block_size, (n + block_size - 1) / block_size, NULL) == AV_OK);
        cr_assert(av_trace_init_paged(&paged, &model, rule, n, &pool, NULL) == AV_OK);
        check_trace(&paged, tokens, prompt, n);
        cr_assert(av_trace_compare(&trace, &paged, n).different == 0);
        av_trace_finish(&paged);
        av_trace_finish(&trace);
        av_block_pool_finish(&pool);
        av_model_finish(&model);
    }
}

static void make(struct av_model *model, struct av_trace *trace, int capacity)
{
    struct random_numbers random = {32};
    random_model_init(model, &shape, &random);
    cr_assert(av_trace_init(trace, model, causal, capacity, NULL) == AV_OK);
}

Test(prefill, costs_what_a_recomputation_does_and_the_feed_forward_too)
{
    struct random_numbers random = {33};
    for (int number = 0; number < RANDOM_CONFIGS; number += 3) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_trace cached, recomputed;
        int tokens[TOKENS_MAX], n = config.n_ctx;
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        cr_assert(av_trace_init(&cached, &model, causal, n, NULL) == AV_OK);
        cr_assert(av_trace_init(&recomputed, &model, causal, n, NULL) == AV_OK);
        cr_assert(av_decoder_prefill(&cached, tokens, n, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&recomputed, tokens, n, NULL) == AV_OK);
        struct av_work formula = av_work_formula(&config, n, false);
        cr_assert(memcmp(&cached.work[n - 1], &recomputed.work[n - 1], sizeof formula) == 0);
        cr_assert(memcmp(&cached.work[n - 1], &formula, sizeof formula) == 0);
        av_trace_finish(&cached);
        av_trace_finish(&recomputed);
        av_model_finish(&model);
    }
}

Test(prefill, is_forgotten_as_a_whole_and_the_trace_may_begin_anew)
{
    struct av_model model;
    struct av_trace trace;
    make(&model, &trace, 8);
    cr_assert(av_decoder_prefill(&trace, words, 5, NULL) == AV_OK);
    append(&trace, words, 5, 7);
    av_trace_forget(&trace, 0);
    cr_assert(trace.n == 0 && trace.n_step == 0 && trace.born[0] == 0 && trace.written[4] == 0);
    append(&trace, words, 0, 4);
    check_run(&trace, words, 1, 4); /* a prefill of one token is an append */
    av_trace_reset(&trace, causal);
    cr_assert(av_decoder_prefill(&trace, words + 1, 3, NULL) == AV_OK);
    check_run(&trace, words + 1, 3, 3);
    av_trace_finish(&trace);
    av_model_finish(&model);
}

Test(prefill, a_fork_goes_on_from_its_end_or_later)
{
    for (int n = 5; n <= 7; n++) {
        struct av_model model;
        struct av_block_pool pool;
        struct av_trace trace, paged, forks[2];
        int other[8];
        make(&model, &trace, 8);
        cr_assert(av_block_pool_init(&pool, &shape, 3, 6, NULL) == AV_OK);
        cr_assert(av_trace_init_paged(&paged, &model, causal, 8, &pool, NULL) == AV_OK);
        struct av_trace *traces[2] = {&trace, &paged};
        for (int i = 0; i < 8; i++)
            other[i] = i < n ? words[i] : 4 - words[i];
        for (int i = 0; i < 2; i++) {
            cr_assert(av_decoder_prefill(traces[i], words, 5, NULL) == AV_OK);
            append(traces[i], words, 5, 7);
            cr_assert(av_trace_fork(&forks[i], traces[i], n, NULL) == AV_OK);
            append(traces[i], words, 7, 8);
            av_trace_finish(traces[i]);
            check_run(&forks[i], other, 5, n);
            for (int t = n; t < 8; t++)
                cr_assert(av_decoder_append(&forks[i], other[t], NULL) == AV_OK);
        }
        cr_assert(av_trace_compare(&forks[0], &forks[1], 8).different == 0);
        check_run(&forks[0], other, 5, 8);
        av_trace_finish(&forks[0]);
        av_trace_finish(&forks[1]);
        cr_assert(pool.n_free == 6);
        av_block_pool_finish(&pool);
        av_model_finish(&model);
    }
}

static void check_empty(const struct av_trace *trace)
{
    cr_assert(trace->n == 0 && trace->n_step == 0 && trace->born[0] == 0 && trace->written[0] == 0);
}

Test(prefill, faults_leave_the_trace_empty)
{
    const int bad[3] = {1, 5, 3};
    struct av_model model;
    struct av_block_pool pool;
    struct av_trace trace, paged, other;
    struct av_error error = {0};
    make(&model, &trace, 3);
    cr_assert(av_decoder_prefill(&trace, bad, 3, &error) == AV_ERROR_VALUE);
    cr_assert_str_eq(error.message, "a token from 0 to 4 expected, 5 found");
    check_empty(&trace);
    cr_assert(av_decoder_prefill(&trace, words, 4, &error) == AV_ERROR_LIMIT);
    cr_assert_str_eq(error.message, "at most 3 tokens allowed, 4 found");
    check_empty(&trace);

    cr_assert(av_block_pool_init(&pool, &shape, 2, 3, NULL) == AV_OK);
    cr_assert(av_trace_init_paged(&paged, &model, causal, 8, &pool, NULL) == AV_OK);
    cr_assert(av_trace_init_paged(&other, &model, causal, 8, &pool, NULL) == AV_OK);
    append(&other, words, 0, 3);
    cr_assert(av_decoder_prefill(&paged, words, 3, &error) == AV_ERROR_LIMIT, "one block is left, two are wanted");
    check_empty(&paged);
    av_trace_finish(&other);
    cr_assert(av_decoder_prefill(&paged, words, 5, &error) == AV_OK);
    check_run(&paged, words, 5, 5);
    av_trace_finish(&paged);
    av_block_pool_finish(&pool);
    av_trace_finish(&trace);
    av_model_finish(&model);
}
