/* The list of lessons to choose from. */
#include "attnviz/tui/tui.h"

#include "attnviz/scene/scene.h"

#include "loop.h"

struct chooser {
    const struct av_library *library;
    enum av_language *language;
    enum av_theme theme;
    int at;
    bool ended, taken, repaint;
};

static void draw(void *of, struct av_canvas *canvas)
{
    const struct chooser *chooser = of;
    av_scene_draw_library(chooser->library, chooser->at, *chooser->language, canvas);
}

static void go(struct chooser *chooser, int at)
{
    int last = chooser->library->count - 1;
    chooser->at = at > last ? last : at;
    if (chooser->at < 0)
        chooser->at = 0;
}

static void take(struct chooser *chooser)
{
    chooser->taken = chooser->library->count > 0;
    chooser->ended = true;
}

static enum av_status press(void *of, int key, struct av_error *error)
{
    struct chooser *chooser = of;
    (void)error;
    switch (key) {
    case AV_KEY_DOWN:
    case 'j':
        go(chooser, chooser->at + 1);
        break;
    case AV_KEY_UP:
    case 'k':
        go(chooser, chooser->at - 1);
        break;
    case AV_KEY_HOME:
    case AV_KEY_PAGE_UP:
        go(chooser, 0);
        break;
    case AV_KEY_END:
    case AV_KEY_PAGE_DOWN:
        go(chooser, chooser->library->count - 1);
        break;
    case AV_KEY_ENTER:
    case AV_KEY_RIGHT:
    case AV_KEY_SPACE:
    case 'l':
        take(chooser);
        break;
    case 'L':
        *chooser->language = (*chooser->language + 1) % AV_LANGUAGE_COUNT;
        break;
    case AV_KEY_CTRL_L:
        chooser->repaint = true;
        break;
    case AV_KEY_ESCAPE:
    case 'q':
        chooser->ended = true;
        break;
    default:
        break;
    }
    return AV_OK;
}

/* The list's hits carry the entry's number with AV_COMMAND_ENTER. */
static enum av_status click(void *of, struct av_command command, struct av_error *error)
{
    struct chooser *chooser = of;
    (void)error;
    if (command.id != AV_COMMAND_ENTER)
        return AV_OK;
    go(chooser, command.argument[0]);
    take(chooser);
    return AV_OK;
}

enum av_status av_tui_choose(const struct av_library *library, enum av_language *language, int *chosen,
                             struct av_error *error)
{
    struct chooser chooser = {.library = library, .theme = av_loop_theme()};
    const struct av_show show = {
        .of = &chooser,
        .theme = &chooser.theme,
        .ended = &chooser.ended,
        .repaint = &chooser.repaint,
        .draw = draw,
        .press = press,
        .click = click,
    };
    chooser.language = language;
    enum av_status status = av_loop_run(&show, error);
    *chosen = chooser.taken ? chooser.at : -1;
    return status;
}
