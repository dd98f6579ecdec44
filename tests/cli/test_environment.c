#include <criterion/criterion.h>

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>

#include "environment.h"

/* Criterion runs each test in a process of its own: what is set here stays here. */
static struct av_environment read_with(const char *lc_all, const char *lc_ctype, const char *lang, const char *language,
                                       const char *no_color)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE", "NO_COLOR", "LC_MESSAGES"};
    const char *values[] = {lc_all, lc_ctype, lang, language, no_color, NULL};
    struct av_environment environment;
    for (int i = 0; i < 6; i++) {
        if (values[i])
            setenv(names[i], values[i], 1);
        else
            unsetenv(names[i]);
    }
    setlocale(LC_ALL, "C");
    av_environment_read(&environment);
    return environment;
}

Test(environment, the_language_follows_the_locale_and_the_list_in_LANGUAGE)
{
    static const struct {
        const char *lc_all, *lang, *language;
        enum av_language expected;
    } cases[] = {
        {NULL, NULL, NULL, AV_ENGLISH},
        {NULL, "zh_CN.UTF-8", NULL, AV_CHINESE},
        {NULL, "en_US.UTF-8", NULL, AV_ENGLISH},
        {NULL, "de_DE.UTF-8", NULL, AV_ENGLISH},
        {"en_GB.UTF-8", "zh_CN.UTF-8", NULL, AV_ENGLISH},
        {"", "zh_CN.UTF-8", NULL, AV_CHINESE},
        {NULL, "C.UTF-8", "zh", AV_CHINESE},
        {NULL, "en_US.UTF-8", "fr:zh_CN:en", AV_CHINESE},
        {NULL, "zh_CN.UTF-8", "en:zh", AV_ENGLISH},
        {NULL, "zh_CN.UTF-8", "", AV_CHINESE},
        {NULL, "zh_CN.UTF-8", "fr:de", AV_CHINESE},
        {"C", NULL, "zh", AV_ENGLISH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct av_environment found = read_with(cases[i].lc_all, NULL, cases[i].lang, cases[i].language, NULL);
        cr_assert_eq(found.language, cases[i].expected, "case %zu", i);
    }
}

Test(environment, without_a_locale_characters_are_unicode)
{
    static const char *const locales[] = {NULL, "", "C", "POSIX", "C.UTF-8", "xx_XX.UTF-8", "xx_XX", "xx_XX.utf8"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        cr_assert_eq(read_with(NULL, NULL, locales[i], NULL, NULL).charset, AV_CHARSET_UNICODE, "LANG %zu", i);
        cr_assert_str_eq(nl_langinfo(CODESET), "UTF-8");
    }
}

Test(environment, another_character_set_means_plain_characters)
{
    static const char *const locales[] = {"de_DE.ISO-8859-1", "zh_CN.GBK", "xx_XX.KOI8-R"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        cr_assert_eq(read_with(locales[i], NULL, "C.UTF-8", NULL, NULL).charset, AV_CHARSET_ASCII, "LC_ALL %s",
                     locales[i]);
        cr_assert_eq(read_with(NULL, locales[i], "C.UTF-8", NULL, NULL).charset, AV_CHARSET_ASCII, "LC_CTYPE %s",
                     locales[i]);
        cr_assert_eq(read_with(NULL, NULL, locales[i], NULL, NULL).charset, AV_CHARSET_ASCII, "LANG %s", locales[i]);
    }
}

Test(environment, only_LC_CTYPE_is_set)
{
    read_with("C.UTF-8", NULL, NULL, NULL, NULL);
    cr_assert_str_eq(setlocale(LC_NUMERIC, NULL), "C", "numbers keep their point");
    cr_assert_str_eq(setlocale(LC_CTYPE, NULL), "C.UTF-8");
}

Test(environment, NO_COLOR_counts_where_it_is_not_empty)
{
    cr_assert(read_with(NULL, NULL, NULL, NULL, NULL).color);
    cr_assert(read_with(NULL, NULL, NULL, NULL, "").color);
    cr_assert_not(read_with(NULL, NULL, NULL, NULL, "1").color);
    cr_assert_not(read_with(NULL, NULL, NULL, NULL, "0").color);
}
