#include <stdio.h>

#include "panels.h"

#define GAP        2
#define STATUS_MIN 8 /* "10/13" and some air */

static bool generated(const struct av_player *player, int i)
{
    return i >= player->run.lesson->n_prompt;
}

/* What token i means in the interface's language; "" where the lesson does not say. */
static const char *gloss(const struct av_player *player, int i)
{
    const struct av_words *glosses = player->run.lesson->glosses;
    if (av_player_covers_token(player, i))
        return "";
    const char *text = glosses ? glosses[av_player_token(player, i)].in[player->language] : NULL;
    return text ? text : "";
}

/* Columns of token i in the strip: itself, what it means below it, and the sign in front of the first generated one. */
static int slot_width(const struct av_player *player, enum av_charset charset, bool glossed, int i)
{
    int width = av_text_width(av_player_token_text(player, i), charset);
    int meaning = glossed ? av_text_width(gloss(player, i), charset) : 0;
    return (width > meaning ? width : meaning) + GAP + (i == player->run.lesson->n_prompt ? 2 : 0);
}

static int strip_width(const struct av_player *player, enum av_charset charset, bool glossed)
{
    int width = 2;
    for (int i = 0; i < player->run.n_token; i++)
        width += slot_width(player, charset, glossed, i);
    return width;
}

bool av_tokens_glossed(const struct av_player *player, int width, enum av_charset charset)
{
    int known = 0;
    if (player->plain) /* the tokens themselves are shown by what they mean */
        return false;
    for (int i = 0; i < player->run.n_token; i++)
        known += *gloss(player, i) != '\0';
    return 2 * known > player->run.n_token && strip_width(player, charset, true) + STATUS_MIN <= width;
}

/* True where the step reads token i, which is the current one, or one of those that are read with it. */
static bool is_read_now(const struct av_player *player, int i)
{
    struct av_steps steps = av_run_steps(&player->run, player->place.token);
    return i < steps.n && i >= steps.n - av_steps_new_rows(steps);
}

/* True where token i has just been chosen: it leaves the list of what may come next, and joins the text. */
static bool joins_now(const struct av_player *player, int i)
{
    return player->place.stage == AV_STAGE_NEXT && i == player->place.token + 1 && generated(player, i) &&
           !av_player_covers_token(player, i);
}

static enum av_role token_role(const struct av_player *player, int i)
{
    return is_read_now(player, i)    ? AV_ROLE_TOKEN_CURRENT
           : joins_now(player, i)    ? AV_ROLE_NEW
           : i > player->place.token ? AV_ROLE_FUTURE
           : generated(player, i)    ? AV_ROLE_TOKEN_GENERATED
                                     : AV_ROLE_TOKEN;
}

/* "step 10/13 · prompt", or just "10/13"; of tokens that are read at once "prefill: 4 tokens at once", or "1–4/13". */
static void status(const struct av_pen *pen, bool brief, char *buffer, size_t size)
{
    const struct av_player *player = pen->player;
    bool at_once = av_player_prefills(player);
    int n = player->place.token + 1;
    const char *phase = av_string(generated(player, n - 1) ? AV_STRING_DECODE : AV_STRING_PROMPT, pen->language);
    char step[16], steps[16];
    snprintf(step, sizeof step, "%d", n);
    snprintf(steps, sizeof steps, "%d", player->run.n_token);
    if (brief)
        snprintf(buffer, size, "%s%s/%s", at_once ? "1–" : "", step, steps);
    else if (at_once)
        av_string_with(buffer, size, AV_STRING_PREFILL, pen->language, step);
    else
        av_string_with(buffer, size, AV_STRING_STEP_STATUS, pen->language, step, steps, phase);
}

struct strip {
    const struct av_pen *pen;
    int y, end;   /* its line, and the column where it has to end */
    bool glossed; /* what the tokens mean stands in the line below */
};

static int slot(const struct strip *strip, int i)
{
    return slot_width(strip->pen->player, strip->pen->canvas->charset, strip->glossed, i);
}

/* The first token that is drawn, such that the current one is in sight with some of what follows. */
static int first_in_sight(const struct strip *strip, int room)
{
    const struct av_player *player = strip->pen->player;
    int first = player->place.token, used = slot(strip, first), ahead = 0;
    for (int i = first + 1; i < player->run.n_token && ahead < room / 4; i++)
        ahead += slot(strip, i);
    while (first > 0 && used + ahead + slot(strip, first - 1) <= room) {
        first--;
        used += slot(strip, first);
    }
    return first;
}

/* Behind a token: that it is banned, or that the last change put it there; and around those that are read at once, a
 * bracket. */
