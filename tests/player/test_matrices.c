/* Which matrices there are: what a lesson's notes may point at, and what the screen shows, agree for any model. */
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kit.h"

#define N_TOKEN 3

static char json[16384];

static void write(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void write(const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(json);
    va_start(arguments, format);
    int more = vsnprintf(json + length, sizeof json - length, format, arguments);
    va_end(arguments);
    cr_assert(more >= 0 && length + (size_t)more < sizeof json);
}

/* Weights by name: in a layer's object, or the model's. */
static void write_weight(const char *name)
{
    write("\"%s\": {\"random\": \"normal\", \"seed\": 1, \"std\": 0.1}, ", name);
}

static void write_layer(const struct av_config *config)
{
    static const char *const attention[] = {"wq", "wk", "wv", "wo"}, *const biases[] = {"bq", "bk", "bv", "bo"};
    bool feed = config->feed_forward != AV_FEED_FORWARD_NONE, gate = config->feed_forward == AV_FEED_FORWARD_SWIGLU;
    write("{");
    for (int i = 0; i < 4; i++) {
        write_weight(attention[i]);
        if (config->bias)
            write_weight(biases[i]);
    }
    if (gate)
        write_weight("w_gate");
    if (gate && config->bias)
        write_weight("b_gate");
    if (feed && config->bias) {
        write_weight("b_up");
        write_weight("b_down");
    }
    if (feed) {
        write_weight("w_up");
        write_weight("w_down");
    }
    json[strlen(json) - 2] = '\0'; /* the last comma */
    write("}");
}

static void write_config(const struct av_config *config)
{
    static const char *const positions[] = {"none", "learned", "sinusoidal", "rotary"};
    static const char *const norms[] = {"none", "layer", "rms"}, *const places[] = {"before", "after"};
    static const char *const feeds[] = {"none", "relu", "gelu", "swiglu"};
    write("\"vocabulary\": [");
    for (int id = 0; id < config->vocab_size; id++)
        write("%s\"t%d\"", id ? ", " : "", id);
    write("], \"d_model\": %d, \"n_layer\": %d, \"n_head\": %d, \"n_kv_head\": %d, \"d_k\": %d, \"d_v\": %d, ",
          config->d_model, config->n_layer, config->n_head, config->n_kv_head, config->d_k, config->d_v);
    write("\"d_ff\": %d, \"n_ctx\": %d, \"position\": \"%s\", \"norm\": \"%s\", \"norm_place\": \"%s\", ", config->d_ff,
          config->n_ctx, positions[config->position], norms[config->norm], places[config->norm_place]);
    write("\"feed_forward\": \"%s\", \"bias\": %s, \"tied\": %s, \"residual\": %s, ", feeds[config->feed_forward],
          config->bias ? "true" : "false", config->tied ? "true" : "false", config->residual ? "true" : "false");
}

/* A lesson of N_TOKEN tokens with one note, which points at a cell (counted from 0). */
static void write_lesson(const struct av_config *config, enum av_view_id id, int row, int column)
{
    json[0] = '\0';
    write("{\"attnviz\": 1, \"title\": {\"en\": \"T\", \"zh\": \"T\"}, \"teaches\": {\"en\": \"T\", \"zh\": \"T\"}, ");
    write("\"prompt\": [\"t0\"], \"generate\": %d, \"model\": {", N_TOKEN - 1);
    write_config(config);
    write_weight("embedding");
    if (config->position == AV_POSITION_LEARNED)
        write_weight("position_embedding");
    if (!config->tied)
        write_weight("w_out");
    write("\"layers\": [");
    for (int layer = 0; layer < config->n_layer; layer++) {
        write("%s", layer ? ", " : "");
        write_layer(config);
    }
    write("]}, \"notes\": [{\"cell\": {\"matrix\": \"%s\", \"row\": %d, \"column\": %d}, \"en\": \"N\", ",
          av_view_name(id), row + 1, column + 1);
    write("\"zh\": \"N\"}]}");
}

/* True where the lesson is accepted; the one fault that it may have is about the note's cell. */
static bool accepted(struct av_lesson *lesson)
{
    static const char place[] = "x.json: $.notes[0].cell.";
    struct av_report report;
    av_report_init(&report);
    bool good = av_lesson_parse(lesson, "x.json", ".", json, strlen(json), &report) == AV_OK;
    for (int i = 0; i < report.count; i++)
        cr_assert(strncmp(report.errors[i].place, place, strlen(place)) == 0, "%s: %s", report.errors[i].place,
                  report.errors[i].message);
    av_report_finish(&report);
    return good;
}

static bool accepts(const struct av_config *config, enum av_view_id id, int row, int column)
{
    struct av_lesson lesson;
    write_lesson(config, id, row, column);
    bool good = accepted(&lesson);
    if (good)
        av_lesson_finish(&lesson);
    return good;
}

static void check_matrix(const struct av_player *player, enum av_view_id id)
{
    const struct av_config *config = &player->lesson->model.config;
    struct av_view view = av_view_of(player, id);
    bool exists = av_view_exists(player, id);
    int last_row = exists ? view.rows - 1 : 0, last_column = exists ? view.columns - 1 : 0;
    cr_assert_eq(accepts(config, id, last_row, last_column), exists, "%s: %s", av_view_name(id), config_words(config));
    cr_assert_not(accepts(config, id, last_row + 1, last_column), "%s has %d rows", av_view_name(id), view.rows);
    cr_assert_not(accepts(config, id, last_row, last_column + 1), "%s has %d columns", av_view_name(id), view.columns);
}

Test(matrices, notes_may_point_at_what_the_screen_shows)
{
    struct random_numbers random = {7};
    for (int number = 0; number < RANDOM_CONFIGS; number += 11) {
        struct av_lesson lesson;
        struct av_player player;
        struct av_config config = random_config(&random, number);
        config.vocab_size = 2 + number % 3;
        write_lesson(&config, AV_VIEW_X, 0, 0);
        cr_assert(accepted(&lesson));
        kit_open(&player, &lesson);
        for (int id = 0; id < AV_VIEW_COST; id++)
            check_matrix(&player, (enum av_view_id)id);
        av_player_finish(&player);
        av_lesson_finish(&lesson);
    }
}

Test(matrices, have_no_shape_where_they_do_not_exist)
{
    struct av_config config = kit_config();
    int rows = 9, columns = 9;
    config.n_head = config.n_kv_head = 1;
    config.position = AV_POSITION_ROTARY;
    cr_assert_not(av_matrix_shape(&config, AV_VIEW_EMBEDDING, 5, 0, &rows, &columns), "x is all of it");
    cr_assert(rows == 0 && columns == 0);
    cr_assert_not(av_matrix_shape(&config, AV_VIEW_JOINED, 5, 0, &rows, &columns), "a·V is all of it");
    cr_assert(av_matrix_shape(&config, AV_VIEW_S, 5, 0, &rows, &columns));
    cr_assert(rows == 5 && columns == 5);
}

/* Each parameter of the model has a view, exactly where the model has the parameter, and the view shows its numbers. */
static void check_weight(const struct av_player *player, enum av_view_id id, const struct av_matrix *matrix, int first)
{
    struct av_view view = av_view_of(player, id);
    cr_assert_eq(view.columns > 0, matrix->data != NULL, "%s", av_view_name(id));
    cr_assert(matrix->data == NULL || view.rows == matrix->rows, "%s", av_view_name(id));
    for (int i = 0; i < view.rows; i++)
        for (int j = 0; j < view.columns; j++)
            cr_assert_eq(av_view_cell(&view, i, j).value, av_matrix_row(matrix, i)[first + j], "%s(%d, %d)",
                         av_view_name(id), i, j);
}

static void check_weights(const struct av_config *config)
{
    struct av_lesson lesson;
    struct av_player player;
    kit_lesson_init(&lesson, config, 5, 4, 0);
    kit_open(&player, &lesson);
    kit_go(&player, 2, AV_STAGE_MIX, 1, 3); /* head 3 is in group 1 of 2 */
    const struct av_layer *layer = &lesson.model.layers[1];
    int q = 3 * config->d_k, k = config->d_k, v = config->d_v;
    check_weight(&player, AV_VIEW_W_Q, &layer->wq, q);
    check_weight(&player, AV_VIEW_W_K, &layer->wk, k);
    check_weight(&player, AV_VIEW_W_V, &layer->wv, v);
    check_weight(&player, AV_VIEW_W_O, &layer->wo, 0);
    check_weight(&player, AV_VIEW_B_Q, &layer->bq, q);
    check_weight(&player, AV_VIEW_B_K, &layer->bk, k);
    check_weight(&player, AV_VIEW_B_V, &layer->bv, v);
    check_weight(&player, AV_VIEW_B_O, &layer->bo, 0);
    check_weight(&player, AV_VIEW_W_GATE, &layer->w_gate, 0);
    check_weight(&player, AV_VIEW_W_UP, &layer->w_up, 0);
    check_weight(&player, AV_VIEW_W_DOWN, &layer->w_down, 0);
    check_weight(&player, AV_VIEW_B_GATE, &layer->b_gate, 0);
    check_weight(&player, AV_VIEW_B_UP, &layer->b_up, 0);
    check_weight(&player, AV_VIEW_B_DOWN, &layer->b_down, 0);
    check_weight(&player, AV_VIEW_GAIN_1, &layer->norm_gain[0], 0);
    check_weight(&player, AV_VIEW_SHIFT_1, &layer->norm_bias[0], 0);
    check_weight(&player, AV_VIEW_GAIN_2, &layer->norm_gain[1], 0);
    check_weight(&player, AV_VIEW_SHIFT_2, &layer->norm_bias[1], 0);
    check_weight(&player, AV_VIEW_FINAL_GAIN, &lesson.model.final_gain, 0);
    check_weight(&player, AV_VIEW_FINAL_SHIFT, &lesson.model.final_bias, 0);
    check_weight(&player, AV_VIEW_W_OUT, &lesson.model.w_out, 0);
    kit_close(&player, &lesson);
}

Test(matrices, show_every_parameter_that_the_model_has)
{
    struct av_config config = kit_config();
    config.n_head = 4; /* in 2 groups */
    for (int norm = AV_NORM_NONE; norm <= AV_NORM_RMS; norm++)
        for (int after = 0; after <= 1; after++)
            for (int feed = AV_FEED_FORWARD_NONE; feed <= AV_FEED_FORWARD_SWIGLU; feed++)
                for (int bias = 0; bias <= 1; bias++) {
                    config.norm = (enum av_norm)norm;
                    config.norm_place = after ? AV_NORM_AFTER : AV_NORM_BEFORE;
                    config.feed_forward = (enum av_feed_forward)feed;
                    config.d_ff = feed == AV_FEED_FORWARD_NONE ? 0 : 5;
                    config.bias = bias;
                    check_weights(&config);
                }
}
