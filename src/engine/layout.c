#include "layout.h"

#include "attnviz/base/memory.h"

void *av_layout_take(struct av_layout *layout, size_t count, size_t size)
{
    size_t bytes, end;
    if (count == 0 || layout->overflow)
        return NULL;
    if (!av_size_multiply(count, size, &bytes) || !av_size_add(bytes, AV_ALIGNMENT - 1, &bytes) ||
        !av_size_add(layout->size, bytes / AV_ALIGNMENT * AV_ALIGNMENT, &end)) {
        layout->overflow = true;
        return NULL;
    }
    void *part = layout->base ? layout->base + layout->size : NULL;
    layout->size = end;
    return part;
}

struct av_matrix av_layout_matrix(struct av_layout *layout, bool exists, int rows, int cols)
{
    struct av_matrix matrix = {.rows = rows, .cols = cols};
    size_t count;
    if (!exists)
        return matrix;
    if (!av_size_multiply((size_t)rows, (size_t)cols, &count)) {
        layout->overflow = true;
        return matrix;
    }
    matrix.data = av_layout_take(layout, count, sizeof(float));
    layout->numbers += count;
    return matrix;
}
