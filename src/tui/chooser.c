/* The list of lessons to choose from. */
#include "attnviz/tui/tui.h"

#include "attnviz/player/keymap.h"
#include "attnviz/scene/scene.h"

#include "loop.h"

#define PAGE 10 /* entries */

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

/* A double click on an entry has its number from 1 with AV_COMMAND_ENTER; the key has none, and takes the chosen one. */
static enum av_status act(void *of, struct av_command command, struct av_error *error)
{
    struct chooser *chooser = of;
    (void)error;
    switch (command.id) {
    case AV_COMMAND_CELL_DOWN:
        go(chooser, chooser->at + 1);
        break;
    case AV_COMMAND_CELL_UP:
        go(chooser, chooser->at - 1);
        break;
    case AV_COMMAND_CELL_PAGE_DOWN:
        go(chooser, chooser->at + PAGE);
        break;
    case AV_COMMAND_CELL_PAGE_UP:
        go(chooser, chooser->at - PAGE);
        break;
    case AV_COMMAND_FIRST:
        go(chooser, 0);
        break;
    case AV_COMMAND_LAST:
        go(chooser, chooser->library->count - 1);
        break;
    case AV_COMMAND_CELL_SELECT:
        go(chooser, command.argument[1]);
        break;
    case AV_COMMAND_ENTER:
        if (command.argument[0] > 0)
            go(chooser, command.argument[0] - 1);
        take(chooser);
        break;
    case AV_COMMAND_LANGUAGE:
        *chooser->language = (*chooser->language + 1) % AV_LANGUAGE_COUNT;
        break;
    case AV_COMMAND_REPAINT:
        chooser->repaint = true;
        break;
    case AV_COMMAND_QUIT:
        chooser->ended = true;
        break;
    default:
        break;
    }
    return AV_OK;
}

static enum av_status press(void *of, int key, struct av_error *error)
{
    return act(of, (struct av_command){.id = av_keymap_command(key, AV_CONTEXT_LIBRARY)}, error);
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
        .act = act,
    };
    chooser.language = language;
    enum av_status status = av_loop_run(&show, error);
    *chosen = chooser.taken ? chooser.at : -1;
    return status;
}
