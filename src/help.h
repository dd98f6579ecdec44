/* What --help says. */
#ifndef ATTNVIZ_HELP_H
#define ATTNVIZ_HELP_H

#include <stdio.h>

#include "attnviz/base/language.h"
#include "attnviz/base/text.h"
#include "cli.h"

void av_help_write(FILE *file, enum av_language language, enum av_charset charset);

/* An option as help and README show it: "-h, --help", "--size COLSxROWS"; in buffer[size]. */
const char *av_help_usage(const struct av_cli_option *option, char *buffer, size_t size);

#endif
