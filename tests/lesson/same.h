/* Whether two lessons are the same. */
#ifndef ATTNVIZ_TESTS_LESSON_SAME_H
#define ATTNVIZ_TESTS_LESSON_SAME_H

#include "attnviz/lesson/lesson.h"

/* Every field of the two is the same, every number bit for bit; otherwise the test fails. */
void assert_same_lesson(const struct av_lesson *a, const struct av_lesson *b);

#endif
