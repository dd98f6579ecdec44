#include "attnviz/lesson/states.h"

static const char *const names[AV_STATE_COUNT] = {
    [AV_STATE_NEW] = "new",       [AV_STATE_REUSED] = "reused", [AV_STATE_RECOMPUTED] = "recomputed",
    [AV_STATE_MASKED] = "masked", [AV_STATE_DONE] = "done",     [AV_STATE_DISCARDED] = "discarded",
    [AV_STATE_NEVER] = "never",   [AV_STATE_FUTURE] = "future", [AV_STATE_WEIGHT] = "weight",
};

const char *av_state_name(enum av_state state)
{
    return names[state];
}
