/* What the lesson on the first three tokens claims: one token gets its own value, and outputs stand once they are
 * there. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;
static struct av_trace after[4]; /* [n] all of n tokens computed at once */

static void open_lesson(void)
{
    run_init(&run, "first-three");
    cr_assert_eq(run.n, 3);
    for (int n = 1; n <= 3; n++) {
        cr_assert_eq(av_trace_init(&after[n], &run.lesson.model, run.lesson.rule, run.n, NULL), AV_OK);
        cr_assert_eq(av_decoder_recompute(&after[n], run.tokens, n, NULL), AV_OK);
    }
}

static void close_lesson(void)
{
    for (int n = 1; n <= 3; n++)
        av_trace_finish(&after[n]);
    run_finish(&run);
}

TestSuite(first_three, .init = open_lesson, .fini = close_lesson);

/* Whether row i (1 …) of a quantity has the same bits in both. */
static bool same_row(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int i)
{
    size_t width = (size_t)av_quantity_width(&run.lesson.model.config, quantity);
    return memcmp(av_trace_numbers(a, quantity, 0, i - 1), av_trace_numbers(b, quantity, 0, i - 1),
                  width * sizeof(float)) == 0;
}

Test(first_three, one_token_weighs_exactly_1_and_gets_its_own_value)
{
    cr_assert_eq(av_trace_weight(&after[1], 0, 0, 0, 0), 1.0f);
    for (int column = 0; column < run.lesson.model.config.d_v; column++) {
        float out = av_trace_value(&after[1], AV_QUANTITY_MIX, 0, 0, column);
        float value = av_trace_value(&after[1], AV_QUANTITY_VALUE, 0, 0, column);
        cr_assert(memcmp(&out, &value, sizeof out) == 0, "column %d: %.9g, %.9g", column + 1, (double)out,
                  (double)value);
    }
}

Test(first_three, the_second_token_makes_row_1_want_a_score_that_it_must_not_see)
{
    cr_assert(av_trace_score(&after[2], AV_SCORE_RAW, 0, 0, 0, 1) >
              av_trace_score(&after[2], AV_SCORE_RAW, 0, 0, 0, 0));
    cr_assert(isinf(av_trace_score(&after[2], AV_SCORE_MASKED, 0, 0, 0, 1)));
    cr_assert_eq(av_trace_weight(&after[2], 0, 0, 0, 1), 0.0f);
    cr_assert_eq(av_trace_weight(&after[2], 0, 0, 0, 0), 1.0f);
}

Test(first_three, outputs_of_old_rows_have_the_same_bits_after_every_token)
{
    static const enum av_quantity outputs[] = {AV_QUANTITY_MIX, AV_QUANTITY_OUTPUT};
    for (int which = 0; which < 2; which++) {
        cr_assert(same_row(&after[1], &after[2], outputs[which], 1));
        for (int row = 1; row <= 2; row++)
            cr_assert(same_row(&after[2], &after[3], outputs[which], row), "row %d", row);
        for (int row = 1; row <= 3; row++)
            cr_assert(same_row(&run.trace, &after[3], outputs[which], row), "row %d, with the cache", row);
    }
}

Test(first_three, without_the_mask_old_rows_would_change)
{
    struct av_rule rule = run.lesson.rule;
    struct av_trace open;
    rule.mask = AV_MASK_NONE;
    cr_assert_eq(av_trace_init(&open, &run.lesson.model, rule, run.n, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(&open, run.tokens, 3, NULL), AV_OK);
    for (int row = 1; row <= 2; row++)
        cr_assert_not(same_row(&open, &after[3], AV_QUANTITY_OUTPUT, row), "row %d", row);
    cr_assert(same_row(&open, &after[3], AV_QUANTITY_OUTPUT, 3), "the last row has no future");
    av_trace_finish(&open);
}

/* "a third of the work of this step" */
Test(first_three, the_cache_does_a_third_of_the_third_step)
{
    cr_assert_eq(3 * av_work_multiply_adds(&run.trace.work[2]), av_work_multiply_adds(&after[3].work[2]));
}

Test(first_three, the_model_knows_how_tales_begin)
{
    static const char *const words[] = {"upon", "a", "time"};
    for (int i = 0; i < 3; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.chosen[i]], words[i]);
    cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"upon", "a", NULL}), "cat");
    cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"a", NULL}), "cat");
}
