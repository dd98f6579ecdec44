#include "folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef AV_LESSONS_INSTALLED
#error "AV_LESSONS_INSTALLED has to be the folder that the lessons are installed in"
#endif

static void add(struct folders *folders, const char *base, const char *rest, bool own)
{
    char *path = folders->list[folders->count].path;
    if (snprintf(path, FOLDER_BYTES, "%s%s", base, rest) < FOLDER_BYTES)
        folders->list[folders->count++].own = own;
}

void av_folders_find(struct folders *folders)
{
    const char *set = getenv("ATTNVIZ_LESSONS"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    folders->count = 0;
    if (set && set[0] != '\0') {
        add(folders, set, "", false);
        return;
    }
    add(folders, "lessons", "", false);
    if (data && data[0] == '/') /* the XDG specification: a relative path is to be ignored */
        add(folders, data, "/attnviz/lessons", true);
    else if (home && home[0] != '\0')
        add(folders, home, "/.local/share/attnviz/lessons", true);
    add(folders, AV_LESSONS_INSTALLED, "", false);
}

size_t av_lesson_name_length(const char *file)
{
    size_t length = strlen(file), ending = strlen(ENDING);
    bool lesson = file[0] != '.' && length > ending && strcmp(file + length - ending, ENDING) == 0;
    return lesson ? length - ending : 0;
}
