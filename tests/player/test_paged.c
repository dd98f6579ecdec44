/* PagedAttention over a lesson: whatever the learner sets, forks and frees, the tables are true, and nothing is
 * lost. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "kit.h"

#define TOKENS 14
#define BLOCKS (2 * TOKENS)

struct paged {
    struct av_lesson lesson;
    struct av_player player;
};

/* A lesson of TOKENS tokens at its token-th one, 1-based, looked at through the lens. */
static void open_lens(struct paged *paged, uint64_t seed, int token)
{
    struct av_config config = kit_config();
    kit_lesson_init(&paged->lesson, &config, seed, 6, TOKENS - 6);
    kit_open(&paged->player, &paged->lesson);
    kit_go(&paged->player, token - 1, AV_STAGE_MIX, 0, 0);
    kit_do(&paged->player, AV_COMMAND_LENS_PAGED);
    cr_assert_not_null(paged->player.paged.run);
}

static void close_lens(struct paged *paged)
{
    av_player_finish(&paged->player);
    kit_lesson_finish(&paged->lesson);
}

static const struct av_paged_run *run_of(const struct paged *paged)
{
    cr_assert_not_null(paged->player.paged.run);
    return paged->player.paged.run;
}

/* Sets a control by its keys until it shows this. */
static void set_control(struct paged *paged, int control, const char *wanted)
{
    struct av_player *player = &paged->player;
    const struct av_control *of = &av_lens_info(AV_LENS_PAGED)->controls[control];
    char value[16];
    player->control = control;
    for (int i = 0; i < 100; i++)
        kit_do(player, AV_COMMAND_CONTROL_LESS);
    for (int i = 0; i < 100 && strcmp(of->show(player, AV_ENGLISH, value, sizeof value), wanted) != 0; i++)
        kit_do(player, AV_COMMAND_CONTROL_MORE);
    cr_assert_str_eq(of->show(player, AV_ENGLISH, value, sizeof value), wanted);
}

/* All that says where rows are. */
struct snapshot {
    int holders[BLOCKS], free[BLOCKS], n_free;
    int tables[AV_PAGED_SEQUENCES][BLOCKS], lengths[AV_PAGED_SEQUENCES], rows[AV_PAGED_SEQUENCES];
    int tokens[AV_PAGED_SEQUENCES][TOKENS];
};

static struct snapshot snap(const struct paged *paged)
{
    const struct av_paged_run *run = run_of(paged);
    struct snapshot snapshot;
    memset(&snapshot, 0, sizeof snapshot);
    memcpy(snapshot.holders, run->pool.holders, (size_t)run->pool.n_block * sizeof(int));
    memcpy(snapshot.free, run->pool.free, (size_t)run->pool.n_free * sizeof(int));
    snapshot.n_free = run->pool.n_free;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        const struct av_trace *trace = &run->sequences[s].trace;
        if (!run->sequences[s].open)
            continue;
        const int *table = av_trace_block_table(trace, &snapshot.lengths[s]);
        memcpy(snapshot.tables[s], table, (size_t)snapshot.lengths[s] * sizeof *table);
        memcpy(snapshot.tokens[s], trace->tokens, (size_t)trace->n * sizeof(int));
        snapshot.rows[s] = trace->n;
    }
    return snapshot;
}

static void expect_same(const struct snapshot *a, const struct snapshot *b, const char *when)
{
    cr_assert(memcmp(a, b, sizeof *a) == 0, "not the same %s", when);
}

/* Every number of a sequence is that of a cache in one piece, which is filled here anew. */
static void expect_contiguous(const struct av_player *player, const struct av_trace *trace)
{
    struct av_trace whole;
    const struct av_lesson *lesson = player->run.lesson;
    cr_assert(av_trace_init(&whole, &lesson->model, lesson->rule, lesson->model.config.n_ctx, NULL) == AV_OK);
    for (int i = 0; i < trace->n; i++)
        cr_assert(av_decoder_append(&whole, trace->tokens[i], NULL) == AV_OK);
    struct av_comparison comparison = av_trace_compare(trace, &whole, trace->n);
    cr_assert(comparison.values > 0 && comparison.different == 0);
    av_trace_finish(&whole);
}

