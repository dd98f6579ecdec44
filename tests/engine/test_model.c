/* Configs that are refused, and what a new model holds. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/stage.h"
#include "attnviz/engine/trace.h"
#include "random_model.h"

static struct av_config small(void)
{
    return (struct av_config){.d_model = 6,
                              .n_layer = 2,
                              .n_head = 4,
                              .n_kv_head = 2,
                              .d_k = 4,
                              .d_v = 3,
                              .d_ff = 10,
                              .vocab_size = 7,
                              .n_ctx = 5,
                              .position = AV_POSITION_ROTARY,
                              .norm = AV_NORM_LAYER,
                              .feed_forward = AV_FEED_FORWARD_SWIGLU,
                              .bias = true,
                              .residual = true,
                              .norm_epsilon = 1e-5f,
                              .rotary_base = 10000.0f};
}

static void check_refused(const struct av_config *config, const char *place, const char *message)
{
    struct av_error error = {0};
    struct av_model model;
    cr_assert(av_config_check(config, &error) == AV_ERROR_VALUE, "%s", place);
    cr_assert_str_eq(error.place, place);
    cr_assert_str_eq(error.message, message);
    cr_assert(av_model_init(&model, config, 0, &error) == AV_ERROR_VALUE);
    cr_assert(av_config_check(config, NULL) == AV_ERROR_VALUE, "the error may be left out");
}

#define REFUSED(field, number, place, message)                                                                         \
    do {                                                                                                               \
        struct av_config config = small();                                                                             \
        config.field = number;                                                                                         \
        check_refused(&config, place, message);                                                                        \
    } while (0)

Test(model, sizes_that_make_no_model_are_refused_with_both_sides)
{
    struct av_config good = small();
    cr_assert(av_config_check(&good, NULL) == AV_OK);
    REFUSED(d_model, 0, "d_model", "1 to 32768 expected, 0 found");
    REFUSED(n_layer, -1, "n_layer", "1 to 1024 expected, -1 found");
    REFUSED(n_head, 1025, "n_head", "1 to 1024 expected, 1025 found");
    REFUSED(n_kv_head, 0, "n_kv_head", "1 to 1024 expected, 0 found");
    REFUSED(d_k, 0, "d_k", "1 to 32768 expected, 0 found");
    REFUSED(d_v, 1 << 20, "d_v", "1 to 32768 expected, 1048576 found");
    REFUSED(d_ff, -2, "d_ff", "0 to 262144 expected, -2 found");
    REFUSED(vocab_size, 0, "vocab_size", "1 to 1048576 expected, 0 found");
    REFUSED(n_ctx, 2147483647, "n_ctx", "1 to 1048576 expected, 2147483647 found");
}

Test(model, choices_that_do_not_go_together_are_refused_with_both_sides)
{
    REFUSED(n_kv_head, 3, "n_head", "a multiple of n_kv_head (3) expected, 4 found");
    REFUSED(n_kv_head, 8, "n_head", "a multiple of n_kv_head (8) expected, 4 found");
    REFUSED(d_k, 5, "d_k", "an even number expected (rotary positions turn pairs), 5 found");
    REFUSED(feed_forward, AV_FEED_FORWARD_NONE, "d_ff", "0 expected (feed_forward is none), 10 found");
    REFUSED(d_ff, 0, "d_ff", "at least 1 expected (there is a feed-forward), 0 found");
    REFUSED(norm_epsilon, -1.0f, "norm_epsilon", "0 to 1 expected, -1 found");
    REFUSED(norm_epsilon, NAN, "norm_epsilon", "0 to 1 expected, nan found");
    REFUSED(attends, AV_ATTENDS_SOURCE, "position",
            "none, learned or sinusoidal expected (a source and its target lie at no distance), rotary found");
    REFUSED(rotary_base, 0.0f, "rotary_base", "a number above 0 expected, 0 found");
    REFUSED(rotary_base, INFINITY, "rotary_base", "a number above 0 expected, inf found");
    REFUSED(norm, (enum av_norm)3, "norm", "a choice from 0 to 2 expected, 3 found");
    REFUSED(position, (enum av_position)9, "position", "a choice from 0 to 3 expected, 9 found");
    REFUSED(norm_place, (enum av_norm_place)2, "norm_place", "a choice from 0 to 1 expected, 2 found");
    REFUSED(feed_forward, (enum av_feed_forward)4, "feed_forward", "a choice from 0 to 3 expected, 4 found");
}

Test(model, numbers_that_nothing_uses_are_not_checked)
{
    struct av_config config = small();
    config.position = AV_POSITION_NONE;
    config.norm = AV_NORM_NONE;
    config.rotary_base = 0.0f;
    config.norm_epsilon = -1.0f;
    config.d_k = 5;
    cr_assert(av_config_check(&config, NULL) == AV_OK);
}

Test(model, a_model_larger_than_the_limit_is_refused_before_anything_is_allocated)
{
    struct av_config config = small(), huge = small();
    struct av_model model;
    struct av_error error = {0};
    size_t bytes;
    cr_assert(av_config_bytes(&config, &bytes, NULL) == AV_OK);
    cr_assert(av_model_init(&model, &config, bytes - 1, &error) == AV_ERROR_LIMIT);
    cr_assert(strstr(error.message, "bytes allowed, this one takes"));
    cr_assert(av_model_init(&model, &config, bytes, NULL) == AV_OK);
    cr_assert(model.arena.used == bytes, "%zu said, %zu taken", bytes, model.arena.used);
    av_model_finish(&model);

    huge.d_model = 1 << 15, huge.n_layer = 1 << 10, huge.n_head = 1 << 10, huge.n_kv_head = 1 << 10;
    huge.d_k = 1 << 15, huge.d_v = 1 << 15, huge.d_ff = 1 << 18, huge.vocab_size = 1 << 20, huge.n_ctx = 1 << 20;
    cr_assert(av_config_check(&huge, NULL) == AV_OK);
    cr_assert(av_config_bytes(&huge, &bytes, NULL) == AV_OK && bytes / 1024 / 1024 / 1024 > 1000000);
    cr_assert(av_model_init(&model, &huge, (size_t)1 << 30, &error) == AV_ERROR_LIMIT);
}

static int count_if(const struct av_matrix *matrix, float value)
{
    int count = 0;
    for (int i = 0; i < matrix->rows * matrix->cols; i++)
        count += matrix->data[i] == value;
    return count;
}

Test(model, a_new_model_has_its_shapes_zeros_and_gains_of_one)
{
    struct av_config config = small();
    struct av_model model;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    const struct av_layer *layer = &model.layers[1];
    const struct {
        const struct av_matrix *matrix;
        int rows, cols;
    } shapes[] = {
        {&model.embedding, 7, 6}, {&model.w_out, 6, 7},    {&layer->wq, 6, 16},     {&layer->wk, 6, 8},
        {&layer->wv, 6, 6},       {&layer->wo, 12, 6},     {&layer->w_gate, 6, 10}, {&layer->w_up, 6, 10},
        {&layer->w_down, 10, 6},  {&layer->bq, 1, 16},     {&layer->bk, 1, 8},      {&layer->bv, 1, 6},
        {&layer->bo, 1, 6},       {&layer->b_gate, 1, 10}, {&layer->b_up, 1, 10},   {&layer->b_down, 1, 6},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct av_matrix *matrix = shapes[i].matrix;
        cr_assert(matrix->rows == shapes[i].rows && matrix->cols == shapes[i].cols, "matrix %zu", i);
        cr_assert(count_if(matrix, 0.0f) == matrix->rows * matrix->cols);
        cr_assert((size_t)matrix->data % AV_ALIGNMENT == 0);
    }
    for (int i = 0; i < 2; i++) {
        cr_assert(count_if(&layer->norm_gain[i], 1.0f) == 6);
        cr_assert(count_if(&layer->norm_bias[i], 0.0f) == 6);
    }
    cr_assert(count_if(&model.final_gain, 1.0f) == 6);
    cr_assert_null(model.position_embedding.data);
    av_model_finish(&model);
}

Test(model, what_a_config_leaves_out_has_no_data)
{
    struct av_config config = {
        .d_model = 4, .n_layer = 1, .n_head = 1, .n_kv_head = 1, .d_k = 2, .d_v = 2, .n_ctx = 3, .vocab_size = 5};
    struct av_model model;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    const struct av_layer *layer = &model.layers[0];
    const struct av_matrix *const absent[] = {
        &layer->w_gate,
        &layer->w_up,
        &layer->w_down,
        &layer->bq,
        &layer->bk,
        &layer->bv,
        &layer->bo,
        &layer->b_gate,
        &layer->b_up,
        &layer->b_down,
        &layer->norm_gain[0],
        &layer->norm_gain[1],
        &layer->norm_bias[0],
        &layer->norm_bias[1],
        &model.final_gain,
        &model.final_bias,
        &model.rotary_cos,
        &model.rotary_sin,
        &model.position_embedding,
    };
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        cr_assert_null(absent[i]->data, "matrix %zu", i);
    /* E, W_Q, W_K, W_V, W_O, W_out */
    cr_assert(av_model_parameters(&model) == 5 * 4 + 4 * 2 + 4 * 2 + 4 * 2 + 2 * 4 + 4 * 5);
    av_model_finish(&model);
}

