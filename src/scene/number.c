#include "number.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"

#define MINUS       "\u2212"
#define NUMBER_TEXT (AV_NUMBER_BYTES - 4) /* as printf has it, with room for a longer sign */

/* Digits in front of the point. */
static int whole_digits(double size)
{
    int digits = 1;
    for (double limit = 10; size >= limit && digits < 40; limit *= 10)
        digits++;
    return digits;
}

int av_number_whole_digits(float largest)
{
    return whole_digits((double)largest);
}

int av_number_columns(float largest, bool negative, int decimals)
{
    return 1 + (negative ? 1 : 0) + whole_digits((double)largest) + (decimals > 0 ? 1 + decimals : 0);
}

struct av_number_format av_number_fit(int width, float largest, bool negative, bool no_zero, int decimals_max)
{
    no_zero = no_zero && largest <= 1;
    int whole = no_zero ? 0 : whole_digits((double)largest);
    int decimals = width - 1 - (negative ? 1 : 0) - whole - 1;
    bool no_gap = decimals <= 0 && negative && width - 1 - whole - 1 >= 1;
    if (no_gap)
        decimals = 1;
    if (decimals < 0)
        decimals = 0;
    return (struct av_number_format){.width = width,
                                     .decimals = decimals < decimals_max ? decimals : decimals_max,
                                     .no_zero = no_zero,
                                     .no_gap = no_gap};
}

/* printf's text with − for -, and without the - of a zero: what was rounded to 0 has no sign. */
static const char *signed_text(const char text[NUMBER_TEXT], char buffer[AV_NUMBER_BYTES])
{
    bool zero = strspn(text, "-0.") == strlen(text);
    const char *rest = *text == '-' ? text + 1 : text;
    snprintf(buffer, AV_NUMBER_BYTES, "%s%s", *text == '-' && !zero ? MINUS : "", rest);
    return buffer;
}

static const char *not_finite(double value, char buffer[AV_NUMBER_BYTES])
{
    snprintf(buffer, AV_NUMBER_BYTES, "%s", isnan(value) ? "NaN" : value < 0 ? MINUS "∞" : "∞");
    return buffer;
}

const char *av_number(double value, int decimals, char buffer[AV_NUMBER_BYTES])
{
    char text[NUMBER_TEXT];
    if (!isfinite(value))
        return not_finite(value, buffer);
    if (fabs(value) < 1e7)
        snprintf(text, sizeof text, "%.*f", decimals, value);
    else
        snprintf(text, sizeof text, "%.2e", value);
    return signed_text(text, buffer);
}

const char *av_number_exact(float value, char buffer[AV_NUMBER_BYTES])
{
    char text[NUMBER_TEXT];
    int digits = 0;
    if (!isfinite(value))
        return not_finite((double)value, buffer);
    do
        snprintf(text, sizeof text, "%.*e", digits++, (double)value);
    while (strtof(text, NULL) != value); /* nine digits are enough for any float */
    int exponent = atoi(strchr(text, 'e') + 1), decimals = digits - 1 - exponent;
    if (exponent >= -5 && exponent < 7)
        snprintf(text, sizeof text, "%.*f", decimals > 0 ? decimals : 0, (double)value);
    return signed_text(text, buffer);
}

/* Writes value with 0 … 9 decimals as printf would, and returns its columns; 0 where it is too large for that. A float
 * times 10⁹ is exact in double (24 bits and the 21 of 5⁹), and both round a tie to even, so the digits are printf's. */
