#include "naive.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *numbers(int rows, int cols)
{
    double *x = calloc((size_t)rows * (size_t)cols, sizeof *x);
    cr_assert_not_null(x);
    return x;
}

/* X·W + b for all rows of X. */
static double *linear(const double *x, int n, const struct av_matrix *w, const struct av_matrix *b)
{
    double *y = numbers(n, w->cols);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < w->cols; c++) {
            double dot = b && b->data ? (double)b->data[c] : 0.0;
            for (int k = w->rows - 1; k >= 0; k--)
                dot += x[i * w->rows + k] * (double)w->data[k * w->cols + c];
            y[i * w->cols + c] = dot;
        }
    return y;
}

static double *plus(const double *a, const double *b, int count)
{
    double *y = numbers(count, 1);
    for (int i = 0; i < count; i++)
        y[i] = a[i] + b[i];
    return y;
}

static double *norm(const struct av_config *config, const double *x, int n, const struct av_matrix *gain,
                    const struct av_matrix *bias)
{
    int d = config->d_model;
    double *y = numbers(n, d);
    for (int i = 0; i < n; i++) {
        double mean = 0.0, moment = 0.0;
        for (int c = 0; c < d; c++) {
            mean += x[i * d + c] / d;
            moment += x[i * d + c] * x[i * d + c] / d;
        }
        bool layer = config->norm == AV_NORM_LAYER;
        double scale = sqrt((layer ? moment - mean * mean : moment) + (double)config->norm_epsilon);
        for (int c = 0; c < d; c++)
            y[i * d + c] = (x[i * d + c] - (layer ? mean : 0.0)) / scale * (double)gain->data[c] +
                           (layer ? (double)bias->data[c] : 0.0);
    }
    return y;
}

/* Rotary positions as a multiplication of complex numbers: (a + ib)·(cos θ + i sin θ). */
static void rotate(const struct av_config *config, double *x, int n, int heads)
{
    for (int pos = 0; pos < n; pos++)
        for (int pair = 0; pair < heads * config->d_k / 2; pair++) {
            int p = pair % (config->d_k / 2);
            double angle = pos / pow((double)config->rotary_base, 2.0 * p / config->d_k);
            double *a = &x[(pos * heads * config->d_k / 2 + pair) * 2], *b = a + 1;
            double length = hypot(*a, *b), phase = atan2(*b, *a);
            *a = length * cos(phase + angle);
            *b = length * sin(phase + angle);
        }
}

static double activation(const struct av_config *config, double gate, double up)
{
    if (config->feed_forward == AV_FEED_FORWARD_RELU)
        return up > 0.0 ? up : 0.0;
    if (config->feed_forward == AV_FEED_FORWARD_GELU)
        return 0.5 * up * (1.0 + tanh(sqrt(2.0 / 3.14159265358979323846) * (up + 0.044715 * pow(up, 3.0))));
    return gate * (1.0 / (1.0 + exp(-gate))) * up;
}

static void attend(struct naive *naive, int layer, int head)
{
    const struct av_config *config = &naive->config;
    int n = naive->n, n_key = naive->n_key, d_k = config->d_k, d_v = config->d_v,
        kv_head = head * config->n_kv_head / config->n_head;
    int q_width = config->n_head * d_k, k_width = config->n_kv_head * d_k;
    int v_width = config->n_kv_head * d_v, mix_width = config->n_head * d_v;
    for (int i = 0; i < n; i++) {
        double total = 0.0;
        for (int j = 0; j < n_key; j++) {
            size_t at = (size_t)(head * n + i) * (size_t)n_key + (size_t)j;
            double s = 0.0;
            for (int d = 0; d < d_k; d++)
                s += naive->quantities[AV_QUANTITY_QUERY][layer][i * q_width + head * d_k + d] *
                     naive->quantities[AV_QUANTITY_KEY][layer][j * k_width + kv_head * d_k + d];
            naive->scores[AV_SCORE_RAW][layer][at] = s;
            s = naive->rule.scaled ? s / sqrt(d_k) : s;
            naive->scores[AV_SCORE_SCALED][layer][at] = s;
            if ((j > i && naive->rule.mask != AV_MASK_NONE) || (naive->rule.banned && naive->rule.banned[j] && i != j))
                s = naive->rule.mask == AV_MASK_MULTIPLIED ? 0.0 : (double)-INFINITY;
            naive->scores[AV_SCORE_MASKED][layer][at] = s;
            total += naive->weights[layer][at] = exp(s);
        }
        for (int j = 0; j < n_key; j++) {
            double *a = &naive->weights[layer][(head * n + i) * n_key + j];
            *a /= total;
            for (int c = 0; c < d_v; c++)
                naive->quantities[AV_QUANTITY_MIX][layer][i * mix_width + head * d_v + c] +=
                    *a * naive->quantities[AV_QUANTITY_VALUE][layer][j * v_width + kv_head * d_v + c];
        }
    }
}

