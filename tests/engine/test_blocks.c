/* The KV cache in blocks: the same bits as in one piece, shared and copied on write, and nothing lost when blocks run
 * out. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "random_model.h"
#include "trace_store.h"

#define TOKENS_MAX 40

static struct random_numbers scrambling = {91};

/* Free blocks in an order that is none, so that neighbours in a sequence are none in memory. */
static void scramble(struct av_block_pool *pool)
{
    for (int i = pool->n_free - 1; i > 0; i--) {
        int other = random_below(&scrambling, i + 1), block = pool->free[i];
        pool->free[i] = pool->free[other];
        pool->free[other] = block;
    }
}

/* What a block holds when it is taken means nothing: anything that reads it must show. */
static void spoil_free_blocks(struct av_block_pool *pool)
{
    for (int i = 0; i < pool->n_free; i++)
        memset(av_block_pool_layer(pool, pool->free[i], 0), 0xff, pool->block_stride * sizeof *pool->data);
}

static void make_pool(struct av_block_pool *pool, const struct av_config *config, int block_size, int n_block)
{
    struct av_error error = {0};
    cr_assert(av_block_pool_init(pool, config, block_size, n_block, &error) == AV_OK, "%s", error.message);
    spoil_free_blocks(pool);
    scramble(pool);
}

static int blocks_of(int n, int block_size)
{
    return (n + block_size - 1) / block_size;
}

static void append(struct av_trace *trace, const int *tokens, int first, int n)
{
    struct av_error error = {0};
    for (int i = first; i < n; i++)
        cr_assert(av_decoder_append(trace, tokens[i], &error) == AV_OK, "%s", error.message);
}

/* A contiguous run of the same tokens. */
static void run_contiguous(struct av_trace *trace, const struct av_trace *like, const int *tokens, int n)
{
    cr_assert(av_trace_init(trace, like->model, like->rule, like->capacity, NULL) == AV_OK);
    trace->store->kernels = like->store->kernels;
    append(trace, tokens, 0, n);
}

/* A trace holds what a contiguous run of its tokens does, to the last bit, and did the same work. */
static void check_run(const struct av_trace *trace, const int *tokens, int n)
{
    struct av_trace contiguous;
    int block_size = av_trace_pool(trace)->block_size;
    cr_assert(trace->n == n && trace->n_step == n);
    run_contiguous(&contiguous, trace, tokens, n);
    struct av_comparison comparison = av_trace_compare(&contiguous, trace, n);
    cr_assert(comparison.different == 0 && comparison.values > 0, "%s, blocks of %d: %d differ, by up to %g: %s",
              trace->store->kernels->name, block_size, (int)comparison.different, (double)comparison.max_difference,
              config_words(&trace->model->config));
    for (int i = 0; i < n; i++) {
        cr_assert(memcmp(trace->work[i].multiply_adds, contiguous.work[i].multiply_adds,
                         sizeof trace->work[i].multiply_adds) == 0);
        cr_assert(trace->work[i].cache_bytes_read == contiguous.work[i].cache_bytes_read);
        cr_assert(trace->work[i].cache_bytes_written == contiguous.work[i].cache_bytes_written);
        cr_assert(trace->tokens[i] == tokens[i] && trace->born[i] == i + 1 && trace->written[i] == i + 1);
    }
    av_trace_finish(&contiguous);
}

