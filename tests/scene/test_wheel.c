#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* The cells of a view, as they can be clicked; NULL where its panel is not on the screen. */
static const struct av_hit *cells_of(const struct fixture *fixture, int view)
{
    for (int i = 0; i < fixture->canvas.n_hit; i++) {
        const struct av_hit *hit = &fixture->canvas.hits[i];
        if (hit->command.id == AV_COMMAND_CELL_SELECT && hit->command.argument[0] == view)
            return hit;
    }
    return NULL;
}

static void act(struct fixture *fixture, struct av_command command)
{
    cr_assert_eq(av_player_do(&fixture->player, command, NULL), AV_OK);
    fixture_draw(fixture);
}

/* Turns the wheel in the middle of the view's cells. */
static void turn(struct fixture *fixture, int view, enum av_wheel wheel)
{
    const struct av_hit *cells = cells_of(fixture, view);
    struct av_command command =
        av_canvas_wheel(&fixture->canvas, cells->x + cells->width / 2, cells->y + cells->height / 2, wheel);
    cr_assert_eq(command.id, AV_COMMAND_PANEL_SCROLL);
    cr_assert_eq(command.argument[0], view);
    act(fixture, command);
}

static int first_of(const struct fixture *fixture, int view, bool rows)
{
    return cells_of(fixture, view)->command.argument[rows ? 1 : 2];
}

static int in_sight(const struct fixture *fixture, int view, bool rows)
{
    const struct av_hit *cells = cells_of(fixture, view);
    return rows ? cells->height : cells->width / cells->cell_width;
}

/* Turns one way until nothing moves any more. Each turn goes the right way, leaves something in sight that was before,
 * and is no longer than three. */
static void turn_to_the_end(struct fixture *fixture, int view, enum av_wheel wheel)
{
    bool rows = wheel == AV_WHEEL_UP || wheel == AV_WHEEL_DOWN;
    int way = wheel == AV_WHEEL_DOWN || wheel == AV_WHEEL_RIGHT ? 1 : -1;
    int before = first_of(fixture, view, rows), other = first_of(fixture, view, !rows);
    for (int i = 0; i < 100; i++) {
        turn(fixture, view, wheel);
        int now = first_of(fixture, view, rows), moved = (now - before) * way, room = in_sight(fixture, view, rows);
        cr_assert(moved >= 0 && moved <= 3 && (moved < room || room == 1), "%d of %d", moved, room);
        cr_assert_eq(first_of(fixture, view, !rows), other, "it moves the other way too");
        if (moved == 0)
            return;
        before = now;
    }
    cr_assert_fail("it has no end");
}

/* The row's label in front of the panel's k-th line of cells. */
static void assert_label(struct fixture *fixture, int view, int k)
{
    const struct av_hit *cells = cells_of(fixture, view);
    struct av_view of = av_view_of(&fixture->player, (enum av_view_id)view);
    char buffer[64], line[256] = "";
    const char *label = av_view_row_label(&of, cells->command.argument[1] + k, buffer, sizeof buffer);
    for (int x = cells->x > 12 ? cells->x - 12 : 0; x < cells->x; x++)
        strcat(line, av_canvas_at(&fixture->canvas, x, cells->y + k)->text);
    cr_assert_not_null(strstr(line, label), "row %d is called %s: %s", k, label, line);
}