static int write_decimals(float value, int decimals, char buffer[AV_NUMBER_BYTES])
{
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    assert(decimals >= 0 && decimals < (int)(sizeof powers / sizeof *powers));
    double scaled = nearbyint(fabs((double)value) * powers[decimals]);
    if (!(scaled < 1e9 * (decimals > 3 ? 1e6 : 1)))
        return 0;
    char digits[24];
    uint64_t rest = (uint64_t)scaled;
    int n = 0, least = decimals > 0 ? decimals + 2 : 1; /* "0.00" */
    for (; rest > 0 || n < least; rest /= 10) {
        digits[n++] = (char)('0' + rest % 10);
        if (n == decimals)
            digits[n++] = '.';
    }
    bool negative = value < 0 && scaled > 0;
    int columns = n + negative;
    char *at = buffer;
    if (negative)
        at = (char *)memcpy(at, MINUS, strlen(MINUS)) + strlen(MINUS);
    while (n > 0)
        *at++ = digits[--n];
    *at = '\0';
    return columns;
}

/* What is 0 and not just close to it is a bare 0 in front of where the point would be. */
static const char *zero(struct av_number_format format, char buffer[AV_NUMBER_BYTES])
{
    int after = format.no_zero || format.decimals == 0 ? 0 : format.decimals + 1;
    snprintf(buffer, AV_NUMBER_BYTES, "0%*s", after, "");
    return buffer;
}

const char *av_number_cell(float value, struct av_number_format format, char buffer[AV_NUMBER_BYTES])
{
    if (value == 0)
        return zero(format, buffer);
    if (!isfinite(value))
        return not_finite((double)value, buffer);
    for (int decimals = format.decimals; decimals >= 0; decimals--) {
        int columns = write_decimals(value, decimals, buffer);
        /* .81, and 1.00 in the gap's column, so that the points stay under each other */
        if (format.no_zero && buffer[0] == '0' && buffer[1] == '.') {
            memmove(buffer, buffer + 1, strlen(buffer));
            columns--;
        }
        bool in_gap = (format.no_zero || format.no_gap) && !format.marked;
        int most = in_gap ? format.width : format.width - 1;
        if (columns > 0 && columns <= most)
            return buffer;
    }
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.0e", (double)value);
    signed_text(text, buffer);
    if (av_text_width(buffer, AV_CHARSET_UNICODE) > format.width)
        snprintf(buffer, AV_NUMBER_BYTES, "%s", "…");
    return buffer;
}

const char *av_number_count(uint64_t count, char buffer[AV_NUMBER_BYTES])
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, count);
    size_t length = strlen(digits), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            buffer[at++] = ' ';
        buffer[at++] = digits[i];
    }
    buffer[at] = '\0';
    return buffer;
}

/* Three digits of a size in 0 … 1024, as 1.25, 36.9, 512. */
static const char *three_digits(double size, char buffer[AV_NUMBER_BYTES])
{
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    snprintf(buffer, NUMBER_TEXT, "%.*f", decimals, size);
    return buffer;
}

const char *av_number_brief(uint64_t count, char buffer[AV_NUMBER_BYTES])
{
    static const char *const units[] = {"", " k", " M", " G", " T", " P", " E"};
    double size = (double)count;
    int unit = 0;
    char digits[AV_NUMBER_BYTES];
    while (size >= (unit > 0 ? 999.5 : 1000.0)) { /* what would round to 1000 has the next unit */
        size /= 1000;
        unit++;
    }
    if (unit == 0)
        return av_number_count(count, buffer);
    snprintf(buffer, AV_NUMBER_BYTES, "%.*s%s", NUMBER_TEXT, three_digits(size, digits), units[unit]);
    return buffer;
}

const char *av_number_bytes(uint64_t bytes, char buffer[AV_NUMBER_BYTES])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double size = (double)bytes;
    int unit = 0;
    char digits[AV_NUMBER_BYTES];
    while (size >= (unit > 0 ? 1023.5 : 1024.0)) {
        size /= 1024;
        unit++;
    }
    bool whole = unit == 0 || bytes % (UINT64_C(1) << (10 * unit)) == 0;
    if (whole)
        snprintf(buffer, AV_NUMBER_BYTES, "%.0f %s", size, units[unit]);
    else
        snprintf(buffer, AV_NUMBER_BYTES, "%.*s %s", NUMBER_TEXT, three_digits(size, digits), units[unit]);
    return buffer;
}
