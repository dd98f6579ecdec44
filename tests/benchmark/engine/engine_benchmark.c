/* Tokens per second of processor time of the engine, one thread, for a model of the shape of stories260K with random
 * weights: n tokens, each chosen greedily from the logits of the one before, decoded with the cache, and without it,
 * where every step computes all rows again; and with the cache in blocks of a pool, in
 * turns with the contiguous one.

 *
 * And FlashAttention beside plain attention: the last row of n keys, in all heads of one layer. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "attention.h"
#include "attnviz/engine/decoder.h"
#include "attnviz/engine/flash.h"
#include "attnviz/engine/sampler.h"
#include "kernels.h"
#include "trace_store.h"

#define RUNS_MAX   15
#define BLOCK_SIZE 16
#define FLASH_N    2048
#define REPEATED   200 /* rows of attention in a run */

enum way { CACHED, PAGED, RECOMPUTED };
static const char *const ways[] = {"cached", "paged", "recomputed"};

static const struct av_config shape = {
    .d_model = 64,
    .n_layer = 5,
    .n_head = 8,
    .n_kv_head = 4,
    .d_k = 8,
    .d_v = 8,
    .d_ff = 172,
    .vocab_size = 512,
    .n_ctx = 512,
    .position = AV_POSITION_ROTARY,
    .norm = AV_NORM_RMS,
    .norm_place = AV_NORM_BEFORE,
    .feed_forward = AV_FEED_FORWARD_SWIGLU,
    .tied = true,
    .residual = true,
    .norm_epsilon = 1e-5f,
    .rotary_base = 10000.0f,
};

static void fill(struct av_matrix *matrix, float spread)
{
    static uint32_t state = 1;
    for (size_t i = 0; i < (size_t)matrix->rows * (size_t)matrix->cols; i++) {
        state = state * 1664525u + 1013904223u;
        matrix->data[i] = spread * ((float)(state >> 8) * 0x1p-23f - 1.0f);
    }
}

static void make_model(struct av_model *model)
{
    if (av_model_init(model, &shape, 0, NULL) != AV_OK)
        exit(1);
    fill(&model->embedding, 1.0f);
    for (int l = 0; l < shape.n_layer; l++) {
        struct av_layer *layer = &model->layers[l];
        struct av_matrix *weights[] = {&layer->wq,     &layer->wk,   &layer->wv,    &layer->wo,
                                       &layer->w_gate, &layer->w_up, &layer->w_down};
        for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
            fill(weights[i], 0.2f);
    }
    av_model_prepare(model);
}

/* Processor time, so that what else the machine does counts little. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A trace that is new each time; of blocks from a pool, which is new too, and whose blocks come in no order. */
static void make_trace(struct av_trace *trace, struct av_block_pool *pool, const struct av_model *model, int n,
                       enum way way)
{
    struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL};
    int n_block = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    enum av_status status;
    *pool = (struct av_block_pool){0};
    if (way == PAGED && av_block_pool_init(pool, &shape, BLOCK_SIZE, n_block, NULL) != AV_OK)
        exit(1);
    for (int i = n_block - 1; way == PAGED && i > 0; i--) {
        int other = rand() % (i + 1), block = pool->free[i];
        pool->free[i] = pool->free[other];
        pool->free[other] = block;
    }
    if (way == PAGED)
        status = av_trace_init_paged(trace, model, rule, n, pool, NULL);
    else
        status = av_trace_init(trace, model, rule, n, NULL);
    if (status != AV_OK)
        exit(1);
}