Test(model, parameters_are_what_training_would_set)
{
    struct av_config config = small();
    struct av_model model;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    size_t weights = 6 * (16 + 8 + 6) + 12 * 6 + 3 * 60, biases = 16 + 8 + 6 + 6 + 10 + 10 + 6, norms = 4 * 6;
    cr_assert(av_model_parameters(&model) == 7 * 6 + 2 * (weights + biases + norms) + 2 * 6 + 6 * 7);
    av_model_finish(&model);
    config.tied = true;
    config.position = AV_POSITION_LEARNED;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    cr_assert(av_model_parameters(&model) == 7 * 6 + 5 * 6 + 2 * (weights + biases + norms) + 2 * 6);
    av_model_finish(&model);
}

Test(model, sinusoids_are_those_of_the_paper)
{
    struct av_config config = small();
    struct av_model model;
    config.position = AV_POSITION_SINUSOIDAL;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    const float *zero = av_matrix_row(&model.position_embedding, 0), *one = av_matrix_row(&model.position_embedding, 1);
    for (int c = 0; c < 6; c++)
        cr_assert(zero[c] == (float)(c % 2));
    /* 10000^(2/6) = 21.544347, 10000^(4/6) = 464.15888 */
    const float expected[6] = {0.841470985f, 0.540302306f, 0.0463992f, 0.998922976f, 0.00215443f, 0.999997679f};
    for (int c = 0; c < 6; c++)
        cr_assert(fabsf(one[c] - expected[c]) < 1e-7f, "%d: %.9g", c, (double)one[c]);
    av_model_finish(&model);
}

