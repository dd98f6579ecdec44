#include "attnviz/engine/trace.h"

#include <assert.h>
#include <string.h>

#include "attention.h"
#include "attnviz/engine/functions.h"
#include "numbers.h"

static void pack_layer(struct av_packing *packing, const struct av_config *config, int capacity,
                       struct av_layer_rows *rows, bool first)
{
    for (int q = AV_QUANTITY_INPUT; q <= AV_QUANTITY_SUM_2; q++) {
        int width = av_quantity_width(config, q);
        bool exists = width > 0 && q != AV_QUANTITY_KEY && q != AV_QUANTITY_VALUE && (q != AV_QUANTITY_INPUT || first);
        rows->quantities[q] = av_packing_matrix(packing, exists, capacity, width);
    }

    size_t count;
    if (av_size_multiply((size_t)capacity, (size_t)config->n_head, &count))
        rows->softmax = av_packing_take(packing, count, sizeof *rows->softmax);
    else
        packing->overflow = true;
}

static void pack(struct av_packing *packing, const struct av_config *config, const struct av_trace_made *made,
                 struct av_trace *trace)
{
    int capacity = made->capacity, n_source = made->n_source, n_key = n_source > 0 ? n_source : capacity;
    struct av_trace_store counted_store, *store = av_packing_take(packing, 1, sizeof *store);
    trace->store = store;
    if (!store)
        store = &counted_store;
    trace->tokens = av_packing_take(packing, (size_t)capacity, sizeof *trace->tokens);
    trace->written = av_packing_take(packing, (size_t)capacity, sizeof *trace->written);
    trace->born = av_packing_take(packing, (size_t)capacity, sizeof *trace->born);
    trace->work = av_packing_take(packing, (size_t)capacity, sizeof *trace->work);

    trace->source.tokens = av_packing_take(packing, (size_t)n_source, sizeof *trace->source.tokens);

    av_kv_cache_pack(&store->cache, packing, config, n_key, made->pool);
    store->layers = av_packing_take(packing, (size_t)config->n_layer, sizeof *store->layers);
    for (int l = 0; l < config->n_layer; l++) {
        struct av_layer_rows counted;
        pack_layer(packing, config, capacity, store->layers ? &store->layers[l] : &counted, l == 0);
        if (store->layers && l > 0)
            store->layers[l].quantities[AV_QUANTITY_INPUT] =
                store->layers[l - 1].quantities[av_quantity_layer_result(config)];
    }
    bool final_norm = av_quantity_width(config, AV_QUANTITY_FINAL_NORM) > 0;
    store->final_norm = av_packing_matrix(packing, final_norm, capacity, config->d_model);
    store->logits = av_packing_matrix(packing, true, capacity, config->vocab_size);
    store->source = av_packing_matrix(packing, n_source > 0, n_source, config->d_model);
    store->key = av_packing_take(packing, (size_t)av_quantity_width(config, AV_QUANTITY_KEY), sizeof *store->key);
    store->scores = av_packing_matrix(packing, true, config->n_head, whole_parts(n_key));
}

static enum av_status bytes_of(const struct av_config *config, const struct av_trace_made *made, size_t *bytes,
                               struct av_error *error)
{
    struct av_packing packing = {0};
    struct av_trace trace;
    pack(&packing, config, made, &trace);
    if (packing.overflow)
        return av_error_set(error, AV_ERROR_LIMIT, "",
                            "the size of a trace of %d rows does not fit in memory addresses", made->capacity);
    *bytes = packing.size;
    return AV_OK;
}

enum av_status av_trace_bytes(const struct av_config *config, int capacity, int n_source, size_t *bytes,
                              struct av_error *error)
{
    const struct av_trace_made made = {.capacity = capacity, .n_source = n_source};
    return bytes_of(config, &made, bytes, error);
}

/* The rule as it is kept. Of a source there is no mask, and none is banned: a list of bans, which may be shorter than
 * the source, is not looked at. */
