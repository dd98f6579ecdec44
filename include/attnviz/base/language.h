/* The languages of the interface and of the lessons, and a text in each of them. */
#ifndef ATTNVIZ_BASE_LANGUAGE_H
#define ATTNVIZ_BASE_LANGUAGE_H

#include <stdbool.h>

enum av_language { AV_ENGLISH, AV_CHINESE, AV_LANGUAGE_COUNT };

struct av_words {
    const char *in[AV_LANGUAGE_COUNT]; /* UTF-8; owned by whoever owns the struct */
};

/* "en" or "zh". */
const char *av_language_code(enum av_language language);

/* From a code or a locale's name ("zh", "zh_CN.UTF-8", "en"); false where it names neither. */
bool av_language_parse(const char *name, enum av_language *language);

#endif
