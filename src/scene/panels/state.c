#include "panels.h"

static const struct {
    enum av_role role;
    const char *glyph;
} states[] = {
    [AV_STATE_NEW] = {AV_ROLE_NEW, "+"},
    [AV_STATE_REUSED] = {AV_ROLE_REUSED, "="},
    [AV_STATE_RECOMPUTED] = {AV_ROLE_RECOMPUTED, "!"},
    [AV_STATE_MASKED] = {AV_ROLE_MASKED, " "},
    [AV_STATE_DONE] = {AV_ROLE_DONE, " "},
    [AV_STATE_DISCARDED] = {AV_ROLE_DISCARDED, "·"},
    [AV_STATE_NEVER] = {AV_ROLE_NEVER, "·"},
    [AV_STATE_FUTURE] = {AV_ROLE_FUTURE, " "},
    [AV_STATE_WEIGHT] = {AV_ROLE_WEIGHT, " "},
};

enum av_role av_state_role(enum av_state state)
{
    return states[state].role;
}

const char *av_state_glyph(enum av_state state)
{
    return states[state].glyph;
}
