/* What the lesson on Q, K and V claims: three projections of the same x, of which each has a matrix of its own. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/player.h"
#include "run.h"

static struct run run;
static struct av_model model; /* a copy, to be changed */
static struct av_trace changed;

static void open_lesson(void)
{
    run_init(&run, "retrieval");
    cr_assert_eq(av_model_copy(&model, &run.lesson.model, NULL), AV_OK);
    cr_assert_eq(av_trace_init(&changed, &model, run.lesson.rule, run.n, NULL), AV_OK);
}

static void close_lesson(void)
{
    av_trace_finish(&changed);
    av_model_finish(&model);
    run_finish(&run);
}

TestSuite(retrieval, .init = open_lesson, .fini = close_lesson);

/* How many rows of a quantity differ between the lesson and the changed model. */
static int rows_that_differ(enum av_quantity quantity)
{
    int rows = 0, width = av_quantity_width(&model.config, quantity);
    cr_assert_eq(av_decoder_recompute(&changed, run.tokens, run.n, NULL), AV_OK);
    for (int i = 0; i < run.n; i++) {
        bool differs = false;
        for (int column = 0; column < width; column++)
            differs = differs || av_trace_value(&changed, quantity, 0, i, column) !=
                                     av_trace_value(&run.trace, quantity, 0, i, column);
        rows += differs;
    }
    return rows;
}

Test(retrieval, has_four_tokens_of_eight_named_numbers)
{
    cr_assert_eq(run.n, 4);
    cr_assert_eq(model.config.d_model, 8);
    cr_assert_not_null(run.lesson.features);
}

Test(retrieval, shapes_are_n_by_d_k_and_n_by_d_v)
{
    static struct av_player player;
    static const enum av_view_id ids[] = {AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V};
    const int columns[] = {model.config.d_k, model.config.d_k, model.config.d_v};
    cr_assert_neq(model.config.d_k, model.config.d_v, "so that they can be told apart");
    cr_assert_eq(av_player_init(&player, &run.lesson, NULL), AV_OK);
    for (int i = 0; i < 3; i++) {
        struct av_view view = av_view_of(&player, ids[i]);
        cr_assert_eq(view.rows, run.n);
        cr_assert_eq(view.columns, columns[i]);
    }
    av_player_finish(&player);
}

/* Each of q, k and v is x times its matrix, added up here once more in double precision. */
Test(retrieval, q_k_and_v_are_projections_of_the_same_x)
{
    const struct av_layer *layer = &model.layers[0];
    const struct av_matrix *weights[] = {&layer->wq, &layer->wk, &layer->wv};
    static const enum av_quantity quantities[] = {AV_QUANTITY_QUERY, AV_QUANTITY_KEY, AV_QUANTITY_VALUE};
    for (int which = 0; which < 3; which++)
        for (int i = 0; i < run.n; i++)
            for (int column = 0; column < weights[which]->cols; column++) {
                double sum = 0;
                for (int row = 0; row < 8; row++)
                    sum += (double)av_matrix_row(&model.embedding, run.tokens[i])[row] *
                           (double)av_matrix_row(weights[which], row)[column];
                cr_assert_float_eq((double)av_trace_value(&run.trace, quantities[which], 0, i, column), sum, 1e-6);
            }
}

Test(retrieval, another_w_k_leaves_q_and_v_alone)
{
    struct av_matrix *wk = &model.layers[0].wk;
    for (int row = 0; row < wk->rows; row++)
        for (int column = 0; column < wk->cols; column++)
            av_matrix_row(wk, row)[column] += 1;
    cr_assert_eq(rows_that_differ(AV_QUANTITY_KEY), run.n);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_QUERY), 0);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_VALUE), 0);
}

/* What the learner is invited to try: salt becomes sour as well. */
Test(retrieval, q_and_k_follow_a_changed_taste_and_v_follows_a_changed_colour)
{
    float *salt = av_matrix_row(&model.embedding, token_id(&run.lesson, "salt"));
    salt[feature(&run.lesson, "sour")] = 1;
    cr_assert_eq(rows_that_differ(AV_QUANTITY_QUERY), 1);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_KEY), 1);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_VALUE), 0);
    cr_assert_eq(av_trace_weight(&changed, 0, 0, 3, 1), av_trace_weight(&changed, 0, 0, 3, 2), "lime and salt alike");
    salt[feature(&run.lesson, "sour")] = 0;
    salt[feature(&run.lesson, "red")] = 1;
    cr_assert_eq(rows_that_differ(AV_QUANTITY_QUERY), 0);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_KEY), 0);
    cr_assert_eq(rows_that_differ(AV_QUANTITY_VALUE), 1);
}

/* The question of each taste is answered with the colour of the food that has it; and each food by its successor. */
Test(retrieval, the_model_names_the_colour_of_what_was_asked_for)
{
    static const char *const tastes[][2] = {{"sweet", "red"}, {"sour", "green"}, {"salty", "white"}};
    for (int i = 0; i < 3; i++)
        cr_assert_str_eq(continuation(&run.lesson, (const char *const[]){"apple", "lime", "salt", tastes[i][0], NULL}),
                         tastes[i][1]);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(run.chosen[i], run.tokens[i + 1]);
}

/* The keys that the note at append names, as they are named there. */
Test(retrieval, the_keys_that_the_learner_is_told_make_salt_sour)
{
    static const int keys[] = {AV_KEY_LEFT, AV_KEY_LEFT, AV_KEY_TAB, AV_KEY_UP, '1', AV_KEY_ENTER, AV_KEY_ESCAPE};
    static struct av_player player;
    const struct av_place place = {3, AV_STAGE_APPEND, 0, 0, AV_LENS_PANELS};
    int salt = token_id(&run.lesson, "salt"), sour = feature(&run.lesson, "sour");
    cr_assert_eq(av_player_init(&player, &run.lesson, NULL), AV_OK);
    av_quiz_turn(&player, false);
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        cr_assert_eq(av_player_press(&player, keys[i], NULL), AV_OK);
    cr_assert_eq(av_matrix_row(&player.run.lesson->model.embedding, salt)[sour], 1);
    for (int quantity = AV_QUANTITY_QUERY; quantity <= AV_QUANTITY_VALUE; quantity++)
        for (int i = 0; i < run.n; i++) {
            bool same = true;
            for (int column = 0; column < av_quantity_width(&model.config, (enum av_quantity)quantity); column++)
                same = same && av_trace_value(&player.run.cached, (enum av_quantity)quantity, 0, i, column) ==
                                   av_trace_value(&run.trace, (enum av_quantity)quantity, 0, i, column);
            cr_assert_eq(same, i != 2 || quantity == AV_QUANTITY_VALUE, "quantity %d, row %d", quantity, i + 1);
        }
    cr_assert_eq(av_player_press(&player, 'u', NULL), AV_OK);
    cr_assert_eq(av_matrix_row(&player.run.lesson->model.embedding, salt)[sour], 0);
    av_player_finish(&player);
}
