#include "block.h"

#include <string.h>

#include "attention.h"
#include "counted.h"

/* y = x·W + b; b may be without data. */
static void linear(const struct av_trace *trace, const float *x, const struct av_matrix *w, const struct av_matrix *b,
                   float *y, uint64_t *multiply_adds)
{
    const struct av_kernels *kernels = trace->store->kernels;
    struct av_factor factor = {w->data, (size_t)w->cols, w->rows, w->cols};
    av_count_multiply(kernels, x, factor, y, multiply_adds);
    if (b->data)
        kernels->add(y, b->data, w->cols, y);
}

static void normalise(const struct av_trace *trace, const float *x, const struct av_matrix *gain,
                      const struct av_matrix *bias, float *y)
{
    const struct av_config *config = &trace->model->config;
    const struct av_kernels *kernels = trace->store->kernels;
    if (config->norm == AV_NORM_LAYER)
        kernels->layer_norm(x, gain->data, bias->data, config->norm_epsilon, config->d_model, y);
    else
        kernels->rms_norm(x, gain->data, config->norm_epsilon, config->d_model, y);
}

/* Turns pair p of each head, (x[2p], x[2p + 1]), by the angle pos·base^(−2p/d_k) (Su et al. 2021, equation 15). */
static void rotate(const struct av_model *model, int pos, int heads, float *x)
{
    const float *cosine = av_matrix_row(&model->rotary_cos, pos), *sine = av_matrix_row(&model->rotary_sin, pos);
    for (int head = 0; head < heads; head++)
        for (int p = 0; p < model->config.d_k / 2; p++, x += 2) {
            float a = x[0], b = x[1];
            x[0] = a * cosine[p] - b * sine[p];
            x[1] = a * sine[p] + b * cosine[p];
        }
}

/* x = embedding + position of the i-th token of a text */
static void embed(const struct av_trace *trace, int token, int i, float *x)
{
    const struct av_model *model = trace->model;
    const float *embedding = av_matrix_row(&model->embedding, token);
    int d = model->config.d_model;
    if (model->position_embedding.data)
        trace->store->kernels->add(embedding, av_matrix_row(&model->position_embedding, i), d, x);
    else
        memcpy(x, embedding, (size_t)d * sizeof *x);
}

void av_block_embed(struct av_trace *trace, int i)
{
    embed(trace, trace->tokens[i], i, av_trace_at(trace, AV_QUANTITY_INPUT, 0, i));
}

void av_block_embed_source(struct av_trace *trace, int j)
{
    embed(trace, trace->source.tokens[j], j, av_trace_at(trace, AV_QUANTITY_SOURCE, 0, j));
}

/* k and v of x become row i of the cache. */
static void project_key_value(struct av_trace *trace, int layer, const float *x, int i, enum av_work_kind kind,
                              struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_layer *weights = &trace->model->layers[layer];
    float *k = trace->store->key, *v = av_trace_at(trace, AV_QUANTITY_VALUE, layer, i);
    uint64_t *count = &work->multiply_adds[kind];
    linear(trace, x, &weights->wk, &weights->bk, k, count);
    linear(trace, x, &weights->wv, &weights->bv, v, count);
    if (config->position == AV_POSITION_ROTARY)
        rotate(trace->model, i, config->n_kv_head, k);
    av_kv_cache_put_key(&trace->store->cache, layer, i, k);
    work->cache_bytes_written += (uint64_t)(weights->wk.cols + weights->wv.cols) * sizeof *k; /* v is there already */
}

void av_block_project_source(struct av_trace *trace, int layer, int j, struct av_work *work)
{
    project_key_value(trace, layer, av_trace_at(trace, AV_QUANTITY_SOURCE, 0, j), j, AV_WORK_SOURCE, work);
}

void av_block_project(struct av_trace *trace, int layer, int i, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_layer *weights = &trace->model->layers[layer];
    const float *x = av_trace_at(trace, AV_QUANTITY_INPUT, layer, i);
    float *q = av_trace_at(trace, AV_QUANTITY_QUERY, layer, i);

    if (av_quantity_attention_input(config) == AV_QUANTITY_NORM_1) {
        float *normal = av_trace_at(trace, AV_QUANTITY_NORM_1, layer, i);
        normalise(trace, x, &weights->norm_gain[0], &weights->norm_bias[0], normal);
        x = normal;
    }
    linear(trace, x, &weights->wq, &weights->bq, q, &work->multiply_adds[AV_WORK_PROJECT]);
    if (config->position == AV_POSITION_ROTARY)
        rotate(trace->model, i, config->n_head, q);
    if (config->attends == AV_ATTENDS_SELF)
        project_key_value(trace, layer, x, i, AV_WORK_PROJECT, work);
}

