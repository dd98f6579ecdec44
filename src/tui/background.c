#include "background.h"

#include <stdlib.h>
#include <string.h>

enum av_theme av_background_guess(const char *colorfgbg)
{
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!last || last[1] < '0' || last[1] > '9')
        return AV_THEME_ANY;
    long number = strtol(last + 1, NULL, 10);
    return number == 7 || (number >= 9 && number <= 15) ? AV_THEME_LIGHT : AV_THEME_DARK;
}

/* Light where it is closer to white than to black for the eye (Rec. 709 luma). Some answer "rgba:…": the rest is not
 * read. */
bool av_background_parse(const char *answer, enum av_theme *theme)
{
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    const char *text = strchr(answer, ':');
    double luma = 0;
    if (!text || strncmp(answer, AV_BACKGROUND_ANSWER "rgb", sizeof AV_BACKGROUND_ANSWER + 2) != 0)
        return false;
    for (int i = 0; i < 3; i++) {
        const char *digits = text + 1;
        char *end;
        unsigned long value = strtoul(digits, &end, 16);
        if (end == digits || end - digits > 4 || (i < 2 && *end != '/'))
            return false;
        luma += weight[i] * (double)value / (double)((1ul << (4 * (end - digits))) - 1);
        text = end;
    }
    *theme = luma > 0.5 ? AV_THEME_LIGHT : AV_THEME_DARK;
    return true;
}
