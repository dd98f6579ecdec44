/* What is counted of a step and of all steps, against closed forms that are reckoned here anew, for random models, both
 * ways. */
#include <criterion/criterion.h>

#include "attnviz/player/blocks.h"
#include "attnviz/player/tally.h"
#include "kit.h"

#define CONFIGS 300

/* Rows that a step of n tokens computes, where the first step reads so many. */
static uint64_t rows_of_step(uint64_t n, uint64_t first, bool cached)
{
    return !cached || n == first ? n : 1;
}

/* What each kind takes for some rows and pairs, from the shapes alone. */
static uint64_t expected(const struct av_config *c, enum av_work_kind kind, uint64_t rows, uint64_t pairs)
{
    uint64_t layers = (uint64_t)c->n_layer, d = (uint64_t)c->d_model, heads = (uint64_t)c->n_head;
    uint64_t d_k = (uint64_t)c->d_k, d_v = (uint64_t)c->d_v, groups = (uint64_t)c->n_kv_head;
    uint64_t matrices = c->feed_forward == AV_FEED_FORWARD_NONE ? 0 : c->feed_forward == AV_FEED_FORWARD_SWIGLU ? 3 : 2;
    switch (kind) {
    case AV_WORK_PROJECT:
        return rows * layers * d * (heads * d_k + groups * d_k + groups * d_v);
    case AV_WORK_SCORES:
        return pairs * layers * heads * d_k;
    case AV_WORK_MIX:
        return pairs * layers * heads * d_v;
    case AV_WORK_OUTPUT:
        return rows * layers * heads * d_v * d;
    case AV_WORK_BLOCK:
        return rows * layers * matrices * d * (uint64_t)c->d_ff;
    case AV_WORK_SOURCE:
        return 0;
    default:
        return rows * d * (uint64_t)c->vocab_size;
    }
}

static uint64_t first_of(const struct av_player *player)
{
    return player->prefill ? (uint64_t)player->lesson->n_prompt : 1;
}

static struct av_steps steps_of(const struct av_player *player)
{
    return (struct av_steps){(int)first_of(player), player->place.token + 1, 0};
}

/* Rows of the player's step, or of all up to it, step by step, and pairs of a row and a key. */
static void sum_steps(const struct av_player *player, struct av_tally_of of, uint64_t *rows, uint64_t *pairs)
{
    uint64_t n = (uint64_t)player->place.token + 1, first = first_of(player);
    *rows = *pairs = 0;
    for (uint64_t step = of.total ? first : n; step <= n; step++) {
        *rows += rows_of_step(step, first, of.cached);
        *pairs += rows_of_step(step, first, of.cached) * step;
    }
}

static void check_bytes(const struct av_player *player, struct av_tally_of of, uint64_t rows, uint64_t pairs)
{
    const struct av_config *c = &player->run.lesson->model.config;
    uint64_t n = (uint64_t)player->place.token + 1, layers = (uint64_t)c->n_layer;
    uint64_t kv = (uint64_t)(c->n_kv_head * (c->d_k + c->d_v)) * 4 * layers;
    const uint64_t bytes[AV_TALLY_BYTES_COUNT] = {
        [AV_TALLY_KEPT] = of.cached ? n * kv : 0,
        [AV_TALLY_Q_CACHE] = of.cached ? n * (uint64_t)(c->n_head * c->d_k) * 4 * layers : 0,
        [AV_TALLY_READ] = pairs * kv,
        [AV_TALLY_WRITTEN] = rows * kv,
    };
    for (int i = 0; i < AV_TALLY_BYTES_COUNT; i++) {
        uint64_t count;
        struct av_work_factors factors = av_tally_byte_factors(c, (enum av_tally_bytes)i, steps_of(player), of);
        cr_assert(av_tally_count_bytes(player, of, (enum av_tally_bytes)i, &count));
        cr_assert(count == bytes[i], "bytes %d: %s", i, config_words(c));
        cr_assert((uint64_t)av_work_product(&factors) == bytes[i], "bytes %d: %s", i, config_words(c));
    }
}

