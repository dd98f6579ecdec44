/* The figures of the cost panel that a lesson can ask for, and the names by which it calls them. */
#ifndef ATTNVIZ_LESSON_FIGURES_H
#define ATTNVIZ_LESSON_FIGURES_H

#include <stdbool.h>

enum av_figure {
    AV_FIGURE_CACHED,              /* multiply-adds of this step with the cache                        */
    AV_FIGURE_UNCACHED,            /* and without it                                                   */
    AV_FIGURE_SAVED,               /* uncached − cached, in multiply-adds                              */
    AV_FIGURE_SAVED_PERCENT,       /* 100 · (1 − cached / uncached)                                    */
    AV_FIGURE_TOTAL_CACHED,        /* the same four, of all steps up to this one                       */
    AV_FIGURE_TOTAL_UNCACHED,      /*                                                                  */
    AV_FIGURE_TOTAL_SAVED,         /*                                                                  */
    AV_FIGURE_TOTAL_SAVED_PERCENT, /*                                                                  */
    AV_FIGURE_CACHE_BYTES,         /* what the cache holds at this place; 0 with the cache off         */
    AV_FIGURE_BYTES_PER_TOKEN,     /* what each token adds to it                                       */
    AV_FIGURE_MAX_DIFFERENCE,      /* max|Δ| of what this step computes, both ways                    */
    AV_FIGURE_COMPARED,            /* how many values that is                                         */
    AV_FIGURE_COUNT,
};

/* "cached", "uncached", "saved", "saved_percent", "total_cached", "total_uncached", "total_saved",
 * "total_saved_percent", "cache_bytes", "bytes_per_token", "max_difference", "compared", in the order of the enum. */
const char *av_figure_name(enum av_figure figure);

/* True for all but the percentages and max|Δ|: a whole number. */
bool av_figure_is_count(enum av_figure figure);

#endif
