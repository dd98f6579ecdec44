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
    int n; /* of the prompt and generated; INT_MAX where that is not known */
};

/* Reads {"token": 1, "stage": "embed", "layer": 1, "head": 1, "cache": true}, each optional: the first of its kind. */
void av_start_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson);

/* Reads the "banned" of a rule, into an array of n_ctx where it names any. */
void av_bans_read(const struct node *rule, const struct extent *extent, struct av_lesson *lesson);

/* Reads the array of notes. */
void av_notes_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson);

#endif
