#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/lesson/lesson.h"
#include "fixture.h"

/* The one fault of length bytes that are no JSON. They stand in a buffer of exactly that size, so that the sanitizer
 * sees any look beyond. */
static const char *syntax_fault(const char *bytes, size_t length)
{
    static char out[700];
    struct av_lesson lesson;
    struct av_report report;
    char *exact = malloc(length > 0 ? length : 1);
    memcpy(exact, bytes, length);
    av_report_init(&report);
    enum av_status status = av_lesson_parse(&lesson, "x.json", ".", exact, length, &report);
    cr_assert(status == AV_ERROR_SYNTAX || status == AV_ERROR_LIMIT, "%.*s", (int)length, bytes);
    cr_assert_eq(report.count, 1);
    snprintf(out, sizeof out, "%s: %s", report.errors[0].place, report.errors[0].message);
    av_report_finish(&report);
    free(exact);
    return out;
}

struct broken {
    const char *text, *expected; /* ' stands for " in text */
};

static void check(const struct broken *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = change(table[i].text, NULL);
        const char *found = syntax_fault(text, strlen(text));
        cr_assert_str_eq(found, table[i].expected, "%s", found);
        free(text);
    }
}

#define CHECK(table) check(table, sizeof(table) / sizeof *(table))

Test(syntax, numbers_are_those_of_json)
{
    const struct broken table[] = {
        {"[01]", "x.json:1:2: a number without leading zeros expected, 01 found"},
        {"[-01]", "x.json:1:2: a number without leading zeros expected, 01 found"},
        {"[1.]", "x.json:1:4: a digit after the decimal point expected, \"]\" found"},
        {"[1.e5]", "x.json:1:4: a digit after the decimal point expected, \"e5\" found"},
        {"[.5]", "x.json:1:2: a value expected, \".\" found"},
        {"[+1]", "x.json:1:2: a value expected, \"+\" found"},
        {"[-]", "x.json:1:3: a digit after \"-\" expected, \"]\" found"},
        {"[-x]", "x.json:1:3: a digit after \"-\" expected, \"x\" found"},
        {"[1e]", "x.json:1:4: a digit in the exponent expected, \"]\" found"},
        {"[1e+]", "x.json:1:5: a digit in the exponent expected, \"]\" found"},
        {"[0x10]", "x.json:1:3: \",\" or \"]\" expected, \"x10\" found"},
        {"[1,5 6]", "x.json:1:6: \",\" or \"]\" expected, \"6\" found"},
        {"[NaN]", "x.json:1:2: a value expected, \"NaN\" found"},
        {"[-Infinity]", "x.json:1:3: a digit after \"-\" expected, \"Infinity\" found"},
    };
    CHECK(table);
    const char *digits = "[0.0000000000000000000000000000000000000000000000000000000000000001]";
    cr_assert_str_eq(syntax_fault(digits, strlen(digits)),
                     "x.json:1:2: a number of at most 63 characters expected, 66 found");
}

