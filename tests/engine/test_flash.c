/* FlashAttention against plain attention, and every state on its way against the softmax of the keys so far in double
 * precision; at every tile size, width of vectors, and rule. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/block_pool.h"
#include "attnviz/engine/decoder.h"
#include "attnviz/engine/flash.h"
#include "random_model.h"
#include "trace_store.h"

#define N_MAX     512
#define D_MAX     40
#define TOLERANCE 4e-6 /* of the largest value, between the two ways */

static const struct av_kernels *variants[AV_KERNELS_MAX];
static int n_variant;

static void setup(void)
{
    n_variant = av_kernels_list(variants);
}

TestSuite(flash, .init = setup);

/* A model of one layer in which token i has the row x = [q k v], and W_Q, W_K and W_V cut it up: q, k and v are what
 * the test wants them to be. */
struct attention {
    struct av_model model;
    struct av_trace trace;
    int tokens[N_MAX];
    bool banned[N_MAX];
};

static void cut_out(struct av_matrix *weight, int from)
{
    for (int c = 0; c < weight->cols; c++)
        av_matrix_row(weight, from + c)[c] = 1.0f;
}

static void attention_init(struct attention *attention, int n, int n_kv_head, int group, int d_k, int d_v)
{
    struct av_config config = {.n_layer = 1, .n_head = n_kv_head * group, .n_kv_head = n_kv_head};
    int q = n_kv_head * group * d_k, k = n_kv_head * d_k, v = n_kv_head * d_v;
    config.d_model = q + k + v;
    config.d_k = d_k;
    config.d_v = d_v;
    config.vocab_size = config.n_ctx = n;
    cr_assert(av_model_init(&attention->model, &config, 0, NULL) == AV_OK);
    cut_out(&attention->model.layers[0].wq, 0);
    cut_out(&attention->model.layers[0].wk, q);
    cut_out(&attention->model.layers[0].wv, q + k);
    for (int i = 0; i < n; i++)
        attention->tokens[i] = i;
}

static void attention_run(struct attention *attention, struct av_rule rule)
{
    int n = attention->model.config.n_ctx;
    cr_assert(av_trace_init(&attention->trace, &attention->model, rule, n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&attention->trace, attention->tokens, n, NULL) == AV_OK);
}

static void attention_finish(struct attention *attention)
{
    av_trace_finish(&attention->trace);
    av_model_finish(&attention->model);
}

/* Scores up to ±largest before they are scaled, values up to ±spread. */
static void fill(struct attention *attention, struct random_numbers *random, float largest, float spread)
{
    const struct av_config *config = &attention->model.config;
    int q_and_k = (config->n_head + config->n_kv_head) * config->d_k;
    float root = sqrtf(largest / (float)config->d_k);
    for (int i = 0; i < config->vocab_size; i++)
        for (int c = 0; c < config->d_model; c++)
            av_matrix_row(&attention->model.embedding, i)[c] = (c < q_and_k ? root : spread) * random_float(random);
}

static double value_of(const struct av_flash *flash, int j, int c)
{
    const struct av_config *config = &flash->trace->model->config;
    int kv_head = flash->head * config->n_kv_head / config->n_head;
    return (double)av_trace_value(flash->trace, AV_QUANTITY_VALUE, flash->layer, j, kv_head * config->d_v + c);
}

static float plain_of(const struct av_flash *flash, int c)
{
    int d_v = flash->trace->model->config.d_v;
    return av_trace_value(flash->trace, AV_QUANTITY_MIX, flash->layer, flash->i, flash->head * d_v + c);
}

/* The largest finite |v| of the keys that the row sees. */
static double largest_value(const struct av_flash *flash)
{
    double largest = 0.0;
    for (int j = 0; j < flash->trace->n; j++)
        for (int c = 0; c < flash->trace->model->config.d_v; c++)
            if (!av_rule_removes(&flash->trace->rule, flash->i, j) && isfinite(value_of(flash, j, c)))
                largest = fmax(largest, fabs(value_of(flash, j, c)));
    return largest;
}

/* The softmax and the mix of the first n keys, from the engine's own scores, in double precision. */
struct prefix {
    double max, sum, mix[D_MAX]; /* not divided */
};

