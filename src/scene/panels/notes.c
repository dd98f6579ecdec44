#include <stdio.h>

#include "../number.h"
#include "panels.h"

#define CHANGE_DECIMALS 4
#define WORDS_BYTES     2048

/* What the lesson says here, or else what the stage does; *as_it_was is true where the lesson speaks of other numbers than those
 * that are there now. */
static const char *lesson_words(const struct av_pen *pen, bool *as_it_was)
{
    const struct av_player *player = pen->player;
    const struct av_lesson *lesson = player->run.lesson;
    const struct av_note *note = av_lesson_note(lesson, &player->place, player->cache_on);
    *as_it_was = note != NULL && av_experiment_changed(player);
    if (note != NULL)
        return note->words.in[pen->language];
    if (player->place.lens != AV_LENS_PANELS)
        return av_lens_info((enum av_lens)player->place.lens)->words.in[pen->language];
    return av_string_narration(&lesson->rule, &player->place, player->cache_on, pen->language);
}

static void add_lesson_words(const struct av_pen *pen, char *text, size_t size)
{
    bool as_it_was;
    const char *words = lesson_words(pen, &as_it_was);
    snprintf(text, size, "%s%s", as_it_was ? av_string(AV_STRING_AS_IT_WAS, pen->language) : "", words);
}

/* What the last change did to the cell that the formula is about; false where it did nothing. */
static bool change_words(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_spot *spot = &pen->spot;
    char was[AV_NUMBER_BYTES], by[AV_NUMBER_BYTES], difference[AV_NUMBER_BYTES + 4];
    float before;
    if (!spot->shown)
        return false;
    struct av_view view = av_view_of(pen->player, spot->view);
    if (av_experiment_was(&view, spot->row, spot->column, &before) != AV_DIFFERENCE_SOME)
        return false;
    double more = (double)av_view_cell(&view, spot->row, spot->column).value - (double)before;
    snprintf(difference, sizeof difference, "%s%s", more > 0 ? "+" : "", av_number(more, CHANGE_DECIMALS, by));
    av_string_with(text, size, AV_STRING_WAS, pen->language,
                   before == 0 ? "0" : av_number((double)before, CHANGE_DECIMALS, was), difference);
    return true;
}

/* True where a cell cursor stands on another cell than the one that the stage's words are about. */
static bool looks_elsewhere(const struct av_player *player)
{
    if (!player->focused || player->focus == AV_VIEW_COST)
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
    int width = pen->canvas->width - 2, used = 0;
    char text[WORDS_BYTES];
    if (pen->flow != NULL) {
        av_flow_words(pen, text, sizeof text);
        av_draw_cut(pen, 1, y++, width, AV_ROLE_FLOW, text);
        if (--lines == 0)
            return;
    }
    if (change_words(pen, text, sizeof text)) {
        av_draw_cut(pen, 1, y++, width, AV_ROLE_CHANGED, text);
        if (--lines == 0)
            return;
    }
    if (looks_elsewhere(pen->player)) {
        struct av_view view = av_view_of(pen->player, pen->player->focus);
        struct av_cell cell = av_view_cell(&view, pen->player->row, pen->player->column);
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, av_string_state(cell.state, pen->language));
    } else {
        add_lesson_words(pen, text, sizeof text);
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, text);
    }
    /* a line left over says what the marks mean */
    if (used < lines && draw_legend(pen, width, y + lines - 1, false) <= width)
        draw_legend(pen, width, y + lines - 1, true);
}
