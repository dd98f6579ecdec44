#include "printer.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/text.h"

#define COLUMNS_MAX  120
#define NUMBER_BYTES 32

/* Makes room for more bytes and the ending zero. */
static bool reserve(struct printer *printer, size_t more)
{
    if (printer->failed || more < printer->capacity - printer->length)
        return !printer->failed;
    size_t doubled = 0, needed = 0;
    bool counted = av_size_multiply(printer->capacity, 2, &doubled) && av_size_add(printer->length, more, &needed) &&
                   av_size_add(needed, 1024, &needed);
    size_t capacity = counted && doubled > needed ? doubled : needed;
    char *bytes = counted ? realloc(printer->bytes, capacity) : NULL;
    printer->failed = !bytes;
    if (bytes) {
        printer->bytes = bytes;
        printer->capacity = capacity;
    }
    return bytes != NULL;
}

static void print_bytes(struct printer *printer, const char *bytes, size_t length)
{
    if (!reserve(printer, length))
        return;
    memcpy(printer->bytes + printer->length, bytes, length);
    printer->length += length;
    printer->bytes[printer->length] = '\0';
}

static void print_spaces(struct printer *printer, size_t count)
{
    if (!reserve(printer, count))
        return;
    memset(printer->bytes + printer->length, ' ', count);
    printer->length += count;
    printer->bytes[printer->length] = '\0';
}

void av_print(struct printer *printer, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_bytes(printer, text, strlen(text));
}

/* Takes back all that was printed since the text had this length. */
static void take_back(struct printer *printer, size_t length)
{
    if (printer->failed)
        return;
    printer->length = length;
    printer->bytes[length] = '\0';
}

/* Whether the last line, with a comma behind it, is no longer than lines should be. */
static bool fits(const struct printer *printer)
{
    if (printer->failed)
        return true;
    size_t start = printer->length;
    while (start > 0 && printer->bytes[start - 1] != '\n')
        start--;
    return av_text_width(printer->bytes + start, AV_CHARSET_UNICODE) < COLUMNS_MAX;
}

void av_print_next(struct printer *printer, int indent)
{
    char last = '\0';
    if (printer->length > 0)
        last = printer->bytes[printer->length - 1];
    bool first = last == '{' || last == '[';
    print_bytes(printer, ",", !first);
    print_bytes(printer, "\n", indent != SAME_LINE);
    print_spaces(printer, indent != SAME_LINE ? (size_t)indent : !first);
}

void av_print_key(struct printer *printer, int indent, const char *key)
{
    av_print_next(printer, indent);
    av_print_text(printer, key);
    print_bytes(printer, ": ", 2);
}

/* A character that may not stand in a text as it is. */
static void print_escape(struct printer *printer, char character)
{
    static const char characters[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *at = strchr(characters, character);
    if (at)
        av_print(printer, "\\%c", names[at - characters]);
    else
        av_print(printer, "\\u%04x", (unsigned)(unsigned char)character);
}

void av_print_text(struct printer *printer, const char *text)
{
    static const char escaped[] = "\"\\\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13"
                                  "\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";
    print_bytes(printer, "\"", 1);
    for (;;) {
        size_t plain = strcspn(text, escaped);
        print_bytes(printer, text, plain);
        text += plain;
        if (*text == '\0')
            break;
        print_escape(printer, *text++);
    }
    print_bytes(printer, "\"", 1);
}

void av_print_text_member(struct printer *printer, const char *key, const char *text)
{
    av_print_key(printer, SAME_LINE, key);
    av_print_text(printer, text);
}

void av_print_bool_member(struct printer *printer, const char *key, bool value)
{
    av_print_key(printer, SAME_LINE, key);
    av_print(printer, value ? "true" : "false");
}

void av_print_counted(struct printer *printer, const char *key, int number)
{
    av_print_key(printer, SAME_LINE, key);
    av_print(printer, "%d", number + 1);
}

void av_print_end(struct printer *printer, size_t before, size_t start, const char *closing)
{
    if (printer->length == start)
        take_back(printer, before);
    else
        print_bytes(printer, closing, strlen(closing));
}

/* From what printf makes of a number to what a person writes: 0.5 in every locale, 1e6 and 1e-7 for 1e+06 and 1e-07. */
static void tidy(char *number)
{
    const char *point = localeconv()->decimal_point;
    char *at = strstr(number, point);
    if (at) {
        *at = '.';
        memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
    }
    at = strchr(number, 'e');
    if (!at)
        return;
    at += at[1] == '-' ? 2 : 1;
    size_t idle = strspn(at, "+0");
    memmove(at, at + idle, strlen(at + idle) + 1);
}

/* Every decimal of so few digits that a float32 can keep them all is found again; only below its normal range it keeps
 * fewer. Where it keeps all whole numbers, they are written as such: 8388610, not 8.38861e6. */
static void write_float(float number, char out[NUMBER_BYTES])
{
    if (fabsf(number) < 0x1p24f && truncf(number) == number) {
        snprintf(out, NUMBER_BYTES, "%.0f", (double)number);
        return;
    }
    int digits = fabsf(number) < FLT_MIN ? 1 : FLT_DIG;
    do
        snprintf(out, NUMBER_BYTES, "%.*g", digits, (double)number);
    while ((float)strtod(out, NULL) != number && ++digits <= FLT_DECIMAL_DIG);
    tidy(out);
}

void av_print_float(struct printer *printer, float number)
{
    char text[NUMBER_BYTES];
    write_float(number, text);
    print_bytes(printer, text, strlen(text));
}

void av_print_number(struct printer *printer, double number)
{
    char text[NUMBER_BYTES];
    int digits = fabs(number) < DBL_MIN ? 1 : DBL_DIG;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && ++digits <= DBL_DECIMAL_DIG);
    tidy(text);
    print_bytes(printer, text, strlen(text));
}

