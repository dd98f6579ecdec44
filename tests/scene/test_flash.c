/* FlashAttention on the screen: what is drawn of a tile is what the engine makes of it. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/flash.h"
#include "fixture.h"

#define N_MAX 64
#define D_MAX 16

/* The line that begins with this, after the margin; "" where there is none. */
static const char *find_line(const char *screen, const char *start, char line[1024])
{
    for (const char *at = screen; *at != '\0'; at += strcspn(at, "\n") + 1) {
        if (*at != ' ' || strncmp(at + 1, start, strlen(start)) != 0)
            continue;
        snprintf(line, 1024, "%.*s", (int)strcspn(at, "\n"), at);
        return line;
    }
    return line[0] = '\0', line;
}

/* A number as people write it: − is no ASCII sign. */
static double read_number(const char **at)
{
    *at += strspn(*at, " ");
    bool negative = strncmp(*at, "−", strlen("−")) == 0;
    if (negative)
        *at += strlen("−");
    char *end;
    double value = strncmp(*at, "∞", strlen("∞")) == 0 ? INFINITY : strtod(*at, &end);
    *at = isinf(value) ? *at + strlen("∞") : end;
    return negative ? -value : value;
}

static void check_numbers(const char *line, const char *label, const float *numbers, int n)
{
    const char *at = line + 1 + strlen(label);
    cr_assert_neq(*line, '\0', "no line %s", label);
    for (int i = 0; i < n; i++) {
        double drawn = read_number(&at);
        cr_assert((isinf(drawn) && drawn == (double)numbers[i]) || fabs(drawn - (double)numbers[i]) <= 0.5001e-3,
                  "%s: number %d is %g in: %s", label, i + 1, (double)numbers[i], line);
    }
}

/* The last number of a line that ends with it, or with words after two spaces. */
static void check_result(const char *screen, const char *start, float value)
{
    char line[1024];
    const char *at = NULL;
    find_line(screen, start, line);
    for (const char *equals = strstr(line, " = "); equals != NULL; equals = strstr(equals + 1, " = "))
        at = equals + strlen(" = ");
    cr_assert_not_null(at, "no line %s", start);
    cr_assert(fabs(read_number(&at) - (double)value) <= 0.5001e-4, "%g in: %s", (double)value, line);
}

static void check_tile(const struct fixture *fixture, const char *screen)
{
    const struct av_player *player = &fixture->player;
    const struct av_flash *flash = &player->flash.flash;
    float scores[N_MAX], weights[N_MAX], o_before[D_MAX], o_after[D_MAX];
    struct av_flash_tile tile = {.scores = scores, .weights = weights, .o_before = o_before, .o_after = o_after};
    char line[1024];
    int d_v = flash->trace->model->config.d_v;
    cr_assert_leq(av_flash_room(flash), (size_t)N_MAX);
    av_flash_tile_at(flash, player->flash.at, &tile);
    check_numbers(find_line(screen, "s  ", line), "s", scores, tile.n);
    check_numbers(find_line(screen, "p  ", line), "p", weights, tile.n);
    check_numbers(find_line(screen, "o  ", line), "o", o_before, d_v);
    char *after = strstr(line, "o'");
    cr_assert_not_null(after);
    check_numbers(after - 1, "o'", o_after, d_v);
    check_result(screen, "m' = ", tile.after.max);
    check_result(screen, "f = ", tile.factor);
    check_result(screen, "l' = ", tile.after.sum);
}

/* One tile is looked at; those before it are done, those after it to come, and the rest is hidden. */
static void check_signs(const struct fixture *fixture, const char *screen)
{
    const struct av_flash_walk *walk = &fixture->player.flash;
    int done = 0, now = 0, to_come = 0, hidden = 0;
    for (const char *at = screen; *at != '\0'; at += strcspn(at, "\n") + 1) {
        done += strncmp(at, " ✓ ", strlen(" ✓ ")) == 0;
        now += strncmp(at, " ▶ ", strlen(" ▶ ")) == 0;
        to_come += strncmp(at, " · ", strlen(" · ")) == 0;
        hidden += strncmp(at, " ✗ ", strlen(" ✗ ")) == 0;
    }
    int tile = walk->flash.tile, all = (walk->n_row + tile - 1) / tile;
    cr_assert(done == walk->at && now == 1 && to_come == walk->n_tile - 1 - walk->at, "%s", screen);
    cr_assert(hidden == all - walk->n_tile, "%d hidden, %d tiles of %d:\n%s", hidden, walk->n_tile, all, screen);
}

