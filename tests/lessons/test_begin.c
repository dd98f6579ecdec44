/* What the begin lesson says about its model, checked on the numbers that the model computes. */
#include <criterion/criterion.h>
#include <string.h>

#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "begin");
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(begin, .init = open_lesson, .fini = close_lesson);

static const char *said_after(int place)
{
    return run.lesson.vocabulary[run.chosen[place - 1]];
}

static float weight(int row, int column)
{
    return av_trace_weight(&run.trace, 0, 0, row - 1, column - 1);
}

Test(begin, the_prompt_is_the_beginning_alone)
{
    cr_assert_eq(run.lesson.n_prompt, 1);
    cr_assert_str_eq(run.lesson.vocabulary[run.lesson.prompt[0]], "⟨begin⟩");
}

Test(begin, the_model_writes_the_sentence_and_then_wants_to_stop)
{
    const char *const words[] = {"I", "have", "a", "dream", "that", "I", "can", "fly", ".", "⟨end⟩"};
    cr_assert_eq(run.n, 10);
    for (int i = 0; i < 10; i++)
        cr_assert_str_eq(said_after(i + 1), words[i]);
}

Test(begin, one_word_stands_twice_and_goes_on_differently)
{
    cr_assert_eq(run.tokens[1], run.tokens[6]);
    cr_assert_str_eq(said_after(2), "have");
    cr_assert_str_eq(said_after(7), "can");
}

Test(begin, the_two_rows_of_that_word_differ_in_their_position_alone)
{
    for (int column = 0; column < 8; column++) {
        float first = av_trace_value(&run.trace, AV_QUANTITY_INPUT, 0, 1, column);
        float second = av_trace_value(&run.trace, AV_QUANTITY_INPUT, 0, 6, column);
        cr_assert((first == second) == (column != feature(&run.lesson, "pos")), "column %d", column + 1);
    }
}

Test(begin, each_time_the_word_looks_at_what_opened_its_clause)
{
    for (int j = 1; j <= 7; j++) {
        cr_assert(j == 1 || j > 2 || weight(2, 1) > weight(2, j));
        cr_assert(j == 6 || weight(7, 6) > weight(7, j), "place %d", j);
    }
}

/* Without attention, the row that chooses would be x alone: position apart the same for both, and so would the choice be. */
Test(begin, without_attention_both_would_go_on_the_same)
{
    int have = token_id(&run.lesson, "have"), can = token_id(&run.lesson, "can");
    const struct av_matrix *w_out = &run.lesson.model.w_out;
    for (int place = 2; place <= 7; place += 5) {
        float ahead = 0;
        for (int row = 0; row < 8; row++)
            ahead += av_trace_value(&run.trace, AV_QUANTITY_INPUT, 0, place - 1, row) *
                     (av_matrix_row(w_out, row)[have] - av_matrix_row(w_out, row)[can]);
        cr_assert(ahead > 0, "at place %d", place);
    }
}

Test(begin, most_of_the_wish_comes_from_that)
{
    float from_that = weight(7, 6) * av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, 5, 0);
    cr_assert(from_that > 0.95f * av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, 6, 0));
}

Test(begin, every_token_adds_the_same_to_the_cache)
{
    for (int n = 1; n <= run.n; n++)
        cr_assert_eq(av_trace_cache_bytes(&run.trace, n), (size_t)n * 32);
}
