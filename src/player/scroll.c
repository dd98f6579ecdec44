#include "scroll.h"

#include <string.h>

#include "focus.h"
#include "inner.h"

void av_scroll_do(struct av_player *player, struct av_command command)
{
    int id = command.argument[0];
    if (id < 0 || id >= AV_VIEW_COUNT || !av_view_exists(player, (enum av_view_id)id))
        return;
    struct av_view view = av_view_of(player, (enum av_view_id)id);
    player->scrolls[id] = (struct av_scroll){.set = true,
                                             .row = clamp(command.argument[1], 0, view.rows - 1),
                                             .column = clamp(command.argument[2], 0, view.columns - 1)};
}

void av_scroll_select(struct av_player *player, enum av_view_id id, int row, int column)
{
    struct av_scroll scroll = player->scrolls[id];
    av_focus_select(player, id, row, column);
    scroll.keeps_cursor = true; /* the panel may become smaller when it is the one with the cursor */
    if (scroll.set)
        player->scrolls[id] = scroll;
}

void av_scroll_drop(struct av_player *player, enum av_view_id id)
{
    player->scrolls[id] = (struct av_scroll){.set = false};
}

void av_scroll_drop_all(struct av_player *player)
{
    memset(player->scrolls, 0, sizeof player->scrolls);
}
