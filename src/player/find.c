#include "find.h"

#include <stdio.h>

#include "focus.h"

/* Where one looks: along the rows or the columns of a view, or along the lesson's text. */
struct line {
    const struct av_player *player;
    enum av_axis axis;
    int from, n;
};

static int token_at(const struct line *line, int i)
{
    switch (line->axis) {
    case AV_AXIS_VOCABULARY:
        return i;
    case AV_AXIS_SOURCE:
        return line->player->run.lesson->source[i];
    case AV_AXIS_CANDIDATES:
        return line->player->run.candidates[i].token;
    default:
        return av_player_token(line->player, i);
    }
}

/* The next after the line's from, around; that itself is the last. −1 where there is none. */
static int search(const struct line *line)
{
    for (int k = 1; k <= line->n; k++) {
        int i = (line->from + k) % line->n;
        if (av_find_matches(line->player, token_at(line, i), line->player->sought))
            return i;
    }
    return -1;
}

/* How likely a word is must not be found out while a question covers it. */
static bool has_tokens(const struct av_player *player, enum av_axis axis)
{
    bool ranked = player->place.stage == AV_STAGE_NEXT && !av_player_covers(player, AV_VIEW_NEXT);
    return axis == AV_AXIS_TOKENS || axis == AV_AXIS_SOURCE || axis == AV_AXIS_VOCABULARY ||
           (axis == AV_AXIS_CANDIDATES && ranked);
}

/* Of the text, a panel lets the cursor go no further than the current token. */
static struct line line_of(const struct av_player *player, enum av_axis axis, int from)
{
    int n_token = player->focused ? player->place.token + 1 : player->run.n_token;
    const struct av_lesson *lesson = player->run.lesson;
    int n = axis == AV_AXIS_TOKENS   ? n_token
            : axis == AV_AXIS_SOURCE ? lesson->n_source
                                     : lesson->model.config.vocab_size;
    return (struct line){player, axis, from, n};
}

static enum av_status find_in_text(struct av_player *player, struct av_error *error)
{
    int n = av_player_covers_next(player) ? player->place.token + 1 : player->run.n_token;
    struct line line = {player, AV_AXIS_TOKENS, player->place.token, n};
    int found = search(&line);
    if (found >= 0)
        return av_player_do(player, (struct av_command){AV_COMMAND_GO_TO_TOKEN, {found + 1}}, error);
    av_notice_about(player, AV_NOTICE_NOT_FOUND, player->sought);
    return AV_OK;
}

static void find_in_panel(struct av_player *player, enum av_axis axis, bool columns)
{
    struct line line = line_of(player, axis, columns ? player->column : player->row);
    int found = search(&line);
    if (found < 0)
        av_notice_about(player, AV_NOTICE_NOT_FOUND, player->sought);
    else
        av_focus_select(player, player->focus, columns ? player->row : found, columns ? found : player->column);
}

enum av_status av_find(struct av_player *player, const char *text, struct av_error *error)
{
    const struct av_view view = av_view_of(player, player->focus);
    enum av_axis row_axis = av_view_row_axis(&view), column_axis = av_view_column_axis(&view);
    if (*text != '\0')
        snprintf(player->sought, sizeof player->sought, "%s", text);
    if (player->sought[0] == '\0') {
        player->notice = AV_NOTICE_NOTHING_SOUGHT;
        return AV_OK;
    }
    bool columns = has_tokens(player, column_axis), rows = has_tokens(player, row_axis);
    if (!player->focused || !(columns || rows))
        return find_in_text(player, error);
    find_in_panel(player, columns ? column_axis : row_axis, columns);
    return AV_OK;
}