/* After a sublayer f: sum = x + f(x), and N of that where the norm comes after. Returns what the sublayer gives on. */
static const float *join_stream(struct av_trace *trace, int layer, int i, int sublayer, const float *x,
                                const float *result)
{
    const struct av_config *config = &trace->model->config;
    const struct av_layer *weights = &trace->model->layers[layer];
    if (config->residual) {
        float *sum = av_trace_at(trace, sublayer == 0 ? AV_QUANTITY_SUM_1 : AV_QUANTITY_SUM_2, layer, i);
        trace->store->kernels->add(x, result, config->d_model, sum);
        result = sum;
    }
    if (config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_AFTER) {
        float *normal = av_trace_at(trace, sublayer == 0 ? AV_QUANTITY_NORM_1 : AV_QUANTITY_NORM_2, layer, i);
        normalise(trace, result, &weights->norm_gain[sublayer], &weights->norm_bias[sublayer], normal);
        result = normal;
    }
    return result;
}

/* f(x) = act(x·W_up)·W_down, or (silu(x·W_gate) ⊙ (x·W_up))·W_down. */
static const float *feed_forward(struct av_trace *trace, int layer, int i, const float *x, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_layer *weights = &trace->model->layers[layer];
    const struct av_kernels *kernels = trace->store->kernels;
    float *up = av_trace_at(trace, AV_QUANTITY_UP, layer, i),
          *hidden = av_trace_at(trace, AV_QUANTITY_HIDDEN, layer, i);
    float *feed = av_trace_at(trace, AV_QUANTITY_FEED, layer, i);
    uint64_t *count = &work->multiply_adds[AV_WORK_BLOCK];

    linear(trace, x, &weights->w_up, &weights->b_up, up, count);
    if (config->feed_forward == AV_FEED_FORWARD_SWIGLU) {
        float *gate = av_trace_at(trace, AV_QUANTITY_GATE, layer, i);
        linear(trace, x, &weights->w_gate, &weights->b_gate, gate, count);
        kernels->swiglu(gate, up, config->d_ff, hidden);
    } else if (config->feed_forward == AV_FEED_FORWARD_GELU) {
        kernels->gelu(up, config->d_ff, hidden);
    } else {
        kernels->relu(up, config->d_ff, hidden);
    }
    linear(trace, hidden, &weights->w_down, &weights->b_down, feed, count);
    return feed;
}

void av_block_attend(struct av_trace *trace, int layer, int i, int n, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_layer *weights = &trace->model->layers[layer];

    av_attention(trace, layer, i, n, work);
    float *output = av_trace_at(trace, AV_QUANTITY_OUTPUT, layer, i);
    linear(trace, av_trace_at(trace, AV_QUANTITY_MIX, layer, i), &weights->wo, &weights->bo, output,
           &work->multiply_adds[AV_WORK_OUTPUT]);
    const float *x = join_stream(trace, layer, i, 0, av_trace_at(trace, AV_QUANTITY_INPUT, layer, i), output);
    if (config->feed_forward == AV_FEED_FORWARD_NONE)
        return;

    const float *normal = x;
    if (config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE) {
        float *norm_2 = av_trace_at(trace, AV_QUANTITY_NORM_2, layer, i);
        normalise(trace, x, &weights->norm_gain[1], &weights->norm_bias[1], norm_2);
        normal = norm_2;
    }
    const float *feed = feed_forward(trace, layer, i, normal, work);
    join_stream(trace, layer, i, 1, x, feed);
}

void av_block_logits(struct av_trace *trace, int i, struct av_work *work)
{
    const struct av_model *model = trace->model;
    const struct av_matrix no_bias = {0};
    const float *x = av_trace_at(trace, av_quantity_layer_result(&model->config), model->config.n_layer - 1, i);
    if (av_quantity_width(&model->config, AV_QUANTITY_FINAL_NORM) > 0) {
        float *normal = av_trace_at(trace, AV_QUANTITY_FINAL_NORM, 0, i);
        normalise(trace, x, &model->final_gain, &model->final_bias, normal);
        x = normal;
    }
    linear(trace, x, &model->w_out, &no_bias, av_trace_at(trace, AV_QUANTITY_LOGITS, 0, i),
           &work->multiply_adds[AV_WORK_LOGITS]);
}
