#include "environment.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The locale's name for a category, or "": the first variable that is set and not empty. */
static const char *locale_name(const char *category)
{
    const char *variables[] = {"LC_ALL", category, "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return "";
}

static bool is_plain(const char *locale)
{
    return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
}

/* True for "de_DE.ISO-8859-1": a character set is named, and it is not UTF-8. */
static bool names_other_charset(const char *locale)
{
    const char *charset = strchr(locale, '.');
    return charset && strncasecmp(charset + 1, "UTF-8", 5) != 0 && strncasecmp(charset + 1, "UTF8", 4) != 0;
}

static enum av_charset read_charset(void)
{
    static const char *const unicode[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};
    const char *found = setlocale(LC_CTYPE, "");
    if ((!found && !names_other_charset(locale_name("LC_CTYPE"))) || (found && is_plain(found))) {
        for (size_t i = 0; i < sizeof unicode / sizeof unicode[0]; i++) {
            if (setlocale(LC_CTYPE, unicode[i]))
                break;
        }
    }
    return strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0 ? AV_CHARSET_UNICODE : AV_CHARSET_ASCII;
}

/* LANGUAGE is a list, "zh_CN:en", and comes before the locale unless that is C (as in gettext). */
static enum av_language read_language(void)
{
    enum av_language language = AV_ENGLISH;
    const char *locale = locale_name("LC_MESSAGES");
    const char *list = getenv("LANGUAGE");
    while (list && *list && !is_plain(locale)) {
        char name[32];
        size_t length = strcspn(list, ":");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        if (av_language_parse(name, &language))
            return language;
        list += length + (list[length] == ':');
    }
    av_language_parse(locale, &language);
    return language;
}

void av_environment_read(struct av_environment *environment)
{
    const char *no_color = getenv("NO_COLOR");
    environment->charset = read_charset();
    environment->language = read_language();
    environment->color = !no_color || !*no_color;
}
