#include <criterion/criterion.h>

#include "attnviz/scene/canvas.h"

static struct av_canvas open_canvas(int width, int height, enum av_charset charset)
{
    struct av_canvas canvas;
    cr_assert_eq(av_canvas_init(&canvas, width, height, charset, NULL), AV_OK);
    return canvas;
}

Test(canvas, a_wide_character_takes_two_cells)
{
    struct av_canvas canvas = open_canvas(6, 1, AV_CHARSET_UNICODE);
    cr_assert_eq(av_canvas_text(&canvas, 1, 0, 5, AV_ROLE_NEW, "它a"), 3);
    cr_assert_str_eq(av_canvas_at(&canvas, 1, 0)->text, "它");
    cr_assert_eq(av_canvas_at(&canvas, 1, 0)->width, 2);
    cr_assert_str_eq(av_canvas_at(&canvas, 2, 0)->text, "");
    cr_assert_eq(av_canvas_at(&canvas, 2, 0)->width, 0);
    cr_assert_eq(av_canvas_at(&canvas, 2, 0)->role, AV_ROLE_NEW);
    cr_assert_str_eq(av_canvas_at(&canvas, 3, 0)->text, "a");
    av_canvas_finish(&canvas);
}

Test(canvas, no_half_of_a_wide_character_is_left)
{
    for (int x = 0; x < 2; x++) {
        struct av_canvas canvas = open_canvas(4, 1, AV_CHARSET_UNICODE);
        av_canvas_text(&canvas, 0, 0, 4, AV_ROLE_TEXT, "它");
        av_canvas_text(&canvas, x, 0, 1, AV_ROLE_TEXT, "b");
        cr_assert_str_eq(av_canvas_at(&canvas, x, 0)->text, "b");
        cr_assert_str_eq(av_canvas_at(&canvas, 1 - x, 0)->text, " ");
        cr_assert_eq(av_canvas_at(&canvas, 1 - x, 0)->width, 1);
        av_canvas_finish(&canvas);
    }
}

Test(canvas, text_is_cut_at_its_columns_and_at_the_edges)
{
    struct av_canvas canvas = open_canvas(5, 2, AV_CHARSET_UNICODE);
    cr_assert_eq(av_canvas_text(&canvas, 0, 0, 3, AV_ROLE_TEXT, "它它"), 2, "half a character does not fit");
    cr_assert_str_eq(av_canvas_at(&canvas, 2, 0)->text, " ");
    av_canvas_text(&canvas, 4, 1, 9, AV_ROLE_TEXT, "它"); /* its second half would be outside */
    cr_assert_str_eq(av_canvas_at(&canvas, 4, 1)->text, " ");
    av_canvas_text(&canvas, -1, 1, 9, AV_ROLE_TEXT, "ab");
    cr_assert_str_eq(av_canvas_at(&canvas, 0, 1)->text, "b");
    cr_assert_eq(av_canvas_text(&canvas, 0, 2, 9, AV_ROLE_TEXT, "x"), 0, "below the canvas");
    cr_assert_eq(av_canvas_text(&canvas, 0, -1, 9, AV_ROLE_TEXT, "x"), 0, "above it");
    av_canvas_finish(&canvas);
}

Test(canvas, what_could_steer_a_terminal_is_escaped)
{
    static const char *const nasty[] = {"\x1b[2J",      "\x07", "\xc2\x9b", "\xe2\x80\xae",
                                        "\xe2\x80\x8b", "\xff", "\r\n\t"};
    for (size_t i = 0; i < sizeof nasty / sizeof *nasty; i++) {
        struct av_canvas canvas = open_canvas(40, 1, AV_CHARSET_UNICODE);
        cr_assert_gt(av_canvas_text(&canvas, 0, 0, 40, AV_ROLE_TEXT, nasty[i]), 0);
        for (int x = 0; x < 40; x++) {
            const char *text = av_canvas_at(&canvas, x, 0)->text;
            for (; *text != '\0'; text++)
                cr_assert(*text >= 0x20 && *text < 0x7f, "sample %zu, column %d", i, x);
        }
        av_canvas_finish(&canvas);
    }
}

Test(canvas, ascii_canvas_holds_ascii_only)
{
    struct av_canvas canvas = open_canvas(60, 1, AV_CHARSET_ASCII);
    av_canvas_text(&canvas, 0, 0, 60, AV_ROLE_TEXT, "─│┌ −∞ √dₖ 它 █ → ·");
    for (int x = 0; x < 60; x++) {
        const char *text = av_canvas_at(&canvas, x, 0)->text;
        cr_assert(text[0] >= 0x20 && text[0] < 0x7f && text[1] == '\0');
    }
    av_canvas_finish(&canvas);
}

