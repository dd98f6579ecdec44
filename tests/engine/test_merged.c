/* The merged way of scoring against the ordinary one, and the rank of matrices whose rank is known. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/merged.h"
#include "random_model.h"

#define N_MAX    24
#define SIDE_MAX 41

struct scoring {
    float between[SIDE_MAX], scores[N_MAX];
    struct av_work work;
};

struct run {
    struct av_model model;
    struct av_trace trace;
    struct av_merged merged;
};

static void check_counts(const struct run *run, int n, const struct scoring *apart, const struct scoring *merged)
{
    const struct av_config *config = &run->model.config;
    unsigned d = (unsigned)config->d_model, d_k = (unsigned)config->d_k, keys = (unsigned)n;
    unsigned made = config->attends == AV_ATTENDS_SELF ? 2 : 1; /* q and k, or q alone */
    cr_assert_eq(apart->work.multiply_adds[AV_WORK_PROJECT], made * d * d_k);
    cr_assert_eq(apart->work.multiply_adds[AV_WORK_SCORES], keys * d_k);
    cr_assert_eq(apart->work.cache_bytes_written, d_k * 4);
    cr_assert_eq(apart->work.cache_bytes_read, keys * d_k * 4);
    cr_assert_eq(merged->work.multiply_adds[AV_WORK_PROJECT], d * (config->bias ? d + 1 : d));
    cr_assert_eq(merged->work.multiply_adds[AV_WORK_SCORES], keys * d);
    cr_assert_eq(merged->work.cache_bytes_written, d * 4);
    cr_assert_eq(merged->work.cache_bytes_read, keys * d * 4);
    cr_assert_eq(av_work_multiply_adds(&apart->work), made * d * d_k + keys * d_k, "and nothing else");
}

/* Σ |x·W_Q|·|x·W_K| of a score, from the model's own weights. */
static double size_of(const struct run *run, int layer, int head, int i, int j)
{
    const struct av_config *config = &run->model.config;
    const struct av_layer *w = &run->model.layers[layer];
    const struct av_matrix *weights[2] = {&w->wq, &w->wk}, *biases[2] = {&w->bq, &w->bk};
    int kv = head * config->n_kv_head / config->n_head, heads[2] = {head, kv}, tokens[2] = {i, j};
    enum av_quantity input = av_quantity_attention_input(config);
    enum av_quantity reads[2] = {input, config->attends == AV_ATTENDS_SOURCE ? AV_QUANTITY_SOURCE : input};
    double sum = 0;
    for (int c = 0; c < config->d_k; c++) {
        double sizes[2];
        for (int s = 0; s < 2; s++) {
            int column = heads[s] * config->d_k + c;
            sizes[s] = biases[s]->data ? fabs((double)biases[s]->data[column]) : 0;
            for (int r = 0; r < config->d_model; r++)
                sizes[s] += fabs((double)av_trace_value(&run->trace, reads[s], layer, tokens[s], r) *
                                 (double)av_matrix_row(weights[s], r)[column]);
        }
        sum += sizes[0] * sizes[1];
    }
    return sum;
}

static void check_scores(const struct run *run, int layer, int head, int i, int n)
{
    const struct av_config *config = &run->model.config;
    struct scoring apart = {.work = {.multiply_adds = {0}}}, merged = apart;
    av_apart_scores(&run->merged, &run->trace, i, n, apart.between, apart.scores, &apart.work);
    av_merged_scores(&run->merged, &run->trace, i, n, merged.between, merged.scores, &merged.work);
    check_counts(run, n, &apart, &merged);
    for (int c = 0; c < config->d_k; c++)
        cr_assert_eq(apart.between[c], av_trace_value(&run->trace, AV_QUANTITY_QUERY, layer, i, head * config->d_k + c),
                     "q");
    for (int j = 0; j < n; j++) {
        double size = av_merged_size(&run->merged, &run->trace, i, j);
        double difference = fabs((double)(merged.scores[j] - apart.scores[j]));
        cr_assert_eq(apart.scores[j], av_trace_score(&run->trace, AV_SCORE_RAW, layer, head, i, j));
        cr_assert(fabs(size - size_of(run, layer, head, i, j)) <= 1e-12 * size);
        cr_assert(difference <= av_merged_bound(&run->merged, size) && difference <= 1e-5 * size,
                  "row %d, key %d: %g and %g, size %g: %s", i, j, (double)apart.scores[j], (double)merged.scores[j],
                  size, config_words(config));
    }
}

