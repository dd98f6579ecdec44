/* The starter: a small complete lesson, whose texts say what an author is to write in their place. */
#ifndef ATTNVIZ_LESSON_STARTER_H
#define ATTNVIZ_LESSON_STARTER_H

#include "attnviz/base/status.h"

/* Writes it to path. Where the schema of lessons was installed, the lesson says where, so that an editor finds it. What
 * is there already is an error, and is left as it is. Errors: AV_ERROR_IO, AV_ERROR_MEMORY, with the path as their
 * place. */
enum av_status av_starter_write(const char *path, struct av_error *error);

#endif
