#include "attnviz/lesson/library.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "folders.h"
#include "shelf_entry.h"

/* A library while it is filled. */
struct filling {
    struct av_library *library;
    struct stat *seen; /* [n_seen] the folders that are in it */
    int n_seen;
    int room;    /* for so many entries */
    bool failed; /* memory ran out */
};

/* The last shelf: the one that is being filled. */
static struct av_shelf *shelf_of(const struct filling *filling)
{
    return &filling->library->shelves[filling->library->n_shelf - 1];
}

static bool has_entry(const struct filling *filling, const char *name, size_t length)
{
    const struct av_shelf *shelf = shelf_of(filling);
    for (int i = shelf->first; i < shelf->first + shelf->count; i++) {
        const char *other = filling->library->entries[i].name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0')
            return true;
    }
    return false;
}

/* Twice the room for entries; what they had is the arena's until the end. False where memory runs out. */
static bool make_room(struct filling *filling)
{
    struct av_library *library = filling->library;
    int room = filling->room > 0 ? 2 * filling->room : 32;
    struct av_shelf_entry *entries = av_arena_allocate(&library->arena, (size_t)room, sizeof *entries);
    if (entries == NULL)
        return false;
    if (library->count > 0)
        memcpy(entries, library->entries, (size_t)library->count * sizeof *entries);
    library->entries = entries;
    filling->room = room;
    return true;
}

static void add_entry(struct filling *filling, const struct av_shelf_entry *entry)
{
    struct av_library *library = filling->library;
    if (library->count == filling->room && !make_room(filling)) {
        filling->failed = true;
        return;
    }
    struct av_shelf_entry *added = &library->entries[library->count++];
    *added = *entry;
    added->shelf = library->n_shelf - 1;
    shelf_of(filling)->count++;
}

/* As shells complete it. */
static bool ends_in_slash(const char *folder)
{
    size_t length = strlen(folder);
    return length > 0 && folder[length - 1] == '/';
}

/* Adds the lesson in the file unless it is none, or one of its name is there. */
static void add_file(struct filling *filling, const char *folder, const char *file)
{
    char path[FOLDER_BYTES];
    struct av_arena *arena = &filling->library->arena;
    size_t length = av_lesson_name_length(file);
    if (length == 0 || has_entry(filling, file, length) ||
        snprintf(path, sizeof path, "%s%s%s", folder, ends_in_slash(folder) ? "" : "/", file) >= FOLDER_BYTES)
        return;
    struct av_shelf_entry entry;
    const char *name = av_arena_text(arena, file, length), *copy = av_arena_text(arena, path, strlen(path));
    filling->failed = filling->failed || !name || !copy;
    if (name && copy && av_shelf_entry_read(&entry, name, copy, arena))
        add_entry(filling, &entry);
}

/* True where the folder is in the library already; from here on it is. */
static bool seen_before(struct filling *filling, const char *folder)
{
    struct stat status;
    if (stat(folder, &status) != 0)
        return false;
    for (int i = 0; i < filling->n_seen; i++) {
        if (filling->seen[i].st_dev == status.st_dev && filling->seen[i].st_ino == status.st_ino)
            return true;
    }
    filling->seen[filling->n_seen++] = status;
    return false;
}

/* Adds what the folder has to the last shelf; false where it cannot be opened. */
static bool add_folder(struct filling *filling, const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return false;
    if (!shelf_of(filling)->folder) {
        shelf_of(filling)->folder = av_arena_text(&filling->library->arena, folder, strlen(folder));
        filling->failed = filling->failed || !shelf_of(filling)->folder;
    }
    for (struct dirent *file; !filling->failed && (file = readdir(directory));)
        add_file(filling, folder, file->d_name);
    closedir(directory);
    return true;
}

static void begin_shelf(struct filling *filling, enum av_shelf_kind kind)
{
    struct av_library *library = filling->library;
    library->shelves[library->n_shelf++] = (struct av_shelf){.kind = kind, .first = library->count};
}

/* The folders that need not be there: those of the course, or those of one's own. */
static void add_usual(struct filling *filling, const struct folders *folders, enum av_shelf_kind kind)
{
    begin_shelf(filling, kind);
    for (int i = 0; i < folders->count; i++) {
        const char *path = folders->list[i].path;
        if (folders->list[i].own == (kind == AV_SHELF_OWN) && !seen_before(filling, path))
            add_folder(filling, path);
    }
    if (shelf_of(filling)->count == 0)
        filling->library->n_shelf--;
}

static int by_order(const void *a, const void *b)
{
    const struct av_shelf_entry *one = a, *other = b;
    if (one->shelf != other->shelf)
        return one->shelf - other->shelf;
    if (one->order != other->order) /* none comes last */
        return one->order == 0 ? 1 : other->order == 0 ? -1 : one->order - other->order;
    int titles = strcmp(one->title.in[AV_ENGLISH], other->title.in[AV_ENGLISH]);
    return titles != 0 ? titles : strcmp(one->name, other->name);
}

static enum av_status fill(struct filling *filling, const char *const *named, int n_named, struct av_error *error)
{
    struct folders folders;
    enum av_status status = AV_OK;
    av_folders_find(&folders);
    add_usual(filling, &folders, AV_SHELF_COURSE);
    add_usual(filling, &folders, AV_SHELF_OWN);
    for (int i = 0; i < n_named && status == AV_OK && !filling->failed; i++) {
        if (seen_before(filling, named[i]))
            continue;
        begin_shelf(filling, AV_SHELF_FOLDER);
        if (!add_folder(filling, named[i]))
            status = av_error_set(error, AV_ERROR_IO, named[i], "cannot be opened: %s", strerror(errno));
    }
    if (filling->failed)
        status = av_error_set(error, AV_ERROR_MEMORY, "", "memory ran out while the lessons were listed");
    return status;
}

enum av_status av_library_open(struct av_library *library, const char *const *folders, int n_folder,
                               struct av_error *error)
{
    struct filling filling = {.library = library};
    *library = (struct av_library){0};
    av_arena_init(&library->arena, 0);
    library->shelves = av_allocate((size_t)n_folder + 2, sizeof *library->shelves);
    filling.seen = av_allocate((size_t)n_folder + FOLDERS_MAX, sizeof *filling.seen);
    enum av_status status = library->shelves && filling.seen
                                ? fill(&filling, folders, n_folder, error)
                                : av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a list of lessons");
    free(filling.seen);
    if (status != AV_OK)
        av_library_close(library);
    else if (library->count > 0)
        qsort(library->entries, (size_t)library->count, sizeof *library->entries, by_order);
    return status;
}

void av_library_close(struct av_library *library)
{
    free(library->shelves);
    av_arena_finish(&library->arena);
    *library = (struct av_library){0};
}
