#include "attention.h"

#include <math.h>

#include "counted.h"
#include "numbers.h"

/* q·Kᵀ. The query heads of a group read the same keys, which the first of them fetches. */
static void multiply_keys(const struct av_trace *trace, const struct av_score_row *row, float *s, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_kv_cache *cache = &trace->store->cache;
    int group = config->n_head / config->n_kv_head;
    struct av_work unseen = {0}, *counted = work ? work : &unseen;
    const struct av_blocks keys = {
        .data = av_kv_cache_keys(cache, row->layer, row->head / group),
        .block_stride = cache->pool->block_stride,
        .table = cache->table,
        .block_size = cache->pool->block_size,
        .stride = cache->pool->key_stride,
        .rows = row->columns > 0 ? row->columns : config->d_k,
        .first = row->first,
        .cols = row->n,
        .width = row->width,
    };
    av_count_multiply_blocks(trace->store->kernels, av_trace_query(trace, row->layer, row->head, row->i), &keys, s,
                             &counted->multiply_adds[AV_WORK_SCORES]);
    if (row->head == 0) {
        av_count_rows(&counted->reads[AV_WORK_ROWS_QUERY], row->i, 1);
        av_count_rows(&counted->reads[AV_WORK_ROWS_KEY], row->first, row->n);
    }
    if (row->head % group == 0)
        counted->cache_bytes_read += (uint64_t)keys.rows * (uint64_t)keys.cols * sizeof *keys.data;
}

/* What the bans leave of the scores, which the mask has been over. */
static void ban(const struct av_rule *rule, const struct av_score_row *row, float *s)
{
    for (int c = 0; c < row->n; c++) {
        int j = row->first + c;
        if (rule->banned[j] && j != row->i)
            s[c] = rule->mask == AV_MASK_MULTIPLIED ? s[c] * 0.0f : -INFINITY;
    }
}

void av_attention_scores(const struct av_trace *trace, const struct av_score_row *row, enum av_score_kind kind,
                         float *s, struct av_work *work)
{
    const struct av_kernels *kernels = trace->store->kernels;
    switch (kind) {
    case AV_SCORE_RAW:
        multiply_keys(trace, row, s, work);
        break;
    case AV_SCORE_SCALED:
        if (trace->rule.scaled)
            kernels->divide(s, sqrtf((float)trace->model->config.d_k), row->width);
        break;
    case AV_SCORE_MASKED:
        kernels->mask(s, trace->rule.mask, row->i - row->first, row->n);
        if (trace->rule.banned)
            ban(&trace->rule, row, s);
        break;
    }
}

/* a_i = softmax(mask(q_i·Kᵀ ÷ √d_k)) for one head: weights of query i for n keys. The row is filled up to whole parts
 * with −∞, which weighs nothing: the kernels then have no odd rest to do one by one. */
static void weigh(struct av_trace *trace, int layer, int head, int i, int n, struct av_work *work)
{
    float *s = av_matrix_row(&trace->store->scores, head);
    struct av_score_row row = {.layer = layer, .head = head, .i = i, .n = n, .width = whole_parts(n)};
    size_t at = (size_t)i * (size_t)trace->model->config.n_head + (size_t)head;
    av_attention_scores(trace, &row, AV_SCORE_RAW, s, work);
    av_attention_scores(trace, &row, AV_SCORE_SCALED, s, work);
    av_attention_scores(trace, &row, AV_SCORE_MASKED, s, work);
    for (int j = n; j < row.width; j++)
        s[j] = -INFINITY;
    trace->store->layers[layer].softmax[at] = trace->store->kernels->softmax(s, row.width);
}

/* What is removed weighs nothing, however large its value: but 0 · ∞ is no number. Columns of the mix that came out as
 * none are summed once more, over what the row sees, so that they are what a cache gives, which has nothing else. */
static void mix_what_is_seen(const struct av_trace *trace, int layer, int i, const struct av_mix *mix)
{
    for (int head = 0; head < mix->n_head; head++) {
        const float *a = mix->weights + (size_t)head * mix->weight_stride;
        for (int c = 0; c < mix->d_v; c++) {
            float *o = &mix->out[head * mix->d_v + c], sum = 0.0f;
            if (!isnan(*o))
                continue;
            for (int j = 0; j < mix->n; j++)
                if (!av_rule_removes(&trace->rule, i, j))
                    sum += a[j] * av_kv_cache_value(&trace->store->cache, layer, j)[head / mix->group * mix->d_v + c];
            *o = sum;
        }
    }
}

void av_attention(struct av_trace *trace, int layer, int i, int n, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_kv_cache *cache = &trace->store->cache;
    for (int head = 0; head < config->n_head; head++)
        weigh(trace, layer, head, i, n, work);
    struct av_mix mix = {
        .weights = trace->store->scores.data,
        .weight_stride = (size_t)trace->store->scores.cols,
        .values = av_block_pool_layer(cache->pool, 0, layer) + cache->pool->values,
        .block_stride = cache->pool->block_stride,
        .table = cache->table,
        .block_size = cache->pool->block_size,
        .n = n,
        .n_head = config->n_head,
        .group = config->n_head / config->n_kv_head,
        .d_v = config->d_v,
        .out = av_trace_at(trace, AV_QUANTITY_MIX, layer, i),
    };
    av_count_mix(trace->store->kernels, &mix, &work->multiply_adds[AV_WORK_MIX]);
    av_count_rows(&work->reads[AV_WORK_ROWS_VALUE], 0, n);
    if (n > i + 1 || trace->rule.banned)
        mix_what_is_seen(trace, layer, i, &mix);
    work->cache_bytes_read += (uint64_t)n * (uint64_t)(config->n_kv_head * config->d_v) * sizeof *mix.values;
}
