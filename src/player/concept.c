#include "attnviz/player/concept.h"

/* clang-format off */
static const unsigned char concepts[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING]     = AV_CONCEPT_EMBEDDING,
    [AV_VIEW_POSITION]      = AV_CONCEPT_POSITION,
    [AV_VIEW_EMBEDDING_S]   = AV_CONCEPT_SOURCE,
    [AV_VIEW_POSITION_S]    = AV_CONCEPT_SOURCE,
    [AV_VIEW_SOURCE]        = AV_CONCEPT_SOURCE,
    [AV_VIEW_X]             = AV_CONCEPT_X,
    [AV_VIEW_GAIN_1]        = AV_CONCEPT_GAIN,
    [AV_VIEW_SHIFT_1]       = AV_CONCEPT_BIAS,
    [AV_VIEW_NORM_1]        = AV_CONCEPT_NORM,
    [AV_VIEW_W_Q]           = AV_CONCEPT_W_QKV,
    [AV_VIEW_W_K]           = AV_CONCEPT_W_QKV,
    [AV_VIEW_W_V]           = AV_CONCEPT_W_QKV,
    [AV_VIEW_B_Q]           = AV_CONCEPT_BIAS,
    [AV_VIEW_B_K]           = AV_CONCEPT_BIAS,
    [AV_VIEW_B_V]           = AV_CONCEPT_BIAS,
    [AV_VIEW_Q]             = AV_CONCEPT_QUERY,
    [AV_VIEW_K]             = AV_CONCEPT_KEY,
    [AV_VIEW_V]             = AV_CONCEPT_VALUE,
    [AV_VIEW_S]             = AV_CONCEPT_SCORE,
    [AV_VIEW_A]             = AV_CONCEPT_WEIGHT,
    [AV_VIEW_MIX]           = AV_CONCEPT_MIX,
    [AV_VIEW_JOINED]        = AV_CONCEPT_JOINED,
    [AV_VIEW_W_O]           = AV_CONCEPT_W_O,
    [AV_VIEW_B_O]           = AV_CONCEPT_BIAS,
    [AV_VIEW_OUTPUT]        = AV_CONCEPT_OUTPUT,
    [AV_VIEW_SUM_1]         = AV_CONCEPT_RESIDUAL,
    [AV_VIEW_GAIN_2]        = AV_CONCEPT_GAIN,
    [AV_VIEW_SHIFT_2]       = AV_CONCEPT_BIAS,
    [AV_VIEW_NORM_2]        = AV_CONCEPT_NORM,
    [AV_VIEW_W_GATE]        = AV_CONCEPT_W_UP_DOWN,
    [AV_VIEW_W_UP]          = AV_CONCEPT_W_UP_DOWN,
    [AV_VIEW_B_GATE]        = AV_CONCEPT_BIAS,
    [AV_VIEW_B_UP]          = AV_CONCEPT_BIAS,
    [AV_VIEW_GATE]          = AV_CONCEPT_UP_GATE,
    [AV_VIEW_UP]            = AV_CONCEPT_UP_GATE,
    [AV_VIEW_HIDDEN]        = AV_CONCEPT_ACTIVATION,
    [AV_VIEW_W_DOWN]        = AV_CONCEPT_W_UP_DOWN,
    [AV_VIEW_B_DOWN]        = AV_CONCEPT_BIAS,
    [AV_VIEW_FEED]          = AV_CONCEPT_FEED_FORWARD,
    [AV_VIEW_SUM_2]         = AV_CONCEPT_RESIDUAL,
    [AV_VIEW_FINAL_GAIN]    = AV_CONCEPT_GAIN,
    [AV_VIEW_FINAL_SHIFT]   = AV_CONCEPT_BIAS,
    [AV_VIEW_FINAL_NORM]    = AV_CONCEPT_NORM,
    [AV_VIEW_W_OUT]         = AV_CONCEPT_W_OUT,
    [AV_VIEW_LOGITS]        = AV_CONCEPT_LOGITS,
    [AV_VIEW_NEXT]          = AV_CONCEPT_PROBABILITY,
    [AV_VIEW_COST]          = AV_CONCEPT_MULTIPLY_ADD,
};
/* clang-format on */

enum av_concept av_concept_of_view(enum av_view_id id)
{
    return (enum av_concept)concepts[id];
}
