/* A formula while it is written: text, numbers as they are printed, and whether the printed digits add up. */
#ifndef ATTNVIZ_SCENE_PANELS_WRITER_H
#define ATTNVIZ_SCENE_PANELS_WRITER_H

#include "panels.h"

#define AV_DECIMALS_MIN 2
#define AV_DECIMALS_MAX 4

struct av_writer {
    const struct av_pen *pen;
    int room;        /* columns */
    int decimals;    /* of operands; small ones get one more */
    int inner;       /* of those inside a function, whose result is printed too */
    bool exact;      /* every = so far holds for the digits that are printed */
    bool shortened;  /* terms were left out, and counted */
    char text[1024]; /* once it is full, nothing more is added */
};

/* A writer at its beginning. */
void av_writer_init(struct av_writer *writer, const struct av_pen *pen, int decimals, int inner);

void av_writer_add(struct av_writer *writer, const char *text);

/* Columns of what is written. */
int av_writer_width(const struct av_writer *writer);

/* Adds an operand, in brackets where it is negative and a sign in front of it would read badly. Returns the number that
 * is printed, to be reckoned with. */
double av_writer_operand(struct av_writer *writer, float value, bool bracket);
double av_writer_inner(struct av_writer *writer, float value, bool bracket);

/* Columns of such an operand. */
int av_writer_operand_width(const struct av_writer *writer, float value, bool bracket);

/* Adds = where reckoned, from printed digits, rounds to value as it is printed, with the decimals of an operand or of a
 * result; else ≈. */
void av_writer_equals_operand(struct av_writer *writer, double reckoned, float value);
void av_writer_equals(struct av_writer *writer, double reckoned, float value);

/* Adds the result. Its digits are always the same. */
void av_writer_result(struct av_writer *writer, float value);
int av_writer_result_width(const struct av_writer *writer, float value);

#endif
