/* The terms of a sum that a line has room for. */
#ifndef ATTNVIZ_SCENE_PANELS_SUM_H
#define ATTNVIZ_SCENE_PANELS_SUM_H

#include "attnviz/player/explain.h"
#include "writer.h"

#define AV_SUM_TERMS_MAX 64

struct av_sum {
    struct av_term terms[AV_SUM_TERMS_MAX]; /* the largest, in their order */
    int n;
    int n_other; /* that are not 0 either */
};

/* The terms that can be written in room columns at most, each looked at once. */
void av_sum_collect(struct av_sum *sum, const struct av_explanation *explanation, int room);

/* Writes the whole sum, of one too long for the line the largest terms and how many others there are. Returns what the
 * printed terms add up to. */
double av_sum_write(const struct av_sum *whole, const struct av_explanation *explanation, struct av_writer *writer);

#endif
