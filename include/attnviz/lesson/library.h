/* The library: which lessons there are, and where. */
#ifndef ATTNVIZ_LESSON_LIBRARY_H
#define ATTNVIZ_LESSON_LIBRARY_H

#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"

struct av_shelf_entry {
    const char *name; /* "pronoun" */
    const char *path;
    struct av_words title, teaches;
};

struct av_library {
    struct av_shelf_entry *entries; /* sorted by name */
    int count;
    struct av_arena arena;
};

/* Lists the lessons in $ATTNVIZ_LESSONS where it is set, else in ./lessons, in $XDG_DATA_HOME/attnviz/lessons or, without it,
 * ~/.local/share/attnviz/lessons, and where the program was installed; the first of a name wins. A file is listed where it is
 * JSON of this version with a title and what it teaches: the rest of it is only looked at when it is opened. Errors:
 * AV_ERROR_MEMORY; there is then nothing to close. */
enum av_status av_library_open(struct av_library *library, struct av_error *error);

/* Frees the list and its texts. */
void av_library_close(struct av_library *library);

/* The path for what the user typed: a file's path as it is, else a lesson's name looked up in the same folders. The
 * error names what was looked for, where, and the nearest name there is. Errors: AV_ERROR_IO where nothing is found,
 * AV_ERROR_LIMIT where the path does not fit in size bytes, AV_ERROR_MEMORY. */
enum av_status av_library_find(const char *typed, char *path, size_t size, struct av_error *error);

#endif
