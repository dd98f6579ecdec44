/* What the pronoun lesson says about its model, checked on the numbers that the model computes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "pronoun");
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(pronoun, .init = open_lesson, .fini = close_lesson);

/* The place (0-based) of a token that stands in the text once. */
static int place(const char *text)
{
    int token = token_id(&run.lesson, text), found = -1;
    for (int i = 0; i < run.n; i++) {
        if (run.tokens[i] != token)
            continue;
        cr_assert(found < 0, "%s stands twice", text);
        found = i;
    }
    cr_assert(found >= 0, "%s does not stand in the text", text);
    return found;
}

/* How much the row of one token weighs another, in a head (1, 2). */
static double weight(int head, const char *row, const char *column)
{
    return (double)av_trace_weight(&run.trace, 0, head - 1, place(row), place(column));
}

static double number(enum av_quantity quantity, const char *row, const char *column)
{
    return (double)av_trace_value(&run.trace, quantity, 0, place(row), feature(&run.lesson, column));
}

static double w_out(const char *row, const char *token)
{
    const struct av_matrix *matrix = &run.lesson.model.w_out;
    return (double)av_matrix_row(matrix, feature(&run.lesson, row))[token_id(&run.lesson, token)];
}

Test(pronoun, the_sentence_is_the_one_of_the_lesson)
{
    const char *const sentence[] = {"<s>", "小明", "把", "书", "放在", "桌子", "上",
                                    "，",  "因为", "它", "很", "重",   "。"};
    cr_assert_eq(run.n, 13);
    cr_assert_eq(run.lesson.n_prompt, 10, "the prompt ends at 它");
    for (int i = 0; i < run.n; i++)
        cr_assert_str_eq(run.lesson.vocabulary[run.tokens[i]], sentence[i]);
}

Test(pronoun, the_glass_box_has_eight_named_columns_and_heads_of_four)
{
    const struct av_config *config = &run.lesson.model.config;
    cr_assert_eq(config->d_model, 8);
    cr_assert_eq(config->d_k, 4);
    cr_assert_eq(config->d_v, 4);
    cr_assert_eq(config->position, AV_POSITION_LEARNED);
    cr_assert(run.lesson.features && run.lesson.key_features && run.lesson.value_features);
}

Test(pronoun, it_finds_the_book)
{
    double book = weight(1, "它", "书");
    cr_assert(book >= 0.5, "书 weighs %g", book);
    cr_assert(book >= 3 * weight(1, "它", "小明"), "小明 weighs %g", weight(1, "它", "小明"));
    cr_assert(book >= 3 * weight(1, "它", "桌子"), "桌子 weighs %g", weight(1, "它", "桌子"));
}

Test(pronoun, the_model_itself_continues_it_clearly)
{
    const char *const said[] = {"很", "重", "。"};
    for (int i = 0; i < 3; i++) {
        int row = run.lesson.n_prompt - 1 + i;
        cr_assert_str_eq(run.lesson.vocabulary[run.chosen[row]], said[i]);
        double wins_with = probability(&run, row, run.chosen[row]);
        cr_assert(wins_with >= 0.6, "%s has only %g", said[i], wins_with);
    }
}

Test(pronoun, within_the_prompt_the_model_expects_what_comes)
{
    for (int i = 0; i + 1 < run.lesson.n_prompt; i++)
        cr_assert_eq(run.chosen[i], run.tokens[i + 1], "after %s", run.lesson.vocabulary[run.tokens[i]]);
}

Test(pronoun, the_first_token_hands_itself_its_own_value)
{
    for (int column = 0; column < 8; column++)
        cr_assert_eq(av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, 0, column),
                     av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, 0, column));
}

Test(pronoun, a_person_looks_for_a_person_and_keeps_most_of_the_weight)
{
    cr_assert(weight(1, "小明", "小明") > 0.5);
}

Test(pronoun, head_2_looks_nearby)
{
    for (int i = 0; i < run.n; i++) {
        int best = 0;
        for (int j = 1; j <= i; j++)
            if (av_trace_weight(&run.trace, 0, 1, i, j) > av_trace_weight(&run.trace, 0, 1, i, best))
                best = j;
        cr_assert(best >= i - 1, "row %d looks at %d", i + 1, best + 1);
    }
}

