/* Colours: a style becomes ncurses' attributes and a colour pair, as near as the terminal comes to it. */
#ifndef ATTNVIZ_TUI_COLORS_H
#define ATTNVIZ_TUI_COLORS_H

#include <curses.h>
#include <stdbool.h>

#include "attnviz/scene/theme.h"

struct av_look {
    attr_t attributes;
    int pair;
    int background; /* the pair's; a colour number, −1 for the terminal's own */
};

/* Starts colours where they are wanted; false where there are none. The terminal is open. */
bool av_colors_open(bool wanted);

/* True where a blank shows the same in both. */
bool av_colors_same_blank(const struct av_look *a, const struct av_look *b);

/* The look of a role with a heat. Without colours the theme is AV_THEME_MONO. */
const struct av_look *av_colors_look(enum av_theme theme, enum av_role role, int heat);

#endif
