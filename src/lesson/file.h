/* Reading a whole file, whatever the path turns out to be. Private to lesson. */
#ifndef ATTNVIZ_LESSON_FILE_H
#define ATTNVIZ_LESSON_FILE_H

#include <stddef.h>

#include "attnviz/base/status.h"

/* Larger files are refused before they are read. */
#define FILE_BYTES_MAX ((size_t)256 << 20)

/* Reads the regular file at path: *bytes, freed with free(), and *length. Never waits: what is no regular file (a
 * folder, a pipe, a device) is refused. Errors: AV_ERROR_IO, AV_ERROR_LIMIT, AV_ERROR_MEMORY; with the
 * path as their place. */
enum av_status av_file_read(const char *path, char **bytes, size_t *length, struct av_error *error);

#endif