static struct av_rule fit_rule(const struct av_config *config, struct av_rule rule, int capacity)
{
    if (config->attends == AV_ATTENDS_SELF)
        return rule;
    assert(rule.mask == AV_MASK_NONE && !av_rule_bans_before(&rule, capacity));
    (void)capacity; /* where nothing is asserted */
    rule.banned = NULL;
    return rule;
}

enum av_status av_trace_init_with(struct av_trace *trace, const struct av_model *model,
                                  const struct av_trace_made *made, struct av_error *error)
{
    const struct av_config *config = &model->config;
    assert(made->capacity >= 1 && made->capacity <= config->n_ctx && made->n_source <= config->n_ctx);
    assert((made->n_source > 0) == (config->attends == AV_ATTENDS_SOURCE));
    size_t bytes = 0;
    enum av_status status = bytes_of(config, made, &bytes, error);
    for (int j = 0; j < made->n_source && status == AV_OK; j++)
        status = av_token_check(config, made->source[j], error);
    if (status != AV_OK)
        return status;

    *trace = (struct av_trace){.model = model,
                               .rule = fit_rule(config, made->rule, made->capacity),
                               .capacity = made->capacity,
                               .source.n = made->n_source};
    av_arena_init(&trace->arena, 0);
    struct av_packing packing = {.base = av_arena_allocate(&trace->arena, bytes, 1)};
    if (!packing.base) {
        av_arena_finish(&trace->arena);
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a trace of %zu bytes", bytes);
    }
    pack(&packing, config, made, trace);
    if (made->n_source > 0)
        memcpy(trace->source.tokens, made->source, (size_t)made->n_source * sizeof *made->source);
    trace->store->kernels = av_kernels_best();
    return AV_OK;
}

enum av_status av_trace_init(struct av_trace *trace, const struct av_model *model, struct av_rule rule, int capacity,
                             struct av_error *error)
{
    return av_trace_init_cross(trace, model, rule, capacity, NULL, 0, error);
}

enum av_status av_trace_init_cross(struct av_trace *trace, const struct av_model *model, struct av_rule rule,
                                   int capacity, const int *source, int n_source, struct av_error *error)
{
    const struct av_trace_made made = {.rule = rule, .capacity = capacity, .source = source, .n_source = n_source};
    return av_trace_init_with(trace, model, &made, error);
}

void av_trace_reset(struct av_trace *trace, struct av_rule rule)
{
    size_t capacity = (size_t)trace->capacity;
    trace->rule = fit_rule(&trace->model->config, rule, trace->capacity);
    trace->n = trace->n_step = 0;
    trace->source.written = trace->source.born = 0;
    av_kv_cache_cut(&trace->store->cache, 0);
    memset(trace->tokens, 0, capacity * sizeof *trace->tokens);
    memset(trace->written, 0, capacity * sizeof *trace->written);
    memset(trace->born, 0, capacity * sizeof *trace->born);
    memset(trace->work, 0, capacity * sizeof *trace->work);
}

bool av_trace_ends_step(const struct av_trace *trace, int n)
{
    return n == 0 || trace->written[n - 1] <= n;
}

void av_trace_forget(struct av_trace *trace, int n)
{
    assert(n >= 0 && n <= trace->n && trace->n_step == trace->n && av_trace_ends_step(trace, n));
    for (int i = n; i < trace->n; i++) {
        trace->tokens[i] = trace->written[i] = trace->born[i] = 0;
        trace->work[i] = (struct av_work){0};
    }
    av_kv_cache_cut(&trace->store->cache, av_trace_keys(trace, n));
    if (n == 0)
        trace->source.written = trace->source.born = 0;
    trace->n = trace->n_step = n;
}

void av_trace_finish(struct av_trace *trace)
{
    if (trace->store)
        av_kv_cache_cut(&trace->store->cache, 0);
    trace->store = NULL;
    av_arena_finish(&trace->arena);
}