static struct prefix sum_prefix(const struct av_flash *flash, int n)
{
    struct prefix prefix = {.max = (double)-INFINITY};
    double s[N_MAX];
    for (int j = 0; j < n; j++) {
        s[j] = (double)av_trace_score(flash->trace, AV_SCORE_MASKED, flash->layer, flash->head, flash->i, j);
        prefix.max = s[j] > prefix.max ? s[j] : prefix.max;
    }
    for (int j = n - 1; j >= 0; j--) {
        double weight = isinf(s[j]) ? 0.0 : exp(s[j] - prefix.max);
        prefix.sum += weight;
        for (int c = 0; c < flash->trace->model->config.d_v; c++)
            prefix.mix[c] += weight * value_of(flash, j, c);
    }
    return prefix;
}

static bool near(double found, double expected, double tolerance)
{
    return fabs(found - expected) <= tolerance;
}

static void check_state(const struct av_flash *flash, const struct av_flash_tile *state)
{
    int last = state->first + state->n, d_v = flash->trace->model->config.d_v;
    double tile_max = (double)-INFINITY, largest = largest_value(flash);
    struct prefix before = sum_prefix(flash, state->first), after = sum_prefix(flash, last);
    for (int j = state->first; j < last; j++) {
        float s = av_trace_score(flash->trace, AV_SCORE_MASKED, flash->layer, flash->head, flash->i, j);
        double weight = isinf(s) ? 0.0 : exp((double)s - after.max);
        cr_assert(state->scores[j - state->first] == s);
        cr_assert(near((double)state->weights[j - state->first], weight, 2e-7));
        tile_max = fmax(tile_max, (double)s);
    }
    cr_assert((double)state->max == tile_max);
    cr_assert((double)state->before.max == before.max && (double)state->after.max == after.max);
    cr_assert(near((double)state->before.sum, before.sum, TOLERANCE * before.sum));
    cr_assert(near((double)state->after.sum, after.sum, TOLERANCE * after.sum));
    cr_assert(near((double)state->factor, isinf(before.max) ? 0.0 : exp(before.max - after.max), 1e-7));
    for (int c = 0; c < d_v; c++) {
        cr_assert(near((double)state->o_before[c], before.mix[c], TOLERANCE * before.sum * largest));
        cr_assert(near((double)state->o_after[c], after.mix[c], TOLERANCE * after.sum * largest));
    }
}

/* All tiles join, and end in the row, bit for bit. */
static void check_tiles(const struct av_flash *flash, const float *row)
{
    static float scores[N_MAX], weights[N_MAX], o_before[D_MAX], o_after[D_MAX], o_last[D_MAX];
    struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = o_before, .o_after = o_after};
    struct av_softmax_row last = {-INFINITY, 0.0f};
    int next = 0, d_v = flash->trace->model->config.d_v, n_tile = av_flash_tiles(flash);
    memset(o_last, 0, sizeof o_last);
    for (int t = 0; t < n_tile; t++) {
        av_flash_tile_at(flash, t, &state);
        cr_assert(state.first == next && state.n >= 1 && state.n <= flash->tile);
        cr_assert(memcmp(&state.before, &last, sizeof last) == 0);
        cr_assert(memcmp(o_before, o_last, (size_t)d_v * sizeof *o_last) == 0);
        check_state(flash, &state);
        next = state.first + state.n;
        last = state.after;
        memcpy(o_last, o_after, sizeof o_last);
    }
    cr_assert(next == av_flash_keys(flash));
    for (int c = 0; c < d_v; c++)
        cr_assert(o_last[c] / last.sum == row[c]);
}

