#include <criterion/criterion.h>
#include <string.h>

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
    kit_close(&player, &lesson);
}

TestSuite(focus, .init = open_player, .fini = close_player);

static void assert_cursor(enum av_view_id view, int row, int column)
{
    cr_assert(player.focused);
    cr_assert_eq(player.focus, view, "%s expected, %s found", av_view_name(view), av_view_name(player.focus));
    cr_assert_eq(player.row, row, "row %d expected, %d found", row, player.row);
    cr_assert_eq(player.column, column, "column %d expected, %d found", column, player.column);
}

/* Tab's tour at each stage, and at which of it Tab begins. */
Test(focus, tab_goes_round_in_the_order_in_which_the_numbers_flow)
{
    static const struct {
        enum av_stage stage;
        const char *tour;
        enum av_view_id first;
    } tours[] = {
        {AV_STAGE_EMBED, "E P x Q K V S A cost", AV_VIEW_X},
        {AV_STAGE_PROJECT, "N1 W_Q W_K W_V Q K V S A cost", AV_VIEW_Q},
        {AV_STAGE_APPEND, "Q K V S A cost", AV_VIEW_K},
        {AV_STAGE_SCORES, "Q K V S A cost", AV_VIEW_S},
        {AV_STAGE_SOFTMAX, "Q K V S A cost", AV_VIEW_A},
        {AV_STAGE_MIX, "Q K V S A AV cost", AV_VIEW_MIX},
        {AV_STAGE_OUTPUT, "Q K V S A H W_O O cost", AV_VIEW_OUTPUT},
        {AV_STAGE_BLOCK, "x Q K V S A O R1 N2 W_up U F1 W_down F R2 cost", AV_VIEW_SUM_1},
        {AV_STAGE_LOGITS, "Q K V S A N W_out L cost", AV_VIEW_LOGITS},
        {AV_STAGE_NEXT, "Q K V S A L p cost", AV_VIEW_NEXT},
    };
    for (size_t i = 0; i < sizeof tours / sizeof *tours; i++) {
        enum av_view_id tour[AV_VIEW_COUNT];
        char names[64];
        int n = 0, at = -1;
        strcpy(names, tours[i].tour);
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
            cr_assert(av_view_parse(name, &tour[n]));
            at = tour[n] == tours[i].first ? n : at;
            n++;
        }
        kit_go(&player, 5, tours[i].stage, 0, 0);
        for (int k = 0; k < 2 * n; k++) {
            kit_press(&player, "Tab");
            cr_assert_eq(player.focus, tour[(at + k) % n], "Tab %d at %s: %s", k, av_stage_name(tours[i].stage),
                         av_view_name(player.focus));
        }
        for (int k = 2 * n - 2; k >= 0; k--) {
            kit_press(&player, "Shift-Tab");
            cr_assert_eq(player.focus, tour[(at + k) % n]);
        }
        kit_press(&player, "Escape");
    }
}

Test(focus, tab_goes_on_from_a_panel_that_it_does_not_visit)
{
    struct av_error error;
    struct av_command select = {AV_COMMAND_CELL_SELECT, {AV_VIEW_SUM_1}};
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 0, 0);
    av_player_do(&player, select, &error);
    kit_press(&player, "Tab");
    cr_assert_eq(player.focus, AV_VIEW_COST, "the last");
    kit_press(&player, "Tab");
    cr_assert_eq(player.focus, AV_VIEW_Q, "around the end");
    av_player_do(&player, select, &error);
    kit_press(&player, "Shift-Tab");
    cr_assert_eq(player.focus, AV_VIEW_A);
}

Test(focus, tab_goes_in_and_escape_out)
{
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "Tab");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_PANEL);
    kit_press(&player, "Escape");
    cr_assert_not(player.focused);
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_LESSON);
}

Test(focus, enter_goes_back_to_the_panel_last_left_where_the_stage_has_it)
{
    kit_go(&player, 5, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "Enter");
    cr_assert_eq(player.focus, AV_VIEW_MIX);
    kit_press(&player, "Shift-Tab Escape Enter");
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
        cr_assert_geq(av_trace_weight(&player.run.cached, 1, 1, 7, player.column),
                      av_trace_weight(&player.run.cached, 1, 1, 7, j));
}

Test(focus, starts_on_the_cell_that_the_note_points_at)
{
    struct av_note note = {
        .place = {.token = 7, .stage = AV_STAGE_SOFTMAX, .layer = AV_ANY, .head = AV_ANY, AV_LENS_PANELS},
        .mask = AV_ANY,
        .scaled = AV_ANY,
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
    kit_press(&player, "Tab Tab Tab End"); /* past A and the cost */
    assert_cursor(AV_VIEW_Q, 5, 3);
}

Test(focus, of_weights_every_cell_can_be_entered)
{
    kit_go(&player, 0, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Enter Shift-Tab Shift-Tab Shift-Tab");
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
    av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_V, 3, 2}}, &error);
    assert_cursor(AV_VIEW_V, 3, 2);
    av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_A, 99, 99}}, &error);
    assert_cursor(AV_VIEW_A, 5, 5);
    av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_GATE, 0, 0}}, &error);
    assert_cursor(AV_VIEW_A, 5, 5); /* this model has no gate */
    av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {-1, 0, 0}}, &error);
    assert_cursor(AV_VIEW_A, 5, 5);
}