/* A row of Q is read once by each step that computes it; of K and V, by each row of each step that has it. */
static void check_reads(const struct av_player *player, struct av_tally_of of)
{
    uint64_t n = (uint64_t)player->place.token + 1, first = first_of(player);
    for (uint64_t i = 1; i <= n; i++) {
        uint64_t queries = 0, keys = 0, found[AV_WORK_ROWS_COUNT];
        for (uint64_t step = of.total ? first : n; step <= n; step++) {
            bool is_new = step == i || (step == first && i <= first);
            queries += of.cached ? is_new : step >= i;
            keys += step >= i ? rows_of_step(step, first, of.cached) : 0;
        }
        for (int rows = 0; rows < AV_WORK_ROWS_COUNT; rows++)
            cr_assert(av_tally_reads(player, of, (enum av_work_rows)rows, (int)i - 1, &found[rows]));
        cr_assert(found[AV_WORK_ROWS_QUERY] == queries && found[AV_WORK_ROWS_KEY] == keys &&
                  found[AV_WORK_ROWS_VALUE] == keys);
    }
}

static void check_tally(const struct av_player *player, struct av_tally_of of)
{
    const struct av_config *config = &player->run.lesson->model.config;
    uint64_t rows, pairs;
    struct av_work work;
    sum_steps(player, of, &rows, &pairs);
    cr_assert(av_tally_work(player, of, &work));
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        uint64_t right = expected(config, (enum av_work_kind)kind, rows, pairs);
        struct av_work_factors factors = av_tally_factors(config, (enum av_work_kind)kind, steps_of(player), of);
        cr_assert(work.multiply_adds[kind] == right, "%s of %s", av_work_kind_name((enum av_work_kind)kind),
                  config_words(config));
        cr_assert((uint64_t)av_work_product(&factors) == right, "%s of %s", av_work_kind_name((enum av_work_kind)kind),
                  config_words(config));
    }
    check_bytes(player, of, rows, pairs);
    check_reads(player, of);
}

/* The four blocks, counted and by their closed forms, add up to the step's scores. */
static void check_blocks(const struct av_player *player, bool cached)
{
    const struct av_config *c = &player->run.lesson->model.config;
    uint64_t n = (uint64_t)player->place.token + 1, pair = (uint64_t)(c->d_k * c->n_head * c->n_layer), sum = 0;
    uint64_t added = rows_of_step(n, first_of(player), true), old = n - added;
    const uint64_t scores[AV_BLOCK_COUNT] = {cached ? 0 : old * old, cached ? 0 : old * added, added * old,
                                             added * added};
    struct av_work work;
    cr_assert(av_tally_work(player, (struct av_tally_of){.cached = cached}, &work));
    for (int block = 0; block < AV_BLOCK_COUNT; block++) {
        struct av_block_work found;
        cr_assert(av_block_work(player, (enum av_block)block, cached, &found));
        cr_assert(found.multiply_adds == scores[block] * pair, "block %d of %s", block, config_words(c));
        cr_assert(av_block_formula(c, (enum av_block)block, steps_of(player), cached) == scores[block] * pair);
        sum += found.multiply_adds;
    }
    cr_assert(sum == work.multiply_adds[AV_WORK_SCORES]);
}

/* To a token, seen side by side: the step is then run both ways. */
static void go(struct av_player *player, int token, enum av_stage stage, int layer, int head)
{
    const struct av_place place = {token, (int)stage, layer, head, AV_LENS_SIDE};
    cr_assert(av_player_go(player, &place, NULL) == AV_OK);
}

Test(tally, counts_and_closed_forms_agree_for_random_models)
{
    struct random_numbers random = {11};
    for (int number = 0; number < CONFIGS; number++) {
        /* 2.56 apart, so that all combinations of choices are met */
        struct av_config config = random_config(&random, number * RANDOM_CONFIGS / CONFIGS);
        int n = 1 + random_below(&random, config.n_ctx);
        struct av_lesson lesson;
        struct av_player player;
        int n_prompt = 1 + random_below(&random, n);
        kit_lesson_init(&lesson, &config, (uint64_t)number, n_prompt, n - n_prompt);
        lesson.prefill = number % 2 == 0;
        kit_open(&player, &lesson);
        for (int token = lesson.prefill ? n_prompt - 1 : 0; token < n; token++) {
            go(&player, token, AV_STAGE_SCORES, random_below(&random, config.n_layer),
               random_below(&random, config.n_head));
            for (int way = 0; way < 4; way++)
                check_tally(&player, (struct av_tally_of){.cached = way % 2 == 0, .total = way / 2 == 0});
            check_blocks(&player, true);
            check_blocks(&player, false);
        }
        kit_close(&player, &lesson);
    }
}

