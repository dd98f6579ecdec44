/* What of a view a flow reaches. */
#include <limits.h>

#include "flow_part.h"
#include "inner.h"
#include "view_table.h"

/* All heads' a·V is the same matrix as one head's. */
static enum av_view_id whole(enum av_view_id id)
{
    return id == AV_VIEW_JOINED ? AV_VIEW_MIX : id;
}

static int whole_column(const struct av_view *view, int column)
{
    return av_axis_first(view, av_matrix_info(view->id)->columns) + column;
}

/* True for what the model has once, and not in each layer. */
static bool is_of_model(enum av_view_id id)
{
    return id < AV_VIEW_X || id >= AV_VIEW_FINAL_GAIN;
}

static bool is_source(const struct av_flow *flow, const struct av_view *view, int row, int column)
{
    const struct av_address *source = &flow->source;
    bool of_head = av_view_info(view->id)->kind == AV_KIND_SCORES;
    return whole(view->id) == whole(source->view) && row == source->row && whole_column(view, column) == flow->column &&
           (is_of_model(view->id) || view->place.layer == source->place.layer) &&
           (!of_head || view->place.head == source->place.head);
}

static bool reaches(const struct av_flow *flow, const struct av_view *view, int level, int row, int column)
{
    const struct av_flow_part *part = &flow->parts[whole(view->id)][level];
    if (view->id == AV_VIEW_NEXT)
        return !av_flow_is_empty(part);
    enum av_axis axis = av_view_row_axis(view);
    if (view->id == AV_VIEW_S && av_flow_computes(flow, axis, row) &&
        av_flow_has_row(flow, av_view_column_axis(view), level == 1 ? 0 : level, flow->keys[level], column))
        return true;
    return !av_flow_is_empty(part) && av_flow_has_row(flow, axis, level, part->rows, row) &&
           av_flow_has_column(part->columns, whole_column(view, column));
}

enum av_flow_reach av_flow_at(const struct av_flow *flow, const struct av_view *view, int row, int column)
{
    if (!flow->flows)
        return AV_FLOW_NONE;
    if (is_source(flow, view, row, column))
        return AV_FLOW_SOURCE;
    bool direct = reaches(flow, view, 1, row, column);
    if (!direct && !reaches(flow, view, 2, row, column))
        return AV_FLOW_NONE;
    struct av_cell cell = av_view_cell(view, row, column);
    bool dropped = view->id == AV_VIEW_NEXT && cell.value == 0;
    if (dropped || (cell.state != AV_STATE_NEW && cell.state != AV_STATE_RECOMPUTED))
        return AV_FLOW_NONE;
    return direct ? AV_FLOW_DIRECT : AV_FLOW_FURTHER;
}

long av_flow_count(const struct av_flow *flow, const struct av_view *view, enum av_flow_reach reach)
{
    long count = 0;
    for (int row = 0; row < view->rows && flow->flows; row++) {
        bool alike = view->id != AV_VIEW_NEXT && av_view_info(view->id)->kind != AV_KIND_SCORES;
        if (alike && !av_flow_computes(flow, av_view_row_axis(view), row)) /* none of the row */
            continue;
        for (int column = 0; column < view->columns; column++)
            count += av_flow_at(flow, view, row, column) == reach;
    }
    return count;
}
