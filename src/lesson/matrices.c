#include "attnviz/lesson/matrices.h"

#include <string.h>

static const char *const names[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] = "E", [AV_VIEW_POSITION] = "P", [AV_VIEW_X] = "x",      [AV_VIEW_NORM_1] = "N1",
    [AV_VIEW_W_Q] = "W_Q",     [AV_VIEW_W_K] = "W_K",    [AV_VIEW_W_V] = "W_V",  [AV_VIEW_Q] = "Q",
    [AV_VIEW_K] = "K",         [AV_VIEW_V] = "V",        [AV_VIEW_S] = "S",      [AV_VIEW_A] = "A",
    [AV_VIEW_MIX] = "AV",      [AV_VIEW_JOINED] = "H",   [AV_VIEW_W_O] = "W_O",  [AV_VIEW_OUTPUT] = "O",
    [AV_VIEW_SUM_1] = "R1",    [AV_VIEW_NORM_2] = "N2",  [AV_VIEW_GATE] = "G",   [AV_VIEW_UP] = "U",
    [AV_VIEW_HIDDEN] = "F1",   [AV_VIEW_FEED] = "F",     [AV_VIEW_SUM_2] = "R2", [AV_VIEW_FINAL_NORM] = "N",
    [AV_VIEW_W_OUT] = "W_out", [AV_VIEW_LOGITS] = "L",   [AV_VIEW_NEXT] = "p",
};

const char *av_view_name(enum av_view_id id)
{
    return names[id];
}

bool av_view_parse(const char *name, enum av_view_id *id)
{
    for (int i = 0; i < AV_VIEW_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *id = (enum av_view_id)i;
            return true;
        }
    }
    return false;
}
