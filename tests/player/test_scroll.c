#include <criterion/criterion.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 7, 12, 0);
    kit_open(&player, &lesson);
    kit_go(&player, 8, AV_STAGE_SCORES, 0, 0);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(scroll, .init = open_player, .fini = close_player);

static void do_with(enum av_command_id id, int view, int row, int column)
{
    cr_assert_eq(av_player_do(&player, (struct av_command){id, {view, row, column}}, NULL), AV_OK);
}

static void scroll_to(int view, int row, int column)
{
    do_with(AV_COMMAND_PANEL_SCROLL, view, row, column);
}

static void assert_scrolled(enum av_view_id view, int row, int column)
{
    const struct av_scroll *scroll = &player.scrolls[view];
    cr_assert(scroll->set, "%s is not scrolled", av_view_name(view));
    cr_assert(scroll->row == row && scroll->column == column, "%s is at %d, %d", av_view_name(view), scroll->row,
              scroll->column);
}

/* How many panels are scrolled. */
static int scrolled(void)
{
    int n = 0;
    for (int view = 0; view < AV_VIEW_COUNT; view++)
        n += player.scrolls[view].set;
    return n;
}

Test(scroll, moves_neither_focus_nor_cursor)
{
    cr_assert_eq(scrolled(), 0);
    scroll_to(AV_VIEW_K, 3, 1);
    cr_assert(!player.focused);
    kit_press(&player, "Tab Up");
    enum av_view_id focus = player.focus;
    int row = player.row, column = player.column;
    scroll_to((int)focus, 2, 0);
    cr_assert(player.focused && player.focus == focus && player.row == row && player.column == column);
    assert_scrolled(AV_VIEW_K, 3, 1);
    assert_scrolled(focus, 2, 0);
}

Test(scroll, stays_within_the_matrix)
{
    scroll_to(AV_VIEW_K, -5, -1);
    assert_scrolled(AV_VIEW_K, 0, 0);
    scroll_to(AV_VIEW_K, 1000, 1000); /* 12 tokens, d_k = 4 */
    assert_scrolled(AV_VIEW_K, 11, 3);
    scroll_to(AV_VIEW_S, 11, 12);
    assert_scrolled(AV_VIEW_S, 11, 11);
}

Test(scroll, of_what_does_not_exist_changes_nothing)
{
    cr_assert(!av_view_exists(&player, AV_VIEW_GATE), "the model has none");
    scroll_to(AV_VIEW_GATE, 1, 0);
    scroll_to(-1, 1, 0);
    scroll_to(AV_VIEW_COUNT, 1, 0);
    cr_assert_eq(scrolled(), 0);
}

Test(scroll, ends_where_the_cursor_moves_and_in_that_panel_alone)
{
    static const char *const moves[] = {"Up", "Left", "Home", "PageUp"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        do_with(AV_COMMAND_CELL_SELECT, AV_VIEW_K, 5, 2);
        scroll_to(AV_VIEW_K, 3, 0);
        scroll_to(AV_VIEW_V, 4, 0);
        kit_press(&player, moves[i]);
        cr_assert(!player.scrolls[AV_VIEW_K].set, "%s", moves[i]);
        assert_scrolled(AV_VIEW_V, 4, 0);
    }
}

Test(scroll, ends_where_the_place_changes)
{
    static const char *const steps[] = {"Space", "n", "]", "}", "g 3 Enter"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        scroll_to(AV_VIEW_K, 3, 0);
        scroll_to(AV_VIEW_S, 3, 0);
        kit_press(&player, steps[i]);
        cr_assert_eq(scrolled(), 0, "%s", steps[i]);
    }
    kit_press(&player, "Home");
    scroll_to(AV_VIEW_K, 0, 1);
    kit_press(&player, "Left"); /* there is nothing before this */
    assert_scrolled(AV_VIEW_K, 0, 1);
    kit_press(&player, "L t ? Escape");
    assert_scrolled(AV_VIEW_K, 0, 1);
}

Test(scroll, stays_where_a_cell_is_clicked)
{
    scroll_to(AV_VIEW_K, 3, 1);
    do_with(AV_COMMAND_CELL_SELECT, AV_VIEW_K, 4, 2);
    assert_scrolled(AV_VIEW_K, 3, 1);
    cr_assert(player.scrolls[AV_VIEW_K].keeps_cursor);
    cr_assert(player.row == 4 && player.column == 2);
    scroll_to(AV_VIEW_K, 0, 1);
    cr_assert(!player.scrolls[AV_VIEW_K].keeps_cursor, "the wheel may leave the cursor behind");
    do_with(AV_COMMAND_CELL_SELECT, AV_VIEW_V, 4, 2);
    cr_assert(!player.scrolls[AV_VIEW_V].set, "one that was not scrolled shows what it chooses");
}