static void check_row(const struct av_flash *flash, bool tiles)
{
    static float room[N_MAX], out[D_MAX + 1], first[D_MAX];
    struct av_trace_store *store = flash->trace->store;
    const struct av_kernels *best = store->kernels;
    int d_v = flash->trace->model->config.d_v;
    cr_assert(av_flash_room(flash) <= N_MAX);
    for (int v = 0; v < n_variant; v++) {
        store->kernels = variants[v];
        out[d_v] = 42.0f;
        av_flash_row(flash, room, out);
        cr_assert(out[d_v] == 42.0f, "nothing is written beyond the row");
        if (v == 0)
            memcpy(first, out, sizeof first);
        cr_assert(memcmp(out, first, (size_t)d_v * sizeof *out) == 0, "%s", variants[v]->name);
        if (tiles)
            check_tiles(flash, out);
    }
    store->kernels = best;
    double tolerance = TOLERANCE * largest_value(flash);
    for (int c = 0; c < d_v; c++)
        cr_assert(near((double)first[c], (double)plain_of(flash, c), tolerance), "row %d, tile %d: %g, %g found",
                  flash->i, flash->tile, (double)plain_of(flash, c), (double)first[c]);
}

/* Half of them short, a few as long as they may be. */
static int random_length(struct random_numbers *random)
{
    int most = 1 << random_below(random, 10);
    return 1 + random_below(random, most);
}

static void check_case(struct random_numbers *random, int number)
{
    static const float largest[] = {0.0f, 1.0f, 20.0f, 300.0f, 1e4f};
    struct attention attention;
    int n = number % 100 == 0 ? N_MAX : random_length(random);
    attention_init(&attention, n, 1 + random_below(random, 2), 1 + random_below(random, 2),
                   1 + random_below(random, 20), 1 + random_below(random, D_MAX));
    fill(&attention, random, largest[number % 5], number % 7 == 0 ? 1e6f : 1.0f);
    random_bans(random, attention.banned, n);
    struct av_rule rule = {.scaled = number % 2 == 0, .mask = (enum av_mask)random_below(random, 3)};
    rule.banned = random_below(random, 2) ? attention.banned : NULL;
    attention_run(&attention, rule);
    const int tiles[] = {1, n, 16, 1 + random_below(random, n), 1 + random_below(random, 64)};
    for (int k = 0; k < 5; k++) {
        struct av_flash flash = {.trace = &attention.trace, .i = k == 0 ? n - 1 : random_below(random, n)};
        flash.head = random_below(random, attention.model.config.n_head);
        flash.tile = tiles[k];
        check_row(&flash, n <= 40);
    }
    attention_finish(&attention);
}

Test(flash, a_row_is_that_of_plain_attention_and_so_is_all_on_its_way)
{
    struct random_numbers random = {77};
    for (int number = 0; number < 1000; number++)
        check_case(&random, number);
}

Test(flash, every_tile_size_gives_the_row)
{
    struct random_numbers random = {78};
    struct attention attention;
    attention_init(&attention, 100, 1, 2, 5, 9);
    fill(&attention, &random, 30.0f, 1.0f);
    attention_run(&attention, (struct av_rule){.mask = AV_MASK_CAUSAL});
    for (int tile = 1; tile <= 101; tile++)
        check_row(&(struct av_flash){.trace = &attention.trace, .head = 1, .i = 99, .tile = tile}, true);
    attention_finish(&attention);
}

/* Two traces take blocks in turn, so that those of each lie apart. */
static void check_blocks(struct random_numbers *random, int block_size)
{
    struct attention attention;
    struct av_block_pool pool;
    struct av_trace paged, other;
    float room[N_MAX], out[D_MAX], expected[D_MAX];
    int n = block_size + random_below(random, 90);
    struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL};
    attention_init(&attention, n, 2, 2, 1 + random_below(random, 20), 1 + random_below(random, D_MAX));
    fill(&attention, random, 20.0f, 1.0f);
    attention_run(&attention, rule);
    const struct av_config *config = &attention.model.config;
    cr_assert(av_block_pool_init(&pool, config, block_size, 2 * (n / block_size + 1), NULL) == AV_OK);
    cr_assert(av_trace_init_paged(&paged, &attention.model, rule, n, &pool, NULL) == AV_OK);
    cr_assert(av_trace_init_paged(&other, &attention.model, rule, n, &pool, NULL) == AV_OK);
    for (int i = 0; i < n; i++) {
        cr_assert(av_decoder_append(&paged, attention.tokens[i], NULL) == AV_OK);
        cr_assert(av_decoder_append(&other, 0, NULL) == AV_OK);
    }
    for (int tile = 1; tile <= n; tile += 1 + tile / 3) {
        struct av_flash flash = {.trace = &attention.trace, .head = tile % 4, .i = random_below(random, n)};
        flash.tile = tile;
        av_flash_row(&flash, room, expected);
        flash.trace = &paged;
        av_flash_row(&flash, room, out);
        cr_assert(memcmp(out, expected, (size_t)config->d_v * sizeof *out) == 0, "blocks of %d, tiles of %d",
                  block_size, tile);
    }
    av_trace_finish(&paged);
    av_trace_finish(&other);
    av_block_pool_finish(&pool);
    attention_finish(&attention);
}

