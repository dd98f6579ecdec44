/* Work: what a forward pass did, counted wherever a kernel is called that multiplies. */
#ifndef ATTNVIZ_ENGINE_WORK_H
#define ATTNVIZ_ENGINE_WORK_H

#include <stdint.h>

enum av_work_kind {
    AV_WORK_PROJECT, /* x·W_Q, x·W_K, x·W_V: rows × d_model × columns */
    AV_WORK_SCORES,  /* q·kᵀ: d_k for each score                      */
    AV_WORK_MIX,     /* a·V: d_v for each weight                      */
    AV_WORK_OUTPUT,  /* joined · W_O                                  */
    AV_WORK_BLOCK,   /* the feed-forward's matrices                   */
    AV_WORK_LOGITS,  /* x·W_out                                       */
    AV_WORK_KIND_COUNT,
};

struct av_work {
    uint64_t multiply_adds[AV_WORK_KIND_COUNT];
    /* Of K and V: a row reads the keys and values of all tokens it meets, once for each key head, as the query heads
     * that share one find them at hand. Without a cache every row does so, of a K and V that were written anew. */
    uint64_t cache_bytes_read;    /* by scores and mix */
    uint64_t cache_bytes_written; /* by append         */
};

/* The kind's name: "project", "scores", … */
const char *av_work_kind_name(enum av_work_kind kind);

/* The sum over all kinds. */
uint64_t av_work_multiply_adds(const struct av_work *work);

/* total += part, field by field. */
void av_work_add(struct av_work *total, const struct av_work *part);

#endif
