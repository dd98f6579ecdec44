/* The list of lessons to choose from. */
#include "attnviz/scene/scene.h"
#include "attnviz/tui/tui.h"

#include "loop.h"

static void draw(void *of, struct av_canvas *canvas)
{
    av_scene_measure_picker(of, canvas);
    av_scene_draw_picker(of, canvas);
}

static enum av_status press(void *of, int key, struct av_error *error)
{
    (void)error;
    av_picker_press(of, key);
    return AV_OK;
}

static enum av_status act(void *of, struct av_command command, struct av_error *error)
{
    (void)error;
    av_picker_do(of, command);
    return AV_OK;
}

enum av_status av_tui_pick(struct av_picker *picker, struct av_error *error)
{
    const struct av_show show = {
        .of = picker,
        .theme = &picker->theme,
        .ended = &picker->ended,
        .repaint = &picker->repaint,
        .draw = draw,
        .press = press,
        .act = act,
    };
    return av_loop_run(&show, error);
}
