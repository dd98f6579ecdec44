#include "attnviz/player/spot.h"

#include <math.h>

#include "attnviz/player/player.h"

/* The column of the row's largest number; −1 where it has none yet. */
static int largest_column(const struct av_view *view, int row)
{
    int largest = -1;
    float value = 0;
    for (int column = 0; column < view->columns; column++) {
        struct av_cell cell = av_view_cell(view, row, column);
        if (cell.has_value && (largest < 0 || cell.value > value || (isnan(value) && !isnan(cell.value)))) {
            largest = column;
            value = cell.value;
        }
    }
    return largest;
}

/* The cell that the note points at, where it points into this view. */
static bool noted(const struct av_player *player, const struct av_view *view, struct av_spot *spot)
{
    const struct av_note *note = av_player_note(player);
    if (note == NULL || note->matrix != (int)view->id)
        return false;
    spot->row = note->row == AV_ANY ? spot->row : note->row;
    if (spot->row >= view->rows)
        return false;
    spot->column = note->column == AV_ANY ? largest_column(view, spot->row) : note->column;
    spot->shown =
        spot->column >= 0 && spot->column < view->columns && av_view_cell(view, spot->row, spot->column).has_value;
    return spot->shown;
}

struct av_spot av_player_spot_in(const struct av_player *player, enum av_view_id id)
{
    struct av_view view = av_view_of(player, id);
    struct av_spot spot = {.view = id};
    bool tokens = av_view_rows_are_tokens(&view);
    spot.row = tokens ? player->place.token : 0;
    if (player->quiz.phase == AV_QUIZ_OPEN) /* the cell that matters might be the answer */
        return spot;
    if (noted(player, &view, &spot))
        return spot;
    spot.row = tokens ? player->place.token : 0;
    spot.column = tokens ? largest_column(&view, spot.row) : 0;
    spot.shown = spot.column >= 0 && view.rows > 0 && view.columns > 0;
    spot.column = spot.column < 0 ? 0 : spot.column;
    return spot;
}

struct av_spot av_player_spot(const struct av_player *player)
{
    if (player->focused)
        return (struct av_spot){true, player->focus, player->row, player->column};
    const struct av_note *note = av_player_note(player);
    if (note != NULL && note->matrix != AV_ANY && av_view_exists(player, (enum av_view_id)note->matrix)) {
        struct av_spot spot = av_player_spot_in(player, (enum av_view_id)note->matrix);
        if (spot.shown)
            return spot;
    }
    enum av_view_id list[AV_VIEW_COUNT + 1];
    if (av_view_list(player, list) == 0)
        return (struct av_spot){.shown = false};
    return av_player_spot_in(player, list[0]);
}
