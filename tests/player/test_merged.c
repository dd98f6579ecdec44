/* Both ways of scoring where the learner stands, against scores in double from the model's own weights. */
#include <criterion/criterion.h>

#include <math.h>

#include "kit.h"

#define N 6

static struct av_lesson lesson;
static struct av_player player;

static void open_with(const struct av_config *config)
{
    kit_lesson_init(&lesson, config, 17, N, 1);
    kit_open(&player, &lesson);
    kit_press(&player, "M");
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

/* A number of q or k, in double, from what attention reads. */
static double projected(int token, const struct av_matrix *weight, const struct av_matrix *bias, int column)
{
    const struct av_config *config = &player.run.lesson->model.config;
    double sum = bias->data ? (double)bias->data[column] : 0;
    for (int row = 0; row < config->d_model; row++)
        sum += (double)av_matrix_row(weight, row)[column] * (double)av_trace_value(av_player_trace(&player),
                                                                                   av_quantity_attention_input(config),
                                                                                   player.place.layer, token, row);
    return sum;
}

static void check_place(void)
{
    const struct av_config *config = &player.run.lesson->model.config;
    const struct av_layer *w = &player.run.lesson->model.layers[player.place.layer];
    int i = player.place.token, head = player.place.head, kv = head * config->n_kv_head / config->n_head;
    cr_assert(player.place.lens == AV_LENS_MERGED && player.merging.status == AV_OK);
    for (int j = 0; j <= i; j++) {
        double score = 0;
        for (int c = 0; c < config->d_k; c++)
            score += projected(i, &w->wq, &w->bq, head * config->d_k + c) *
                     projected(j, &w->wk, &w->bk, kv * config->d_k + c);
        cr_assert(fabs(score - (double)player.merging.apart.scores[j]) < 1e-5, "%d, %d", i, j);
        cr_assert(fabs(score - (double)player.merging.merged.scores[j]) < 1e-5, "%d, %d", i, j);
    }
    struct av_merging_agreement agreement = av_merging_agree(&player);
    cr_assert(agreement.max_difference <= agreement.bound && agreement.bound < 1e-4, "%g > %g",
              agreement.max_difference, agreement.bound);
}

/* Wherever one goes, whatever is changed: a weight as well. */
Test(merged, scores_follow_the_place_and_the_lesson)
{
    static const char *const keys[] = {"n", "n", "]", "}",   "c", "m",           "m",    "m",
                                       "[", "{", "p", "End", "s", "i t 2 Enter", "Home", "u"};
    struct av_config config = kit_config();
    open_with(&config);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        kit_press(&player, keys[i]);
        check_place();
    }
    close_player();
}

/* The matrix is not made anew at each step, but as soon as a weight of the head is another one. */
Test(merged, another_weight_makes_another_matrix)
{
    struct av_config config = kit_config();
    struct av_error error = {0};
    open_with(&config);
    const float *was = player.merging.matrices.w.data;
    kit_press(&player, "n");
    cr_assert_eq(player.merging.matrices.w.data, was);
    lesson.model.layers[0].wk.data[2] += 0.75f;
    cr_assert_eq(av_run_again(&player.run, &lesson, false, &error), AV_OK);
    kit_press(&player, "n");
    check_place();
    close_player();
}

Test(merged, biases_and_shared_keys_are_in_the_matrix)
{
    struct av_config config = kit_config();
    config.n_head = 4;
    config.bias = true;
    open_with(&config);
    kit_press(&player, "End ] ] ]");
    check_place();
    cr_assert_eq(player.place.head, 3);
    cr_assert_eq(player.merging.matrices.w.rows, 7);
    cr_assert_eq(player.merging.matrices.rank, 4, "d_k, of a matrix of 7 × 7");
    close_player();
}

/* What is kept for the lens is given back; rotary positions have no such matrix, and the lens stands. */
Test(merged, rotary_positions_are_refused_and_nothing_is_kept_outside)
{
    struct av_config config = kit_config();
    open_with(&config);
    cr_assert_not_null(player.merging.matrices.w.data);
    kit_press(&player, "Escape");
    cr_assert_null(player.merging.matrices.w.data);
    close_player();
    config.position = AV_POSITION_ROTARY;
    open_with(&config);
    cr_assert_eq(player.merging.status, AV_ERROR_VALUE);
    kit_press(&player, "n ] } c Tab + -");
    cr_assert_eq(player.place.lens, AV_LENS_MERGED);
    close_player();
}

Test(merged, the_window_begins_at_any_feature)
{
    struct av_config config = kit_config();
    open_with(&config);
    kit_press(&player, "+ + -");
    cr_assert_eq(player.merging.first, 1);
    kit_press(&player, "+ + + + + +");
    cr_assert_eq(player.merging.first, 5);
    cr_assert_eq(player.notice, AV_NOTICE_LARGEST);
    close_player();
}

/* A difference that is more than rounding is seen, and one that is no number. */
Test(merged, a_wrong_score_is_seen)
{
    struct av_config config = kit_config();
    open_with(&config);
    kit_press(&player, "End");
    struct av_merging_agreement agreement = av_merging_agree(&player);
    player.merging.merged.scores[2] += 100 * (float)agreement.bound;
    cr_assert_gt(av_merging_agree(&player).max_difference, av_merging_agree(&player).bound);
    player.merging.merged.scores[2] = NAN;
    cr_assert(isnan(av_merging_agree(&player).max_difference));
    close_player();
}

/* Against counting n up, one after the other. */
Test(merged, where_one_matrix_is_cheaper)
{
    for (int d_model = 1; d_model <= 12; d_model++)
        for (int d_k = 1; d_k <= 14; d_k++)
            for (int bias = 0; bias < 2; bias++) {
                struct av_config config = {.d_model = d_model, .d_k = d_k, .bias = bias == 1};
                int64_t most = 0;
                for (int64_t n = 1; n <= 1000; n++) {
                    bool cheaper = d_model * (d_model + bias) + n * d_model < 2 * d_model * d_k + n * d_k;
                    cr_assert(!cheaper || most == n - 1, "without a gap");
                    most = cheaper ? n : most;
                }
                int64_t found = av_merging_cheaper_up_to(&config);
                cr_assert_eq(found, most == 1000 ? AV_MERGING_ALWAYS : most, "d_model %d, d_k %d", d_model, d_k);
            }
}
