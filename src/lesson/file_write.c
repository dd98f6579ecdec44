#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

#define NAME_BYTES 48 /* of the file that is written before it is moved */

/* What is to be written in the end. */
struct target {
    const char *typed; /* the path as it was given, for messages */
    char *path;        /* the same with its links followed; owned */
    bool replace;      /* what is there, even where it came only now */
    bool there;        /* when it was looked for, and its permissions */
    mode_t mode;
    enum av_status status;  /* of the fault that there was */
    struct av_error *error; /* may be NULL */
};

/* Each of these tells a fault, and is false. */

static bool fail(struct target *target)
{
    target->status = av_error_set(target->error, AV_ERROR_IO, target->typed, "cannot be written: %s", strerror(errno));
    return false;
}

static bool exists(struct target *target)
{
    target->status = av_error_set(target->error, AV_ERROR_IO, target->typed, "exists already");
    return false;
}

static bool out_of_memory(struct target *target)
{
    target->status = av_error_set(target->error, AV_ERROR_MEMORY, target->typed, "no memory for its path");
    return false;
}

/* That what is there can be replaced. */
static bool inspect(struct target *target)
{
    struct stat status;
    if (stat(target->path, &status) != 0)
        return fail(target);
    if (!S_ISREG(status.st_mode)) {
        target->status = av_error_set(target->error, AV_ERROR_IO, target->typed, "a file expected, %s found",
                                      av_file_kind(status.st_mode));
        return false;
    }
    /* replacing it would need no permission but the folder's */
    if (faccessat(AT_FDCWD, target->path, W_OK, AT_EACCESS) != 0)
        return fail(target);
    target->there = true;
    target->mode = status.st_mode & 07777;
    return true;
}

static bool follow(struct target *target)
{
    target->path = realpath(target->typed, NULL);
    if (target->path)
        return inspect(target);
    if (errno != ENOENT)
        return fail(target);
    target->status =
        av_error_set(target->error, AV_ERROR_IO, target->typed, "cannot be written: it is a link that leads nowhere");
    return false;
}

static bool find_target(struct target *target)
{
    struct stat found;
    if (lstat(target->typed, &found) == 0)
        return target->replace ? follow(target) : exists(target);
    if (errno != ENOENT)
        return fail(target);
    target->path = strdup(target->typed);
    return target->path || out_of_memory(target);
}

/* Opens a file that was not there before, in the target's folder: its descriptor, or −1; beside[] becomes its path. */
static int open_beside(const struct target *target, char *beside, size_t size)
{
    const char *slash = strrchr(target->path, '/');
    mode_t mode = target->there ? 0600 : 0666; /* what is private stays so, at any time */
    int folder = slash ? (int)(slash - target->path) + 1 : 0, file = -1;
    for (int i = 0; i < 100; i++) {
        snprintf(beside, size, "%.*s.attnviz-%ld-%d", folder, target->path, (long)getpid(), i);
        file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY | O_CLOEXEC, mode);
        if (file >= 0 || errno != EEXIST)
            break;
    }
    return file;
}

/* Writes all of it and closes the file; false with errno set. */
static bool fill(int file, const char *bytes, size_t length)
{
    bool good = true;
    for (size_t done = 0; good && done < length;) {
        ssize_t count = write(file, bytes + done, length - done);
        good = count >= 0 || errno == EINTR;
        done += count > 0 ? (size_t)count : 0;
    }
    int reason = errno;
    if (close(file) != 0 && good) /* where the disk was found to be full only now */
        return false;
    errno = reason;
    return good;
}

static bool keep_mode(const char *beside, const struct target *target)
{
    struct stat status;
    if (!target->there)
        return true;
    bool same = stat(beside, &status) == 0 && (status.st_mode & 07777) == target->mode;
    return same || chmod(beside, target->mode) == 0;
}

/* Gives the written file its name, which it takes from whatever has it only where that is to be replaced. */
static bool publish(const char *beside, const struct target *target)
{
    struct stat found;
    if (target->replace)
        return rename(beside, target->path) == 0;
    if (link(beside, target->path) == 0) {
        unlink(beside);
        return true;
    }
    if (errno == EEXIST)
        return false;
    if (lstat(target->path, &found) == 0) { /* a file system without links: the best that can be done */
        errno = EEXIST;
        return false;
    }
    return rename(beside, target->path) == 0;
}

static void write_target(struct target *target, const char *bytes, size_t length)
{
    size_t size = strlen(target->path) + NAME_BYTES;
    char *beside = malloc(size);
    if (!beside) {
        out_of_memory(target);
        return;
    }
    int file = open_beside(target, beside, size);
    if (file < 0) {
        fail(target);
    } else if (!fill(file, bytes, length) || !keep_mode(beside, target) || !publish(beside, target)) {
        if (errno == EEXIST && !target->replace)
            exists(target);
        else
            fail(target);
        unlink(beside);
    }
    free(beside);
}

enum av_status av_file_write(const char *path, const char *bytes, size_t length, bool replace, struct av_error *error)
{
    struct target target = {.typed = path, .replace = replace, .status = AV_OK, .error = error};
    if (find_target(&target))
        write_target(&target, bytes, length);
    free(target.path);
    return target.status;
}
