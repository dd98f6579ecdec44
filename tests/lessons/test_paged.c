/* What the lesson on PagedAttention claims: blocks that need not lie together, shared until one writes, and the same
 * bits. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

#define BLOCKS 16

static struct run run;
static struct av_block_pool pool;
static struct av_trace text, fork;

static void open_lesson(void)
{
    run_init(&run, "paged");
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(paged, .init = open_lesson, .fini = close_lesson);

static void open_blocks(int block_size)
{
    cr_assert_eq(av_block_pool_init(&pool, &run.lesson.model.config, block_size, BLOCKS, NULL), AV_OK);
    cr_assert_eq(av_trace_init_paged(&text, &run.lesson.model, run.lesson.rule, run.n, &pool, NULL), AV_OK);
}

static void append(struct av_trace *trace, int token)
{
    cr_assert_eq(av_decoder_append(trace, token, NULL), AV_OK);
}

/* The text up to the end of its prompt, and a second one that goes on from there. */
static void open_fork(int block_size)
{
    open_blocks(block_size);
    for (int i = 0; i < run.lesson.n_prompt; i++)
        append(&text, run.tokens[i]);
    cr_assert_eq(av_trace_fork(&fork, &text, run.lesson.n_prompt, NULL), AV_OK);
}

static void close_fork(void)
{
    av_trace_finish(&fork);
    av_trace_finish(&text);
    cr_assert_eq(pool.n_free, BLOCKS, "all are given back");
    av_block_pool_finish(&pool);
}

Test(paged, the_prompt_goes_on_in_two_ways_that_both_make_sense)
{
    cr_assert_eq(run.lesson.n_prompt, 6);
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[6]], "sleep");
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[7]], ".");
    double sing = probability(&run, 5, token_id(&run.lesson, "sing"));
    for (int token = 0; token < run.lesson.model.config.vocab_size; token++)
        if (token != token_id(&run.lesson, "sleep") && token != token_id(&run.lesson, "sing"))
            cr_assert_lt(probability(&run, 5, token), sing, "%s", run.lesson.vocabulary[token]);
}

Test(paged, blocks_give_the_bits_of_the_contiguous_cache)
{
    for (int block_size = 1; block_size <= run.n; block_size++) {
        open_blocks(block_size);
        for (int i = 0; i < run.n; i++)
            append(&text, run.tokens[i]);
        struct av_comparison comparison = av_trace_compare(&run.trace, &text, run.n);
        cr_assert(comparison.values > 0 && comparison.different == 0, "blocks of %d", block_size);
        av_trace_finish(&text);
        av_block_pool_finish(&pool);
    }
}

Test(paged, less_than_one_block_is_wasted)
{
    for (int block_size = 1; block_size <= run.n; block_size++) {
        open_blocks(block_size);
        for (int n = 1; n <= run.n; n++) {
            append(&text, run.tokens[n - 1]);
            struct av_trace_block_bytes bytes = av_trace_block_bytes(&text);
            size_t blocks = (size_t)((n + block_size - 1) / block_size);
            cr_assert_eq(bytes.rows, (size_t)n * 32);
            cr_assert_eq(bytes.blocks, blocks * (size_t)block_size * 32);
            cr_assert_eq(bytes.wasted, bytes.blocks - bytes.rows);
            cr_assert_lt(bytes.wasted, av_block_pool_block_bytes(&pool));
        }
        av_trace_finish(&text);
        av_block_pool_finish(&pool);
    }
}

static int holders_of(const struct av_trace *trace, int place)
{
    int n;
    const int *table = av_trace_block_table(trace, &n);
    cr_assert_lt(place, n);
    return pool.holders[table[place]];
}

/* Blocks of 4 for a prompt of 6: both are shared until one text writes; then the second one, half full, is copied. */
Test(paged, a_fork_shares_blocks_until_one_writes)
{
    open_fork(4);
    cr_assert(holders_of(&text, 0) == 2 && holders_of(&text, 1) == 2);
    cr_assert_eq(pool.n_free, BLOCKS - 2, "nothing is copied yet");
    append(&text, token_id(&run.lesson, "sleep"));
    cr_assert(holders_of(&text, 0) == 2 && holders_of(&text, 1) == 1 && holders_of(&fork, 1) == 1);
    cr_assert_eq(pool.n_free, BLOCKS - 3);
    cr_assert_eq(text.work[6].cache_bytes_copied, 2 * 32, "the two rows that were in it");
    append(&fork, token_id(&run.lesson, "sing"));
    cr_assert_eq(pool.n_free, BLOCKS - 3, "the old one is now its own");
    cr_assert_eq(fork.work[6].cache_bytes_copied, 0);
    close_fork();
}

/* Neither text notices the other: each has the numbers that it would have alone. */
Test(paged, two_continuations_do_not_disturb_each_other)
{
    const char *const ways[2][2] = {{"sleep", "."}, {"sing", "."}};
    for (int block_size = 1; block_size <= run.n; block_size++) {
        open_fork(block_size);
        struct av_trace *both[2] = {&text, &fork};
        for (int step = 0; step < 2; step++)
            for (int way = 0; way < 2; way++)
                append(both[way], token_id(&run.lesson, ways[way][step]));
        for (int way = 0; way < 2; way++) {
            struct av_trace alone;
            cr_assert_eq(av_trace_init(&alone, &run.lesson.model, run.lesson.rule, run.n, NULL), AV_OK);
            for (int i = 0; i < run.n; i++)
                append(&alone, i < 6 ? run.tokens[i] : token_id(&run.lesson, ways[way][i - 6]));
            cr_assert_eq(av_trace_compare(&alone, both[way], run.n).different, 0, "blocks of %d, %s", block_size,
                         ways[way][0]);
            av_trace_finish(&alone);
        }
        close_fork();
    }
}
