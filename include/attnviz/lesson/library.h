/* The library: which lessons there are, and where.
 *
 * A shelf is a list of lessons that belong together. The first one is the course: the lessons in $ATTNVIZ_LESSONS where
 * it is set, else those in ./lessons and where the program was installed. Then come, unless $ATTNVIZ_LESSONS is set,
 * those of one's own, in $XDG_DATA_HOME/attnviz/lessons or, without it, ~/.local/share/attnviz/lessons; and then each
 * folder that the user has named. */
#ifndef ATTNVIZ_LESSON_LIBRARY_H
#define ATTNVIZ_LESSON_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"

/* Of more tokens than this in a prompt, the list knows the first ones. */
#define AV_SHELF_PROMPT_MAX 1024

struct av_shelf_entry {
    const char *name; /* "pronoun" */
    const char *path;
    int shelf;                    /* in the library's */
    struct av_words title;        /* of a faulty one that has none, its name */
    struct av_words teaches;      /* one sentence; of a faulty one perhaps "" */
    int order, minutes;           /* 0 where it does not say */
    const char **prompt;          /* [n_prompt] its tokens */
    int n_prompt, n_token;        /* n_token: with those generated; 0 where that is not known */
    const struct av_error *fault; /* NULL where nothing is known to be wrong */
};

enum av_shelf_kind {
    AV_SHELF_COURSE,
    AV_SHELF_OWN,
    AV_SHELF_FOLDER, /* named by the user */
};

struct av_shelf {
    enum av_shelf_kind kind;
    const char *folder; /* as it was named; of the course, the first of its folders that is there */
    int first, count;   /* of its entries */
};

struct av_library {
    struct av_shelf_entry *entries; /* by shelf, then in their order, and those that have none by title */
    int count;
    struct av_shelf *shelves; /* without lessons only where the user named it */
    int n_shelf;
    struct av_arena arena;
};

/* Lists all lessons there are. On a shelf the first of a name wins; a folder that is named although it is on a shelf
 * already is not listed again. A file is listed where it is JSON of this version with a title and what it teaches: the
 * rest of it is only looked at when it is opened. One that is meant to be a lesson ("attnviz" is a key of it, and so is
 * "title", "teaches" or "prompt") and cannot be read that far is listed with its first fault; other files are none of
 * the library's. Errors: AV_ERROR_IO where a folder that was named cannot be opened, AV_ERROR_MEMORY; there is then
 * nothing to close. */
enum av_status av_library_open(struct av_library *library, const char *const *folders, int n_folder,
                               struct av_error *error);

/* Frees the list and its texts. */
void av_library_close(struct av_library *library);

/* The path for what the user typed: a file's path as it is, else a lesson's name looked up in ./lessons, among those of
 * one's own and where the program was installed, or in $ATTNVIZ_LESSONS alone. The error names what was looked for,
 * where, and the nearest name there is. Errors: AV_ERROR_IO where nothing is found, AV_ERROR_LIMIT where the path does
 * not fit in size bytes, AV_ERROR_MEMORY. */
enum av_status av_library_find(const char *typed, char *path, size_t size, struct av_error *error);

/* True where what the user typed means a folder of lessons: it is one, and no lesson has that name. */
bool av_library_is_folder(const char *typed);

#endif
