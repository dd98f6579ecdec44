/* What the lesson on why the cache stays true claims: with the mask no kept row changes, without it all above layer 1
 * do. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "why-valid");
    cr_assert_geq(run.lesson.model.config.n_layer, 3);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(why_valid, .init = open_lesson, .fini = close_lesson);

static void recompute(struct av_trace *trace, enum av_mask mask, int n)
{
    struct av_rule rule = run.lesson.rule;
    rule.mask = mask;
    cr_assert_eq(av_trace_init(trace, &run.lesson.model, rule, run.n, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(trace, run.tokens, n, NULL), AV_OK);
}

/* Whether row i of a quantity has other bits in one trace than in the other. */
static bool differs(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer, int i)
{
    int width = av_quantity_width(&run.lesson.model.config, quantity);
    for (int column = 0; column < width; column++) {
        float x = av_trace_value(a, quantity, layer, i, column), y = av_trace_value(b, quantity, layer, i, column);
        if (memcmp(&x, &y, sizeof x) != 0)
            return true;
    }
    return false;
}

/* Whether token n changes k, and v, of every old row of a layer (or of none of them). */
static void check_rows(enum av_mask mask, int n, int layer, bool expected)
{
    struct av_trace before, after;
    recompute(&before, mask, n - 1);
    recompute(&after, mask, n);
    for (int i = 0; i < n - 1; i++)
        for (int quantity = AV_QUANTITY_KEY; quantity <= AV_QUANTITY_VALUE; quantity++)
            cr_assert_eq(differs(&before, &after, (enum av_quantity)quantity, layer, i), expected,
                         "token %d, layer %d, row %d", n, layer + 1, i + 1);
    av_trace_finish(&before);
    av_trace_finish(&after);
}

Test(why_valid, with_the_mask_no_old_row_changes_in_any_layer)
{
    for (int n = 2; n <= run.n; n++)
        for (int layer = 0; layer < run.lesson.model.config.n_layer; layer++)
            check_rows(AV_MASK_CAUSAL, n, layer, false);
}

Test(why_valid, without_the_mask_all_old_rows_above_layer_1_change)
{
    for (int n = 2; n <= run.n; n++)
        for (int layer = 0; layer < run.lesson.model.config.n_layer; layer++) {
            check_rows(AV_MASK_NONE, n, layer, layer > 0);
            check_rows(AV_MASK_MULTIPLIED, n, layer, layer > 0);
        }
}

/* What a cache kept from before would be used for: the new token's output is another one where its rows are stale. */
Test(why_valid, stale_rows_would_give_another_output)
{
    struct av_trace open;
    recompute(&open, AV_MASK_NONE, run.n);
    cr_assert_not(differs(&open, &run.trace, AV_QUANTITY_OUTPUT, 0, run.n - 1), "the last row has no future");
    for (int layer = 1; layer < run.lesson.model.config.n_layer; layer++)
        cr_assert(differs(&open, &run.trace, AV_QUANTITY_OUTPUT, layer, run.n - 1), "layer %d", layer + 1);
    av_trace_finish(&open);
}
