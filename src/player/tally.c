#include "attnviz/player/tally.h"

#include "attnviz/player/player.h"
#include "inner.h"

static bool is_known(const struct av_player *player, struct av_tally_of of)
{
    const struct av_run *run = &player->run;
    int t = player->place.token;
    if (of.cached)
        return av_run_can_cache(run);
    return of.total ? av_run_counts_known(run, t) : av_work_multiply_adds(&run->uncached_work[t]) > 0;
}

/* The work of the steps that are added up, and how many they are. */
static const struct av_work *steps_of(const struct av_player *player, struct av_tally_of of, int *n_step)
{
    const struct av_work *work = of.cached ? player->run.cached.work : player->run.uncached_work;
    int first = of.total ? player->run.n_first - 1 : player->place.token;
    *n_step = player->place.token + 1 - first;
    return work + first;
}

bool av_tally_work(const struct av_player *player, struct av_tally_of of, struct av_work *work)
{
    int n_step;
    if (!is_known(player, of))
        return false;
    const struct av_work *steps = steps_of(player, of, &n_step);
    *work = n_step == 1 ? *steps : (struct av_work){.cache_bytes_read = 0};
    for (int i = 0; i < n_step && n_step > 1; i++)
        av_work_add(work, &steps[i]);
    return true;
}

bool av_tally_reads(const struct av_player *player, struct av_tally_of of, enum av_work_rows rows, int i,
                    uint64_t *reads)
{
    int n_step;
    if (!is_known(player, of))
        return false;
    const struct av_work *steps = steps_of(player, of, &n_step);
    *reads = av_work_row_reads(steps, n_step, rows, i) / (uint64_t)config_of(player)->n_layer;
    return true;
}

/* Σ s and Σ s² of s = 1 … n */
static double sum_to(double n)
{
    return n * (n + 1) / 2;
}

static double squares_to(double n)
{
    return n * (n + 1) * (2 * n + 1) / 6;
}

static double rows_of(struct av_steps steps, struct av_tally_of of)
{
    if (of.total)
        return of.cached ? steps.n : sum_to(steps.n) - sum_to(steps.first - 1);
    return of.cached ? av_steps_new_rows(steps) : steps.n;
}

/* Rows of K and V that are made: a source's all at once, with the cache in the first step alone. */
static double made_of(struct av_steps steps, struct av_tally_of of)
{
    if (steps.n_source == 0)
        return rows_of(steps, of);
    double times = of.total ? steps.n - steps.first + 1 : 1;
    if (of.cached)
        times = of.total || steps.n == steps.first;
    return times * steps.n_source;
}

static double pairs_of(struct av_steps steps, struct av_tally_of of)
{
    double first = steps.first;
    if (steps.n_source > 0)
        return rows_of(steps, of) * steps.n_source;
    if (!of.total)
        return rows_of(steps, of) * steps.n;
    return of.cached ? first * first + sum_to(steps.n) - sum_to(first) : squares_to(steps.n) - squares_to(first - 1);
}

struct av_work_factors av_tally_factors(const struct av_config *config, enum av_work_kind kind, struct av_steps steps,
                                        struct av_tally_of of)
{
    struct av_work_factors factors = av_work_factors(config, kind, steps, of.cached);
    bool meets_keys = kind == AV_WORK_SCORES || kind == AV_WORK_MIX;
    factors.rows = meets_keys ? pairs_of(steps, of) : rows_of(steps, of);
    if (kind == AV_WORK_SOURCE)
        factors.rows = steps.n_source > 0 ? made_of(steps, of) : 0;
    return factors;
}

struct av_work_factors av_tally_byte_factors(const struct av_config *config, enum av_tally_bytes bytes,
                                             struct av_steps steps, struct av_tally_of of)
{
    double kept = of.cached ? (steps.n_source > 0 ? steps.n_source : steps.n) : 0;
    double kv = config->n_kv_head * (config->d_k + config->d_v), layers = config->n_layer;
    switch (bytes) {
    case AV_TALLY_KEPT:
        return (struct av_work_factors){kept, kv, sizeof(float), layers};
    case AV_TALLY_Q_CACHE:
        return (struct av_work_factors){of.cached ? steps.n : 0, config->n_head * config->d_k, sizeof(float), layers};
    case AV_TALLY_READ:
        return (struct av_work_factors){pairs_of(steps, of), kv, sizeof(float), layers};
    default:
        return (struct av_work_factors){made_of(steps, of), kv, sizeof(float), layers};
    }
}

bool av_tally_count_bytes(const struct av_player *player, struct av_tally_of of, enum av_tally_bytes bytes,
                          uint64_t *count)
{
    struct av_work work;
    struct av_steps steps = av_run_steps(&player->run, player->place.token);
    if (!av_tally_work(player, of, &work))
        return false;
    struct av_work_factors factors = av_tally_byte_factors(config_of(player), bytes, steps, of);
    switch (bytes) {
    case AV_TALLY_KEPT:
        *count = of.cached ? av_trace_cache_bytes(&player->run.cached, av_trace_keys(&player->run.cached, steps.n)) : 0;
        break;
    case AV_TALLY_Q_CACHE:
        *count = (uint64_t)av_work_product(&factors);
        break;
    case AV_TALLY_READ:
        *count = work.cache_bytes_read;
        break;
    default:
        *count = work.cache_bytes_written;
    }
    return true;
}
