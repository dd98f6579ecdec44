#include <criterion/criterion.h>

#include "attnviz/player/spot.h"
#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;
static struct av_note note;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 10, 6, 0);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(spot, .init = open_player, .fini = close_player);

/* The lesson's one note, shown everywhere, points at this cell. */
static void point_at(enum av_view_id view, int row, int column)
{
    note = (struct av_note){.place = {AV_ANY, AV_ANY, AV_ANY, AV_ANY, AV_LENS_PANELS},
                            .mask = AV_ANY,
                            .scaled = AV_ANY,
                            .matrix = (int)view,
                            .row = row,
                            .column = column};
    lesson.notes = &note;
    lesson.n_note = 1;
}

static void assert_spot(enum av_view_id view, int row, int column)
{
    struct av_spot spot = av_player_spot(&player);
    cr_assert(spot.shown);
    cr_assert(spot.view == view && spot.row == row && spot.column == column, "%s[%d][%d]", av_view_name(spot.view),
              spot.row, spot.column);
}

Test(spot, is_the_largest_number_of_the_current_token)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 1, 0);
    struct av_spot spot = av_player_spot(&player);
    cr_assert(spot.shown && spot.view == AV_VIEW_A && spot.row == 4);
    for (int j = 0; j <= 4; j++)
        cr_assert_geq(av_trace_weight(&player.run.cached, 1, 0, 4, spot.column),
                      av_trace_weight(&player.run.cached, 1, 0, 4, j));
}

Test(spot, is_the_likeliest_token_at_the_end)
{
    kit_go(&player, 4, AV_STAGE_NEXT, 1, 0);
    assert_spot(AV_VIEW_NEXT, 0, 0);
}

Test(spot, is_the_cell_that_the_note_points_at)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    point_at(AV_VIEW_K, 2, 1);
    assert_spot(AV_VIEW_K, 2, 1);
}

Test(spot, stays_in_the_matrix_of_a_note_whose_cell_has_no_number)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    point_at(AV_VIEW_K, 5, 1); /* to come */
    cr_assert_eq(av_player_spot(&player).view, AV_VIEW_K);
    cr_assert_eq(av_player_spot(&player).row, 4);
    point_at(AV_VIEW_Q, 0, 0); /* discarded */
    cr_assert_eq(av_player_spot(&player).view, AV_VIEW_Q);
    cr_assert_eq(av_player_spot(&player).row, 4);
}

Test(spot, passes_over_a_note_whose_matrix_has_no_number)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    point_at(AV_VIEW_MIX, 4, 0); /* the next stage makes it */
    cr_assert_eq(av_player_spot(&player).view, AV_VIEW_A);
    point_at(AV_VIEW_GATE, 4, 0); /* this model has none */
    cr_assert_eq(av_player_spot(&player).view, AV_VIEW_A);
}

Test(spot, is_the_cursor_where_a_panel_has_it)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Tab Tab Tab Up End");
    point_at(AV_VIEW_K, 2, 1);
    assert_spot(AV_VIEW_Q, 3, 3);
}
