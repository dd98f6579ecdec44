/* The file that progress is kept in: where it is, and what to do when it is broken. Private to lesson. */
#ifndef ATTNVIZ_LESSON_PROGRESS_FILE_H
#define ATTNVIZ_LESSON_PROGRESS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/status.h"

struct cJSON;

/* Writes where it is to path[size]; "" where nothing says so, or where that is too long. */
void av_progress_locate(char *path, size_t size);

enum kept {
    KEPT_GOOD,
    KEPT_MISSING, /* there is no file */
    KEPT_ASIDE,   /* it was broken, and has been moved aside */
    KEPT_NOTHING, /* it cannot be read, or not be moved aside: it has to be left alone */
};

/* Reads the file: *tree, owned by the caller, where it is good; it is an object with an object "lessons". The error is
 * filled for the last two of what can be returned. */
enum kept av_progress_read(const char *path, struct cJSON **tree, struct av_error *error);

/* Writes the tree to the file; folders that are missing are made, for the user alone. */
enum av_status av_progress_write(const char *path, const struct cJSON *tree, struct av_error *error);

#endif
