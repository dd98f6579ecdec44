/* What the lesson on the mask claims: −∞ hides the future exactly, multiplying by 0 does not, and without a mask it is
 * open. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;
static struct av_trace traces[3]; /* by enum av_mask */

static void open_lesson(void)
{
    run_init(&run, "mask");
    for (int mask = 0; mask < 3; mask++) {
        struct av_rule rule = run.lesson.rule;
        rule.mask = (enum av_mask)mask;
        cr_assert_eq(av_trace_init(&traces[mask], &run.lesson.model, rule, run.n, NULL), AV_OK);
        cr_assert_eq(av_decoder_recompute(&traces[mask], run.tokens, run.n, NULL), AV_OK);
    }
}

static void close_lesson(void)
{
    for (int mask = 0; mask < 3; mask++)
        av_trace_finish(&traces[mask]);
    run_finish(&run);
}

TestSuite(mask, .init = open_lesson, .fini = close_lesson);

static float weight(enum av_mask mask, int row, int column)
{
    return av_trace_weight(&traces[mask], 0, 0, row - 1, column - 1);
}

static float score(enum av_score_kind kind, enum av_mask mask, int row, int column)
{
    return av_trace_score(&traces[mask], kind, 0, 0, row - 1, column - 1);
}

Test(mask, the_model_asks_who_broke_the_cup_and_answers)
{
    static const char *const words[] = {"谁", "打碎", "了", "杯子", "？", "猫", "。"};
    cr_assert_eq(run.n, 6);
    for (int i = 0; i < 6; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.chosen[i]], words[i + 1]);
}

Test(mask, weights_of_the_future_are_exactly_0_then_more_then_more)
{
    for (int i = 1; i <= run.n; i++)
        for (int j = i + 1; j <= run.n; j++) {
            cr_assert_eq(weight(AV_MASK_CAUSAL, i, j), 0.0f, "%d, %d", i, j);
            cr_assert(weight(AV_MASK_MULTIPLIED, i, j) > 0, "%d, %d", i, j);
            cr_assert(weight(AV_MASK_NONE, i, j) > 0, "%d, %d", i, j);
        }
}

/* Lower triangular under the additive mask, nothing of it lost. */
Test(mask, what_a_row_may_see_has_weight_and_all_of_it)
{
    for (int i = 1; i <= run.n; i++) {
        double past = 0;
        for (int j = 1; j <= i; j++) {
            cr_assert(weight(AV_MASK_CAUSAL, i, j) > 0, "%d, %d", i, j);
            past += (double)weight(AV_MASK_CAUSAL, i, j);
        }
        cr_assert_float_eq(past, 1, 1e-6);
    }
}

Test(mask, rows_sum_to_1_under_every_mask)
{
    for (int mask = 0; mask < 3; mask++)
        for (int i = 1; i <= run.n; i++) {
            double sum = 0;
            for (int j = 1; j <= run.n; j++)
                sum += (double)weight((enum av_mask)mask, i, j);
            cr_assert_float_eq(sum, 1, 1e-6, "mask %d, row %d: %.9g", mask, i, sum);
        }
}

/* Scores are negative, 0 and positive, in one row even. */
Test(mask, a_score_of_0_is_one_among_others)
{
    cr_assert(score(AV_SCORE_SCALED, AV_MASK_CAUSAL, 1, 1) < 0);
    cr_assert_eq(score(AV_SCORE_SCALED, AV_MASK_CAUSAL, 1, 3), 0.0f);
    cr_assert(score(AV_SCORE_SCALED, AV_MASK_CAUSAL, 1, 6) > 0);
}

/* Row 1, by hand: its own score −3 stays, and five zeros come with it. Each of them weighs exp(3) times as much. */
Test(mask, multiplied_by_0_the_future_outweighs_what_is_allowed)
{
    double own = 1 / (1 + 5 * exp(3));
    cr_assert_float_eq((double)weight(AV_MASK_MULTIPLIED, 1, 1), own, 1e-6);
    for (int j = 2; j <= run.n; j++) {
        cr_assert_eq(score(AV_SCORE_MASKED, AV_MASK_MULTIPLIED, 1, j), 0.0f);
        cr_assert_float_eq((double)weight(AV_MASK_MULTIPLIED, 1, j), (1 - own) / 5, 1e-6);
    }
}

Test(mask, without_a_mask_who_looks_at_the_answer_most)
{
    for (int j = 1; j < run.n; j++)
        cr_assert(weight(AV_MASK_NONE, 1, run.n) > 4 * weight(AV_MASK_NONE, 1, j));
    cr_assert(weight(AV_MASK_NONE, 1, run.n) > 4 * weight(AV_MASK_MULTIPLIED, 1, run.n));
}
