/* "What if?": the commands that change the lesson. */
#include "act.h"

#include <stdio.h>

#include "editor.h"
#include "inner.h"

/* Says what was done, where it was. */
static enum av_status said(struct av_player *player, enum av_notice notice, enum av_status status)
{
    if (player->notice == AV_NOTICE_NONE)
        player->notice = notice;
    return status;
}

static enum av_status set_rule(struct av_player *player, bool scaled, enum av_mask mask, struct av_error *error)
{
    struct av_change change = {.kind = AV_CHANGE_SETTING};
    change.setting[0] = change.setting[1] = av_lesson_setting(player->run.lesson);
    change.setting[1].scaled = scaled;
    change.setting[1].mask = mask;
    return av_experiment_change(player, &change, error);
}

static enum av_status cycle_mask(struct av_player *player, struct av_error *error)
{
    const struct av_rule *rule = &player->run.lesson->rule;
    if (player->run.lesson->n_source > 0) {
        player->notice = AV_NOTICE_NO_MASK;
        return AV_OK;
    }
    enum av_mask mask = (enum av_mask)((rule->mask + 1) % (AV_MASK_NONE + 1));
    static const enum av_notice notices[] = {
        [AV_MASK_CAUSAL] = AV_NOTICE_MASK_CAUSAL,
        [AV_MASK_MULTIPLIED] = AV_NOTICE_MASK_MULTIPLIED,
        [AV_MASK_NONE] = AV_NOTICE_MASK_NONE,
    };
    return said(player, notices[mask], set_rule(player, rule->scaled, mask, error));
}

static enum av_status flip_scale(struct av_player *player, struct av_error *error)
{
    const struct av_rule *rule = &player->run.lesson->rule;
    bool scaled = !rule->scaled;
    return said(player, scaled ? AV_NOTICE_SCALED : AV_NOTICE_UNSCALED, set_rule(player, scaled, rule->mask, error));
}

/* The number under the cursor; false, and a notice, where that is none that can be changed. */
static bool find_number(struct av_player *player, struct av_weight_at *at)
{
    if (av_experiment_at_cursor(player, at))
        return true;
    player->notice = AV_NOTICE_NOT_A_WEIGHT;
    return false;
}

static enum av_status nudge(struct av_player *player, int direction, struct av_error *error)
{
    struct av_weight_at at;
    return find_number(player, &at) ? av_editor_nudge(player, &at, direction, error) : AV_OK;
}

static void edit(struct av_player *player)
{
    struct av_weight_at at;
    if (!player->focused)
        av_prompt_open(player, AV_PROMPT_TOKEN);
    else if (find_number(player, &at))
        av_prompt_open_number(player, &at);
}

static void open_insertion(struct av_player *player)
{
    int most = player->lesson->n_prompt + player->lesson->n_generate + AV_TOKENS_ADDED_MAX;
    if (player->run.n_token >= config_of(player)->n_ctx || player->run.n_token >= most)
        player->notice = AV_NOTICE_FULL;
    else
        av_prompt_open(player, AV_PROMPT_INSERT);
}

/* The token goes; of the generated ones, all from this place on are made anew, one fewer. */
static enum av_status delete_token(struct av_player *player, struct av_error *error)
{
    int place = player->place.token;
    struct av_lengths now = av_lesson_lengths(player->run.lesson), then = now;
    bool of_prompt = place < now.n_prompt;
    if (of_prompt && now.n_prompt == 1) {
        player->notice = AV_NOTICE_ONLY_TOKEN;
        return AV_OK;
    }
    if (of_prompt)
        then.n_prompt--;
    else
        then.n_generate--;
    place = of_prompt ? place : player->run.n_token - 1;
    const bool *banned = player->run.lesson->rule.banned;
    const struct av_change change = {
        .kind = AV_CHANGE_DELETE,
        .place = place,
        .token = {player->run.tokens[place], player->run.tokens[place]},
        .banned = banned != NULL && banned[place],
        .lengths = {now, then},
    };
    bool read_at_once = of_prompt && av_player_prefills(player);
    snprintf(player->about, sizeof player->about, "%s", av_player_token_text(player, place));
    enum av_status status = said(player, AV_NOTICE_DELETED, av_experiment_change(player, &change, error));
    if (status != AV_OK || !read_at_once || !player->experiment.marking)
        return status;
    const struct av_place first = {place - 1, AV_ANY, AV_ANY, AV_ANY, AV_ANY}; /* that step has become shorter */
    return av_player_go(player, &first, error);
}

/* The token that the cursor is about: that of its column, or else of its row; without a cursor the current one. */
static int token_at_hand(const struct av_player *player)
{
    struct av_view view = av_view_of(player, player->focus);
    if (player->focused && av_view_columns_are_tokens(&view))
        return player->column;
    if (player->focused && av_view_rows_are_tokens(&view))
        return player->row;
    return player->place.token;
}

static enum av_status ban(struct av_player *player, struct av_error *error)
{
    if (player->run.lesson->n_source > 0) {
        player->notice = AV_NOTICE_NO_BAN;
        return AV_OK;
    }
    int place = token_at_hand(player);
    const bool *banned = player->run.lesson->rule.banned;
    enum av_notice notice = banned != NULL && banned[place] ? AV_NOTICE_ALLOWED : AV_NOTICE_BANNED;
    const struct av_change change = {.kind = AV_CHANGE_BAN, .place = place};
    snprintf(player->about, sizeof player->about, "%s", av_player_token_text(player, place));
    return said(player, notice, av_experiment_change(player, &change, error));
}

enum av_status av_act_type(struct av_player *player, int digit, struct av_error *error)
{
    player->notice = AV_NOTICE_NONE;
    edit(player);
    return player->prompt.kind == AV_PROMPT_NUMBER ? av_prompt_press(player, digit, error) : AV_OK;
}

enum av_status av_act_change(struct av_player *player, struct av_command command, struct av_error *error)
{
    switch (command.id) {
    case AV_COMMAND_MASK:
        return cycle_mask(player, error);
    case AV_COMMAND_SCALE:
        return flip_scale(player, error);
    case AV_COMMAND_TEMPERATURE:
        av_prompt_open(player, AV_PROMPT_TEMPERATURE);
        return AV_OK;
    case AV_COMMAND_TOP_K:
        av_prompt_open(player, AV_PROMPT_TOP_K);
        return AV_OK;
    case AV_COMMAND_SEED:
        av_prompt_open(player, AV_PROMPT_SEED);
        return AV_OK;
    case AV_COMMAND_EDIT:
        edit(player);
        return AV_OK;
    case AV_COMMAND_MORE:
        return nudge(player, 1, error);
    case AV_COMMAND_LESS:
        return nudge(player, -1, error);
    case AV_COMMAND_INSERT:
        open_insertion(player);
        return AV_OK;
    case AV_COMMAND_DELETE:
        return delete_token(player, error);
    case AV_COMMAND_BAN:
        return ban(player, error);
    case AV_COMMAND_UNDO:
        return said(player, AV_NOTICE_UNDONE, av_experiment_undo(player, error));
    case AV_COMMAND_REDO:
        return said(player, AV_NOTICE_REDONE, av_experiment_redo(player, error));
    case AV_COMMAND_RESET:
        return said(player, AV_NOTICE_RESET, av_experiment_reset(player, error));
    default:
        av_prompt_open(player, AV_PROMPT_WRITE);
        return AV_OK;
    }
}