float *av_trace_at(const struct av_trace *trace, enum av_quantity quantity, int layer, int i)
{
    const struct av_trace_store *store = trace->store;
    if (quantity == AV_QUANTITY_FINAL_NORM)
        return av_matrix_row(&store->final_norm, i);
    if (quantity == AV_QUANTITY_LOGITS)
        return av_matrix_row(&store->logits, i);
    if (quantity == AV_QUANTITY_SOURCE)
        return av_matrix_row(&store->source, i);
    if (quantity == AV_QUANTITY_VALUE)
        return av_kv_cache_value(&store->cache, layer, i);
    return av_matrix_row(&store->layers[layer].quantities[quantity], i);
}

const float *av_trace_query(const struct av_trace *trace, int layer, int head, int i)
{
    return av_trace_at(trace, AV_QUANTITY_QUERY, layer, i) + (size_t)head * (size_t)trace->model->config.d_k;
}

void av_trace_row(const struct av_trace *trace, enum av_quantity quantity, int layer, int i, float *row)
{
    int width = av_quantity_width(&trace->model->config, quantity);
    if (quantity == AV_QUANTITY_KEY)
        av_kv_cache_get_key(&trace->store->cache, layer, i, row);
    else if (width > 0)
        memcpy(row, av_trace_at(trace, quantity, layer, i), (size_t)width * sizeof *row);
}

const float *av_trace_numbers(const struct av_trace *trace, enum av_quantity quantity, int layer, int i)
{
    assert(quantity != AV_QUANTITY_KEY && av_quantity_width(&trace->model->config, quantity) > 0);
    return av_trace_at(trace, quantity, layer, i);
}

float av_trace_value(const struct av_trace *trace, enum av_quantity quantity, int layer, int i, int column)
{
    assert(column >= 0 && column < av_quantity_width(&trace->model->config, quantity));
    if (quantity == AV_QUANTITY_KEY)
        return *av_kv_cache_key(&trace->store->cache, layer, i, column);
    return av_trace_at(trace, quantity, layer, i)[column];
}

float av_trace_score(const struct av_trace *trace, enum av_score_kind kind, int layer, int head, int i, int j)
{
    const struct av_score_row row = {.layer = layer, .head = head, .i = i, .first = j, .n = 1, .width = 1};
    float score;
    for (int step = AV_SCORE_RAW; step <= (int)kind; step++)
        av_attention_scores(trace, &row, (enum av_score_kind)step, &score, NULL);
    return score;
}

float av_trace_weight(const struct av_trace *trace, int layer, int head, int i, int j)
{
    struct av_softmax_row row = av_trace_softmax(trace, layer, head, i);
    if (av_rule_removes(&trace->rule, i, j))
        return 0.0f; /* which it is anyway, unless the row's numbers are none */
    return av_exp(av_trace_score(trace, AV_SCORE_MASKED, layer, head, i, j) - row.max) / row.sum;
}

struct av_softmax_row av_trace_softmax(const struct av_trace *trace, int layer, int head, int i)
{
    size_t n_head = (size_t)trace->model->config.n_head;
    return trace->store->layers[layer].softmax[(size_t)i * n_head + (size_t)head];
}

size_t av_trace_cache_bytes(const struct av_trace *trace, int n)
{
    const struct av_config *config = &trace->model->config;
    return (size_t)n * (size_t)config->n_layer * (size_t)config->n_kv_head * (size_t)(config->d_k + config->d_v) *
           sizeof(float);
}

uint64_t av_trace_row_reads(const struct av_trace *trace, enum av_quantity quantity, int i, int n_step)
{
    assert(quantity == AV_QUANTITY_QUERY || quantity == AV_QUANTITY_KEY || quantity == AV_QUANTITY_VALUE);
    assert(n_step <= trace->n_step);
    enum av_work_rows rows = (enum av_work_rows)(quantity - AV_QUANTITY_QUERY + AV_WORK_ROWS_QUERY);
    return av_work_row_reads(trace->work, n_step, rows, i) / (uint64_t)trace->model->config.n_layer;
}
