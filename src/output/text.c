#include "attnviz/output/text.h"

#include <errno.h>
#include <string.h>

/* The columns of row y up to its last one that is not blank. */
static int used_columns(const struct av_canvas *canvas, int y)
{
    const struct av_canvas_cell *row = canvas->cells + (size_t)y * (size_t)canvas->width;
    int used = canvas->width;
    while (used > 0 && row[used - 1].width == 1 && strcmp(row[used - 1].text, " ") == 0)
        used--;
    return used;
}

enum av_status av_output_text(const struct av_canvas *canvas, FILE *file, struct av_error *error)
{
    for (int y = 0; y < canvas->height; y++) {
        const struct av_canvas_cell *row = canvas->cells + (size_t)y * (size_t)canvas->width;
        int used = used_columns(canvas, y);
        for (int x = 0; x < used; x++)
            fputs(row[x].text, file);
        fputc('\n', file);
    }
    if (fflush(file) != 0 || ferror(file))
        return av_error_set(error, AV_ERROR_IO, "", "the screen cannot be written: %s", strerror(errno));
    return AV_OK;
}
