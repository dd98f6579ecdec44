/* A canvas as plain text: one line a row, spaces at the ends dropped. */
#ifndef ATTNVIZ_OUTPUT_TEXT_H
#define ATTNVIZ_OUTPUT_TEXT_H

#include <stdio.h>

#include "attnviz/base/status.h"
#include "attnviz/scene/canvas.h"

/* Errors: AV_ERROR_IO. */
enum av_status av_output_text(const struct av_canvas *canvas, FILE *file, struct av_error *error);

#endif
