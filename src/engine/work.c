#include "attnviz/engine/work.h"

static const char *const names[AV_WORK_KIND_COUNT] = {
    [AV_WORK_PROJECT] = "project", [AV_WORK_SCORES] = "scores", [AV_WORK_MIX] = "mix",
    [AV_WORK_OUTPUT] = "output",   [AV_WORK_BLOCK] = "block",   [AV_WORK_LOGITS] = "logits",
};

const char *av_work_kind_name(enum av_work_kind kind)
{
    return names[kind];
}

uint64_t av_work_multiply_adds(const struct av_work *work)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        sum += work->multiply_adds[kind];
    return sum;
}

void av_work_add(struct av_work *total, const struct av_work *part)
{
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        total->multiply_adds[kind] += part->multiply_adds[kind];
    total->cache_bytes_read += part->cache_bytes_read;
    total->cache_bytes_written += part->cache_bytes_written;
}