Test(canvas, a_click_gives_the_command_under_it)
{
    struct av_canvas canvas = open_canvas(30, 10, AV_CHARSET_UNICODE);
    av_canvas_add_hit(&canvas, (struct av_hit){2, 1, 12, 4, 0, {AV_COMMAND_CACHE, {0}}, {0}});
    av_canvas_add_hit(&canvas,
                      (struct av_hit){4, 2, 9, 2, 3, {AV_COMMAND_CELL_SELECT, {7, 5, 1}}, {AV_COMMAND_ENTER, {3}}});
    cr_assert_eq(av_canvas_hit(&canvas, 2, 1).id, AV_COMMAND_CACHE);
    cr_assert_eq(av_canvas_hit(&canvas, 1, 1).id, AV_COMMAND_NONE);
    cr_assert_eq(av_canvas_hit(&canvas, 14, 1).id, AV_COMMAND_NONE);
    cr_assert_eq(av_canvas_hit(&canvas, 2, 5).id, AV_COMMAND_NONE);
    /* the later one lies above; third cell of its second row */
    struct av_command command = av_canvas_hit(&canvas, 11, 3);
    cr_assert_eq(command.id, AV_COMMAND_CELL_SELECT);
    cr_assert_eq(command.argument[0], 7);
    cr_assert_eq(command.argument[1], 6);
    cr_assert_eq(command.argument[2], 3);
    command = av_canvas_hit_twice(&canvas, 11, 3);
    cr_assert_eq(command.id, AV_COMMAND_ENTER);
    cr_assert_eq(command.argument[0], 3);
    cr_assert_eq(command.argument[1], 0, "it is of the whole rectangle");
    cr_assert_eq(av_canvas_hit_twice(&canvas, 2, 1).id, AV_COMMAND_NONE);
    cr_assert_eq(av_canvas_hit_twice(&canvas, 1, 1).id, AV_COMMAND_NONE);
    av_canvas_finish(&canvas);
}

Test(canvas, the_wheel_gives_the_command_under_it)
{
    struct av_canvas canvas = open_canvas(30, 10, AV_CHARSET_UNICODE);
    for (int wheel = 0; wheel < AV_WHEEL_COUNT; wheel++)
        cr_assert_eq(av_canvas_wheel(&canvas, 5, 5, (enum av_wheel)wheel).id, AV_COMMAND_NONE);
    av_canvas_add_wheel_area(
        &canvas,
        (struct av_wheel_area){
            .width = 30,
            .height = 10,
            .turn = {[AV_WHEEL_UP] = {.id = AV_COMMAND_STAGE_BACK}, [AV_WHEEL_LEFT] = {.id = AV_COMMAND_HELP}}});
    av_canvas_add_wheel_area(&canvas, (struct av_wheel_area){4, 3, 6, 2, {[AV_WHEEL_UP] = {AV_COMMAND_LAST, {9}}}});
    for (int y = -1; y <= 10; y++) {
        for (int x = -1; x <= 30; x++) {
            bool outside = x < 0 || x == 30 || y < 0 || y == 10, above = x >= 4 && x < 10 && y >= 3 && y < 5;
            struct av_command up = av_canvas_wheel(&canvas, x, y, AV_WHEEL_UP);
            cr_assert_eq(up.id, outside ? AV_COMMAND_NONE : above ? AV_COMMAND_LAST : AV_COMMAND_STAGE_BACK);
            cr_assert_eq(up.argument[0], above ? 9 : 0);
            cr_assert_eq(av_canvas_wheel(&canvas, x, y, AV_WHEEL_LEFT).id,
                         outside || above ? AV_COMMAND_NONE : AV_COMMAND_HELP, "%d, %d", x, y);
        }
    }
    av_canvas_clear(&canvas);
    cr_assert_eq(av_canvas_wheel(&canvas, 5, 5, AV_WHEEL_UP).id, AV_COMMAND_NONE);
    av_canvas_finish(&canvas);
}

Test(canvas, what_is_too_much_for_the_mouse_is_left_out)
{
    struct av_canvas canvas = open_canvas(4000, 1, AV_CHARSET_UNICODE);
    for (int x = 0; x < AV_HITS_MAX + 100; x++) {
        av_canvas_add_hit(&canvas, (struct av_hit){x, 0, 1, 1, 0, {AV_COMMAND_GO_TO_TOKEN, {x + 1}}, {0}});
        av_canvas_add_wheel_area(
            &canvas, (struct av_wheel_area){x, 0, 1, 1, {[AV_WHEEL_UP] = {AV_COMMAND_GO_TO_TOKEN, {x + 1}}}});
    }
    for (int x = 0; x < AV_HITS_MAX + 100; x++) {
        cr_assert_eq(av_canvas_hit(&canvas, x, 0).argument[0], x < AV_HITS_MAX ? x + 1 : 0);
        cr_assert_eq(av_canvas_wheel(&canvas, x, 0, AV_WHEEL_UP).argument[0], x < AV_WHEEL_AREAS_MAX ? x + 1 : 0);
    }
    av_canvas_finish(&canvas);
}

Test(canvas, resizing_gives_a_blank_canvas)
{
    struct av_canvas canvas = open_canvas(3, 3, AV_CHARSET_UNICODE);
    av_canvas_text(&canvas, 0, 0, 3, AV_ROLE_NEW, "abc");
    av_canvas_add_hit(&canvas, (struct av_hit){0, 0, 3, 3, 0, {AV_COMMAND_QUIT, {0}}, {0}});
    cr_assert_eq(av_canvas_resize(&canvas, 200, 90, NULL), AV_OK);
    cr_assert_eq(canvas.width, 200);
    cr_assert_eq(canvas.height, 90);
    cr_assert_str_eq(av_canvas_at(&canvas, 0, 0)->text, " ");
    cr_assert_eq(av_canvas_at(&canvas, 199, 89)->width, 1);
    cr_assert_eq(av_canvas_hit(&canvas, 0, 0).id, AV_COMMAND_NONE);
    av_canvas_finish(&canvas);
}