/* Every row through the accessors that take one number or one row; the comparison looks at rows as they lie. */
static void check_accessors(const struct av_trace *trace, const struct av_trace *contiguous)
{
    const struct av_config *config = &trace->model->config;
    float row[TOKENS_MAX * 4], other[TOKENS_MAX * 4];
    for (int cell = 0; cell < config->n_layer * trace->n; cell++) {
        int layer = cell / trace->n, i = cell % trace->n;
        for (int quantity = AV_QUANTITY_KEY; quantity <= AV_QUANTITY_VALUE; quantity++) {
            int width = av_quantity_width(config, (enum av_quantity)quantity);
            cr_assert(width <= TOKENS_MAX * 4);
            av_trace_row(trace, (enum av_quantity)quantity, layer, i, row);
            av_trace_row(contiguous, (enum av_quantity)quantity, layer, i, other);
            cr_assert(memcmp(row, other, (size_t)width * sizeof *row) == 0);
            for (int c = 0; c < width; c++)
                cr_assert(av_trace_value(trace, (enum av_quantity)quantity, layer, i, c) == row[c]);
        }
        cr_assert(memcmp(av_trace_numbers(trace, AV_QUANTITY_VALUE, layer, i), row,
                         (size_t)(config->n_kv_head * config->d_v) * sizeof *row) == 0);
        for (int head = 0; head < config->n_head; head++)
            cr_assert(av_trace_score(trace, AV_SCORE_RAW, layer, head, trace->n - 1, i) ==
                      av_trace_score(contiguous, AV_SCORE_RAW, layer, head, trace->n - 1, i));
    }
}

/* A prompt in blocks, two that go on from it, and one that starts in blocks which have been used before. */
static void check_block_size(const struct av_model *model, const struct av_kernels *kernels, struct av_rule rule,
                             int block_size, int *tokens[2])
{
    struct av_block_pool pool;
    struct av_trace trace, fork, contiguous;
    int n = model->config.n_ctx, prompt = 1 + random_below(&scrambling, n - 1);
    make_pool(&pool, &model->config, block_size, 2 * blocks_of(n, block_size));
    cr_assert(av_trace_init_paged(&trace, model, rule, n, &pool, NULL) == AV_OK);
    trace.store->kernels = kernels;
    append(&trace, tokens[0], 0, prompt);
    cr_assert(av_trace_fork(&fork, &trace, prompt, NULL) == AV_OK);
    memcpy(tokens[1], tokens[0], (size_t)prompt * sizeof *tokens[1]);
    for (int i = prompt; i < n; i++) { /* in turns, so that their blocks alternate */
        append(&trace, tokens[0], i, i + 1);
        append(&fork, tokens[1], i, i + 1);
    }
    check_run(&trace, tokens[0], n);
    check_run(&fork, tokens[1], n);
    av_trace_reset(&trace, rule);
    spoil_free_blocks(&pool);
    scramble(&pool);
    append(&trace, tokens[1], 0, n);
    check_run(&trace, tokens[1], n);
    run_contiguous(&contiguous, &trace, tokens[1], n);
    check_accessors(&trace, &contiguous);
    av_trace_finish(&contiguous);
    av_trace_finish(&trace);
    check_run(&fork, tokens[1], n);
    av_trace_finish(&fork);
    cr_assert(pool.n_free == pool.n_block);
    av_block_pool_finish(&pool);
}

Test(blocks, attention_over_blocks_is_attention_over_one_piece_to_the_last_bit)
{
    static const int sizes[] = {1, 2, 3, 4, 7, 16, 0};
    const struct av_kernels *variants[AV_KERNELS_MAX];
    int n_variant = av_kernels_list(variants);
    struct random_numbers random = {92};
    for (int number = 0; number < RANDOM_CONFIGS; number++) {
        struct av_config config = random_config(&random, number);
        int one[TOKENS_MAX], two[TOKENS_MAX], *tokens[2] = {one, two};
        bool banned[TOKENS_MAX];
        struct av_model model;
        if (number % 8 == 0)
            config.n_ctx = TOKENS_MAX - random_below(&random, 8);
        random_model_init(&model, &config, &random);
        random_bans(&random, banned, config.n_ctx);
        struct av_rule rule = {.scaled = number % 3 > 0, .banned = number % 2 ? banned : NULL};
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int block_size = sizes[s] == 0 || sizes[s] > config.n_ctx ? config.n_ctx : sizes[s];
            random_tokens(&random, &config, one, config.n_ctx);
            random_tokens(&random, &config, two, config.n_ctx);
            check_block_size(&model, variants[(number + (int)s) % n_variant], rule, block_size, tokens);
        }
        av_model_finish(&model);
    }
}

static const struct av_config shape = {
    .d_model = 6, .n_layer = 2, .n_head = 4, .n_kv_head = 2, .d_k = 3, .d_v = 5, .n_ctx = 12, .vocab_size = 7};
