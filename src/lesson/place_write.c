#include "place_write.h"

bool av_place_is_there(const struct av_lesson *lesson, const struct av_place *place)
{
    return place->token < lesson->n_prompt + lesson->n_generate; /* which AV_ANY is, too */
}

bool av_cell_is_there(const struct av_lesson *lesson, const struct av_place *place, int matrix, int row, int column)
{
    int rows, columns, n = place->token == AV_ANY ? lesson->n_prompt + lesson->n_generate : place->token + 1;
    return av_matrix_shape(&lesson->model.config, (enum av_view_id)matrix, n, lesson->n_source, &rows, &columns) &&
           row < rows && column < columns;
}

/* Whether the token's text says which is meant. */
static bool is_once(const struct av_lesson *lesson, int token)
{
    int count = 0;
    if (token >= lesson->n_prompt)
        return false;
    for (int i = 0; i < lesson->n_prompt; i++)
        count += lesson->prompt[i] == lesson->prompt[token];
    return count == 1;
}

void av_token_print(struct printer *printer, const struct av_lesson *lesson, int token)
{
    if (is_once(lesson, token))
        av_print_text(printer, lesson->vocabulary[lesson->prompt[token]]);
    else
        av_print(printer, "%d", token + 1);
}

static void print_place(struct printer *printer, const struct av_lesson *lesson, const struct av_place *place)
{
    if (place->token != AV_ANY) {
        av_print_key(printer, SAME_LINE, "token");
        av_token_print(printer, lesson, place->token);
    }
    if (place->stage != AV_ANY)
        av_print_text_member(printer, "stage", av_stage_name((enum av_stage)place->stage));
    if (place->layer != AV_ANY)
        av_print_counted(printer, "layer", place->layer);
    if (place->head != AV_ANY)
        av_print_counted(printer, "head", place->head);
    if (place->lens != AV_LENS_PANELS)
        av_print_text_member(printer, "lens", av_lens_name((enum av_lens)place->lens));
}

void av_at_print(struct printer *printer, const struct av_lesson *lesson, const struct av_place *place,
                 enum av_when when)
{
    size_t before = printer->length;
    av_print_key(printer, SAME_LINE, "at");
    av_print(printer, "{");
    size_t start = printer->length;
    print_place(printer, lesson, place);
    av_print_end(printer, before, start, "}");
    if (when != AV_WHEN_ALWAYS)
        av_print_bool_member(printer, "cache", when == AV_WHEN_CACHE_ON);
}

void av_cell_print(struct printer *printer, int matrix, int row, int column)
{
    av_print(printer, "{");
    av_print_text_member(printer, "matrix", av_view_name((enum av_view_id)matrix));
    if (row != AV_ANY)
        av_print_counted(printer, "row", row);
    if (column != AV_ANY)
        av_print_counted(printer, "column", column);
    av_print(printer, "}");
}
