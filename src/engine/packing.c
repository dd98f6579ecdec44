#include "packing.h"

#include "attnviz/base/memory.h"

void *av_packing_take(struct av_packing *packing, size_t count, size_t size)
{
    size_t bytes, end;
    if (count == 0 || packing->overflow)
        return NULL;
    if (!av_size_multiply(count, size, &bytes) || !av_size_add(bytes, AV_ALIGNMENT - 1, &bytes) ||
        !av_size_add(packing->size, bytes / AV_ALIGNMENT * AV_ALIGNMENT, &end)) {
        packing->overflow = true;
        return NULL;
    }
    void *part = packing->base ? packing->base + packing->size : NULL;
    packing->size = end;
    return part;
}

struct av_matrix av_packing_matrix(struct av_packing *packing, bool exists, int rows, int cols)
{
    struct av_matrix matrix = {.rows = rows, .cols = cols};
    size_t count;
    if (!exists)
        return matrix;
    if (!av_size_multiply((size_t)rows, (size_t)cols, &count)) {
        packing->overflow = true;
        return matrix;
    }
    matrix.data = av_packing_take(packing, count, sizeof(float));
    packing->numbers += count;
    return matrix;
}
