/* The kernels that multiply, each with the count of what it did: no formula of the work stands apart from the work. */
#ifndef ATTNVIZ_ENGINE_COUNTED_H
#define ATTNVIZ_ENGINE_COUNTED_H

#include <assert.h>
#include <stdint.h>

#include "attnviz/engine/work.h"
#include "kernels.h"

/* A matrix as a kernel reads it. */
struct av_factor {
    const float *data;
    size_t stride; /* floats from one row to the next */
    int rows, cols;
};

/* y = x·W */
static inline void av_count_multiply(const struct av_kernels *kernels, const float *x, struct av_factor w, float *y,
                                     uint64_t *multiply_adds)
{
    kernels->multiply(x, w.data, w.stride, w.rows, w.cols, y);
    *multiply_adds += (uint64_t)w.rows * (uint64_t)w.cols;
}

/* y = x·W in blocks; nobody counts or reads what fills up whole registers. */
static inline void av_count_multiply_blocks(const struct av_kernels *kernels, const float *x, const struct av_blocks *w,
                                            float *y, uint64_t *multiply_adds)
{
    kernels->multiply_blocks(x, w, y);
    *multiply_adds += (uint64_t)w->rows * (uint64_t)w->cols;
}

/* o = a·V, for all heads */
static inline void av_count_mix(const struct av_kernels *kernels, const struct av_mix *mix, uint64_t *multiply_adds)
{
    kernels->mix(mix);
    *multiply_adds += (uint64_t)mix->n_head * (uint64_t)mix->n * (uint64_t)mix->d_v;
}

/* The n rows from first on were read once more. Together with what a step has read so far they have no gap. */
static inline void av_count_rows(struct av_row_reads *reads, int first, int n)
{
    assert(reads->count == 0 || (first <= reads->end && reads->first <= first + n));
    reads->first = reads->count == 0 || first < reads->first ? first : reads->first;
    reads->end = first + n > reads->end ? first + n : reads->end;
    reads->count += (uint64_t)n;
}

#endif
