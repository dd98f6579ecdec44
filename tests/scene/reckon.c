#include "reckon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is left to be read; NULL once something was no number. */
struct reader {
    const char *at;
};

static bool take(struct reader *reader, const char *sign)
{
    if (reader->at == NULL || strncmp(reader->at, sign, strlen(sign)) != 0)
        return false;
    reader->at += strlen(sign);
    return true;
}

static double sum(struct reader *reader);

static double closed(struct reader *reader)
{
    double value = sum(reader);
    if (!take(reader, ")"))
        reader->at = NULL;
    return value;
}

static double gelu(double x)
{
    return x / 2 * (1 + tanh(sqrt(2 / acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

static double primary(struct reader *reader)
{
    if (take(reader, "−"))
        return -primary(reader);
    if (take(reader, "∞"))
        return (double)INFINITY;
    if (take(reader, "√"))
        return sqrt(primary(reader));
    if (take(reader, "exp("))
        return exp(closed(reader));
    if (take(reader, "max(0, "))
        return fmax(0, closed(reader));
    if (take(reader, "gelu("))
        return gelu(closed(reader));
    if (take(reader, "silu(")) {
        double x = closed(reader);
        return x / (1 + exp(-x));
    }
    if (take(reader, "("))
        return closed(reader);
    char *end = NULL;
    double value = reader->at != NULL ? strtod(reader->at, &end) : 0;
    reader->at = end != NULL && end > reader->at ? end : NULL;
    return value;
}

static double product(struct reader *reader)
{
    double value = primary(reader);
    for (;;) {
        if (take(reader, "⋅") || take(reader, " ⋅ "))
            value *= primary(reader);
        else if (take(reader, " / "))
            value /= primary(reader);
        else
            return value;
    }
}

static double sum(struct reader *reader)
{
    double value = product(reader);
    for (;;) {
        if (take(reader, " + "))
            value += product(reader);
        else if (take(reader, " − "))
            value -= product(reader);
        else
            return value;
    }
}

bool reckon(const char *text, double *value)
{
    struct reader reader = {text};
    *value = sum(&reader);
    return reader.at != NULL && *reader.at == '\0';
}

/* True where value rounds to the number that printed begins with. A bare 0 is exact, as far as the digits of others
 * go. */
static bool rounds_to(double value, const char *printed)
{
    struct reader reader = {printed};
    double shown = primary(&reader);
    if (reader.at == NULL)
        return false;
    if (!isfinite(shown))
        return value == shown;
    const char *point = memchr(printed, '.', (size_t)(reader.at - printed));
    int decimals = point != NULL ? (int)(reader.at - point - 1) : 3;
    return fabs(value - shown) <= 0.5 * pow(10, -decimals) + 1e-6;
}

/* What can be reckoned of a part: all of it, or what stands in front of a name in it (Σ exp, √(var + ε)). */
static bool reckon_part(const char *part, bool *whole, double *value)
{
    static const char *const names[] = {" / Σ exp", " / √(var"};
    char copy[1024];
    *whole = reckon(part, value);
    for (int i = 0; i < 2 && !*whole; i++) {
        const char *name = strstr(part, names[i]);
        if (name == NULL)
            continue;
        memcpy(copy, part, (size_t)(name - part));
        copy[name - part] = '\0';
        return reckon(copy, value);
    }
    return *whole;
}

/* The next " = " or " ≈ ". */
static const char *next_sign(const char *text)
{
    const char *equal = strstr(text, " = "), *about = strstr(text, " ≈ ");
    return equal == NULL || (about != NULL && about < equal) ? about : equal;
}

void reckon_line(const char *line, struct reckoning *reckoning)
{
    const char *at = next_sign(line);
    const char *last = at;
    for (const char *sign = at; sign != NULL; sign = next_sign(sign + 1))
        last = sign;
    while (at != NULL && at != last) {
        const char *part = at + (at[1] == '=' ? 3 : 5), *sign = next_sign(part);
        const char *after = sign + (sign[1] == '=' ? 3 : 5);
        char copy[1024];
        bool whole;
        double value;
        memcpy(copy, part, (size_t)(sign - part));
        copy[sign - part] = '\0';
        reckoning->about += sign[1] != '=';
        reckoning->shortened += strstr(copy, " more") != NULL;
        if (sign[1] == '=' && reckon_part(copy, &whole, &value)) {
            reckoning->equal++;
            reckoning->unequal += !rounds_to(value, whole ? last + (last[1] == '=' ? 3 : 5) : after);
        }
        at = sign;
    }
}