static void check_head(struct run *run, int layer, int head)
{
    const struct av_config *config = &run->model.config;
    int side = config->d_model + config->bias, most = config->d_k < side ? config->d_k : side;
    cr_assert(av_merged_init(&run->merged, &run->model, layer, head, NULL) == AV_OK);
    cr_assert_eq(run->merged.w.rows, side);
    cr_assert_eq(run->merged.rank, most, "%s", config_words(config)); /* of random weights it is all that it can be */
    cr_assert(av_merged_is_of(&run->merged, &run->model, layer, head));
    for (int i = 0; i < run->trace.n; i += 3) {
        check_scores(run, layer, head, i, av_trace_keys(&run->trace, i + 1));
        check_scores(run, layer, head, i, av_trace_keys(&run->trace, run->trace.n));
    }
    av_merged_finish(&run->merged);
}

/* With every norm and its place, positions, biases, and heads that share keys. */
Test(merged, scores_are_those_of_the_ordinary_way)
{
    struct random_numbers random = {7};
    int met = 0;
    for (int number = 0; number < RANDOM_CONFIGS; number += 5) {
        struct av_config config = random_config(&random, number);
        struct av_rule rule = {.scaled = true, .mask = AV_MASK_CAUSAL};
        struct run run;
        int tokens[N_MAX];
        random_model_init(&run.model, &config, &random);
        random_tokens(&random, &config, tokens, config.n_ctx);
        cr_assert(av_trace_init(&run.trace, &run.model, rule, config.n_ctx, NULL) == AV_OK);
        for (int i = 0; i < config.n_ctx; i++)
            cr_assert(av_decoder_append(&run.trace, tokens[i], NULL) == AV_OK);
        for (int head = 0; config.position != AV_POSITION_ROTARY && head < config.n_head; head++, met++)
            check_head(&run, config.n_layer - 1, head);
        av_trace_finish(&run.trace);
        av_model_finish(&run.model);
    }
    cr_assert_gt(met, 200);
}

/* q of the target, and the source's rows in the place of its keys. */
Test(merged, scores_with_a_source_are_those_of_the_ordinary_way)
{
    struct random_numbers random = {8};
    struct av_rule rule = {.scaled = true, .mask = AV_MASK_NONE};
    for (int number = 0; number < RANDOM_CONFIGS; number += 23) {
        struct av_config config = random_cross_config(&random, number);
        struct run run;
        int tokens[N_MAX], source[N_MAX];
        random_model_init(&run.model, &config, &random);
        random_tokens(&random, &config, tokens, config.n_ctx);
        random_tokens(&random, &config, source, config.n_ctx);
        cr_assert(av_trace_init_cross(&run.trace, &run.model, rule, config.n_ctx, source, config.n_ctx - 1, NULL) ==
                  AV_OK);
        for (int i = 0; i < config.n_ctx; i++)
            cr_assert(av_decoder_append(&run.trace, tokens[i], NULL) == AV_OK);
        for (int head = 0; head < config.n_head; head++)
            check_head(&run, config.n_layer - 1, head);
        av_trace_finish(&run.trace);
        av_model_finish(&run.model);
    }
}

Test(merged, what_cannot_be_merged_is_refused)
{
    struct av_config config = {.d_model = 4, .n_layer = 1, .n_head = 1, .n_kv_head = 1, .d_k = 2, .d_v = 1};
    struct av_model model;
    struct av_merged merged;
    struct av_error error = {0};
    config.vocab_size = config.n_ctx = 2;
    config.position = AV_POSITION_ROTARY;
    config.rotary_base = 10000.0f;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    cr_assert_eq(av_merged_init(&merged, &model, 0, 0, &error), AV_ERROR_VALUE);
    cr_assert_str_eq(error.place, "position");
    av_model_finish(&model);
    config.position = AV_POSITION_NONE;
    config.d_model = AV_MERGED_SIDE_MAX + 1;
    cr_assert(av_model_init(&model, &config, 0, NULL) == AV_OK);
    cr_assert_eq(av_merged_init(&merged, &model, 0, 0, &error), AV_ERROR_LIMIT);
    cr_assert_str_eq(error.place, "d_model");
    av_model_finish(&model);
}

