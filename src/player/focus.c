#include "focus.h"

#include "attnviz/player/spot.h"
#include "inner.h"
#include "scroll.h"

static void place_cursor(struct av_player *player, int row, int column)
{
    struct av_view view = av_view_of(player, player->focus);
    int last_row = av_view_rows_are_tokens(&view) ? player->place.token : view.rows - 1;
    int last_column = av_view_columns_are_tokens(&view) ? player->place.token : view.columns - 1;
    player->row = clamp(row, 0, last_row);
    player->column = clamp(column, 0, last_column);
    av_scroll_drop(player, player->focus);
}

/* Focuses a panel anew, on the cell that matters most here. */
static void focus(struct av_player *player, enum av_view_id id)
{
    struct av_spot spot = av_player_spot_in(player, id);
    player->focused = true;
    player->focus = id;
    place_cursor(player, spot.row, spot.column);
}

static bool contains(const enum av_view_id *list, int n, enum av_view_id id)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == id)
            return true;
    }
    return false;
}

void av_focus_enter(struct av_player *player)
{
    enum av_view_id list[AV_VIEW_COUNT + 1];
    int n = av_view_list(player, list);
    focus(player, contains(list, n, player->focus) ? player->focus : list[0]);
}

/* Marks the views that Tab visits. */
static void mark_tour(const struct av_player *player, bool visited[AV_VIEW_COUNT])
{
    static const enum av_view_id always[] = {AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V, AV_VIEW_S, AV_VIEW_A, AV_VIEW_COST};
    enum av_view_id list[AV_VIEW_COUNT + 1];
    int n = av_view_list(player, list);
    for (int i = 0; i < n; i++)
        visited[list[i]] = true;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        visited[always[i]] = true;
}

void av_focus_cycle(struct av_player *player, int direction)
{
    enum av_view_id list[AV_VIEW_COUNT + 1];
    bool visited[AV_VIEW_COUNT] = {false};
    if (!player->focused) {
        av_view_list(player, list);
        focus(player, list[0]);
        return;
    }
    mark_tour(player, visited);
    int id = player->focus;
    do
        id = (id + direction + AV_VIEW_COUNT) % AV_VIEW_COUNT;
    while (!visited[id]);
    focus(player, (enum av_view_id)id);
}

void av_focus_select(struct av_player *player, enum av_view_id id, int row, int column)
{
    player->focused = true;
    player->focus = id;
    place_cursor(player, row, column);
}

void av_focus_move(struct av_player *player, int rows, int columns)
{
    place_cursor(player, player->row + rows, player->column + columns);
}

void av_focus_follow(struct av_player *player, const struct av_place *from)
{
    enum av_view_id list[AV_VIEW_COUNT + 1];
    int n = av_view_list(player, list);
    if (!player->focused)
        return;
    if (player->place.stage != from->stage && !contains(list, n, player->focus)) {
        focus(player, list[0]);
        return;
    }
    struct av_view view = av_view_of(player, player->focus);
    bool on_token = av_view_rows_are_tokens(&view) && player->row == from->token;
    place_cursor(player, on_token ? player->place.token : player->row, player->column);
}
