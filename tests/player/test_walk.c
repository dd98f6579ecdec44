/* Going from number to number, and back. */
#include <criterion/criterion.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_player(int n_layer)
{
    struct av_config config = kit_config();
    config.n_layer = n_layer;
    kit_lesson_init(&lesson, &config, 9, 4, 1);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static const struct av_address *here(void)
{
    cr_assert_gt(player.walk.n, 0);
    return &player.walk.stops[player.walk.n - 1].at;
}

static const struct av_stop *cursor(void)
{
    return &player.walk.stops[player.walk.n - 1];
}

Test(walk, enter_explains_and_goes_on_and_backspace_goes_back)
{
    open_player(2);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 1, 1);
    kit_press(&player, "Tab Enter");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_WORKING);
    cr_assert_eq(here()->view, AV_VIEW_A);
    cr_assert_eq(here()->row, player.row);
    cr_assert_eq(here()->column, player.column);
    cr_assert_eq(cursor()->column, player.column, "the cell's own among the row's");
    int column = player.column;
    kit_press(&player, "Enter");
    cr_assert_eq(here()->view, AV_VIEW_S);
    cr_assert_eq(here()->column, column);
    kit_press(&player, "Enter Enter");
    cr_assert_eq(here()->place.stage, AV_STAGE_SCORES);
    kit_press(&player, "Home Right Down Enter");
    cr_assert_eq(here()->view, AV_VIEW_K);
    cr_assert_eq(here()->row, column);
    cr_assert_eq(here()->column, 1);
    cr_assert_eq(player.walk.n, 5);
    kit_press(&player, "Backspace");
    cr_assert_eq(here()->view, AV_VIEW_S);
    cr_assert_eq(cursor()->entry, 1, "where the cursor was");
    cr_assert_eq(cursor()->column, 1);
    kit_press(&player, "Esc");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    cr_assert_eq(player.focus, AV_VIEW_A);
    cr_assert_eq(player.column, column, "as it was");
    close_player();
}

Test(walk, backspace_at_the_first_number_leaves)
{
    open_player(1);
    kit_press(&player, "Tab Enter Backspace");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    close_player();
}

Test(walk, the_cursor_stays_among_the_numbers)
{
    open_player(1);
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "Tab Enter");
    kit_press(&player, "Up Up Left Left Left Left Left");
    cr_assert_eq(cursor()->entry, 0);
    cr_assert_eq(cursor()->column, 0);
    kit_press(&player, "End");
    cr_assert_eq(cursor()->column, 3, "d_k");
    kit_press(&player, "PageUp");
    cr_assert_eq(cursor()->column, 0);
    kit_press(&player, "PageDown Down Down Down Down Down Down");
    cr_assert_eq(cursor()->column, 3);
    cr_assert_eq(cursor()->entry, 3, "a, b, their products, and the sum");
    struct av_error error;
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_TERM_SELECT, {0, 1, 99}}, &error), AV_OK);
    cr_assert(cursor()->entry == 1 && cursor()->column == 3);
    close_player();
}

Test(walk, says_why_there_is_nothing_to_go_on_to)
{
    open_player(1);
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "Tab Enter Down Down Enter");
    cr_assert_eq(player.notice, AV_NOTICE_MADE_HERE);
    cr_assert_eq(player.walk.n, 1);
    kit_go(&player, 3, AV_STAGE_SCALE, 0, 0);
    kit_press(&player, "Down Enter");
    cr_assert_eq(player.notice, AV_NOTICE_CONSTANT);
    kit_press(&player, "Esc");
    kit_go(&player, 3, AV_STAGE_EMBED, 0, 0);
    kit_press(&player, "Esc Tab Enter Enter");
    cr_assert_eq(here()->view, AV_VIEW_EMBEDDING);
    kit_press(&player, "Enter");
    cr_assert_eq(player.notice, AV_NOTICE_GIVEN);
    cr_assert_eq(player.walk.n, 2);
    close_player();
}

Test(walk, what_has_no_number_is_not_opened)
{
    open_player(1);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 0, 0);
    struct av_error error;
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_Q, 1, 0}}, &error), AV_OK);
    kit_press(&player, "Enter");
    cr_assert_eq(player.notice, AV_NOTICE_UNEXPLAINED);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    close_player();
}

