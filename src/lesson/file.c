#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *av_file_kind(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR:
        return "a folder";
    case S_IFIFO:
        return "a pipe";
    case S_IFSOCK:
        return "a socket";
    default:
        return "a device";
    }
}

/* That the file can be read at all; its size. */
static enum av_status inspect(int file, const char *path, size_t *size, struct av_error *error)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return av_error_set(error, AV_ERROR_IO, path, "cannot be read: %s", strerror(errno));
    if (!S_ISREG(status.st_mode))
        return av_error_set(error, AV_ERROR_IO, path, "a file expected, %s found", av_file_kind(status.st_mode));
    if (status.st_size > (off_t)FILE_BYTES_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, path, "a file of at most %zu MiB expected, %.0f MiB found",
                            FILE_BYTES_MAX >> 20, (double)status.st_size / (1 << 20));
    *size = (size_t)status.st_size;
    return AV_OK;
}

/* Fills buffer[size]; *length is how much the file had. */
static enum av_status fill(int file, const char *path, char *buffer, size_t size, size_t *length,
                           struct av_error *error)
{
    *length = 0;
    while (*length < size) {
        ssize_t count = read(file, buffer + *length, size - *length);
        if (count == 0)
            return AV_OK;
        if (count > 0)
            *length += (size_t)count;
        else if (errno != EINTR)
            return av_error_set(error, AV_ERROR_IO, path, "cannot be read: %s", strerror(errno));
    }
    return av_error_set(error, AV_ERROR_IO, path, "the file grew while it was read");
}

static enum av_status read_open_file(int file, const char *path, char **bytes, size_t *length, struct av_error *error)
{
    size_t size = 0;
    enum av_status status = inspect(file, path, &size, error);
    if (status != AV_OK)
        return status;
    char *buffer = malloc(size + 1); /* one more than the file should have, to meet its end */
    if (!buffer)
        return av_error_set(error, AV_ERROR_MEMORY, path, "no memory for %zu bytes", size);
    status = fill(file, path, buffer, size + 1, length, error);
    if (status == AV_OK)
        *bytes = buffer;
    else
        free(buffer);
    return status;
}

enum av_status av_file_read(const char *path, char **bytes, size_t *length, struct av_error *error)
{
    /* without O_NONBLOCK a pipe that nobody writes to would be waited for, even to be opened */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return av_error_set(error, AV_ERROR_IO, path, "cannot be opened: %s", strerror(errno));
    enum av_status status = read_open_file(file, path, bytes, length, error);
    close(file);
    return status;
}
