/* What the learner may change, and what the last change made of the numbers. */
#include "attnviz/player/experiment.h"

#include "attnviz/player/player.h"
#include "inner.h"
#include "view_table.h"

/* A number of the embedding, which is all of x where the model has no positions to add, and all of W_out where they are
 * tied. */
static struct av_weight_at embedding_at(int token, int feature)
{
    return (struct av_weight_at){.matrix = AV_VIEW_EMBEDDING, .row = token, .column = feature};
}

bool av_experiment_weight(const struct av_view *view, int row, int column, struct av_weight_at *at)
{
    const struct av_config *config = view_config(view);
    enum av_view_kind kind = av_view_info(view->id)->kind;
    bool x_is_embedding = view->id == AV_VIEW_X && view->place.layer == 0 && config->position != AV_POSITION_LEARNED &&
                          config->position != AV_POSITION_SINUSOIDAL;
    bool source_is_embedding = view->id == AV_VIEW_SOURCE && config->position == AV_POSITION_NONE;
    if (view->id == AV_VIEW_EMBEDDING_S || source_is_embedding) {
        *at = embedding_at(view->run->lesson->source[row], column);
        return true;
    }
    if (view->id == AV_VIEW_EMBEDDING || x_is_embedding) {
        *at = embedding_at(view->run->tokens[row], column);
        return true;
    }
    if (view->id == AV_VIEW_W_OUT && config->tied) {
        *at = embedding_at(column, row);
        return true;
    }
    if (view->id == AV_VIEW_POSITION || view->id == AV_VIEW_POSITION_S) {
        *at = (struct av_weight_at){.matrix = AV_VIEW_POSITION, .row = row, .column = column};
        return config->position == AV_POSITION_LEARNED; /* sinusoids are computed */
    }
    if (kind != AV_KIND_WEIGHT)
        return false;
    int first = av_axis_first(view, av_matrix_info(view->id)->columns);
    *at = (struct av_weight_at){view->id, view->place.layer, row, first + column};
    return true;
}

bool av_experiment_at_cursor(const struct av_player *player, struct av_weight_at *at)
{
    struct av_address cell = {player->focus, player->place, player->row, player->column};
    av_walk_cell(player, &cell);
    struct av_view view = av_view_at(player, cell.view, &cell.place);
    return player->focused && av_experiment_weight(&view, cell.row, cell.column, at);
}

bool av_experiment_token_was(const struct av_player *player, int i, int *before)
{
    const struct av_run *earlier = &player->experiment.earlier;
    if (!player->experiment.marking || i >= earlier->n_token || earlier->tokens[i] == player->run.tokens[i])
        return false;
    *before = earlier->tokens[i];
    return true;
}

/* True where the same token stands at this place before and after; what is no token is always the same. */
static bool same_token(const struct av_view *view, bool is_token, int i)
{
    int before;
    if (!is_token)
        return true;
    return i < view->player->experiment.earlier.n_token && !av_experiment_token_was(view->player, i, &before);
}

/* The same matrix before the change; false where there was none at this place. */
static bool view_before(const struct av_view *view, struct av_view *before)
{
    const struct av_experiment *experiment = &view->player->experiment;
    const struct av_run *earlier = &experiment->earlier;
    if (!experiment->marking || view->run != &view->player->run || !av_run_has_step(earlier, view->place.token))
        return false;
    *before = *view;
    before->run = earlier;
    before->cached = view->cached && av_run_can_cache(earlier);
    *before = av_view_beside(before, view->id);
    return before->cached || earlier->uncached_step == view->place.token + 1;
}

/* Where the candidate of this row stood; −1 where it was not ranked. */
static int row_of_candidate(const struct av_view *view, const struct av_view *before, int row)
{
    if (before->run->ranking.step != view->place.token + 1)
        return -1;
    for (int i = 0; i < before->rows; i++) {
        if (before->run->candidates[i].token == view->run->candidates[row].token)
            return i;
    }
    return -1;
}

enum av_difference av_experiment_was(const struct av_view *view, int row, int column, float *before)
{
    struct av_view earlier;
    if (!view_before(view, &earlier) || !same_token(view, av_view_rows_are_tokens(view), row) ||
        !same_token(view, av_view_columns_are_tokens(view), column))
        return AV_DIFFERENCE_UNKNOWN;
    int row_before = view->id == AV_VIEW_NEXT ? row_of_candidate(view, &earlier, row) : row;
    if (row_before < 0)
        return AV_DIFFERENCE_UNKNOWN;
    struct av_cell now = av_view_cell(view, row, column), then = av_view_cell(&earlier, row_before, column);
    if (!now.has_value || !then.has_value)
        return AV_DIFFERENCE_UNKNOWN;
    *before = then.value;
    return same_bits(now.value, then.value) ? AV_DIFFERENCE_NONE : AV_DIFFERENCE_SOME;
}