static void expect_block(const struct av_player *player, enum av_block block, bool cached, enum av_state state,
                         bool masked)
{
    struct av_block_work work;
    cr_assert(av_block_work(player, block, cached, &work));
    cr_assert(work.state == state && work.masked == masked, "block %d, cache %d: state %d, masked %d", block, cached,
              (int)work.state, work.masked);
}

Test(blocks, what_becomes_of_each_under_each_rule)
{
    struct av_config config = kit_config();
    for (int mask = 0; mask <= AV_MASK_NONE; mask++) {
        struct av_lesson lesson;
        struct av_player player;
        struct av_block_work work;
        kit_lesson_init(&lesson, &config, 3, 4, 2);
        lesson.rule.mask = (enum av_mask)mask;
        kit_open(&player, &lesson);
        go(&player, 3, AV_STAGE_EMBED, 0, 0); /* the step is looked at whole, wherever in it one stands */
        expect_block(&player, AV_BLOCK_OLD_OLD, false, AV_STATE_RECOMPUTED, false);
        expect_block(&player, AV_BLOCK_OLD_NEW, false, AV_STATE_NEW, mask != AV_MASK_NONE);
        expect_block(&player, AV_BLOCK_NEW_OLD, false, AV_STATE_NEW, false);
        expect_block(&player, AV_BLOCK_NEW_NEW, false, AV_STATE_NEW, false);
        if (mask == AV_MASK_CAUSAL) {
            expect_block(&player, AV_BLOCK_OLD_OLD, true, AV_STATE_DONE, false);
            expect_block(&player, AV_BLOCK_OLD_NEW, true, AV_STATE_NEVER, false);
            expect_block(&player, AV_BLOCK_NEW_OLD, true, AV_STATE_NEW, false);
            expect_block(&player, AV_BLOCK_NEW_NEW, true, AV_STATE_NEW, false);
        } else {
            cr_assert(!av_block_work(&player, AV_BLOCK_NEW_NEW, true, &work), "no cache stays true");
        }
        kit_close(&player, &lesson);
    }
}

Test(blocks, before_the_second_token_nothing_is_old)
{
    struct av_config config = kit_config();
    struct av_lesson lesson;
    struct av_player player;
    struct av_block_work work;
    kit_lesson_init(&lesson, &config, 3, 2, 0);
    kit_open(&player, &lesson);
    go(&player, 0, AV_STAGE_SCORES, 0, 0);
    for (int block = 0; block < AV_BLOCK_COUNT; block++) {
        bool some = block == AV_BLOCK_NEW_NEW;
        cr_assert(av_block_work(&player, (enum av_block)block, true, &work));
        cr_assert(some == (work.rows * work.columns > 0) && some == (work.multiply_adds > 0));
        cr_assert(work.state == (some ? AV_STATE_NEW : AV_STATE_FUTURE) && !work.masked);
    }
    kit_close(&player, &lesson);
}

/* Of a large model's steps only those that were looked at are counted without the cache. */
Test(tally, steps_that_were_not_run_are_not_known)
{
    struct av_config config = kit_config();
    struct av_lesson lesson;
    struct av_player player;
    struct av_work work;
    uint64_t count;
    const struct av_tally_of step = {.cached = false}, all = {.cached = false, .total = true};
    kit_lesson_init(&lesson, &config, 5, 4, 0);
    kit_open(&player, &lesson);
    go(&player, 3, AV_STAGE_SCORES, 0, 0);
    cr_assert(av_tally_work(&player, all, &work));
    player.run.uncached_work[1] = (struct av_work){.cache_bytes_read = 0}; /* as if it had not been run */
    cr_assert(av_tally_work(&player, step, &work));
    cr_assert(!av_tally_work(&player, all, &work) && !av_tally_count_bytes(&player, all, AV_TALLY_READ, &count));
    cr_assert(!av_tally_reads(&player, all, AV_WORK_ROWS_KEY, 0, &count));
    cr_assert(av_tally_work(&player, (struct av_tally_of){.cached = true, .total = true}, &work));
    kit_close(&player, &lesson);
}
