#include "attnviz/player/view.h"

#include "attnviz/player/step.h"
#include "inner.h"
#include "view_table.h"

/* clang-format off */
static const struct av_view_info infos[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] =   {AV_KIND_LOOKUP, AV_STAGE_EMBED},
    [AV_VIEW_POSITION] =    {AV_KIND_LOOKUP, AV_STAGE_EMBED},
    [AV_VIEW_EMBEDDING_S] = {AV_KIND_LOOKUP, AV_STAGE_EMBED},
    [AV_VIEW_POSITION_S] =  {AV_KIND_LOOKUP, AV_STAGE_EMBED},
    [AV_VIEW_SOURCE] =      {AV_KIND_ROWS,   AV_STAGE_EMBED},
    [AV_VIEW_X] =           {AV_KIND_ROWS,   AV_STAGE_PROJECT},
    [AV_VIEW_GAIN_1] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_SHIFT_1] =     {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_NORM_1] =      {AV_KIND_ROWS,   AV_STAGE_PROJECT},
    [AV_VIEW_W_Q] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_W_K] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_W_V] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_Q] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_K] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_V] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_Q] =           {AV_KIND_ROWS,   AV_STAGE_PROJECT},
    [AV_VIEW_K] =           {AV_KIND_ROWS,   AV_STAGE_PROJECT},
    [AV_VIEW_V] =           {AV_KIND_ROWS,   AV_STAGE_PROJECT},
    [AV_VIEW_S] =           {AV_KIND_SCORES, AV_STAGE_SCORES},
    [AV_VIEW_A] =           {AV_KIND_SCORES, AV_STAGE_SOFTMAX},
    [AV_VIEW_MIX] =         {AV_KIND_ROWS,   AV_STAGE_MIX},
    [AV_VIEW_JOINED] =      {AV_KIND_ROWS,   AV_STAGE_OUTPUT},
    [AV_VIEW_W_O] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_O] =         {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_OUTPUT] =      {AV_KIND_ROWS,   AV_STAGE_OUTPUT},
    [AV_VIEW_SUM_1] =       {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_GAIN_2] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_SHIFT_2] =     {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_NORM_2] =      {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_W_GATE] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_W_UP] =        {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_GATE] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_UP] =        {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_GATE] =        {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_UP] =          {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_HIDDEN] =      {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_W_DOWN] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_B_DOWN] =      {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_FEED] =        {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_SUM_2] =       {AV_KIND_ROWS,   AV_STAGE_BLOCK},
    [AV_VIEW_FINAL_GAIN] =  {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_FINAL_SHIFT] = {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_FINAL_NORM] =  {AV_KIND_ROWS,   AV_STAGE_LOGITS},
    [AV_VIEW_W_OUT] =       {AV_KIND_WEIGHT, AV_STAGE_EMBED},
    [AV_VIEW_LOGITS] =      {AV_KIND_ROWS,   AV_STAGE_LOGITS},
    [AV_VIEW_NEXT] =        {AV_KIND_NEXT,   AV_STAGE_NEXT},
    [AV_VIEW_COST] =        {AV_KIND_COST,   AV_STAGE_EMBED},
};
/* clang-format on */

const struct av_view_info *av_view_info(enum av_view_id id)
{
    return &infos[id];
}

/* The view of this matrix, all else being as it is in view. */
static struct av_view shaped(struct av_view view, enum av_view_id id)
{
    view.id = id;
    av_matrix_shape(view_config(&view), id, view.run->n_token, view.run->lesson->n_source, &view.rows, &view.columns);
    return view;
}

struct av_view av_view_of(const struct av_player *player, enum av_view_id id)
{
    return shaped(
        (struct av_view){.player = player, .run = &player->run, .cached = player->cache_on, .place = player->place},
        id);
}

struct av_view av_view_at(const struct av_player *player, enum av_view_id id, const struct av_place *place)
{
    struct av_view view = av_view_of(player, id);
    view.place = *place;
    return view;
}

struct av_view av_view_beside(const struct av_view *view, enum av_view_id id)
{
    return shaped(*view, id);
}

const struct av_trace *av_view_trace(const struct av_view *view)
{
    return av_run_trace(view->run, view->cached);
}

enum av_view_id av_view_of_quantity(const struct av_config *config, enum av_quantity quantity)
{
    if (quantity == AV_QUANTITY_MIX)
        return config->n_head > 1 ? AV_VIEW_JOINED : AV_VIEW_MIX;
    int id = 0;
    while (av_matrix_info((enum av_view_id)id)->quantity != (int)quantity)
        id++;
    return (enum av_view_id)id;
}

bool av_view_exists(const struct av_player *player, enum av_view_id id)
{
    struct av_view view = av_view_of(player, id);
    return view.columns > 0;
}

enum av_axis av_view_row_axis(const struct av_view *view)
{
    return av_matrix_rows(view_config(view), view->id);
}

enum av_axis av_view_column_axis(const struct av_view *view)
{
    return av_matrix_columns(view_config(view), view->id);
}

bool av_view_rows_are_tokens(const struct av_view *view)
{
    return av_view_row_axis(view) == AV_AXIS_TOKENS;
}

bool av_view_columns_are_tokens(const struct av_view *view)
{
    return av_view_column_axis(view) == AV_AXIS_TOKENS;
}

enum av_stage av_view_stage(const struct av_view *view)
{
    if (view->id == AV_VIEW_X && view->place.layer == 0)
        return AV_STAGE_EMBED;
    if (view->id == AV_VIEW_NORM_1 && view_config(view)->norm_place == AV_NORM_AFTER)
        return AV_STAGE_BLOCK;
    return infos[view->id].stage;
}

bool av_view_reached(const struct av_view *view, enum av_stage stage)
{
    const struct av_config *config = view_config(view);
    const struct av_place *place = &view->place;
    return av_step_order(config, stage, place->layer) <=
           av_step_order(config, (enum av_stage)place->stage, place->layer);
}

int av_view_key_head(const struct av_view *view)
{
    const struct av_config *config = view_config(view);
    return view->place.head / (config->n_head / config->n_kv_head);
}

int av_axis_first(const struct av_view *view, enum av_axis axis)
{
    switch (axis) {
    case AV_AXIS_QUERY:
    case AV_AXIS_MIX:
        return view->place.head *
               av_axis_size(view_config(view), axis, view->run->n_token, view->run->lesson->n_source);
    case AV_AXIS_KEY:
    case AV_AXIS_VALUE:
        return av_view_key_head(view) *
               av_axis_size(view_config(view), axis, view->run->n_token, view->run->lesson->n_source);
    default:
        return 0;
    }
}
