/* Looking up a lesson by what the user typed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "attnviz/base/suggest.h"
#include "attnviz/lesson/library.h"
#include "folders.h"
#include "reader.h"

static enum av_status copy_path(const char *from, char *path, size_t size, struct av_error *error)
{
    if ((size_t)snprintf(path, size, "%s", from) < size)
        return AV_OK;
    return av_error_set(error, AV_ERROR_LIMIT, "", "a path of less than %zu bytes expected, a longer one found", size);
}

static bool is_no_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/* Says what was looked for, where, and the nearest that is there. */
static enum av_status not_found(const char *typed, const struct folders *folders, struct av_error *error)
{
    char places[300] = "", quoted[DESCRIPTION_BYTES], suggestion[AV_SUGGESTION_BYTES] = "";
    struct av_library library;
    const char *paths[FOLDERS_MAX];
    for (int i = 0; i < folders->count; i++)
        paths[i] = folders->list[i].path;
    av_suggest_choices(places, sizeof places, "", paths, (size_t)folders->count);
    if (av_library_open(&library, NULL, 0, error) != AV_OK)
        return AV_ERROR_MEMORY;
    const char **names = av_allocate((size_t)library.count, sizeof *names);
    for (int i = 0; names && i < library.count; i++)
        names[i] = library.entries[i].name;
    if (names)
        av_suggest_text(suggestion, typed, names, (size_t)library.count);
    av_error_set(error, AV_ERROR_IO, "", "no lesson %s found in %s%s", av_quote(typed, quoted, sizeof quoted), places,
                 suggestion);
    free(names);
    av_library_close(&library);
    return AV_ERROR_IO;
}

/* The file of the lesson with this name; false where there is none. */
static bool find_named(const struct folders *folders, const char *typed, char candidate[FOLDER_BYTES])
{
    for (int i = 0; i < folders->count; i++) {
        int length = snprintf(candidate, FOLDER_BYTES, "%s/%s%s", folders->list[i].path, typed,
                              av_lesson_name_length(typed) > 0 ? "" : ENDING);
        if (length < FOLDER_BYTES && is_no_folder(candidate))
            return true;
    }
    return false;
}

enum av_status av_library_find(const char *typed, char *path, size_t size, struct av_error *error)
{
    struct folders folders;
    char candidate[FOLDER_BYTES];
    if (strchr(typed, '/') || is_no_folder(typed))
        return copy_path(typed, path, size, error);
    av_folders_find(&folders);
    return find_named(&folders, typed, candidate) ? copy_path(candidate, path, size, error)
                                                  : not_found(typed, &folders, error);
}

bool av_library_is_folder(const char *typed)
{
    struct stat status;
    struct folders folders;
    char candidate[FOLDER_BYTES];
    if (stat(typed, &status) != 0 || !S_ISDIR(status.st_mode))
        return false;
    av_folders_find(&folders);
    return strchr(typed, '/') || !find_named(&folders, typed, candidate);
}