Test(flash, wherever_the_blocks_of_the_cache_lie_the_bits_are_the_same)
{
    struct random_numbers random = {6};
    for (int block_size = 1; block_size <= 40; block_size++)
        check_blocks(&random, block_size);
}

/* Scores 0, ln 2, ln 2, 0 by q = 1; values 3, 6, 12, 9. */
static void make_small(struct attention *attention, const bool *banned)
{
    static const float k[] = {0.0f, 0.693147182f, 0.693147182f, 0.0f}, v[] = {3.0f, 6.0f, 12.0f, 9.0f};
    attention_init(attention, 4, 1, 1, 1, 1);
    for (int i = 0; i < 4; i++) {
        float *x = av_matrix_row(&attention->model.embedding, i);
        x[0] = 1.0f;
        x[1] = k[i];
        x[2] = v[i];
    }
    attention_run(attention, (struct av_rule){.mask = AV_MASK_NONE, .banned = banned});
}

Test(flash, by_hand)
{
    static const float m[] = {0.0f, 0.6931472f, 0.6931472f, 0.6931472f}, factor[] = {0.0f, 0.5f, 1.0f, 1.0f};
    static const float l[] = {1.0f, 1.5f, 2.5f, 3.0f}, o[] = {3.0f, 7.5f, 19.5f, 24.0f};
    float scores[16], weights[16], before, after, out, room[16];
    struct attention attention;
    make_small(&attention, NULL);
    struct av_flash flash = {.trace = &attention.trace, .i = 2, .tile = 1};
    struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = &before, .o_after = &after};
    cr_assert(av_flash_tiles(&flash) == 4 && av_flash_keys(&flash) == 4);
    for (int t = 0; t < 4; t++) {
        av_flash_tile_at(&flash, t, &state);
        cr_assert(state.first == t && state.n == 1 && near((double)state.after.max, (double)m[t], 1e-6));
        cr_assert(near((double)state.factor, (double)factor[t], 1e-6));
        cr_assert(near((double)state.after.sum, (double)l[t], 1e-6) && near((double)after, (double)o[t], 1e-5));
    }
    av_flash_row(&flash, room, &out);
    cr_assert(near((double)out, 8.0, 1e-5), "(3 + 2·6 + 2·12 + 9) / 6");
    flash.tile = 3;
    cr_assert(av_flash_tiles(&flash) == 2);
    av_flash_tile_at(&flash, 1, &state);
    cr_assert(state.first == 3 && state.n == 1 && state.factor == 1.0f && state.max == 0.0f);
    cr_assert(near((double)state.before.sum, 2.5, 1e-6) && near((double)before, 19.5, 1e-5));
    attention_finish(&attention);
}

Test(flash, tiles_that_are_wholly_hidden_leave_what_was_before_them)
{
    static const bool banned[4] = {true, true, false, true};
    float scores[16], weights[16], before, after, out, room[16];
    struct attention attention;
    make_small(&attention, banned);
    struct av_flash flash = {.trace = &attention.trace, .i = 2, .tile = 1};
    struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = &before, .o_after = &after};
    for (int t = 0; t < 4; t++) {
        av_flash_tile_at(&flash, t, &state);
        cr_assert((state.max == -INFINITY) == banned[t] && weights[0] == (banned[t] ? 0.0f : 1.0f));
        cr_assert(state.after.sum == (t < 2 ? 0.0f : 1.0f) && after == (t < 2 ? 0.0f : 12.0f));
        cr_assert((state.after.max == -INFINITY) == (t < 2) && state.factor == (t < 3 ? 0.0f : 1.0f));
    }
    av_flash_row(&flash, room, &out);
    cr_assert(out == 12.0f, "it sees itself alone");
    attention_finish(&attention);
}

