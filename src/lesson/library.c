#include "attnviz/lesson/library.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "attnviz/base/suggest.h"

#include "file.h"
#include "model_json.h"
#include "reader.h"

#ifndef AV_LESSONS_INSTALLED
#error "AV_LESSONS_INSTALLED has to be the folder that the lessons are installed in"
#endif

#define PATH_BYTES  4096
#define FOLDERS_MAX 3
#define ENDING      ".json"

struct folders {
    char paths[FOLDERS_MAX][PATH_BYTES];
    int count;
};

static void add_folder(struct folders *folders, const char *base, const char *rest)
{
    char *path = folders->paths[folders->count];
    if (snprintf(path, PATH_BYTES, "%s%s", base, rest) < PATH_BYTES)
        folders->count++;
}

/* Where lessons are looked for, in order. */
static void find_folders(struct folders *folders)
{
    const char *set = getenv("ATTNVIZ_LESSONS"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    folders->count = 0;
    if (set && set[0] != '\0') {
        add_folder(folders, set, "");
        return;
    }
    add_folder(folders, "lessons", "");
    if (data && data[0] == '/') /* the XDG specification: a relative path is to be ignored */
        add_folder(folders, data, "/attnviz/lessons");
    else if (home && home[0] != '\0')
        add_folder(folders, home, "/.local/share/attnviz/lessons");
    add_folder(folders, AV_LESSONS_INSTALLED, "");
}

/* Length of a lesson's name in the name of a file; 0 where that is no lesson's. */
static size_t name_length(const char *file)
{
    size_t length = strlen(file), ending = strlen(ENDING);
    bool lesson = file[0] != '.' && length > ending && strcmp(file + length - ending, ENDING) == 0;
    return lesson ? length - ending : 0;
}

static bool has_entry(const struct av_library *library, const char *name, size_t length)
{
    for (int i = 0; i < library->count; i++)
        if (strncmp(library->entries[i].name, name, length) == 0 && library->entries[i].name[length] == '\0')
            return true;
    return false;
}

/* What the list says of the lesson in the file; false where it is none. Its model is not looked at. */
static bool read_entry(struct av_library *library, const char *path, struct av_shelf_entry *entry)
{
    char *bytes;
    size_t length;
    struct reader reader;
    struct av_report report; /* nobody will read it: the lesson's own loading says what is wrong with it */
    if (av_file_read(path, &bytes, &length, NULL) != AV_OK)
        return false;
    av_report_init(&report);
    av_reader_init(&reader, path, &report, &library->arena);
    const cJSON *json = av_reader_parse(&reader, bytes, length);
    struct node root = av_node_root(&reader, json), title = av_node_member(&root, "title");
    struct node teaches = av_node_member(&root, "teaches");
    bool good = json && av_version_read(&root) && av_node_words(&title, &entry->title) &&
                av_node_words(&teaches, &entry->teaches) && reader.status == AV_OK;
    av_reader_finish(&reader);
    free(bytes);
    av_report_finish(&report);
    return good;
}

/* Adds the lesson in the file unless one of its name is there; false where memory runs out. */
static bool add_entry(struct av_library *library, const char *folder, const char *file)
{
    char path[PATH_BYTES];
    struct av_shelf_entry entry = {0};
    size_t length = name_length(file);
    if (length == 0 || has_entry(library, file, length) ||
        snprintf(path, sizeof path, "%s/%s", folder, file) >= PATH_BYTES || !read_entry(library, path, &entry))
        return true;
    entry.name = av_arena_text(&library->arena, file, length);
    entry.path = av_arena_text(&library->arena, path, strlen(path));
    struct av_shelf_entry *entries = realloc(library->entries, ((size_t)library->count + 1) * sizeof *library->entries);
    if (entries)
        library->entries = entries;
    if (!entries || !entry.name || !entry.path)
        return false;
    entries[library->count++] = entry;
    return true;
}

static bool add_shelf(struct av_library *library, const char *folder)
{
    DIR *directory = opendir(folder);
    bool good = true;
    if (!directory)
        return true; /* none of the folders has to be there */
    for (struct dirent *file; good && (file = readdir(directory));)
        good = add_entry(library, folder, file->d_name);
    closedir(directory);
    return good;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct av_shelf_entry *)a)->name, ((const struct av_shelf_entry *)b)->name);
}

enum av_status av_library_open(struct av_library *library, struct av_error *error)
{
    struct folders folders;
    find_folders(&folders);
    *library = (struct av_library){0};
    av_arena_init(&library->arena, 0);
    for (int i = 0; i < folders.count; i++) {
        if (!add_shelf(library, folders.paths[i])) {
            av_library_close(library);
            return av_error_set(error, AV_ERROR_MEMORY, "", "memory ran out while the lessons were listed");
        }
    }
    if (library->count > 0)
        qsort(library->entries, (size_t)library->count, sizeof *library->entries, compare);
    return AV_OK;
}

void av_library_close(struct av_library *library)
{
    free(library->entries);
    av_arena_finish(&library->arena);
    *library = (struct av_library){0};
}

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
        paths[i] = folders->paths[i];
    av_suggest_choices(places, sizeof places, "", paths, (size_t)folders->count);
    if (av_library_open(&library, error) != AV_OK)
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

enum av_status av_library_find(const char *typed, char *path, size_t size, struct av_error *error)
{
    struct folders folders;
    char candidate[PATH_BYTES];
    if (strchr(typed, '/') || is_no_folder(typed))
        return copy_path(typed, path, size, error);
    find_folders(&folders);
    for (int i = 0; i < folders.count; i++) {
        int length = snprintf(candidate, sizeof candidate, "%s/%s%s", folders.paths[i], typed,
                              name_length(typed) > 0 ? "" : ENDING);
        if (length < PATH_BYTES && is_no_folder(candidate))
            return copy_path(candidate, path, size, error);
    }
    return not_found(typed, &folders, error);
}
