/* What a zoomed panel says of its numbers, added up here another way, and how cells look as heat. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "number.h"

static struct fixture fixture;

static void open_at(int columns, int rows, int token, enum av_stage stage, const char *keys)
{
    fixture_open(&fixture, "pronoun", columns, rows);
    fixture_go(&fixture, token, stage);
    fixture_press(&fixture, keys);
    fixture_draw(&fixture);
}

/* Does the screen say this? */
static bool says(const char *words)
{
    char *text = fixture_text(&fixture);
    bool found = strstr(text, words) != NULL;
    if (!found)
        fprintf(stderr, "%s\n", text);
    free(text);
    return found;
}

static float weight(int row, int column)
{
    const struct av_player *player = &fixture.player;
    return av_trace_weight(av_player_trace(player), player->place.layer, player->place.head, row, column);
}

/* Without a cache each row has all its columns: those that are masked are 0, and count as that. */
Test(zoom, sums_extremes_and_mean_are_those_of_the_numbers)
{
    open_at(120, 40, 10, AV_STAGE_SOFTMAX, "c z");
    double smallest = 2, largest = 0, total = 0, column_sum = 0;
    char words[160], a[AV_NUMBER_BYTES], b[AV_NUMBER_BYTES], c[AV_NUMBER_BYTES];
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) {
            double value = j <= i ? (double)weight(i, j) : 0;
            smallest = fmin(smallest, value);
            largest = fmax(largest, value);
            total += value;
            column_sum += j == 3 ? value : 0;
        }
    }
    snprintf(words, sizeof words, "min %s  max %s  mean %s  of 100 numbers  69 cells have none",
             av_number(smallest, 4, a), av_number(largest, 4, b), av_number(total / 100, 4, c));
    cr_assert(says(words), "%s", words);
    cr_assert(says(av_number(column_sum, 4, a)), "%s", a);
    cr_assert(says(" 1.000000"));
    fixture_close(&fixture);
}

Test(zoom, only_weights_have_sums)
{
    open_at(120, 40, 10, AV_STAGE_SCORES, "z");
    char *text = fixture_text(&fixture);
    cr_assert_null(strstr(text, "Σ"), "%s", text);
    free(text);
    fixture_close(&fixture);
}

Test(zoom, what_is_infinite_is_left_out_and_said_so)
{
    open_at(120, 40, 10, AV_STAGE_MASK, "c z");
    cr_assert(says("of 55 numbers  without 45 that are infinite or NaN"));
    fixture_close(&fixture);
}

Test(zoom, says_which_rows_and_columns_are_in_sight)
{
    open_at(60, 16, 10, AV_STAGE_SOFTMAX, "z");
    cr_assert(says(" rows 6–10 of 13 · columns 1–"));
    fixture_press(&fixture, "PageUp PageUp PageUp Home");
    fixture_draw(&fixture);
    cr_assert(says(" rows 1–5 of 13 · columns 1–"));
    fixture_close(&fixture);
}

Test(zoom, more_digits_are_shown_when_asked_for)
{
    char digits[AV_NUMBER_BYTES];
    open_at(120, 40, 10, AV_STAGE_SOFTMAX, "z > > > > >");
    cr_assert_eq(fixture.player.digits, AV_DIGITS_MAX, "four are shown of its own accord");
    cr_assert(says(av_number((double)weight(9, 3), AV_DIGITS_MAX, digits)), "%s", digits);
    fixture_press(&fixture, "Escape Escape < < < < < < < <");
    fixture_draw(&fixture);
    cr_assert(says(" 0.1 0.1 0.2 0.4 0.2"), "a panel takes what it is given");
    fixture_close(&fixture);
}

/* The bar of the largest weight is a full one, that of 0.6177 of 1 takes five eighths, and masked ones are 0. */
Test(zoom, heat_alone_is_bars_by_size)
{
    open_at(120, 40, 3, AV_STAGE_SOFTMAX, "c z v v");
    cr_assert_float_eq(weight(1, 1), 0.6177f, 1e-4);
    cr_assert(says("    █     0     0 "));
    cr_assert(says("    ▄     ▅     0 "));
    fixture_close(&fixture);
    open_at(120, 40, 10, AV_STAGE_SCALE, "z v v");
    cr_assert(says("   −▂    −▃     ▃     █    −▄"), "a sign for what is negative");
    fixture_close(&fixture);
}

/* A screen that has no more than ASCII, and one without colours, still tell sizes and signs apart. */
Test(zoom, heat_alone_is_read_in_ascii)
{
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture.canvas.charset = AV_CHARSET_ASCII;
    fixture.player.plain = true;
    fixture_go(&fixture, 10, AV_STAGE_SCALE);
    fixture_press(&fixture, "z v v");
    fixture_draw(&fixture);
    cr_assert(says("   -:    -;     ;     @    -o"));
    fixture_close(&fixture);
}

Test(zoom, heat_grows_with_the_number)
{
    open_at(120, 40, 10, AV_STAGE_SCALE, "z v");
    int hottest = 0, x = 0, y = 0;
    for (int i = 0; i < fixture.canvas.width * fixture.canvas.height; i++) {
        if (fixture.canvas.cells[i].heat > hottest) {
            hottest = fixture.canvas.cells[i].heat;
            x = i % fixture.canvas.width;
            y = i / fixture.canvas.width;
        }
    }
    cr_assert_eq(hottest, 255);
    struct av_command command = av_canvas_hit(&fixture.canvas, x, y);
    cr_assert_eq(command.id, AV_COMMAND_CELL_SELECT);
    cr_assert(command.argument[1] == 9 && command.argument[2] == 3, "the largest score is 它's of 书");
    fixture_close(&fixture);
}
