/* The lenses of the four blocks and of the counts: inside their box at every size, and with the trace's own numbers. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/trace.h"
#include "fixture.h"
#include "lenses/lenses.h"

/* A lens drawn into its box alone, on a canvas of #: nothing else may change. */
static void assert_inside(struct fixture *fixture, int width, int height)
{
    cr_assert_eq(av_canvas_resize(&fixture->canvas, width, height, NULL), AV_OK);
    struct av_layout layout = av_layout_of(&fixture->player, width, height, fixture->canvas.charset);
    const struct av_rectangle *box = &layout.lens;
    const struct av_pen pen = {
        .canvas = &fixture->canvas, .player = &fixture->player, .language = fixture->player.language};
    if (box->height < 3)
        return;
    av_canvas_fill(&fixture->canvas, 0, 0, width, height, AV_ROLE_TEXT, "#");
    av_draw_lens(&pen, box);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            bool inside = x >= box->x && x < box->x + box->width - 1 && y >= box->y && y < box->y + box->height;
            if (!inside)
                cr_assert_str_eq(av_canvas_at(&fixture->canvas, x, y)->text, "#", "%d×%d at %d, %d", width, height, x,
                                 y);
        }
    }
}

Test(counts, each_part_stays_in_its_box_at_every_size)
{
    static const char *const lessons[] = {"pronoun", "../tests/scene/large"};
    static const char *const keys[] = {"3", "c", "4", "+", "Tab +", "+", "c", "3", "m m"};
    for (size_t l = 0; l < sizeof lessons / sizeof *lessons; l++) {
        struct fixture fixture;
        fixture_open(&fixture, lessons[l], 80, 24);
        fixture_go(&fixture, 10 + 30 * (int)l, AV_STAGE_SOFTMAX);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            fixture_press(&fixture, keys[k]);
            fixture.player.language = k % 2 == 0 ? AV_ENGLISH : AV_CHINESE;
            fixture.canvas.charset = k % 3 == 0 ? AV_CHARSET_ASCII : AV_CHARSET_UNICODE;
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 220; width += width < 130 ? 3 : 17) {
                for (int height = AV_SCREEN_ROWS_MIN; height <= 64; height += height < 40 ? 1 : 5)
                    assert_inside(&fixture, width, height);
            }
        }
        fixture_close(&fixture);
    }
}

/* At the second token each part of S is as small as it can be. */
Test(counts, few_tokens_stay_in_their_box)
{
    for (int token = 1; token <= 3; token++) {
        struct fixture fixture;
        fixture_open(&fixture, "generate", 80, 24);
        fixture_go(&fixture, token, AV_STAGE_SCORES);
        for (int way = 0; way < 4; way++) {
            fixture_press(&fixture, way == 0 ? "3" : way == 2 ? "4" : "c");
            for (int width = AV_SCREEN_COLUMNS_MIN; width <= 160; width += 5) {
                for (int height = AV_SCREEN_ROWS_MIN; height <= 44; height += 2)
                    assert_inside(&fixture, width, height);
            }
        }
        fixture_close(&fixture);
    }
}

/* Numbers of a line, behind the columns of its label; a · is NaN, −∞ infinite, a rule is skipped. Returns how many. */
static int read_numbers(const char *line, double *numbers, int most)
{
    char plain[1024];
    size_t used = 0;
    for (; *line != '\0' && *line != '\n' && used < sizeof plain - 2; line++) {
        if (strncmp(line, "−", 3) == 0 || strncmp(line, "│", 3) == 0) {
            plain[used++] = strncmp(line, "−", 3) == 0 ? '-' : ' ';
            line += 2;
        } else {
            plain[used++] = *line;
        }
    }
    plain[used] = '\0';
    int n = 0;
    char *rest = NULL;
    for (char *word = strtok_r(plain, " ", &rest); word != NULL && n < most; word = strtok_r(NULL, " ", &rest)) {
        char *end;
        double number = strtod(word, &end);
        numbers[n++] = strcmp(word, "·") == 0 ? NAN : strcmp(word, "-∞") == 0 ? -INFINITY : number;
        cr_assert(*end == '\0' || isnan(numbers[n - 1]) || isinf(numbers[n - 1]), "%s is a number", word);
    }
    return n;
}

