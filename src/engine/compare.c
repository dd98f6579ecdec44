/* Two traces, number by number. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "trace_store.h"

static void compare_number(struct av_comparison *comparison, float a, float b)
{
    comparison->values++;
    if (memcmp(&a, &b, sizeof a) == 0)
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
    for (int c = 0; c < n; c++)
        compare_number(comparison, a[c], b[c]);
}

static void compare_quantity(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                             enum av_quantity quantity, int layer, int i)
{
    int width = av_quantity_width(&a->model->config, quantity);
    if (quantity == AV_KEY)
        for (int c = 0; c < width; c++)
            compare_number(comparison, av_trace_value(a, quantity, layer, i, c),
                           av_trace_value(b, quantity, layer, i, c));
    else if (width > 0)
        compare_rows(comparison, av_trace_at(a, quantity, layer, i), av_trace_at(b, quantity, layer, i), width);
}

/* Raw scores, scaled scores and weights of row i with the keys up to its own. */
static void compare_attention(struct av_comparison *comparison, const struct av_trace *a, const struct av_trace *b,
                              int layer, int head, int i)
{
    for (int j = 0; j <= i; j++) {
        for (int kind = AV_SCORE_RAW; kind <= AV_SCORE_SCALED; kind++)
            compare_number(comparison, av_trace_score(a, kind, layer, head, i, j),
                           av_trace_score(b, kind, layer, head, i, j));
        compare_number(comparison, av_trace_weight(a, layer, head, i, j), av_trace_weight(b, layer, head, i, j));
    }
}

struct av_comparison av_trace_compare(const struct av_trace *a, const struct av_trace *b, int n)
{
    const struct av_config *config = &a->model->config;
    struct av_comparison comparison = {0};
    assert(n <= a->n && n <= b->n && a->model == b->model);
    for (int i = 0; i < n; i++) {
        for (int layer = 0; layer < config->n_layer; layer++) {
            for (int quantity = AV_INPUT; quantity <= AV_SUM_2; quantity++)
                compare_quantity(&comparison, a, b, quantity, layer, i);
            for (int head = 0; head < config->n_head; head++)
                compare_attention(&comparison, a, b, layer, head, i);
        }
        compare_quantity(&comparison, a, b, AV_FINAL_NORM, 0, i);
        compare_quantity(&comparison, a, b, AV_LOGITS, 0, i);
    }
    return comparison;
}