Test(model, rotations_start_at_none_and_turn_by_one_radian_a_token)
{
    struct av_config config = small();
    struct av_model model;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    cr_assert(model.rotary_cos.rows == 5 && model.rotary_cos.cols == 2);
    cr_assert(model.rotary_sin.rows == 5 && model.rotary_sin.cols == 2);
    cr_assert(model.rotary_cos.data[0] == 1.0f && model.rotary_sin.data[0] == 0.0f && model.rotary_sin.data[1] == 0.0f);
    for (int pos = 0; pos < 5; pos++) {
        cr_assert(av_matrix_row(&model.rotary_cos, pos)[0] == (float)cos(pos));
        cr_assert(fabsf(av_matrix_row(&model.rotary_sin, pos)[1] - sinf((float)pos / 100.0f)) < 1e-7f);
    }
    av_model_finish(&model);
}

Test(model, a_tied_output_is_the_embedding_transposed_whenever_it_is_prepared)
{
    struct av_config config = small();
    struct av_model model;
    config.tied = true;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    for (int round = 1; round <= 2; round++) {
        for (int i = 0; i < 7 * 6; i++)
            model.embedding.data[i] = (float)(i * round);
        av_model_prepare(&model);
        for (int token = 0; token < 7; token++)
            for (int c = 0; c < 6; c++)
                cr_assert(av_matrix_row(&model.w_out, c)[token] == (float)((token * 6 + c) * round));
    }
    av_model_finish(&model);
}

/* What flows where, for each place of the norm: see the table in trace.h. */
Test(model, quantities_follow_the_config)
{
    struct av_config config = small();
    cr_assert(av_quantity_attention_input(&config) == AV_QUANTITY_NORM_1 &&
              av_quantity_attention_result(&config) == AV_QUANTITY_SUM_1);
    cr_assert(av_quantity_feed_forward_input(&config) == AV_QUANTITY_NORM_2 &&
              av_quantity_layer_result(&config) == AV_QUANTITY_SUM_2);
    cr_assert(av_quantity_width(&config, AV_QUANTITY_FINAL_NORM) == 6);
    config.norm_place = AV_NORM_AFTER;
    cr_assert(av_quantity_attention_input(&config) == AV_QUANTITY_INPUT &&
              av_quantity_attention_result(&config) == AV_QUANTITY_NORM_1);
    cr_assert(av_quantity_feed_forward_input(&config) == AV_QUANTITY_NORM_1 &&
              av_quantity_layer_result(&config) == AV_QUANTITY_NORM_2);
    cr_assert(av_quantity_width(&config, AV_QUANTITY_FINAL_NORM) == 0);
    config.norm = AV_NORM_NONE;
    cr_assert(av_quantity_attention_result(&config) == AV_QUANTITY_SUM_1 &&
              av_quantity_layer_result(&config) == AV_QUANTITY_SUM_2);
    config.residual = false;
    cr_assert(av_quantity_attention_result(&config) == AV_QUANTITY_OUTPUT &&
              av_quantity_layer_result(&config) == AV_QUANTITY_FEED);
    config.feed_forward = AV_FEED_FORWARD_NONE;
    cr_assert(av_quantity_layer_result(&config) == AV_QUANTITY_OUTPUT);
    cr_assert(av_quantity_width(&config, AV_QUANTITY_UP) == 0 && av_quantity_width(&config, AV_QUANTITY_GATE) == 0);
    cr_assert(av_stage_exists(&config, AV_STAGE_MASK));
    config.attends = AV_ATTENDS_SOURCE;
    cr_assert(!av_stage_exists(&config, AV_STAGE_MASK) && av_stage_exists(&config, AV_STAGE_SCALE));
    cr_assert(!av_stage_exists(&config, AV_STAGE_BLOCK) && av_stage_exists(&config, AV_STAGE_OUTPUT));
    config.residual = true;
    cr_assert(av_stage_exists(&config, AV_STAGE_BLOCK));
}

Test(model, stages_have_names_and_a_place)
{
    const char *const names[AV_STAGE_COUNT] = {"embed",   "project", "append", "scores", "scale",  "mask",
                                               "softmax", "mix",     "output", "block",  "logits", "next"};
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        cr_assert_str_eq(av_stage_name((enum av_stage)stage), names[stage]);
        cr_assert(av_stage_in_layer((enum av_stage)stage) == (stage >= 1 && stage <= 9));
    }
}
