/* How the claims of a lesson are written: in a table of its notes and one of its questions, a file in tables/ for each
 * lesson.
 *
 * stage, token, head, when, number, source, and what it asks for; for a note that is tied to another lens than the
 * panels, the lens. Of questions: "question", its number in the lesson, and then the same. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_H

#include "sources.h"

#define ALWAYS AV_WHEN_ALWAYS
#define ON     AV_WHEN_CACHE_ON
#define OFF    AV_WHEN_CACHE_OFF

/* The rule of a claim about another one. */
#define ADDITIVE   .other = AV_MASK_CAUSAL
#define MULTIPLIED .other = AV_MASK_MULTIPLIED
#define UNMASKED   .other = AV_MASK_NONE

#define AT(stage, token, when) stage, token, 0, when
#define QUESTION(number)       "question", number, 0, ALWAYS

#endif
