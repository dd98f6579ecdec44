#include "attnviz/base/language.h"

#include <string.h>

static const char *const codes[AV_LANGUAGE_COUNT] = {[AV_ENGLISH] = "en", [AV_CHINESE] = "zh"};

const char *av_language_code(enum av_language language)
{
    return codes[language];
}

bool av_language_parse(const char *name, enum av_language *language)
{
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        size_t length = strlen(codes[i]);
        /* "zh", "zh_CN.UTF-8" and "zh-Hans", but not "zha" */
        if (strncmp(name, codes[i], length) == 0 && (name[length] == '\0' || strchr("_-.@", name[length]))) {
            *language = (enum av_language)i;
            return true;
        }
    }
    return false;
}
