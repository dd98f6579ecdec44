/* What the lesson on merged-qk claims: one matrix gives the same scores, at rank d_k, for more numbers, work and
 * bytes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/merged.h"
#include "run.h"

static struct run run;
static struct av_merged merged;

static void open_lesson(void)
{
    run_init(&run, "merged-qk");
    cr_assert_eq(run.n, 5);
    cr_assert_eq(av_merged_init(&merged, &run.lesson.model, 0, 0, NULL), AV_OK);
}

static void close_lesson(void)
{
    av_merged_finish(&merged);
    run_finish(&run);
}

TestSuite(merged_qk, .init = open_lesson, .fini = close_lesson);

static float number(const char *row, const char *column)
{
    return av_matrix_row(&merged.w, feature(&run.lesson, row))[feature(&run.lesson, column)];
}

Test(merged_qk, scores_agree_in_both_ways)
{
    int largest = 0;
    for (int i = 0; i < run.n; i++) {
        float between[8], scores[8];
        struct av_work work = {0};
        av_merged_scores(&merged, &run.trace, i, i + 1, between, scores, &work);
        for (int j = 0; j <= i; j++) {
            float score = av_trace_score(&run.trace, AV_SCORE_RAW, 0, 0, i, j);
            cr_assert(fabsf(scores[j] - score) <= 1e-5f * fmaxf(1, fabsf(score)), "%d, %d", i, j);
            largest += score > 8;
        }
    }
    cr_assert_gt(largest, 0, "of scores that are not all 0");
}

/* Of all steps, by the closed forms, with d_model 6 and d_k 2. */
Test(merged_qk, one_matrix_takes_more_work_and_bytes)
{
    for (unsigned n = 1; n <= 5; n++) {
        float between[8], scores[8];
        struct av_work one = {0}, two = {0};
        av_merged_scores(&merged, &run.trace, (int)n - 1, (int)n, between, scores, &one);
        av_apart_scores(&merged, &run.trace, (int)n - 1, (int)n, between, scores, &two);
        cr_assert_eq(one.multiply_adds[AV_WORK_PROJECT], 6 * 6);
        cr_assert_eq(two.multiply_adds[AV_WORK_PROJECT], 2 * 6 * 2);
        cr_assert_eq(one.multiply_adds[AV_WORK_SCORES], 6 * n);
        cr_assert_eq(two.multiply_adds[AV_WORK_SCORES], 2 * n);
        cr_assert_eq(one.cache_bytes_written, 6 * 4);
        cr_assert_eq(two.cache_bytes_written, 2 * 4);
    }
}

Test(merged_qk, its_rank_is_that_of_the_way_through_d_k)
{
    cr_assert_eq(merged.w.rows, 6);
    cr_assert_eq(merged.rank, 2);
}

/* Who seeks is not who is found: no number of W_QK that is not 0 has an equal one across the diagonal. */
Test(merged_qk, roles_are_apart)
{
    int seeking = 0;
    for (int i = 0; i < merged.w.rows; i++)
        for (int j = 0; j < merged.w.cols; j++)
            if (av_matrix_row(&merged.w, i)[j] != 0) {
                cr_assert_eq(av_matrix_row(&merged.w, j)[i], 0, "%d, %d", i, j);
                seeking++;
            }
    cr_assert_eq(seeking, 3);
    cr_assert_eq(number("verb", "noun"), 8);
    cr_assert_eq(number("noun", "adj"), 8);
    /* of red, which is sought, nothing is sought */
    for (int c = 0; c < 2; c++)
        cr_assert_eq(av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, 3, c), 0);
    cr_assert_gt(av_trace_weight(&run.trace, 0, 0, 4, 3), 0.8f, "bird looks at red");
    cr_assert_gt(av_trace_weight(&run.trace, 0, 0, 2, 1), 0.9f, "sees looks at cat");
}

/* The model goes on as the text does, and ends it. */
Test(merged_qk, the_next_words_are_its_own)
{
    static const char *const next[] = {"cat", "sees", "red", "bird", "."};
    for (int i = 0; i < run.n; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.chosen[i]], next[i]);
}
