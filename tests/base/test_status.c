#include <criterion/criterion.h>

#include <string.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/base/text.h"

Test(status, message_is_formatted_and_the_status_returned)
{
    struct av_error error;
    cr_assert_eq(av_error_set(&error, AV_ERROR_VALUE, "a.json: $.x", "%d numbers expected (%s), %d found", 4, "d_k", 3),
                 AV_ERROR_VALUE);
    cr_assert_eq(error.status, AV_ERROR_VALUE);
    cr_assert_str_eq(error.place, "a.json: $.x");
    cr_assert_str_eq(error.message, "4 numbers expected (d_k), 3 found");
}

Test(status, error_may_be_null)
{
    cr_assert_eq(av_error_set(NULL, AV_ERROR_IO, "a", "b"), AV_ERROR_IO);
}

Test(status, nothing_in_a_message_steers_the_terminal)
{
    struct av_error error;
    av_error_set(&error, AV_ERROR_IO, "\033]52;c;aGk=\a.json", "cannot open %s",
                 "%n\x9b"
                 "31m\xc2\x9b\xe2\x80\xae");
    cr_assert_str_eq(error.place, "\\u{1b}]52;c;aGk=\\u{7}.json");
    cr_assert_str_eq(error.message, "cannot open %n\\x{9b}31m\\u{9b}\\u{202e}");
}

Test(status, long_text_is_cut_at_a_character)
{
    struct av_error error;
    char text[4000];
    /* all offsets, so that formatting and copying cut inside a character of three bytes */
    for (int offset = 0; offset < 3; offset++) {
        memset(text, 'a', sizeof text);
        for (size_t i = (size_t)offset; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "书", 3);
        text[3500 + offset] = '\0';
        av_error_set(&error, AV_ERROR_IO, text, "%s", text);
        size_t length = strlen(error.message);
        cr_assert(av_utf8_valid(error.message, length, NULL));
        cr_assert(av_utf8_valid(error.place, strlen(error.place), NULL));
        cr_assert_geq(length, sizeof error.message - 4);
        cr_assert_null(strchr(error.message, '\\'), "no half character is shown as bytes");
    }
}

Test(status, what_is_cut_while_formatting_is_cut_at_a_character_too)
{
    struct av_error error;
    char text[4000] = "ab"; /* and far more marks than a glyph can have, so that the cut comes to be seen */
    for (size_t i = 2; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\xCC\x81", 2);
    av_error_set(&error, AV_ERROR_IO, "", "%s", text);
    cr_assert_str_eq(error.message, "ab\u0301\u0301\u0301\u0301");
    av_error_set(&error, AV_ERROR_IO, "", "%s", text + 1);
    cr_assert_str_eq(error.message, "b\u0301\u0301\u0301\u0301");
}

Test(language, names_of_locales)
{
    enum av_language language;
    cr_assert(av_language_parse("zh_CN.UTF-8", &language) && language == AV_CHINESE);
    cr_assert(av_language_parse("zh-Hans", &language) && language == AV_CHINESE);
    cr_assert(av_language_parse("en", &language) && language == AV_ENGLISH);
    cr_assert_not(av_language_parse("zha", &language));
    cr_assert_not(av_language_parse("C", &language));
    cr_assert_not(av_language_parse("", &language));
    cr_assert_str_eq(av_language_code(AV_CHINESE), "zh");
}