/* Rows and columns of S on the screen against the trace, at a stage whose scores are of this kind. */
static void check_scores(struct fixture *fixture, bool cached, enum av_score_kind kind)
{
    const struct av_trace *trace = av_run_trace(&fixture->player.run, cached);
    int t = fixture->player.place.token;
    fixture_draw(fixture);
    char *text = fixture_text(fixture), *line = strstr(text, "old×old");
    cr_assert_not_null(line);
    for (int i = 0; i <= t; i++) {
        double found[16];
        for (int skip = 0; skip < (i == 0 || i == t ? 2 : 1); skip++) /* the tokens' line, and the rule */
            line = strchr(line, '\n') + 1;
        char *label = strstr(line, av_player_token_text(&fixture->player, i));
        cr_assert_not_null(label);
        int n = read_numbers(label + strlen(av_player_token_text(&fixture->player, i)), found, t + 1);
        cr_assert_eq(n, t + 1);
        for (int j = 0; j <= t; j++) {
            double right = (double)av_trace_score(trace, kind, 0, fixture->player.place.head, i, j);
            if (cached && j > i)
                cr_assert(isnan(found[j]), "%d, %d was never computed", i, j);
            else if (isinf(right))
                cr_assert(isinf(found[j]) && found[j] < 0, "%d, %d", i, j);
            else
                cr_assert(fabs(found[j] - right) <= 0.0501, "%d, %d: %g, not %g", i, j, found[j], right);
        }
    }
    free(text);
}

Test(counts, the_four_blocks_have_the_scores_of_the_trace)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 24);
    fixture_press(&fixture, "3");
    for (int token = 2; token <= 10; token += 4) {
        fixture_go(&fixture, token, AV_STAGE_SCORES);
        check_scores(&fixture, true, AV_SCORE_RAW);
        fixture_press(&fixture, "c ]");
        check_scores(&fixture, false, AV_SCORE_RAW);
        fixture_go(&fixture, token, AV_STAGE_SOFTMAX);
        check_scores(&fixture, false, AV_SCORE_MASKED);
        fixture_press(&fixture, "c [");
        check_scores(&fixture, true, AV_SCORE_MASKED);
    }
    fixture_close(&fixture);
}

/* "1 920" behind a name, and then the next one. */
static const char *skip_count(const char *at, uint64_t *count)
{
    *count = 0;
    while (*at == ' ')
        at++;
    for (; (*at >= '0' && *at <= '9') || (*at == ' ' && at[1] >= '0' && at[1] <= '9'); at++)
        *count = *at == ' ' ? *count : *count * 10 + (uint64_t)(*at - '0');
    return at;
}

static void check_counts(struct fixture *fixture, bool total)
{
    const struct av_run *run = &fixture->player.run;
    int t = fixture->player.place.token;
    fixture_draw(fixture);
    char *text = fixture_text(fixture), *line = strstr(text, "multiply-adds ");
    cr_assert_not_null(line);
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
        uint64_t cached = 0, uncached = 0, found;
        if (kind == AV_WORK_BLOCK || kind == AV_WORK_SOURCE) /* the lesson's model has no feed-forward and no source */
            continue;
        for (int i = total ? 0 : t; i <= t; i++) {
            cached += run->cached.work[i].multiply_adds[kind];
            uncached += run->uncached_work[i].multiply_adds[kind];
        }
        line = strchr(line, '\n') + 1;
        const char *name = av_work_kind_name((enum av_work_kind)kind);
        cr_assert_eq(strncmp(line + 1, name, strlen(name)), 0, "%.20s", line);
        const char *at = skip_count(line + 1 + strlen(name), &found);
        cr_assert_eq(found, cached, "%s", name);
        skip_count(at, &found);
        cr_assert_eq(found, uncached, "%s", name);
    }
    free(text);
}

Test(counts, counts_are_those_of_the_run)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    for (int token = 1; token <= 13; token += 4) {
        fixture_go(&fixture, token, AV_STAGE_MIX);
        fixture_press(&fixture, "4");
        check_counts(&fixture, false);
        fixture_press(&fixture, "+");
        check_counts(&fixture, true);
        fixture_press(&fixture, "-");
    }
    fixture_close(&fixture);
}

/* The closed form on screen is marked ✓ where it is what was counted: a count that is made wrong loses its mark. */
Test(counts, a_wrong_count_is_shown_as_such)
{
    struct fixture fixture;
    fixture_open(&fixture, "pronoun", 120, 40);
    fixture_go(&fixture, 10, AV_STAGE_SCORES);
    fixture_press(&fixture, "4");
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    cr_assert_null(strstr(text, "≠"));
    free(text);
    fixture.player.run.cached.work[9].multiply_adds[AV_WORK_SCORES] += 8;
    fixture_draw(&fixture);
    text = fixture_text(&fixture);
    cr_assert_not_null(strstr(text, "10⋅4⋅2⋅1 = 80 ≠"));
    free(text);
    fixture_close(&fixture);
}