/* How often the tables name a block. */
static int count_holders(const struct av_paged_run *run, int block)
{
    int holders = 0;
    for (int s = 0, n; s < AV_PAGED_SEQUENCES; s++) {
        if (!run->sequences[s].open)
            continue;
        const int *table = av_trace_block_table(&run->sequences[s].trace, &n);
        for (int b = 0; b < n; b++)
            holders += table[b] == block;
    }
    return holders;
}

static void check_pool(const struct av_paged_run *run)
{
    int n_free = 0;
    for (int block = 0; block < run->pool.n_block; block++) {
        struct av_paged_block found = av_paged_block(run, block);
        int holders = count_holders(run, block);
        cr_assert_eq(run->pool.holders[block], holders);
        cr_assert_eq((found.logical[0] >= 0) + (found.logical[1] >= 0), holders);
        cr_assert(holders > 0 ? found.rows >= 1 && found.rows <= run->pool.block_size : found.rows == 0);
        n_free += holders == 0;
    }
    cr_assert_eq(run->pool.n_free, n_free);
}

static void check_sequence(const struct av_player *player, const struct av_paged_run *run, int s)
{
    const struct av_trace *trace = &run->sequences[s].trace;
    int size = run->pool.block_size, n, missing = av_paged_missing(run, s);
    const int *table = av_trace_block_table(trace, &n);
    cr_assert_eq(n, (trace->n + size - 1) / size);
    cr_assert_eq(trace->n + missing, player->place.token + 1);
    if (missing > 0 && s == 0 && trace->n == 0) { /* the first step's rows all or none: there are not enough blocks */
        cr_assert_lt(run->pool.n_free * size, player->run.n_first);
    } else if (missing > 0) { /* only for want of a block: a new one, or one to copy into */
        cr_assert_eq(run->pool.n_free, 0);
        cr_assert(trace->n % size == 0 || run->pool.holders[table[n - 1]] > 1);
    }
    for (int i = 0; i < trace->n; i++) {
        if (s == 0 || i < run->sequences[s].n_shared)
            cr_assert_eq(trace->tokens[i], player->run.tokens[i]);
    }
    expect_contiguous(player, trace);
}

static void check_bytes(const struct av_player *player, const struct av_paged_run *run)
{
    const struct av_config *config = &player->run.lesson->model.config;
    size_t row = (size_t)(config->n_layer * config->n_kv_head * (config->d_k + config->d_v)) * 4;
    size_t block = row * (size_t)run->pool.block_size, rows = 0, blocks = 0, sequences = 0;
    for (int s = 0, n; s < AV_PAGED_SEQUENCES; s++) {
        if (!run->sequences[s].open)
            continue;
        av_trace_block_table(&run->sequences[s].trace, &n);
        rows += row * (size_t)run->sequences[s].trace.n;
        blocks += block * (size_t)n;
        sequences++;
    }
    struct av_paged_bytes bytes = av_paged_bytes(run);
    cr_assert_eq(bytes.rows, rows);
    cr_assert_eq(bytes.wasted, blocks - rows);
    cr_assert_lt(bytes.wasted, sequences * block);
    cr_assert_eq(bytes.held, block * (size_t)(run->pool.n_block - run->pool.n_free));
    cr_assert_eq(bytes.rows + bytes.wasted - bytes.shared, bytes.held);
    cr_assert_eq(bytes.preallocated, sequences * row * (size_t)config->n_ctx);
}

static void check_all(const struct paged *paged)
{
    const struct av_player *player = &paged->player;
    const struct av_paged_run *run = player->paged.run;
    bool looks = player->place.lens == AV_LENS_PAGED && av_player_can_cache(player);
    cr_assert_eq(run != NULL, looks, "lens %d", player->place.lens);
    if (run == NULL)
        return;
    cr_assert_eq(run->token, player->place.token);
    cr_assert(run->sequences[0].open && run->sequences[1].open == av_paged_forked(player));
    check_pool(run);
    check_bytes(player, run);
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        if (run->sequences[s].open)
            check_sequence(player, run, s);
    }
    cr_assert(run->comparison.values > 0 && run->comparison.different == 0);
}

