#include "attnviz/tui/tui.h"

#include <stdlib.h>

#include "attnviz/scene/scene.h"

#include "loop.h"

#define MEASURE_TICK 50 /* ms between two looks at what is measured */

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

void av_tui_while_waiting(int (*look)(void *of, bool *changed), void *of)
{
    av_loop_while_waiting(look, of);
}

/* What is shown, and what is left of the time until it plays on. */
struct shown {
    struct av_player *player;
    int waited; /* ms, while it measures and plays */
};

static struct av_player *player_of(const void *of)
{
    return ((const struct shown *)of)->player;
}

static void draw(void *of, struct av_canvas *canvas)
{
    av_scene_measure(player_of(of), canvas);
    av_scene_draw(player_of(of), canvas);
}

static enum av_status press(void *of, int key, struct av_error *error)
{
    return av_player_press(player_of(of), key, error);
}

/* Stepping by hand stops playing, as it does with keys. */
static enum av_status act(void *of, struct av_command command, struct av_error *error)
{
    struct av_player *player = player_of(of);
    if (av_command_info(command.id)->group == AV_GROUP_STEP)
        player->playing = false;
    return av_player_do(player, command, error);
}

static int pace(const void *of)
{
    const struct av_player *player = player_of(of);
    return av_measure_busy(&player->measure) ? MEASURE_TICK
           : player->playing                 ? av_player_delay(player)
           : player->hint > 0                ? AV_HINT_TIME
                                             : -1;
}

/* True where it is time to play on; what is measured meanwhile is taken over more often. */
static bool tick(struct shown *shown)
{
    struct av_player *player = shown->player;
    if (!av_measure_busy(&player->measure)) {
        shown->waited = 0;
        return true;
    }
    av_measure_poll(&player->measure, &player->run.lesson->model.config);
    shown->waited = player->playing ? shown->waited + MEASURE_TICK : 0;
    if (shown->waited < av_player_delay(player))
        return false;
    shown->waited = 0;
    return true;
}

/* By itself it plays, takes the hint away, or shows what was measured. */
static enum av_status step(void *of, struct av_error *error)
{
    struct av_player *player = player_of(of);
    if (!tick(of))
        return AV_OK;
    if (!player->playing) {
        player->hint = 0;
        return AV_OK;
    }
    return av_player_do(player, (struct av_command){.id = AV_COMMAND_STAGE_NEXT}, error);
}

enum av_status av_tui_run(struct av_player *player, struct av_error *error)
{
    struct shown shown = {.player = player};
    const struct av_show show = {
        .of = &shown,
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
