#include "attnviz/scene/scene.h"

#include <stdio.h>

#include "lenses/lenses.h"
#include "panels/panels.h"

#define LENS_HEIGHT_MIN 3

void av_draw_too_small(const struct av_pen *pen)
{
    char text[96], numbers[4][16];
    const int values[4] = {AV_SCREEN_COLUMNS_MIN, AV_SCREEN_ROWS_MIN, pen->canvas->width, pen->canvas->height};
    for (int i = 0; i < 4; i++)
        snprintf(numbers[i], sizeof numbers[i], "%d", values[i]);
    av_string_with(text, sizeof text, AV_STRING_TOO_SMALL, pen->language, numbers[0], numbers[1], numbers[2],
                   numbers[3]);
    int columns = pen->canvas->width, rows = pen->canvas->height;
    if (columns < 12 || av_pen_width(pen, text) > columns * (rows + 1) / 2) /* lines break before they are full */
        av_string_with(text, sizeof text, AV_STRING_TOO_SMALL_BRIEF, pen->language, numbers[0], numbers[1]);
    av_draw_wrapped(pen, 0, 0, columns, rows, AV_ROLE_TEXT, text);
}

static void draw_panel(const struct av_pen *pen, const struct av_panel *panel)
{
    if (panel->what == AV_PANEL_COST)
        av_draw_cost(pen, panel);
    else if (panel->what == AV_VIEW_NEXT)
        av_draw_next(pen, panel);
    else
        av_draw_matrix(pen, panel);
}

/* Neighbours share the frame between them, so the brighter panels are drawn over the others, the focused one last. */
void av_draw_panels(const struct av_pen *pen, const struct av_layout *layout)
{
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < layout->n_panel; i++) {
            const struct av_panel *panel = &layout->panels[i];
            bool focused = pen->player->focused && (int)pen->player->focus == panel->what;
            if ((focused ? 2 : panel->bright ? 1 : 0) == pass)
                draw_panel(pen, panel);
        }
    }
}

/* The panel that the learner looks at: with the cursor, or the first that the stage is about. */
static const struct av_panel *panel_looked_at(const struct av_player *player, const struct av_layout *layout)
{
    struct av_spot spot = av_player_spot(player);
    for (int i = 0; i < layout->n_panel && spot.shown; i++) {
        if (layout->panels[i].what == (int)spot.view)
            return &layout->panels[i];
    }
    return NULL;
}

void av_scene_measure(struct av_player *player, const struct av_canvas *canvas)
{
    struct av_canvas measured = *canvas;
    const struct av_pen pen = {
        .canvas = &measured, .player = player, .language = player->language, .spot = av_player_spot(player)};
    if (canvas->width < AV_SCREEN_COLUMNS_MIN || canvas->height < AV_SCREEN_ROWS_MIN)
        return;
    if (player->help.open) {
        player->help.last_page = av_scene_help_last_page(player, canvas);
        return;
    }
    if (player->walk.n > 0) {
        player->digits_shown = AV_WORKING_DECIMALS;
        return;
    }
    struct av_layout layout = av_layout_of(player, canvas->width, canvas->height, canvas->charset);
    const struct av_panel *panel = panel_looked_at(player, &layout);
    if (panel == NULL)
        return;
    struct av_page page = panel->what == AV_VIEW_NEXT ? av_next_page(&pen, panel) : av_matrix_page(&pen, panel);
    player->page_rows = page.rows > 0 ? page.rows : 1;
    player->digits_shown = page.decimals;
}

/* A lens has its controls where the panels have the formula, unless something is asked or said there. */
static bool controls_instead(const struct av_player *player)
{
    return player->place.lens > AV_LENS_SIDE && player->prompt.kind == AV_PROMPT_NONE &&
           player->notice == AV_NOTICE_NONE;
}

static void draw_lens(const struct av_pen *pen, const struct av_layout *layout)
{
    av_draw_lens_tabs(pen, layout->tabs);
    if (layout->lens.height >= LENS_HEIGHT_MIN)
        av_draw_lens(pen, &layout->lens);
    if (layout->formula != AV_ANY && controls_instead(pen->player))
        av_draw_controls(pen, layout->formula);
}

/* All but what is wrong with the file. */
static void draw_lesson(const struct av_player *player, struct av_canvas *canvas)
{
    struct av_pen pen = {.canvas = canvas, .player = player, .language = player->language};
    const struct av_rectangle all = {0, 0, canvas->width, canvas->height};
    if (player->help.open) {
        av_add_wheel(&pen, all, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_DOWN, false);
        av_draw_help(&pen);
        return;
    }
    if (av_draw_working(&pen)) {
        av_add_wheel(&pen, all, AV_COMMAND_CELL_LEFT, AV_COMMAND_CELL_RIGHT, true);
        return;
    }
    av_add_wheel(&pen, all, AV_COMMAND_STAGE_BACK, AV_COMMAND_STAGE_NEXT, false);
    pen.spot = av_player_spot(player);
    struct av_flow flow;
    if (player->tracing && player->quiz.phase != AV_QUIZ_OPEN && av_flow_of(player, &player->traced, &flow))
        pen.flow = &flow;
    struct av_layout layout = av_layout_of(player, canvas->width, canvas->height, canvas->charset);
    av_draw_top_line(&pen, layout.top);
    if (layout.source != AV_ANY)
        av_draw_source(&pen, layout.source);
    av_draw_tokens(&pen, layout.tokens, layout.glossed);
    av_draw_stages(&pen, layout.stages);
    if (layout.lens.height > 0)
        draw_lens(&pen, &layout);
    else
        av_draw_panels(&pen, &layout);
    if (layout.formula != AV_ANY && !controls_instead(player))
        av_draw_formula(&pen, layout.formula);
    if (layout.box.height > 0)
        av_draw_question(&pen, &layout.box);
    else
        av_draw_notes(&pen, layout.notes, layout.n_note);
    av_draw_keys(&pen, layout.keys, canvas->width, av_player_context(player));
    if (av_player_hinted(player) && layout.formula != AV_ANY)
        av_draw_hint(&pen, layout.formula);
}

void av_scene_draw(const struct av_player *player, struct av_canvas *canvas)
{
    const struct av_pen pen = {.canvas = canvas, .player = player, .language = player->language};
    av_canvas_clear(canvas);
    if (canvas->width < AV_SCREEN_COLUMNS_MIN || canvas->height < AV_SCREEN_ROWS_MIN) {
        av_draw_too_small(&pen);
        return;
    }
    draw_lesson(player, canvas);
    if (player->faults != NULL)
        av_draw_faults(&pen, player->faults, av_string(AV_STRING_FAULTS_STAY, player->language));
}
