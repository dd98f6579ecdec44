#include "attnviz/engine/merged.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "counted.h"

static int key_head(const struct av_config *config, int head)
{
    return head / (config->n_head / config->n_kv_head);
}

/* Column c of a head in a weight of side rows: the last one is of the biases, where there are any. */
static const float *number_of(const struct av_matrix *weight, const struct av_matrix *bias, int head, int d_k, int row)
{
    const struct av_matrix *matrix = row < weight->rows ? weight : bias;
    return av_matrix_row(matrix, row < weight->rows ? row : 0) + head * d_k;
}

static void cut_out(struct av_matrix *part, const struct av_matrix *weight, const struct av_matrix *bias, int head)
{
    for (int row = 0; row < part->rows; row++)
        memcpy(av_matrix_row(part, row), number_of(weight, bias, head, part->cols, row),
               (size_t)part->cols * sizeof(float));
}

static bool is_cut_out(const struct av_matrix *part, const struct av_matrix *weight, const struct av_matrix *bias,
                       int head)
{
    for (int row = 0; row < part->rows; row++) {
        if (memcmp(av_matrix_row(part, row), number_of(weight, bias, head, part->cols, row),
                   (size_t)part->cols * sizeof(float)) != 0)
            return false;
    }
    return true;
}

/* W_Q·W_Kᵀ: each number is the inner product of a row of the one and a row of the other. */
static void merge(struct av_merged *merged)
{
    for (int a = 0; a < merged->w.rows; a++) {
        const float *q = av_matrix_row(&merged->wq, a);
        for (int b = 0; b < merged->w.cols; b++) {
            const float *k = av_matrix_row(&merged->wk, b);
            double sum = 0;
            for (int c = 0; c < merged->wq.cols; c++)
                sum += (double)q[c] * (double)k[c];
            av_matrix_row(&merged->w, a)[b] = (float)sum;
        }
    }
}

/* Rows and columns from done on: where the largest number is. */
static int find_pivot(const double *a, int side, int done)
{
    int best = done * side + done;
    for (int row = done; row < side; row++)
        for (int col = done; col < side; col++)
            if (fabs(a[row * side + col]) > fabs(a[best]))
                best = row * side + col;
    return best;
}

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* The pivot goes to the corner, and its column becomes 0 below it. */
static void eliminate(double *a, int side, int done, int pivot)
{
    for (int col = 0; col < side; col++)
        swap(&a[done * side + col], &a[pivot / side * side + col]);
    for (int row = 0; row < side; row++)
        swap(&a[row * side + done], &a[row * side + pivot % side]);
    for (int row = done + 1; row < side; row++) {
        double factor = a[row * side + done] / a[done * side + done];
        for (int col = done; col < side; col++)
            a[row * side + col] -= factor * a[done * side + col];
    }
}

int av_merged_rank(const struct av_matrix *matrix, double *room)
{
    assert(matrix->rows == matrix->cols);
    int side = matrix->rows, rank = 0;
    double largest = 0;
    for (int i = 0; i < side * side; i++) {
        if (!isfinite(matrix->data[i]))
            return AV_MERGED_RANK_NONE;
        room[i] = (double)matrix->data[i];
        largest = fmax(largest, fabs(room[i]));
    }
    double tolerance = side * (double)FLT_EPSILON * largest;
    for (; rank < side; rank++) {
        int pivot = find_pivot(room, side, rank);
        if (!(fabs(room[pivot]) > tolerance))
            break;
        eliminate(room, side, rank, pivot);
    }
    return rank;
}

/* False where memory runs out. */
static bool take(struct av_arena *arena, struct av_matrix *matrix, int rows, int cols)
{
    *matrix = (struct av_matrix){.rows = rows, .cols = cols};
    matrix->data = av_arena_allocate(arena, (size_t)rows * (size_t)cols, sizeof *matrix->data);
    return matrix->data != NULL;
}

static enum av_status check(const struct av_config *config, int side, struct av_error *error)
{
    if (config->position == AV_POSITION_ROTARY)
        return av_error_set(error, AV_ERROR_VALUE, "position",
                            "no one matrix: rotary positions turn q and k between W_Q and W_K, each pair otherwise");
    if (side > AV_MERGED_SIDE_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, "d_model", "at most %d rows of W_QK expected, %d found",
                            AV_MERGED_SIDE_MAX, side);
    return AV_OK;
}

enum av_status av_merged_init(struct av_merged *merged, const struct av_model *model, int layer, int head,
                              struct av_error *error)
{
    const struct av_config *config = &model->config;
    const struct av_layer *weights = &model->layers[layer];
    int side = config->d_model + (config->bias ? 1 : 0);
    enum av_status status = check(config, side, error);
    if (status != AV_OK)
        return status;
    *merged = (struct av_merged){.layer = layer, .head = head};
    av_arena_init(&merged->arena, 0);
    double *room = av_allocate((size_t)side * (size_t)side, sizeof *room);
    if (room == NULL || !take(&merged->arena, &merged->wq, side, config->d_k) ||
        !take(&merged->arena, &merged->wk, side, config->d_k) || !take(&merged->arena, &merged->w, side, side)) {
        free(room);
        av_merged_finish(merged);
        return av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory for a matrix of %d × %d", side, side);
    }
    cut_out(&merged->wq, &weights->wq, &weights->bq, head);
    cut_out(&merged->wk, &weights->wk, &weights->bk, key_head(config, head));
    merge(merged);
    merged->rank = av_merged_rank(&merged->w, room);
    free(room);
    return AV_OK;
}

