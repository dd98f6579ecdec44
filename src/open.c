#include "open.h"

#include <stdio.h>
#include <unistd.h>

#include "attnviz/output/text.h"
#include "attnviz/scene/scene.h"
#include "attnviz/tui/tui.h"

#include "at.h"
#include "follow.h"
#include "kept.h"
#include "say.h"

/* The lesson that is open. */
struct opened {
    const char *path;
    struct av_lesson lessons[2]; /* the player's, and room for what it becomes while it is open */
    struct av_player player;
    const struct av_report *report;
};

/* As if they were pressed on a screen of the canvas' size, until the learner leaves the lesson. */
static enum av_status press_keys(const char **keys, struct av_player *player, const struct av_canvas *canvas,
                                 struct av_error *error)
{
    int key = AV_KEY_NONE;
    do {
        enum av_status status = av_cli_next_key(keys, &key, error);
        av_scene_measure(player, canvas);
        if (status == AV_OK && key != AV_KEY_NONE)
            status = av_player_press(player, key, error);
        if (status != AV_OK)
            return status;
    } while (key != AV_KEY_NONE && !player->quit);
    return AV_OK;
}

/* Those that are left after the lesson are for where it was chosen. */
static enum av_status press_first_keys(struct program *program, struct av_player *player, struct av_error *error)
{
    struct av_canvas canvas;
    const char **keys = &program->cli.keys;
    enum av_status status = av_program_canvas(program, &canvas, error);
    if (status != AV_OK)
        return status;
    status = press_keys(keys, player, &canvas, error);
    if (!player->back)
        *keys = NULL;
    av_canvas_finish(&canvas);
    return status;
}

/* Puts the player where the options want it before the learner sees it. */
static enum av_status set_up(struct program *program, struct av_player *player, struct av_error *error)
{
    struct av_cli *cli = &program->cli;
    const char *at = cli->at;
    enum av_status status = AV_OK;
    cli->at = NULL;
    player->language = program->language;
    player->plain = program->charset == AV_CHARSET_ASCII;
    player->theme = program->theme;
    player->measure.live = program->on_terminal;
    av_quiz_turn(player, !cli->no_questions);
    if (cli->no_cache && player->cache_on)
        status = av_player_do(player, (struct av_command){.id = AV_COMMAND_CACHE}, error);
    if (status == AV_OK && at) {
        struct av_place place = player->place;
        status = av_at_parse(at, player, &place, error);
        if (status == AV_OK)
            status = av_player_go(player, &place, error);
    }
    if (status == AV_OK && cli->keys)
        status = press_first_keys(program, player, error);
    return status;
}

static enum av_status print_screen(const struct program *program, const struct av_player *player,
                                   struct av_error *error)
{
    struct av_canvas canvas;
    enum av_status status = av_program_canvas(program, &canvas, error);
    if (status != AV_OK)
        return status;
    av_scene_draw(player, &canvas);
    status = av_output_text(&canvas, stdout, error);
    av_canvas_finish(&canvas);
    return status;
}

/* On a terminal: with what is kept of the learner, which is saved at the end, and before a signal ends the program; and
 * with an eye on the lesson's files. */
static enum av_status show_on_terminal(struct program *program, struct opened *opened, struct av_error *error)
{
    struct av_kept kept;
    struct av_follow follow;
    enum av_status status = av_program_open_terminal(program, error);
    if (status != AV_OK)
        return status;
    av_kept_open(&kept, &opened->player);
    av_follow_open(&follow, opened->path, opened->report->model_path, opened->lessons, &opened->player);
    av_tui_before_end(av_kept_save, &kept);
    av_tui_while_waiting(av_follow_look, &follow);
    status = av_tui_run(&opened->player, error);
    av_tui_while_waiting(NULL, NULL);
    av_tui_before_end(NULL, NULL);
    av_follow_close(&follow);
    av_kept_save(&kept);
    av_kept_close(&kept);
    if (status == AV_OK)
        av_program_note(program, kept.fault.status, &kept.fault);
    return status;
}

static enum av_status show(struct program *program, struct opened *opened, struct av_error *error)
{
    if (program->on_terminal)
        return show_on_terminal(program, opened, error);
    if (!program->cli.print && isatty(STDOUT_FILENO))
        av_say_line(stderr, program->charset,
                    "attnviz: standard input is no terminal to read keys from, so the screen is printed once");
    return print_screen(program, &opened->player, error);
}

static enum av_status play(struct program *program, struct opened *opened, bool listed, bool *back,
                           struct av_error *error)
{
    struct av_player *player = &opened->player;
    enum av_status status = av_player_init(player, opened->lessons, error);
    if (status != AV_OK)
        return status;
    player->listed = listed;
    status = set_up(program, player, error);
    if (status == AV_OK && !player->back)
        status = show(program, opened, error);
    *back = player->back;
    program->language = player->language;
    program->theme = player->theme;
    av_player_finish(player);
    return status;
}

enum av_status av_open(struct program *program, const char *path, bool listed, bool *back, struct av_report *report)
{
    struct opened opened = {.path = path, .report = report};
    struct av_error error;
    *back = false;
    enum av_status status = av_lesson_load(opened.lessons, path, report);
    if (status == AV_OK) {
        status = play(program, &opened, listed, back, &error);
        if (status != AV_OK)
            av_report_add(report, &error);
    }
    for (int i = 0; i < 2; i++)
        av_lesson_finish(&opened.lessons[i]);
    return status;
}
