/* What the lesson on encoders claims: a word is read with what comes after it, and then no row stays what it was. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "encoder");
    cr_assert_eq(run.lesson.rule.mask, AV_MASK_NONE);
    cr_assert_eq(run.lesson.model.config.n_layer, 2);
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(encoder, .init = open_lesson, .fini = close_lesson);

static void recompute(struct av_trace *trace, enum av_mask mask, int n)
{
    struct av_rule rule = run.lesson.rule;
    rule.mask = mask;
    cr_assert_eq(av_trace_init(trace, &run.lesson.model, rule, run.n, NULL), AV_OK);
    cr_assert_eq(av_decoder_recompute(trace, run.tokens, n, NULL), AV_OK);
}

/* The place (0-based) of a token, asserted to be in the text. */
static int place(const char *text)
{
    for (int i = 0; i < run.n; i++)
        if (run.tokens[i] == token_id(&run.lesson, text))
            return i;
    cr_assert_fail("%s does not stand in the text", text);
    return -1;
}

/* What 它 gives to a word in layer 2. */
static double looks_at(const struct av_trace *trace, const char *text)
{
    return (double)av_trace_weight(trace, 1, 0, place("它"), place(text));
}

Test(encoder, it_finds_the_book_only_where_it_may_see_what_comes_after_it)
{
    struct av_trace open, masked;
    recompute(&open, AV_MASK_NONE, run.n);
    recompute(&masked, AV_MASK_CAUSAL, run.n);
    cr_assert_gt(looks_at(&open, "书"), 0.9);
    cr_assert_lt(looks_at(&open, "桌子"), 0.05);
    cr_assert_float_eq(looks_at(&masked, "书"), looks_at(&masked, "桌子"), 1e-6, "it cannot tell");
    cr_assert_gt(av_trace_weight(&open, 0, 0, place("它"), place("重")), 0.9f, "that is where it knows from");
    cr_assert_eq(av_trace_weight(&masked, 0, 0, place("它"), place("重")), 0);
    av_trace_finish(&open);
    av_trace_finish(&masked);
}

/* 稳 instead of 重, a word that comes after 它: and it is the table. */
Test(encoder, another_word_after_it_makes_it_another_thing)
{
    struct av_trace open, masked;
    run.tokens[place("重")] = token_id(&run.lesson, "稳");
    recompute(&open, AV_MASK_NONE, run.n);
    recompute(&masked, AV_MASK_CAUSAL, run.n);
    cr_assert_gt(looks_at(&open, "桌子"), 0.9);
    cr_assert_lt(looks_at(&open, "书"), 0.05);
    cr_assert_float_eq(looks_at(&masked, "书"), looks_at(&masked, "桌子"), 1e-6);
    av_trace_finish(&open);
    av_trace_finish(&masked);
}

Test(encoder, the_row_of_the_pronoun_says_the_book)
{
    int it = place("它"), book = token_id(&run.lesson, "书");
    for (int token = 0; token < run.lesson.model.config.vocab_size; token++)
        cr_assert(token == book || probability(&run, it, token) < probability(&run, it, book));
}

/* Up to 它 nothing tells the two things apart, with a mask or without. */
Test(encoder, before_the_words_that_tell_it_cannot_know)
{
    struct av_trace open;
    recompute(&open, AV_MASK_NONE, place("它") + 1);
    cr_assert_float_eq(looks_at(&open, "书"), looks_at(&open, "桌子"), 1e-6);
    av_trace_finish(&open);
}

/* Whether row i of a quantity has other bits in one trace than in the other. */
static bool differs(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer, int i)
{
    size_t width = (size_t)av_quantity_width(&run.lesson.model.config, quantity);
    return memcmp(av_trace_numbers(a, quantity, layer, i), av_trace_numbers(b, quantity, layer, i),
                  width * sizeof(float)) != 0;
}

/* What it learns from whole sentences does not fit writing from left to right: with no mask the row of 它 that knows the
 * book is another one than the row there is when 它 has just been written, which cannot tell. A causal row is the
 * same. */
Test(encoder, a_row_of_the_whole_sentence_is_not_that_of_who_writes)
{
    int it = place("它"), book = token_id(&run.lesson, "书"), table = token_id(&run.lesson, "桌子");
    for (int mask = 0; mask < 2; mask++) {
        struct av_trace whole, written;
        recompute(&whole, mask == 0 ? AV_MASK_NONE : AV_MASK_CAUSAL, run.n);
        recompute(&written, mask == 0 ? AV_MASK_NONE : AV_MASK_CAUSAL, it + 1);
        float ahead = av_trace_value(&written, AV_QUANTITY_LOGITS, 0, it, book) -
                      av_trace_value(&written, AV_QUANTITY_LOGITS, 0, it, table);
        cr_assert_float_eq(ahead, 0, 1e-5);
        ahead = av_trace_value(&whole, AV_QUANTITY_LOGITS, 0, it, book) -
                av_trace_value(&whole, AV_QUANTITY_LOGITS, 0, it, table);
        cr_assert(mask == 0 ? ahead > 1 : fabsf(ahead) < 1e-5f, "%g", (double)ahead);
        cr_assert_eq(differs(&whole, &written, AV_QUANTITY_LOGITS, 0, it), mask == 0);
        av_trace_finish(&written);
        av_trace_finish(&whole);
    }
}

static void check_rows(enum av_mask mask, int n, bool changed)
{
    struct av_trace before, after;
    recompute(&before, mask, n - 1);
    recompute(&after, mask, n);
    for (int i = 0; i < n - 1; i++) {
        cr_assert_eq(differs(&before, &after, AV_QUANTITY_SUM_1, 0, i), changed, "token %d, row %d", n, i + 1);
        cr_assert_eq(differs(&before, &after, AV_QUANTITY_VALUE, 1, i), changed, "token %d, row %d", n, i + 1);
        cr_assert_eq(differs(&before, &after, AV_QUANTITY_LOGITS, 0, i), changed, "token %d, row %d", n, i + 1);
    }
    av_trace_finish(&before);
    av_trace_finish(&after);
}

Test(encoder, an_added_token_changes_every_row)
{
    for (int n = 2; n <= run.n; n++) {
        check_rows(AV_MASK_NONE, n, true);
        check_rows(AV_MASK_CAUSAL, n, false);
    }
}