/* Seconds for n tokens. */
static double run(const struct av_model *model, const struct av_kernels *kernels, int n, enum way way)
{
    static float probabilities[512];
    static int scratch[512], tokens[513] = {1};
    struct av_sampling greedy = {.top_p = 1.0f};
    struct av_trace trace;
    struct av_block_pool pool;
    make_trace(&trace, &pool, model, n, way);
    trace.store->kernels = kernels;

    double start = seconds();
    for (int i = 0; i < n; i++) {
        enum av_status status = way == RECOMPUTED ? av_decoder_recompute(&trace, tokens, i + 1, NULL)
                                                  : av_decoder_append(&trace, tokens[i], NULL);
        if (status != AV_OK)
            exit(1);
        const float *logits = av_trace_at(&trace, AV_QUANTITY_LOGITS, 0, i);
        tokens[i + 1] = av_sampler_choose(&greedy, logits, shape.vocab_size, i, probabilities, scratch);
    }
    double taken = seconds() - start;
    av_trace_finish(&trace);
    av_block_pool_finish(&pool);
    return taken;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the runs, in seconds. */
static double report(const struct av_kernels *kernels, int n, enum way way, double *taken, int runs)
{
    qsort(taken, (size_t)runs, sizeof *taken, ascending);
    printf("%-8s  %-10s  n %3d  %6.0f tokens/s (median of %d, best %.0f)\n", kernels->name, ways[way], n,
           n / taken[runs / 2], runs, n / taken[0]);
    return taken[runs / 2];
}

/* Cached and paged in turns, so that what else the machine does meets both alike. */
static void report_cached(const struct av_model *model, const struct av_kernels *kernels, int n)
{
    double cached[RUNS_MAX], paged[RUNS_MAX];
    for (int i = 0; i < RUNS_MAX; i++) {
        cached[i] = run(model, kernels, n, CACHED);
        paged[i] = run(model, kernels, n, PAGED);
    }
    double ratio = report(kernels, n, CACHED, cached, RUNS_MAX) / report(kernels, n, PAGED, paged, RUNS_MAX);
    printf("%-8s  paged, of blocks of %d: %.2f × the tokens/s of the contiguous cache\n", kernels->name, BLOCK_SIZE,
           ratio);
}

/* Seconds for a row of attention in all heads: flash in tiles of this many keys, plain where that is 0. */
static double attend(struct av_trace *trace, int tile)
{
    static float room[FLASH_N], out[64];
    double start = seconds();
    for (int k = 0; k < REPEATED; k++) {
        struct av_work work = {0};
        if (tile == 0)
            av_attention(trace, 0, FLASH_N - 1, FLASH_N, &work);
        for (int head = 0; tile > 0 && head < trace->model->config.n_head; head++)
            av_flash_row(&(struct av_flash){trace, 0, head, FLASH_N - 1, tile}, room, out);
    }
    return (seconds() - start) / REPEATED;
}

static double median_attention(struct av_trace *trace, int tile)
{
    double taken[RUNS_MAX];
    for (int i = 0; i < RUNS_MAX; i++)
        taken[i] = attend(trace, tile);
    qsort(taken, RUNS_MAX, sizeof *taken, ascending);
    return taken[RUNS_MAX / 2];
}

/* One layer of this many heads. */
static void report_flash(int n_head, int n_kv_head, int d)
{
    static const int tiles[] = {16, 64, 256};
    struct av_config config = {.d_model = n_head * d, .n_layer = 1, .n_head = n_head, .n_kv_head = n_kv_head};
    config.d_k = config.d_v = d;
    config.vocab_size = 2;
    config.n_ctx = FLASH_N;
    struct av_model model;
    struct av_trace trace;
    struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL};
    if (av_model_init(&model, &config, 0, NULL) != AV_OK || av_trace_init(&trace, &model, rule, FLASH_N, NULL) != AV_OK)
        exit(1);
    fill(&model.embedding, 1.0f);
    fill(&model.layers[0].wq, 0.2f);
    fill(&model.layers[0].wk, 0.2f);
    fill(&model.layers[0].wv, 0.2f);
    for (int i = 0; i < FLASH_N; i++)
        if (av_decoder_append(&trace, i % 2, NULL) != AV_OK)
            exit(1);
    double plain = median_attention(&trace, 0);
    printf("attention of a row, n %d, %d heads of %d, %d key heads: plain %.1f µs", FLASH_N, n_head, d, n_kv_head,
           plain * 1e6);
    printf(", %zu bytes a head\n", av_flash_bytes(FLASH_N, 1, d).row);
    for (int t = 0; t < 3; t++) {
        double flash = median_attention(&trace, tiles[t]);
        printf("  flash, tiles of %3d: %.1f µs, %.2f times as fast, %zu bytes\n", tiles[t], flash * 1e6, plain / flash,
               av_flash_bytes(FLASH_N, tiles[t], d).flash);
    }
    av_trace_finish(&trace);
    av_model_finish(&model);
}

int main(void)
{
    static const int lengths[] = {128, 256, 512};
    const struct av_kernels *list[AV_KERNELS_MAX];
    int count = av_kernels_list(list);
    struct av_model model;
    make_model(&model);
    printf("engine, built by compiler %s, kernels chosen on this machine: %s\n", __VERSION__, av_kernels_best()->name);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 3; i++)
            report_cached(&model, list[k], lengths[i]);
    for (int i = 0; i < 3; i++) {
        double taken[3];
        for (int r = 0; r < 3; r++)
            taken[r] = run(&model, av_kernels_best(), lengths[i], RECOMPUTED);
        report(av_kernels_best(), lengths[i], RECOMPUTED, taken, 3);
    }
    av_model_finish(&model);
    report_flash(1, 1, 64);
    report_flash(8, 4, 8);
    return 0;
}
