/* What an eye makes of a cell. */
#ifndef ATTNVIZ_TESTS_PROGRAM_COLORS_H
#define ATTNVIZ_TESTS_PROGRAM_COLORS_H

#include "session.h"

/* The cell's colours as they are seen: with inverse video they change places. */
struct seen {
    VTermColor text, ground;
};
struct seen seen(const VTermScreenCell *cell);

/* WCAG 2 contrast of a cell's text with its ground, 1 … 21. */
double seen_contrast(const struct session *session, const VTermScreenCell *cell);

bool is_blank(const VTermScreenCell *cell);

/* The terminal's own colours: light text on black, or the other way round. */
void set_background(struct session *session, bool light);

#endif
