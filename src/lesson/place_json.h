/* Reading where in a lesson something is: its start, and its notes with their places and cells. Private to lesson. */
#ifndef ATTNVIZ_LESSON_PLACE_JSON_H
#define ATTNVIZ_LESSON_PLACE_JSON_H

#include "attnviz/lesson/lesson.h"
#include "reader.h"
#include "vocabulary.h"

/* What places are held against; what could not be read itself is not checked. */
struct extent {
    const struct vocabulary *vocabulary;
    const struct av_config *config; /* NULL where it is not known */
    const int *prompt;              /* NULL where it is not known */
    int n_prompt;
    int n_source; /* INT_MAX where that is not known */
    int n;        /* of the prompt and generated; INT_MAX where that is not known */
};

/* Reads {"token": 1, "stage": "embed", "layer": 1, "head": 1, "cache": true}, each optional: the first of its kind. */
void av_start_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson);

/* Reads the "banned" of a rule, into an array of n_ctx where it names any. */
void av_bans_read(const struct node *rule, const struct extent *extent, struct av_lesson *lesson);

/* Reads the array of notes. */
void av_notes_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson);

/* The parts of a note that a question has, too. */

/* Reads {"token": 1, "stage": "embed", "layer": 1, "head": 1}; what is not there is AV_ANY. */
bool av_at_read(const struct node *node, const struct extent *extent, struct av_place *place);

/* Reads the "cache" of a place, true or false, which need not be there. */
bool av_when_read(const struct node *node, enum av_when *when);

/* A matrix as it is shown at some token: INT_MAX rows and columns where no config says how many. */
struct shown {
    enum av_view_id id;
    int rows, columns;
};

/* How a matrix is shown at a token, AV_ANY: at the last. A fault of the node, which names it, where the model has
 * none. */
bool av_matrix_find(const struct node *node, const struct extent *extent, int token, enum av_view_id id,
                    struct shown *shown);

/* Reads the name of a matrix, and finds it. */
bool av_matrix_read(const struct node *node, const struct extent *extent, int token, struct shown *shown);

/* Reads an integer from 1 to most into one that is counted from 0. */
bool av_counted_read(const struct node *node, int most, int *value);

#endif
