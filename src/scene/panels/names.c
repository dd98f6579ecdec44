#include "names.h"

#include <stdio.h>

#define LABEL_BYTES 64

const char *av_symbol(enum av_view_id id)
{
    static const char *const symbols[AV_VIEW_COUNT] = {
        [AV_VIEW_Q] = "q",         [AV_VIEW_K] = "k",          [AV_VIEW_V] = "v",      [AV_VIEW_S] = "s",
        [AV_VIEW_A] = "a",         [AV_VIEW_MIX] = "a⋅V",      [AV_VIEW_OUTPUT] = "o", [AV_VIEW_JOINED] = "h",
        [AV_VIEW_SUM_1] = "(x+o)", [AV_VIEW_LOGITS] = "logit",
    };
    return symbols[id] != NULL ? symbols[id] : av_view_name(id);
}

const char *av_panel_name(enum av_view_id id)
{
    return id == AV_VIEW_MIX ? "A⋅V" : id == AV_VIEW_JOINED ? "H" : id == AV_VIEW_LOGITS ? "logits" : av_view_name(id);
}

const char *av_cell_name(const struct av_view *view, int row, int column, char *buffer, size_t size)
{
    char label[LABEL_BYTES];
    if (view->id == AV_VIEW_COST) {
        snprintf(buffer, size, "%s", av_string_figure((enum av_figure)row, view->player->language));
        return buffer;
    }
    if (view->id == AV_VIEW_NEXT)
        return av_row_name(view, row, buffer, size);
    if (av_view_row_axis(view) == AV_AXIS_ONE) {
        snprintf(buffer, size, "%s(%s)", av_symbol(view->id), av_view_column_label(view, column, label, sizeof label));
        return buffer;
    }
    char row_label[LABEL_BYTES];
    snprintf(buffer, size, "%s(%s, %s)", av_symbol(view->id), av_view_row_label(view, row, row_label, sizeof row_label),
             av_view_column_label(view, column, label, sizeof label));
    return buffer;
}

const char *av_row_name(const struct av_view *view, int row, char *buffer, size_t size)
{
    char label[LABEL_BYTES];
    snprintf(buffer, size, "%s(%s)", av_symbol(view->id), av_view_row_label(view, row, label, sizeof label));
    return buffer;
}

const char *av_column_name(const struct av_view *view, int column, char *buffer, size_t size)
{
    char label[LABEL_BYTES];
    snprintf(buffer, size, "%s(·, %s)", av_symbol(view->id), av_view_column_label(view, column, label, sizeof label));
    return buffer;
}
