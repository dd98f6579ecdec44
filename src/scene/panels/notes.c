#include <stdio.h>

#include "../number.h"
#include "panels.h"

#define CHANGE_DECIMALS 4
#define WORDS_BYTES     2048

/* What the program says of the place. */
static const char *own_words(const struct av_pen *pen, char *buffer, size_t size)
{
    const struct av_player *player = pen->player;
    const struct av_rule *rule = &player->run.lesson->rule;
    bool at_once = av_player_prefills(player);
    if (!av_lens_applies(player, (enum av_lens)player->place.lens)) /* which it says itself */
        return "";
    if (player->place.lens != AV_LENS_PANELS) {
        const struct av_lens_info *info = av_lens_info((enum av_lens)player->place.lens);
        if (player->run.lesson->n_source > 0 && info->words_of_source.in[AV_ENGLISH])
            return info->words_of_source.in[pen->language];
        return (at_once && info->words_at_once.in[AV_ENGLISH] ? &info->words_at_once : &info->words)->in[pen->language];
    }
    bool first = player->place.token + 1 == player->run.n_first;
    const char *words = player->run.lesson->n_source > 0
                            ? av_string_source_narration(&player->place, player->cache_on, first, pen->language)
                            : NULL;
    if (words != NULL)
        return words;
    return at_once ? av_string_narration_at_once(rule, &player->place, player->cache_on, pen->language, buffer, size)
                   : av_string_narration(rule, &player->place, player->cache_on, pen->language);
}

/* A prompt that the lesson does not have, but speaks of, was made by the learner. */
static bool is_of_made_prompt(const struct av_player *player, const struct av_note *note)
{
    return note->prefill && player->lesson->n_prompt != player->run.lesson->n_prompt;
}

/* True where the lesson speaks of other numbers than those that are there now: what it says of a rule by its name stays
 * true under that rule. */
static bool is_of_other_numbers(const struct av_player *player, const struct av_note *note)
{
    return av_experiment_changed_beyond(player, note->mask != AV_ANY, note->scaled != AV_ANY) &&
           !is_of_made_prompt(player, note);
}

/* What the lesson says here, or else what the stage does; *as_it_was is true where the lesson speaks of other numbers
 * than those that are there now. */
static const char *lesson_words(const struct av_pen *pen, bool *as_it_was, char *buffer, size_t size)
{
    const struct av_player *player = pen->player;
    const struct av_note *note = av_player_note(player);
    *as_it_was = note != NULL && is_of_other_numbers(player, note);
    return note != NULL ? av_player_words(player, note->words.in[pen->language], buffer, size)
                        : own_words(pen, buffer, size);
}

/* True where what the lesson says of the rule that the learner has switched to takes all these lines: it comes before
 * what the switch did to one cell. */
static bool needs_all_lines(const struct av_pen *pen, int width, int lines)
{
    const struct av_note *note = av_player_note(pen->player);
    char buffer[WORDS_BYTES];
    if (note == NULL || (note->mask == AV_ANY && note->scaled == AV_ANY))
        return false;
    const char *words = av_player_words(pen->player, note->words.in[pen->language], buffer, sizeof buffer);
    return av_wrapped_lines(pen, width, words) >= lines;
}

static void add_lesson_words(const struct av_pen *pen, char *text, size_t size)
{
    bool as_it_was;
    char buffer[WORDS_BYTES];
    const char *words = lesson_words(pen, &as_it_was, buffer, sizeof buffer);
    snprintf(text, size, "%s%s", as_it_was ? av_string(AV_STRING_AS_IT_WAS, pen->language) : "", words);
}

/* What the last change did to the cell that the formula is about; false where it did nothing, where a lens has no
 * formula, and where all is again as the lesson has it, since then its own words come first. */
static bool change_words(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_spot *spot = &pen->spot;
    char was[AV_NUMBER_BYTES], by[AV_NUMBER_BYTES], difference[AV_NUMBER_BYTES + 4];
    float before;
    if (!spot->shown || pen->player->place.lens > AV_LENS_SIDE)
        return false;
    if (pen->player->experiment.n_change > 0 && !av_experiment_changed(pen->player))
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

/* True of views whose rows and cells are marked with their states. */
static bool has_marks(enum av_lens lens)
{
    return lens == AV_LENS_PANELS || lens == AV_LENS_SIDE || lens == AV_LENS_BLOCKS || lens == AV_LENS_LAYERS ||
           lens == AV_LENS_PAGED;
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
    bool elsewhere = looks_elsewhere(pen->player);
    if ((elsewhere || !needs_all_lines(pen, width, lines)) && change_words(pen, text, sizeof text)) {
        av_draw_cut(pen, 1, y++, width, AV_ROLE_CHANGED, text);
        if (--lines == 0)
            return;
    }
    if (elsewhere) {
        struct av_view view = av_view_of(pen->player, pen->player->focus);
        struct av_cell cell = av_view_cell(&view, pen->player->row, pen->player->column);
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, av_string_state(cell.state, pen->language));
    } else {
        add_lesson_words(pen, text, sizeof text);
        used = av_draw_wrapped(pen, 1, y, width, lines, AV_ROLE_TEXT, text);
    }
    /* a line left over says what the marks mean */
    if (used < lines && has_marks((enum av_lens)pen->player->place.lens) &&
        draw_legend(pen, width, y + lines - 1, false) <= width)
        draw_legend(pen, width, y + lines - 1, true);
}
