/* Side by side: the panels of the stage twice, with the cache and without. */
#include <inttypes.h>
#include <stdio.h>

#include "../number.h"
#include "lenses.h"

#define HALF_WIDTH_MIN  50 /* else the halves stand one above the other … */
#define HALF_HEIGHT_MIN 10 /* … or, where that is too little as well, one at a time */
#define LINES_MIN       6  /* with fewer it is one at a time, too, and its heading says that both are equal */

enum heading {
    BESIDE, /* the other half is there as well */
    ALONE,  /* it is one key away */
    LOW,    /* and lines are few */
};

/* "max|Δ| = 0  equal", and in how many values. */
static void equality(const struct av_pen *pen, const struct av_comparison *comparison, bool whole, char *text,
                     size_t size)
{
    char count[AV_NUMBER_BYTES], largest[AV_NUMBER_BYTES], words[96];
    bool equal = comparison->different == 0;
    const char *verdict = av_string(equal ? AV_STRING_EQUAL : AV_STRING_NOT_EQUAL, pen->language);
    av_number_count(comparison->values, count);
    if (whole)
        av_string_with(words, sizeof words, AV_STRING_VERDICT_OVER, pen->language, verdict, count);
    snprintf(text, size, "max|Δ| = %s  %s", equal ? "0" : av_number((double)comparison->max_difference, 6, largest),
             whole ? words : verdict);
}

void av_lens_equality(const struct av_pen *pen, const struct av_comparison *comparison, char *text, size_t size)
{
    equality(pen, comparison, true, text, size);
}

static const struct av_comparison *compared(const struct av_player *player)
{
    return &player->run.comparisons[player->place.token];
}

static enum av_role equality_role(const struct av_player *player)
{
    return compared(player)->different == 0 ? AV_ROLE_GOOD : AV_ROLE_ERROR;
}

/* The way that is shown; where the other one is not, its name as well, and the key that leads there. */
static int draw_ways(const struct av_pen *pen, bool cached, enum heading heading)
{
    static const enum av_string names[2] = {AV_STRING_CACHE_OFF, AV_STRING_CACHE_ON};
    char key[AV_KEY_NAME_BYTES];
    enum av_role role = cached ? AV_ROLE_CACHE_ON : AV_ROLE_CACHE_OFF;
    const char *shown = av_string(names[cached], pen->language), *other = av_string(names[!cached], pen->language);
    if (heading == BESIDE)
        return av_draw_text(pen, 1, 0, role, shown);
    int x = av_draw_text(pen, av_draw_text(pen, 0, 0, role, "▸"), 0, role, shown) + 2;
    x = av_draw_text(pen, x, 0, AV_ROLE_BAR_KEY,
                     av_key_label(av_keymap_key(AV_COMMAND_CACHE, AV_CONTEXT_LENS), key, sizeof key));
    bool fits = heading == ALONE && x + 1 + av_pen_width(pen, other) < pen->canvas->width;
    return fits ? av_draw_text(pen, x + 1, 0, AV_ROLE_BAR, other) : x;
}

/* Which way it is, and what it cost in this step; or, where lines are few, that both ways are equal. */
static void draw_heading(const struct av_pen *pen, bool cached, enum heading heading)
{
    const struct av_run *run = &pen->player->run;
    int t = pen->player->place.token;
    const struct av_work *work = cached ? &run->cached.work[t] : &run->uncached_work[t];
    char count[AV_NUMBER_BYTES], text[160];
    av_canvas_fill(pen->canvas, 0, 0, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    int x = draw_ways(pen, cached, heading), room = pen->canvas->width - x - 3;
    if ((cached && !av_player_can_cache(pen->player)) || (heading == LOW && compared(pen->player)->values == 0))
        return;
    snprintf(count, sizeof count, "?");
    if (!av_player_covers_cost(pen->player))
        av_number_count(av_work_multiply_adds(work), count);
    if (heading == LOW) {
        equality(pen, compared(pen->player), true, text, sizeof text);
        if (av_pen_width(pen, text) > room)
            equality(pen, compared(pen->player), false, text, sizeof text);
    } else {
        av_string_with(text, sizeof text, AV_STRING_MULTIPLY_ADDS_COUNTED, pen->language, count);
    }
    if (av_pen_width(pen, text) <= room)
        av_draw_right(pen, pen->canvas->width - 1, 0, heading == LOW ? equality_role(pen->player) : AV_ROLE_BAR, text);
}

/* One half: the step as it is with the cache, or without. What the mouse could do in it is left out, as a panel with
 * the cursor is one of the whole screen. */
static void draw_half(const struct av_pen *pen, const struct av_rectangle *box, bool cached, enum heading heading)
{
    struct av_canvas part = av_canvas_part(pen->canvas, box->x, box->y, box->width, box->height);
    struct av_player player = *pen->player;
    struct av_pen half = {.canvas = &part, .player = &player, .language = pen->language};
    draw_heading(&half, cached, heading);
    if (cached && !av_player_can_cache(&player)) {
        av_draw_wrapped(&half, 1, 2, box->width - 2, box->height - 3, AV_ROLE_TEXT,
                        av_string(AV_STRING_NO_CACHE_RULE, pen->language));
        return;
    }
    player.cache_on = cached;
    player.run.ranking.cached = cached; /* the candidates are the same to the last bit */
    half.spot = av_player_spot(&player);
    struct av_layout layout = av_layout_of_panels(&player, 1, box->width, box->height - 1, part.charset);
    av_draw_panels(&half, &layout);
}

/* That both are the same, and how much of it was looked at. */
static void draw_equality(const struct av_pen *pen, int y)
{
    char text[160];
    if (!av_player_can_cache(pen->player) || compared(pen->player)->values == 0)
        return;
    av_lens_equality(pen, compared(pen->player), text, sizeof text);
    int x = (pen->canvas->width - av_pen_width(pen, text)) / 2;
    av_draw_text(pen, x > 1 ? x : 1, y, equality_role(pen->player), text);
}

/* One half, and the way to the other. */
static void draw_alone(const struct av_pen *pen, const struct av_rectangle *box)
{
    bool both = av_player_can_cache(pen->player), low = both && box->height < LINES_MIN;
    struct av_rectangle half = *box;
    half.height -= low ? 0 : 1;
    draw_half(pen, &half, pen->player->cache_on, !both ? BESIDE : low ? LOW : ALONE);
    if (both)
        av_add_hit(pen, box->x, box->y, box->width, AV_COMMAND_CACHE);
    if (!low)
        draw_equality(pen, box->y + half.height);
}

void av_draw_side(const struct av_pen *pen, const struct av_rectangle *box)
{
    int lines = box->height - 1, half = box->width / 2;
    struct av_rectangle first = {box->x, box->y, box->width, lines}, second = first;
    if (half >= HALF_WIDTH_MIN && box->height >= LINES_MIN) {
        first.width = half;
        second.x = half;
        second.width = box->width - half;
    } else if (lines / 2 >= HALF_HEIGHT_MIN) {
        first.height = lines / 2;
        second.y = box->y + first.height;
        second.height = lines - first.height;
    } else {
        draw_alone(pen, box);
        return;
    }
    draw_half(pen, &first, true, BESIDE);
    draw_half(pen, &second, false, BESIDE);
    draw_equality(pen, box->y + lines);
}