/* Any number of the head's own weights, and of no other head's, makes it another matrix. */
Test(merged, a_changed_weight_is_noticed)
{
    struct random_numbers random = {3};
    struct av_config config = {.d_model = 5, .n_layer = 2, .n_head = 4, .n_kv_head = 2, .d_k = 3, .d_v = 2};
    struct av_model model;
    struct av_merged merged;
    config.bias = true;
    config.vocab_size = config.n_ctx = 3;
    random_model_init(&model, &config, &random);
    cr_assert(av_merged_init(&merged, &model, 1, 2, NULL) == AV_OK);
    const struct {
        struct av_matrix *matrix;
        int row, col;
        bool own;
    } cases[] = {
        {&model.layers[1].wq, 0, 6, true},  {&model.layers[1].wq, 4, 8, true},  {&model.layers[1].wq, 4, 5, false},
        {&model.layers[1].wq, 0, 9, false}, {&model.layers[1].wk, 2, 3, true},  {&model.layers[1].wk, 2, 2, false},
        {&model.layers[1].bq, 0, 7, true},  {&model.layers[1].bq, 0, 0, false}, {&model.layers[1].bk, 0, 5, true},
        {&model.layers[0].wq, 0, 6, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float *number = &av_matrix_row(cases[i].matrix, cases[i].row)[cases[i].col], was = *number;
        *number += 1.0f;
        cr_assert_eq(av_merged_is_of(&merged, &model, 1, 2), !cases[i].own, "case %zu", i);
        *number = was;
        cr_assert(av_merged_is_of(&merged, &model, 1, 2));
    }
    cr_assert_not(av_merged_is_of(&merged, &model, 1, 3));
    cr_assert_not(av_merged_is_of(&merged, &model, 0, 2));
    av_merged_finish(&merged);
    av_model_finish(&model);
}

/* A sum of rank products of a column and a row, of numbers that are whole, so that it is exact. */
static void fill_with_rank(struct random_numbers *random, struct av_matrix *matrix, int rank)
{
    memset(matrix->data, 0, (size_t)matrix->rows * (size_t)matrix->cols * sizeof *matrix->data);
    for (int r = 0; r < rank; r++) {
        int column[SIDE_MAX], row[SIDE_MAX];
        for (int i = 0; i < matrix->rows; i++) {
            /* 16 at r and 0 before it: no such column or row is a sum of the others, or nearly so */
            column[i] = i < r ? 0 : i == r ? 16 : random_below(random, 3) - 1;
            row[i] = i < r ? 0 : i == r ? 16 : random_below(random, 3) - 1;
        }
        for (int i = 0; i < matrix->rows; i++)
            for (int j = 0; j < matrix->cols; j++)
                av_matrix_row(matrix, i)[j] += (float)(column[i] * row[j]);
    }
}

Test(merged, the_rank_is_found)
{
    struct random_numbers random = {11};
    float data[SIDE_MAX * SIDE_MAX];
    double room[SIDE_MAX * SIDE_MAX];
    for (int side = 1; side <= SIDE_MAX; side += 4) {
        struct av_matrix matrix = {data, side, side};
        for (int rank = 0; rank <= side; rank++) {
            fill_with_rank(&random, &matrix, rank);
            cr_assert_eq(av_merged_rank(&matrix, room), rank, "%d × %d", side, side);
        }
        data[side * side - 1] = side % 8 == 1 ? NAN : INFINITY;
        cr_assert_eq(av_merged_rank(&matrix, room), AV_MERGED_RANK_NONE);
    }
    /* a pivot on the diagonal is 0, and one that is small beside the others counts, unless rounding could have made
     * it */
    float small[9] = {0, 2, 0, 2, 0, 0, 0, 0, 1e-5f};
    struct av_matrix matrix = {small, 3, 3};
    cr_assert_eq(av_merged_rank(&matrix, room), 3);
    small[8] = 5e-7f; /* 3·2⁻²³·2 is 7.2e-7 */
    cr_assert_eq(av_merged_rank(&matrix, room), 2);
}
