#include "attnviz/tui/tui.h"

#include <stdlib.h>

#include "attnviz/scene/scene.h"

#include "loop.h"

enum av_status av_tui_open(const struct av_tui_options *options, struct av_error *error)
{
    static bool registered;
    enum av_status status = av_loop_open(options, error);
    if (status == AV_OK && !registered)
        registered = atexit(av_tui_close) == 0;
    return status;
}

void av_tui_close(void)
{
    av_loop_close();
}

void av_tui_before_end(void (*act)(void *of), void *of)
{
    av_loop_before_end(act, of);
}

static void draw(void *of, struct av_canvas *canvas)
{
    struct av_player *player = of;
    av_scene_measure(player, canvas);
    av_scene_draw(player, canvas);
}

static enum av_status press(void *of, int key, struct av_error *error)
{
    return av_player_press(of, key, error);
}

/* Stepping by hand stops playing, as it does with keys. */
static enum av_status act(void *of, struct av_command command, struct av_error *error)
{
    struct av_player *player = of;
    if (av_command_info(command.id)->group == AV_GROUP_STEP)
        player->playing = false;
    return av_player_do(player, command, error);
}

static int pace(const void *of)
{
    const struct av_player *player = of;
    return player->playing ? av_player_delay(player) : player->hint > 0 ? AV_HINT_TIME : -1;
}

/* By itself it plays, or takes the hint away. */
static enum av_status step(void *of, struct av_error *error)
{
    struct av_player *player = of;
    if (!player->playing) {
        player->hint = 0;
        return AV_OK;
    }
    return av_player_do(player, (struct av_command){.id = AV_COMMAND_STAGE_NEXT}, error);
}

enum av_status av_tui_run(struct av_player *player, struct av_error *error)
{
    const struct av_show show = {
        .of = player,
        .theme = &player->theme,
        .ended = &player->quit,
        .repaint = &player->repaint,
        .draw = draw,
        .press = press,
        .act = act,
        .pace = pace,
        .step = step,
    };
    return av_loop_run(&show, error);
}
