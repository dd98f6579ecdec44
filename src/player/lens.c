#include "attnviz/player/lens.h"

#include "attnviz/player/player.h"
#include "inner.h"
#include "lenses.h"

static const struct av_lens_info panels = {
    .title = {{"panels", "面板"}},
};

static const struct av_lens_info *const lenses[AV_LENS_COUNT] = {
    [AV_LENS_PANELS] = &panels,         [AV_LENS_SIDE] = &av_lens_side,       [AV_LENS_BLOCKS] = &av_lens_blocks,
    [AV_LENS_COUNTS] = &av_lens_counts, [AV_LENS_MEASURE] = &av_lens_measure, [AV_LENS_SIZES] = &av_lens_sizes,
    [AV_LENS_FLASH] = &av_lens_flash,   [AV_LENS_PAGED] = &av_lens_paged,     [AV_LENS_HEADS] = &av_lens_heads,
    [AV_LENS_LAYERS] = &av_lens_layers, [AV_LENS_LOSS] = &av_lens_loss,       [AV_LENS_SCALE] = &av_lens_scale,
    [AV_LENS_MERGED] = &av_lens_merged,
};

const struct av_lens_info *av_lens_info(enum av_lens lens)
{
    return lenses[lens];
}

bool av_lens_applies(const struct av_player *player, enum av_lens lens)
{
    return !lenses[lens]->self_only || config_of(player)->attends == AV_ATTENDS_SELF;
}

static int n_control(const struct av_player *player)
{
    enum av_lens lens = (enum av_lens)player->place.lens;
    return av_lens_applies(player, lens) ? lenses[lens]->n_control : 0;
}

bool av_player_has_panels(const struct av_player *player)
{
    return player->place.lens == AV_LENS_PANELS || player->place.lens == AV_LENS_SIDE;
}

static enum av_status choose(struct av_player *player, enum av_lens lens, struct av_error *error)
{
    struct av_place place = player->place;
    place.lens = (int)lens;
    player->focused = player->zoomed = false;
    player->control = 0;
    return av_player_go(player, &place, error);
}

static enum av_lens neighbour(const struct av_player *player, int direction)
{
    return (enum av_lens)((player->place.lens + direction + AV_LENS_COUNT) % AV_LENS_COUNT);
}

static void choose_control(struct av_player *player, int direction)
{
    int n = n_control(player);
    if (n > 0)
        player->control = (player->control + direction + n) % n;
}

static enum av_status turn(struct av_player *player, int direction, struct av_error *error)
{
    const struct av_lens_info *lens = lenses[player->place.lens];
    if (n_control(player) == 0)
        return AV_OK;
    if (!lens->controls[player->control].turn(player, direction)) {
        player->notice = direction > 0 ? AV_NOTICE_LARGEST : AV_NOTICE_SMALLEST;
        return AV_OK;
    }
    return av_lens_refresh(player, error);
}

/* What the lens makes of the key; else a stage on, or back. */
static enum av_status act(struct av_player *player, enum av_command_id id, struct av_error *error)
{
    const struct av_lens_info *lens = lenses[player->place.lens];
    bool applies = av_lens_applies(player, (enum av_lens)player->place.lens);
    if (applies && lens->act != NULL && lens->act(player, id))
        return av_lens_refresh(player, error);
    if (id == AV_COMMAND_LENS_RUN)
        return AV_OK;
    struct av_command step = {.id = id == AV_COMMAND_LENS_NEXT ? AV_COMMAND_STAGE_NEXT : AV_COMMAND_STAGE_BACK};
    return av_player_do(player, step, error);
}

enum av_status av_lens_do(struct av_player *player, struct av_command command, struct av_error *error)
{
    int controls = n_control(player);
    switch (command.id) {
    case AV_COMMAND_SIDE_BY_SIDE:
        return choose(player, player->place.lens == AV_LENS_SIDE ? AV_LENS_PANELS : AV_LENS_SIDE, error);
    case AV_COMMAND_TAB_NEXT:
        return choose(player, neighbour(player, 1), error);
    case AV_COMMAND_TAB_BACK:
        return choose(player, neighbour(player, -1), error);
    case AV_COMMAND_LENS_NEXT:
    case AV_COMMAND_LENS_BACK:
    case AV_COMMAND_LENS_RUN:
        return act(player, command.id, error);
    case AV_COMMAND_CONTROL_NEXT:
        choose_control(player, 1);
        return AV_OK;
    case AV_COMMAND_CONTROL_BACK:
        choose_control(player, -1);
        return AV_OK;
    case AV_COMMAND_CONTROL_SELECT:
        player->control = clamp(command.argument[0], 0, controls > 0 ? controls - 1 : 0);
        return command.argument[1] != 0 ? turn(player, command.argument[1], error) : AV_OK;
    case AV_COMMAND_CONTROL_MORE:
        return turn(player, 1, error);
    case AV_COMMAND_CONTROL_LESS:
        return turn(player, -1, error);
    default:
        return choose(player, (enum av_lens)(command.id - AV_COMMAND_LENS_PANELS), error);
    }
}

bool av_lens_stop(struct av_player *player, enum av_lens lens)
{
    return lenses[lens]->stop != NULL && lenses[lens]->stop(player);
}

enum av_status av_lens_refresh(struct av_player *player, struct av_error *error)
{
    const struct av_lens_info *lens = lenses[player->place.lens];
    bool applies = av_lens_applies(player, (enum av_lens)player->place.lens);
    return applies && lens->refresh != NULL ? lens->refresh(player, error) : AV_OK;
}
