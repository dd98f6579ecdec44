/* Filling a report. Private to lesson. */
#ifndef ATTNVIZ_LESSON_REPORT_H
#define ATTNVIZ_LESSON_REPORT_H

#include <stdbool.h>

#include "attnviz/lesson/lesson.h"

/* Adds a copy of error; where there is no room for it, the report is no longer complete. */
void av_report_add(struct av_report *report, const struct av_error *error);

/* True where nothing more can be added: what would be said is then better not put into words at all. */
bool av_report_full(struct av_report *report);

#endif