Test(syntax, literals_and_structure)
{
    const struct broken table[] = {
        {"", "x.json:1:1: a value expected, the end of the file found"},
        {"  \n ", "x.json:2:2: a value expected, the end of the file found"},
        {"[True]", "x.json:1:2: a value expected, \"True\" found"},
        {"[nul]", "x.json:1:2: a value expected, \"nul\" found"},
        {"[nullx]", "x.json:1:2: a value expected, \"nullx\" found"},
        {"tru", "x.json:1:1: a value expected, \"tru\" found"},
        {"[1", "x.json:1:3: \",\" or \"]\" expected, the end of the file found"},
        {"[1,]", "x.json:1:4: a value expected, \"]\" found"},
        {"[,1]", "x.json:1:2: a value expected, \",\" found"},
        {"[1 2]", "x.json:1:4: \",\" or \"]\" expected, \"2\" found"},
        {"[1}", "x.json:1:3: \",\" or \"]\" expected, \"}\" found"},
        {"{", "x.json:1:2: a key in quotes expected, the end of the file found"},
        {"{'a'}", "x.json:1:5: \":\" after the key expected, \"}\" found"},
        {"{'a':}", "x.json:1:6: a value expected, \"}\" found"},
        {"{'a':1,}", "x.json:1:8: a key in quotes expected, \"}\" found"},
        {"{'a':1 'b':2}", "x.json:1:8: \",\" or \"}\" expected, a quotation mark found"},
        {"{a:1}", "x.json:1:2: a key in quotes expected, \"a\" found"},
        {"{1:1}", "x.json:1:2: a key in quotes expected, \"1\" found"},
        {"[1] [2]", "x.json:1:5: the end of the file expected, \"[\" found"},
        {"{}\n x", "x.json:2:2: the end of the file expected, \"x\" found"},
        {"// note\n{}", "x.json:1:1: a value expected, \"/\" found"},
        {"[1,\f2]", "x.json:1:4: a value expected, \\u{c} found"},
        {"[\xC2\xA0"
         "1]",
         "x.json:1:2: a value expected, \"\u00A0\" found"},
    };
    CHECK(table);
}

Test(syntax, strings_are_those_of_json)
{
    const struct broken table[] = {
        {"['a", "x.json:1:4: \" at the end of the text expected, the end of the file found"},
        {"['a\nb']", "x.json:1:4: an escaped control character expected, \\u{a} found"},
        {"['\t']", "x.json:1:3: an escaped control character expected, \\u{9} found"},
        {"['\\", "x.json:1:4: one of \" \\ / b f n r t u after \\ expected, the end of the file found"},
        {"['\\x41']", "x.json:1:4: one of \" \\ / b f n r t u after \\ expected, \"x41\" found"},
        {"['\\u12']", "x.json:1:7: four hexadecimal digits after \\u expected, a quotation mark found"},
        {"['\\u12G4']", "x.json:1:7: four hexadecimal digits after \\u expected, \"G4\" found"},
        {"['\\u0000']", "x.json:1:3: a character of text expected, \\u0000 found"},
        {"['\\ud800']", "x.json:1:9: a second surrogate (\\udc00 to \\udfff) expected, a quotation mark found"},
        {"['\\ud800\\n']", "x.json:1:9: a second surrogate (\\udc00 to \\udfff) expected, \"\\\" found"},
        {"['\\ud800\\u0041']", "x.json:1:9: a second surrogate (\\udc00 to \\udfff) expected, \\u0041 found"},
        {"['\\udc00']", "x.json:1:3: a first surrogate (\\ud800 to \\udbff) expected, \\udc00 found"},
        {"['\xff']", "x.json:1:3: UTF-8 expected, the byte \\x{ff} found"},
        {"['书\xe4\xb9']", "x.json:1:4: UTF-8 expected, the byte \\x{e4} found"},
        {"['\xc0\xaf']", "x.json:1:3: UTF-8 expected, the byte \\x{c0} found"},
        {"['\xed\xa0\x80']", "x.json:1:3: UTF-8 expected, the byte \\x{ed} found"},
        {"\xff\xfe[", "x.json:1:1: a value expected, the byte \\x{ff} found"},
    };
    CHECK(table);
    cr_assert_str_eq(syntax_fault("[\"a\0b\"]", 7), "x.json:1:4: an escaped control character expected, \\u{0} found");
    cr_assert_str_eq(syntax_fault("[1]\0", 4), "x.json:1:4: the end of the file expected, \\u{0} found");
    cr_assert_str_eq(syntax_fault("[\"\\", 3),
                     "x.json:1:4: one of \" \\ / b f n r t u after \\ expected, the end of the file found");
    cr_assert_str_eq(syntax_fault("[\"\xe4\xb9", 4), "x.json:1:3: UTF-8 expected, the byte \\x{e4} found");
}