void av_merged_finish(struct av_merged *merged)
{
    av_arena_finish(&merged->arena);
    memset(merged, 0, sizeof *merged);
}

bool av_merged_is_of(const struct av_merged *merged, const struct av_model *model, int layer, int head)
{
    const struct av_layer *weights = &model->layers[layer];
    return merged->w.data != NULL && merged->layer == layer && merged->head == head &&
           merged->wq.rows == model->config.d_model + (model->config.bias ? 1 : 0) &&
           merged->wq.cols == model->config.d_k && is_cut_out(&merged->wq, &weights->wq, &weights->bq, head) &&
           is_cut_out(&merged->wk, &weights->wk, &weights->bk, key_head(&model->config, head));
}

/* What attention reads of a token. */
static const float *row_of(const struct av_merged *merged, const struct av_trace *trace, int i)
{
    return av_trace_numbers(trace, av_quantity_attention_input(&trace->model->config), merged->layer, i);
}

/* The same of the token whose key it is. */
static const float *key_row_of(const struct av_merged *merged, const struct av_trace *trace, int j)
{
    bool of_source = trace->model->config.attends == AV_ATTENDS_SOURCE;
    return of_source ? av_trace_numbers(trace, AV_QUANTITY_SOURCE, 0, j) : row_of(merged, trace, j);
}

/* y = [x 1]·W */
static void multiply(const struct av_trace *trace, const float *x, const struct av_matrix *w, float *y, uint64_t *count)
{
    int d_model = trace->model->config.d_model;
    const struct av_factor factor = {w->data, (size_t)w->cols, d_model, w->cols};
    av_count_multiply(trace->store->kernels, x, factor, y, count);
    if (w->rows > d_model)
        trace->store->kernels->add(y, av_matrix_row(w, d_model), w->cols, y);
}

void av_merged_scores(const struct av_merged *merged, const struct av_trace *trace, int i, int n, float *between,
                      float *scores, struct av_work *work)
{
    int d_model = trace->model->config.d_model;
    multiply(trace, row_of(merged, trace, i), &merged->w, between, &work->multiply_adds[AV_WORK_PROJECT]);
    for (int j = 0; j < n; j++) {
        const struct av_factor x = {key_row_of(merged, trace, j), 1, d_model, 1};
        av_count_multiply(trace->store->kernels, between, x, &scores[j], &work->multiply_adds[AV_WORK_SCORES]);
        if (merged->w.cols > d_model)
            scores[j] += between[d_model];
    }
    work->cache_bytes_written += (uint64_t)d_model * sizeof *between;
    work->cache_bytes_read += (uint64_t)n * (uint64_t)d_model * sizeof *between;
}

void av_apart_scores(const struct av_merged *merged, const struct av_trace *trace, int i, int n, float *between,
                     float *scores, struct av_work *work)
{
    const struct av_config *config = &trace->model->config;
    const struct av_score_row row = {.layer = merged->layer, .head = merged->head, .i = i, .n = n, .width = n};
    const float *x = row_of(merged, trace, i);
    struct av_work scored = {0};
    /* k first, whose room q then takes: what is kept of it is in the trace; of a source it was made in the first
     * step */
    if (config->attends == AV_ATTENDS_SELF)
        multiply(trace, x, &merged->wk, between, &work->multiply_adds[AV_WORK_PROJECT]);
    multiply(trace, x, &merged->wq, between, &work->multiply_adds[AV_WORK_PROJECT]);
    av_attention_scores(trace, &row, AV_SCORE_RAW, scores, &scored);
    work->multiply_adds[AV_WORK_SCORES] += scored.multiply_adds[AV_WORK_SCORES];
    work->cache_bytes_written += (uint64_t)config->d_k * sizeof *between;
    work->cache_bytes_read += (uint64_t)n * (uint64_t)config->d_k * sizeof *between;
}

/* Σ |[x 1]·W| over a column of W, product by product. */
static double column_size(const struct av_matrix *w, int d_model, const float *x, int col)
{
    double sum = w->rows > d_model ? fabs((double)av_matrix_row(w, d_model)[col]) : 0;
    for (int row = 0; row < d_model; row++)
        sum += fabs((double)x[row] * (double)av_matrix_row(w, row)[col]);
    return sum;
}

double av_merged_size(const struct av_merged *merged, const struct av_trace *trace, int i, int j)
{
    int d_model = trace->model->config.d_model;
    double sum = 0;
    for (int c = 0; c < merged->wq.cols; c++)
        sum += column_size(&merged->wq, d_model, row_of(merged, trace, i), c) *
               column_size(&merged->wk, d_model, key_row_of(merged, trace, j), c);
    return sum;
}

double av_merged_bound(const struct av_merged *merged, double size)
{
    return (2 * merged->w.rows + merged->wq.cols) * (double)FLT_EPSILON * size;
}
