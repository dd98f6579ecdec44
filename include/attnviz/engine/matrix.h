/* A matrix: rows of float32, one after the other. */
#ifndef ATTNVIZ_ENGINE_MATRIX_H
#define ATTNVIZ_ENGINE_MATRIX_H

#include <stddef.h>

struct av_matrix {
    float *data; /* (rows, cols), row-major, no gaps; owned by whoever made it (an arena, mostly) */
    int rows, cols;
};

/* Row i, a vector of cols numbers. */
static inline float *av_matrix_row(const struct av_matrix *matrix, int i)
{
    return matrix->data + (size_t)i * (size_t)matrix->cols;
}

#endif
