/* Two traces, number by number. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "attention.h"
#include "numbers.h"

static void compare_number(struct av_comparison *comparison, float a, float b)
{
    if (float_bits(a) == float_bits(b) || (isnan(a) && isnan(b)))
        return;
    comparison->different++;
    float difference = fabsf(a - b);
    if (isnan(a) != isnan(b))
        comparison->max_difference = NAN;
    else if (difference > comparison->max_difference)
        comparison->max_difference = difference;
}

static void compare_rows(struct av_comparison *comparison, const float *a, const float *b, int n)
{
    comparison->values += (uint64_t)n;
    if (memcmp(a, b, (size_t)n * sizeof *a) == 0)
        return;
    for (int c = 0; c < n; c++)
        compare_number(comparison, a[c], b[c]);
}

static void compare_quantity(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                             enum av_quantity quantity, int layer, int i)
{
    int width = av_quantity_width(&a->model->config, quantity);
    if (quantity == AV_QUANTITY_KEY) {
        av_trace_row(a, quantity, layer, i, a->store->key);
        av_trace_row(b, quantity, layer, i, b->store->key);
        compare_rows(comparison, a->store->key, b->store->key, width);
    } else if (width > 0) {
        compare_rows(comparison, av_trace_at(a, quantity, layer, i), av_trace_at(b, quantity, layer, i), width);
    }
}

static void compare_attention(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                              int layer, int head, int i)
{
    int n = av_trace_keys(a, i + 1);
    const struct av_score_row row = {.layer = layer, .head = head, .i = i, .n = n, .width = n};
    const struct av_trace *traces[] = {a, b};
    float *s[] = {av_matrix_row(&a->store->scores, head), av_matrix_row(&b->store->scores, head)};
    for (int kind = AV_SCORE_RAW; kind <= AV_SCORE_MASKED; kind++) {
        for (int side = 0; side < 2; side++)
            av_attention_scores(traces[side], &row, (enum av_score_kind)kind, s[side], NULL);
        if (kind != AV_SCORE_MASKED) /* which are the scaled ones, so far as they go */
            compare_rows(comparison, s[0], s[1], n);
    }
    for (int side = 0; side < 2; side++)
        traces[side]->store->kernels->weights(s[side], av_trace_softmax(traces[side], layer, head, i), n);
    compare_rows(comparison, s[0], s[1], n);
}

/* In every layer what is row i of the source, or else of the tokens. */
static void compare_layers(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                           bool of_source, int i)
{
    const struct av_config *config = &a->model->config;
    for (int layer = 0; layer < config->n_layer; layer++)
        for (int q = AV_QUANTITY_INPUT; q <= AV_QUANTITY_SUM_2; q++)
            if (av_quantity_is_of_source(config, (enum av_quantity)q) == of_source)
                compare_quantity(comparison, a, b, (enum av_quantity)q, layer, i);
}

struct av_comparison av_trace_compare(const struct av_trace *a, const struct av_trace *b, int n)
{
    const struct av_config *config = &a->model->config;
    struct av_comparison comparison = {0};
    assert(a != b && a->model == b->model && n <= a->n && n <= b->n);
    for (int j = 0; n > 0 && j < a->source.n; j++) {
        compare_quantity(&comparison, a, b, AV_QUANTITY_SOURCE, 0, j);
        compare_layers(&comparison, a, b, true, j);
    }
    for (int i = 0; i < n; i++) {
        compare_layers(&comparison, a, b, false, i);
        for (int layer = 0; layer < config->n_layer; layer++)
            for (int head = 0; head < config->n_head; head++)
                compare_attention(&comparison, a, b, layer, head, i);
        compare_quantity(&comparison, a, b, AV_QUANTITY_FINAL_NORM, 0, i);
        compare_quantity(&comparison, a, b, AV_QUANTITY_LOGITS, 0, i);
    }
    return comparison;
}
