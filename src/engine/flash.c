#include "attnviz/engine/flash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "attention.h"
#include "numbers.h"

/* Keys of a tile. */
struct keys {
    int first, n;
};

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

int av_flash_keys(const struct av_flash *flash)
{
    const struct av_trace *trace = flash->trace;
    return av_trace_keys(trace, av_rule_is_causal(&trace->rule) ? flash->i + 1 : trace->n);
}

int av_flash_tiles(const struct av_flash *flash)
{
    return (av_flash_keys(flash) - 1) / flash->tile + 1;
}

size_t av_flash_room(const struct av_flash *flash)
{
    return (size_t)whole_parts(at_most(flash->tile, av_flash_keys(flash)));
}

static struct keys keys_of(const struct av_flash *flash, int t)
{
    int first = t * flash->tile;
    return (struct keys){first, at_most(flash->tile, av_flash_keys(flash) - first)};
}

/* s = mask(q·Kᵀ ÷ √d_k), filled up to whole parts with −∞, which weighs nothing. */
static void score(const struct av_flash *flash, struct keys keys, float *s)
{
    const struct av_score_row row = {
        .layer = flash->layer,
        .head = flash->head,
        .i = flash->i,
        .first = keys.first,
        .n = keys.n,
        .width = keys.n,
    };
    for (int kind = AV_SCORE_RAW; kind <= AV_SCORE_MASKED; kind++)
        av_attention_scores(flash->trace, &row, (enum av_score_kind)kind, s, NULL);
    for (int j = keys.n; j < whole_parts(keys.n); j++)
        s[j] = -INFINITY;
}

static int d_v_of(const struct av_flash *flash)
{
    return flash->trace->model->config.d_v;
}

/* Row j of V in the head: d_v numbers. */
static const float *value(const struct av_flash *flash, int j)
{
    const struct av_config *config = &flash->trace->model->config;
    int kv_head = flash->head / (config->n_head / config->n_kv_head);
    return av_trace_at(flash->trace, AV_QUANTITY_VALUE, flash->layer, j) + (size_t)kv_head * (size_t)config->d_v;
}

static bool is_removed(const struct av_flash *flash, int j)
{
    return av_rule_removes(&flash->trace->rule, flash->i, j);
}

/* o = o + p·V. What is hidden weighs 0 and adds nothing. */
static void mix(const struct av_flash *flash, struct keys keys, const float *p, float *o)
{
    const struct av_config *config = &flash->trace->model->config;
    const struct av_trace_store *store = flash->trace->store;
    size_t stride = (size_t)config->n_kv_head * (size_t)config->d_v;
    int last = keys.first + keys.n;
    for (int j = keys.first, rows; j < last; j += rows) {
        rows = av_kv_cache_together(&store->cache, j, last);
        store->kernels->accumulate(p + (j - keys.first), value(flash, j), stride, rows, config->d_v, o);
    }
}

/* One tile: m, l and o become those of all keys so far, and its scores s their exponentials p. As long as nothing is
 * seen m is −∞, and s − m no number: 0 serves as well, since exp(−∞) is 0 either way. Returns the factor f. */
static float meet(const struct av_flash *flash, struct keys keys, float *s, struct av_softmax_row *row, float *o)
{
    const struct av_kernels *kernels = flash->trace->store->kernels;
    float tile_max = kernels->maximum(s, whole_parts(keys.n));
    float max = tile_max > row->max ? tile_max : row->max;
    float shift = max > -INFINITY ? max : 0.0f;
    float factor = exp_float(row->max - shift);

    float *p = s;
    row->sum = factor * row->sum + kernels->exponentials(p, shift, whole_parts(keys.n));
    for (int c = 0; c < d_v_of(flash); c++)
        o[c] = factor * o[c];
    mix(flash, keys, p, o);
    row->max = max;
    return factor;
}

static struct av_softmax_row start(const struct av_flash *flash, float *o)
{
    for (int c = 0; c < d_v_of(flash); c++)
        o[c] = 0.0f;
    return (struct av_softmax_row){.max = -INFINITY, .sum = 0.0f};
}

/* Column c once more, over what the row sees, with weights that are divided already: then 0 · ∞ of a hidden key spoils
 * nothing, and no sum is larger than its values. */
static float column_anew(const struct av_flash *flash, struct av_softmax_row row, int c, float *a)
{
    float sum = 0.0f;
    for (int t = 0; t < av_flash_tiles(flash); t++) {
        struct keys keys = keys_of(flash, t);
        score(flash, keys, a);
        flash->trace->store->kernels->weights(a, row, keys.n);
        for (int j = keys.first; j < keys.first + keys.n; j++)
            if (!is_removed(flash, j))
                sum += a[j - keys.first] * value(flash, j)[c];
    }
    return sum;
}