static void draw_marks(const struct av_pen *pen, int i, int first, int x, int y)
{
    const struct av_run *run = &pen->player->run;
    const bool *banned = run->lesson->rule.banned;
    int before;
    if (run->n_first > 1 && i == 0)
        av_draw_text(pen, first - 1, y, AV_ROLE_QUIET, "[");
    if (run->n_first > 1 && i == run->n_first - 1)
        av_draw_text(pen, x, y, AV_ROLE_QUIET, "]");
    if (banned != NULL && banned[i])
        av_draw_text(pen, x, y, AV_ROLE_CHANGED, "⊘");
    else if (av_experiment_token_was(pen->player, i, &before))
        av_draw_text(pen, x, y, AV_ROLE_CHANGED, "≠");
}

static int draw_token(const struct strip *strip, int x, int i)
{
    const struct av_pen *pen = strip->pen;
    enum av_role role = token_role(pen->player, i);
    int next = x + slot(strip, i), y = strip->y;
    if (i == pen->player->run.lesson->n_prompt)
        x = av_draw_text(pen, x, y, AV_ROLE_QUIET, "▸") + 1;
    if (joins_now(pen->player, i))
        av_draw_text(pen, x - 1, y, AV_ROLE_NEW, "+");
    int width = av_canvas_text(pen->canvas, x, y, strip->end - x, role, av_player_token_text(pen->player, i));
    if (strip->glossed)
        av_draw_text(pen, x, y + 1, is_read_now(pen->player, i) ? AV_ROLE_TEXT : AV_ROLE_FUTURE, gloss(pen->player, i));
    const struct av_command command = {AV_COMMAND_GO_TO_TOKEN, {i + 1, 0, 0}};
    av_canvas_add_hit(
        pen->canvas,
        (struct av_hit){.x = x - 1, .y = y, .width = width + 2, .height = strip->glossed ? 2 : 1, .command = command});
    draw_marks(pen, i, x, x + width, y);
    if (x > 0 && is_read_now(pen->player, i))
        av_canvas_paint(pen->canvas, x - 1, y, width + 2, role);
    if (i == pen->player->place.token) {
        pen->canvas->cursor_x = x > 0 ? x - 1 : 0;
        pen->canvas->cursor_y = y;
    }
    return next;
}

/* At the right end: which step this is, and what its token means where no line below says so; as much of it as leaves
 * room for the strip. */
static void draw_status(struct strip *strip)
{
    const struct av_pen *pen = strip->pen;
    int room = strip->end - strip_width(pen->player, pen->canvas->charset, strip->glossed);
    const char *meaning = strip->glossed ? "" : gloss(pen->player, pen->player->place.token);
    char quoted[96] = "", text[96];
    if (*meaning != '\0')
        snprintf(quoted, sizeof quoted, "“%s” · ", meaning);
    /* both, the step alone, both in brief, the step in brief */
    for (int attempt = 0; attempt < 4; attempt++) {
        status(pen, attempt >= 2, text, sizeof text);
        if (attempt % 2 == 1)
            quoted[0] = '\0';
        else if (attempt == 2 && *meaning != '\0')
            snprintf(quoted, sizeof quoted, "“%s” ", meaning);
        if (av_pen_width(pen, quoted) + av_pen_width(pen, text) <= room)
            break;
    }
    av_draw_right(pen, strip->end, strip->y, AV_ROLE_QUIET, text);
    strip->end -= av_pen_width(pen, text);
    av_draw_right(pen, strip->end, strip->y, AV_ROLE_TEXT, quoted);
    strip->end -= av_pen_width(pen, quoted) + 1;
}

void av_draw_tokens(const struct av_pen *pen, int y, bool glossed)
{
    struct strip strip = {.pen = pen, .y = y, .end = pen->canvas->width - 1, .glossed = glossed};
    draw_status(&strip);
    int first = first_in_sight(&strip, strip.end - 3), x = 2;
    av_add_wheel(pen, (struct av_rectangle){0, y, pen->canvas->width, glossed ? 2 : 1}, AV_COMMAND_TOKEN_BACK,
                 AV_COMMAND_TOKEN_NEXT, true);
    if (first > 0)
        av_draw_text(pen, 0, y, AV_ROLE_QUIET, "‹");
    for (int i = first; i < pen->player->run.n_token; i++) {
        if (x + slot(&strip, i) - GAP > strip.end - 1 && i != pen->player->place.token) {
            av_draw_text(pen, strip.end - 1, y, AV_ROLE_QUIET, "›");
            break;
        }
        x = draw_token(&strip, x, i);
    }
}
