/* Numbers of W_Q and W_K as one matrix: reckoned here from the weights, counted where the engine scores both ways. */
#include <criterion/criterion.h>

#include "attnviz/engine/merged.h"
#include "sources.h"

static double weight(const struct run *run, const struct av_matrix *matrix, const char *name, int column)
{
    return (double)av_matrix_row(matrix, feature(&run->lesson, name))[column];
}

SOURCE(w_q)
{
    return weight(run, &run->lesson.model.layers[0].wq, claim->name, claim->column - 1);
}

SOURCE(w_k)
{
    return weight(run, &run->lesson.model.layers[0].wk, claim->name, claim->column - 1);
}

static double product_of(const struct run *run, const char *row, const char *column)
{
    const struct av_layer *layer = &run->lesson.model.layers[0];
    double sum = 0;
    for (int c = 0; c < run->lesson.model.config.d_k; c++)
        sum += weight(run, &layer->wq, row, c) * weight(run, &layer->wk, column, c);
    return sum;
}

SOURCE(w_qk)
{
    return product_of(run, claim->name, claim->name2);
}

/* Without the matrix: q of the row, times the row of W_K. */
SOURCE(w_qk_row)
{
    double sum = 0;
    for (int c = 0; c < run->lesson.model.config.d_k; c++)
        sum += (double)av_trace_value(&run->trace, AV_QUANTITY_QUERY, 0, claim->row - 1, c) *
               weight(run, &run->lesson.model.layers[0].wk, claim->name, c);
    return sum;
}

SOURCE(w_qk_rank)
{
    (void)claim;
    struct av_merged merged;
    cr_assert_eq(av_merged_init(&merged, &run->lesson.model, 0, 0, NULL), AV_OK);
    int rank = merged.rank;
    av_merged_finish(&merged);
    return rank;
}

SOURCE(w_qk_size)
{
    return d_model(run, claim) * d_model(run, claim);
}

SOURCE(w_q_and_k_size)
{
    const struct av_layer *layer = &run->lesson.model.layers[0];
    (void)claim;
    return layer->wq.rows * layer->wq.cols + layer->wk.rows * layer->wk.cols;
}

/* What the engine counts in one of the ways for row. */
static struct av_work work_of(const struct run *run, int row, bool one_matrix)
{
    struct av_merged merged;
    struct av_work work = {0};
    float between[64], scores[TOKENS_MAX];
    cr_assert_eq(av_merged_init(&merged, &run->lesson.model, 0, 0, NULL), AV_OK);
    (one_matrix ? av_merged_scores : av_apart_scores)(&merged, &run->trace, row - 1, row, between, scores, &work);
    av_merged_finish(&merged);
    return work;
}

SOURCE(merged_scores)
{
    return (double)work_of(run, claim->row, true).multiply_adds[AV_WORK_SCORES];
}

SOURCE(apart_scores)
{
    return (double)work_of(run, claim->row, false).multiply_adds[AV_WORK_SCORES];
}

SOURCE(x_bytes)
{
    (void)claim;
    return (double)work_of(run, 1, true).cache_bytes_written;
}

SOURCE(k_bytes)
{
    (void)claim;
    return (double)work_of(run, 1, false).cache_bytes_written;
}

SOURCE(k_and_v_bytes)
{
    (void)claim;
    return (double)av_trace_cache_bytes(&run->trace, 1);
}

SOURCE(x_and_v_bytes)
{
    return k_and_v_bytes(run, claim) - k_bytes(run, claim) + x_bytes(run, claim);
}
