/* What a list of lessons says of one. Private to lesson. */
#ifndef ATTNVIZ_LESSON_SHELF_ENTRY_H
#define ATTNVIZ_LESSON_SHELF_ENTRY_H

#include <stdbool.h>

#include "attnviz/lesson/library.h"

/* Reads the lesson of that name in the file; its texts and its fault are the arena's. False where the file is not meant
 * to be a lesson, or where memory runs out. */
bool av_shelf_entry_read(struct av_shelf_entry *entry, const char *name, const char *path, struct av_arena *arena);

#endif
