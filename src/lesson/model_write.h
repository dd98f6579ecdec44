/* Writing a model. Private to lesson. */
#ifndef ATTNVIZ_LESSON_MODEL_WRITE_H
#define ATTNVIZ_LESSON_MODEL_WRITE_H

#include "attnviz/lesson/lesson.h"
#include "printer.h"

/* That a number is one that JSON can say. Errors: AV_ERROR_VALUE, with its place in the file. */
enum av_status av_number_check(float number, const char *place, struct av_error *error);

/* That all of the model's are, and not too many: AV_ERROR_LIMIT. */
enum av_status av_model_check_numbers(const struct av_model *model, struct av_error *error);

/* Prints the model's object, without what is the default. */
void av_model_print(struct printer *printer, int indent, const struct av_lesson *lesson);

#endif
