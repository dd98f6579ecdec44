/* A strict look at JSON text before cJSON builds a tree of it: cJSON accepts a good deal that is no JSON (bytes behind
 * the end, 01, bad escapes, lone surrogates, invalid UTF-8 …) and takes the first of two equal keys. Private to
 * lesson. */
#ifndef ATTNVIZ_LESSON_SCAN_H
#define ATTNVIZ_LESSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/lesson/lesson.h"

/* Arrays and objects within one another. */
#define JSON_DEPTH_MAX 100

/* Values in one text: what cJSON makes of them takes some 80 bytes each. */
#define JSON_VALUES_MAX ((size_t)4 << 20)

/* Whether the length bytes at bytes are JSON as RFC 8259 has it. The first fault of syntax and every duplicate key
 * (which alone is no reason to return false) is reported at file:line:column; *status becomes that of the first, if it
 * was AV_OK. */
bool av_scan_json(const char *file, const char *bytes, size_t length, struct av_report *report, enum av_status *status);

#endif
