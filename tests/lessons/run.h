/* A lesson, opened and run by the engine alone: what the model says, and all the numbers that it took. */
#ifndef ATTNVIZ_TESTS_LESSONS_RUN_H
#define ATTNVIZ_TESTS_LESSONS_RUN_H

#include "attnviz/engine/trace.h"
#include "attnviz/lesson/lesson.h"

#define LESSONS_MAX 64
#define TOKENS_MAX  256

struct run {
    struct av_lesson lesson;
    struct av_trace trace; /* cached, where a cache stays true */
    int n;                 /* prompt + generated */
    int tokens[TOKENS_MAX];
    int chosen[TOKENS_MAX]; /* [n] what the model would say after each token, also within the prompt */
};

/* The names of all lessons of the project, sorted; "pronoun" for pronoun.json. Returns how many. */
int lesson_names(char names[LESSONS_MAX][64]);

/* Loads the lesson of that name and asserts that there is nothing to report. */
void lesson_open(struct av_lesson *lesson, const char *name);

/* Loads and runs it; the run is not to be moved: the trace points to its model. */
void run_init(struct run *run, const char *name);
void run_finish(struct run *run);

/* The id of a token, asserted to exist. */
int token_id(const struct av_lesson *lesson, const char *text);

/* The column of a name among the features, asserted to exist. */
int feature(const struct av_lesson *lesson, const char *name);

/* The probability that follows row i (0-based) for a token of the vocabulary: a plain softmax, in double precision. */
double probability(const struct run *run, int i, int token);

/* What the model would say after these tokens, NULL-terminated. */
const char *continuation(const struct av_lesson *lesson, const char *const tokens[]);

#endif
