#include "parts.h"

int av_parts_deal(const int *wanted, const int *order, int n, int height, int *lines)
{
    for (int i = 0; i < n; i++) {
        int part = order[i];
        lines[part] = wanted[part] <= height ? wanted[part] : 0;
        height -= lines[part];
    }
    return height;
}

void av_parts_air(const int *lines, const bool *airy, int n, int height, int *air)
{
    int left = height;
    for (int part = 0; part < n; part++)
        left -= lines[part];
    for (int part = 0; part < n; part++) {
        air[part] = airy[part] && lines[part] > 0 && left > 0;
        left -= air[part];
    }
}
