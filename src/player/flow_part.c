#include "flow_part.h"

#include <limits.h>

#include "attnviz/player/player.h"

bool av_flow_computes(const struct av_flow *flow, enum av_axis axis, int row)
{
    const struct av_trace *trace = av_player_trace(flow->player);
    int t = flow->player->place.token;
    return axis == AV_AXIS_SOURCE ? trace->source.written > t : row <= t && trace->written[row] > t;
}

/* The source's own row, or all that look up the same row of the embedding. */
static bool is_source_row(const struct av_flow *flow, enum av_axis axis, int row)
{
    if (flow->source_id >= 0 && axis == AV_AXIS_SOURCE)
        return flow->player->run.lesson->source[row] == flow->source_id;
    if (flow->source_id >= 0)
        return av_player_token(flow->player, row) == flow->source_id;
    return row == flow->source.row;
}

bool av_flow_has_row(const struct av_flow *flow, enum av_axis axis, int level, struct av_flow_rows rows, int row)
{
    bool to_come = axis != AV_AXIS_SOURCE && row > flow->player->place.token;
    if (to_come || (level > 0 && !av_flow_computes(flow, axis, row)))
        return false;
    return row >= rows.from || (rows.source && is_source_row(flow, axis, row));
}

bool av_flow_has_source_row(const struct av_flow *flow, int level, struct av_flow_rows rows)
{
    bool has = false;
    for (int j = 0; j < flow->player->run.lesson->n_source && !has; j++)
        has = av_flow_has_row(flow, AV_AXIS_SOURCE, level, rows, j);
    return has;
}

bool av_flow_has_column(struct av_flow_columns columns, int column)
{
    int from_first = column - columns.first;
    if (columns.count == 0 || from_first < 0)
        return false;
    int block = columns.count > 1 ? from_first / columns.step : 0;
    return block < columns.count && from_first - block * columns.step < columns.width;
}

struct av_flow_columns av_flow_columns(int first, int width)
{
    return (struct av_flow_columns){.first = first, .width = width, .step = 0, .count = 1};
}

bool av_flow_columns_meet(struct av_flow_columns columns, int first, int width)
{
    for (int column = first; column < first + width; column++) {
        if (av_flow_has_column(columns, column))
            return true;
    }
    return false;
}

bool av_flow_is_empty(const struct av_flow_part *part)
{
    return part->columns.count == 0 || (!part->rows.source && part->rows.from == INT_MAX);
}

struct av_flow_rows av_flow_join_rows(struct av_flow_rows a, struct av_flow_rows b)
{
    return (struct av_flow_rows){a.source || b.source, a.from < b.from ? a.from : b.from};
}

/* Of what has several blocks, up to the end of the last. */
static int extent(struct av_flow_columns columns)
{
    return columns.width + (columns.count - 1) * columns.step;
}

void av_flow_join(struct av_flow_part *part, struct av_flow_rows rows, struct av_flow_columns columns)
{
    if (av_flow_is_empty(part)) {
        *part = (struct av_flow_part){rows, columns};
        return;
    }
    part->rows = av_flow_join_rows(part->rows, rows);
    if (extent(columns) > extent(part->columns))
        part->columns = columns;
}
