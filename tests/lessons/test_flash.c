/* What the lesson on FlashAttention claims: the same row, tile by tile, in the memory of a tile. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/flash.h"
#include "run.h"

#define KEYS 16 /* in the lesson, at most */
#define ROOM 64
#define D_V  2

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "flash");
    cr_assert(run.n <= KEYS && run.lesson.model.config.d_v == D_V);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(flash, .init = open_lesson, .fini = close_lesson);

Test(flash, the_model_finds_the_loudest)
{
    cr_assert_eq(run.lesson.n_prompt, 13);
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[13]], "雷声");
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[14]], "。");
}

static struct av_flash flash_of(int row, int tile)
{
    struct av_flash flash = {&run.trace, 0, 0, row, tile};
    cr_assert(av_flash_room(&flash) <= ROOM);
    return flash;
}

static double largest_value(int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        for (int column = 0; column < D_V; column++)
            largest = fmax(largest, fabs((double)av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, i, column)));
    return largest;
}

Test(flash, gives_what_plain_attention_gives)
{
    for (int row = 0; row < run.n; row++)
        for (int tile = 1; tile <= run.n; tile++) {
            float room[ROOM], out[D_V];
            struct av_flash flash = flash_of(row, tile);
            av_flash_row(&flash, room, out);
            for (int column = 0; column < D_V; column++) {
                double plain = (double)av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, row, column);
                cr_assert(fabs(out[column] - plain) <= 4e-6 * largest_value(row + 1), "row %d, tiles of %d: %.9g, %.9g",
                          row + 1, tile, (double)out[column], plain);
            }
        }
}

/* The running maximum, by a second path: over all scores so far. l and o likewise, in double precision. */
Test(flash, m_l_and_o_are_those_of_all_keys_so_far)
{
    for (int tile = 1; tile <= 5; tile++) {
        struct av_flash flash = flash_of(12, tile);
        float scores[ROOM], weights[ROOM], before[D_V], after[D_V];
        struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = before, .o_after = after};
        for (int t = 0; t < av_flash_tiles(&flash); t++) {
            double max = -INFINITY, sum = 0, loud = 0;
            av_flash_tile_at(&flash, t, &state);
            int n = state.first + state.n;
            for (int j = 0; j < n; j++)
                max = fmax(max, (double)av_trace_score(&run.trace, AV_SCORE_MASKED, 0, 0, 12, j));
            for (int j = 0; j < n; j++) {
                double p = exp((double)av_trace_score(&run.trace, AV_SCORE_MASKED, 0, 0, 12, j) - max);
                sum += p;
                loud += p * (double)av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, j, 0);
            }
            cr_assert_eq(state.after.max, (float)max);
            cr_assert_float_eq(state.after.sum, sum, 1e-6 * sum);
            cr_assert_float_eq(after[0], loud, 1e-5);
            cr_assert_float_eq(state.factor, t == 0 ? 0 : exp((double)state.before.max - max), 1e-6);
        }
    }
}

/* What the lesson shows: in tiles of 4, the maximum is met in the third of four tiles, and twice rescaled. */
Test(flash, the_maximum_rises_from_tile_to_tile)
{
    const float maxima[] = {4, 8, 10, 10};
    float scores[ROOM], weights[ROOM], before[D_V], after[D_V];
    struct av_flash flash = flash_of(12, 4);
    struct av_flash_tile state = {.scores = scores, .weights = weights, .o_before = before, .o_after = after};
    cr_assert_eq(av_flash_tiles(&flash), 4);
    for (int t = 0; t < 4; t++) {
        av_flash_tile_at(&flash, t, &state);
        cr_assert_eq(state.after.max, maxima[t]);
    }
    cr_assert_eq(state.factor, 1, "nothing is rescaled in the last");
}

/* The bytes of a row do not grow with the text, once there is more than a tile of it; a row of scores and S do. */
Test(flash, holds_a_tile_whatever_the_length)
{
    for (int tile = 1; tile <= 128; tile *= 2)
        for (int n = tile; n <= 1 << 20; n *= 4) {
            struct av_flash_bytes bytes = av_flash_bytes(n, tile, D_V);
            cr_assert_eq(bytes.flash, (size_t)(tile + D_V + 2) * 4);
            cr_assert_eq(bytes.row, (size_t)(n + D_V + 2) * 4);
            cr_assert_eq(bytes.matrix, (size_t)n * (size_t)n * 4);
        }
}
