/* Well-known models by formulas, held to what was published of them and to sums done by hand. */
#include <criterion/criterion.h>

#include <string.h>

#include "kit.h"

static const struct av_shape *find(const char *name)
{
    int count;
    const struct av_shape *shapes = av_shapes(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(shapes[i].name, name) == 0)
            return &shapes[i];
    }
    cr_assert_fail("no shape %s", name);
    return NULL;
}

static struct av_shape_figures figures_of(const char *name, int n, int batch, int bytes)
{
    const struct av_sizes sizes = {.n = n, .batch = batch, .bytes = bytes};
    return av_shape_figures(&find(name)->config, &sizes);
}

/* The parameters of the released weights, counted by their publishers (the files' headers, as on their model pages). A
 * multiply-add for each of them but those that are looked up (embeddings) or added and scaled by (biases, gains): so
 * the matrices' multiply-adds of a step with the cache follow from the published number alone. */
Test(shapes, the_matrices_have_the_published_number_of_parameters)
{
    static const struct {
        const char *name;
        uint64_t parameters, looked_up, vectors;
    } published[] = {
        /* GPT: the table of words is tied to the output and multiplied; positions are looked up. Vectors of a layer:
         * biases of 3·d + d + 4·d + d, two norms of 2·d each, 13·d in all; GPT-2 has a last norm, 2·d. */
        {"GPT-1", 116534784, 512 * 768, 12 * 13 * 768},
        {"GPT-2 small", 124439808, 1024 * 768, (12 * 13 + 2) * 768},
        {"GPT-2 medium", 354823168, 1024 * 1024, (24 * 13 + 2) * 1024},
        {"GPT-2 large", 774030080, 1024 * 1280, (36 * 13 + 2) * 1280},
        {"GPT-2 XL", 1557611200, 1024 * 1600, (48 * 13 + 2) * 1600},
        /* Llama: words are looked up in a table of their own; two gains a layer and a last one. */
        {"Llama 2 7B", 6738415616, 32000 * 4096, (2 * 32 + 1) * 4096},
        {"Llama 2 70B", 68976648192, 32000 * 8192, (2 * 80 + 1) * 8192},
        {"Llama 3 8B", 8030261248, 128256 * 4096, (2 * 32 + 1) * 4096},
        {"Llama 3 70B", 70553706496, 128256 * 8192, (2 * 80 + 1) * 8192},
        {"Mistral 7B", 7241732096, 32000 * 4096, (2 * 32 + 1) * 4096},
    };
    int count;
    av_shapes(&count);
    cr_assert_eq(count, (int)(sizeof published / sizeof *published), "every shape is held to something published");
    for (int i = 0; i < count; i++) {
        uint64_t matrices = published[i].parameters - published[i].looked_up - published[i].vectors;
        struct av_shape_figures figures = figures_of(published[i].name, 1, 1, 2);
        cr_expect_eq(figures.matrices, matrices, "%s: %llu, %llu published", published[i].name,
                     (unsigned long long)figures.matrices, (unsigned long long)matrices);
    }
}

