/* The folders that lessons are looked for in. Private to lesson. */
#ifndef ATTNVIZ_LESSON_FOLDERS_H
#define ATTNVIZ_LESSON_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#define FOLDER_BYTES 4096
#define FOLDERS_MAX  3
#define ENDING       ".json"

struct folders {
    struct {
        char path[FOLDER_BYTES];
        bool own; /* for lessons of one's own */
    } list[FOLDERS_MAX];
    int count;
};

/* In the order in which a name is looked up. */
void av_folders_find(struct folders *folders);

/* Length of a lesson's name in the name of a file; 0 where that is no lesson's. */
size_t av_lesson_name_length(const char *file);

#endif
