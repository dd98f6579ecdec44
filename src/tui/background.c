#include "background.h"

#include <stdlib.h>
#include <string.h>

enum av_theme av_background_guess(const char *colorfgbg)
{
    const char *last = colorfgbg != NULL ? strrchr(colorfgbg, ';') : NULL;
    if (last == NULL || last[1] < '0' || last[1] > '9')
        return AV_THEME_DARK;
    long number = strtol(last + 1, NULL, 10);
    return number == 7 || (number >= 9 && number <= 15) ? AV_THEME_LIGHT : AV_THEME_DARK;
}

/* Light where it is closer to white than to black for the eye (Rec. 709 luma). */
enum av_theme av_background_theme(uint32_t color)
{
    unsigned red = color >> 16 & 0xff, green = color >> 8 & 0xff, blue = color & 0xff;
    return 2126 * red + 7152 * green + 722 * blue > 128 * 10000 ? AV_THEME_LIGHT : AV_THEME_DARK;
}
