/* Faults: what went wrong, where, and both sides of it. */
#ifndef ATTNVIZ_BASE_STATUS_H
#define ATTNVIZ_BASE_STATUS_H

#include <stdarg.h>

enum av_status {
    AV_OK = 0,
    AV_ERROR_MEMORY,   /* an allocation failed */
    AV_ERROR_IO,       /* a file cannot be opened, read or written */
    AV_ERROR_SYNTAX,   /* text that is not JSON, or not UTF-8 */
    AV_ERROR_VALUE,    /* well-formed, and wrong: a shape, a name, a number */
    AV_ERROR_LIMIT,    /* larger than the program allows */
    AV_ERROR_USAGE,    /* a wrong option or argument */
    AV_ERROR_TERMINAL, /* a terminal that cannot show a screen */
};

/* The caller owns the struct; nothing in it is allocated. */
struct av_error {
    enum av_status status;
    char place[160];   /* "lesson.json:3:14" or "lesson.json: $.model.layers[0].wq[3]"; may be "" */
    char message[480]; /* one line, no full stop, both sides: "4 numbers expected (d_k), 3 found" */
};

/* Fills error (which may be NULL) and returns status, so that a caller can `return av_error_set(…)`.
 * Control characters and bidi overrides in place or message are escaped (see text.h): a message may
 * be printed as it is. Text that does not fit is cut at a character. */
enum av_status av_error_set(struct av_error *error, enum av_status status, const char *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same for a function that has been given the arguments itself. */
enum av_status av_error_set_list(struct av_error *error, enum av_status status, const char *place, const char *format,
                                 va_list arguments) __attribute__((format(printf, 4, 0)));

#endif
