/* Writing what a lesson asks. Private to lesson. */
#ifndef ATTNVIZ_LESSON_QUESTION_WRITE_H
#define ATTNVIZ_LESSON_QUESTION_WRITE_H

#include "attnviz/lesson/lesson.h"
#include "printer.h"

/* Prints the array of questions, without those for which the lesson no longer has a place. */
void av_questions_print(struct printer *printer, const struct av_lesson *lesson);

#endif
