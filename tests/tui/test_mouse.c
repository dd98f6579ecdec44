#include <criterion/criterion.h>

#include "mouse.h"

#define WHEEL AV_EVENT_WHEEL

Test(mouse, reports_in_digits_become_events)
{
    static const struct {
        const char *report;
        enum av_event_kind kind;
        int x, y, wheel;
    } cases[] = {
        {"0;1;1", AV_EVENT_CLICK, 0, 0, 0},
        {"0;1000;500", AV_EVENT_CLICK, 999, 499, 0},
        {"8;3;4", AV_EVENT_CLICK, 2, 3, 0},  /* with Alt */
        {"16;3;4", AV_EVENT_CLICK, 2, 3, 0}, /* with Ctrl */
        {"64;7;9", WHEEL, 6, 8, AV_WHEEL_UP},
        {"65;7;9", WHEEL, 6, 8, AV_WHEEL_DOWN},
        {"66;7;9", WHEEL, 6, 8, AV_WHEEL_LEFT},
        {"67;7;9", WHEEL, 6, 8, AV_WHEEL_RIGHT},
        {"68;7;9", WHEEL, 6, 8, AV_WHEEL_LEFT}, /* Shift and the wheel: sideways */
        {"69;7;9", WHEEL, 6, 8, AV_WHEEL_RIGHT},
        {"81;7;9", WHEEL, 6, 8, AV_WHEEL_DOWN}, /* Ctrl is of no account */
        {"1;3;4", AV_EVENT_NONE, 0, 0, 0},      /* other buttons */
        {"2;3;4", AV_EVENT_NONE, 0, 0, 0},
        {"3;3;4", AV_EVENT_NONE, 0, 0, 0},
        {"128;3;4", AV_EVENT_NONE, 0, 0, 0},
        {"32;3;4", AV_EVENT_NONE, 0, 0, 0}, /* moved with the button down */
        {"96;3;4", AV_EVENT_NONE, 0, 0, 0},
        {"", AV_EVENT_NONE, 0, 0, 0}, /* and what is no report */
        {"0;3", AV_EVENT_NONE, 0, 0, 0},
        {"0;3;", AV_EVENT_NONE, 0, 0, 0},
        {"0;3;4;5", AV_EVENT_NONE, 0, 0, 0},
        {"0;0;4", AV_EVENT_NONE, 0, 0, 0},
        {"0;3;-4", AV_EVENT_NONE, 0, 0, 0},
        {"0; 3;4", AV_EVENT_NONE, 0, 0, 0},
        {"-0;3;4", AV_EVENT_NONE, 0, 0, 0},
        {"0;99999999999999999999;4", AV_EVENT_NONE, 0, 0, 0},
        {"99999999999999999999;3;4", AV_EVENT_NONE, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct av_event event = {.kind = AV_EVENT_NONE};
        av_mouse_read_digits(cases[i].report, &event);
        cr_expect_eq(event.kind, cases[i].kind, "%s", cases[i].report);
        cr_expect(event.x == cases[i].x && event.y == cases[i].y, "%s", cases[i].report);
        cr_expect_eq((int)event.wheel, cases[i].wheel, "%s", cases[i].report);
    }
}

Test(mouse, reports_in_bytes_become_the_same)
{
    struct av_event event = {.kind = AV_EVENT_NONE};
    av_mouse_read_bytes((const unsigned char[]){32, 33, 255}, &event);
    cr_assert_eq(event.kind, AV_EVENT_CLICK);
    cr_assert(event.x == 0 && event.y == 222);
    av_mouse_read_bytes((const unsigned char[]){32 + 64 + 4, 40, 41}, &event);
    cr_assert_eq(event.kind, AV_EVENT_WHEEL);
    cr_assert(event.x == 7 && event.y == 8 && event.wheel == AV_WHEEL_LEFT);
    static const unsigned char none[][3] = {{35, 40, 40}, {33, 40, 40}, {31, 40, 40}, {32, 32, 40}, {32, 40, 3}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) { /* the first: the button goes up */
        event.kind = AV_EVENT_NONE;
        av_mouse_read_bytes(none[i], &event);
        cr_expect_eq(event.kind, AV_EVENT_NONE, "case %zu", i);
    }
}

/* A list of lessons, and a switch that no double click does anything else with. */
static void set(struct av_canvas *canvas)
{
    cr_assert_eq(av_canvas_init(canvas, 20, 10, AV_CHARSET_ASCII, NULL), AV_OK);
    for (int i = 0; i < 3; i++)
        av_canvas_add_hit(
            canvas, (struct av_hit){
                        0, 3 * i, 20, 3, 0, {AV_COMMAND_CELL_SELECT, {0, i, 0}}, {AV_COMMAND_ENTER, {i + 1, 0, 0}}});
    av_canvas_add_hit(canvas, (struct av_hit){0, 9, 20, 1, 0, {AV_COMMAND_CACHE, {0}}, {0}});
}

/* Presses, each "x y ms", against what they give. */
struct press {
    int x, y;
    long long at;
    enum av_command_id id;
    int argument; /* the one that counts */
};

static void expect(const struct press *press, size_t n)
{
    struct av_canvas canvas;
    struct av_presses presses = {0};
    set(&canvas);
    for (size_t i = 0; i < n; i++) {
        struct av_command command = av_presses_take(&presses, &canvas, press[i].x, press[i].y, press[i].at);
        cr_expect_eq(command.id, press[i].id, "press %zu gives %d", i, (int)command.id);
        cr_expect_eq(command.argument[command.id == AV_COMMAND_ENTER ? 0 : 1], press[i].argument, "press %zu", i);
    }
    av_canvas_finish(&canvas);
}

#define EXPECT(...)                                                                                                    \
    do {                                                                                                               \
        const struct press sequence[] = {__VA_ARGS__};                                                                 \
        expect(sequence, sizeof sequence / sizeof *sequence);                                                          \
    } while (0)

Test(presses, two_soon_one_after_the_other_are_a_double_click)
{
    EXPECT({5, 4, 1000, AV_COMMAND_CELL_SELECT, 1}, {5, 4, 1000, AV_COMMAND_ENTER, 2});
    EXPECT({5, 4, 1000, AV_COMMAND_CELL_SELECT, 1}, {5, 4, 1400, AV_COMMAND_ENTER, 2});
    EXPECT({5, 4, 1000, AV_COMMAND_CELL_SELECT, 1}, {5, 4, 1401, AV_COMMAND_CELL_SELECT, 1},
           {5, 4, 1500, AV_COMMAND_ENTER, 2}); /* the late one was a first one */
}

Test(presses, the_first_one_ever_is_no_second_one)
{
    EXPECT({0, 0, 0, AV_COMMAND_CELL_SELECT, 0});
}

Test(presses, three_are_one_double_click_and_four_are_two)
{
    EXPECT({5, 4, 1000, AV_COMMAND_CELL_SELECT, 1}, {5, 4, 1100, AV_COMMAND_ENTER, 2},
           {5, 4, 1200, AV_COMMAND_CELL_SELECT, 1}, {5, 4, 1300, AV_COMMAND_ENTER, 2});
}

Test(presses, on_neighbouring_cells_are_two_clicks)
{
    EXPECT({5, 4, 1000, AV_COMMAND_CELL_SELECT, 1}, {6, 4, 1010, AV_COMMAND_CELL_SELECT, 1},
           {6, 5, 1020, AV_COMMAND_CELL_SELECT, 1}, {5, 5, 1030, AV_COMMAND_CELL_SELECT, 1},
           {5, 6, 1040, AV_COMMAND_CELL_SELECT, 2}, {5, 6, 1050, AV_COMMAND_ENTER, 3});
}

Test(presses, are_as_many_clicks_where_no_double_click_means_anything)
{
    EXPECT({5, 9, 1000, AV_COMMAND_CACHE, 0}, {5, 9, 1001, AV_COMMAND_CACHE, 0}, {5, 9, 1002, AV_COMMAND_CACHE, 0});
}

Test(presses, mean_what_was_pressed_first_though_it_has_moved)
{
    struct av_canvas canvas;
    struct av_presses presses = {0};
    set(&canvas);
    cr_assert_eq(av_presses_take(&presses, &canvas, 5, 4, 10).id, AV_COMMAND_CELL_SELECT);
    av_canvas_clear(&canvas); /* selecting it has scrolled the list */
    struct av_command command = av_presses_take(&presses, &canvas, 5, 4, 20);
    cr_assert_eq(command.id, AV_COMMAND_ENTER);
    cr_assert_eq(command.argument[0], 2);
    cr_assert_eq(av_presses_take(&presses, &canvas, 5, 4, 30).id, AV_COMMAND_NONE, "nothing is there now");
    av_canvas_finish(&canvas);
}
