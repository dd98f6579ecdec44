/* What a lesson's file says of the lesson as a whole: all that a list of lessons needs. Private to lesson. */
#ifndef ATTNVIZ_LESSON_ABOUT_H
#define ATTNVIZ_LESSON_ABOUT_H

#include "reader.h"

struct about {
    struct av_words title, teaches; /* owned by the reader's arena */
    int order, minutes;             /* 0 where it does not say */
};

/* Reads it from the whole of a lesson; false, with a fault reported, where something of it is missing or wrong. */
bool av_about_read(const struct node *root, struct about *about);

#endif
