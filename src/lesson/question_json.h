/* Reading what a lesson asks. Private to lesson. */
#ifndef ATTNVIZ_LESSON_QUESTION_JSON_H
#define ATTNVIZ_LESSON_QUESTION_JSON_H

#include "attnviz/lesson/lesson.h"
#include "place_json.h"
#include "reader.h"

/* Reads the array of questions. */
void av_questions_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson);

#endif
