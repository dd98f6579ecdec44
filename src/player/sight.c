#include "sight.h"

#include "focus.h"

static void zoom(struct av_player *player)
{
    if (!player->focused)
        av_focus_cycle(player, 1); /* the stage's first */
    player->zoomed = !player->zoomed;
}

/* From what is shown, as many as that are; past either end, as many as fit. */
static void change_digits(struct av_player *player, int by)
{
    int digits = (player->digits > 0 ? player->digits : player->digits_shown) + by;
    player->digits = digits >= 1 && digits <= AV_DIGITS_MAX ? digits : 0;
    player->notice = AV_NOTICE_DIGITS;
}

/* What the last change did can only be shown where there was one. */
static void next_look(struct av_player *player)
{
    player->look = (player->look + 1) % AV_LOOK_COUNT;
    if (player->look == AV_LOOK_CHANGE && !player->experiment.marking)
        player->look = AV_LOOK_NUMBERS;
    player->notice = AV_NOTICE_LOOK;
}

static bool is_same_cell(const struct av_address *a, const struct av_address *b)
{
    return a->view == b->view && a->row == b->row && a->column == b->column && a->place.layer == b->place.layer &&
           a->place.head == b->place.head;
}

/* On the cell that is followed, no longer; on another, that one. */
static void follow(struct av_player *player)
{
    struct av_address here = {player->focus, player->place, player->row, player->column};
    struct av_view view = av_view_of(player, player->focus);
    if (player->tracing && is_same_cell(&here, &player->traced)) {
        player->tracing = false;
    } else if (player->focused && av_view_cell(&view, player->row, player->column).has_value) {
        player->tracing = true;
        player->traced = here;
    } else {
        player->notice = AV_NOTICE_NOTHING_TO_FOLLOW;
    }
}

void av_sight_do(struct av_player *player, enum av_command_id id)
{
    switch (id) {
    case AV_COMMAND_ZOOM:
        zoom(player);
        break;
    case AV_COMMAND_CELL_LOOK:
        next_look(player);
        break;
    case AV_COMMAND_FLOW:
        follow(player);
        break;
    default:
        change_digits(player, id == AV_COMMAND_DIGITS_MORE ? 1 : -1);
    }
}