void av_flash_row(const struct av_flash *flash, float *room, float *out)
{
    float *s = room, *o = out;
    struct av_softmax_row row = start(flash, o);
    for (int t = 0; t < av_flash_tiles(flash); t++) {
        struct keys keys = keys_of(flash, t);
        score(flash, keys, s);
        meet(flash, keys, s, &row, o);
    }
    for (int c = 0; c < d_v_of(flash); c++)
        out[c] = isfinite(o[c]) ? o[c] / row.sum : column_anew(flash, row, c, room);
}

void av_flash_tile_at(const struct av_flash *flash, int t, struct av_flash_tile *state)
{
    assert(t >= 0 && t < av_flash_tiles(flash));
    size_t o_size = (size_t)d_v_of(flash) * sizeof *state->o_after;
    struct keys keys = keys_of(flash, t);
    struct av_softmax_row row = start(flash, state->o_after);
    for (int earlier = 0; earlier < t; earlier++) {
        score(flash, keys_of(flash, earlier), state->weights);
        meet(flash, keys_of(flash, earlier), state->weights, &row, state->o_after);
    }
    state->before = row;
    memcpy(state->o_before, state->o_after, o_size);

    score(flash, keys, state->scores);
    memcpy(state->weights, state->scores, (size_t)whole_parts(keys.n) * sizeof *state->weights);
    state->factor = meet(flash, keys, state->weights, &row, state->o_after);
    state->after = row;
    state->first = keys.first;
    state->n = keys.n;
    state->max = flash->trace->store->kernels->maximum(state->scores, whole_parts(keys.n));
    state->bytes = av_flash_bytes(av_flash_keys(flash), flash->tile, d_v_of(flash));
}

struct av_flash_bytes av_flash_bytes(int n, int tile, int d_v)
{
    size_t rest = (size_t)d_v + 2;
    return (struct av_flash_bytes){
        .flash = ((size_t)at_most(tile, n) + rest) * sizeof(float),
        .row = ((size_t)n + rest) * sizeof(float),
        .matrix = (size_t)n * (size_t)n * sizeof(float),
    };
}

/* A score in double precision, from q and k as they are. */
static double exact_score(const struct av_flash *flash, int j)
{
    const struct av_trace *trace = flash->trace;
    const struct av_config *config = &trace->model->config;
    int kv_head = flash->head / (config->n_head / config->n_kv_head);
    const float *q = av_trace_query(trace, flash->layer, flash->head, flash->i);
    double s = 0.0;
    for (int d = 0; d < config->d_k; d++)
        s += (double)q[d] * (double)av_trace_value(trace, AV_QUANTITY_KEY, flash->layer, j, kv_head * config->d_k + d);
    if (trace->rule.scaled)
        s /= sqrt(config->d_k);
    return av_rule_hides(&trace->rule, flash->i, j) ? s * 0.0 : s; /* removed ones are left out by the caller */
}

/* The row as plain attention's formula has it: once over the keys for the maximum, once more for the sums. */
static void exact_row(const struct av_flash *flash, double *exact)
{
    double max = (double)-INFINITY, sum = 0.0;
    int n = av_flash_keys(flash), d_v = d_v_of(flash);
    for (int j = 0; j < n; j++)
        max = is_removed(flash, j) ? max : fmax(max, exact_score(flash, j));
    for (int c = 0; c < d_v; c++)
        exact[c] = 0.0;
    for (int j = 0; j < n; j++) {
        if (is_removed(flash, j))
            continue;
        double weight = exp(exact_score(flash, j) - max);
        const float *v = value(flash, j);
        sum += weight;
        for (int c = 0; c < d_v; c++)
            exact[c] += weight * (double)v[c];
    }
    for (int c = 0; c < d_v; c++)
        exact[c] /= sum;
}

static double larger_difference(double worst, double a, double b)
{
    if (a == b || (isnan(a) && isnan(b))) /* two infinities, too */
        return worst;
    double difference = fabs(a - b);
    return isnan(difference) || difference > worst ? difference : worst;
}

struct av_flash_error av_flash_error(const struct av_flash *flash, float *room, float *out, double *exact)
{
    int d_v = d_v_of(flash);
    const float *plain =
        av_trace_at(flash->trace, AV_QUANTITY_MIX, flash->layer, flash->i) + (size_t)flash->head * (size_t)d_v;
    struct av_flash_error error = {0};
    av_flash_row(flash, room, out);
    exact_row(flash, exact);
    for (int c = 0; c < d_v; c++) {
        error.plain = larger_difference(error.plain, (double)plain[c], exact[c]);
        error.flash = larger_difference(error.flash, (double)out[c], exact[c]);
        error.both = larger_difference(error.both, (double)plain[c], (double)out[c]);
    }
    return error;
}
