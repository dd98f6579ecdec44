/* What the lesson of the four blocks claims: one row is new, and it is the last row of the full matrix. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;
static struct av_trace full;

static void open_lesson(void)
{
    run_init(&run, "four-blocks");
    cr_assert_eq(av_trace_init(&full, &run.lesson.model, run.lesson.rule, run.n, NULL), AV_OK);
}

static void close_lesson(void)
{
    av_trace_finish(&full);
    run_finish(&run);
}

TestSuite(four_blocks, .init = open_lesson, .fini = close_lesson);

Test(four_blocks, the_model_says_what_cats_do_under_trees)
{
    cr_assert_eq(run.lesson.n_prompt, 8);
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[8]], "sleep");
    cr_assert_str_eq(run.lesson.vocabulary[run.tokens[9]], ".");
}

/* The row that the cache gives is the last row of the n × n matrix, by memory; so are its weights and its mix. */
Test(four_blocks, the_one_row_equals_the_last_row_of_the_full_matrix)
{
    for (int n = 1; n <= run.n; n++) {
        cr_assert_eq(av_decoder_recompute(&full, run.tokens, n, NULL), AV_OK);
        for (int kind = AV_SCORE_RAW; kind <= AV_SCORE_MASKED; kind++)
            for (int j = 0; j < n; j++) {
                float row = av_trace_score(&run.trace, (enum av_score_kind)kind, 0, 0, n - 1, j);
                float last = av_trace_score(&full, (enum av_score_kind)kind, 0, 0, n - 1, j);
                cr_assert(memcmp(&row, &last, sizeof row) == 0, "n = %d, key %d: %.9g, %.9g", n, j + 1, (double)row,
                          (double)last);
            }
        for (int column = 0; column < run.lesson.model.config.d_v; column++) {
            float row = av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, n - 1, column);
            float last = av_trace_value(&full, AV_QUANTITY_MIX, 0, n - 1, column);
            cr_assert(memcmp(&row, &last, sizeof row) == 0, "n = %d, column %d", n, column + 1);
        }
    }
}

/* With n tokens before: n² + n + n + 1 scores of the four blocks make up the full matrix, and the last two are the
 * row. */
Test(four_blocks, the_counts_of_scores_are_those_of_the_blocks)
{
    unsigned d_k = (unsigned)run.lesson.model.config.d_k;
    for (unsigned n = 0; n < (unsigned)run.n; n++) {
        cr_assert_eq(av_decoder_recompute(&full, run.tokens, (int)n + 1, NULL), AV_OK);
        cr_assert_eq(full.work[n].multiply_adds[AV_WORK_SCORES], (n * n + n + n + 1) * d_k);
        cr_assert_eq(run.trace.work[n].multiply_adds[AV_WORK_SCORES], (n + 1) * d_k);
    }
}

/* One row of Q, K and V is new: those that there were before are the same in the longer recomputation. */
Test(four_blocks, only_one_row_of_q_k_and_v_is_new)
{
    for (int n = 1; n <= run.n; n++) {
        cr_assert_eq(av_decoder_recompute(&full, run.tokens, n, NULL), AV_OK);
        for (int i = 0; i < n; i++) {
            cr_assert_eq(full.born[i] == n, i == n - 1);
            for (int quantity = AV_QUANTITY_QUERY; quantity <= AV_QUANTITY_VALUE; quantity++)
                for (int column = 0; column < 4; column++)
                    cr_assert_eq(av_trace_value(&full, (enum av_quantity)quantity, 0, i, column),
                                 av_trace_value(&run.trace, (enum av_quantity)quantity, 0, i, column));
        }
    }
}

/* old × new: in every old row, the score for the new key is −∞, and the weights are what they were before it came. */
Test(four_blocks, what_old_queries_see_of_the_new_key_is_masked)
{
    for (int n = 2; n <= run.n; n++) {
        cr_assert_eq(av_decoder_recompute(&full, run.tokens, n, NULL), AV_OK);
        for (int i = 0; i < n - 1; i++) {
            cr_assert(isinf(av_trace_score(&full, AV_SCORE_MASKED, 0, 0, i, n - 1)));
            cr_assert_eq(av_trace_weight(&full, 0, 0, i, n - 1), 0);
            for (int j = 0; j <= i; j++)
                cr_assert_eq(av_trace_weight(&full, 0, 0, i, j), av_trace_weight(&run.trace, 0, 0, i, j));
        }
    }
}
