/* Numbers as people read them in a column: a fixed number of decimals, points under each other, − as U+2212. */
#ifndef ATTNVIZ_SCENE_NUMBER_H
#define ATTNVIZ_SCENE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AV_NUMBER_BYTES 48

struct av_number_format {
    int width; /* columns of a cell, the gap in front of it included */
    int decimals;
    bool no_zero; /* .81 for 0.81 */
    bool no_gap;  /* a sign may stand in the gap: one decimal would not fit else */
    bool marked;  /* nothing may: the gap is for a mark */
};

/* Columns of a cell for numbers up to largest in size with this many decimals, the gap in front of them included. */
int av_number_columns(float largest, bool negative, int decimals);

/* Digits in front of the point of a number of this size; 0 has one, and so has what is less than 1. */
int av_number_whole_digits(float largest);

/* The format for a column of cells width wide that holds numbers up to largest in size, negative ones too or not. */
struct av_number_format av_number_fit(int width, float largest, bool negative, bool no_zero, int decimals_max);

/* value in the format, in buffer; fewer decimals, then an exponent, where it would not fit. 0 itself is a bare 0, so
 * that it can be told from what rounds to 0.00. Infinities as ∞, −∞. */
const char *av_number_cell(float value, struct av_number_format format, char buffer[AV_NUMBER_BYTES]);

/* value with this many decimals, in buffer: "−0.25". */
const char *av_number(double value, int decimals, char buffer[AV_NUMBER_BYTES]);

/* value with the fewest digits that are read as this very float, in buffer: "0.7", "1.3165892", "5e+20". What is typed
 * into a lesson's file comes out as it was typed, and two floats that differ look different. */
const char *av_number_exact(float value, char buffer[AV_NUMBER_BYTES]);

/* A count with its digits in groups of three: "1 248", in buffer. */
const char *av_number_count(uint64_t count, char buffer[AV_NUMBER_BYTES]);

/* A large count with three digits and k, M, G, T, P or E for 10³ … 10¹⁸: "6.61 G"; whole below 1 000. In buffer. */
const char *av_number_brief(uint64_t count, char buffer[AV_NUMBER_BYTES]);

/* Bytes in units of 1024: "36 KiB", "1.25 MiB"; three digits, or all of them where it is a whole number. In buffer. */
const char *av_number_bytes(uint64_t bytes, char buffer[AV_NUMBER_BYTES]);

#endif
