#include "random_model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* xorshift64* (Vigna 2016). */
uint64_t random_next(struct random_numbers *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * 0x2545f4914f6cdd1du;
}

int random_below(struct random_numbers *random, int n)
{
    return (int)((random_next(random) >> 33) % (uint64_t)n);
}

float random_float(struct random_numbers *random)
{
    return (float)(random_next(random) >> 40) * 0x1p-23f - 1.0f;
}

static int take(int *number, int choices)
{
    int choice = *number % choices;
    *number /= choices;
    return choice;
}

struct av_config random_config(struct random_numbers *random, int number)
{
    struct av_config config = {.norm_epsilon = 1e-5f, .rotary_base = 10000.0f};
    config.position = (enum av_position)take(&number, 4);
    config.feed_forward = (enum av_feed_forward)take(&number, 4);
    config.norm = (enum av_norm)take(&number, 3);
    config.norm_place = (enum av_norm_place)take(&number, 2);
    config.residual = take(&number, 2) == 0;
    config.bias = take(&number, 2) == 1;
    config.tied = take(&number, 2) == 1;
    config.n_kv_head = 1 + random_below(random, 3);
    config.n_head = config.n_kv_head * (1 + random_below(random, 3));
    config.d_model = 1 + random_below(random, 40);
    config.d_k = 1 + random_below(random, 20);
    config.d_v = 1 + random_below(random, 36);
    if (config.position == AV_POSITION_ROTARY)
        config.d_k += config.d_k % 2;
    if (config.feed_forward != AV_FEED_FORWARD_NONE)
        config.d_ff = 1 + random_below(random, 70);
    config.n_layer = 1 + random_below(random, 3);
    config.vocab_size = 2 + random_below(random, 60);
    /* Beyond 16 tokens a sum along a row has more than one round of its sixteen parts. */
    config.n_ctx = random_below(random, 4) == 0 ? 17 + random_below(random, 7) : 4 + random_below(random, 8);
    return config;
}

struct av_config random_cross_config(struct random_numbers *random, int number)
{
    struct av_config config = random_config(random, number);
    config.attends = AV_ATTENDS_SOURCE;
    if (config.position == AV_POSITION_ROTARY)
        config.position = AV_POSITION_NONE;
    return config;
}

static void fill(struct random_numbers *random, struct av_matrix *matrix, float middle, float spread)
{
    for (size_t i = 0; matrix->data && i < (size_t)matrix->rows * (size_t)matrix->cols; i++)
        matrix->data[i] = middle + spread * random_float(random);
}

/* Weights that keep a row's size about what it was: uniform with variance 1 / rows. */
static void fill_weight(struct random_numbers *random, struct av_matrix *weight, struct av_matrix *bias)
{
    fill(random, weight, 0.0f, sqrtf(3.0f / (float)weight->rows));
    fill(random, bias, 0.0f, 0.3f);
}

/* Sinusoids stay what they are; as many numbers are drawn all the same, so that a seed has the same weights after
 * them. */
static void fill_positions(struct random_numbers *random, struct av_model *model)
{
    struct av_matrix *positions = &model->position_embedding;
    if (model->config.position == AV_POSITION_LEARNED)
        fill(random, positions, 0.0f, 0.5f);
    for (int i = 0; model->config.position == AV_POSITION_SINUSOIDAL && i < positions->rows * positions->cols; i++)
        random_next(random);
}

void random_model_init(struct av_model *model, const struct av_config *config, struct random_numbers *random)
{
    struct av_error error = {0};
    cr_assert(av_model_init(model, config, 0, &error) == AV_OK, "%s: %s", error.place, error.message);
    fill(random, &model->embedding, 0.0f, 1.0f);
    fill_positions(random, model);
    fill(random, &model->final_gain, 1.0f, 0.3f);
    fill(random, &model->final_bias, 0.0f, 0.3f);
    fill(random, &model->w_out, 0.0f, sqrtf(3.0f / (float)config->d_model));
    for (int l = 0; l < config->n_layer; l++) {
        struct av_layer *layer = &model->layers[l];
        fill_weight(random, &layer->wq, &layer->bq);
        fill_weight(random, &layer->wk, &layer->bk);
        fill_weight(random, &layer->wv, &layer->bv);
        fill_weight(random, &layer->wo, &layer->bo);
        fill_weight(random, &layer->w_gate, &layer->b_gate);
        fill_weight(random, &layer->w_up, &layer->b_up);
        fill_weight(random, &layer->w_down, &layer->b_down);
        for (int i = 0; i < 2; i++) {
            fill(random, &layer->norm_gain[i], 1.0f, 0.3f);
            fill(random, &layer->norm_bias[i], 0.0f, 0.3f);
        }
    }
    av_model_prepare(model);
}

int random_model_matrices(struct av_model *model, struct av_matrix *list[RANDOM_MATRICES_MAX])
{
    struct av_matrix *whole[] = {&model->embedding, &model->position_embedding, &model->final_gain, &model->final_bias,
                                 &model->w_out,     &model->rotary_cos};
    int count = 0;
    for (size_t m = 0; m < sizeof whole / sizeof *whole; m++)
        if (whole[m]->data)
            list[count++] = whole[m];
    for (int l = 0; l < model->config.n_layer; l++) {
        struct av_layer *layer = &model->layers[l];
        struct av_matrix *of_layer[] = {
            &layer->wq,           &layer->wk,           &layer->wv,           &layer->wo,     &layer->w_gate,
            &layer->w_up,         &layer->w_down,       &layer->bq,           &layer->bk,     &layer->bv,
            &layer->bo,           &layer->b_gate,       &layer->b_up,         &layer->b_down, &layer->norm_gain[0],
            &layer->norm_gain[1], &layer->norm_bias[0], &layer->norm_bias[1],
        };
        for (size_t m = 0; m < sizeof of_layer / sizeof *of_layer; m++)
            if (of_layer[m]->data)
                list[count++] = of_layer[m];
    }
    cr_assert(count <= RANDOM_MATRICES_MAX);
    return count;
}

void random_tokens(struct random_numbers *random, const struct av_config *config, int *tokens, int n)
{
    for (int i = 0; i < n; i++)
        tokens[i] = random_below(random, config->vocab_size);
}

void random_bans(struct random_numbers *random, bool *banned, int n)
{
    for (int i = 0; i < n; i++)
        banned[i] = random_below(random, 4) == 0;
}

const char *config_words(const struct av_config *config)
{
    static char words[400];
    snprintf(words, sizeof words,
             "d_model %d, n_layer %d, n_head %d, n_kv_head %d, d_k %d, d_v %d, d_ff %d, vocab_size %d, attends %d, "
             "position %d, "
             "norm %d, "
             "norm_place %d, feed_forward %d, bias %d, tied %d, residual %d",
             config->d_model, config->n_layer, config->n_head, config->n_kv_head, config->d_k, config->d_v,
             config->d_ff, config->vocab_size, (int)config->attends, (int)config->position, (int)config->norm,
             (int)config->norm_place, (int)config->feed_forward, config->bias, config->tied, config->residual);
    return words;
}
