/* FlashAttention where the learner stands: what is looked at is what the engine does, and stepping is without
 * surprises. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kit.h"

#define N     11
#define D_MAX 16

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int n_head, int n_kv_head)
{
    struct av_config config = kit_config();
    config.n_head = n_head;
    config.n_kv_head = n_kv_head;
    kit_lesson_init(&lesson, &config, 7, N, 2);
    kit_open(&player, &lesson);
    kit_go(&player, N - 1, AV_STAGE_SOFTMAX, 1, n_head - 1);
    kit_press(&player, "7");
}

static void open_player(void)
{
    open_with(2, 2);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(flash_lens, .init = open_player, .fini = close_player);

static bool same(const float *a, const float *b, int n)
{
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

/* The walk against the engine, asked once more with room of its own. */
static void check_walk(void)
{
    const struct av_flash_walk *walk = &player.flash;
    const struct av_flash *flash = &walk->flash;
    float scores[64], weights[64], o_before[D_MAX], o_after[D_MAX];
    struct av_flash_tile tile = {.scores = scores, .weights = weights, .o_before = o_before, .o_after = o_after};
    int d_v = lesson.model.config.d_v;
    cr_assert_eq(flash->trace, av_player_trace(&player));
    cr_assert(flash->layer == player.place.layer && flash->head == player.place.head);
    cr_assert(flash->i >= 0 && flash->i <= player.place.token);
    cr_assert_eq(walk->n_row, player.place.token + 1);
    cr_assert(flash->tile >= 1 && flash->tile <= walk->n_key && walk->at >= 0 && walk->at < walk->n_tile);
    cr_assert_leq(av_flash_room(flash), sizeof scores / sizeof *scores);
    for (int t = walk->first_met; t <= walk->at; t++) {
        av_flash_tile_at(flash, t, &tile);
        const struct av_flash_met *met = &walk->met[t - walk->first_met];
        cr_assert(met->max == tile.max && met->factor == tile.factor);
        cr_assert(met->after.max == tile.after.max && met->after.sum == tile.after.sum);
    }
    cr_assert(walk->now.first == tile.first && walk->now.n == tile.n);
    cr_assert(same(walk->now.scores, scores, tile.n) && same(walk->now.weights, weights, tile.n));
    cr_assert(same(walk->now.o_before, o_before, d_v) && same(walk->now.o_after, o_after, d_v));
}

/* The row in the end, by the formula: Σ a·v over all keys with the weights and values of the trace, in double. */
static void check_row(void)
{
    const struct av_flash_walk *walk = &player.flash;
    const struct av_flash *flash = &walk->flash;
    const struct av_config *config = &lesson.model.config;
    int kv_head = flash->head * config->n_kv_head / config->n_head;
    for (int c = 0; c < config->d_v; c++) {
        double sum = 0, largest = 0;
        for (int j = 0; j < walk->n_key; j++) {
            double v =
                (double)av_trace_value(flash->trace, AV_QUANTITY_VALUE, flash->layer, j, kv_head * config->d_v + c);
            sum += (double)av_trace_weight(flash->trace, flash->layer, flash->head, flash->i, j) * v;
            largest = fmax(largest, fabs(v));
        }
        cr_assert(fabs((double)walk->out[c] - sum) <= 4e-6 * largest);
        cr_assert(fabs((double)walk->plain[c] - sum) <= 4e-6 * largest);
        cr_assert(fabs((double)walk->out[c] - walk->exact[c]) <= walk->error.flash);
        cr_assert(fabs((double)walk->plain[c] - walk->exact[c]) <= walk->error.plain);
    }
}

/* All tile sizes, all tiles, forth. */
static void check_all_tiles(void)
{
    player.flash.tile = 1;
    player.flash.key = 0;
    player.control = AV_FLASH_TILE_SIZE;
    kit_press(&player, "Left");
    for (int size = 1; size <= player.flash.n_key; size++) {
        cr_assert_eq(player.flash.flash.tile, size);
        cr_assert_eq(player.flash.n_tile, (player.flash.n_key + size - 1) / size);
        for (int t = 0; t < player.flash.n_tile; t++) {
            cr_assert_eq(player.flash.at, t);
            check_walk();
            check_row();
            kit_press(&player, "Right");
        }
        while (player.flash.at > 0)
            kit_press(&player, "Left");
        kit_press(&player, "+");
    }
    cr_assert_eq(player.notice, AV_NOTICE_LARGEST, "no tile is larger than the row");
}

Test(flash_lens, each_tile_is_what_the_engine_makes_of_it_under_every_rule)
{
    static const char *const keys[] = {"", "c", "m", "m", "m s", "b", "c"}; /* one after the other */
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (*keys[i] != '\0')
            kit_press(&player, keys[i]);
        check_all_tiles();
    }
}

Test(flash_lens, grouped_heads_read_the_values_that_they_share)
{
    close_player();
    open_with(4, 2);
    check_all_tiles();
    kit_press(&player, "[ [ [ {");
    check_all_tiles();
}

Test(flash_lens, there_and_back_is_the_same_state)
{
    float scores[64], o[D_MAX];
    kit_press(&player, "Right");
    struct av_flash_tile tile = player.flash.now;
    memcpy(scores, tile.scores, (size_t)tile.n * sizeof *scores);
    memcpy(o, tile.o_after, (size_t)lesson.model.config.d_v * sizeof *o);
    static const char *const ways[] = {"Right Left", "Left Right",      "n p", "+ -", "c c",
                                       "[ ]",        "Space Backspace", "L L"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        kit_press(&player, ways[i]);
        const struct av_flash_tile *now = &player.flash.now;
        cr_assert(now->first == tile.first && now->n == tile.n, "%s", ways[i]);
        cr_assert(now->factor == tile.factor && now->after.sum == tile.after.sum && now->after.max == tile.after.max,
                  "%s", ways[i]);
        cr_assert(same(now->scores, scores, tile.n) && same(now->o_after, o, lesson.model.config.d_v), "%s", ways[i]);
    }
}