/* The matrices that do not fit, at a place: whether rows or columns can be turned, and how many there are to see. */
static void turn_all(struct fixture *fixture, int *n_rows, int *n_columns)
{
    const struct av_player *player = &fixture->player;
    for (int view = 0; view < AV_VIEW_NEXT; view++) {
        const struct av_hit *cells = cells_of(fixture, view);
        if (cells == NULL || cells->height == 0 || cells->width == 0)
            continue;
        struct av_view of = av_view_of(player, (enum av_view_id)view);
        for (int rows = 0; rows < 2; rows++) {
            bool tokens = rows ? av_view_rows_are_tokens(&of) : av_view_columns_are_tokens(&of);
            int room = in_sight(fixture, view, rows);
            int end = tokens ? player->place.token + 1 : rows ? of.rows : of.columns;
            cells = cells_of(fixture, view);
            struct av_command back =
                av_canvas_wheel(&fixture->canvas, cells->x, cells->y, rows ? AV_WHEEL_UP : AV_WHEEL_LEFT);
            if (room >= end && first_of(fixture, view, rows) == 0) {
                cr_assert_eq(back.id, rows ? AV_COMMAND_STAGE_BACK : AV_COMMAND_NONE, "all of it is in sight");
                continue;
            }
            turn_to_the_end(fixture, view, rows ? AV_WHEEL_UP : AV_WHEEL_LEFT);
            cr_assert_eq(first_of(fixture, view, rows), 0);
            turn_to_the_end(fixture, view, rows ? AV_WHEEL_DOWN : AV_WHEEL_RIGHT);
            cr_assert_geq(first_of(fixture, view, rows) + room, end, "the last one cannot be seen");
            for (int k = 0; k < in_sight(fixture, view, true); k++)
                assert_label(fixture, view, k);
            *(rows ? n_rows : n_columns) += 1;
        }
    }
}

Test(wheel, shows_all_of_every_matrix_that_does_not_fit)
{
    static const int sizes[][2] = {{40, 12}, {60, 16}, {80, 24}, {120, 40}};
    int n_rows = 0, n_columns = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct fixture fixture;
        fixture_open(&fixture, "pronoun", sizes[i][0], sizes[i][1]);
        for (int stage = AV_STAGE_EMBED; stage < AV_STAGE_COUNT; stage++) {
            for (int token = 4; token <= 13; token += 9) {
                fixture_go(&fixture, token, (enum av_stage)stage);
                fixture_draw(&fixture);
                turn_all(&fixture, &n_rows, &n_columns);
                cr_assert(!fixture.player.focused);
            }
        }
        fixture_close(&fixture);
    }
    cr_assert(n_rows > 20 && n_columns > 5, "%d and %d were tried", n_rows, n_columns);
}

Test(wheel, scrolls_what_may_come_next)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 14);
    fixture_go(&fixture, 10, AV_STAGE_NEXT);
    fixture_draw(&fixture);
    cr_assert_lt(in_sight(&fixture, AV_VIEW_NEXT, true), 15, "all 15 are in sight");
    turn_to_the_end(&fixture, AV_VIEW_NEXT, AV_WHEEL_DOWN);
    cr_assert_eq(first_of(&fixture, AV_VIEW_NEXT, true) + in_sight(&fixture, AV_VIEW_NEXT, true), 15);
    turn_to_the_end(&fixture, AV_VIEW_NEXT, AV_WHEEL_UP);
    cr_assert_eq(first_of(&fixture, AV_VIEW_NEXT, true), 0);
    fixture_close(&fixture);
}

Test(wheel, leaves_a_panel_alone_that_is_clicked_then)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 60, 16);
    fixture_go(&fixture, 13, AV_STAGE_SOFTMAX);
    fixture_draw(&fixture);
    int room = in_sight(&fixture, AV_VIEW_A, true), last = 13 - room;
    cr_assert_eq(first_of(&fixture, AV_VIEW_A, true), last, "the current token is the last in sight");
    turn(&fixture, AV_VIEW_A, AV_WHEEL_UP);
    int first = first_of(&fixture, AV_VIEW_A, true);
    cr_assert_lt(first, last);
    for (int k = room - 1; k >= 0; k -= room - 1) { /* both edges */
        const struct av_hit *cells = cells_of(&fixture, AV_VIEW_A);
        act(&fixture, av_canvas_hit(&fixture.canvas, cells->x, cells->y + k));
        cr_assert_eq(fixture.player.row, first + k);
        cr_assert_eq(first_of(&fixture, AV_VIEW_A, true), first, "the cell has moved away from under the mouse");
        cr_assert_eq(fixture.canvas.cursor_y, cells_of(&fixture, AV_VIEW_A)->y + k);
    }
    turn_to_the_end(&fixture, AV_VIEW_A, AV_WHEEL_DOWN);
    cr_assert_eq(first_of(&fixture, AV_VIEW_A, true), last);
    cr_assert_eq(fixture.player.row, first, "the cursor stays behind, …");
    fixture_press(&fixture, "Down");
    fixture_draw(&fixture);
    cr_assert_leq(first_of(&fixture, AV_VIEW_A, true), first + 1, "… and is in sight when it moves");
    fixture_close(&fixture);
}

