#include "attnviz/lesson/lens.h"

static const char *const names[AV_LENS_COUNT] = {
    [AV_LENS_PANELS] = "panels", [AV_LENS_SIDE] = "side",       [AV_LENS_BLOCKS] = "blocks",
    [AV_LENS_COUNTS] = "counts", [AV_LENS_MEASURE] = "measure", [AV_LENS_SIZES] = "sizes",
    [AV_LENS_FLASH] = "flash",   [AV_LENS_PAGED] = "paged",     [AV_LENS_HEADS] = "heads",
    [AV_LENS_LAYERS] = "layers", [AV_LENS_LOSS] = "loss",       [AV_LENS_SCALE] = "scale",
    [AV_LENS_MERGED] = "merged",
};

const char *av_lens_name(enum av_lens lens)
{
    return names[lens];
}
