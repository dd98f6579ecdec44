/* Every cell on the screen, worked out again from what is said to be behind it. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "attnviz/player/explain.h"
#include "kit.h"

/* NaN is NaN: its bits are the processor's choice. */
static bool same_bits(float a, float b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* Explains each cell of a view. Returns how many had a number. */
static int check_view(const struct av_player *player, enum av_view_id id)
{
    struct av_view view = av_view_of(player, id);
    int count = 0;
    for (int i = 0; i < view.rows * view.columns; i++) {
        struct av_explanation explanation;
        int row = i / view.columns, column = i % view.columns;
        struct av_cell cell = av_view_cell(&view, row, column);
        bool explained = av_explain(&view, row, column, &explanation);
        cr_assert_eq(explained, cell.has_value);
        if (!explained)
            continue;
        float again = av_explain_redo(&explanation);
        cr_assert(same_bits(explanation.value, cell.value));
        cr_assert(same_bits(again, cell.value), "%s[%d][%d] at %s of token %d, cache %d: %.9g, again %.9g; %s",
                  av_view_name(id), row, column, av_stage_name((enum av_stage)player->place.stage), player->place.token,
                  player->cache_on, (double)cell.value, (double)again, config_words(&player->lesson->model.config));
        count++;
    }
    return count;
}

static int check_place(const struct av_player *player)
{
    int count = 0;
    for (int id = 0; id < AV_VIEW_COUNT; id++)
        count += check_view(player, (enum av_view_id)id);
    return count;
}

/* Every place of a lesson, both ways of decoding. */
static void check_lesson(const struct av_lesson *lesson, struct random_numbers *random)
{
    struct av_player player;
    int count = 0;
    kit_open(&player, lesson);
    do {
        player.place.head = random_below(random, lesson->model.config.n_head);
        count += check_place(&player);
        kit_do(&player, AV_COMMAND_CACHE);
        count += check_place(&player);
        kit_do(&player, AV_COMMAND_CACHE);
        kit_do(&player, AV_COMMAND_STAGE_NEXT);
    } while (player.place.token < player.run.n_token - 1 || player.place.stage != AV_STAGE_NEXT);
    count += check_place(&player);
    cr_assert_gt(count, 1000);
    av_player_finish(&player);
}

/* The options of config number, at a size that can be walked cell by cell. */
static struct av_config small_config(struct random_numbers *random, int number)
{
    struct av_config config = random_config(random, number);
    config.n_layer = 1 + number % 2;
    config.d_model = 1 + random_below(random, 5);
    config.d_k = 2 + 2 * random_below(random, 2);
    config.d_v = 1 + random_below(random, 3);
    config.d_ff = config.d_ff > 0 ? 1 + random_below(random, 4) : 0;
    config.vocab_size = 2 + random_below(random, 5);
    if (number % 3 == 0 && config.position != AV_POSITION_ROTARY)
        config.attends = AV_ATTENDS_SOURCE;
    return config;
}

static void sample_somehow(struct av_lesson *lesson, struct random_numbers *random)
{
    static const float temperatures[] = {0.0f, 0.5f, 1.0f, 2.0f}, shares[] = {1.0f, 0.9f, 0.5f};
    lesson->sampling.temperature = temperatures[random_below(random, 4)];
    lesson->sampling.top_k = random_below(random, 4);
    lesson->sampling.top_p = shares[random_below(random, 3)];
}

Test(explain, each_cell_of_random_models_to_the_last_bit)
{
    struct random_numbers random = {20240229};
    for (int number = 0; number < RANDOM_CONFIGS; number += 7) {
        struct av_lesson lesson;
        struct av_config config = small_config(&random, number);
        static const bool banned[4] = {[0] = true, [2] = true};
        kit_lesson_init(&lesson, &config, (uint64_t)number, 3, 1);
        lesson.rule = (struct av_rule){
            .scaled = number % 3 > 0, .mask = (enum av_mask)(number / 7 % 3), .banned = number % 2 ? banned : NULL};
        kit_fit_rule(&lesson);
        lesson.prefill = number / 7 % 2;
        sample_somehow(&lesson, &random);
        check_lesson(&lesson, &random);
        kit_lesson_finish(&lesson);
    }
}

/* One weight of a model that a learner has set to what is no number, or more than one. */
Test(explain, each_cell_where_weights_are_not_finite)
{
    static const float numbers[] = {INFINITY, NAN, FLT_MAX, -INFINITY, -1e30f};
    static const bool banned[4] = {[1] = true};
    struct random_numbers random = {61};
    for (int number = 0; number < RANDOM_CONFIGS; number += 13) {
        struct av_lesson lesson;
        struct av_matrix *list[RANDOM_MATRICES_MAX];
        struct av_config config = small_config(&random, number);
        kit_lesson_init(&lesson, &config, (uint64_t)number, 3, 1);
        lesson.rule = (struct av_rule){
            .scaled = number % 3 > 0, .mask = (enum av_mask)(number / 13 % 3), .banned = number % 2 ? banned : NULL};
        kit_fit_rule(&lesson);
        sample_somehow(&lesson, &random);
        const struct av_matrix *matrix = list[random_below(&random, random_model_matrices(&lesson.model, list))];
        int row = matrix == &lesson.model.embedding ? lesson.prompt[1] : random_below(&random, matrix->rows);
        av_matrix_row(matrix, row)[random_below(&random, matrix->cols)] = numbers[number % 5];
        av_model_prepare(&lesson.model);
        check_lesson(&lesson, &random);
        kit_lesson_finish(&lesson);
    }
}

/* Weights made by hand are mostly 0, and sums of them may be −0. */
Test(explain, each_cell_of_the_lessons_to_the_last_bit)
{
    static const char *const paths[] = {LESSONS "/generate.json", LESSONS "/pronoun.json"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct random_numbers random = {i + 1};
        struct av_report report;
        struct av_lesson lesson;
        av_report_init(&report);
        cr_assert_eq(av_lesson_load(&lesson, paths[i], &report), AV_OK, "%s", report.errors[0].message);
        check_lesson(&lesson, &random);
        lesson.prefill = true;
        check_lesson(&lesson, &random);
        av_lesson_finish(&lesson);
        av_report_finish(&report);
    }
}

Test(explain, each_cell_of_wide_models_to_the_last_bit)
{
    for (int rotary = 0; rotary < 2; rotary++) {
        struct av_config config = kit_wide_config(rotary != 0);
        struct av_lesson lesson;
        struct av_player player;
        kit_lesson_init(&lesson, &config, 8, 19, 1);
        kit_open(&player, &lesson);
        kit_go(&player, 19, AV_STAGE_NEXT, 0, 1);
        check_place(&player);
        kit_do(&player, AV_COMMAND_CACHE);
        check_place(&player);
        kit_close(&player, &lesson);
    }
}

static struct av_lesson lesson;
static struct av_player player;

static void open_config(const struct av_config *config)
{
    kit_lesson_init(&lesson, config, 9, 4, 0);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static struct av_explanation explain(enum av_view_id id, int row, int column)
{
    struct av_explanation explanation;
    struct av_view view = av_view_of(&player, id);
    cr_assert(av_explain(&view, row, column, &explanation), "%s[%d][%d]", av_view_name(id), row, column);
    return explanation;
}

static enum av_operation operation(enum av_view_id id)
{
    return explain(id, player.place.token, 0).operation;
}

Test(explain, names_the_operation_of_each_view)
{
    static const struct {
        enum av_view_id id;
        enum av_operation operation;
    } expected[] = {
        {AV_VIEW_EMBEDDING, AV_OPERATION_GIVEN}, {AV_VIEW_POSITION, AV_OPERATION_GIVEN},
        {AV_VIEW_X, AV_OPERATION_SUM},           {AV_VIEW_NORM_1, AV_OPERATION_NORM},
        {AV_VIEW_W_Q, AV_OPERATION_GIVEN},       {AV_VIEW_Q, AV_OPERATION_PRODUCTS},
        {AV_VIEW_K, AV_OPERATION_PRODUCTS},      {AV_VIEW_V, AV_OPERATION_PRODUCTS},
        {AV_VIEW_S, AV_OPERATION_MASK},          {AV_VIEW_A, AV_OPERATION_SOFTMAX},
        {AV_VIEW_MIX, AV_OPERATION_PRODUCTS},    {AV_VIEW_JOINED, AV_OPERATION_PRODUCTS},
        {AV_VIEW_OUTPUT, AV_OPERATION_PRODUCTS}, {AV_VIEW_SUM_1, AV_OPERATION_SUM},
        {AV_VIEW_NORM_2, AV_OPERATION_NORM},     {AV_VIEW_UP, AV_OPERATION_PRODUCTS},
        {AV_VIEW_HIDDEN, AV_OPERATION_RELU},     {AV_VIEW_FEED, AV_OPERATION_PRODUCTS},
        {AV_VIEW_SUM_2, AV_OPERATION_SUM},       {AV_VIEW_FINAL_NORM, AV_OPERATION_NORM},
        {AV_VIEW_LOGITS, AV_OPERATION_PRODUCTS}, {AV_VIEW_NEXT, AV_OPERATION_SOFTMAX},
    };
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_NEXT, 0, 0);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        cr_assert_eq(operation(expected[i].id), expected[i].operation, "%s", av_view_name(expected[i].id));
    close_player();
}

Test(explain, a_score_is_what_its_stage_makes_of_it)
{
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_APPEND, 0, 0);
    cr_assert_eq(explain(AV_VIEW_S, 2, 1).operation, AV_OPERATION_MASK, "as its own step finished it");
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    cr_assert_eq(operation(AV_VIEW_S), AV_OPERATION_PRODUCTS);
    cr_assert_eq(explain(AV_VIEW_S, 2, 1).operation, AV_OPERATION_PRODUCTS, "the same of an earlier token");
    kit_go(&player, 3, AV_STAGE_SCALE, 0, 0);
    cr_assert_eq(operation(AV_VIEW_S), AV_OPERATION_DIVIDE);
    cr_assert_eq(explain(AV_VIEW_S, 2, 1).operation, AV_OPERATION_DIVIDE);
    cr_assert_eq(explain(AV_VIEW_S, 3, 1).part[1], 4, "d_k");
    kit_go(&player, 3, AV_STAGE_MASK, 0, 0);
    cr_assert_eq(operation(AV_VIEW_S), AV_OPERATION_MASK);
    cr_assert_eq(explain(AV_VIEW_S, 3, 1).part[1], 0);
    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert_eq(explain(AV_VIEW_S, 1, 3).part[1], -INFINITY);
    close_player();
}

