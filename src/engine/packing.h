/* A packing: the same walk over a struct's arrays first adds up what they take, then hands them out of one block. */
#ifndef ATTNVIZ_ENGINE_PACKING_H
#define ATTNVIZ_ENGINE_PACKING_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/engine/matrix.h"

struct av_packing {
    unsigned char *base; /* NULL while adding up */
    size_t size;         /* bytes so far, each array rounded up to AV_ALIGNMENT */
    size_t numbers;      /* in the matrices so far */
    bool overflow;       /* the size does not fit in size_t */
};

/* The next count elements of size bytes; NULL while adding up, and for a count of 0. */
void *av_packing_take(struct av_packing *packing, size_t count, size_t size);

/* The next matrix; one that does not exist keeps its shape, and has no data. */
struct av_matrix av_packing_matrix(struct av_packing *packing, bool exists, int rows, int cols);

#endif
