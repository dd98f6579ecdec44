/* Terms: what the glossary explains, in the order in which the numbers come to be. */
#ifndef ATTNVIZ_PLAYER_TERM_H
#define ATTNVIZ_PLAYER_TERM_H

#include "attnviz/lesson/matrices.h"

enum av_term {
    AV_TERM_NONE,

    AV_TERM_TOKEN, /* the text and the steps */
    AV_TERM_VOCABULARY,
    AV_TERM_N,
    AV_TERM_PROMPT,
    AV_TERM_STEP,
    AV_TERM_STAGE,
    AV_TERM_LAYER,

    AV_TERM_ROW, /* a token becomes a row of numbers */
    AV_TERM_D_MODEL,
    AV_TERM_EMBEDDING,
    AV_TERM_POSITION,
    AV_TERM_ROTARY,
    AV_TERM_X,

    AV_TERM_W_QKV, /* query, key, value */
    AV_TERM_BIAS,
    AV_TERM_QUERY,
    AV_TERM_KEY,
    AV_TERM_VALUE,
    AV_TERM_D_K,
    AV_TERM_D_V,
    AV_TERM_HEAD,
    AV_TERM_MULTI_HEAD,
    AV_TERM_N_KV_HEAD,
    AV_TERM_GROUPED_QUERY,

    AV_TERM_ATTENTION, /* attention */
    AV_TERM_DOT_PRODUCT,
    AV_TERM_TRANSPOSED,
    AV_TERM_SCORE,
    AV_TERM_SCALE,
    AV_TERM_MASK,
    AV_TERM_MINUS_INFINITY,
    AV_TERM_SOFTMAX,
    AV_TERM_EXP,
    AV_TERM_WEIGHT,
    AV_TERM_MIX,

    AV_TERM_JOINED, /* the block around it */
    AV_TERM_W_O,
    AV_TERM_OUTPUT,
    AV_TERM_RESIDUAL,
    AV_TERM_NORM,
    AV_TERM_LAYER_NORM,
    AV_TERM_RMS_NORM,
    AV_TERM_FEED_FORWARD,
    AV_TERM_D_FF,
    AV_TERM_UP_GATE,
    AV_TERM_ACTIVATION,
    AV_TERM_LAYER_RESULT,

    AV_TERM_W_OUT, /* the next token */
    AV_TERM_LOGITS,
    AV_TERM_PROBABILITY,
    AV_TERM_GREEDY,
    AV_TERM_TEMPERATURE,
    AV_TERM_TOP_K,
    AV_TERM_TOP_P,
    AV_TERM_SEED,

    AV_TERM_KV_CACHE, /* the cache and what it saves */
    AV_TERM_PREFILL,
    AV_TERM_DECODE,
    AV_TERM_REUSED,
    AV_TERM_RECOMPUTED,
    AV_TERM_DISCARDED,
    AV_TERM_MULTIPLY_ADD,
    AV_TERM_BYTES,
    AV_TERM_MAX_DIFFERENCE,

    AV_TERM_COUNT,
};

/* The term that a view's numbers are called by. */
enum av_term av_term_of_view(enum av_view_id id);

#endif
