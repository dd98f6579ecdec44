/* Moving through the lesson: steps, and the switches. */
#include "act.h"
#include "attnviz/player/step.h"
#include "inner.h"

/* Where a stepping command leads to; av_player_go keeps it within the lesson. */
static struct av_place destination(const struct av_player *player, struct av_command command)
{
    const struct av_config *config = config_of(player);
    struct av_place place = player->place;
    switch (command.id) {
    case AV_COMMAND_STAGE_NEXT:
        if (!av_step_next(config, &place) && !at_end(player)) {
            place.token++;
            av_step_first(&place);
        }
        break;
    case AV_COMMAND_STAGE_BACK:
        if (!av_step_back(config, &place) && place.token > first_token(player)) {
            place.token--;
            av_step_last(config, &place);
        }
        break;
    case AV_COMMAND_TOKEN_NEXT:
        place.token++;
        break;
    case AV_COMMAND_TOKEN_BACK:
        place.token--;
        break;
    case AV_COMMAND_FIRST:
        place.token = first_token(player);
        av_step_first(&place);
        break;
    case AV_COMMAND_LAST:
        place.token = player->run.n_token - 1;
        av_step_last(config, &place);
        break;
    case AV_COMMAND_GO_TO_TOKEN:
        if (command.argument[0] <= player->run.n_token)
            place.token = command.argument[0] - 1;
        break;
    case AV_COMMAND_GO_TO_STAGE:
        place.stage = command.argument[0];
        break;
    case AV_COMMAND_RESUME:
        if (player->quiz.stopped)
            place = player->quiz.stopped_at;
        break;
    default:
        break;
    }
    return place;
}

static enum av_status step(struct av_player *player, struct av_command command, struct av_error *error)
{
    if (command.id != AV_COMMAND_STAGE_NEXT)
        player->playing = false;
    if (command.id == AV_COMMAND_GO_TO_TOKEN && command.argument[0] <= 0) {
        av_prompt_open(player, AV_PROMPT_GO_TO);
        return AV_OK;
    }
    struct av_place place = destination(player, command), from = player->place;
    enum av_status status = av_player_go(player, &place, error);
    if (!same_place(&from, &player->place))
        av_experiment_forget(player);
    if (at_end(player))
        player->playing = false;
    return status;
}

static enum av_status flip_prefill(struct av_player *player, struct av_error *error)
{
    enum av_status status = av_experiment_prefill(player, !player->prefill, error);
    player->notice = !player->prefill                    ? AV_NOTICE_ONE_BY_ONE
                     : player->run.lesson->n_prompt == 1 ? AV_NOTICE_ONE_TOKEN
                                                         : AV_NOTICE_AT_ONCE;
    return status;
}

static enum av_status flip_switch(struct av_player *player, struct av_command command, struct av_error *error)
{
    struct av_place place = player->place;
    if (command.id == AV_COMMAND_PREFILL)
        return flip_prefill(player, error);
    if (command.id == AV_COMMAND_CACHE && !av_player_can_cache(player))
        player->notice = AV_NOTICE_NO_CACHE;
    else if (command.id == AV_COMMAND_CACHE)
        player->cache_on = player->cache_wanted = !player->cache_on;
    _Static_assert(AV_ANY == 0 - 1, "a step back from the first head or layer is no change of it");
    place.head += command.id == AV_COMMAND_HEAD_NEXT ? 1 : command.id == AV_COMMAND_HEAD_BACK ? -1 : 0;
    place.layer += command.id == AV_COMMAND_LAYER_NEXT ? 1 : command.id == AV_COMMAND_LAYER_BACK ? -1 : 0;
    return av_player_go(player, &place, error);
}

/* Why a command that moves through the lesson led to where the player was already. */
static enum av_notice why_unmoved(const struct av_player *player, struct av_command command)
{
    const struct av_config *config = config_of(player);
    switch (command.id) {
    case AV_COMMAND_STAGE_BACK:
    case AV_COMMAND_FIRST:
        return AV_NOTICE_FIRST_STAGE;
    case AV_COMMAND_STAGE_NEXT:
    case AV_COMMAND_LAST:
        return AV_NOTICE_LAST_STAGE;
    case AV_COMMAND_TOKEN_BACK:
        return first_token(player) > 0 ? AV_NOTICE_FIRST_STEP : AV_NOTICE_FIRST_TOKEN;
    case AV_COMMAND_TOKEN_NEXT:
        return AV_NOTICE_LAST_TOKEN;
    case AV_COMMAND_GO_TO_TOKEN:
        return command.argument[0] > player->run.n_token ? AV_NOTICE_NO_SUCH_TOKEN : AV_NOTICE_NONE;
    case AV_COMMAND_HEAD_BACK:
        return config->n_head == 1 ? AV_NOTICE_ONE_HEAD : AV_NOTICE_FIRST_HEAD;
    case AV_COMMAND_HEAD_NEXT:
        return config->n_head == 1 ? AV_NOTICE_ONE_HEAD : AV_NOTICE_LAST_HEAD;
    case AV_COMMAND_LAYER_BACK:
        return config->n_layer == 1 ? AV_NOTICE_ONE_LAYER : AV_NOTICE_FIRST_LAYER;
    case AV_COMMAND_LAYER_NEXT:
        return config->n_layer == 1 ? AV_NOTICE_ONE_LAYER : AV_NOTICE_LAST_LAYER;
    case AV_COMMAND_RESUME:
        return AV_NOTICE_NOT_STOPPED;
    default:
        return player->notice;
    }
}

enum av_status av_act_move(struct av_player *player, struct av_command command, struct av_error *error)
{
    struct av_place from = player->place;
    bool steps = av_command_info(command.id)->group == AV_GROUP_STEP;
    enum av_status status = steps ? step(player, command, error) : flip_switch(player, command, error);
    if (same_place(&player->place, &from))
        player->notice = why_unmoved(player, command);
    int number = command.id == AV_COMMAND_GO_TO_TOKEN ? command.argument[0] : 0;
    if (number > 0 && number <= first_token(player))
        player->notice = AV_NOTICE_FIRST_STEP;
    return status;
}