Test(paged, tables_counts_and_numbers_are_true_whatever_is_pressed)
{
    static const enum av_command_id commands[] = {
        AV_COMMAND_TOKEN_NEXT,   AV_COMMAND_TOKEN_NEXT,   AV_COMMAND_TOKEN_NEXT,   AV_COMMAND_TOKEN_BACK,
        AV_COMMAND_LENS_RUN,     AV_COMMAND_LENS_RUN,     AV_COMMAND_CONTROL_NEXT, AV_COMMAND_CONTROL_MORE,
        AV_COMMAND_CONTROL_LESS, AV_COMMAND_FIRST,        AV_COMMAND_LAST,         AV_COMMAND_MASK,
        AV_COMMAND_SCALE,        AV_COMMAND_UNDO,         AV_COMMAND_LEAVE,        AV_COMMAND_LENS_PAGED,
        AV_COMMAND_SIDE_BY_SIDE, AV_COMMAND_DELETE,       AV_COMMAND_BAN,          AV_COMMAND_CACHE,
        AV_COMMAND_LENS_PAGED,   AV_COMMAND_CONTROL_LESS, AV_COMMAND_LENS_NEXT,    AV_COMMAND_LENS_PAGED,
        AV_COMMAND_PREFILL,
    };
    uint64_t state = 20261130;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct paged paged;
        open_lens(&paged, seed, 4);
        for (int i = 0; i < 500; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            kit_do(&paged.player, commands[(state >> 33) % (sizeof commands / sizeof *commands)]);
            check_all(&paged);
        }
        close_lens(&paged);
    }
}

Test(paged, blocks_do_not_lie_in_the_order_of_the_text)
{
    struct paged paged;
    static const char *const sizes[] = {"1", "2", "4"};
    open_lens(&paged, 1, TOKENS);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n, unordered = 0;
        set_control(&paged, 0, sizes[i]);
        const int *table = av_trace_block_table(&run_of(&paged)->sequences[0].trace, &n);
        for (int b = 1; b < n; b++)
            unordered += table[b] != table[b - 1] + 1;
        cr_assert_gt(unordered, 0);
    }
    close_lens(&paged);
}

Test(paged, a_fork_copies_the_shared_block_once_it_is_written_into)
{
    struct paged paged;
    open_lens(&paged, 2, 10); /* of 4 rows a block: the third one has two */
    struct snapshot before = snap(&paged);
    kit_do(&paged.player, AV_COMMAND_LENS_RUN);
    struct snapshot forked = snap(&paged);
    cr_assert_eq(forked.n_free, before.n_free);
    cr_assert(memcmp(forked.tables[0], forked.tables[1], sizeof *forked.tables) == 0);
    for (int b = 0; b < 3; b++)
        cr_assert_eq(forked.holders[forked.tables[0][b]], 2);

    kit_do(&paged.player, AV_COMMAND_TOKEN_NEXT);
    struct snapshot written = snap(&paged);
    const struct av_paged_write *write = &run_of(&paged)->sequences[0].write;
    cr_assert_eq(written.n_free, before.n_free - 1);
    cr_assert_neq(written.tables[0][2], before.tables[0][2]);
    cr_assert_eq(written.tables[1][2], before.tables[0][2]);
    cr_assert_eq(write->copied, 2);
    cr_assert_eq(write->copied_from, before.tables[0][2]);
    cr_assert_eq(write->block, written.tables[0][2]);
    cr_assert_eq(run_of(&paged)->sequences[0].trace.work[10].cache_bytes_copied, 2 * 2 * 2 * (4 + 3) * 4);
    cr_assert_eq(run_of(&paged)->sequences[1].write.copied, 0);
    close_lens(&paged);
}

/* At a block's end nothing has to be copied: both take new blocks. */
Test(paged, a_fork_of_full_blocks_copies_nothing)
{
    struct paged paged;
    open_lens(&paged, 2, 8);
    kit_press(&paged.player, "Enter Down");
    struct snapshot written = snap(&paged);
    cr_assert_eq(run_of(&paged)->sequences[0].write.copied + run_of(&paged)->sequences[1].write.copied, 0);
    cr_assert_neq(written.tables[0][2], written.tables[1][2]);
    cr_assert_eq(written.holders[written.tables[0][1]], 2);
    close_lens(&paged);
}