Test(syntax, columns_count_characters_and_lines_end_in_three_ways)
{
    const struct broken table[] = {
        {"['书书', x]", "x.json:1:8: a value expected, \"x\" found"},
        {"[1,\n2,\n  x]", "x.json:3:3: a value expected, \"x\" found"},
        {"[1,\r\n2,\r\n  x]", "x.json:3:3: a value expected, \"x\" found"},
        {"[1,\r2,\r  x]", "x.json:3:3: a value expected, \"x\" found"},
        {"\xEF\xBB\xBF[x]", "x.json:1:2: a value expected, \"x\" found"},
    };
    CHECK(table);
}

/* n arrays in one another. */
static char *nest(size_t n, bool closed)
{
    char *text = calloc(2 * n + 1, 1);
    memset(text, '[', n);
    memset(text + n, ']', closed ? n : 0);
    return text;
}

Test(syntax, depth_is_limited)
{
    const size_t depths[] = {101, 1001, 1000000};
    for (size_t i = 0; i < 3; i++) {
        for (int closed = 0; closed < 2; closed++) {
            char *text = nest(depths[i], closed);
            cr_assert_str_eq(syntax_fault(text, strlen(text)),
                             "x.json:1:101: at most 100 arrays and objects in one another expected, more found");
            free(text);
        }
    }
    char *text = nest(100, false);
    cr_assert_str_eq(syntax_fault(text, 100), "x.json:1:101: a value expected, the end of the file found");
    free(text);
}

Test(syntax, duplicate_keys_are_refused_with_both_lines)
{
    assert_faults("'generate': 2,", "'generate': 2,\n 'generate': 3,",
                  "x.json:16:2: each key once expected, \"generate\" found again (first on line 15)");
    assert_faults("'d_k': 2", "'d_k': 2, 'd_v': 1",
                  "x.json:7:80: each key once expected, \"d_v\" found again (first on line 7)");
    /* the same key spelt with escapes; three times: each after the first; and what else is wrong is said as well */
    assert_faults("{'en': 'book'}", "{'en': 'a', '\\u0065n': 'b', 'e\\u006e': 'c'}",
                  "x.json:6:32: each key once expected, \"en\" found again (first on line 6)\n"
                  "x.json:6:48: each key once expected, \"en\" found again (first on line 6)");
    /* with others between them, and one spelt as a pair of surrogates */
    assert_faults(
        "['<s>', 'cat', '书'],\n  'glosses': {'书': {'en': 'book'}}",
        "['<s>', 'cat', '\U0001F600'],\n  'glosses': {'\U0001F600': {}, 'cat': {}, '\\ud83d\\ude00': {}, 'cat': {}}",
        "x.json:6:55: each key once expected, \"cat\" found again (first on line 6)\n"
        "x.json:6:35: each key once expected, \"\U0001F600\" found again (first on line 6)\n"
        "x.json: $.prompt[1]: a token of the vocabulary expected, \"书\" found");
    assert_faults("'generate': 2,", "'generate': -1, 'generate': 3,",
                  "x.json:15:18: each key once expected, \"generate\" found again (first on line 15)\n"
                  "x.json: $.generate: an integer of at least 0 expected, -1 found");
    /* the same key in objects beside and inside one another is no fault */
    assert_faults("{'书': {'en': 'book'}}", "{'书': {'en': 'book'}, 'cat': {'en': 'cat'}}", "");
}

Test(syntax, a_duplicate_does_not_hide_a_fault_of_syntax)
{
    struct av_lesson lesson;
    struct av_report report;
    const char *text = "{\"a\": {\"b\": 1, \"b\": 2}, \"c\": 01}";
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", text, strlen(text), &report), AV_ERROR_VALUE);
    cr_assert_eq(report.count, 2);
    cr_assert_str_eq(report.errors[0].place, "x.json:1:16");
    cr_assert_str_eq(report.errors[1].place, "x.json:1:30");
    av_report_finish(&report);
}