static void check_all(struct fixture *fixture)
{
    for (int t = 0; t < fixture->player.flash.n_tile; t++) {
        fixture_draw(fixture);
        char *screen = fixture_text(fixture);
        check_tile(fixture, screen);
        check_signs(fixture, screen);
        cr_assert((strstr(screen, "float64") != NULL) == (t == fixture->player.flash.n_tile - 1));
        free(screen);
        fixture_press(fixture, "Right");
    }
    while (fixture->player.flash.at > 0)
        fixture_press(fixture, "Left");
}

Test(flash, what_is_drawn_of_a_tile_is_what_the_engine_makes_of_it)
{
    static const char *const keys[] = {"", "]", "-", "- -", "+", "c", "Tab - - -", "m", "m s", "b"};
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 50);
    fixture_go(&fixture, 13, AV_STAGE_MIX);
    fixture_press(&fixture, "7");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        fixture_press(&fixture, keys[i]);
        check_all(&fixture);
    }
    fixture_close(&fixture);
}

/* Whatever the size of the screen, the tile that is looked at is on it. */
Test(flash, the_tile_is_in_sight_on_any_screen)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 80, 24);
    fixture_go(&fixture, 10, AV_STAGE_MIX);
    fixture_press(&fixture, "7 - -");
    for (int columns = 40; columns <= 200; columns += 16) {
        for (int rows = 12; rows <= 60; rows += 3) {
            struct av_error error = {.status = AV_OK};
            cr_assert_eq(av_canvas_resize(&fixture.canvas, columns, rows, &error), AV_OK);
            fixture.player.language = (enum av_language)(rows % 2);
            fixture_press(&fixture, fixture.player.flash.at < fixture.player.flash.n_tile - 1 ? "Right" : "Home End");
            fixture_draw(&fixture);
            char *screen = fixture_text(&fixture);
            cr_assert_not_null(strstr(screen, "\n ▶ "), "%d×%d:\n%s", columns, rows, screen);
            free(screen);
        }
    }
    fixture_close(&fixture);
}

Test(flash, a_tile_can_be_clicked)
{
    struct fixture fixture;
    struct av_error error = {.status = AV_OK};
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_MIX);
    fixture_press(&fixture, "7");
    fixture_draw(&fixture);
    int y = 0;
    while (strcmp(av_canvas_at(&fixture.canvas, 1, y)->text, "▶") != 0)
        y++;
    cr_assert_eq(av_player_do(&fixture.player, av_canvas_hit(&fixture.canvas, 5, y + 2), &error), AV_OK);
    cr_assert_eq(fixture.player.flash.at, 2);
    cr_assert_eq(av_player_do(&fixture.player, av_canvas_wheel(&fixture.canvas, 5, y, AV_WHEEL_UP), &error), AV_OK);
    cr_assert_eq(fixture.player.flash.at, 1);
    fixture_close(&fixture);
}

/* Where a tile has more keys than fit, the one with the greatest score is in sight: its exponential is 1 in the first
 * tile. */
Test(flash, the_greatest_score_of_a_large_tile_is_in_sight)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 48, 24);
    for (int token = 7; token <= 13; token++) {
        char line[1024];
        fixture_go(&fixture, token, AV_STAGE_MIX);
        fixture_press(&fixture, "7 + + + + + + + + +");
        cr_assert_eq(fixture.player.flash.n_tile, 1);
        fixture_draw(&fixture);
        char *screen = fixture_text(&fixture);
        cr_assert_not_null(strstr(find_line(screen, "p  ", line), "1.0000"), "%s", screen);
        cr_assert(strstr(line, "…") != NULL || strstr(screen, "\n … ") != NULL, "%d keys are more than fit", token);
        free(screen);
    }
    fixture_close(&fixture);
}