Test(paged, a_fork_that_is_freed_leaves_all_as_it_was)
{
    struct paged paged;
    for (int token = 1; token <= TOKENS; token++) {
        open_lens(&paged, 3, token);
        struct snapshot before = snap(&paged);
        kit_press(&paged.player, "Enter Enter");
        struct snapshot after = snap(&paged);
        expect_same(&before, &after, "after fork and free");
        cr_assert_eq(paged.player.paged.n_event, 0);
        close_lens(&paged);
    }
}

/* What is replayed from the start is what happened: forks, frees and copies in between. */
Test(paged, there_and_back_is_the_same)
{
    static const char *const ways[] = {"Enter Down Down Down", "Enter Down Down Enter Down",
                                       "Enter Down Enter Down Enter Down Down", "Enter Down Enter Enter Down",
                                       "Down Enter Enter Enter Down Down"};
    static const char *const sizes[] = {"1", "2", "4", "8"};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            struct paged paged;
            open_lens(&paged, 4, 7);
            set_control(&paged, 0, sizes[size]);
            kit_press(&paged.player, ways[way]);
            struct snapshot before = snap(&paged);
            int token = paged.player.place.token;
            kit_do(&paged.player, AV_COMMAND_FIRST);
            cr_assert_not(run_of(&paged)->sequences[1].open);
            while (paged.player.place.token < token)
                kit_do(&paged.player, AV_COMMAND_TOKEN_NEXT);
            struct snapshot after = snap(&paged);
            expect_same(&before, &after, ways[way]);
            close_lens(&paged);
        }
    }
}

/* The largest logit but one's, by a loop over a row of the lesson's own trace. */
static int largest_but(const struct av_trace *trace, int row, int excluded)
{
    int largest = -1;
    for (int id = 0; id < trace->model->config.vocab_size; id++) {
        float logit = av_trace_value(trace, AV_QUANTITY_LOGITS, 0, row, id);
        if (id != excluded && (largest < 0 || logit > av_trace_value(trace, AV_QUANTITY_LOGITS, 0, row, largest)))
            largest = id;
    }
    return largest;
}

Test(paged, a_fork_says_something_else_and_then_what_is_likeliest)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct paged paged;
        open_lens(&paged, seed, 7); /* the lesson's next token is the model's own: the fork's is the second likeliest */
        kit_press(&paged.player, "Enter Down Down Down");
        const struct av_trace *fork = &run_of(&paged)->sequences[1].trace;
        const struct av_run *run = &paged.player.run;
        cr_assert_eq(largest_but(&run->cached, 6, AV_ANY), run->tokens[7]);
        cr_assert_eq(fork->tokens[7], largest_but(&run->cached, 6, run->tokens[7]));
        for (int i = 8; i < fork->n; i++)
            cr_assert_eq(fork->tokens[i], largest_but(fork, i - 1, AV_ANY));
        cr_assert_eq(fork->n, 10);
        close_lens(&paged);
    }
}

Test(paged, without_a_block_left_the_rows_before_stay)
{
    struct paged paged;
    open_lens(&paged, 5, 12);
    set_control(&paged, 1, "3");
    struct snapshot full = snap(&paged);
    cr_assert(full.n_free == 0 && full.rows[0] == 12 && av_paged_missing(run_of(&paged), 0) == 0);
    kit_press(&paged.player, "Down Down");
    struct snapshot after = snap(&paged);
    expect_same(&full, &after, "two steps after the last block");
    cr_assert_eq(av_paged_missing(run_of(&paged), 0), 2);
    check_all(&paged);
    set_control(&paged, 1, "4"); /* one more mends it */
    cr_assert_eq(av_paged_missing(run_of(&paged), 0), 0);
    cr_assert_eq(snap(&paged).rows[0], 14);
    check_all(&paged);
    close_lens(&paged);
}

