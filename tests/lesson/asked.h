/* A small good question, to be made another, or wrong, by each test. */
#ifndef ATTNVIZ_TESTS_LESSON_ASKED_H
#define ATTNVIZ_TESTS_LESSON_ASKED_H

#include "fixture.h"

/* For a number, at the third of four tokens. */
#define ASKED                                                                                                          \
    "{'at': {'token': 3, 'stage': 'scores'}, 'ask': {'en': 'How much?', 'zh': '多少？'},\n"                         \
    " 'answer': {'value': {'matrix': 'A', 'row': 3, 'column': 1}},\n"                                                  \
    " 'reason': {'en': 'So much.', 'zh': '这么多。'}}"
#define ANSWER   "{'value': {'matrix': 'A', 'row': 3, 'column': 1}}"
#define QUESTION "'questions': []", "'questions': [" ASKED "]"

/* The good question with from turned into to has exactly these faults. */
#define assert_asked_faults(from, to, expected)                                                                        \
    cr_assert_str_eq(faults(plain, CHANGES(QUESTION, from, to)), expected, "%s → %s\n%s\nexpected\n%s", from, to,      \
                     faults(plain, CHANGES(QUESTION, from, to)), expected)

/* The same where it has these choices and this answer. */
#define assert_choice_faults(choices, answer, expected)                                                                \
    assert_asked_faults("'answer': " ANSWER, "'choices': " choices ", 'answer': " answer, expected)

#define TWO_TOKENS  "[{'token': 'cat'}, {'token': '书'}]"
#define TWO_NUMBERS "[{'number': 1}, {'number': 2}]"
#define TWO_WORDS   "[{'en': 'A', 'zh': '甲'}, {'en': 'B', 'zh': '乙'}]"

/* Writes all that a matrix may be called, and one thing more where it is not NULL, as a message lists them; returns
 * out. */
const char *list_matrices(char *out, size_t size, const char *more);

/* Loads the plain lesson with this question, in which from is turned into to. */
const struct av_question *load_asked(struct av_lesson *lesson, const char *from, const char *to);

/* Exactly the matrices of the list, ended with AV_VIEW_COUNT, are covered. */
void assert_covers(const struct av_question *question, const enum av_view_id *list, bool cost);

#define COVERS(...)                                                                                                    \
    (const enum av_view_id[])                                                                                          \
    {                                                                                                                  \
        __VA_ARGS__, AV_VIEW_COUNT                                                                                     \
    }
#define COVERS_NOTHING ((const enum av_view_id[]){AV_VIEW_COUNT})

#endif
