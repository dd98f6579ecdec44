/* A small good lesson, to be made wrong in one place by each test. */
#ifndef ATTNVIZ_TESTS_LESSON_FIXTURE_H
#define ATTNVIZ_TESTS_LESSON_FIXTURE_H

#include "attnviz/lesson/lesson.h"

/* The lesson's JSON, with ' for ". */
extern const char *const plain;

/* One whose model has everything: biases, LayerNorm, SwiGLU … */
extern const char *const rich;

/* Replaces each text (which has to be there) by the one behind it, {from, to, from, to …, NULL}; then ' becomes ".
 * Freed with free(). */
char *change(const char *lesson, const char *const *changes);

/* The first faults of the changed lesson, one "place: message" a line, in a static buffer; "" where it is good. */
const char *faults(const char *lesson, const char *const *changes);

/* Loads the changed lesson, which has to be good. */
void load(struct av_lesson *lesson, const char *text, const char *const *changes);

#define CHANGES(...)                                                                                                   \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

/* The plain lesson with from turned into to has exactly these faults. */
#define assert_faults(from, to, expected)                                                                              \
    cr_assert_str_eq(faults(plain, CHANGES(from, to)), expected, "%s → %s\n%s\nexpected\n%s", from, to,                \
                     faults(plain, CHANGES(from, to)), expected)

#endif
