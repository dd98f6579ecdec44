#include "panels.h"

static const char *lesson_words(const struct av_pen *pen)
{
    const struct av_player *player = pen->player;
    const struct av_note *note = av_lesson_note(player->run.lesson, &player->place, player->cache_on);
    if (note != NULL)
        return note->words.in[pen->language];
    return av_string_narration((enum av_stage)player->place.stage, player->cache_on, pen->language);
}

/* True where a cell cursor stands on another cell than the one that the stage's words are about. */
static bool looks_elsewhere(const struct av_player *player)
{
    if (!player->focused)
        return false;
    struct av_spot spot = av_player_spot_in(player, player->focus);
    return !spot.shown || spot.row != player->row || spot.column != player->column;
}

/* The states' glyphs with their names: "+ new  = reused …". Returns the columns it takes. */
static int draw_legend(const struct av_pen *pen, int end, int y, bool draw)
{
    static const enum av_state states[] = {AV_STATE_NEW, AV_STATE_REUSED, AV_STATE_RECOMPUTED, AV_STATE_DISCARDED};
    int width = 0;
    for (int i = 0; i < 4; i++)
        width += 4 + av_pen_width(pen, av_string_state_name(states[i], pen->language));
    int x = end - width + 2;
    for (int i = 0; draw && i < 4; i++) {
        x = av_draw_text(pen, x, y, av_state_role(states[i]), av_state_glyph(states[i])) + 1;
        x = av_draw_text(pen, x, y, AV_ROLE_QUIET, av_string_state_name(states[i], pen->language)) + 2;
    }
    return width;
}

void av_draw_notes(const struct av_pen *pen, int y, int lines)
{
    int width = pen->canvas->width - 2, used;
    if (looks_elsewhere(pen->player)) {
        struct av_view view = av_view_of(pen->player, pen->player->focus);
        struct av_cell cell = av_view_cell(&view, pen->player->row, pen->player->column);
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, av_string_state(cell.state, pen->language));
    } else {
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, lesson_words(pen));
    }
    /* a line left over says what the marks mean */
    if (used < lines && draw_legend(pen, width, y + lines - 1, false) <= width)
        draw_legend(pen, width, y + lines - 1, true);
}
