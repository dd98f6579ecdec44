/* What the generate lesson says about its model, checked on the numbers that the model computes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/player/cost.h"
#include "attnviz/player/player.h"
#include "run.h"

static struct run run;

static void open_lesson(void)
{
    run_init(&run, "generate");
}

static void close_lesson(void)
{
    run_finish(&run);
}

TestSuite(generate, .init = open_lesson, .fini = close_lesson);

static const char *said_after(int place)
{
    return run.lesson.vocabulary[run.chosen[place - 1]];
}

static float weight(int row, int column)
{
    return av_trace_weight(&run.trace, 0, 0, row - 1, column - 1);
}

Test(generate, the_prompt_is_the_beginning_alone)
{
    cr_assert_eq(run.lesson.n_prompt, 1);
    cr_assert_str_eq(run.lesson.vocabulary[run.lesson.prompt[0]], "⟨begin⟩");
}

Test(generate, the_model_writes_the_sentence_and_then_wants_to_stop)
{
    const char *const words[] = {"I", "have", "a", "dream", "that", "I", "can", "fly", ".", "⟨end⟩"};
    cr_assert_eq(run.n, 10);
    for (int i = 0; i < 10; i++)
        cr_assert_str_eq(said_after(i + 1), words[i]);
}

Test(generate, one_word_stands_twice_and_goes_on_differently)
{
    cr_assert_eq(run.tokens[1], run.tokens[6]);
    cr_assert_str_eq(said_after(2), "have");
    cr_assert_str_eq(said_after(7), "can");
}

Test(generate, the_two_rows_of_that_word_differ_in_their_position_alone)
{
    for (int column = 0; column < 8; column++) {
        float first = av_trace_value(&run.trace, AV_QUANTITY_INPUT, 0, 1, column);
        float second = av_trace_value(&run.trace, AV_QUANTITY_INPUT, 0, 6, column);
        cr_assert((first == second) == (column != feature(&run.lesson, "pos")), "column %d", column + 1);
    }
}

Test(generate, each_time_the_word_looks_at_what_opened_its_clause)
{
    for (int j = 1; j <= 7; j++) {
        cr_assert(j == 1 || j > 2 || weight(2, 1) > weight(2, j));
        cr_assert(j == 6 || weight(7, 6) > weight(7, j), "place %d", j);
    }
}

/* Without attention, the row that chooses would be x alone: position apart the same for both, and so would the choice
 * be. */
Test(generate, without_attention_both_would_go_on_the_same)
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

Test(generate, most_of_the_wish_comes_from_that)
{
    float from_that = weight(7, 6) * av_trace_value(&run.trace, AV_QUANTITY_VALUE, 0, 5, 0);
    cr_assert(from_that > 0.95f * av_trace_value(&run.trace, AV_QUANTITY_MIX, 0, 6, 0));
}

Test(generate, every_token_adds_the_same_to_the_cache)
{
    for (int n = 1; n <= run.n; n++)
        cr_assert_eq(av_trace_cache_bytes(&run.trace, n), (size_t)n * 32);
}

static void press(struct av_player *player, const char *keys)
{
    for (; *keys; keys++) {
        int key = *keys == '\n' ? AV_KEY_ENTER : *keys;
        cr_assert_eq(av_player_press(player, key, NULL), AV_OK);
    }
}

static void expect_text(const struct av_player *player, const char *const words[9])
{
    for (int i = 0; i < 9; i++)
        cr_assert_str_eq(av_player_token_text(player, i + 1), words[i], "place %d", i + 2);
}

static void open_player(struct av_player *player)
{
    cr_assert_eq(av_player_init(player, &run.lesson, NULL), AV_OK);
    av_quiz_turn(player, false);
}

/* As its notes tell the learner to try it. */
Test(generate, the_same_seed_draws_the_same_text_and_another_another)
{
    struct av_player player;
    int first[10];
    size_t size = sizeof first;
    open_player(&player);
    cr_assert(memcmp(player.run.tokens, run.tokens, size) == 0);
    press(&player, "T1\n");
    memcpy(first, player.run.tokens, size);
    cr_assert(memcmp(first, run.tokens, size) != 0, "it is no longer greedy");
    press(&player, "S5\n");
    cr_assert(memcmp(first, player.run.tokens, size) != 0);
    press(&player, "S1\n");
    cr_assert(memcmp(first, player.run.tokens, size) == 0);
    press(&player, "R");
    cr_assert(memcmp(player.run.tokens, run.tokens, size) == 0);
    av_player_finish(&player);
}

/* How many tokens are likelier than the one that came after place i, by the logits that the player's own trace has. */
static int likelier(const struct av_player *player, int i)
{
    const float *logits = av_trace_numbers(&player->run.cached, AV_QUANTITY_LOGITS, 0, i);
    int count = 0;
    for (int id = 0; id < 13; id++)
        count += logits[id] > logits[player->run.tokens[i + 1]];
    return count;
}

Test(generate, top_k_leaves_the_two_likeliest_to_draw_from)
{
    struct av_player player;
    int most = 0, with_top_k = 0;
    open_player(&player);
    press(&player, "T1\n");
    for (int seed = 1; seed <= 9; seed++) {
        press(&player, (char[]){'S', (char)('0' + seed), '\n', '\0'});
        for (int i = 0; i < 9; i++)
            most = likelier(&player, i) > most ? likelier(&player, i) : most;
    }
    cr_assert_gt(most, 1, "without it others come, too");
    press(&player, "K2\n");
    for (int seed = 1; seed <= 9; seed++) {
        press(&player, (char[]){'S', (char)('0' + seed), '\n', '\0'});
        for (int i = 0; i < 9; i++)
            with_top_k = likelier(&player, i) > with_top_k ? likelier(&player, i) : with_top_k;
    }
    cr_assert_eq(with_top_k, 1);
    av_player_finish(&player);
}

/* softmax of the logits after place 5, divided by the temperature, in double precision. */
static double lead(double temperature)
{
    double sum = 0, largest = 0;
    for (int id = 0; id < 13; id++) {
        double e = exp((double)av_trace_value(&run.trace, AV_QUANTITY_LOGITS, 0, 4, id) / temperature);
        sum += e;
        largest = e > largest ? e : largest;
    }
    return largest / sum;
}

Test(generate, the_higher_the_temperature_the_less_the_likeliest_leads)
{
    cr_assert(lead(0.5) > lead(1) && lead(1) > lead(3));
}

Test(generate, a_word_of_ones_own_makes_a_prompt_that_is_read_at_once)
{
    static const char *const words[9] = {"I", "have", "a", "dream", "that", "you", "can", "fly", "."};
    struct av_player player;
    const struct av_place place = {6, AV_STAGE_EMBED, 0, 0, AV_LENS_PANELS};
    double saved;
    open_player(&player);
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    press(&player, "eyou\nP");
    expect_text(&player, words);
    cr_assert(av_player_prefills(&player) && player.run.n_first == 7 && player.place.token == 6);
    for (int i = 0; i < 10; i++)
        cr_assert_eq(player.run.cached.written[i], i < 7 ? 7 : i + 1);
    struct av_view cost = av_view_of(&player, AV_VIEW_COST);
    cr_assert(av_cost_figure(&cost, AV_FIGURE_SAVED, &saved) && saved == 0);
    press(&player, "RP");
    cr_assert(memcmp(player.run.tokens, run.tokens, sizeof(int) * 10) == 0 && player.run.n_first == 1);
    av_player_finish(&player);
}
