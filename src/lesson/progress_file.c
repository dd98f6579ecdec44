#include "progress_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "file.h"
#include "scan.h"

#define FORMAT_VERSION 1
#define BYTES_MAX      ((size_t)32 << 20) /* what 1000 lessons of 256 marks take, and more */
#define ENDING         ".broken"

void av_progress_locate(char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (state && state[0] == '/') /* the XDG specification: a relative path is to be ignored */
        length = snprintf(path, size, "%s/attnviz/progress.json", state);
    else if (home && home[0] == '/')
        length = snprintf(path, size, "%s/.local/state/attnviz/progress.json", home);
    if (length <= 0 || (size_t)length + strlen(ENDING) >= size)
        path[0] = '\0';
}

/* Of this version of the format the tree has all that is asked for here; of a later one nobody knows. */
static enum av_status check(const char *path, const cJSON *tree, struct av_error *error)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(tree, "attnviz");
    if (!cJSON_IsNumber(version) || version->valuedouble < FORMAT_VERSION)
        return av_error_set(error, AV_ERROR_VALUE, path, "\"attnviz\", the version of the format, expected");
    if (version->valuedouble > FORMAT_VERSION)
        return av_error_set(error, AV_ERROR_IO, path, "written by a later version of attnviz, and left alone");
    if (!cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(tree, "lessons")))
        return av_error_set(error, AV_ERROR_VALUE, path, "an object \"lessons\" expected");
    return AV_OK;
}

static enum av_status parse(const char *path, const char *bytes, size_t length, cJSON **tree, struct av_error *error)
{
    struct av_report report;
    enum av_status status = AV_OK;
    if (length > BYTES_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, path, "a file of at most %zu MiB expected, a larger one found",
                            BYTES_MAX >> 20);
    av_report_init(&report);
    av_scan_json(path, bytes, length, &report, &status);
    if (status != AV_OK)
        av_error_set(error, status, report.count > 0 ? report.errors[0].place : path, "%s",
                     report.count > 0 ? report.errors[0].message : "no memory");
    av_report_finish(&report);
    if (status != AV_OK)
        return status;
    *tree = cJSON_ParseWithLength(bytes, length);
    return *tree ? AV_OK : av_error_set(error, AV_ERROR_MEMORY, path, "no memory for its %zu bytes", length);
}

/* Moves the broken file out of the way, where nothing has been moved before. */
static bool set_aside(const char *path)
{
    char aside[PATH_MAX + sizeof ENDING];
    struct stat status;
    if (snprintf(aside, sizeof aside, "%s%s", path, ENDING) >= (int)sizeof aside)
        return false;
    return lstat(aside, &status) != 0 && errno == ENOENT && rename(path, aside) == 0;
}

static enum av_status load(const char *path, cJSON **tree, struct av_error *error)
{
    char *bytes;
    size_t length;
    enum av_status status = av_file_read(path, &bytes, &length, error);
    if (status != AV_OK)
        return status;
    status = parse(path, bytes, length, tree, error);
    free(bytes);
    if (status == AV_OK)
        status = check(path, *tree, error);
    if (status != AV_OK) {
        cJSON_Delete(*tree);
        *tree = NULL;
    }
    return status;
}

enum kept av_progress_read(const char *path, cJSON **tree, struct av_error *error)
{
    struct stat found;
    struct av_error reason;
    *tree = NULL;
    if (lstat(path, &found) != 0 && errno == ENOENT)
        return KEPT_MISSING;
    enum av_status status = load(path, tree, &reason);
    if (status == AV_OK)
        return KEPT_GOOD;
    bool broken = status != AV_ERROR_IO && status != AV_ERROR_MEMORY, moved = broken && set_aside(path);
    av_error_set(error, status, reason.place, "%.300s; %s", reason.message,
                 moved ? "the file is now called progress.json" ENDING ", and progress begins anew"
                       : "no progress is kept this time");
    return moved ? KEPT_ASIDE : KEPT_NOTHING;
}

/* Makes the folders on the way to the file; false with errno set. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = access(path, F_OK) == 0 || mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

enum av_status av_progress_write(const char *path, const cJSON *tree, struct av_error *error)
{
    char folders[PATH_MAX + sizeof ENDING];
    char *text = cJSON_Print(tree);
    if (!text)
        return av_error_set(error, AV_ERROR_MEMORY, path, "no memory for what is to be written");
    size_t length = strlen(text);
    enum av_status status = AV_OK;
    snprintf(folders, sizeof folders, "%s", path);
    if (length > BYTES_MAX)
        status = av_error_set(error, AV_ERROR_LIMIT, path, "at most %zu MiB expected, more found", BYTES_MAX >> 20);
    else if (!make_folders(folders))
        status = av_error_set(error, AV_ERROR_IO, path, "its folder cannot be made: %s", strerror(errno));
    else
        status = av_file_write(path, text, length, true, error);
    cJSON_free(text);
    return status;
}
