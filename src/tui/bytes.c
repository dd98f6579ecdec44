#include "bytes.h"

#include <stdlib.h>
#include <string.h>

void av_bytes_finish(struct av_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct av_bytes){0};
}

void av_bytes_clear(struct av_bytes *bytes)
{
    bytes->length = 0;
    bytes->failed = false;
}

static bool reserve(struct av_bytes *bytes, size_t length)
{
    if (bytes->capacity - bytes->length >= length)
        return true;
    size_t capacity = bytes->capacity > 0 ? bytes->capacity : 4096;
    while (capacity - bytes->length < length)
        capacity *= 2;
    char *data = realloc(bytes->data, capacity);
    if (data == NULL)
        return false;
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

void av_bytes_add(struct av_bytes *bytes, const void *data, size_t length)
{
    if (length == 0)
        return;
    if (!reserve(bytes, length)) {
        bytes->failed = true;
        return;
    }
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

void av_bytes_add_text(struct av_bytes *bytes, const char *text)
{
    if (text != NULL)
        av_bytes_add(bytes, text, strlen(text));
}