Test(explain, terms_are_the_numbers_that_other_views_show)
{
    struct av_config config = kit_config();
    config.n_head = 4;
    config.bias = true;
    open_config(&config);
    kit_do(&player, AV_COMMAND_CACHE);
    kit_go(&player, 3, AV_STAGE_OUTPUT, 1, 3);
    struct av_view x = av_view_of(&player, AV_VIEW_NORM_1), w_q = av_view_of(&player, AV_VIEW_W_Q);
    struct av_view weights = av_view_of(&player, AV_VIEW_A), values = av_view_of(&player, AV_VIEW_V);

    struct av_explanation q = explain(AV_VIEW_Q, 2, 1);
    cr_assert_eq(q.n_term, 6);
    cr_assert(q.has_bias);
    cr_assert_eq(q.part[0], lesson.model.layers[1].bq.data[3 * 4 + 1]);
    for (int k = 0; k < q.n_term; k++) {
        cr_assert_eq(av_explain_term(&q, k).a, av_view_cell(&x, 2, k).value);
        cr_assert_eq(av_explain_term(&q, k).b, av_view_cell(&w_q, k, 1).value);
    }
    struct av_explanation mix = explain(AV_VIEW_MIX, 2, 1);
    cr_assert_eq(mix.n_term, 3, "the tokens that it may see");
    for (int k = 0; k < mix.n_term; k++) {
        cr_assert_eq(av_explain_term(&mix, k).a, av_view_cell(&weights, 2, k).value);
        cr_assert_eq(av_explain_term(&mix, k).b, av_view_cell(&values, k, 1).value);
    }
    close_player();
}

