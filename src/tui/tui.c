#include "attnviz/tui/tui.h"

#include <stdlib.h>

#include "attnviz/scene/scene.h"

#include "background.h"
#include "loop.h"

/* What holds for all that is shown. */
static struct {
    enum av_theme theme; /* as the terminal's background asks for it */
    bool choose_theme;   /* nobody else did */
    bool color;
} tui;

enum av_status av_tui_open(const struct av_tui_options *options, struct av_error *error)
{
    static bool registered;
    enum av_status status = av_loop_open(options, options->color && !options->theme_given, error);
    if (status != AV_OK)
        return status;
    if (!registered)
        registered = atexit(av_tui_close) == 0;
    tui.color = av_loop_has_color();
    tui.choose_theme = tui.color && !options->theme_given;
    tui.theme = tui.color ? av_background_guess(getenv("COLORFGBG")) : AV_THEME_MONO;
    return AV_OK;
}

void av_tui_close(void)
{
    av_loop_close();
}

/* A lesson being played. */

static void draw_lesson(void *of, struct av_canvas *canvas)
{
    av_scene_draw(of, canvas);
}

static enum av_theme lesson_theme(void *of)
{
    const struct av_player *player = of;
    return tui.color ? player->theme : AV_THEME_MONO;
}

/* The answer counts only while the learner has not chosen another theme. */
static void take_background(enum av_theme *theme, uint32_t color)
{
    enum av_theme found = av_background_theme(color);
    if (tui.choose_theme && *theme == tui.theme)
        *theme = found;
    tui.theme = found;
}

static enum av_status lesson_event(void *of, const struct av_event *event, struct av_error *error)
{
    struct av_player *player = of;
    if (event->kind == AV_EVENT_KEY)
        return av_player_press(player, event->key, error);
    take_background(&player->theme, event->color);
    return AV_OK;
}

static enum av_status lesson_click(void *of, struct av_command command, struct av_error *error)
{
    return command.id == AV_COMMAND_NONE ? AV_OK : av_player_do(of, command, error);
}

static bool lesson_ended(const void *of)
{
    const struct av_player *player = of;
    return player->quit;
}

static bool take_repaint(bool *repaint)
{
    bool taken = *repaint;
    *repaint = false;
    return taken;
}

static bool lesson_repaint(void *of)
{
    struct av_player *player = of;
    return take_repaint(&player->repaint);
}

static int lesson_pace(const void *of)
{
    const struct av_player *player = of;
    return player->playing ? av_player_delay(player) : -1;
}

static enum av_status lesson_step(void *of, struct av_error *error)
{
    return av_player_do(of, (struct av_command){.id = AV_COMMAND_STAGE_NEXT}, error);
}

enum av_status av_tui_run(struct av_player *player, struct av_error *error)
{
    const struct av_show show = {
        .of = player,
        .draw = draw_lesson,
        .theme = lesson_theme,
        .event = lesson_event,
        .click = lesson_click,
        .ended = lesson_ended,
        .repaint = lesson_repaint,
        .pace = lesson_pace,
        .step = lesson_step,
    };
    if (tui.choose_theme)
        player->theme = tui.theme;
    return av_loop_run(&show, error);
}

/* The list of lessons. */

struct choice {
    const struct av_library *library;
    enum av_language *language;
    enum av_theme theme;
    int at;
    bool ended, taken, repaint;
};

static void draw_choice(void *of, struct av_canvas *canvas)
{
    const struct choice *choice = of;
    av_scene_draw_library(choice->library, choice->at, *choice->language, canvas);
}

static enum av_theme choice_theme(void *of)
{
    const struct choice *choice = of;
    return choice->theme;
}

static void choose(struct choice *choice, int at)
{
    int last = choice->library->count - 1;
    choice->at = at > last ? last : at;
    if (choice->at < 0)
        choice->at = 0;
}

static void take_choice(struct choice *choice)
{
    choice->taken = choice->library->count > 0;
    choice->ended = true;
}

static void press_choice(struct choice *choice, int key)
{
    switch (key) {
    case AV_KEY_DOWN:
    case 'j':
        choose(choice, choice->at + 1);
        break;
    case AV_KEY_UP:
    case 'k':
        choose(choice, choice->at - 1);
        break;
    case AV_KEY_HOME:
    case AV_KEY_PAGE_UP:
        choose(choice, 0);
        break;
    case AV_KEY_END:
    case AV_KEY_PAGE_DOWN:
        choose(choice, choice->library->count - 1);
        break;
    case AV_KEY_ENTER:
    case AV_KEY_RIGHT:
    case AV_KEY_SPACE:
    case 'l':
        take_choice(choice);
        break;
    case 'L':
        *choice->language = (*choice->language + 1) % AV_LANGUAGE_COUNT;
        break;
    case AV_KEY_CTRL_L:
        choice->repaint = true;
        break;
    case AV_KEY_ESCAPE:
    case 'q':
        choice->ended = true;
        break;
    default:
        break;
    }
}

static enum av_status choice_event(void *of, const struct av_event *event, struct av_error *error)
{
    struct choice *choice = of;
    (void)error;
    if (event->kind == AV_EVENT_KEY)
        press_choice(choice, event->key);
    else
        take_background(&choice->theme, event->color);
    return AV_OK;
}

/* The list's hits carry the entry's number with AV_COMMAND_ENTER. */
static enum av_status choice_click(void *of, struct av_command command, struct av_error *error)
{
    struct choice *choice = of;
    (void)error;
    if (command.id != AV_COMMAND_ENTER)
        return AV_OK;
    choose(choice, command.argument[0]);
    take_choice(choice);
    return AV_OK;
}

static bool choice_ended(const void *of)
{
    const struct choice *choice = of;
    return choice->ended;
}

static bool choice_repaint(void *of)
{
    struct choice *choice = of;
    return take_repaint(&choice->repaint);
}

static int choice_pace(const void *of)
{
    (void)of;
    return -1;
}

static enum av_status choice_step(void *of, struct av_error *error)
{
    (void)of;
    (void)error;
    return AV_OK;
}

enum av_status av_tui_choose(const struct av_library *library, enum av_language *language, int *chosen,
                             struct av_error *error)
{
    struct choice choice = {.library = library, .theme = tui.theme};
    const struct av_show show = {
        .of = &choice,
        .draw = draw_choice,
        .theme = choice_theme,
        .event = choice_event,
        .click = choice_click,
        .ended = choice_ended,
        .repaint = choice_repaint,
        .pace = choice_pace,
        .step = choice_step,
    };
    choice.language = language;
    enum av_status status = av_loop_run(&show, error);
    *chosen = choice.taken ? choice.at : -1;
    return status;
}
