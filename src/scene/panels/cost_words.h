/* The figures of the cost in words and digits. */
#ifndef ATTNVIZ_SCENE_PANELS_COST_WORDS_H
#define ATTNVIZ_SCENE_PANELS_COST_WORDS_H

#include "panels.h"

/* A figure as it is printed: "4 640", "90.0 %", "640 B"; in buffer. */
const char *av_figure_text(enum av_figure figure, double value, char *buffer, size_t size);

/* The sum behind it, of live numbers: "project 192 + scores 80 + … = 536"; in buffer. */
const char *av_figure_formula(const struct av_pen *pen, const struct av_view *view, enum av_figure figure, char *buffer,
                              size_t size);

/* What a column of its working is about: a kind of work, a part of what is compared, a token. */
const char *av_figure_term(const struct av_pen *pen, const struct av_view *view, enum av_figure figure, int column);

#endif