/* The residual and the norm after a sublayer, into sum and normal where they exist; what comes out. */
static const double *after_sublayer(struct naive *naive, const struct av_layer *weights, int sublayer, int layer,
                                    const double *x, const double *result)
{
    const struct av_config *config = &naive->config;
    if (config->residual)
        result = naive->quantities[sublayer ? AV_QUANTITY_SUM_2 : AV_QUANTITY_SUM_1][layer] =
            plus(x, result, naive->n * config->d_model);
    if (config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_AFTER)
        result = naive->quantities[sublayer ? AV_QUANTITY_NORM_2 : AV_QUANTITY_NORM_1][layer] =
            norm(config, result, naive->n, &weights->norm_gain[sublayer], &weights->norm_bias[sublayer]);
    return result;
}

static const double *run_layer(struct naive *naive, const struct av_layer *weights, int layer, const double *x)
{
    const struct av_config *config = &naive->config;
    const double *source = naive->quantities[AV_QUANTITY_SOURCE][0];
    int n = naive->n, n_key = naive->n_key;
    bool norm_before = config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE;
    double *input = numbers(n, config->d_model);
    memcpy(input, x, (size_t)(n * config->d_model) * sizeof *x);
    naive->quantities[AV_QUANTITY_INPUT][layer] = input;

    const double *in = input;
    if (norm_before)
        in = naive->quantities[AV_QUANTITY_NORM_1][layer] =
            norm(config, in, n, &weights->norm_gain[0], &weights->norm_bias[0]);
    naive->quantities[AV_QUANTITY_QUERY][layer] = linear(in, n, &weights->wq, &weights->bq);
    naive->quantities[AV_QUANTITY_KEY][layer] = linear(source ? source : in, n_key, &weights->wk, &weights->bk);
    naive->quantities[AV_QUANTITY_VALUE][layer] = linear(source ? source : in, n_key, &weights->wv, &weights->bv);
    if (config->position == AV_POSITION_ROTARY) {
        rotate(config, naive->quantities[AV_QUANTITY_QUERY][layer], n, config->n_head);
        rotate(config, naive->quantities[AV_QUANTITY_KEY][layer], n, config->n_kv_head);
    }
    for (int kind = 0; kind < 3; kind++)
        naive->scores[kind][layer] = numbers(config->n_head * n, n_key);
    naive->weights[layer] = numbers(config->n_head * n, n_key);
    naive->quantities[AV_QUANTITY_MIX][layer] = numbers(n, config->n_head * config->d_v);
    for (int head = 0; head < config->n_head; head++)
        attend(naive, layer, head);
    naive->quantities[AV_QUANTITY_OUTPUT][layer] =
        linear(naive->quantities[AV_QUANTITY_MIX][layer], n, &weights->wo, &weights->bo);
    const double *middle =
        after_sublayer(naive, weights, 0, layer, input, naive->quantities[AV_QUANTITY_OUTPUT][layer]);
    if (config->feed_forward == AV_FEED_FORWARD_NONE)
        return middle;

    in = middle;
    if (norm_before)
        in = naive->quantities[AV_QUANTITY_NORM_2][layer] =
            norm(config, in, n, &weights->norm_gain[1], &weights->norm_bias[1]);
    double *up = naive->quantities[AV_QUANTITY_UP][layer] = linear(in, n, &weights->w_up, &weights->b_up);
    double *gate = NULL;
    if (config->feed_forward == AV_FEED_FORWARD_SWIGLU)
        gate = naive->quantities[AV_QUANTITY_GATE][layer] = linear(in, n, &weights->w_gate, &weights->b_gate);
    double *hidden = naive->quantities[AV_QUANTITY_HIDDEN][layer] = numbers(n, config->d_ff);
    for (int c = 0; c < n * config->d_ff; c++)
        hidden[c] = activation(config, gate ? gate[c] : 0.0, up[c]);
    naive->quantities[AV_QUANTITY_FEED][layer] = linear(hidden, n, &weights->w_down, &weights->b_down);
    return after_sublayer(naive, weights, 1, layer, middle, naive->quantities[AV_QUANTITY_FEED][layer]);
}

static double position(const struct av_model *model, int pos, int c)
{
    int d = model->config.d_model;
    if (model->config.position == AV_POSITION_LEARNED)
        return (double)model->position_embedding.data[pos * d + c];
    if (model->config.position == AV_POSITION_SINUSOIDAL) {
        double angle = pos * exp(-log(10000.0) * (c / 2 * 2) / d);
        return c % 2 ? cos(angle) : sin(angle);
    }
    return 0.0;
}