Test(flash, later_keys_are_skipped_under_the_causal_mask_alone)
{
    struct attention attention;
    struct random_numbers random = {3};
    attention_init(&attention, 10, 1, 1, 2, 2);
    fill(&attention, &random, 1.0f, 1.0f);
    static const int keys[] = {[AV_MASK_CAUSAL] = 5, [AV_MASK_MULTIPLIED] = 10, [AV_MASK_NONE] = 10};
    static const int tiles[] = {[AV_MASK_CAUSAL] = 2, [AV_MASK_MULTIPLIED] = 3, [AV_MASK_NONE] = 3};
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        attention_run(&attention, (struct av_rule){.mask = (enum av_mask)mask});
        struct av_flash flash = {.trace = &attention.trace, .i = 4, .tile = 4};
        cr_assert(av_flash_keys(&flash) == keys[mask] && av_flash_tiles(&flash) == tiles[mask]);
        check_row(&flash, true);
        av_trace_finish(&attention.trace);
    }
    av_model_finish(&attention.model);
}

/* The same class, and where there is one, the same number. */
static void check_as_plain(const struct av_trace *trace, int layer, int head, int i, int tile)
{
    static float room[N_MAX], out[D_MAX];
    struct av_flash flash = {.trace = trace, .layer = layer, .head = head, .i = i, .tile = tile};
    double tolerance = TOLERANCE * largest_value(&flash);
    av_flash_row(&flash, room, out);
    for (int c = 0; c < trace->model->config.d_v; c++) {
        float plain = plain_of(&flash, c);
        cr_assert(isnan(plain) == isnan(out[c]) && isinf(plain) == isinf(out[c]), "%g, %g found: %s", (double)plain,
                  (double)out[c], config_words(&trace->model->config));
        cr_assert(!isinf(plain) || plain == out[c]);
        cr_assert(!isfinite(plain) || near((double)out[c], (double)plain, tolerance));
    }
}

Test(flash, numbers_that_are_none_and_huge_ones_come_out_as_in_plain_attention)
{
    static const float odd[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, 1e38f, 1e20f};
    struct random_numbers random = {5};
    for (int number = 0; number < RANDOM_CONFIGS; number += 7) {
        struct av_config config = random_config(&random, number);
        struct av_model model;
        struct av_matrix *list[RANDOM_MATRICES_MAX];
        struct av_trace trace;
        int tokens[24], n = config.n_ctx;
        bool banned[24];
        random_model_init(&model, &config, &random);
        random_tokens(&random, &config, tokens, n);
        random_bans(&random, banned, n);
        int count = random_model_matrices(&model, list);
        struct av_matrix *matrix = list[number % 3 == 0 ? random_below(&random, count) : 0];
        int row = matrix == &model.embedding ? tokens[random_below(&random, n)] : random_below(&random, matrix->rows);
        av_matrix_row(matrix, row)[random_below(&random, matrix->cols)] = odd[number % 7];
        av_model_prepare(&model);
        struct av_rule rule = {.scaled = number % 2, .mask = (enum av_mask)(number % 3)};
        rule.banned = number % 5 < 2 ? banned : NULL;
        cr_assert(av_trace_init(&trace, &model, rule, n, NULL) == AV_OK);
        cr_assert(av_decoder_recompute(&trace, tokens, n, NULL) == AV_OK);
        for (int layer = 0; layer < config.n_layer; layer++)
            for (int i = 0; i < n; i++)
                for (int tile = 1; tile <= n; tile += 1 + tile / 4)
                    check_as_plain(&trace, layer, i % config.n_head, i, tile);
        av_trace_finish(&trace);
        av_model_finish(&model);
    }
}

