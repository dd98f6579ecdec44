#include "attnviz/lesson/starter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "model_json.h"

#ifndef AV_SCHEMA_INSTALLED
#error "AV_SCHEMA_INSTALLED has to be the file that the schema of lessons is installed as"
#endif

#define ESCAPED_BYTES 3 /* %20 */
#define OPENING       "{\n"

/* assets/new.json, made a part of the program. */
extern const char starter_json[];
extern const size_t starter_json_length;

/* The path of a file as its URL has it, which needs no escape in a JSON text. */
static void write_url(char *out, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    for (; *path; path++) {
        if (strchr(plain, *path))
            *out++ = *path;
        else
            out += sprintf(out, "%%%02X", (unsigned char)*path);
    }
    *out = '\0';
}

/* The line that names the schema; "" where it was not installed. */
static void write_schema_line(char *out, size_t size)
{
    char url[sizeof AV_SCHEMA_INSTALLED * ESCAPED_BYTES];
    out[0] = '\0';
    if (access(AV_SCHEMA_INSTALLED, R_OK) != 0)
        return;
    write_url(url, AV_SCHEMA_INSTALLED);
    snprintf(out, size, "  \"%s\": \"file://%s\",\n", SCHEMA_KEY, url);
}

enum av_status av_starter_write(const char *path, struct av_error *error)
{
    char line[sizeof AV_SCHEMA_INSTALLED * ESCAPED_BYTES + 32];
    write_schema_line(line, sizeof line);
    size_t opening = strlen(OPENING), length = strlen(line) + starter_json_length;
    char *text = malloc(length + 1);
    if (!text)
        return av_error_set(error, AV_ERROR_MEMORY, path, "no memory for %zu bytes", length);
    snprintf(text, length + 1, "%s%s%s", OPENING, line, starter_json + opening);
    enum av_status status = av_file_write(path, text, length, false, error);
    free(text);
    return status;
}
