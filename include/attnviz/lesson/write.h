/* Writing a lesson: the learner's changed copy becomes a lesson file of its own. */
#ifndef ATTNVIZ_LESSON_WRITE_H
#define ATTNVIZ_LESSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"

/* The lesson as the text of its file, laid out as a person would: *bytes, ended with a zero and freed with free(),
 * and *length without that zero. It is complete (the model is in it) and is read before it is handed out, so that
 * what is written can be loaded: the same lesson, every number bit for bit. Weights that had been asked for as
 * random are written as the numbers they are; what is the default is mostly left out. So is what the lesson, made
 * shorter, no longer has a place for: notes for tokens beyond its end; and a start beyond it becomes its last
 * token.
 *
 * Errors, with the place in the file ("$.model.layers[0].wq[3][2]") where there is one: AV_ERROR_VALUE for what
 * JSON or a lesson cannot say (a weight that is infinite or no number …), AV_ERROR_LIMIT where the file would be
 * larger than one may be, AV_ERROR_MEMORY. */
enum av_status av_lesson_format(const struct av_lesson *lesson, char **bytes, size_t *length, struct av_error *error);

/* Writes that to path. A file that is there is replaced as a whole, keeping its permissions, or not at all,
 * whatever goes wrong; where path is a symbolic link, the file that it leads to is replaced, and the link stays.
 * Without replace, whatever is there already is an error, and is left as it is.
 *
 * Errors: those above, with nothing touched; AV_ERROR_IO with the path as its place. */
enum av_status av_lesson_write(const struct av_lesson *lesson, const char *path, bool replace, struct av_error *error);

#endif
