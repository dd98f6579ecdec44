/* Answers: what is right at a question's place, worked out from the trace, and whether a learner's answer is that. */
#ifndef ATTNVIZ_PLAYER_ANSWER_H
#define ATTNVIZ_PLAYER_ANSWER_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/lesson/question.h"

struct av_player;

/* What is right. Fields that the kind of question has no use for are AV_ANY or false. */
struct av_right {
    int choice; /* which of the choices */
    bool has_number;
    double number;   /* a value or a figure; may be infinite */
    int row, column; /* the cell that is asked about; of several, the first */
};

/* Finds what is right where the player stands, which must be a place of the question; the question is one of the
 * lesson's as it was opened. Errors: AV_ERROR_VALUE, with the question's place in the file ("$.questions[2].answer")
 * and both sides: there is no such number or cell, or not exactly one of the choices is right. error may be NULL. */
enum av_status av_answer_find(const struct av_player *player, const struct av_question *question,
                              struct av_right *right, struct av_error *error);

/* True where that is the number, or no farther from it than the tolerance. A value is also met by what rounds to the
 * same float. */
bool av_answer_is_number(const struct av_question *question, const struct av_right *right, double number);

/* True where the cell is one that the question asks for. */
bool av_answer_is_cell(const struct av_player *player, const struct av_question *question, int row, int column);

/* The number that a learner has typed: "0.76", ".76", "0,76", "1 234", "1,234", "−3", "-inf", "−∞", "92.3 %". False
 * where it is none. */
bool av_answer_read(const char *text, double *number);

/* True for a character that may follow text in such a number. */
bool av_answer_takes(const char *text, int character);

/* A figure of the cost panel where the player stands; false where it is not known: no cache stays true under the rule,
 * or the model is so large that not all steps have been counted. */
bool av_player_figure(const struct av_player *player, enum av_figure figure, double *value);

/* What the model says after the current token: what it chose, or, within the prompt, what it finds the likeliest. */
int av_player_said(const struct av_player *player);

#endif