Test(syntax, at_most_a_hundred_faults_are_kept)
{
    struct av_lesson lesson;
    struct av_report report;
    char text[4000] = "{";
    for (int i = 0; i < 150; i++)
        sprintf(text + strlen(text), "\"key %d\": 1,", i);
    strcpy(text + strlen(text) - 1, "}");
    av_report_init(&report);
    cr_assert(report.complete);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", text, strlen(text), &report), AV_ERROR_VALUE);
    cr_assert_eq(report.count, 100);
    cr_assert_not(report.complete);
    cr_assert_str_eq(report.errors[99].message, "unknown key \"key 99\"");
    av_report_finish(&report);
}

Test(syntax, too_many_values_are_refused)
{
    size_t count = (4u << 20) + 1;
    char *text = malloc(2 * count + 2);
    for (size_t i = 0; i < count; i++)
        memcpy(text + 2 * i, "1,", 2);
    text[0] = '[';
    memcpy(text + 1, "1", 1);
    for (size_t i = 1; i < count; i++)
        memcpy(text + 2 * i, ",1", 2);
    text[2 * count] = ']';
    cr_assert(strstr(syntax_fault(text, 2 * count + 1), "at most 4194304 values expected, more found"));
    free(text);
}

Test(syntax, byte_order_mark_and_carriage_returns_are_read)
{
    struct av_lesson lesson;
    struct av_report report;
    char *text = change(plain, NULL), *windows = malloc(2 * strlen(text) + 4), *to = windows;
    to = stpcpy(to, "\xEF\xBB\xBF");
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\n')
            *to++ = '\r';
        *to++ = *from;
    }
    av_report_init(&report);
    cr_assert_eq(av_lesson_parse(&lesson, "x.json", ".", windows, (size_t)(to - windows), &report), AV_OK);
    cr_assert_str_eq(lesson.vocabulary[2], "书");
    av_lesson_finish(&lesson);
    av_report_finish(&report);
    free(windows);
    free(text);
}

Test(syntax, nothing_in_a_file_steers_the_terminal_through_a_message)
{
    assert_faults("'generate'", "'\\u001b]52;c;aGk=\\u0007\\u202e\\u200b'",
                  "x.json: $: unknown key \"\\u{1b}]52;c;aGk=\\u{7}\\u{202e}\\u{200b}\"\n"
                  "x.json: $.generate: an integer of at least 0 expected, nothing found");
    assert_faults("['<s>', '书'],\n 'g", "['%n%s\\u009b', '书'],\n 'g",
                  "x.json: $.prompt[0]: a token of the vocabulary expected, \"%n%s\\u{9b}\" found");
    cr_assert_str_eq(syntax_fault("\033[31m", 5), "x.json:1:1: a value expected, \\u{1b} found");
    cr_assert_str_eq(syntax_fault("\xc2\x9b", 2), "x.json:1:1: a value expected, \"\\u{9b}\" found");
}

Test(syntax, the_file_name_is_shown_printable_and_by_its_end)
{
    struct av_lesson lesson;
    struct av_report report;
    char name[400] = "/a/b\033[31m.json";
    av_report_init(&report);
    av_lesson_parse(&lesson, name, ".", "x", 1, &report);
    cr_assert_str_eq(report.errors[0].place, "/a/b\\u{1b}[31m.json:1:1");
    for (int i = 0; i < 60; i++)
        memcpy(name + 3 * i, "书/\033", 5);
    strcpy(name + 180, "/last.json");
    av_lesson_parse(&lesson, name, ".", "x", 1, &report);
    const char *place = report.errors[1].place, *end = "/last.json:1:1";
    cr_assert_str_eq(place + strlen(place) - strlen(end), end);
    cr_assert_eq(strncmp(place, "…", strlen("…")), 0);
    cr_assert_leq(strlen(place), 100);
    av_report_finish(&report);
}
