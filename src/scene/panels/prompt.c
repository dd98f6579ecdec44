/* The prompt line, and what was last done or why nothing was, in the place of the formula. */
#include <stdio.h>

#include "panels.h"

static enum av_string words_of(enum av_prompt_kind kind)
{
    static const enum av_string words[AV_PROMPT_COUNT] = {
        [AV_PROMPT_GO_TO] = AV_STRING_GO_TO,       [AV_PROMPT_FIND] = AV_STRING_FIND,
        [AV_PROMPT_NUMBER] = AV_STRING_ASK_NUMBER, [AV_PROMPT_TOKEN] = AV_STRING_ASK_TOKEN,
        [AV_PROMPT_INSERT] = AV_STRING_ASK_INSERT, [AV_PROMPT_TEMPERATURE] = AV_STRING_ASK_TEMPERATURE,
        [AV_PROMPT_TOP_K] = AV_STRING_ASK_TOP_K,   [AV_PROMPT_SEED] = AV_STRING_ASK_SEED,
        [AV_PROMPT_WRITE] = AV_STRING_ASK_WRITE,
    };
    return words[kind];
}

/* What stands for {} in the question: how many tokens there are, which of them it is about, how large the vocabulary
 * is. */
static const char *subject(const struct av_player *player, char *buffer, size_t size)
{
    switch (player->prompt.kind) {
    case AV_PROMPT_GO_TO:
        snprintf(buffer, size, "%d", player->run.n_token);
        return buffer;
    case AV_PROMPT_TOKEN:
    case AV_PROMPT_INSERT:
        return av_player_token_text(player, player->place.token);
    case AV_PROMPT_TOP_K:
        snprintf(buffer, size, "%d", player->run.lesson->model.config.vocab_size);
        return buffer;
    default:
        return "";
    }
}

/* The tokens that match what was typed, the chosen one in brackets: it and what follows, as far as there is room. */
static void draw_matches(const struct av_pen *pen, int x, int y)
{
    const struct av_player *player = pen->player;
    int end = pen->canvas->width - 1;
    for (int nth = player->prompt.choice; x < end; nth++) {
        int id = av_prompt_match(player, nth);
        if (id < 0)
            return;
        bool chosen = nth == player->prompt.choice;
        char text[96];
        snprintf(text, sizeof text, chosen ? "[%s]" : "%s", av_player_vocabulary_text(player, id));
        if (x + av_pen_width(pen, text) > end)
            return;
        x = av_draw_text(pen, x, y, chosen ? AV_ROLE_STRONG : AV_ROLE_QUIET, text) + 1;
    }
}

/* The end of a text, as much of it as goes into width columns. */
static const char *end_that_fits(const struct av_pen *pen, const char *text, int width)
{
    struct av_glyphs glyphs = {.text = text, .charset = pen->canvas->charset};
    struct av_glyph glyph;
    while (av_pen_width(pen, glyphs.text) > width && av_glyphs_next(&glyphs, &glyph))
        continue;
    return glyphs.text;
}

void av_draw_prompt(const struct av_pen *pen, int y)
{
    const struct av_prompt *prompt = &pen->player->prompt;
    char text[192], about[16];
    av_string_with(text, sizeof text, words_of(prompt->kind), pen->language, subject(pen->player, about, sizeof about));
    int x = av_draw_text(pen, 1, y, AV_ROLE_BAR_KEY, text);
    const char *typed = end_that_fits(pen, prompt->text, pen->canvas->width - 1 - x);
    int end = av_draw_text(pen, x, y, prompt->selected ? AV_ROLE_STAGE_CURRENT : AV_ROLE_STRONG, typed);
    pen->canvas->cursor_x = end;
    pen->canvas->cursor_y = y;
    if (prompt->kind == AV_PROMPT_TOKEN || prompt->kind == AV_PROMPT_INSERT)
        draw_matches(pen, end + 2, y);
}

/* What stands in the notice's first {}; the second is the name of a stage. */
static const char *notice_value(const struct av_pen *pen, char buffer[16])
{
    const struct av_player *player = pen->player;
    switch (player->notice) {
    case AV_NOTICE_LOOK:
        return av_string_look(player->look, pen->language);
    case AV_NOTICE_DIGITS:
        if (player->digits == 0)
            return av_string(AV_STRING_ALL_THAT_FIT, pen->language);
        snprintf(buffer, 16, "%d", player->digits);
        return buffer;
    case AV_NOTICE_UNEXPLAINED: {
        struct av_view view = av_view_of(player, player->focus);
        return av_string_state(av_view_cell(&view, player->row, player->column).state, pen->language);
    }
    case AV_NOTICE_STOPPED:
        snprintf(buffer, 16, "%d", player->quiz.stopped_at.token + 1);
        return buffer;
    case AV_NOTICE_NO_SUCH_TOKEN:
        snprintf(buffer, 16, "%d", player->run.n_token);
        return buffer;
    default:
        return player->about;
    }
}

void av_draw_notice(const struct av_pen *pen, int y)
{
    const struct av_player *player = pen->player;
    const char *stage =
        av_string_stage(&player->run.lesson->model.config, (enum av_stage)player->quiz.stopped_at.stage, pen->language);
    char text[512], value[16];
    av_string_fill(text, sizeof text, av_string_notice(player->notice, pen->language), notice_value(pen, value), stage);
    av_draw_cut(pen, 1, y, pen->canvas->width - 2, AV_ROLE_NEW, text);
}
