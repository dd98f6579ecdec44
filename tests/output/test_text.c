#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/output/text.h"

Test(text, lines_end_where_their_text_ends)
{
    struct av_canvas canvas;
    char *bytes = NULL;
    size_t length = 0;
    cr_assert_eq(av_canvas_init(&canvas, 8, 4, AV_CHARSET_UNICODE, NULL), AV_OK);
    av_canvas_text(&canvas, 0, 0, 8, AV_ROLE_NEW, "它 a");
    av_canvas_text(&canvas, 2, 2, 8, AV_ROLE_TEXT, "−∞");
    av_canvas_text(&canvas, 6, 3, 8, AV_ROLE_TEXT, "它"); /* up to the edge, its second half too */
    FILE *file = open_memstream(&bytes, &length);
    cr_assert_eq(av_output_text(&canvas, file, NULL), AV_OK);
    fclose(file);
    cr_assert_str_eq(bytes, "它 a\n\n  −∞\n      它\n");
    free(bytes);
    av_canvas_finish(&canvas);
}

Test(text, a_full_disk_is_an_error)
{
    struct av_canvas canvas;
    struct av_error error = {.status = AV_OK};
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        return; /* there is no such device here */
    cr_assert_eq(av_canvas_init(&canvas, 8, 4, AV_CHARSET_UNICODE, NULL), AV_OK);
    av_canvas_text(&canvas, 0, 0, 8, AV_ROLE_TEXT, "text");
    cr_assert_eq(av_output_text(&canvas, full, &error), AV_ERROR_IO);
    cr_assert_gt(strlen(error.message), 0u);
    fclose(full);
    av_canvas_finish(&canvas);
}
