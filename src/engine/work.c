#include "attnviz/engine/work.h"

static const char *const names[AV_WORK_KIND_COUNT] = {
    [AV_WORK_PROJECT] = "project", [AV_WORK_SCORES] = "scores", [AV_WORK_MIX] = "mix",
    [AV_WORK_OUTPUT] = "output",   [AV_WORK_BLOCK] = "block",   [AV_WORK_LOGITS] = "logits",
    [AV_WORK_SOURCE] = "source",
};

const char *av_work_kind_name(enum av_work_kind kind)
{
    return names[kind];
}

uint64_t av_work_multiply_adds(const struct av_work *work)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        sum += work->multiply_adds[kind];
    return sum;
}

uint64_t av_work_row_reads(const struct av_work *work, int n_step, enum av_work_rows rows, int i)
{
    uint64_t sum = 0;
    for (int step = 0; step < n_step; step++) {
        const struct av_row_reads *reads = &work[step].reads[rows];
        if (i >= reads->first && i < reads->end)
            sum += reads->count / (uint64_t)(reads->end - reads->first);
    }
    return sum;
}

static uint64_t feed_forward_matrices(const struct av_config *config)
{
    if (config->feed_forward == AV_FEED_FORWARD_NONE)
        return 0;
    return config->feed_forward == AV_FEED_FORWARD_SWIGLU ? 3 : 2;
}

/* How many rows of what a step of n tokens makes, and how many keys each row meets. */
struct step_rows {
    int n;
    uint64_t rows, keys, made; /* made: of K and V */
};

static struct av_work work_of(const struct av_config *config, struct step_rows step)
{
    uint64_t keys = step.keys, rows = step.rows, layers = (uint64_t)config->n_layer;
    uint64_t d_model = (uint64_t)config->d_model, d_k = (uint64_t)config->d_k, d_v = (uint64_t)config->d_v;
    uint64_t heads = (uint64_t)config->n_head, kv = (uint64_t)config->n_kv_head * (d_k + d_v);
    struct av_work work = {
        .cache_bytes_read = rows * keys * layers * kv * sizeof(float),
        .cache_bytes_written = step.made * layers * kv * sizeof(float),
        .reads[AV_WORK_ROWS_QUERY] = {.first = step.n - (int)rows, .end = step.n, .count = rows * layers},
        .reads[AV_WORK_ROWS_KEY] = {.end = (int)keys, .count = rows * keys * layers},
        .reads[AV_WORK_ROWS_VALUE] = {.end = (int)keys, .count = rows * keys * layers},
    };
    uint64_t kv_work = step.made * layers * d_model * kv;
    work.multiply_adds[AV_WORK_PROJECT] = rows * layers * d_model * heads * d_k;
    work.multiply_adds[config->attends == AV_ATTENDS_SOURCE ? AV_WORK_SOURCE : AV_WORK_PROJECT] += kv_work;
    work.multiply_adds[AV_WORK_SCORES] = rows * layers * heads * keys * d_k;
    work.multiply_adds[AV_WORK_MIX] = rows * layers * heads * keys * d_v;
    work.multiply_adds[AV_WORK_OUTPUT] = rows * layers * heads * d_v * d_model;
    work.multiply_adds[AV_WORK_BLOCK] =
        rows * layers * feed_forward_matrices(config) * d_model * (uint64_t)config->d_ff;
    work.multiply_adds[AV_WORK_LOGITS] = rows * d_model * (uint64_t)config->vocab_size;
    return work;
}

struct av_work av_work_formula(const struct av_config *config, int n, bool cached)
{
    uint64_t rows = cached ? 1 : (uint64_t)n;
    return work_of(config, (struct step_rows){n, .rows = rows, .keys = (uint64_t)n, .made = rows});
}

struct av_work av_work_formula_cross(const struct av_config *config, int n_source, int n, bool cached)
{
    uint64_t keys = (uint64_t)n_source, rows = cached ? 1 : (uint64_t)n;
    return work_of(config, (struct step_rows){n, .rows = rows, .keys = keys, .made = cached && n > 1 ? 0 : keys});
}

void av_work_add(struct av_work *total, const struct av_work *part)
{
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        total->multiply_adds[kind] += part->multiply_adds[kind];
    total->cache_bytes_read += part->cache_bytes_read;
    total->cache_bytes_written += part->cache_bytes_written;
    total->cache_bytes_copied += part->cache_bytes_copied;
}
