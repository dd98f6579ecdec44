/* Themes: how each role looks on a dark terminal, on a light one, on one nobody knows, and without colours. */
#ifndef ATTNVIZ_SCENE_THEME_H
#define ATTNVIZ_SCENE_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/player/player.h"
#include "attnviz/scene/canvas.h"

#define AV_COLOR_DEFAULT 0xff000000u /* the terminal's own foreground or background */

struct av_style {
    uint32_t foreground, background; /* 0xrrggbb, or AV_COLOR_DEFAULT */
    int ansi_foreground;             /* the same for terminals of 8 or 16 colours: 0 … 15, or −1 for their own */
    int ansi_background;
    bool bold, dim, underline, inverse;
};

/* The look of a role; heat as in a canvas cell (its background replaces the role's, its foreground stays readable on
 * it: contrast ≥ 4.5). In AV_THEME_MONO only attributes. */
struct av_style av_theme_style(enum av_theme theme, enum av_role role, int heat);

/* WCAG 2 contrast of two colours, 1 … 21. */
double av_theme_contrast(uint32_t a, uint32_t b);

#endif
