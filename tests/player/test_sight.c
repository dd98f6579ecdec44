/* How panels are looked at: zoomed or not, as numbers or heat, with more digits or fewer. */
#include <criterion/criterion.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 4, 12, 0);
    kit_open(&player, &lesson);
    kit_go(&player, 8, AV_STAGE_SOFTMAX, 0, 0);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(sight, .init = open_player, .fini = close_player);

Test(sight, zoom_goes_into_the_first_panel_and_back_out_one_layer_at_a_time)
{
    kit_press(&player, "z");
    cr_assert(player.focused && player.zoomed);
    cr_assert_eq(player.focus, AV_VIEW_A);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    kit_press(&player, "Escape");
    cr_assert(player.focused && !player.zoomed);
    kit_press(&player, "z z");
    cr_assert(player.focused && !player.zoomed);
    kit_press(&player, "z Escape Escape");
    cr_assert(!player.focused && !player.zoomed);
}

Test(sight, the_cursor_and_the_steps_work_while_zoomed)
{
    kit_press(&player, "Tab z");
    int row = player.row, column = player.column;
    kit_press(&player, "z z");
    cr_assert(player.row == row && player.column == column, "zooming moves nothing");
    kit_press(&player, "Tab");
    cr_assert(player.zoomed);
    cr_assert_neq(player.focus, AV_VIEW_A);
    kit_press(&player, "Space n p c ]");
    cr_assert(player.zoomed && player.focused);
    cr_assert_eq(player.place.stage, AV_STAGE_MIX);
    cr_assert_eq(player.place.head, 1);
}

Test(sight, a_page_is_as_many_rows_as_are_in_sight)
{
    kit_press(&player, "Tab Home");
    player.page_rows = 3;
    kit_press(&player, "PageUp");
    cr_assert_eq(player.row, 5);
    kit_press(&player, "PageUp PageUp");
    cr_assert_eq(player.row, 0);
    kit_press(&player, "PageDown");
    cr_assert_eq(player.row, 3);
}

Test(sight, zoom_of_a_stage_is_of_its_first_panel)
{
    kit_press(&player, "Tab Tab Escape z");
    cr_assert_eq(player.focus, AV_VIEW_A, "not of the one last left");
}

Test(sight, looks_go_round)
{
    for (int changed = 0; changed < 2; changed++) { /* what a change did is a look only where there was one */
        for (int look = AV_LOOK_NUMBERS; look < (changed ? AV_LOOK_COUNT : AV_LOOK_CHANGE); look++) {
            cr_assert_eq((int)player.look, look);
            kit_press(&player, "v");
            cr_assert_eq(player.notice, AV_NOTICE_LOOK);
        }
        cr_assert_eq(player.look, AV_LOOK_NUMBERS);
        kit_press(&player, "s");
    }
}

/* f follows the number under the cursor, another one, or none; Esc ends that before it leaves anything else. */
Test(sight, a_number_is_followed_until_it_is_let_go)
{
    kit_press(&player, "Tab z f");
    cr_assert(player.tracing);
    cr_assert(player.traced.view == AV_VIEW_A && player.traced.row == 8 && player.traced.column == player.column);
    kit_press(&player, "Left f");
    cr_assert(player.tracing && player.traced.column == player.column, "another one");
    kit_press(&player, "Space n p ]");
    cr_assert(player.tracing, "steps go on with it");
    kit_press(&player, "[ Escape");
    cr_assert(!player.tracing && player.zoomed && player.focused);
    kit_press(&player, "f f");
    cr_assert(!player.tracing);
    kit_press(&player, "Escape Escape");
    kit_go(&player, 8, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "Tab Tab Up f");
    cr_assert(player.focus == AV_VIEW_A && player.tracing, "an earlier step's weight is a number");
    kit_press(&player, "Escape Down f");
    cr_assert(!player.tracing);
    cr_assert_eq(player.notice, AV_NOTICE_NOTHING_TO_FOLLOW, "not computed yet");
}

Test(sight, digits_are_counted_from_those_that_are_shown)
{
    player.digits_shown = 4;
    kit_press(&player, ">");
    cr_assert_eq(player.digits, 5);
    cr_assert_eq(player.notice, AV_NOTICE_DIGITS);
    kit_press(&player, "< < < < <");
    cr_assert_eq(player.digits, 0, "past one: as many as fit");
    player.digits_shown = 9;
    kit_press(&player, ">");
    cr_assert_eq(player.digits, 0, "past the last too");
    player.digits_shown = 2;
    kit_press(&player, "<");
    cr_assert_eq(player.digits, 1);
}
