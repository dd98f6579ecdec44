/* Is the terminal's background dark or light? A guess at once, and perhaps an answer later; nobody waits for it. */
#ifndef ATTNVIZ_TUI_BACKGROUND_H
#define ATTNVIZ_TUI_BACKGROUND_H

#include <stdint.h>

#include "attnviz/player/player.h"

/* From $COLORFGBG ("15;0": the last number is the background's), or NULL; dark where it says nothing. */
enum av_theme av_background_guess(const char *colorfgbg);

/* The theme for a background colour, 0xrrggbb. */
enum av_theme av_background_theme(uint32_t color);

#endif
