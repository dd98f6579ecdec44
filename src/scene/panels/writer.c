#include "writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../number.h"

#define SMALL    0.095 /* below it two decimals show little */
#define TENS_MAX 1e7   /* from it on av_number writes three digits and an exponent */

void av_writer_init(struct av_writer *writer, const struct av_pen *pen, int decimals, int inner)
{
    writer->pen = pen;
    writer->room = pen->canvas->width - 2;
    writer->decimals = decimals;
    writer->inner = inner;
    writer->exact = true;
    writer->shortened = false;
    writer->text[0] = '\0';
}

void av_writer_add(struct av_writer *writer, const char *text)
{
    size_t used = strlen(writer->text), length = strlen(text);
    if (used + length < sizeof writer->text)
        memcpy(writer->text + used, text, length + 1);
}

int av_writer_width(const struct av_writer *writer)
{
    return av_pen_width(writer->pen, writer->text);
}

/* Decimals of a number: one more where it is small, none for 0 itself. */
static int decimals_of(double value, int decimals)
{
    double size = fabs(value);
    return size == 0 ? 0 : size < SMALL ? decimals + 1 : decimals;
}

/* "4.2000" says no more than "4.20". */
static void trim(char *number)
{
    char *point = strchr(number, '.');
    size_t length = strlen(number);
    if (point == NULL || strchr(number, 'e') != NULL)
        return;
    while (number[length - 1] == '0' && number + length > point + 1 + AV_DECIMALS_MIN)
        number[--length] = '\0';
}

static const char *operand(float value, int decimals, char number[AV_NUMBER_BYTES])
{
    av_number((double)value, decimals_of((double)value, decimals), number);
    trim(number);
    return number;
}

/* The number that a text says which av_number made of value. */
static double printed(const char *number, double value)
{
    if (!isfinite(value))
        return value;
    const char *digits = number + strcspn(number, "0123456789");
    return copysign(strtod(digits, NULL), value);
}

static double add_operand(struct av_writer *writer, float value, int decimals, bool bracket)
{
    char number[AV_NUMBER_BYTES];
    operand(value, decimals, number);
    bracket = bracket && (number[0] < '0' || number[0] > '9') && value < 0;
    av_writer_add(writer, bracket ? "(" : "");
    av_writer_add(writer, number);
    av_writer_add(writer, bracket ? ")" : "");
    return printed(number, (double)value);
}

double av_writer_operand(struct av_writer *writer, float value, bool bracket)
{
    return add_operand(writer, value, writer->decimals, bracket);
}

double av_writer_inner(struct av_writer *writer, float value, bool bracket)
{
    return add_operand(writer, value, writer->inner, bracket);
}

int av_writer_operand_width(const struct av_writer *writer, float value, bool bracket)
{
    char number[AV_NUMBER_BYTES];
    int width = av_pen_width(writer->pen, operand(value, writer->decimals, number));
    return width + (bracket && value < 0 ? 2 : 0);
}

/* True where reckoned rounds to value with these decimals: it is closer to what is printed than half of its last digit.
 * What lies half-way, people round in their own ways: only where more digits do not help does it count. */
static bool agrees(const struct av_writer *writer, double reckoned, float value, int decimals)
{
    char number[AV_NUMBER_BYTES];
    if (!isfinite(value) || !isfinite(reckoned))
        return isnan(value) ? isnan(reckoned) : reckoned == (double)value;
    decimals = decimals_of((double)value, decimals);
    double shown = printed(av_number((double)value, decimals, number), (double)value);
    double unit = fabs(shown) < TENS_MAX ? pow(10, -decimals) : pow(10, floor(log10(fabs(shown))) - 2);
    if (value == 0) /* a bare 0 is the number itself, and says so to the digits that others have */
        unit = pow(10, -AV_DECIMALS_MIN - 1);
    double slack = 1e-9 * fmax(1, fabs(shown));
    return fabs(reckoned - shown) <= unit / 2 + (writer->decimals < AV_DECIMALS_MAX ? -slack : slack);
}

static void add_sign(struct av_writer *writer, bool equal)
{
    av_writer_add(writer, equal ? " = " : " ≈ ");
    writer->exact = writer->exact && equal;
}

void av_writer_equals_operand(struct av_writer *writer, double reckoned, float value)
{
    add_sign(writer, agrees(writer, reckoned, value, writer->decimals));
}

/* What was left out of a sum is counted in it: "+ 4 more" makes it whole. */
void av_writer_equals(struct av_writer *writer, double reckoned, float value)
{
    add_sign(writer, writer->shortened || agrees(writer, reckoned, value, AV_DECIMALS_MIN));
}

void av_writer_result(struct av_writer *writer, float value)
{
    char number[AV_NUMBER_BYTES];
    av_writer_add(writer, av_number((double)value, decimals_of((double)value, AV_DECIMALS_MIN), number));
}

int av_writer_result_width(const struct av_writer *writer, float value)
{
    char number[AV_NUMBER_BYTES];
    return av_pen_width(writer->pen, av_number((double)value, decimals_of((double)value, AV_DECIMALS_MIN), number));
}
