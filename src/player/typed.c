/* Numbers as people type them. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/answer.h"

#define ROOM 64

#define MINUS           0x2212
#define INFINITE        0x221e
#define NO_BREAK_SPACE  0xa0
#define THIN_SPACE      0x202f
#define FULL_WIDTH_ZERO 0xff10 /* as Chinese keyboards type it; nine more follow */

static bool is_digit(int character)
{
    return character >= '0' && character <= '9';
}

static bool is_space(uint32_t character)
{
    return character == ' ' || character == NO_BREAK_SPACE || character == THIN_SPACE;
}

/* What a character means in a number; NULL where it has no place in one. */
static const char *meaning(uint32_t character, char own[2])
{
    if (character >= FULL_WIDTH_ZERO && character < FULL_WIDTH_ZERO + 10)
        character = '0' + character - FULL_WIDTH_ZERO;
    if (character == MINUS || character == INFINITE)
        return character == MINUS ? "-" : "inf";
    if (is_space(character))
        return "";
    if (character == 0 || character >= 0x80 || strchr("0123456789.,+-inf%", (int)character) == NULL)
        return NULL;
    own[0] = (char)character;
    own[1] = '\0';
    return own;
}

/* The text in plain characters, without spaces; false where it is no number for sure. */
static bool simplify(const char *text, char plain[ROOM])
{
    size_t length = strlen(text), n = 0, bytes;
    uint32_t character;
    char own[2];
    plain[0] = '\0';
    while ((bytes = av_utf8_decode(text, length, &character)) > 0) {
        const char *meant = meaning(character, own);
        size_t added = meant != NULL ? strlen(meant) : ROOM;
        if (n + added >= ROOM)
            return false;
        memcpy(plain + n, meant, added + 1);
        n += added;
        text += bytes;
        length -= bytes;
    }
    return length == 0;
}

/* True where commas part groups of three digits: "1,234", and not "0,765". */
static bool parts_groups(const char *digits)
{
    const char *comma = strchr(digits, ',');
    size_t first = (size_t)(comma - digits);
    if (first < 1 || first > 3 || *digits == '0')
        return false;
    for (; comma != NULL; comma = strchr(comma + 1, ',')) {
        if (strspn(comma + 1, "0123456789") != 3)
            return false;
    }
    return true;
}

/* Commas go where they part groups; a single one else is the decimal point. */
static void settle_commas(char *digits)
{
    char *comma = strchr(digits, ',');
    if (comma == NULL)
        return;
    if (!parts_groups(digits)) {
        *comma = '.';
        return;
    }
    for (; comma != NULL; comma = strchr(comma, ','))
        memmove(comma, comma + 1, strlen(comma));
}

bool av_answer_read(const char *text, double *number)
{
    char plain[ROOM];
    if (!simplify(text, plain))
        return false;
    size_t length = strlen(plain);
    if (length > 0 && plain[length - 1] == '%')
        plain[length - 1] = '\0';
    bool negative = plain[0] == '-';
    char *digits = plain + (negative || plain[0] == '+');
    if (strcmp(digits, "inf") == 0) {
        *number = negative ? -(double)INFINITY : (double)INFINITY;
        return true;
    }
    settle_commas(digits);
    size_t whole = strspn(digits, "0123456789"), point = digits[whole] == '.';
    size_t fraction = strspn(digits + whole + point, "0123456789");
    if (whole + fraction == 0 || digits[whole + point + fraction] != '\0')
        return false;
    *number = strtod(digits, NULL) * (negative ? -1 : 1);
    return true;
}

/* What has been typed after the sign. */
static const char *after_sign(const char *text)
{
    static const char minus[] = "−";
    if (*text == '-' || *text == '+')
        return text + 1;
    return strncmp(text, minus, sizeof minus - 1) == 0 ? text + sizeof minus - 1 : text;
}

bool av_answer_takes(const char *text, int character)
{
    const char *rest = after_sign(text);
    static const char word[] = "inf";
    char own[2];
    if (character <= 0 || meaning((uint32_t)character, own) == NULL)
        return false;
    if (character == '-' || character == '+' || character == MINUS)
        return *text == '\0';
    if (character == INFINITE)
        return *rest == '\0';
    if (strchr(word, character) != NULL)
        return strlen(rest) < 3 && strncmp(rest, word, strlen(rest)) == 0 && word[strlen(rest)] == character;
    return *rest != '\0' || is_digit(character) || character == '.' || character >= FULL_WIDTH_ZERO;
}