/* K and V of a token in all layers. */
Test(shapes, a_token_takes_the_bytes_that_are_known)
{
    static const struct {
        const char *name;
        int bytes;
        uint64_t token;
    } known[] = {
        {"GPT-1", 2, 36 * 1024},       /* 2·12·768·2 = 36 864 */
        {"GPT-2 small", 2, 36 * 1024}, /* the same shape … */
        {"GPT-2 small", 4, 72 * 1024}, /* … and twice that at four bytes a number */
        {"GPT-2 XL", 2, 307200},       /* 2·48·1600·2 */
        {"Llama 2 7B", 2, 512 * 1024}, /* 2·32·4096·2: the half MiB a token that is often quoted */
        {"Llama 2 7B", 1, 256 * 1024},  {"Llama 2 70B", 2, 320 * 1024}, /* 2·80·8·128·2 = 327 680 */
        {"Llama 3 8B", 2, 128 * 1024},                                  /* 2·32·8·128·2 = 131 072 */
        {"Llama 3 70B", 2, 320 * 1024}, {"Mistral 7B", 2, 128 * 1024},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect_eq(figures_of(known[i].name, 1, 1, known[i].bytes).token_bytes, known[i].token, "%s", known[i].name);
}

Test(shapes, a_cache_is_that_of_all_tokens_of_all_sequences)
{
    const uint64_t gib = UINT64_C(1) << 30;
    cr_assert_eq(figures_of("Llama 2 7B", 4096, 1, 2).cache_bytes, 2 * gib);
    cr_assert_eq(figures_of("Llama 2 7B", 4096, 16, 2).cache_bytes, 32 * gib);
    cr_assert_eq(figures_of("Llama 3 70B", 131072, 1, 2).cache_bytes, 40 * gib); /* 320 KiB · 128 Ki */
    cr_assert_eq(figures_of("Llama 3 70B", 131072, 256, 4).cache_bytes, 20480 * gib);
}

/* By hand: n keys are met in each layer and head by d_k multiply-adds for the score and d_v for the mix. */
Test(shapes, multiply_adds_are_those_of_sums_by_hand)
{
    struct av_shape_figures figures = figures_of("GPT-2 small", 1024, 1, 2);
    cr_assert_eq(figures.key, 18432);                                 /* 12·12·(64 + 64) */
    cr_assert_eq(figures.cached, UINT64_C(123532032) + 1024 * 18432); /* 84 934 656 + 38 597 376 of the words */
    figures = figures_of("Llama 2 7B", 4096, 1, 2);
    cr_assert_eq(figures.cached, UINT64_C(6607077376) + UINT64_C(4096) * 262144); /* 32·32·256 a key */
    cr_assert_eq(figures.uncached, UINT64_C(31460635443200));                     /* 7 680 819 200 · 4 096 */
    figures = figures_of("Llama 3 8B", 8192, 1, 2);
    cr_assert_eq(figures.cached, UINT64_C(7504658432) + UINT64_C(8192) * 262144);
    figures = figures_of("Mistral 7B", 2, 1, 2);
    cr_assert_eq(figures.cached, UINT64_C(7110393856) + 2 * 262144);
}

/* Without a cache n rows are computed, each against n keys: n times what one row takes, whatever the model. */
Test(shapes, the_cache_saves_n_times)
{
    int count;
    const struct av_shape *shapes = av_shapes(&count);
    for (int i = 0; i < count; i++) {
        for (int n = 1; n <= AV_SHAPE_TOKENS_MAX; n *= 2) {
            const struct av_sizes sizes = {.n = n, .batch = 1, .bytes = 2};
            struct av_shape_figures figures = av_shape_figures(&shapes[i].config, &sizes);
            cr_assert_eq(figures.uncached, (uint64_t)n * figures.cached, "%s, n = %d", shapes[i].name, n);
            cr_assert_eq(figures.cached, figures.matrices + (uint64_t)n * figures.key);
        }
    }
}

Test(shapes, grouped_queries_save_the_heads_that_they_share)
{
    struct av_shape_figures figures = figures_of("Llama 2 70B", 4096, 2, 2);
    cr_assert_eq(figures.ungrouped_token_bytes, 2560 * 1024); /* 2·80·64·128·2 */
    cr_assert_eq(figures.ungrouped_cache_bytes, 8 * figures.cache_bytes);
    figures = figures_of("Mistral 7B", 4096, 1, 2);
    cr_assert_eq(figures.ungrouped_token_bytes, 4 * figures.token_bytes);
    figures = figures_of("GPT-2 XL", 4096, 1, 2);
    cr_assert_eq(figures.ungrouped_cache_bytes, figures.cache_bytes);
}

/* The largest settings in long double, whose range is beyond 64 bits. */
Test(shapes, nothing_overflows)
{
    int count;
    const struct av_shape *shapes = av_shapes(&count);
    const struct av_sizes most = {.n = AV_SHAPE_TOKENS_MAX, .batch = AV_SHAPE_BATCH_MAX, .bytes = 4};
    for (int i = 0; i < count; i++) {
        const struct av_config *config = &shapes[i].config;
        struct av_shape_figures figures = av_shape_figures(config, &most);
        long double token = 4.0L * config->n_layer * config->n_head * (config->d_k + config->d_v);
        long double uncached =
            (long double)most.n * ((long double)figures.matrices + (long double)most.n * figures.key);
        cr_assert_leq(token * most.n * most.batch, (long double)UINT64_MAX);
        cr_assert_eq((long double)figures.ungrouped_cache_bytes, token * most.n * most.batch, "%s", shapes[i].name);
        cr_assert_leq(uncached, (long double)UINT64_MAX);
        cr_assert_eq((long double)figures.uncached, uncached, "%s", shapes[i].name);
    }
}

Test(shapes, each_is_a_model_that_could_be_run)
{
    int count;
    const struct av_shape *shapes = av_shapes(&count);
    for (int i = 0; i < count; i++) {
        struct av_error error = {.status = AV_OK};
        cr_assert_eq(av_config_check(&shapes[i].config, &error), AV_OK, "%s: %s", shapes[i].name, error.message);
        cr_assert_eq(shapes[i].config.d_k * shapes[i].config.n_head, shapes[i].config.d_model);
    }
}

static struct av_lesson lesson;
static struct av_player player;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 4, 5, 0);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(lens_sizes, .init = open_player, .fini = close_player);

Test(lens_sizes, what_can_be_set_stays_within_its_bounds)
{
    kit_press(&player, "6");
    cr_assert_eq(player.sizes.n, 4096);
    kit_press(&player, "+ + + + +");
    cr_assert_eq(player.sizes.n, 131072);
    kit_press(&player, "+");
    cr_assert_eq(player.sizes.n, 131072);
    cr_assert_eq(player.notice, AV_NOTICE_LARGEST);
    kit_press(&player, "- - - - - - - - - - - - - - - - -");
    cr_assert_eq(player.sizes.n, 1);
    kit_press(&player, "-");
    cr_assert_eq(player.sizes.n, 1);
    cr_assert_eq(player.notice, AV_NOTICE_SMALLEST);
    kit_press(&player, "Tab + +");
    cr_assert_eq(player.sizes.batch, 4);
    kit_press(&player, "Tab + +");
    cr_assert_eq(player.sizes.bytes, 4);
    kit_press(&player, "- - -");
    cr_assert_eq(player.sizes.bytes, 1);
}

Test(lens_sizes, the_models_are_gone_through_round_and_round)
{
    int count;
    av_shapes(&count);
    kit_press(&player, "6 Left");
    cr_assert_eq(player.sizes.shape, count - 1);
    kit_press(&player, "Right Right");
    cr_assert_eq(player.sizes.shape, 1);
    cr_assert_eq(player.place.stage, AV_STAGE_EMBED, "the stage stays");
    struct av_error error = {.status = AV_OK};
    struct av_command click = {AV_COMMAND_CONTROL_SELECT, {AV_SIZES_MODEL, 5}};
    cr_assert_eq(av_player_do(&player, click, &error), AV_OK);
    cr_assert_eq(player.sizes.shape, 6, "a row is clicked by how far it is away");
}