Test(explain, a_norm_by_its_mean_and_variance)
{
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_PROJECT, 0, 0);
    struct av_explanation norm = explain(AV_VIEW_NORM_1, 3, 2);
    struct av_view x = av_view_of(&player, AV_VIEW_X);
    double mean = 0, variance = 0;
    for (int c = 0; c < 6; c++)
        mean += av_view_cell(&x, 3, c).value / 6.0;
    for (int c = 0; c < 6; c++)
        variance += (av_view_cell(&x, 3, c).value - mean) * (av_view_cell(&x, 3, c).value - mean) / 6.0;
    cr_assert_eq(norm.part[0], av_view_cell(&x, 3, 2).value);
    cr_assert_float_eq(norm.part[1], mean, 1e-6);
    cr_assert_float_eq(norm.part[2], variance, 1e-6);
    cr_assert_eq(norm.part[3], 1e-5f);
    close_player();
}

Test(explain, says_nothing_of_cells_without_a_number)
{
    struct av_config config = kit_config();
    struct av_explanation explanation;
    open_config(&config);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    struct av_view q = av_view_of(&player, AV_VIEW_Q), weights = av_view_of(&player, AV_VIEW_A);
    cr_assert_not(av_explain(&q, 0, 0, &explanation), "discarded");
    cr_assert_not(av_explain(&weights, 0, 1, &explanation), "never computed");
    cr_assert_not(av_explain(&weights, 3, 0, &explanation), "to come");
    close_player();
}