static const struct av_rule causal = {.scaled = true, .mask = AV_MASK_CAUSAL};
static const int words[12] = {3, 1, 4, 1, 5, 2, 6, 5, 3, 0, 2, 4};
#define ROW_BYTES (2u * 2u * (3u + 5u) * 4u) /* n_layer · n_kv_head · (d_k + d_v) · 4 */

static void open_shape(struct av_model *model, struct av_block_pool *pool, int block_size, int n_block)
{
    struct random_numbers random = {93};
    random_model_init(model, &shape, &random);
    cr_assert(av_block_pool_init(pool, &shape, block_size, n_block, NULL) == AV_OK);
}

static void open_trace(struct av_trace *trace, const struct av_model *model, struct av_block_pool *pool)
{
    cr_assert(av_trace_init_paged(trace, model, causal, 12, pool, NULL) == AV_OK);
}

static void check_table(const struct av_trace *trace, int n, int a, int b, int c)
{
    const int expected[] = {a, b, c};
    int count;
    const int *table = av_trace_block_table(trace, &count);
    cr_assert(count == n, "%d blocks", count);
    cr_assert(memcmp(table, expected, (size_t)n * sizeof *table) == 0);
}

Test(blocks, a_block_is_taken_when_the_last_is_full_and_a_fork_copies_only_the_one_it_writes_into)
{
    struct av_model model;
    struct av_block_pool pool;
    struct av_trace trace, fork;
    open_shape(&model, &pool, 4, 5);
    open_trace(&trace, &model, &pool);
    check_table(&trace, 0, 0, 0, 0);
    append(&trace, words, 0, 4);
    check_table(&trace, 1, 0, 0, 0);
    append(&trace, words, 4, 6);
    check_table(&trace, 2, 0, 1, 0);
    cr_assert(av_trace_fork(&fork, &trace, 6, NULL) == AV_OK);
    check_table(&fork, 2, 0, 1, 0);
    cr_assert(pool.n_free == 3 && pool.holders[0] == 2 && pool.holders[1] == 2);

    append(&fork, words, 6, 7); /* rows 4 and 5 are copied, row 6 is new */
    check_table(&trace, 2, 0, 1, 0);
    check_table(&fork, 2, 0, 2, 0);
    cr_assert(pool.n_free == 2 && pool.holders[0] == 2 && pool.holders[1] == 1 && pool.holders[2] == 1);
    cr_assert(fork.work[6].cache_bytes_copied == 2 * ROW_BYTES && fork.work[6].cache_bytes_written == ROW_BYTES);
    append(&trace, words, 6, 9); /* which holds its block alone by now */
    check_table(&trace, 3, 0, 1, 3);
    for (int i = 0; i < 9; i++)
        cr_assert(trace.work[i].cache_bytes_copied == 0);

    av_trace_finish(&trace);
    cr_assert(pool.n_free == 3 && pool.holders[0] == 1 && pool.holders[1] == 0);
    av_trace_finish(&trace);
    cr_assert(pool.n_free == 3, "a block is given back once");
    append(&fork, words, 7, 8);
    check_run(&fork, words, 8);
    av_trace_finish(&fork);
    av_block_pool_finish(&pool);
    av_block_pool_finish(&pool);
    av_model_finish(&model);
}

Test(blocks, a_fork_may_go_on_from_any_row_and_neither_side_sees_what_the_other_writes)
{
    for (int n = 0; n <= 9; n++) {
        struct av_model model;
        struct av_block_pool pool;
        struct av_trace trace, fork;
        int other[12];
        open_shape(&model, &pool, 4, 6);
        open_trace(&trace, &model, &pool);
        append(&trace, words, 0, 9);
        cr_assert(av_trace_fork(&fork, &trace, n, NULL) == AV_OK);
        for (int i = 0; i < 12; i++)
            other[i] = i < n ? words[i] : 6 - words[i];
        append(&trace, words, 9, 10); /* where n > 8, the first one to write copies, and may be either */
        append(&fork, other, n, 12);
        append(&trace, words, 10, 12);
        check_run(&trace, words, 12);
        check_run(&fork, other, 12);
        cr_assert(pool.n_free == 6 - 3 - (3 - n / 4), "whole blocks are shared still");
        av_trace_finish(&trace);
        av_trace_finish(&fork);
        av_block_pool_finish(&pool);
        av_model_finish(&model);
    }
}

