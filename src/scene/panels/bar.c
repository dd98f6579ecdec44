#include <math.h>

#include "panels.h"

void av_draw_bar(const struct av_pen *pen, int x, int y, int length, double share, enum av_role role)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    int parts = share > 0 && share <= 1 ? (int)lround(share * length * 8) : 0; /* NaN has no bar */
    for (; parts > 0; parts -= 8)
        x = av_draw_text(pen, x, y, role, eighths[parts >= 8 ? 8 : parts]);
}
