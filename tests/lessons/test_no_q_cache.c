/* What the lesson on Q claims: old rows of K and V are read again and again, old rows of Q never. */
#include <criterion/criterion.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "no-q-cache");
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(no_q_cache, .init = open_lesson, .fini = close_lesson);

Test(no_q_cache, the_model_writes_the_sentence_to_its_end)
{
    const char *const said[] = {"sleep", ",", "birds", "in", "trees", "sing", "."};
    cr_assert_eq(run.lesson.n_prompt, 3);
    cr_assert_eq(run.n, 10);
    for (int i = 0; i < 7; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.tokens[3 + i]], said[i]);
}

/* Rows i and steps n from 1: row i of K and V is read in the steps i … n, n − i + 1 times. */
Test(no_q_cache, rows_of_k_and_v_are_read_in_every_step_from_their_own_on)
{
    for (int n = 1; n <= run.n; n++)
        for (int i = 1; i <= run.n; i++) {
            uint64_t times = i <= n ? (uint64_t)(n - i + 1) : 0;
            cr_assert_eq(av_trace_row_reads(&run.trace, AV_QUANTITY_KEY, i - 1, n), times, "k %d, step %d", i, n);
            cr_assert_eq(av_trace_row_reads(&run.trace, AV_QUANTITY_VALUE, i - 1, n), times, "v %d, step %d", i, n);
        }
}

Test(no_q_cache, a_row_of_q_is_read_in_its_own_step_only)
{
    for (int step = 1; step <= run.n; step++)
        for (int i = 1; i <= run.n; i++)
            cr_assert_eq(av_work_row_reads(&run.trace.work[step - 1], 1, AV_WORK_ROWS_QUERY, i - 1), i == step,
                         "q %d, step %d", i, step);
}

Test(no_q_cache, without_the_cache_each_of_n_rows_is_read_n_times_in_one_step)
{
    struct av_trace trace;
    cr_assert_eq(av_trace_init(&trace, &run.lesson.model, run.lesson.rule, run.n, NULL), AV_OK);
    for (int n = 1; n <= run.n; n++) {
        cr_assert_eq(av_decoder_recompute(&trace, run.tokens, n, NULL), AV_OK);
        for (int i = 0; i < n; i++) {
            cr_assert_eq(av_work_row_reads(&trace.work[n - 1], 1, AV_WORK_ROWS_KEY, i), (uint64_t)n);
            cr_assert_eq(av_work_row_reads(&trace.work[n - 1], 1, AV_WORK_ROWS_QUERY, i), 1);
        }
    }
    av_trace_finish(&trace);
}
