/* Text for people on a stream: what cannot be shown is escaped, and plain characters stand in where the locale asks for
 * them. */
#ifndef ATTNVIZ_SAY_H
#define ATTNVIZ_SAY_H

#include <stdio.h>

#include "attnviz/base/text.h"

/* Writes text in columns columns at least, filled with spaces; errors stay with the stream. */
void av_say(FILE *file, enum av_charset charset, int columns, const char *text);

/* Writes text and a newline. */
void av_say_line(FILE *file, enum av_charset charset, const char *text);

#endif
