#include "attnviz/lesson/figures.h"

static const char *const names[AV_FIGURE_COUNT] = {
    [AV_FIGURE_CACHED] = "cached",
    [AV_FIGURE_UNCACHED] = "uncached",
    [AV_FIGURE_SAVED] = "saved",
    [AV_FIGURE_SAVED_PERCENT] = "saved_percent",
    [AV_FIGURE_TOTAL_CACHED] = "total_cached",
    [AV_FIGURE_TOTAL_UNCACHED] = "total_uncached",
    [AV_FIGURE_TOTAL_SAVED] = "total_saved",
    [AV_FIGURE_TOTAL_SAVED_PERCENT] = "total_saved_percent",
    [AV_FIGURE_CACHE_BYTES] = "cache_bytes",
    [AV_FIGURE_BYTES_PER_TOKEN] = "bytes_per_token",
    [AV_FIGURE_COMPARED] = "compared",
    [AV_FIGURE_MAX_DIFFERENCE] = "max_difference",
};

const char *av_figure_name(enum av_figure figure)
{
    return names[figure];
}

bool av_figure_is_count(enum av_figure figure)
{
    return figure != AV_FIGURE_SAVED_PERCENT && figure != AV_FIGURE_TOTAL_SAVED_PERCENT &&
           figure != AV_FIGURE_MAX_DIFFERENCE;
}
