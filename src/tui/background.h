/* Is the terminal's background dark or light? A guess at once, and perhaps an answer later; nobody waits for it. */
#ifndef ATTNVIZ_TUI_BACKGROUND_H
#define ATTNVIZ_TUI_BACKGROUND_H

#include <stdbool.h>

#include "attnviz/player/player.h"

/* From $COLORFGBG ("15;0": the last number is the background's), or NULL; AV_THEME_ANY where it says nothing. */
enum av_theme av_background_guess(const char *colorfgbg);

/* OSC 11: how emulators are asked, and how the body of their answer begins. */
#define AV_BACKGROUND_QUESTION "\033]11;?\033\\"
#define AV_BACKGROUND_ANSWER   "11;"

/* DA1, asked right behind: every emulator answers "Esc [ ? … c", so that after it nothing else is on its way. */
#define AV_LAST_QUESTION "\033[c"

/* From an answer's body, "11;rgb:hhhh/hhhh/hhhh", with one to four digits each. False where it is something else. */
bool av_background_parse(const char *answer, enum av_theme *theme);

#endif
