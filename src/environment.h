/* What the environment asks for: characters, language, colours. */
#ifndef ATTNVIZ_ENVIRONMENT_H
#define ATTNVIZ_ENVIRONMENT_H

#include <stdbool.h>

#include "attnviz/base/language.h"
#include "attnviz/base/text.h"

struct av_environment {
    enum av_charset charset;
    enum av_language language;
    bool color; /* false where NO_COLOR is set and not empty (no-color.org) */
};

/* Sets the program's LC_CTYPE, and no other category: numbers are read and written with a point whatever the locale.
 * Where the locale is unset, C or not installed, and asks for no other character set, a UTF-8 one is taken. */
void av_environment_read(struct av_environment *environment);

#endif
