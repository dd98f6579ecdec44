#include "attnviz/player/player.h"

#include <limits.h>

#include "act.h"
#include "focus.h"
#include "inner.h"
#include "scroll.h"
#include "sight.h"

/* A field of a place, kept within 0 … count − 1. */
static int choose(int wanted, int current, int count)
{
    return wanted == AV_ANY ? current : clamp(wanted, 0, count - 1);
}

/* The same of the token, which has a step. */
static int choose_token(const struct av_player *player, int wanted)
{
    return clamp(wanted == AV_ANY ? player->place.token : wanted, first_token(player), player->run.n_token - 1);
}

/* What the screen needs at the player's place; of the run before the last change, too. */
static enum av_status refresh(struct av_player *player, struct av_error *error)
{
    struct av_run *earlier = &player->experiment.earlier;
    enum av_status status = av_run_refresh(&player->run, &player->place, player->cache_on, error);
    if (status == AV_OK)
        status = av_lens_refresh(player, error);
    if (status != AV_OK || !player->experiment.marking || !av_run_has_step(earlier, player->place.token))
        return status;
    return av_run_refresh(earlier, &player->place, player->cache_on && av_run_can_cache(earlier), error);
}

enum av_status av_player_go(struct av_player *player, const struct av_place *place, struct av_error *error)
{
    const struct av_config *config = config_of(player);
    struct av_place from = player->place;
    player->place = (struct av_place){
        .token = choose_token(player, place->token),
        .stage = choose(place->stage, from.stage, AV_STAGE_COUNT),
        .layer = choose(place->layer, from.layer, config->n_layer),
        .head = choose(place->head, from.head, config->n_head),
        .lens = choose(place->lens, from.lens, AV_LENS_COUNT),
    };
    if (!av_stage_exists(config, (enum av_stage)player->place.stage))
        player->place.stage--;
    if (player->place.lens != from.lens)
        av_lens_stop(player, (enum av_lens)from.lens);
    enum av_status status = refresh(player, error);
    if (!same_place(&player->place, &from))
        av_scroll_drop_all(player);
    if (status == AV_OK) {
        av_focus_follow(player, &from);
        av_quiz_follow(player);
        av_walk_follow(player);
    }
    return status;
}

/* How far each command moves the cell cursor. */
static const struct {
    int rows, columns;
} moves[AV_COMMAND_COUNT] = {
    [AV_COMMAND_CELL_LEFT] = {0, -1},
    [AV_COMMAND_CELL_RIGHT] = {0, 1},
    [AV_COMMAND_CELL_UP] = {-1, 0},
    [AV_COMMAND_CELL_DOWN] = {1, 0},
    [AV_COMMAND_CELL_FIRST] = {0, -INT_MAX / 2},
    [AV_COMMAND_CELL_LAST] = {0, INT_MAX / 2},
    [AV_COMMAND_CELL_PAGE_UP] = {-1, 0}, /* pages */
    [AV_COMMAND_CELL_PAGE_DOWN] = {1, 0},
};

/* Rows that the command moves by. */
static int rows_of(const struct av_player *player, enum av_command_id id)
{
    bool page = id == AV_COMMAND_CELL_PAGE_UP || id == AV_COMMAND_CELL_PAGE_DOWN;
    return moves[id].rows * (page ? player->page_rows : 1);
}

/* The lens that the lesson begins with is no less a part of it than the panels. */
static bool leads_to_list(const struct av_player *player)
{
    int lens = player->place.lens;
    return player->listed && (lens == AV_LENS_PANELS || lens == player->lesson->start.lens);
}

bool av_player_leads_to_list(const struct av_player *player)
{
    bool open = player->faults != NULL || player->prompt.kind != AV_PROMPT_NONE || player->help.open ||
                player->quiz.phase != AV_QUIZ_IDLE || player->walk.n > 0 || player->tracing || player->focused;
    return leads_to_list(player) && !open;
}

/* Out of what is open last: the trace of a number, the zoom, the panel, what runs in a lens, another lens than the
 * panels; and in the end out of the lesson. */
static void leave(struct av_player *player)
{
    if (player->tracing)
        player->tracing = false;
    else if (player->zoomed)
        player->zoomed = false;
    else if (player->focused)
        player->focused = false;
    else if (av_lens_stop(player, (enum av_lens)player->place.lens))
        return;
    else if (leads_to_list(player))
        player->back = player->quit = true;
    else
        player->place.lens = AV_LENS_PANELS;
}

static void look(struct av_player *player, struct av_command command)
{
    int id = command.argument[0];
    if (av_walk_do(player, command))
        return;
    switch (command.id) {
    case AV_COMMAND_PANEL_NEXT:
    case AV_COMMAND_PANEL_BACK:
        if (av_player_has_panels(player)) /* a question of another lens is open where there are none */
            av_focus_cycle(player, command.id == AV_COMMAND_PANEL_NEXT ? 1 : -1);
        break;
    case AV_COMMAND_ENTER:
        if (player->focused)
            av_walk_open(player);
        else
            av_focus_enter(player);
        break;
    case AV_COMMAND_LEAVE:
        leave(player);
        break;
    case AV_COMMAND_FIND:
        av_prompt_open(player, AV_PROMPT_FIND);
        break;
    case AV_COMMAND_ZOOM:
    case AV_COMMAND_CELL_LOOK:
    case AV_COMMAND_FLOW:
    case AV_COMMAND_DIGITS_FEWER:
    case AV_COMMAND_DIGITS_MORE:
        av_sight_do(player, command.id);
        break;
    case AV_COMMAND_CELL_SELECT:
        if (id >= 0 && id < AV_VIEW_COUNT && av_view_exists(player, (enum av_view_id)id))
            av_scroll_select(player, (enum av_view_id)id, command.argument[1], command.argument[2]);
        break;
    case AV_COMMAND_PANEL_SCROLL:
        av_scroll_do(player, command);
        break;
    default:
        if (player->focused)
            av_focus_move(player, rows_of(player, command.id), moves[command.id].columns);
    }
}

