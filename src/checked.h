/* A lesson as --check finds it: read, and its questions answered. */
#ifndef ATTNVIZ_CHECKED_H
#define ATTNVIZ_CHECKED_H

#include "attnviz/lesson/lesson.h"

/* Reads the lesson at path, and adds all that is wrong with it to the report: faults of the file, or else questions
 * without an answer. True where nothing is; else there is no lesson to finish. */
bool av_checked_load(struct av_lesson *lesson, const char *path, struct av_report *report);

#endif
