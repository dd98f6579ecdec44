/* Writing where in a lesson something is. Private to lesson. */
#ifndef ATTNVIZ_LESSON_PLACE_WRITE_H
#define ATTNVIZ_LESSON_PLACE_WRITE_H

#include "attnviz/lesson/lesson.h"
#include "printer.h"

/* Whether the lesson has the place's token; AV_ANY it has. */
bool av_place_is_there(const struct av_lesson *lesson, const struct av_place *place);

/* Whether the model has the matrix, and it has the row and column (each may be AV_ANY) at that place. */
bool av_cell_is_there(const struct av_lesson *lesson, const struct av_place *place, int matrix, int row, int column);

/* Prints a token's text where the prompt has it once, else its number. */
void av_token_print(struct printer *printer, const struct av_lesson *lesson, int token);

/* Prints "at": {…} and "cache": …, where they say something, in the same line. */
void av_at_print(struct printer *printer, const struct av_lesson *lesson, const struct av_place *place,
                 enum av_when when);

/* Prints {"matrix": "A", "row": 10, "column": 4}. */
void av_cell_print(struct printer *printer, int matrix, int row, int column);

#endif