/* Values whose sum no float holds, though their mean is one; infinite ones; and one that is hidden. */
Test(flash, values_beyond_what_a_sum_can_hold)
{
    struct attention attention;
    attention_init(&attention, 6, 1, 1, 1, 3);
    for (int i = 0; i < 6; i++) {
        float *v = av_matrix_row(&attention.model.embedding, i) + 2;
        v[0] = 3e38f;
        v[1] = i == 2 ? 3e38f : 1.0f;
        v[2] = (float)i;
    }
    attention_run(&attention, (struct av_rule){.mask = AV_MASK_NONE});
    float room[16], out[3];
    for (int tile = 1; tile <= 6; tile++) {
        av_flash_row(&(struct av_flash){.trace = &attention.trace, .tile = tile}, room, out);
        cr_assert(near((double)out[0] / 3e38, 1.0, 1e-6) && near((double)out[1] / 5e37, 1.0, 1e-6));
        cr_assert(near((double)out[2], 2.5, 1e-6));
        check_as_plain(&attention.trace, 0, 0, 3, tile);
    }
    attention_finish(&attention);
}

Test(flash, the_errors_are_measured_against_double_precision)
{
    struct random_numbers random = {9};
    for (int number = 0; number < 60; number++) {
        struct attention attention;
        float room[N_MAX], out[D_MAX], row[D_MAX];
        double exact[D_MAX], plain = 0.0, flashed = 0.0, both = 0.0;
        int n = 1 + random_below(&random, 200);
        attention_init(&attention, n, 1, 2, 1 + random_below(&random, 9), 1 + random_below(&random, D_MAX));
        fill(&attention, &random, 10.0f, 1.0f);
        random_bans(&random, attention.banned, n);
        struct av_rule rule = {.scaled = true, .mask = (enum av_mask)(number % 3)};
        rule.banned = number % 2 ? attention.banned : NULL;
        attention_run(&attention, rule);
        struct av_flash flash = {.trace = &attention.trace, .head = 1, .i = random_below(&random, n), .tile = 7};
        struct av_flash_error error = av_flash_error(&flash, room, out, exact);
        struct prefix naive = sum_prefix(&flash, av_flash_keys(&flash));
        av_flash_row(&flash, room, row);
        cr_assert(memcmp(out, row, (size_t)attention.model.config.d_v * sizeof *out) == 0);
        for (int c = 0; c < attention.model.config.d_v; c++) {
            /* but for the rounding of scores, which the naive sum takes from the engine */
            cr_assert(near(exact[c], naive.mix[c] / naive.sum, 1e-5));
            plain = fmax(plain, fabs((double)plain_of(&flash, c) - exact[c]));
            flashed = fmax(flashed, fabs((double)out[c] - exact[c]));
            both = fmax(both, fabs((double)plain_of(&flash, c) - (double)out[c]));
        }
        cr_assert(error.plain == plain && error.flash == flashed && error.both == both);
        cr_assert(error.plain < 5e-6 && error.flash < 5e-6 && error.both < TOLERANCE);
        attention_finish(&attention);
    }
}

Test(flash, an_error_beside_a_number_that_is_none)
{
    struct attention attention;
    float room[16], out;
    double exact;
    make_small(&attention, NULL);
    struct av_flash flash = {.trace = &attention.trace, .i = 0, .tile = 2};
    *av_trace_at(&attention.trace, AV_QUANTITY_MIX, 0, 0) = NAN;
    struct av_flash_error error = av_flash_error(&flash, room, &out, &exact);
    cr_assert(isnan(error.plain) && isnan(error.both) && error.flash < 1e-6 && near(exact, 8.0, 1e-6));
    attention_finish(&attention);
}

Test(flash, bytes_grow_with_the_tile_and_not_with_the_keys)
{
    struct av_flash_bytes bytes = av_flash_bytes(2048, 64, 64);
    cr_assert(bytes.flash == 520 && bytes.row == 8456 && bytes.matrix == 16777216);
    cr_assert(av_flash_bytes(100000, 64, 64).flash == 520);
    cr_assert(av_flash_bytes(10, 64, 3).flash == av_flash_bytes(10, 64, 3).row, "one tile of all keys");
    struct attention attention;
    float scores[16], weights[16], before, after;
    struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = &before, .o_after = &after};
    make_small(&attention, NULL);
    av_flash_tile_at(&(struct av_flash){.trace = &attention.trace, .tile = 3}, 0, &state);
    cr_assert(state.bytes.flash == 24 && state.bytes.row == 28 && state.bytes.matrix == 64);
    attention_finish(&attention);
}
