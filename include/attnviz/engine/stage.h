/* The stages of one decode step, in the order in which the numbers come to be. */
#ifndef ATTNVIZ_ENGINE_STAGE_H
#define ATTNVIZ_ENGINE_STAGE_H

#include <stdbool.h>

struct av_config;

enum av_stage {
    AV_STAGE_EMBED,   /* x = embedding + position                          once a step   */
    AV_STAGE_PROJECT, /* q = x·W_Q, k = x·W_K, v = x·W_V                   in each layer */
    AV_STAGE_APPEND,  /* k and v join the cache (or all of K, V is rebuilt)              */
    AV_STAGE_SCORES,  /* q·kᵀ                                                            */
    AV_STAGE_SCALE,   /* ÷ √d_k                                                          */
    AV_STAGE_MASK,    /* + M                                                             */
    AV_STAGE_SOFTMAX, /* a = softmax(s)                                                  */
    AV_STAGE_MIX,     /* a·V                                                             */
    AV_STAGE_OUTPUT,  /* heads joined · W_O                                              */
    AV_STAGE_BLOCK,   /* residual, norm, feed-forward, where the model has them          */
    AV_STAGE_LOGITS,  /* x·W_out                                           once a step   */
    AV_STAGE_NEXT,    /* the token is chosen and appended                  once a step   */
    AV_STAGE_COUNT,
};

/* The stage's name in the lesson format: "embed", "project", … */
const char *av_stage_name(enum av_stage stage);

/* True for the stages from project to block, which every layer runs. */
bool av_stage_in_layer(enum av_stage stage);

/* False for block in a model without residual, norm and feed-forward, and for mask in one that attends to a source. */
bool av_stage_exists(const struct av_config *config, enum av_stage stage);

#endif
