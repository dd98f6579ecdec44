/* One measurement, from its model to its last point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attnviz/base/random.h"
#include "attnviz/engine/decoder.h"
#include "attnviz/player/measure.h"

#define SEED          1
#define SAMPLES       9         /* of a point: the few that something else on the machine disturbs do not count */
#define SAMPLE_LEAST  200e-6    /* s; what is shorter is run several times in one sample */
#define SAMPLES_TIME  0.1       /* s after which there are no more samples of a point */
#define REPEATED_MOST (1 << 12) /* and a clock that stands still is not waited for */
#define LAYER_WEIGHTS 7
#define POINTS_STEPS  16 /* of a length, from a quarter of it on */

static double machine_seconds(void *of, uint64_t multiply_adds)
{
    struct timespec now;
    (void)of;
    (void)multiply_adds;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const struct av_clock av_clock_of_machine = {.seconds = machine_seconds};

void av_measure_points(struct av_measurement *measurement, int length)
{
    int step = length / POINTS_STEPS;
    measurement->length = length;
    measurement->n_point = 0;
    for (int n = 1; n < length / 4; n *= 2)
        measurement->ns[measurement->n_point++] = n;
    for (int n = length / 4; n <= length; n += step)
        measurement->ns[measurement->n_point++] = n;
}

enum av_status av_measure_bytes(const struct av_config *config, int length, size_t *bytes, struct av_error *error)
{
    size_t model, trace, traces;
    enum av_status status = av_config_check(config, error);
    if (status == AV_OK)
        status = av_config_bytes(config, &model, error);
    if (status == AV_OK)
        status = av_trace_bytes(config, length, 0, &trace, error);
    if (status != AV_OK)
        return status;
    if (!av_size_multiply(trace, AV_WAY_COUNT, &traces) || !av_size_add(model, traces, bytes) ||
        *bytes > AV_MEASURE_BYTES_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, "", "at most %zu MiB allowed, %zu needed",
                            AV_MEASURE_BYTES_MAX >> 20, (model >> 20) + 2 * (trace >> 20));
    return AV_OK;
}

/* All that a measurement works with. */
struct bench {
    struct av_model model;
    struct av_trace traces[AV_WAY_COUNT];
    int *tokens; /* [length] */
    int length;
    const struct av_clock *clock;
    double end; /* by the clock; 0: none */
    const struct av_measure_watch *watch;
    struct av_measurement *measurement;
    uint64_t done; /* multiply-adds so far */
};

/* Uniform with variance 1 / rows, which keeps the size of what goes through it. */
static void fill(struct av_matrix *weight, uint64_t *drawn)
{
    size_t count = weight->data ? (size_t)weight->rows * (size_t)weight->cols : 0;
    float spread = sqrtf(3.0f / (float)weight->rows);
    for (size_t i = 0; i < count; i++)
        weight->data[i] = spread * (float)(2 * av_random_unit(SEED, (*drawn)++) - 1);
}

static void fill_model(struct av_model *model)
{
    uint64_t drawn = 0;
    fill(&model->embedding, &drawn);
    if (model->config.position == AV_POSITION_LEARNED)
        fill(&model->position_embedding, &drawn);
    for (int l = 0; l < model->config.n_layer; l++) {
        struct av_layer *layer = &model->layers[l];
        struct av_matrix *const weights[LAYER_WEIGHTS] = {&layer->wq,     &layer->wk,   &layer->wv,    &layer->wo,
                                                          &layer->w_gate, &layer->w_up, &layer->w_down};
        for (int i = 0; i < LAYER_WEIGHTS; i++)
            fill(weights[i], &drawn);
    }
    if (!model->config.tied)
        fill(&model->w_out, &drawn);
    av_model_prepare(model);
}

static enum av_status open_bench(struct bench *bench, const struct av_config *config, struct av_error *error)
{
    const struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL};
    size_t bytes;
    enum av_status status = av_measure_bytes(config, bench->length, &bytes, error);
    if (status == AV_OK)
        status = av_model_init(&bench->model, config, AV_MEASURE_BYTES_MAX, error);
    if (status != AV_OK)
        return status;
    fill_model(&bench->model);
    for (int way = 0; way < AV_WAY_COUNT && status == AV_OK; way++)
        status = av_trace_init(&bench->traces[way], &bench->model, rule, bench->length, error);
    if (status != AV_OK)
        return status;
    bench->tokens = av_allocate((size_t)bench->length, sizeof *bench->tokens);
    if (bench->tokens == NULL)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for %d tokens", bench->length);
    for (int i = 0; i < bench->length; i++)
        bench->tokens[i] = (int)(av_random_unit(SEED + 1, (uint64_t)i) * config->vocab_size);
    return AV_OK;
}

