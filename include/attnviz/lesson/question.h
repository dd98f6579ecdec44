/* A question: what a lesson asks at a place before it is shown, how it is answered, and what makes an answer right. */
#ifndef ATTNVIZ_LESSON_QUESTION_H
#define ATTNVIZ_LESSON_QUESTION_H

#include <stdbool.h>

#include "attnviz/base/language.h"
#include "attnviz/lesson/figures.h"
#include "attnviz/lesson/matrices.h"
#include "attnviz/lesson/place.h"
#include "attnviz/lesson/states.h"

/* How it is answered. */
enum av_question_kind {
    AV_QUESTION_CHOICE, /* one of the choices is taken           */
    AV_QUESTION_NUMBER, /* a number is typed in                  */
    AV_QUESTION_POINT,  /* a cell of answer.matrix is pointed at */
};

/* What the right answer is; behind it, how a question that has it can be answered. All but the first follow from the
 * trace. */
enum av_answer_kind {
    AV_ANSWER_CHOICE,   /* the lesson says which               choice                       */
    AV_ANSWER_VALUE,    /* the value of a cell                 number, or choice of numbers */
    AV_ANSWER_LARGEST,  /* where in a row the largest value is point, or choice of tokens   */
    AV_ANSWER_SMALLEST, /* … and the smallest                  point, or choice of tokens   */
    AV_ANSWER_STATE,    /* any cell that is in this state      point                        */
    AV_ANSWER_FIGURE,   /* a figure of the cost panel          number, or choice of numbers */
    AV_ANSWER_NEXT,     /* what the model says next            choice of tokens             */
    AV_ANSWER_KIND_COUNT,
};

#define AV_CHOICES_MIN 2
#define AV_CHOICES_MAX 9 /* each has the key of its digit */

/* Something to choose: words, or a token or a number, which may have words as well, to be called by. */
struct av_choice {
    struct av_words words; /* both NULL where it has none */
    int token;             /* its id; AV_ANY where it has none */
    bool has_number;
    double number; /* finite */
};

/* Behind a field, the kinds that have it; with another it is 0, or AV_ANY where it is row or column. All count from
 * 0. */
struct av_answer {
    enum av_answer_kind kind;
    int choice;             /* choice */
    enum av_view_id matrix; /* value, largest, smallest, state: one that the model has */
    int row;                /* value, largest, smallest: one that there is at the question's place … */
    int column;             /* value: … as this is */
    enum av_state state;    /* state */
    enum av_figure figure;  /* figure */
};

struct av_question {
    struct av_place place; /* layer and head may be AV_ANY */
    enum av_when when;
    bool prefill; /* asked where the prompt, of several tokens, is read at once; its place is the last one's */
    enum av_question_kind kind;
    struct av_words ask;
    struct av_words hint;   /* both NULL where it has none */
    struct av_words reason; /* why the answer is right */
    struct av_answer answer;
    struct av_choice
        *choices; /* [n_choice] no token and no number twice; all have a token or a number where the table above
                                * says so, and of numbers the nearest is right. NULL where n_choice is 0 */
    int n_choice;
    double tolerance;           /* ≥ 0; a number that is typed in is right where |number − answer| ≤ tolerance */
    bool covers[AV_VIEW_COUNT]; /* what would give the answer away, covered until it is given … */
    bool covers_cost;           /* … and whether the cost panel would */
};

#endif