static void change_speed(struct av_player *player, int by)
{
    if (player->speed + by < 0)
        player->notice = AV_NOTICE_SLOWEST;
    else if (player->speed + by > AV_SPEED_MAX)
        player->notice = AV_NOTICE_FASTEST;
    else
        player->speed += by;
}

static void run_program(struct av_player *player, struct av_command command)
{
    switch (command.id) {
    case AV_COMMAND_PLAY:
        player->playing = !player->playing && !at_end(player);
        if (at_end(player))
            player->notice = AV_NOTICE_LAST_STAGE;
        break;
    case AV_COMMAND_FASTER:
        change_speed(player, 1);
        break;
    case AV_COMMAND_SLOWER:
        change_speed(player, -1);
        break;
    case AV_COMMAND_LANGUAGE:
        player->language = (player->language + 1) % AV_LANGUAGE_COUNT;
        break;
    case AV_COMMAND_THEME:
        player->theme = (player->theme + 1) % AV_THEME_COUNT;
        break;
    case AV_COMMAND_HELP:
    case AV_COMMAND_GLOSSARY:
        av_help_toggle(player, command);
        break;
    case AV_COMMAND_REPAINT:
        player->repaint = true;
        break;
    case AV_COMMAND_QUIT:
        player->quit = true;
        break;
    default:
        break;
    }
}

enum av_status av_player_do(struct av_player *player, struct av_command command, struct av_error *error)
{
    if (command.id == AV_COMMAND_NONE)
        return AV_OK;
    if (command.id == AV_COMMAND_LEAVE && player->faults != NULL) {
        player->faults = NULL;
        return AV_OK;
    }
    bool asking = player->prompt.kind != AV_PROMPT_NONE;
    if (asking && (command.id == AV_COMMAND_ENTER || command.id == AV_COMMAND_LEAVE)) /* clicked in the key line */
        return av_prompt_do(player, command.id, error);
    if (command.id != AV_COMMAND_REPAINT) {
        av_prompt_close(player);
        player->notice = AV_NOTICE_NONE;
    }
    if (av_quiz_do(player, command))
        return AV_OK;
    if (command.id != AV_COMMAND_MORE && command.id != AV_COMMAND_LESS)
        player->experiment.merging = false;
    switch (av_command_info(command.id)->group) {
    case AV_GROUP_STEP:
    case AV_GROUP_SWITCH:
        return av_act_move(player, command, error);
    case AV_GROUP_LOOK:
        if (player->help.open)
            av_help_look(player, command.id);
        else
            look(player, command);
        return AV_OK;
    case AV_GROUP_LENS:
        player->playing = false;
        return av_lens_do(player, command, error);
    case AV_GROUP_CHANGE:
        player->playing = false;
        return av_act_change(player, command, error);
    default:
        run_program(player, command);
        return AV_OK;
    }
}

enum av_context av_player_context(const struct av_player *player)
{
    return player->prompt.kind != AV_PROMPT_NONE ? AV_CONTEXT_ASKING
           : player->help.open                   ? AV_CONTEXT_HELP
                                                 : av_player_context_below_help(player);
}

enum av_context av_player_context_below_help(const struct av_player *player)
{
    return player->quiz.phase == AV_QUIZ_OPEN     ? av_quiz_context(player)
           : player->walk.n > 0                   ? AV_CONTEXT_WORKING
           : player->focused                      ? AV_CONTEXT_PANEL
           : player->place.lens != AV_LENS_PANELS ? AV_CONTEXT_LENS
                                                  : AV_CONTEXT_LESSON;
}

bool av_player_hinted(const struct av_player *player)
{
    enum av_context context = av_player_context(player);
    return player->hint > 0 && (context == AV_CONTEXT_LESSON || context == AV_CONTEXT_PANEL);
}

/* True for a key that does something in this lesson, but for the question that is open. */
static bool waits_for_the_answer(int key, enum av_context context)
{
    bool asked = context == AV_CONTEXT_CHOICE || context == AV_CONTEXT_QUESTION || context == AV_CONTEXT_POINT;
    return asked && (av_keymap_command(key, AV_CONTEXT_LESSON) != AV_COMMAND_NONE ||
                     av_keymap_command(key, AV_CONTEXT_LENS) != AV_COMMAND_NONE);
}

enum av_status av_player_press(struct av_player *player, int key, struct av_error *error)
{
    if (player->hint > 0)
        player->hint--;
    if (player->faults != NULL && key == AV_KEY_ESCAPE)
        return av_player_do(player, (struct av_command){.id = AV_COMMAND_LEAVE}, error);
    if (player->prompt.kind != AV_PROMPT_NONE)
        return av_prompt_press(player, key, error);
    if (av_quiz_type(player, key))
        return AV_OK;
    enum av_context context = av_player_context(player);
    struct av_command command = {.id = av_keymap_command(key, context)};
    bool cursor = context == AV_CONTEXT_PANEL || context == AV_CONTEXT_WORKING;
    if (cursor && command.id == AV_COMMAND_NONE && key >= '0' && key <= '9')
        return av_act_type(player, key, error);
    if (command.id == AV_COMMAND_NONE && waits_for_the_answer(key, context)) {
        player->notice = AV_NOTICE_QUESTION_OPEN;
        return AV_OK;
    }
    if (command.id != AV_COMMAND_NONE && av_command_info(command.id)->group == AV_GROUP_STEP)
        player->playing = false;
    return av_player_do(player, command, error);
}
