/* The value and the state of a cell. States follow from the stamps of the trace, which say what step first made a row
 * and what step wrote it as it stands, and from how far the step has come. */
#include "attnviz/player/view.h"

#include <assert.h>

#include "attnviz/player/cost.h"
#include "view_table.h"

static int step_of(const struct av_view *view)
{
    return view->place.token + 1;
}

/* What an earlier step wrote and this one did not touch. */
static enum av_state kept_state(enum av_view_id id)
{
    switch (id) {
    case AV_VIEW_K:
    case AV_VIEW_V:
        return AV_STATE_REUSED;
    case AV_VIEW_Q: /* no later token asks for it */
        return AV_STATE_DISCARDED;
    default:
        return AV_STATE_DONE;
    }
}

/* What this step writes, where it has come to the view's stage or not yet; born is the step that first made it. */
static enum av_state written_state(const struct av_view *view, int born)
{
    bool earlier = born < step_of(view);
    if (!av_view_reached(view, av_view_stage(view)))
        return earlier ? AV_STATE_DISCARDED : AV_STATE_FUTURE;
    return earlier ? AV_STATE_RECOMPUTED : AV_STATE_NEW;
}

static enum av_state row_state(const struct av_view *view, int row)
{
    const struct av_trace *trace = av_view_trace(view);
    if (av_view_row_axis(view) == AV_AXIS_SOURCE)
        return trace->source.written < step_of(view) ? kept_state(view->id) : written_state(view, view->run->n_first);
    if (row > view->place.token)
        return AV_STATE_FUTURE;
    if (trace->written[row] < step_of(view))
        return kept_state(view->id);
    return written_state(view, av_run_born(view->run, row));
}

/* True where the mask has replaced the number. */
static bool masked(const struct av_view *view, int row, int column)
{
    const struct av_rule *rule = &view->run->lesson->rule;
    if (!av_rule_hides(rule, row, column))
        return false;
    if (view->id == AV_VIEW_A) /* a score of 0 weighs something: that is why multiplying fails */
        return av_rule_removes(rule, row, column) && av_view_reached(view, AV_STAGE_SOFTMAX);
    return av_view_reached(view, AV_STAGE_MASK);
}

/* The same where the columns are a source's tokens: all are there from the start, and a row meets them all, once. */
static enum av_state source_score_state(const struct av_view *view, int row)
{
    const struct av_trace *trace = av_view_trace(view);
    if (row > view->place.token)
        return AV_STATE_FUTURE;
    return trace->written[row] < step_of(view) ? AV_STATE_DONE : written_state(view, trace->born[row]);
}

static enum av_state score_state(const struct av_view *view, int row, int column)
{
    const struct av_trace *trace = av_view_trace(view);
    int t = view->place.token;
    if (av_view_column_axis(view) == AV_AXIS_SOURCE)
        return source_score_state(view, row);
    if (row > t || column > t)
        return AV_STATE_FUTURE;
    if (trace->written[row] < step_of(view)) /* the row met the keys that there were in its step */
        return column <= row ? AV_STATE_DONE : column < trace->written[row] ? AV_STATE_DISCARDED : AV_STATE_NEVER;
    if (masked(view, row, column))
        return AV_STATE_MASKED;
    return written_state(view, av_run_born(view->run, row > column ? row : column));
}

static enum av_state cell_state(const struct av_view *view, int row, int column)
{
    double figure;
    switch (av_view_info(view->id)->kind) {
    case AV_KIND_WEIGHT:
        return AV_STATE_WEIGHT;
    case AV_KIND_SCORES:
        return score_state(view, row, column);
    case AV_KIND_COST:
        return av_cost_figure(view, (enum av_figure)row, &figure) ? AV_STATE_NEW : AV_STATE_FUTURE;
    case AV_KIND_NEXT:
        return av_view_reached(view, AV_STAGE_NEXT) ? AV_STATE_NEW : AV_STATE_FUTURE;
    default:
        return row_state(view, row);
    }
}

enum av_score_kind av_view_score_kind(const struct av_view *view)
{
    /* before this step has any, the rows are there as their own steps finished them */
    if (!av_view_reached(view, AV_STAGE_SCORES) || av_view_reached(view, AV_STAGE_MASK))
        return AV_SCORE_MASKED;
    return av_view_reached(view, AV_STAGE_SCALE) ? AV_SCORE_SCALED : AV_SCORE_RAW;
}

static float score_value(const struct av_view *view, int row, int column)
{
    const struct av_trace *trace = av_view_trace(view);
    const struct av_place *place = &view->place;
    if (view->id == AV_VIEW_A)
        return av_trace_weight(trace, place->layer, place->head, row, column);
    return av_trace_score(trace, av_view_score_kind(view), place->layer, place->head, row, column);
}

/* The row of the table that is looked up for the token at this place. */
static int lookup_row(const struct av_view *view, int row)
{
    if (view->id == AV_VIEW_EMBEDDING_S)
        return view->run->lesson->source[row];
    return view->id == AV_VIEW_EMBEDDING ? view->run->tokens[row] : row;
}

static float cell_value(const struct av_view *view, int row, int column)
{
    const struct av_matrix_info *info = av_matrix_info(view->id);
    int first = av_axis_first(view, info->columns);
    switch (av_view_info(view->id)->kind) {
    case AV_KIND_WEIGHT:
        return av_matrix_row(av_view_weight(view), row)[first + column];
    case AV_KIND_LOOKUP:
        return av_matrix_row(av_view_weight(view), lookup_row(view, row))[column];
    case AV_KIND_SCORES:
        return score_value(view, row, column);
    case AV_KIND_COST: {
        double figure = 0;
        av_cost_figure(view, (enum av_figure)row, &figure);
        return (float)figure;
    }
    case AV_KIND_NEXT:
        return view->run->candidates[row].probability;
    default:
        return av_trace_value(av_view_trace(view), (enum av_quantity)info->quantity, view->place.layer, row,
                              first + column);
    }
}

struct av_cell av_view_cell(const struct av_view *view, int row, int column)
{
    assert(row >= 0 && row < view->rows && column >= 0 && column < view->columns);
    struct av_cell cell = {.state = cell_state(view, row, column)};
    cell.has_value = cell.state != AV_STATE_DISCARDED && cell.state != AV_STATE_NEVER && cell.state != AV_STATE_FUTURE;
    if (cell.has_value)
        cell.value = cell_value(view, row, column);
    return cell;
}

enum av_state av_view_row_state(const struct av_view *view, int row)
{
    bool scores = av_view_info(view->id)->kind == AV_KIND_SCORES && av_view_columns_are_tokens(view);
    return cell_state(view, row, scores ? row : 0); /* a token is never kept from itself */
}