Test(walk, a_step_explains_the_panels_cell_anew)
{
    open_player(1);
    kit_go(&player, 2, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "Tab Enter Enter");
    cr_assert_eq(player.walk.n, 2);
    kit_press(&player, "n");
    cr_assert_eq(player.walk.n, 1);
    cr_assert_eq(here()->place.token, 3);
    cr_assert_eq(here()->row, 3, "the cursor went with the current token");
    kit_press(&player, "Space");
    cr_assert_eq(here()->place.stage, AV_STAGE_SCALE);
    kit_press(&player, "c");
    cr_assert_eq(player.walk.n, 1);
    kit_press(&player, "Enter ]");
    cr_assert_eq(player.walk.n, 1);
    cr_assert_eq(here()->place.head, 1);
    kit_press(&player, "Home L");
    cr_assert_eq(player.walk.n, 1, "a language changes no number");
    close_player();
}

/* A weight at the end of the way can be changed there, and all on the way follows. */
Test(walk, a_weight_under_the_cursor_can_be_changed)
{
    open_player(1);
    kit_go(&player, 3, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Tab Enter Down");
    struct av_stop stop;
    struct av_working working;
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_eq(working.explanation.view.id, AV_VIEW_Q);
    float before = working.explanation.value, weight = av_working_at(&working, 1, stop.column).value;
    kit_press(&player, "+");
    cr_assert_eq(player.walk.n, 1, "it stays open");
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_float_eq(av_working_at(&working, 1, stop.column).value, weight + 0.1f, 1e-5);
    cr_assert_neq(working.explanation.value, before);
    kit_press(&player, "u");
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_eq(working.explanation.value, before);
    kit_press(&player, "Enter 2 Enter");
    cr_assert_eq(here()->view, AV_VIEW_W_Q);
    cr_assert(av_walk_working(&player, &working, &stop));
    cr_assert_eq(working.explanation.value, 2, "typed where it is explained");
    kit_press(&player, "Backspace Up +");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_A_WEIGHT, "x is computed");
    close_player();
}

Test(walk, a_click_on_a_panel_or_tab_leaves)
{
    open_player(1);
    kit_go(&player, 2, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "Tab Enter");
    kit_do(&player, AV_COMMAND_PANEL_NEXT);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    cr_assert_neq(player.focus, AV_VIEW_S);
    close_player();
}

Test(walk, back_to_any_stop_at_once)
{
    open_player(1);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Tab Enter Enter Enter Enter");
    cr_assert_eq(player.walk.n, 4);
    struct av_error error;
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_BACK, {2}}, &error), AV_OK);
    cr_assert_eq(player.walk.n, 2);
    cr_assert_eq(here()->place.stage, AV_STAGE_MASK);
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_BACK, {9}}, &error), AV_OK);
    cr_assert_eq(player.walk.n, 1, "no such stop: one back");
    close_player();
}

/* Of a way that is longer than what is kept, the beginning is forgotten, and it goes on. */
Test(walk, long_ways_forget_their_beginning)
{
    open_player(24);
    kit_go(&player, 3, AV_STAGE_LOGITS, 23, 0);
    kit_press(&player, "Tab Enter");
    int most = 0, steps = 0;
    while (player.notice != AV_NOTICE_GIVEN && steps++ < 600) {
        if (here()->view == AV_VIEW_SUM_1 || here()->view == AV_VIEW_SUM_2)
            kit_press(&player, "End"); /* the long way, through the sublayer */
        if (here()->view == AV_VIEW_FEED || here()->view == AV_VIEW_UP || here()->view == AV_VIEW_OUTPUT)
            kit_press(&player, "Home");
        kit_press(&player, "Enter");
        most = player.walk.n > most ? player.walk.n : most;
        cr_assert_leq(player.walk.n, AV_WALK_MAX);
    }
    cr_assert_eq(player.notice, AV_NOTICE_GIVEN);
    cr_assert_eq(most, AV_WALK_MAX, "%d", most);
    close_player();
}
