/* JSON text, laid out as a person would: short things in one line, a row of a matrix a line. Private to lesson. */
#ifndef ATTNVIZ_LESSON_PRINTER_H
#define ATTNVIZ_LESSON_PRINTER_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/engine/matrix.h"

/* The text so far. Starts as zeros; bytes is freed by its user. */
struct printer {
    char *bytes; /* ended with a zero; NULL before the first is printed */
    size_t length, capacity;
    bool failed; /* memory ran out, and the text is not whole */
};

/* In place of an indent: no new line. */
#define SAME_LINE (-1)

void av_print(struct printer *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Before each thing in an array or object: the comma, but for the first, and a new line indented by as many spaces. */
void av_print_next(struct printer *printer, int indent);

/* The same, and "key": behind it. */
void av_print_key(struct printer *printer, int indent, const char *key);

/* Text in quotes, escaped as RFC 8259 has it; what need not be escaped stays. */
void av_print_text(struct printer *printer, const char *text);

/* "key": "text", and "key": true or false, in the same line. */
void av_print_text_member(struct printer *printer, const char *key, const char *text);
void av_print_bool_member(struct printer *printer, const char *key, bool value);

/* "key": number, of what counts from 0 here and from 1 in a file. */
void av_print_counted(struct printer *printer, const char *key, int number);

/* Closes what was opened behind a key: when nothing has been printed since start, all since before is taken back. */
void av_print_end(struct printer *printer, size_t before, size_t start, const char *closing);

/* The shortest decimal that is read as this number, which is finite; the same in every locale. */
void av_print_number(struct printer *printer, double number);

/* The same for what is to be read as a float32. */
void av_print_float(struct printer *printer, float number);

/* {"en": "…", "zh": "…"}, in those languages that there are; in one line, or in three where that is too long and may be
 * (indent is not SAME_LINE). */
void av_print_words(struct printer *printer, int indent, const struct av_words *words);

/* [item, …], in one line or, where that is too long, in as many as are needed. */
void av_print_list(struct printer *printer, int indent, size_t count,
                   void (*print_item)(struct printer *printer, const void *context, size_t i), const void *context);

/* [1, 2, …], in one line. */
void av_print_row(struct printer *printer, const struct av_matrix *matrix);

/* [[…], …]: one row a line, columns under one another. */
void av_print_matrix(struct printer *printer, int indent, const struct av_matrix *matrix);

#endif
