/* Reading and writing a whole file, whatever the path turns out to be. Private to lesson. */
#ifndef ATTNVIZ_LESSON_FILE_H
#define ATTNVIZ_LESSON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "attnviz/base/status.h"

/* Larger files are refused before they are read. */
#define FILE_BYTES_MAX ((size_t)256 << 20)

/* "a folder": what is no regular file, in words. */
const char *av_file_kind(mode_t mode);

/* Reads the regular file at path: *bytes, freed with free(), and *length. Never waits: what is no regular file (a
 * folder, a pipe, a device) is refused. Errors: AV_ERROR_IO, AV_ERROR_LIMIT, AV_ERROR_MEMORY; with the
 * path as their place. */
enum av_status av_file_read(const char *path, char **bytes, size_t *length, struct av_error *error);

/* Writes the file at path, all of it or nothing: beside it, and then moved there. Where it is there already, replace
 * says whether that is an error; it keeps its permissions, and links to it stay links. Errors: AV_ERROR_IO,
 * AV_ERROR_MEMORY; with the path as their place. */
enum av_status av_file_write(const char *path, const char *bytes, size_t length, bool replace, struct av_error *error);

#endif