Test(pronoun, head_2_asks_for_what_is_near_and_for_things_and_qualities_what_still_waits)
{
    for (int i = 0; i < run.n; i++)
        cr_assert(av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, i, 4) > 0);
    const char *const asking[] = {"书", "桌子", "很", "重"};
    for (int i = 0; i < 4; i++)
        cr_assert(av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, place(asking[i]), 5) > 1, "%s", asking[i]);
}

Test(pronoun, head_2_finds_the_word_that_was_waiting_for_this_one)
{
    const char *const pairs[][2] = {{"书", "把"}, {"桌子", "放在"}, {"它", "因为"}, {"重", "很"}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= place(pairs[i][0]); j++)
            cr_assert(weight(2, pairs[i][0], pairs[i][1]) >=
                      (double)av_trace_weight(&run.trace, 0, 1, place(pairs[i][0]), j));
}

Test(pronoun, after_ba_a_thing_is_owed_and_the_book_is_read_from_both_columns)
{
    cr_assert(number(AV_QUANTITY_SUM_1, "把", "thing") > 0 && number(AV_QUANTITY_SUM_1, "把", "open") > 0);
    cr_assert(w_out("thing", "书") > 0 && w_out("open", "书") > 0);
}

Test(pronoun, what_the_book_can_be_comes_over_to_it_nearly_alone)
{
    double book = weight(1, "它", "书") * (double)av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, place("书"), 0);
    double all = (double)av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, place("它"), 0);
    cr_assert(book / all > 0.95, "%g of %g", book, all);
}

Test(pronoun, because_hands_something_over_in_head_2)
{
    float largest = 0;
    for (int column = 4; column < 8; column++)
        largest = fmaxf(largest, fabsf(av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, place("因为"), column)));
    cr_assert(largest > 0);
}

Test(pronoun, very_asks_for_much_the_same_as_it)
{
    for (int column = 0; column < 4; column++) {
        float it = av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, place("它"), column);
        float very = av_trace_value(&run.trace, AV_QUANTITY_QUERY, 0, place("很"), column);
        cr_assert(it * very > 0 && fabsf(it - very) < 0.75f, "column %d: %g, %g", column + 1, (double)it, (double)very);
    }
    for (int i = 0; i < run.n; i++)
        if (i != place("书") && i <= place("很"))
            cr_assert(weight(1, "很", "书") > (double)av_trace_weight(&run.trace, 0, 0, place("很"), i));
}

Test(pronoun, very_takes_next_to_nothing_from_people_and_places)
{
    for (int column = 1; column < 3; column++)
        cr_assert(av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, place("很"), column) < 0.1f);
}

Test(pronoun, only_attention_tells_the_three_qualities_apart)
{
    cr_assert(w_out("trait", "重") == w_out("trait", "累") && w_out("trait", "重") == w_out("trait", "稳"));
    cr_assert(w_out("open", "重") == w_out("open", "累") && w_out("open", "重") == w_out("open", "稳"));
    const char *const others[] = {"thing", "back", "pos"};
    for (int i = 0; i < 3; i++)
        cr_assert(w_out(others[i], "重") == 0 && w_out(others[i], "累") == 0 && w_out(others[i], "稳") == 0);
    const char *const brought[] = {"heavy", "human", "place"};
    for (int i = 0; i < 3; i++)
        cr_assert_eq(number(AV_QUANTITY_INPUT, "很", brought[i]), 0, "x of 很 already says %s", brought[i]);
}

Test(pronoun, what_is_spoken_of_decides_the_quality)
{
    cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"<s>", "小明", "很", NULL}), "累");
    cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"<s>", "桌子", "很", NULL}), "稳");
    cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"<s>", "书", "很", NULL}), "重");
}

Test(pronoun, it_cannot_see_what_comes_later_and_later_rows_see_it)
{
    const char *const later[] = {"很", "重", "。"};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(weight(1, "它", later[i]), 0);
        cr_assert(weight(1, later[i], "它") > 0 && weight(1, later[i], later[i]) > 0);
    }
    cr_assert_eq(weight(1, "很", "重"), 0, "only the row of 重 and those after it see 重");
}