Test(blocks, a_fork_of_the_contiguous_cache_is_a_copy)
{
    struct av_model model;
    struct av_trace trace, fork;
    struct random_numbers random = {94};
    random_model_init(&model, &shape, &random);
    cr_assert(av_trace_init(&trace, &model, causal, 12, NULL) == AV_OK);
    cr_assert(av_trace_pool(&trace)->n_block == 1 && av_trace_pool(&trace)->block_size == 12);
    append(&trace, words, 0, 7);
    cr_assert(av_trace_fork(&fork, &trace, 5, NULL) == AV_OK);
    append(&trace, words, 7, 12);
    check_run(&trace, words, 12);
    av_trace_finish(&trace);
    append(&fork, words, 5, 12);
    check_run(&fork, words, 12);
    av_trace_finish(&fork);
    av_model_finish(&model);
}

Test(blocks, running_out_of_blocks_loses_nothing_and_goes_on_when_some_come_back)
{
    struct av_model model;
    struct av_block_pool pool;
    struct av_trace trace, fork, other;
    struct av_error error = {0};
    int count;
    open_shape(&model, &pool, 4, 3);
    open_trace(&trace, &model, &pool);
    open_trace(&other, &model, &pool);
    append(&trace, words, 0, 6);
    append(&other, words, 0, 4);
    cr_assert(av_trace_fork(&fork, &trace, 6, &error) == AV_OK, "which takes no block");
    for (int again = 0; again < 2; again++) {
        cr_assert(av_decoder_append(&fork, 1, &error) == AV_ERROR_LIMIT);
        cr_assert_str_eq(error.message, "1 free block of 4 rows expected, 0 of 3 found");
        cr_assert(av_decoder_append(&other, 1, &error) == AV_ERROR_LIMIT && other.n == 4);
        cr_assert(fork.n == 6 && fork.n_step == 6 && pool.n_free == 0 && pool.holders[1] == 2);
    }
    check_table(&fork, 2, 0, 1, 0);
    check_run(&fork, words, 6);
    check_run(&other, words, 4);
    cr_assert(av_decoder_recompute(&other, words, 8, &error) == AV_ERROR_LIMIT);
    check_run(&other, words, 4);

    av_trace_finish(&other);
    append(&fork, words, 6, 8);
    check_run(&fork, words, 8);
    av_trace_block_table(&fork, &count);
    cr_assert(count == 2 && pool.n_free == 0);
    av_trace_reset(&trace, causal);
    append(&fork, words, 8, 12);
    check_run(&fork, words, 12);
    av_trace_finish(&trace);
    av_trace_finish(&fork);
    av_block_pool_finish(&pool);
    av_model_finish(&model);
}

Test(blocks, a_recomputation_writes_into_blocks_of_its_own)
{
    struct av_model model;
    struct av_block_pool pool;
    struct av_trace trace, fork, contiguous;
    open_shape(&model, &pool, 4, 6);
    open_trace(&trace, &model, &pool);
    append(&trace, words, 0, 10);
    cr_assert(av_trace_fork(&fork, &trace, 10, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&fork, words + 4, 5, NULL) == AV_OK);
    cr_assert(fork.work[4].cache_bytes_copied == 0, "as nothing is kept");
    cr_assert(pool.n_free == 1 && pool.holders[0] == 1 && pool.holders[2] == 1);
    check_run(&trace, words, 10);
    cr_assert(av_trace_init(&contiguous, &model, causal, 12, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&contiguous, words + 4, 5, NULL) == AV_OK);
    cr_assert(av_trace_compare(&contiguous, &fork, 5).different == 0);
    append(&fork, words + 4, 5, 8);
    append(&contiguous, words + 4, 5, 8);
    cr_assert(av_trace_compare(&contiguous, &fork, 8).different == 0);
    av_trace_finish(&contiguous);
    av_trace_finish(&trace);
    av_trace_finish(&fork);
    av_block_pool_finish(&pool);
    av_model_finish(&model);
}

