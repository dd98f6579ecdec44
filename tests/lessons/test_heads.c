/* What the lesson on heads claims: they see different things, W_O adds up what they found, and shared keys shrink the
 * cache. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;
static const struct av_config *config;

static void open_lesson(void)
{
    run_init(&run, "heads");
    config = &run.lesson.model.config;
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(heads, .init = open_lesson, .fini = close_lesson);

/* The token that a head of a row looks at most; all from 1. */
static const char *looks_at(int head, int row)
{
    int best = 0;
    for (int j = 1; j < row; j++)
        if (av_trace_weight(&run.trace, 0, head - 1, row - 1, j) >
            av_trace_weight(&run.trace, 0, head - 1, row - 1, best))
            best = j;
    return run.lesson.vocabulary[run.tokens[best]];
}

Test(heads, each_head_of_black_looks_at_something_else)
{
    static const char *const seen[] = {"one", "chase", "red", "cats"};
    cr_assert_eq(config->n_head, 4);
    for (int head = 1; head <= 4; head++)
        cr_assert_str_eq(looks_at(head, 6), seen[head - 1], "head %d", head);
}

/* joined · W_O, against the sum of what each head adds through its own rows of W_O, in double precision. */
Test(heads, joined_through_w_o_is_the_sum_over_heads)
{
    const struct av_matrix *wo = &run.lesson.model.layers[0].wo;
    for (int i = 0; i < run.n; i++)
        for (int column = 0; column < config->d_model; column++) {
            double sum = 0;
            for (int head = 0; head < config->n_head; head++) {
                double part = 0;
                for (int row = head * config->d_v; row < (head + 1) * config->d_v; row++)
                    part += (double)av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, i, row) *
                            (double)av_matrix_row(wo, row)[column];
                sum += part;
            }
            cr_assert_float_eq((double)av_trace_value(&run.trace, AV_QUANTITY_OUTPUT, 0, i, column), sum, 1e-6,
                               "row %d, column %d", i + 1, column + 1);
        }
}

/* The bytes of the engine's own cache in models of the same shape, but for their K/V heads. */
Test(heads, bytes_of_the_cache_follow_n_kv_head)
{
    size_t own = av_trace_cache_bytes(&run.trace, run.n);
    cr_assert_eq(config->n_kv_head, 2);
    for (int n_kv_head = 1; n_kv_head <= 4; n_kv_head *= 2) {
        struct av_config other = *config;
        struct av_model model;
        struct av_trace trace;
        other.n_kv_head = n_kv_head;
        cr_assert_eq(av_model_init(&model, &other, SIZE_MAX, NULL), AV_OK);
        cr_assert_eq(av_trace_init(&trace, &model, run.lesson.rule, run.n, NULL), AV_OK);
        for (int i = 0; i < run.n; i++)
            cr_assert_eq(av_decoder_append(&trace, run.tokens[i], NULL), AV_OK);
        cr_assert_eq(2 * av_trace_cache_bytes(&trace, run.n), (size_t)n_kv_head * own, "%d K/V heads", n_kv_head);
        av_trace_finish(&trace);
        av_model_finish(&model);
    }
}

/* Head 1 found the number: without its rows of W_O, dog and dogs are as likely as each other. */
Test(heads, without_the_rows_of_head_1_the_number_is_lost_and_nothing_else)
{
    struct av_model model;
    struct av_trace trace;
    cr_assert_eq(av_model_copy(&model, &run.lesson.model, NULL), AV_OK);
    for (int row = 0; row < config->d_v; row++)
        for (int column = 0; column < config->d_model; column++)
            av_matrix_row(&model.layers[0].wo, row)[column] = 0;
    cr_assert_eq(av_trace_init(&trace, &model, run.lesson.rule, run.n, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(&trace, run.tokens, 6, NULL), AV_OK);
    cr_assert_eq(av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, 5, token_id(&run.lesson, "dog")),
                 av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, 5, token_id(&run.lesson, "dogs")));
    for (int column = 0; column < config->d_model; column++)
        cr_assert(column == feature(&run.lesson, "one") ||
                  av_trace_value(&trace, AV_QUANTITY_OUTPUT, 0, 5, column) ==
                      av_trace_value(&run.trace, AV_QUANTITY_OUTPUT, 0, 5, column));
    av_trace_finish(&trace);
    av_model_finish(&model);
}

Test(heads, the_model_goes_on_as_its_sentence_does)
{
    static const char *const words[] = {"red", "cats", "chase", "one", "black", "dog", "."};
    cr_assert_eq(run.n, 7);
    for (int i = 0; i < 7; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.chosen[i]], words[i]);
}
