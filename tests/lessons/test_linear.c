/* What the lesson on what the cache leaves claims: O(n) for a token with it, O(n²) without, by the counts alone. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

#define LENGTH 512

static struct run run;
static struct av_trace trace;
static int tokens[LENGTH];

/* The poem over and over, as long as the model's context. */
static void open_lesson(void)
{
    run_init(&run, "linear");
    cr_assert_eq(run.lesson.model.config.n_ctx, LENGTH);
    cr_assert_eq(av_trace_init(&trace, &run.lesson.model, run.lesson.rule, LENGTH, NULL), AV_OK);
    for (int i = 0; i < LENGTH; i++)
        tokens[i] = run.tokens[i % run.n];
}

static void close_lesson(void)
{
    av_trace_finish(&trace);
    run_finish(&run);
}

TestSuite(linear, .init = open_lesson, .fini = close_lesson);

/* What is counted, of a step of n tokens. */
struct counts {
    double all, attention; /* attention: scores and mix */
};

static struct counts counts_of(const struct av_work *work)
{
    return (struct counts){
        .all = (double)av_work_multiply_adds(work),
        .attention = (double)(work->multiply_adds[AV_WORK_SCORES] + work->multiply_adds[AV_WORK_MIX]),
    };
}

static void append_all(void)
{
    for (int i = 0; i < LENGTH; i++)
        cr_assert_eq(av_decoder_append(&trace, tokens[i], NULL), AV_OK);
}

static struct counts without(int n)
{
    cr_assert_eq(av_decoder_recompute(&trace, tokens, n, NULL), AV_OK);
    return counts_of(&trace.work[n - 1]);
}

/* The slope of a straight line through log y over log n, by least squares. */
struct fit {
    double n, x, y, xx, xy;
};

static void add(struct fit *fit, double n, double count)
{
    double x = log(n), y = log(count);
    fit->n++;
    fit->x += x;
    fit->y += y;
    fit->xx += x * x;
    fit->xy += x * y;
}

static double slope(const struct fit *fit)
{
    return (fit->n * fit->xy - fit->x * fit->y) / (fit->n * fit->xx - fit->x * fit->x);
}

Test(linear, the_attention_of_a_token_grows_like_n_with_the_cache)
{
    struct fit attention = {0}, lower = {0}, upper = {0};
    append_all();
    for (int n = 1; n <= LENGTH; n++) {
        struct counts counts = counts_of(&trace.work[n - 1]);
        add(&attention, n, counts.attention);
        add(n <= LENGTH / 8 ? &lower : &upper, n, counts.all);
    }
    cr_assert_float_eq(slope(&attention), 1, 1e-9);
    cr_assert_lt(slope(&lower), slope(&upper), "what does not grow weighs less and less");
    cr_assert(slope(&upper) > 0.8 && slope(&upper) < 1, "%g", slope(&upper));
}

Test(linear, and_like_n_squared_without_it)
{
    struct fit attention = {0}, lower = {0}, upper = {0};
    for (int n = 2; n <= LENGTH; n *= 2) {
        struct counts counts = without(n);
        add(&attention, n, counts.attention);
        add(n <= LENGTH / 16 ? &lower : &upper, n, counts.all);
    }
    cr_assert_float_eq(slope(&attention), 2, 1e-9);
    cr_assert_lt(slope(&lower), slope(&upper));
    cr_assert(slope(&upper) > 1.7 && slope(&upper) < 2, "%g", slope(&upper));
}

/* The share of projection, output and logits: c ÷ (c + 16 n), with c what a step of one token takes beside its
 * attention. */
Test(linear, the_share_of_what_does_not_grow_is_stated)
{
    const int c = 3 * 8 * 8 + 8 * 8 + 8 * 19;
    append_all();
    for (int n = 1; n <= LENGTH; n++) {
        struct counts counts = counts_of(&trace.work[n - 1]);
        cr_assert_float_eq((counts.all - counts.attention) / counts.all, c / (c + 16.0 * n), 1e-12);
    }
    struct counts last = counts_of(&trace.work[LENGTH - 1]), all_again = without(LENGTH);
    cr_assert_lt((last.all - last.attention) / last.all, 0.05);
    cr_assert_float_eq(all_again.all, LENGTH * last.all, 0.5, "n rows, each of which costs what the last one does");
}

/* The lesson says that what the model says means nothing; it has no text to go on with. */
Test(linear, nothing_is_generated_from_random_weights)
{
    cr_assert_eq(run.lesson.n_generate, 0);
    cr_assert_eq(run.n, 24);
}