Test(blocks, bytes_used_wasted_and_shared_are_those_of_the_rows)
{
    struct av_model model;
    struct av_block_pool pool;
    struct av_trace trace, fork;
    open_shape(&model, &pool, 4, 5);
    cr_assert(av_block_pool_block_bytes(&pool) == 4 * ROW_BYTES);
    open_trace(&trace, &model, &pool);
    for (int n = 0; n <= 10; n++) {
        struct av_trace_block_bytes bytes = av_trace_block_bytes(&trace);
        size_t blocks = (size_t)(n + 3) / 4;
        cr_assert(bytes.rows == (size_t)n * ROW_BYTES && bytes.blocks == blocks * 4 * ROW_BYTES);
        cr_assert(bytes.wasted == (blocks * 4 - (size_t)n) * ROW_BYTES && bytes.wasted < 4 * ROW_BYTES);
        cr_assert(bytes.shared == 0 && bytes.preallocated == 12 * ROW_BYTES);
        if (n < 10)
            append(&trace, words, n, n + 1);
    }
    cr_assert(av_trace_fork(&fork, &trace, 10, NULL) == AV_OK);
    append(&fork, words, 10, 11); /* two blocks are shared, the third is copied */
    struct av_block_pool_bytes all = av_block_pool_bytes(&pool);
    cr_assert(all.used == 4 * 4 * ROW_BYTES && all.free == 4 * ROW_BYTES && all.shared == 2 * 4 * ROW_BYTES);
    cr_assert(av_trace_block_bytes(&fork).shared == 2 * 4 * ROW_BYTES);
    cr_assert(av_trace_block_bytes(&fork).wasted == ROW_BYTES && av_trace_block_bytes(&trace).wasted == 2 * ROW_BYTES);
    av_trace_finish(&fork);
    av_trace_finish(&trace);
    av_block_pool_finish(&pool);
    av_model_finish(&model);
}

Test(blocks, pools_that_cannot_be_are_refused)
{
    struct av_config huge = {.d_model = 1, .n_layer = 1 << 20, .n_head = 1 << 15, .n_kv_head = 1 << 15};
    struct av_block_pool pool = {0};
    struct av_error error = {0};
    struct av_model model;
    struct av_trace trace;
    size_t bytes = 0;
    huge.d_k = huge.d_v = 1 << 15;
    huge.n_ctx = 1 << 20;
    cr_assert(av_block_pool_init(&pool, &shape, 0, 3, &error) == AV_ERROR_VALUE);
    cr_assert_str_eq(error.message, "1 to 12 rows expected in a block, 0 found");
    cr_assert(av_block_pool_init(&pool, &shape, 13, 3, &error) == AV_ERROR_VALUE);
    cr_assert(av_block_pool_init(&pool, &shape, -1, 3, &error) == AV_ERROR_VALUE);
    cr_assert(av_block_pool_init(&pool, &shape, 4, 0, &error) == AV_ERROR_VALUE);
    cr_assert_str_eq(error.message, "at least 1 block expected, 0 found");
    cr_assert(av_block_pool_init(&pool, &huge, 1 << 20, 1 << 20, &error) == AV_ERROR_LIMIT);
    cr_assert(av_block_pool_size(&shape, 4, 3, &bytes, &error) == AV_OK && bytes >= 3 * 4 * ROW_BYTES);
    av_block_pool_finish(&pool); /* of which nothing has been made */

    open_shape(&model, &pool, 8, 2);
    cr_assert(av_trace_init_paged(&trace, &model, causal, 7, &pool, &error) == AV_ERROR_VALUE);
    cr_assert_str_eq(error.message, "1 to 7 rows expected in a block, 8 found");
    cr_assert(av_trace_init_paged(&trace, &model, causal, 8, &pool, &error) == AV_OK);
    av_trace_finish(&trace);
    av_block_pool_finish(&pool);
    av_model_finish(&model);
}
