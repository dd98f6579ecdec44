#include "attnviz/player/term.h"

/* clang-format off */
static const unsigned char terms[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING]  = AV_TERM_EMBEDDING,
    [AV_VIEW_POSITION]   = AV_TERM_POSITION,
    [AV_VIEW_X]          = AV_TERM_X,
    [AV_VIEW_NORM_1]     = AV_TERM_NORM,
    [AV_VIEW_W_Q]        = AV_TERM_W_QKV,
    [AV_VIEW_W_K]        = AV_TERM_W_QKV,
    [AV_VIEW_W_V]        = AV_TERM_W_QKV,
    [AV_VIEW_Q]          = AV_TERM_QUERY,
    [AV_VIEW_K]          = AV_TERM_KEY,
    [AV_VIEW_V]          = AV_TERM_VALUE,
    [AV_VIEW_S]          = AV_TERM_SCORE,
    [AV_VIEW_A]          = AV_TERM_WEIGHT,
    [AV_VIEW_MIX]        = AV_TERM_MIX,
    [AV_VIEW_JOINED]     = AV_TERM_JOINED,
    [AV_VIEW_W_O]        = AV_TERM_W_O,
    [AV_VIEW_OUTPUT]     = AV_TERM_OUTPUT,
    [AV_VIEW_SUM_1]      = AV_TERM_RESIDUAL,
    [AV_VIEW_NORM_2]     = AV_TERM_NORM,
    [AV_VIEW_GATE]       = AV_TERM_UP_GATE,
    [AV_VIEW_UP]         = AV_TERM_UP_GATE,
    [AV_VIEW_HIDDEN]     = AV_TERM_ACTIVATION,
    [AV_VIEW_FEED]       = AV_TERM_FEED_FORWARD,
    [AV_VIEW_SUM_2]      = AV_TERM_RESIDUAL,
    [AV_VIEW_FINAL_NORM] = AV_TERM_NORM,
    [AV_VIEW_W_OUT]      = AV_TERM_W_OUT,
    [AV_VIEW_LOGITS]     = AV_TERM_LOGITS,
    [AV_VIEW_NEXT]       = AV_TERM_PROBABILITY,
};
/* clang-format on */

enum av_term av_term_of_view(enum av_view_id id)
{
    return (enum av_term)terms[id];
}
