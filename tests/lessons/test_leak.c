/* What the lesson on the leak claims: without the mask each position reads its answer, and the loss collapses. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "leak");
    cr_assert_eq(run.n, 7);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(leak, .init = open_lesson, .fini = close_lesson);

static void recompute(struct av_trace *trace, enum av_mask mask)
{
    struct av_rule rule = run.lesson.rule;
    rule.mask = mask;
    cr_assert_eq(av_trace_init(trace, &run.lesson.model, rule, run.n, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(trace, run.tokens, run.n, NULL), AV_OK);
}

/* −ln of the probability of the token that follows, by the definition. */
static double loss(const struct av_trace *trace, int i)
{
    double sum = 0;
    for (int token = 0; token < run.lesson.model.config.vocab_size; token++)
        sum += exp((double)av_trace_value(trace, AV_QUANTITY_LOGITS, 0, i, token));
    return log(sum) - (double)av_trace_value(trace, AV_QUANTITY_LOGITS, 0, i, run.tokens[i + 1]);
}

static double mean_loss(enum av_mask mask)
{
    struct av_trace trace;
    double sum = 0;
    recompute(&trace, mask);
    for (int i = 0; i < run.n - 1; i++)
        sum += loss(&trace, i) / (run.n - 1);
    av_trace_finish(&trace);
    return sum;
}

Test(leak, without_the_mask_the_loss_collapses)
{
    cr_assert_lt(mean_loss(AV_MASK_NONE), 0.1 * mean_loss(AV_MASK_CAUSAL));
}

/* With the mask it is a model that knows something: better than guessing among the words. */
Test(leak, with_the_mask_it_is_better_than_guessing)
{
    cr_assert_lt(mean_loss(AV_MASK_CAUSAL), log(run.lesson.model.config.vocab_size) / 2);
}

/* The mask is all that keeps a row from the token after it; with it all weight rests on the first. */
Test(leak, each_row_reads_the_very_token_that_it_is_to_predict)
{
    struct av_trace open, masked;
    recompute(&open, AV_MASK_NONE);
    recompute(&masked, AV_MASK_CAUSAL);
    for (int i = 0; i < run.n - 1; i++) {
        cr_assert_gt(av_trace_weight(&open, 0, 0, i, i + 1), 0.99f);
        cr_assert_eq(av_trace_weight(&masked, 0, 0, i, i + 1), 0);
        cr_assert_gt(av_trace_weight(&masked, 0, 0, i, 0), 0.99f);
    }
    av_trace_finish(&open);
    av_trace_finish(&masked);
}

/* Where one writes there is no next token to read: with the mask or without, the last row is the same. */
Test(leak, the_last_position_gains_nothing)
{
    struct av_trace open, masked;
    recompute(&open, AV_MASK_NONE);
    recompute(&masked, AV_MASK_CAUSAL);
    for (int token = 0; token < run.lesson.model.config.vocab_size; token++)
        cr_assert_eq(av_trace_value(&open, AV_QUANTITY_LOGITS, 0, run.n - 1, token),
                     av_trace_value(&masked, AV_QUANTITY_LOGITS, 0, run.n - 1, token));
    av_trace_finish(&open);
    av_trace_finish(&masked);
}
