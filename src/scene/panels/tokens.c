#include <stdio.h>

#include "panels.h"

#define GAP 2

static bool generated(const struct av_player *player, int i)
{
    return i >= player->lesson->n_prompt;
}

/* Columns of token i in the strip: itself, and the sign in front of the first generated one. */
static int slot_width(const struct av_pen *pen, int i)
{
    int width = av_pen_width(pen, av_player_token_text(pen->player, i)) + GAP;
    return i == pen->player->lesson->n_prompt ? width + 2 : width;
}

static enum av_role token_role(const struct av_player *player, int i)
{
    return i == player->place.token  ? AV_ROLE_TOKEN_CURRENT
           : i > player->place.token ? AV_ROLE_FUTURE
           : generated(player, i)    ? AV_ROLE_TOKEN_GENERATED
                                     : AV_ROLE_TOKEN;
}

/* "step 10/13 · prompt", or just "10/13". */
static void status(const struct av_pen *pen, bool brief, char *buffer, size_t size)
{
    const struct av_player *player = pen->player;
    int token = player->place.token + 1;
    const char *phase = av_string(generated(player, token - 1) ? AV_STRING_DECODE : AV_STRING_PROMPT, pen->language);
    if (brief)
        snprintf(buffer, size, "%d/%d", token, player->n_token);
    else
        snprintf(buffer, size, pen->language == AV_CHINESE ? "第 %d/%d 步 · %s" : "step %d/%d · %s", token,
                 player->n_token, phase);
}

static const char *gloss(const struct av_pen *pen)
{
    const struct av_lesson *lesson = pen->player->lesson;
    if (lesson->glosses == NULL)
        return NULL;
    return lesson->glosses[av_player_token(pen->player, pen->player->place.token)].in[pen->language];
}

/* The first token that is drawn, such that the current one is in sight with some of what follows. */
static int first_in_sight(const struct av_pen *pen, int room)
{
    int first = pen->player->place.token, used = slot_width(pen, first), ahead = 0;
    for (int i = first + 1; i < pen->player->n_token && ahead < room / 4; i++)
        ahead += slot_width(pen, i);
    while (first > 0 && used + ahead + slot_width(pen, first - 1) <= room) {
        first--;
        used += slot_width(pen, first);
    }
    return first;
}

static int draw_token(const struct av_pen *pen, int x, int y, int end, int i)
{
    const char *text = av_player_token_text(pen->player, i);
    enum av_role role = token_role(pen->player, i);
    if (i == pen->player->lesson->n_prompt)
        x = av_draw_text(pen, x, y, AV_ROLE_QUIET, "▸") + 1;
    int width = av_canvas_text(pen->canvas, x, y, end - x, role, text);
    av_canvas_add_hit(
        pen->canvas,
        (struct av_hit){
            .x = x - 1, .y = y, .width = width + 2, .height = 1, .command = {AV_COMMAND_GO_TO_TOKEN, {i + 1, 0, 0}}
    });
    if (i == pen->player->place.token) {
        if (x > 0)
            av_canvas_paint(pen->canvas, x - 1, y, width + 2, role);
        pen->canvas->cursor_x = x > 0 ? x - 1 : 0;
        pen->canvas->cursor_y = y;
    }
    return x + width + GAP;
}

static int strip_width(const struct av_pen *pen)
{
    int width = 2;
    for (int i = 0; i < pen->player->n_token; i++)
        width += slot_width(pen, i);
    return width;
}

/* At the right end: which step this is, and what its token means. The strip comes first: the meaning goes, then the words,
 * where both do not fit. Returns where the strip has to end. */
static int draw_status(const struct av_pen *pen, int y)
{
    char text[96], quoted[96] = "";
    int end = pen->canvas->width - 1, room = end - strip_width(pen);
    const char *meaning = gloss(pen);
    status(pen, false, text, sizeof text);
    if (meaning != NULL)
        snprintf(quoted, sizeof quoted, "“%s” · ", meaning);
    if (av_pen_width(pen, quoted) + av_pen_width(pen, text) > room)
        quoted[0] = '\0';
    if (av_pen_width(pen, text) > room)
        status(pen, true, text, sizeof text);
    av_draw_right(pen, end, y, AV_ROLE_QUIET, text);
    end -= av_pen_width(pen, text);
    av_draw_right(pen, end, y, AV_ROLE_TEXT, quoted);
    return end - av_pen_width(pen, quoted) - 1;
}

void av_draw_tokens(const struct av_pen *pen, int y)
{
    int end = draw_status(pen, y);
    int room = end - 3, first = first_in_sight(pen, room), x = 2;
    if (first > 0)
        av_draw_text(pen, 0, y, AV_ROLE_QUIET, "‹");
    for (int i = first; i < pen->player->n_token; i++) {
        if (x + slot_width(pen, i) - GAP > end - 1 && i != pen->player->place.token) {
            av_draw_text(pen, end - 1, y, AV_ROLE_QUIET, "›");
            break;
        }
        x = draw_token(pen, x, y, end, i);
    }
}
