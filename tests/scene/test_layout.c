#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "layout.h"

static const char *const lessons[] = {"pronoun", "generate"};

/* Panels of one band share the frame between them and nothing else. */
static void assert_apart(const struct av_panel *a, const struct av_panel *b)
{
    bool above = a->box.y + a->box.height <= b->box.y || b->box.y + b->box.height <= a->box.y;
    bool beside = a->box.x + a->box.width - 1 <= b->box.x || b->box.x + b->box.width - 1 <= a->box.x;
    cr_assert(above || beside, "panels %d and %d overlap", a->what, b->what);
}

static void assert_sound(const struct fixture *fixture, int width, int height)
{
    const struct av_player *player = &fixture->player;
    struct av_layout layout = av_layout_of(player, width, height, AV_CHARSET_UNICODE);
    cr_assert_geq(layout.n_panel, 1);
    cr_assert(layout.top < layout.tokens && layout.tokens < layout.stages);
    cr_assert(layout.formula < layout.notes && layout.notes + layout.n_note <= layout.keys);
    cr_assert_eq(layout.keys, height - 1);
    for (int i = 0; i < layout.n_panel; i++) {
        const struct av_rectangle *box = &layout.panels[i].box;
        cr_assert(box->x >= 0 && box->x + box->width <= width, "%d×%d: panel %d is inside", width, height, i);
        cr_assert(box->y > layout.stages && box->y + box->height <= layout.formula, "%d×%d: panel %d is inside", width,
                  height, i);
        cr_assert(box->width >= 3 && box->height >= 3);
        for (int j = 0; j < i; j++) {
            assert_apart(&layout.panels[i], &layout.panels[j]);
            cr_assert_neq(layout.panels[i].what, layout.panels[j].what);
        }
    }
}

static bool shows(const struct av_layout *layout, int what)
{
    for (int i = 0; i < layout->n_panel; i++) {
        if (layout->panels[i].what == what)
            return true;
    }
    return false;
}

Test(layout, panels_stay_inside_and_apart_at_every_size)
{
    for (size_t l = 0; l < sizeof lessons / sizeof *lessons; l++) {
        struct fixture fixture;
        fixture_open(&fixture, lessons[l], 80, 24);
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
            if (!av_stage_exists(&fixture.lesson.model.config, (enum av_stage)stage))
                continue;
            fixture_go(&fixture, 2, (enum av_stage)stage);
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 260; width += 7) {
                for (int height = AV_SCREEN_ROWS_MIN; height <= 80; height++)
                    assert_sound(&fixture, width, height);
            }
        }
        fixture_close(&fixture);
    }
}

Test(layout, what_the_stage_is_about_is_always_there)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        enum av_view_id list[AV_VIEW_COUNT + 1];
        fixture_go(&fixture, 10, (enum av_stage)stage);
        av_view_list(&fixture.player, list);
        for (int width = AV_SCREEN_COLUMNS_MIN; width <= 250; width += 10) {
            for (int height = AV_SCREEN_ROWS_MIN; height <= 70; height += 2) {
                struct av_layout layout = av_layout_of(&fixture.player, width, height, AV_CHARSET_UNICODE);
                cr_assert(shows(&layout, (int)list[0]), "stage %d at %d×%d", stage, width, height);
            }
        }
    }
    fixture_close(&fixture);
}

Test(layout, the_panel_with_the_cursor_is_always_there)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    fixture_press(&fixture, "Tab");
    for (int tabs = 0; tabs < 8; tabs++) {
        for (int width = AV_SCREEN_COLUMNS_MIN; width <= 250; width += 10) {
            struct av_layout layout = av_layout_of(&fixture.player, width, 24, AV_CHARSET_UNICODE);
            cr_assert(shows(&layout, (int)fixture.player.focus), "panel %d at %d", (int)fixture.player.focus, width);
        }
        fixture_press(&fixture, "Tab");
    }
    fixture_close(&fixture);
}

/* Zoomed, the panel with the cursor has all the room, at each size. */
Test(layout, a_zoomed_panel_has_the_screen_to_itself)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    fixture_press(&fixture, "Tab z");
    for (int tabs = 0; tabs < 6; tabs++) {
        for (int width = AV_SCREEN_COLUMNS_MIN; width <= 250; width += 7) {
            for (int height = AV_SCREEN_ROWS_MIN; height <= 70; height++) {
                struct av_layout layout = av_layout_of(&fixture.player, width, height, AV_CHARSET_UNICODE);
                assert_sound(&fixture, width, height);
                cr_assert_eq(layout.n_panel, 1);
                cr_assert_eq(layout.panels[0].what, (int)fixture.player.focus);
                cr_assert_eq(layout.panels[0].box.width, width);
                cr_assert_eq(layout.panels[0].box.height, layout.formula - layout.stages - 1);
            }
        }
        fixture_press(&fixture, "Tab");
    }
    fixture_close(&fixture);
}

Test(layout, a_larger_screen_shows_more)
{
    struct fixture fixture;
    int before = 0;
    static const int sizes[][2] = {{40, 12}, {80, 24}, {120, 40}, {200, 60}, {250, 70}};
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct av_layout layout = av_layout_of(&fixture.player, sizes[i][0], sizes[i][1], AV_CHARSET_UNICODE);
        cr_assert_geq(layout.n_panel, before);
        before = layout.n_panel;
    }
    cr_assert_geq(before, 9);
    fixture_close(&fixture);
}

Test(layout, every_size_draws_without_leaving_the_canvas)
{
    struct fixture fixture;
    static const char *const rounds[] = {"Tab", "z f", "Tab", "Escape Escape v v", "?"};
    fixture_open(&fixture, "pronoun", 1, 1);
    fixture_go(&fixture, 12, AV_STAGE_NEXT);
    for (int round = 0; round < 5; round++) {
        for (int width = 1; width <= 130; width += width < 45 ? 1 : 5) {
            for (int height = 1; height <= 45; height++) {
                cr_assert_eq(av_canvas_resize(&fixture.canvas, width, height, NULL), AV_OK);
                fixture_draw(&fixture);
                cr_assert(fixture.canvas.cursor_x >= 0 && fixture.canvas.cursor_x < width);
                cr_assert(fixture.canvas.cursor_y >= 0 && fixture.canvas.cursor_y < height);
            }
        }
        fixture_press(&fixture, rounds[round]);
    }
    fixture_close(&fixture);
}

Test(layout, a_screen_too_small_says_what_it_needs)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 39, 12);
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert(strstr(text, "40×12") != NULL && strstr(text, "39×12") != NULL, "%s", text);
    free(text);
    for (int width = 6; width < 40; width++) {
        cr_assert_eq(av_canvas_resize(&fixture.canvas, width, 1 + width % 4, NULL), AV_OK);
        fixture_draw(&fixture);
        text = fixture_text(&fixture);
        cr_assert_not_null(strstr(text, "40×12"), "%d columns: %s", width, text);
        free(text);
    }
    cr_assert_eq(av_canvas_resize(&fixture.canvas, 40, 12, NULL), AV_OK);
    fixture_draw(&fixture);
    text = fixture_text(&fixture);
    cr_assert_null(strstr(text, "39"));
    cr_assert_not_null(strstr(text, "┌"));
    free(text);
    fixture_close(&fixture);
}
