/* What the lesson on cross-attention claims: q of one text, k and v of another, which are computed once; a row of
 * weights sums to 1 over the source; and the model itself translates. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "cross");
    cr_assert_eq(run.lesson.model.config.attends, AV_ATTENDS_SOURCE);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(cross, .init = open_lesson, .fini = close_lesson);

Test(cross, the_model_translates_and_ends_by_itself)
{
    static const char *const target[] = {"<s>", "I", "drank", "tea", "today"};
    cr_assert_eq(run.n, 5);
    for (int i = 0; i < run.n; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.tokens[i]], target[i]);
    cr_assert_str_eq(run.lesson.vocabulary[run.chosen[run.n - 1]], ".");
    for (int i = 0; i < run.n; i++)
        cr_assert_gt(probability(&run, i, run.chosen[i]), 0.9);
}

/* Each word of the target looks for the source word of the next one: the texts have different orders. */
Test(cross, each_row_finds_the_source_word_of_what_comes_next)
{
    static const int found[] = {0, 2, 3, 1}; /* 我, 喝了, 茶, 今天 */
    for (int i = 0; i < 4; i++) {
        float weight = av_trace_weight(&run.trace, 0, 0, i, found[i]);
        cr_assert_gt(weight, 0.9f);
        for (int j = 0; j < run.lesson.n_source; j++)
            cr_assert(j == found[i] || av_trace_weight(&run.trace, 0, 0, i, j) < 0.06f);
    }
    for (int j = 0; j < run.lesson.n_source; j++)
        cr_assert_eq(av_trace_weight(&run.trace, 0, 0, 4, j), 0.25f, "which asks for nothing");
}

Test(cross, k_and_v_of_the_source_are_stamped_once)
{
    cr_assert(run.trace.source.written == 1 && run.trace.source.born == 1 && run.trace.n_step == run.n);
    for (int step = 1; step <= run.n; step++) {
        const struct av_work *work = &run.trace.work[step - 1];
        cr_assert_eq(work->cache_bytes_written > 0, step == 1);
        cr_assert_eq(work->multiply_adds[AV_WORK_SOURCE] > 0, step == 1);
        cr_assert_eq(work->multiply_adds[AV_WORK_PROJECT], 9 * 4, "one q: d_model · d_k");
        cr_assert_eq(work->reads[AV_WORK_ROWS_KEY].count, 4, "each source row once, as many as in the step before");
    }
}

/* Σ of a row of weights, and the weights from q and k in double precision. */
Test(cross, rows_of_weights_sum_to_one_over_the_source)
{
    for (int i = 0; i < run.n; i++) {
        double scores[4], total = 0, sum = 0;
        for (int j = 0; j < 4; j++) {
            double s = 0;
            for (int c = 0; c < 4; c++)
                s += (double)av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, i, c) *
                     (double)av_trace_value(&run.trace, AV_QUANTITY_KEY, 0, j, c);
            total += scores[j] = exp(s / 2);
        }
        for (int j = 0; j < 4; j++) {
            double weight = (double)av_trace_weight(&run.trace, 0, 0, i, j);
            cr_assert_float_eq(weight, scores[j] / total, 1e-6);
            sum += weight;
        }
        cr_assert_float_eq(sum, 1, 1e-6);
    }
}

/* Another source, the same model: the answer follows it, through K and V alone. */
Test(cross, the_answer_follows_the_source)
{
    struct av_trace trace;
    const int source[] = {token_id(&run.lesson, "茶"), token_id(&run.lesson, "喝了"), token_id(&run.lesson, "今天"),
                          token_id(&run.lesson, "我")};
    cr_assert_eq(av_trace_init_cross(&trace, &run.lesson.model, run.lesson.rule, run.n, source, 4, NULL), AV_OK);
    for (int i = 0; i < run.n; i++)
        cr_assert_eq(av_decoder_append(&trace, run.tokens[i], NULL), AV_OK);
    for (int i = 0; i < run.n; i++)
        for (int j = 0; j < 4; j++) {
            int same = j == 0 ? 3 : j == 1 ? 2 : j == 2 ? 1 : 0; /* where the word stood */
            cr_assert_float_eq((double)av_trace_weight(&trace, 0, 0, i, j),
                               (double)av_trace_weight(&run.trace, 0, 0, i, same), 1e-6,
                               "no places: order does not matter");
        }
    av_trace_finish(&trace);
}