Test(flash_lens, tiles_end_where_the_row_ends)
{
    cr_assert_eq(player.flash.n_tile, 3);
    kit_press(&player, "Left");
    cr_assert_eq(player.notice, AV_NOTICE_FIRST_TILE);
    kit_press(&player, "Right Right Right");
    cr_assert_eq(player.flash.at, 2);
    cr_assert_eq(player.notice, AV_NOTICE_LAST_TILE);
    cr_assert(player.place.stage == AV_STAGE_SOFTMAX && player.place.token == N - 1);
    kit_press(&player, "p p p p p p p p"); /* a row of three keys: one tile, which is the last one */
    cr_assert(player.flash.at == 0 && player.flash.n_tile == 1 && player.flash.flash.tile == 3);
    kit_press(&player, "n n n n n n n n");
    cr_assert(player.flash.at == 2 && player.flash.flash.tile == 4, "the wanted size and key are remembered");
}

/* Whatever the size becomes, the key that was looked at stays. */
Test(flash_lens, another_tile_size_keeps_the_key_in_sight)
{
    kit_press(&player, "Right Right");
    int key = player.flash.now.first;
    for (int i = 0; i < 12; i++) {
        kit_press(&player, i < 4 ? "-" : "+");
        const struct av_flash_tile *now = &player.flash.now;
        cr_assert(key >= now->first && key < now->first + now->n);
    }
}

Test(flash_lens, any_query_is_looked_at_without_the_cache_and_the_new_one_with_it)
{
    player.control = AV_FLASH_QUERY;
    kit_press(&player, "-");
    cr_assert_eq(player.notice, AV_NOTICE_ONE_QUERY);
    cr_assert_eq(player.flash.flash.i, N - 1);
    kit_press(&player, "c - - -");
    cr_assert_eq(player.flash.flash.i, N - 4);
    cr_assert_eq(player.flash.n_key, N - 3, "under the causal mask it meets the keys up to its own");
    cr_assert_eq(player.flash.n_row, N);
    check_all_tiles();
    player.control = AV_FLASH_QUERY;
    kit_press(&player, "m m"); /* none */
    cr_assert_eq(player.flash.n_key, N);
    kit_press(&player, "m + + +");
    cr_assert_eq(player.flash.flash.i, N - 1);
    kit_press(&player, "+");
    cr_assert_eq(player.notice, AV_NOTICE_LARGEST);
}

Test(flash_lens, any_query_is_looked_at_where_the_prompt_is_read_at_once)
{
    kit_press(&player, "P");
    kit_go(&player, 0, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "7");
    int n_prompt = player.run.n_first;
    cr_assert(n_prompt > 1 && player.place.token == n_prompt - 1);
    player.control = AV_FLASH_QUERY;
    for (int i = n_prompt - 1; i >= 0; i--) {
        cr_assert_eq(player.flash.flash.i, i);
        cr_assert_eq(player.flash.n_key, i + 1);
        check_walk();
        check_row();
        kit_press(&player, "-");
    }
    cr_assert_eq(player.notice, AV_NOTICE_SMALLEST);
    if (player.run.n_token > n_prompt) {
        kit_press(&player, "Down");
        cr_assert_eq(player.flash.flash.i, n_prompt, "the step after it has one new query");
    }
}

/* Every size between 1 and a long row is reached by steps that undo each other, in a number of them that hands bear. */
Test(flash_lens, tile_sizes_of_a_long_row_are_few)
{
    close_player();
    struct av_config config = kit_config();
    config.n_ctx = 400;
    kit_lesson_init(&lesson, &config, 3, 300, 0);
    kit_open(&player, &lesson);
    kit_go(&player, 299, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "7 - - -");
    int sizes[64], n = 0;
    for (sizes[n++] = player.flash.flash.tile; player.notice != AV_NOTICE_LARGEST && n < 63; n++) {
        kit_press(&player, "+");
        sizes[n] = player.flash.flash.tile;
    }
    n--;
    cr_assert(sizes[0] == 1 && sizes[n - 1] == 300 && n < 40, "%d sizes", n);
    for (int i = n - 2; i >= 0; i--) {
        kit_press(&player, "-");
        cr_assert(player.flash.flash.tile == sizes[i], "%d, not %d", player.flash.flash.tile, sizes[i]);
    }
    kit_press(&player, "Right Right");
    for (int i = 0; i < 297; i++) /* tiles of one key, more than are kept */
        kit_press(&player, "Right");
    cr_assert(player.flash.at == 299 && player.flash.first_met == 300 - AV_FLASH_MET_MAX);
}

/* Tokens that come and go, and weights that change, are there at once. */
Test(flash_lens, changes_of_the_lesson_are_followed)
{
    kit_press(&player, "Right Right d");
    check_walk();
    kit_press(&player, "u s");
    check_walk();
    float scaled = player.flash.now.after.sum;
    kit_press(&player, "u");
    check_walk();
    cr_assert_neq(player.flash.now.after.sum, scaled);
    kit_press(&player, "End");
    check_walk();
    kit_press(&player, "Home");
    check_walk();
    cr_assert(player.flash.n_tile == 1 && player.flash.n_key == 1);
}