static double *embed(const struct av_model *model, const int *tokens, int n)
{
    int d = model->config.d_model;
    double *embedded = numbers(n, d);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++)
            embedded[i * d + c] = (double)model->embedding.data[tokens[i] * d + c] + position(model, i, c);
    return embedded;
}

void naive_init(struct naive *naive, const struct av_model *model, struct av_rule rule, const int *tokens, int n)
{
    naive_init_cross(naive, model, rule, tokens, n, NULL, 0);
}

void naive_init_cross(struct naive *naive, const struct av_model *model, struct av_rule rule, const int *tokens, int n,
                      const int *source, int n_source)
{
    const struct av_config *config = &model->config;
    int d = config->d_model;
    cr_assert(config->n_layer <= 4);
    *naive = (struct naive){.config = *config, .rule = rule, .n = n, .n_key = source ? n_source : n};
    if (source)
        naive->quantities[AV_QUANTITY_SOURCE][0] = embed(model, source, n_source);

    double *embedded = embed(model, tokens, n);
    const double *x = embedded;
    for (int layer = 0; layer < config->n_layer; layer++)
        x = run_layer(naive, &model->layers[layer], layer, x);
    if (config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE)
        x = naive->quantities[AV_QUANTITY_FINAL_NORM][0] = norm(config, x, n, &model->final_gain, &model->final_bias);

    double *logits = naive->quantities[AV_QUANTITY_LOGITS][0] = numbers(n, config->vocab_size);
    for (int i = 0; i < n; i++)
        for (int token = 0; token < config->vocab_size; token++)
            for (int c = 0; c < d; c++)
                logits[i * config->vocab_size + token] +=
                    x[i * d + c] * (double)(config->tied ? model->embedding.data[token * d + c]
                                                         : model->w_out.data[c * config->vocab_size + token]);
    free(embedded);
}

void naive_finish(struct naive *naive)
{
    for (int layer = 0; layer < 4; layer++) {
        for (int quantity = 0; quantity < AV_QUANTITY_COUNT; quantity++)
            free(naive->quantities[quantity][layer]);
        for (int kind = 0; kind < 3; kind++)
            free(naive->scores[kind][layer]);
        free(naive->weights[layer]);
    }
}

static double apart(float engine, double naive)
{
    if (isinf(naive))
        return (double)engine == naive ? 0.0 : (double)INFINITY;
    return isnan(engine) ? (double)INFINITY : fabs((double)engine - naive) / (1.0 + fabs(naive));
}

static double quantity_distance(const struct naive *naive, const struct av_trace *trace, enum av_quantity quantity,
                                int layer)
{
    int width = av_quantity_width(&naive->config, quantity);
    const double *expected = naive->quantities[quantity][layer];
    double worst = 0.0;
    cr_assert((expected != NULL) == (width > 0), "quantity %d, %s", (int)quantity, "exists on one side only");
    float *row = malloc((size_t)(width + 1) * sizeof *row);
    int rows = av_quantity_is_of_source(&naive->config, quantity) ? naive->n_key : naive->n;
    for (int i = 0; i < rows && width > 0; i++) {
        av_trace_row(trace, quantity, layer, i, row);
        for (int c = 0; c < width; c++) {
            worst = fmax(worst, apart(row[c], expected[i * width + c]));
            worst = fmax(worst, apart(av_trace_value(trace, quantity, layer, i, c), expected[i * width + c]));
        }
    }
    free(row);
    return worst;
}

static double attention_distance(const struct naive *naive, const struct av_trace *trace, int layer)
{
    int n = naive->n, n_key = naive->n_key;
    double worst = 0.0;
    for (int head = 0; head < naive->config.n_head; head++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n_key; j++) {
                int at = (head * n + i) * n_key + j;
                for (int kind = 0; kind < 3; kind++)
                    worst = fmax(worst, apart(av_trace_score(trace, (enum av_score_kind)kind, layer, head, i, j),
                                              naive->scores[kind][layer][at]));
                worst = fmax(worst, apart(av_trace_weight(trace, layer, head, i, j), naive->weights[layer][at]));
            }
    return worst;
}

double naive_distance(const struct naive *naive, const struct av_trace *trace)
{
    double worst = 0.0;
    for (int layer = 0; layer < naive->config.n_layer; layer++) {
        for (int quantity = 0; quantity < AV_QUANTITY_FINAL_NORM; quantity++)
            worst = fmax(worst, quantity_distance(naive, trace, (enum av_quantity)quantity, layer));
        worst = fmax(worst, attention_distance(naive, trace, layer));
    }
    worst = fmax(worst, quantity_distance(naive, trace, AV_QUANTITY_FINAL_NORM, 0));
    worst = fmax(worst, quantity_distance(naive, trace, AV_QUANTITY_SOURCE, 0));
    return fmax(worst, quantity_distance(naive, trace, AV_QUANTITY_LOGITS, 0));
}