Test(paged, freed_blocks_are_what_the_other_sequence_waited_for)
{
    struct paged paged;
    open_lens(&paged, 6, 7);
    set_control(&paged, 1, "4");
    kit_press(&paged.player, "Enter Down Down Down Down Down Down Down");
    struct snapshot waiting = snap(&paged); /* 0 and 1 of A, 0 and 1 of B; 0 is shared, so one is A's third */
    cr_assert_eq(waiting.n_free, 0);
    cr_assert_gt(av_paged_missing(run_of(&paged), 0) + av_paged_missing(run_of(&paged), 1), 0);
    check_all(&paged);
    kit_do(&paged.player, AV_COMMAND_LENS_RUN);
    cr_assert_eq(av_paged_missing(run_of(&paged), 0), 0);
    cr_assert(memcmp(snap(&paged).tables[0], waiting.tables[0], (size_t)waiting.lengths[0] * sizeof(int)) == 0);
    check_all(&paged);
    close_lens(&paged);
}

Test(paged, a_prompt_that_is_read_at_once_takes_its_blocks_in_one_step)
{
    struct paged paged;
    open_lens(&paged, 7, 6);
    kit_press(&paged.player, "P");
    const struct av_paged_sequence *sequence = &run_of(&paged)->sequences[0];
    cr_assert(sequence->write.rows == 6 && sequence->trace.written[0] == 6);
    kit_press(&paged.player, "n");
    sequence = &run_of(&paged)->sequences[0];
    cr_assert(sequence->write.rows == 1 && sequence->trace.written[6] == 7);
    close_lens(&paged);
}

Test(paged, nothing_is_held_in_other_lenses)
{
    static const char *const ways_out[] = {"Escape", "1", "2", "=", "3", "4"};
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
        struct paged paged;
        open_lens(&paged, 7, 5);
        kit_press(&paged.player, "Enter");
        kit_press(&paged.player, ways_out[i]);
        cr_assert_null(paged.player.paged.run);
        cr_assert_neq(paged.player.place.lens, AV_LENS_PAGED);
        kit_press(&paged.player, "8"); /* the fork is still there */
        cr_assert(run_of(&paged)->sequences[1].open);
        close_lens(&paged);
    }
}

Test(paged, under_a_rule_that_looks_ahead_there_is_no_cache_to_cut)
{
    struct paged paged;
    open_lens(&paged, 8, 5);
    kit_press(&paged.player, "m m");
    cr_assert_not(av_player_can_cache(&paged.player));
    cr_assert_null(paged.player.paged.run);
    kit_press(&paged.player, "Enter");
    cr_assert_eq(paged.player.notice, AV_NOTICE_NO_CACHE);
    cr_assert_eq(paged.player.paged.n_event, 0);
    kit_press(&paged.player, "m");
    cr_assert_not_null(paged.player.paged.run);
    check_all(&paged);
    close_lens(&paged);
}

Test(paged, block_sizes_are_powers_of_two_up_to_n_ctx)
{
    static const struct {
        int n_ctx, most;
    } cases[] = {{1, 1}, {2, 2}, {3, 2}, {7, 4}, {15, 8}, {16, 16}, {64, 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct paged paged;
        struct av_config config = kit_config();
        config.n_ctx = cases[i].n_ctx;
        kit_lesson_init(&paged.lesson, &config, 9, 1, 0);
        kit_open(&paged.player, &paged.lesson);
        kit_press(&paged.player, "8 + + + + +");
        cr_assert_eq(run_of(&paged)->pool.block_size, cases[i].most);
        check_all(&paged);
        kit_press(&paged.player, "- - - - -");
        cr_assert_eq(run_of(&paged)->pool.block_size, 1);
        cr_assert_eq(paged.player.notice, AV_NOTICE_SMALLEST);
        check_all(&paged);
        close_lens(&paged);
    }
}

/* Cutting the same room into other blocks, and back, is not a change of the room. */
Test(paged, a_pool_keeps_its_room)
{
    struct paged paged;
    open_lens(&paged, 10, 5);
    set_control(&paged, 1, "3");
    set_control(&paged, 0, "2");
    cr_assert_eq(run_of(&paged)->pool.n_block, 6);
    set_control(&paged, 0, "8");
    cr_assert_eq(run_of(&paged)->pool.n_block, 1);
    set_control(&paged, 0, "4");
    cr_assert_eq(run_of(&paged)->pool.n_block, 3);
    close_lens(&paged);
}
