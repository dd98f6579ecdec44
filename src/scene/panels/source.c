/* The strip of a source's tokens, above the target's: all are there from the start. What the target's current row
 * weighs most is marked, as soon as there are weights. */
#include <stdio.h>

#include "../number.h"
#include "panels.h"

#define GAP 2

/* What token j means in the interface's language; "" where the lesson does not say, or its text is that already. */
static const char *gloss(const struct av_player *player, int j)
{
    const struct av_lesson *lesson = player->run.lesson;
    const char *text = lesson->glosses ? lesson->glosses[lesson->source[j]].in[player->language] : NULL;
    return text && !player->plain ? text : "";
}

/* The token that weighs most in the current row; −1 where its weights are not there, are what is asked for, or have no
 * largest. */
static int heaviest(const struct av_player *player)
{
    struct av_view view = av_view_of(player, AV_VIEW_A);
    int best = -1, row = player->place.token;
    float most = 0;
    if (av_player_covers(player, AV_VIEW_A) || av_player_covers(player, AV_VIEW_S))
        return -1;
    for (int j = 0; j < view.columns; j++) {
        struct av_cell cell = av_view_cell(&view, row, j);
        if (cell.has_value && cell.value >= most) {
            best = cell.value > most ? j : -1;
            most = cell.value;
        }
    }
    return best;
}

struct strip {
    const struct av_pen *pen;
    int y, end;
    int heaviest;
    char share[24]; /* " 0.92": how much it weighs */
    bool glossed;
};

static int slot(const struct strip *strip, int j)
{
    const struct av_player *player = strip->pen->player;
    const char *meaning = strip->glossed ? gloss(player, j) : "";
    int width = av_pen_width(strip->pen, av_player_source_text(player, j)) + GAP;
    width += *meaning != '\0' ? av_pen_width(strip->pen, meaning) + 1 : 0;
    return width + (j == strip->heaviest ? av_pen_width(strip->pen, strip->share) : 0);
}

static int width_from(const struct strip *strip, int first)
{
    int width = 0;
    for (int j = first; j < strip->pen->player->run.lesson->n_source; j++)
        width += slot(strip, j);
    return width;
}

static int draw_token(const struct strip *strip, int x, int j)
{
    const struct av_pen *pen = strip->pen;
    bool marked = j == strip->heaviest;
    const char *meaning = strip->glossed ? gloss(pen->player, j) : "";
    int next = x + slot(strip, j);
    if (marked)
        av_draw_text(pen, x - 1, strip->y, AV_ROLE_WEIGHT, "▶");
    x += av_canvas_text(pen->canvas, x, strip->y, strip->end - x, marked ? AV_ROLE_STRONG : AV_ROLE_TOKEN,
                        av_player_source_text(pen->player, j));
    if (*meaning != '\0')
        x = av_draw_text(pen, x + 1, strip->y, AV_ROLE_QUIET, meaning);
    if (marked)
        av_draw_text(pen, x, strip->y, AV_ROLE_WEIGHT, strip->share);
    return next;
}

void av_draw_source(const struct av_pen *pen, int y)
{
    const struct av_player *player = pen->player;
    struct strip strip = {.pen = pen, .y = y, .heaviest = heaviest(player), .glossed = true};
    const char *name = av_string(AV_STRING_SOURCE, pen->language);
    int n = player->run.lesson->n_source, first = 0, x = 2;
    strip.end = pen->canvas->width - 1 - av_pen_width(pen, name) - 1;
    if (strip.heaviest >= 0) {
        struct av_view view = av_view_of(player, AV_VIEW_A);
        char number[AV_NUMBER_BYTES];
        double weight = (double)av_view_cell(&view, player->place.token, strip.heaviest).value;
        snprintf(strip.share, sizeof strip.share, " %s", av_number(weight, 2, number));
    }
    strip.glossed = x + width_from(&strip, 0) <= strip.end;
    while (first < strip.heaviest && x + width_from(&strip, first) > strip.end)
        first++;
    av_draw_right(pen, pen->canvas->width - 1, y, AV_ROLE_QUIET, name);
    if (first > 0)
        av_draw_text(pen, 0, y, AV_ROLE_QUIET, "‹");
    for (int j = first; j < n; j++) {
        if (x + slot(&strip, j) - GAP > strip.end - 1) {
            av_draw_text(pen, strip.end - 1, y, AV_ROLE_QUIET, "›");
            break;
        }
        x = draw_token(&strip, x, j);
    }
}
