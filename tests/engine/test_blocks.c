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
