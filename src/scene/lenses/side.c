/* Side by side: the panels of the stage twice, with the cache and without. */
#include <inttypes.h>
#include <stdio.h>

#include "../number.h"
#include "lenses.h"

#define HALF_WIDTH_MIN  50 /* else the halves stand one above the other … */
#define HALF_HEIGHT_MIN 10 /* … or, where that is too little as well, one at a time */

/* Which way it is, and what it cost in this step. */
static void draw_heading(const struct av_pen *pen, bool cached, bool other)
{
    const struct av_run *run = &pen->player->run;
    int t = pen->player->place.token;
    const struct av_work *work = cached ? &run->cached.work[t] : &run->uncached_work[t];
    char count[AV_NUMBER_BYTES], text[96];
    enum av_role role = cached ? AV_ROLE_CACHE_ON : AV_ROLE_CACHE_OFF;
    av_canvas_fill(pen->canvas, 0, 0, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    int x = av_draw_text(pen, 1, 0, role, av_string(cached ? AV_STRING_CACHE_ON : AV_STRING_CACHE_OFF, pen->language));
    if (other) /* the other half is one key away */
        x = av_draw_text(pen, x + 2, 0, AV_ROLE_BAR_KEY, "c ⇄");
    if (cached && !av_player_can_cache(pen->player))
        return;
    av_number_count(av_work_multiply_adds(work), count);
    snprintf(text, sizeof text, "%s %s", count, av_string(AV_STRING_MULTIPLY_ADDS, pen->language));
    if (x + 2 + av_pen_width(pen, text) < pen->canvas->width)
        av_draw_right(pen, pen->canvas->width - 1, 0, AV_ROLE_BAR, text);
}

/* One half: the step as it is with the cache, or without. What the mouse could do in it is left out, as a panel with the cursor
 * is one of the whole screen. */
static void draw_half(const struct av_pen *pen, const struct av_rectangle *box, bool cached, bool other)
{
    struct av_canvas part = av_canvas_part(pen->canvas, box->x, box->y, box->width, box->height);
    struct av_player player = *pen->player;
    struct av_pen half = {.canvas = &part, .player = &player, .language = pen->language};
    draw_heading(&half, cached, other);
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

void av_lens_equality(const struct av_pen *pen, const struct av_comparison *comparison, char *text, size_t size)
{
    char count[AV_NUMBER_BYTES], largest[AV_NUMBER_BYTES], values[96];
    bool equal = comparison->different == 0;
    av_number_count(comparison->values, count);
    av_string_with(values, sizeof values, AV_STRING_OVER_VALUES, pen->language, count);
    snprintf(text, size, "max|Δ| = %s  %s, %s", equal ? "0" : av_number((double)comparison->max_difference, 6, largest),
             av_string(equal ? AV_STRING_EQUAL : AV_STRING_NOT_EQUAL, pen->language), values);
}

/* That both are the same, and how much of it was looked at. */
static void draw_equality(const struct av_pen *pen, int y)
{
    const struct av_player *player = pen->player;
    const struct av_comparison *comparison = &player->run.comparisons[player->place.token];
    char text[160];
    if (!av_player_can_cache(player) || comparison->values == 0)
        return;
    av_lens_equality(pen, comparison, text, sizeof text);
    int x = (pen->canvas->width - av_pen_width(pen, text)) / 2;
    av_draw_text(pen, x > 1 ? x : 1, y, comparison->different == 0 ? AV_ROLE_GOOD : AV_ROLE_ERROR, text);
}

void av_draw_side(const struct av_pen *pen, const struct av_rectangle *box)
{
    int lines = box->height - 1, half = box->width / 2;
    struct av_rectangle first = {box->x, box->y, box->width, lines}, second = first;
    if (half >= HALF_WIDTH_MIN) {
        first.width = half;
        second.x = half;
        second.width = box->width - half;
    } else if (lines / 2 >= HALF_HEIGHT_MIN) {
        first.height = lines / 2;
        second.y = box->y + first.height;
        second.height = lines - first.height;
    } else {
        draw_half(pen, &first, pen->player->cache_on, av_player_can_cache(pen->player));
        draw_equality(pen, box->y + lines);
        return;
    }
    draw_half(pen, &first, true, false);
    draw_half(pen, &second, false, false);
    draw_equality(pen, box->y + lines);
}
