/* The quiz: which question of the lesson is asked where the player stands, how far it is answered, and the score.
 *
 *   a place with a question → OPEN ─ answer, twice at most ─▶ ANSWERED ─ go on ─▶ the next question there, or IDLE
 *                              └─ skip, or step away: asked again at the next visit
 *
 * The first try counts. Whoever draws asks av_player_covers what would give an open question away. */
#ifndef ATTNVIZ_PLAYER_QUIZ_H
#define ATTNVIZ_PLAYER_QUIZ_H

#include <stdbool.h>

#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/lesson/progress.h"
#include "attnviz/player/answer.h"
#include "attnviz/player/command.h"
#include "attnviz/player/keymap.h"

struct av_player;

enum av_quiz_phase {
    AV_QUIZ_IDLE,     /* nothing is asked here */
    AV_QUIZ_OPEN,     /* a question waits for its answer */
    AV_QUIZ_ANSWERED, /* it has been answered, or given up: the answer and the reason are shown */
    AV_QUIZ_SCORE,    /* the lesson is at its end and says how it went */
};

/* What is said of the last answer. */
enum av_verdict {
    AV_VERDICT_NONE,
    AV_VERDICT_AGAIN, /* wrong, and may be tried once more */
    AV_VERDICT_RIGHT,
    AV_VERDICT_WRONG,
    AV_VERDICT_SHOWN, /* not tried: the learner asked for the answer */
};

/* A question's fate in this round. */
struct av_quiz_entry {
    enum av_mark mark;
    bool passed;    /* skipped at this visit of its place */
    bool try_again; /* tried once, in vain: a second try is still to come */
};

#define AV_TYPED_BYTES 32

struct av_quiz {
    bool off; /* nothing is asked */
    enum av_quiz_phase phase;
    int question; /* the one that is open or answered: its index in the lesson */
    int tries;
    bool hinted; /* its hint is shown */
    enum av_verdict verdict;
    int choice;                 /* chosen so far, AV_ANY for none */
    char typed[AV_TYPED_BYTES]; /* so far, UTF-8 */
    bool finished;              /* the lesson's end has been seen in this round */
    bool told;                  /* the score has been read at this visit of the end */

    struct av_quiz_entry *entries; /* [n_question] */
    bool stopped;                  /* the learner stopped somewhere the last time … */
    struct av_place stopped_at;    /* … here */
};

struct av_score {
    int right, wrong, skipped; /* at the first try; wrong: also those whose answer was asked for */
    int of;                    /* questions of the lesson */
};

/* Switches asking on or off. */
void av_quiz_turn(struct av_player *player, bool on);

/* The player has moved: a question of this place opens, one of another place closes. Called by whatever moves it. */
void av_quiz_follow(struct av_player *player);

/* A command, where it means something to the question: true where it is done with. */
bool av_quiz_do(struct av_player *player, struct av_command command);

/* A key that is part of an answer: true where it is. */
bool av_quiz_type(struct av_player *player, int key);

/* The question that is open or answered; NULL where none is. */
const struct av_question *av_quiz_question(const struct av_player *player);

/* The context of a question that is open; AV_CONTEXT_COUNT where none is. */
enum av_context av_quiz_context(const struct av_player *player);

struct av_score av_quiz_score(const struct av_player *player);

/* The first question that has not been answered, by place; NULL where all have been. */
const struct av_question *av_quiz_left(const struct av_player *player);

/* While a question is open: whether a matrix, the costs or the tokens to come would give its answer away, and are not
 * to be shown: neither their numbers nor their states, nor what is made of them. */
bool av_player_covers(const struct av_player *player, enum av_view_id view);
bool av_player_covers_cost(const struct av_player *player);
bool av_player_covers_next(const struct av_player *player);

/* True where token i is still to come and must not be named yet: while a question of what comes next is open, and, of
 * what the model generates, as long as the one that asks for it has not been answered. */
bool av_player_covers_token(const struct av_player *player, int i);

/* True where anything at all is covered: then nothing explains a cell, and no note is shown. */
bool av_player_covers_any(const struct av_player *player);

/* Takes up what is known of the lesson: the marks of a round that was not finished, and where it stopped, with a notice
 * where that is not here. */
void av_quiz_recall(struct av_player *player, const struct av_lesson_progress *known);

/* Takes over how far another player has come with the same lesson before an edit: marks, by question, and what is
 * open. */
void av_quiz_carry(struct av_player *player, const struct av_player *before);

/* Puts down what is known now. */
void av_quiz_record(const struct av_player *player, struct av_lesson_progress *known);

/* Visits each question's places and adds to the report each whose answer cannot be found there; name stands for the
 * lesson's file in messages. The player then stands elsewhere. Errors: those of moving (player.h). */
enum av_status av_quiz_check(struct av_player *player, const char *name, struct av_report *report,
                             struct av_error *error);

/* Those questions of a lesson that have an answer at all of their places, into kept[n_question]; *n_kept are left. They
 * share their texts with the lesson. Errors: those of av_player_init and av_player_go. */
enum av_status av_quiz_answerable(const struct av_lesson *lesson, struct av_question *kept, int *n_kept,
                                  struct av_error *error);

#endif