static void print_languages(struct printer *printer, int indent, const struct av_words *words)
{
    print_bytes(printer, "{", 1);
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        if (!words->in[i])
            continue;
        av_print_key(printer, indent, av_language_code((enum av_language)i));
        av_print_text(printer, words->in[i]);
    }
}

void av_print_words(struct printer *printer, int indent, const struct av_words *words)
{
    size_t start = printer->length;
    print_languages(printer, SAME_LINE, words);
    print_bytes(printer, "}", 1);
    if (indent == SAME_LINE || fits(printer))
        return;
    take_back(printer, start);
    print_languages(printer, indent + 2, words);
    print_bytes(printer, "\n", 1);
    print_spaces(printer, (size_t)indent);
    print_bytes(printer, "}", 1);
}

void av_print_list(struct printer *printer, int indent, size_t count,
                   void (*print_item)(struct printer *printer, const void *context, size_t i), const void *context)
{
    size_t start = printer->length;
    print_bytes(printer, "[", 1);
    for (size_t i = 0; i < count; i++) {
        av_print_next(printer, SAME_LINE);
        print_item(printer, context, i);
    }
    print_bytes(printer, "]", 1);
    if (fits(printer))
        return;
    take_back(printer, start);
    print_bytes(printer, "[", 1);
    for (size_t i = 0; i < count; i++) {
        size_t before = printer->length;
        av_print_next(printer, i == 0 ? indent + 2 : SAME_LINE);
        print_item(printer, context, i);
        if (i == 0 || fits(printer))
            continue;
        take_back(printer, before);
        av_print_next(printer, indent + 2);
        print_item(printer, context, i);
    }
    print_bytes(printer, "\n", 1);
    print_spaces(printer, (size_t)indent);
    print_bytes(printer, "]", 1);
}

void av_print_row(struct printer *printer, const struct av_matrix *matrix)
{
    print_bytes(printer, "[", 1);
    for (int i = 0; i < matrix->cols; i++) {
        av_print_next(printer, SAME_LINE);
        av_print_float(printer, matrix->data[i]);
    }
    print_bytes(printer, "]", 1);
}

/* How wide each column is. */
static void measure(const struct av_matrix *matrix, size_t *widths)
{
    char text[NUMBER_BYTES];
    for (int i = 0; i < matrix->rows; i++) {
        for (int j = 0; j < matrix->cols; j++) {
            write_float(av_matrix_row(matrix, i)[j], text);
            size_t width = strlen(text);
            widths[j] = width > widths[j] ? width : widths[j];
        }
    }
}

static void print_aligned(struct printer *printer, const float *row, const size_t *widths, int count)
{
    char text[NUMBER_BYTES];
    print_bytes(printer, "[", 1);
    for (int i = 0; i < count; i++) {
        write_float(row[i], text);
        print_bytes(printer, ", ", i == 0 ? 0 : 2);
        print_spaces(printer, widths[i] - strlen(text));
        print_bytes(printer, text, strlen(text));
    }
    print_bytes(printer, "]", 1);
}

void av_print_matrix(struct printer *printer, int indent, const struct av_matrix *matrix)
{
    size_t *widths = av_allocate((size_t)matrix->cols, sizeof *widths);
    printer->failed = printer->failed || !widths;
    if (!widths)
        return;
    measure(matrix, widths);
    print_bytes(printer, "[", 1);
    for (int i = 0; i < matrix->rows; i++) {
        av_print_next(printer, indent + 2);
        print_aligned(printer, av_matrix_row(matrix, i), widths, matrix->cols);
    }
    print_bytes(printer, "\n", 1);
    print_spaces(printer, (size_t)indent);
    print_bytes(printer, "]", 1);
    free(widths);
}
