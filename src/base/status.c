#include "attnviz/base/status.h"

#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"

/* Formatting may have cut text inside a character: cut it before that character instead. */
static void cut_at_character(char *text, size_t size)
{
    size_t length = strlen(text), wrong = 0;
    if (length == size - 1 && !av_utf8_valid(text, length, &wrong) && length - wrong < 4)
        text[wrong] = '\0';
}

enum av_status av_error_set_list(struct av_error *error, enum av_status status, const char *place, const char *format,
                                 va_list arguments)
{
    if (!error)
        return status;
    char message[2 * sizeof error->message];
    vsnprintf(message, sizeof message, format, arguments);
    cut_at_character(message, sizeof message);

    error->status = status;
    av_text_visible(place, error->place, sizeof error->place);
    av_text_visible(message, error->message, sizeof error->message);
    return status;
}

enum av_status av_error_set(struct av_error *error, enum av_status status, const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    av_error_set_list(error, status, place, format, arguments);
    va_end(arguments);
    return status;
}
