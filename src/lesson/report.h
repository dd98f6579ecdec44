/* Filling a report. Private to lesson. */
#ifndef ATTNVIZ_LESSON_REPORT_H
#define ATTNVIZ_LESSON_REPORT_H

#include <stdbool.h>

#include "attnviz/lesson/lesson.h"

/* True where nothing more can be added: what would be said is then better not put into words at all. */
bool av_report_full(struct av_report *report);

#endif
