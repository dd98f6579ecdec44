#include <criterion/criterion.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 4, 12, 0);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    av_player_finish(&player);
    kit_lesson_finish(&lesson);
}

TestSuite(focus, .init = open_player, .fini = close_player);

static void assert_cursor(enum av_view_id view, int row, int column)
{
    cr_assert(player.focused);
    cr_assert_eq(player.focus, view, "%s expected, %s found", av_view_name(view), av_view_name(player.focus));
    cr_assert_eq(player.row, row, "row %d expected, %d found", row, player.row);
    cr_assert_eq(player.column, column, "column %d expected, %d found", column, player.column);
}

Test(focus, tab_goes_round_what_the_stage_is_about_and_then_the_rest)
{
    static const enum av_view_id tour[] = {AV_VIEW_A, AV_VIEW_S, AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V};
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 0, 0);
    for (int i = 0; i < 11; i++) {
        kit_press(&player, "Tab");
        cr_assert_eq(player.focus, tour[i % 5], "Tab %d", i);
    }
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    kit_press(&player, "Shift-Tab");
    cr_assert_eq(player.focus, AV_VIEW_V);
    kit_press(&player, "Escape");
    cr_assert_not(player.focused);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_LESSON);
}

Test(focus, enter_goes_back_to_the_panel_last_left_where_the_stage_has_it)
{
    kit_go(&player, 5, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "Enter");
    cr_assert_eq(player.focus, AV_VIEW_MIX);
    kit_press(&player, "Tab Escape Enter");
    cr_assert_eq(player.focus, AV_VIEW_A);
    kit_press(&player, "Escape");
    kit_go(&player, 5, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Enter");
    cr_assert_eq(player.focus, AV_VIEW_Q);
}

Test(focus, starts_on_the_largest_weight_of_the_current_token)
{
    kit_go(&player, 7, AV_STAGE_SOFTMAX, 1, 1);
    kit_press(&player, "Enter");
    cr_assert_eq(player.row, 7);
    for (int j = 0; j <= 7; j++)
        cr_assert_geq(av_trace_weight(&player.cached, 1, 1, 7, player.column),
                      av_trace_weight(&player.cached, 1, 1, 7, j));
}

Test(focus, starts_on_the_cell_that_the_note_points_at)
{
    struct av_note note = {
        .place = {.token = 7, .stage = AV_STAGE_SOFTMAX, .layer = AV_ANY, .head = AV_ANY},
        .matrix = AV_VIEW_A,
        .row = 6,
        .column = 2,
    };
    lesson.notes = &note;
    lesson.n_note = 1;
    kit_go(&player, 7, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Enter");
    assert_cursor(AV_VIEW_A, 6, 2);
    lesson.n_note = 0;
}

Test(focus, the_cursor_stays_among_cells_that_can_be)
{
    kit_go(&player, 5, AV_STAGE_MASK, 0, 0);
    kit_press(&player, "Enter Home");
    assert_cursor(AV_VIEW_S, 5, 0);
    kit_press(&player, "h j");
    assert_cursor(AV_VIEW_S, 5, 0);
    kit_press(&player, "End l Right");
    assert_cursor(AV_VIEW_S, 5, 5);
    kit_press(&player, "Up k");
    assert_cursor(AV_VIEW_S, 3, 5);
    kit_press(&player, "PageUp Left");
    assert_cursor(AV_VIEW_S, 0, 4);
    kit_press(&player, "PageDown");
    assert_cursor(AV_VIEW_S, 5, 4);
    kit_press(&player, "Tab End");
    assert_cursor(AV_VIEW_Q, 5, 3);
}

Test(focus, of_weights_every_cell_can_be_entered)
{
    kit_go(&player, 0, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Enter Tab Tab Tab");
    assert_cursor(AV_VIEW_W_Q, 0, 0);
    kit_press(&player, "PageDown End");
    assert_cursor(AV_VIEW_W_Q, 5, 3);
}

Test(focus, the_cursor_goes_with_the_current_token)
{
    kit_go(&player, 5, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Enter Home n");
    assert_cursor(AV_VIEW_Q, 6, 0);
    kit_press(&player, "Up n");
    assert_cursor(AV_VIEW_Q, 5, 0);
    kit_press(&player, "p p p");
    assert_cursor(AV_VIEW_Q, 4, 0);
}

Test(focus, moves_to_what_the_next_stage_is_about)
{
    kit_go(&player, 5, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Enter Tab Up Home");
    assert_cursor(AV_VIEW_K, 4, 0);
    kit_press(&player, "Space");
    assert_cursor(AV_VIEW_K, 4, 0);
    kit_press(&player, "Space");
    cr_assert_eq(player.place.stage, AV_STAGE_SCORES);
    assert_cursor(AV_VIEW_K, 4, 0);
    kit_go(&player, 5, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(player.focus, AV_VIEW_MIX);
    cr_assert_eq(player.row, 5);
}

Test(focus, stays_when_only_a_switch_changes)
{
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Tab Tab Tab Home Up c ] }");
    assert_cursor(AV_VIEW_Q, 4, 0);
}

Test(focus, goes_where_the_mouse_says)
{
    struct av_error error;
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 0, 0);
    av_player_do(&player,
                 (struct av_command){
                     AV_COMMAND_CELL_SELECT, {AV_VIEW_V, 3, 2}
    },
                 &error);
    assert_cursor(AV_VIEW_V, 3, 2);
    av_player_do(&player,
                 (struct av_command){
                     AV_COMMAND_CELL_SELECT, {AV_VIEW_A, 99, 99}
    },
                 &error);
    assert_cursor(AV_VIEW_A, 5, 5);
    av_player_do(&player,
                 (struct av_command){
                     AV_COMMAND_CELL_SELECT, {AV_VIEW_GATE, 0, 0}
    },
                 &error);
    assert_cursor(AV_VIEW_A, 5, 5); /* this model has no gate */
    av_player_do(&player,
                 (struct av_command){
                     AV_COMMAND_CELL_SELECT, {-1, 0, 0}
    },
                 &error);
    assert_cursor(AV_VIEW_A, 5, 5);
}