static void close_bench(struct bench *bench)
{
    for (int way = 0; way < AV_WAY_COUNT; way++)
        if (bench->traces[way].model)
            av_trace_finish(&bench->traces[way]);
    av_model_finish(&bench->model);
    free(bench->tokens);
}

static double seconds(const struct bench *bench)
{
    return bench->clock->seconds(bench->clock->of, bench->done);
}

/* False, and the phase says why, where it is not to go on. */
static bool goes_on(struct bench *bench)
{
    if (bench->watch->goes_on != NULL && !bench->watch->goes_on(bench->watch->of))
        bench->measurement->phase = AV_MEASURE_STOPPED;
    return bench->measurement->phase == AV_MEASURE_RUNNING;
}

static void report(const struct bench *bench)
{
    if (bench->watch->report != NULL)
        bench->watch->report(bench->watch->of, bench->measurement);
}

/* The n-th token, one way, repeated times. */
static bool run(struct bench *bench, int n, enum av_way way, int repeated)
{
    struct av_trace *trace = &bench->traces[way];
    struct av_measurement *measurement = bench->measurement;
    for (int i = 0; i < repeated; i++) {
        if (!goes_on(bench))
            return false;
        enum av_status status;
        if (way == AV_WAY_CACHED) {
            av_trace_forget(trace, n - 1);
            status = av_decoder_append(trace, bench->tokens[n - 1], &measurement->error);
        } else {
            status = av_decoder_recompute(trace, bench->tokens, n, &measurement->error);
        }
        if (status != AV_OK) {
            measurement->phase = AV_MEASURE_FAILED;
            return false;
        }
    }
    bench->done += (uint64_t)repeated * av_work_multiply_adds(&trace->work[n - 1]);
    return true;
}

static bool time_runs(struct bench *bench, int n, enum av_way way, int repeated, double *elapsed)
{
    double start = seconds(bench);
    if (!run(bench, n, way, repeated))
        return false;
    double end = seconds(bench);
    *elapsed = end - start;
    if (bench->end > 0 && end > bench->end)
        bench->measurement->phase = AV_MEASURE_TIMED_OUT; /* and this is the last */
    return true;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Seconds that the n-th token takes. */
static bool time_token(struct bench *bench, int n, enum av_way way, double *result)
{
    double samples[SAMPLES], elapsed, total;
    int repeated = 1, count = 0;
    /* what came before the last of these has warmed the caches */
    if (!time_runs(bench, n, way, repeated, &elapsed))
        return false;
    while (elapsed < SAMPLE_LEAST && repeated < REPEATED_MOST) {
        repeated *= 2;
        if (!time_runs(bench, n, way, repeated, &elapsed))
            return false;
    }
    samples[count++] = elapsed / repeated;
    for (total = elapsed; count < SAMPLES && total < SAMPLES_TIME; total += elapsed) {
        if (!time_runs(bench, n, way, repeated, &elapsed))
            return false;
        samples[count++] = elapsed / repeated;
    }
    qsort(samples, (size_t)count, sizeof *samples, ascending);
    *result = count % 2 != 0 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2;
    return true;
}

/* The cached trace gets the tokens in front of the n-th. */
static bool fill_cache(struct bench *bench, int n)
{
    for (int i = bench->traces[AV_WAY_CACHED].n + 1; i < n; i++)
        if (!run(bench, i, AV_WAY_CACHED, 1))
            return false;
    return true;
}

static bool measure_point(struct bench *bench, int i, enum av_way way)
{
    struct av_measurement *measurement = bench->measurement;
    struct av_measured *point = &measurement->points[way][i];
    int n = measurement->n = measurement->ns[i];
    measurement->way = way;
    report(bench);
    if (way == AV_WAY_CACHED && !fill_cache(bench, n))
        return false;
    if (!time_token(bench, n, way, &point->seconds))
        return false;
    point->work = bench->traces[way].work[n - 1];
    measurement->known[way] = i + 1;
    return measurement->phase == AV_MEASURE_RUNNING;
}

void av_measure_run(const struct av_config *config, int length, const struct av_clock *clock, double budget,
                    const struct av_measure_watch *watch, struct av_measurement *measurement)
{
    struct bench bench = {.length = length, .clock = clock, .watch = watch, .measurement = measurement};
    memset(measurement, 0, sizeof *measurement);
    av_measure_points(measurement, length);
    measurement->phase = AV_MEASURE_RUNNING;
    bench.end = budget > 0 ? seconds(&bench) + budget : 0;
    bool going = open_bench(&bench, config, &measurement->error) == AV_OK;
    if (!going)
        measurement->phase = AV_MEASURE_FAILED;
    for (int i = 0; going && i < 2 * measurement->n_point; i++)
        going = measure_point(&bench, i / 2, (enum av_way)(i % 2));
    if (going)
        measurement->phase = AV_MEASURE_DONE;
    close_bench(&bench);
    report(&bench);
}
