#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "keys.h"
#include "report.h"

/* cJSON reads no more of a number than this. */
#define NUMBER_BYTES_MAX 63

struct scanner {
    const char *file;
    const char *bytes;
    size_t length, at;
    int depth;
    size_t values;
    struct keys keys;
    struct av_report *report;
    enum av_status status; /* of the first fault */
};

static bool scan_value(struct scanner *scanner);

/* Line and column, from 1, of an offset. A column is a character; lines end with \n, \r\n or \r. */
static void locate(const struct scanner *scanner, size_t offset, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset; i++) {
        unsigned char byte = (unsigned char)scanner->bytes[i];
        bool first_half = byte == '\r' && i + 1 < scanner->length && scanner->bytes[i + 1] == '\n';
        if (byte == '\n' || (byte == '\r' && !first_half)) {
            ++*line;
            *column = 1;
        } else if ((byte & 0xC0) != 0x80) { /* not the second or a later byte of a character */
            ++*column;
        }
    }
}

static bool fault(struct scanner *scanner, enum av_status status, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns false, so that a caller can `return fault(…)`. */
static bool fault(struct scanner *scanner, enum av_status status, size_t offset, const char *format, ...)
{
    struct av_error error;
    char place[sizeof error.place];
    if (scanner->status == AV_OK)
        scanner->status = status;
    if (av_report_full(scanner->report))
        return false;
    size_t line, column;
    locate(scanner, offset, &line, &column);
    snprintf(place, sizeof place, "%s:%zu:%zu", scanner->file, line, column);
    va_list arguments;
    va_start(arguments, format);
    av_error_set_list(&error, status, place, format, arguments);
    va_end(arguments);
    av_report_add(scanner->report, &error);
    return false;
}

static bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_space(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static bool is_word(int byte)
{
    return is_digit(byte) || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '_';
}

/* The byte where the scanner stands, −1 at the end. */
static int look(const struct scanner *scanner)
{
    return scanner->at < scanner->length ? (unsigned char)scanner->bytes[scanner->at] : -1;
}

static bool take(struct scanner *scanner, int byte)
{
    if (look(scanner) != byte)
        return false;
    scanner->at++;
    return true;
}

static void skip_space(struct scanner *scanner)
{
    while (is_space(look(scanner)))
        scanner->at++;
}

/* Puts what stands at the scanner into words: a word, a character, a byte that is none, or the end. */
static const char *describe(const struct scanner *scanner, char *out, size_t size)
{
    const char *start = scanner->bytes + scanner->at;
    size_t left = scanner->length - scanner->at, word = 0;
    uint32_t character;
    while (word < left && word < 20 && is_word((unsigned char)start[word]))
        word++;
    size_t taken = word > 0 ? word : av_utf8_decode(start, left, &character);
    if (left == 0)
        snprintf(out, size, "the end of the file");
    else if (taken == 0)
        snprintf(out, size, "the byte \\x{%02x}", (unsigned char)*start);
    else if (word == 0 && character < ' ')
        snprintf(out, size, "\\u{%x}", (unsigned)character);
    else if (*start == '"')
        snprintf(out, size, "a quotation mark");
    else
        snprintf(out, size, "\"%.*s\"", (int)taken, start);
    return out;
}

static bool expected(struct scanner *scanner, const char *what)
{
    char found[64];
    return fault(scanner, AV_ERROR_SYNTAX, scanner->at, "%s expected, %s found", what,
                 describe(scanner, found, sizeof found));
}

static bool scan_digits(struct scanner *scanner, const char *where)
{
    char what[48];
    if (!is_digit(look(scanner))) {
        snprintf(what, sizeof what, "a digit %s", where);
        return expected(scanner, what);
    }
    while (is_digit(look(scanner)))
        scanner->at++;
    return true;
}

/* number = [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ ( "e" / "E" ) [ "+" / "-" ] 1*digit ] */
static bool scan_number(struct scanner *scanner)
{
    size_t start = scanner->at;
    if (take(scanner, '-') && !is_digit(look(scanner)))
        return expected(scanner, "a digit after \"-\"");
    if (take(scanner, '0')) {
        if (is_digit(look(scanner)))
            return fault(scanner, AV_ERROR_SYNTAX, start, "a number without leading zeros expected, 0%c found",
                         look(scanner));
    } else if (!scan_digits(scanner, "")) {
        return false;
    }
    if (take(scanner, '.') && !scan_digits(scanner, "after the decimal point"))
        return false;
    if (take(scanner, 'e') || take(scanner, 'E')) {
        if (!take(scanner, '+'))
            take(scanner, '-');
        if (!scan_digits(scanner, "in the exponent"))
            return false;
    }
    if (scanner->at - start > NUMBER_BYTES_MAX)
        return fault(scanner, AV_ERROR_LIMIT, start, "a number of at most %d characters expected, %zu found",
                     NUMBER_BYTES_MAX, scanner->at - start);
    return true;
}

static int hexadecimal(int byte)
{
    return is_digit(byte)               ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

/* Four hexadecimal digits. */
static bool scan_unit(struct scanner *scanner, unsigned *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, scanner->at++) {
        int digit = hexadecimal(look(scanner));
        if (digit < 0)
            return expected(scanner, "four hexadecimal digits after \\u");
        *unit = *unit << 4 | (unsigned)digit;
    }
    return true;
}

/* Behind "\u": one code point, of one unit or of a pair of surrogates. */
static bool scan_unicode_escape(struct scanner *scanner, size_t start)
{
    unsigned unit, second = 0;
    if (!scan_unit(scanner, &unit))
        return false;
    if (unit == 0)
        return fault(scanner, AV_ERROR_SYNTAX, start, "a character of text expected, \\u0000 found");
    if (unit >= 0xDC00 && unit <= 0xDFFF)
        return fault(scanner, AV_ERROR_SYNTAX, start, "a first surrogate (\\ud800 to \\udbff) expected, \\u%04x found",
                     unit);
    if (unit < 0xD800 || unit > 0xDBFF)
        return true;
    size_t pair = scanner->at;
    if (!take(scanner, '\\') || !take(scanner, 'u')) {
        scanner->at = pair;
        return expected(scanner, "a second surrogate (\\udc00 to \\udfff)");
    }
    if (!scan_unit(scanner, &second))
        return false;
    if (second < 0xDC00 || second > 0xDFFF)
        return fault(scanner, AV_ERROR_SYNTAX, pair, "a second surrogate (\\udc00 to \\udfff) expected, \\u%04x found",
                     second);
    return true;
}

static bool scan_escape(struct scanner *scanner)
{
    size_t start = scanner->at - 1;
    if (take(scanner, 'u'))
        return scan_unicode_escape(scanner, start);
    int byte = look(scanner);
    if (byte <= 0 || !strchr("\"\\/bfnrt", byte))
        return expected(scanner, "one of \" \\ / b f n r t u after \\");
    scanner->at++;
    return true;
}

static bool scan_string(struct scanner *scanner)
{
    scanner->at++;
    while (!take(scanner, '"')) {
        int byte = look(scanner);
        if (byte >= 0 && byte < ' ')
            return fault(scanner, AV_ERROR_SYNTAX, scanner->at, "an escaped control character expected, \\u{%x} found",
                         (unsigned)byte);
        uint32_t character;
        size_t taken = 1;
        if (byte < 0 || byte >= 0x80)
            taken = av_utf8_decode(scanner->bytes + scanner->at, scanner->length - scanner->at, &character);
        if (taken == 0)
            return expected(scanner, byte < 0 ? "\" at the end of the text" : "UTF-8");
        scanner->at += taken;
        if (byte == '\\' && !scan_escape(scanner))
            return false;
    }
    return true;
}

static bool scan_literal(struct scanner *scanner)
{
    static const char *const literals[] = {"true", "false", "null"};
    size_t left = scanner->length - scanner->at;
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        size_t length = strlen(literals[i]);
        bool same = left >= length && memcmp(scanner->bytes + scanner->at, literals[i], length) == 0;
        if (same && (left == length || !is_word((unsigned char)scanner->bytes[scanner->at + length]))) {
            scanner->at += length;
            return true;
        }
    }
    return expected(scanner, "a value");
}

/* Opens an array or object; false where it would be too deep. */
static bool enter(struct scanner *scanner)
{
    if (scanner->depth == JSON_DEPTH_MAX)
        return fault(scanner, AV_ERROR_LIMIT, scanner->at,
                     "at most %d arrays and objects in one another expected, more found", JSON_DEPTH_MAX);
    scanner->depth++;
    scanner->at++;
    skip_space(scanner);
    return true;
}

static bool scan_array(struct scanner *scanner)
{
    if (!enter(scanner))
        return false;
    bool more = !take(scanner, ']');
    while (more) {
        if (!scan_value(scanner))
            return false;
        more = take(scanner, ',');
        if (!more && !take(scanner, ']'))
            return expected(scanner, "\",\" or \"]\"");
        skip_space(scanner);
    }
    scanner->depth--;
    return true;
}

/* One key and its value. */
static bool scan_member(struct scanner *scanner)
{
    size_t start = scanner->at;
    if (look(scanner) != '"')
        return expected(scanner, "a key in quotes");
    if (!scan_string(scanner))
        return false;
    if (!av_keys_push(&scanner->keys, scanner->bytes, start, scanner->at - start))
        return fault(scanner, AV_ERROR_MEMORY, start, "no memory for another key");
    skip_space(scanner);
    if (!take(scanner, ':'))
        return expected(scanner, "\":\" after the key");
    return scan_value(scanner);
}

/* A key that an object has more than once: its name and both lines. */
static void report_duplicate(void *context, const char *name, size_t first, size_t again)
{
    struct scanner *scanner = context;
    size_t line = 0, column;
    if (!av_report_full(scanner->report))
        locate(scanner, first, &line, &column);
    fault(scanner, AV_ERROR_VALUE, again, "each key once expected, \"%.80s\" found again (first on line %zu)", name,
          line);
}

static bool scan_object(struct scanner *scanner)
{
    size_t outer = scanner->keys.count;
    if (!enter(scanner))
        return false;
    bool more = !take(scanner, '}');
    while (more) {
        if (!scan_member(scanner))
            return false;
        more = take(scanner, ',');
        if (!more && !take(scanner, '}'))
            return expected(scanner, "\",\" or \"}\"");
        skip_space(scanner);
    }
    av_keys_pop(&scanner->keys, outer, report_duplicate, scanner);
    scanner->depth--;
    return true;
}

/* A value with the space around it. */
static bool scan_value(struct scanner *scanner)
{
    skip_space(scanner);
    if (++scanner->values > JSON_VALUES_MAX)
        return fault(scanner, AV_ERROR_LIMIT, scanner->at, "at most %zu values expected, more found", JSON_VALUES_MAX);
    int byte = look(scanner);
    bool good = byte == '{'                     ? scan_object(scanner)
                : byte == '['                   ? scan_array(scanner)
                : byte == '"'                   ? scan_string(scanner)
                : byte == '-' || is_digit(byte) ? scan_number(scanner)
                                                : scan_literal(scanner);
    if (good)
        skip_space(scanner);
    return good;
}

bool av_scan_json(const char *file, const char *bytes, size_t length, struct av_report *report, enum av_status *status)
{
    struct scanner scanner = {.file = file, .bytes = bytes, .length = length, .report = report, .status = *status};
    bool good = scan_value(&scanner) && (scanner.at == length || expected(&scanner, "the end of the file"));
    av_keys_finish(&scanner.keys);
    *status = scanner.status;
    return good;
}