/* A panel that becomes smaller while the cursor goes into it, as others make room or the terminal shrinks. */
Test(wheel, keeps_a_clicked_cell_in_sight_on_every_screen)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 60, 20);
    fixture_go(&fixture, 13, AV_STAGE_SOFTMAX);
    fixture_draw(&fixture);
    act(&fixture, (struct av_command){AV_COMMAND_PANEL_SCROLL, {AV_VIEW_A, 1, 0}});
    const struct av_hit *cells = cells_of(&fixture, AV_VIEW_A);
    act(&fixture, av_canvas_hit(&fixture.canvas, cells->x, cells->y + cells->height - 1));
    int row = fixture.player.row;
    for (int height = 60; height >= 12; height--) {
        cr_assert_eq(av_canvas_resize(&fixture.canvas, 60, height, NULL), AV_OK);
        fixture_draw(&fixture);
        int first = first_of(&fixture, AV_VIEW_A, true), room = in_sight(&fixture, AV_VIEW_A, true);
        cr_assert(row >= first && row < first + room, "%d rows: %d is not in %d + %d", height, row, first, room);
        cr_assert_leq(first + room, 13);
    }
    fixture_close(&fixture);
}

Test(wheel, has_something_to_do_everywhere)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_draw(&fixture);
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 120; x++) {
            struct av_command up = av_canvas_wheel(&fixture.canvas, x, y, AV_WHEEL_UP);
            struct av_command down = av_canvas_wheel(&fixture.canvas, x, y, AV_WHEEL_DOWN);
            cr_assert(up.id != AV_COMMAND_NONE && down.id != AV_COMMAND_NONE, "%d, %d", x, y);
        }
    }
    fixture_close(&fixture);
}

Test(wheel, and_clicks_have_room_on_large_screens)
{
    static const char *const names[] = {"pronoun", "generate"};
    for (int i = 0; i < 8; i++) {
        struct fixture fixture;
        fixture_open(&fixture, names[i % 2], i < 4 ? 200 : 400, i < 4 ? 60 : 150);
        fixture.player.language = i / 2 % 2 == 0 ? AV_ENGLISH : AV_CHINESE;
        for (int token = 1; token <= fixture.player.run.n_token; token++) {
            for (int stage = AV_STAGE_EMBED; stage < AV_STAGE_COUNT; stage++) {
                fixture_go(&fixture, token, (enum av_stage)stage);
                fixture_draw(&fixture);
                cr_assert_lt(fixture.canvas.n_hit, AV_HITS_MAX / 2);
                cr_assert_lt(fixture.canvas.n_wheel_area, AV_WHEEL_AREAS_MAX);
            }
        }
        fixture_close(&fixture);
    }
}

Test(wheel, a_double_click_on_a_cell_opens_it)
{
    struct fixture fixture;
    int n = 0;
    fixture_open(&fixture, "pronoun", 120, 40);
    for (int stage = AV_STAGE_EMBED; stage < AV_STAGE_COUNT; stage++) {
        fixture_go(&fixture, 13, (enum av_stage)stage);
        fixture_draw(&fixture);
        for (int i = 0; i < fixture.canvas.n_hit; i++) {
            const struct av_hit *hit = &fixture.canvas.hits[i];
            bool cells = hit->command.id == AV_COMMAND_CELL_SELECT;
            cr_assert_eq(hit->twice.id, cells ? AV_COMMAND_ENTER : AV_COMMAND_NONE);
            n += cells;
        }
    }
    cr_assert_gt(n, 20);
    fixture_close(&fixture);
}
