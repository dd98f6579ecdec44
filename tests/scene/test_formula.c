#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "layout.h"
#include "number.h"

/* The formula line of the screen as it is drawn now; to be freed. */
static char *formula(struct fixture *fixture)
{
    const struct av_canvas *canvas = &fixture->canvas;
    struct av_layout layout = av_layout_of(&fixture->player, canvas->width, canvas->height, AV_CHARSET_UNICODE);
    fixture_draw(fixture);
    char *text = fixture_text(fixture), *line = text;
    for (int y = 0; y < layout.formula; y++)
        line = strchr(line, '\n') + 1;
    char *copy = strndup(line, strcspn(line, "\n"));
    free(text);
    cr_assert_not_null(copy);
    return copy;
}

static void select_cell(struct fixture *fixture, enum av_view_id id, int row, int column)
{
    struct av_error error = {.status = AV_OK};
    struct av_command command = {
        AV_COMMAND_CELL_SELECT, {(int)id, row, column}
    };
    cr_assert_eq(av_player_do(&fixture->player, command, &error), AV_OK, "%s", error.message);
}

/* The number after the last "= ", as the formula line writes numbers. */
static void assert_result(const char *line, float value)
{
    char number[AV_NUMBER_BYTES];
    const char *result = NULL;
    for (const char *at = strstr(line, "= "); at != NULL; at = strstr(at + 1, "= "))
        result = at + 2;
    cr_assert_not_null(result, "%s", line);
    double size = fabs((double)value);
    av_number((double)value, size == 0 ? 0 : size < 0.095 ? 3 : 2, number);
    cr_assert_eq(strncmp(result, number, strlen(number)), 0, "%s: %s expected", line, number);
}

static void walk_view(struct fixture *fixture, enum av_view_id id, int *count)
{
    struct av_view view = av_view_of(&fixture->player, id);
    int rows = av_view_rows_are_tokens(id) ? fixture->player.place.token + 1 : view.rows;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < view.columns; column++) {
            struct av_cell cell = av_view_cell(&view, row, column);
            if (av_view_columns_are_tokens(id) && column > fixture->player.place.token)
                continue;
            select_cell(fixture, id, row, column);
            char *line = formula(fixture);
            cr_assert_gt(strlen(line), 3u, "view %d (%d, %d) says something", (int)id, row, column);
            if (cell.has_value) {
                assert_result(line, cell.value);
                ++*count;
            }
            free(line);
        }
    }
}

Test(formula, every_cell_of_every_matrix_ends_in_its_own_number)
{
    static const char *const lessons[] = {"pronoun", "begin"};
    for (int lesson = 0; lesson < 2; lesson++) {
        for (int cache = 0; cache < 2; cache++) {
            struct fixture fixture;
            int count = 0;
            fixture_open(&fixture, lessons[lesson], 100, 30);
            fixture_press(&fixture, cache ? "c" : "");
            for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
                fixture_go(&fixture, 4, (enum av_stage)stage);
                for (int id = 0; id < AV_VIEW_COUNT; id++) {
                    if (av_view_exists(&fixture.player, (enum av_view_id)id))
                        walk_view(&fixture, (enum av_view_id)id, &count);
                }
            }
            cr_assert_gt(count, 1000);
            fixture_close(&fixture);
        }
    }
}

Test(formula, a_narrow_screen_keeps_the_result)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 40, 12);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    select_cell(&fixture, AV_VIEW_A, 9, 3);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, "… = "), "%s", line);
    free(line);
    fixture_close(&fixture);
}

Test(formula, a_cell_without_a_number_says_why)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_SOFTMAX);
    select_cell(&fixture, AV_VIEW_Q, 2, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, "discarded"), "%s", line);
    free(line);
    select_cell(&fixture, AV_VIEW_S, 2, 5);
    line = formula(&fixture);
    cr_assert_not_null(strstr(line, "never computed"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

Test(formula, operands_add_up_to_the_result)
{
    /* q(它, thing) = 0.40·0.50 + 1.00·4.00 = 4.20: from the lesson's own weights, by hand */
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_PROJECT);
    select_cell(&fixture, AV_VIEW_Q, 9, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, "= 0.40·0.50 + 1.00·4.00 = 4.20"), "%s", line);
    free(line);
    fixture_close(&fixture);
}

/* Sampling by hand: logits l are in the lesson's numbers, p = exp((l − max) / T) / Σ, of the k largest alone. */
Test(formula, sampling_shows_its_temperature_and_what_it_dropped)
{
    struct fixture fixture;
    fixture_open(&fixture, "begin", 120, 40);
    av_player_finish(&fixture.player);
    fixture.lesson.sampling = (struct av_sampling){.temperature = 0.5f, .top_k = 2, .top_p = 1, .seed = 1};
    cr_assert_eq(av_player_init(&fixture.player, &fixture.lesson, NULL), AV_OK);
    fixture_go(&fixture, 1, AV_STAGE_NEXT);
    select_cell(&fixture, AV_VIEW_NEXT, 0, 0);
    char *line = formula(&fixture);
    cr_assert_not_null(strstr(line, ") / 0.50) / Σ exp / kept = 1.00 / "), "%s", line);
    free(line);
    select_cell(&fixture, AV_VIEW_NEXT, 2, 0);
    line = formula(&fixture);
    cr_assert_not_null(strstr(line, "dropped by top-k or top-p = 0"), "%s", line);
    free(line);
    fixture_close(&fixture);
}
