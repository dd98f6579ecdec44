#include "attnviz/engine/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "packing.h"

static void pack_layer(struct av_packing *packing, const struct av_config *config, struct av_layer *layer)
{
    int d = config->d_model, ff = config->d_ff;
    int q = config->n_head * config->d_k, k = config->n_kv_head * config->d_k;
    int v = config->n_kv_head * config->d_v, joined = config->n_head * config->d_v;
    bool bias = config->bias, norm = config->norm != AV_NORM_NONE, layer_norm = config->norm == AV_NORM_LAYER;
    bool feed = config->feed_forward != AV_FEED_FORWARD_NONE, gate = config->feed_forward == AV_FEED_FORWARD_SWIGLU;

    layer->wq = av_packing_matrix(packing, true, d, q);
    layer->wk = av_packing_matrix(packing, true, d, k);
    layer->wv = av_packing_matrix(packing, true, d, v);
    layer->wo = av_packing_matrix(packing, true, joined, d);
    layer->w_gate = av_packing_matrix(packing, gate, d, ff);
    layer->w_up = av_packing_matrix(packing, feed, d, ff);
    layer->w_down = av_packing_matrix(packing, feed, ff, d);
    layer->bq = av_packing_matrix(packing, bias, 1, q);
    layer->bk = av_packing_matrix(packing, bias, 1, k);
    layer->bv = av_packing_matrix(packing, bias, 1, v);
    layer->bo = av_packing_matrix(packing, bias, 1, d);
    layer->b_gate = av_packing_matrix(packing, bias && gate, 1, ff);
    layer->b_up = av_packing_matrix(packing, bias && feed, 1, ff);
    layer->b_down = av_packing_matrix(packing, bias && feed, 1, d);
    for (int i = 0; i < 2; i++) {
        bool exists = norm && (i == 0 || feed);
        layer->norm_gain[i] = av_packing_matrix(packing, exists, 1, d);
        layer->norm_bias[i] = av_packing_matrix(packing, exists && layer_norm, 1, d);
    }
}

static void pack(struct av_packing *packing, struct av_model *model)
{
    const struct av_config *config = &model->config;
    int d = config->d_model, half = config->d_k / 2;
    bool last_norm = config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_BEFORE;
    bool table = config->position == AV_POSITION_LEARNED || config->position == AV_POSITION_SINUSOIDAL;
    bool rotary = config->position == AV_POSITION_ROTARY;

    model->embedding = av_packing_matrix(packing, true, config->vocab_size, d);
    model->position_embedding = av_packing_matrix(packing, table, config->n_ctx, d);
    model->rotary_cos = av_packing_matrix(packing, rotary, config->n_ctx, half);
    model->rotary_sin = av_packing_matrix(packing, rotary, config->n_ctx, half);
    model->layers = av_packing_take(packing, (size_t)config->n_layer, sizeof *model->layers);
    for (int l = 0; l < config->n_layer; l++) {
        struct av_layer counted;
        pack_layer(packing, config, model->layers ? &model->layers[l] : &counted);
    }
    model->final_gain = av_packing_matrix(packing, last_norm, 1, d);
    model->final_bias = av_packing_matrix(packing, last_norm && config->norm == AV_NORM_LAYER, 1, d);
    model->w_out = av_packing_matrix(packing, true, d, config->vocab_size);
}

enum av_status av_config_bytes(const struct av_config *config, size_t *bytes, struct av_error *error)
{
    struct av_packing packing = {0};
    struct av_model model = {.config = *config};
    pack(&packing, &model);
    if (packing.overflow)
        return av_error_set(error, AV_ERROR_LIMIT, "", "the model's size does not fit in memory addresses");
    *bytes = packing.size;
    return AV_OK;
}

static void set_ones(struct av_matrix *matrix)
{
    for (int c = 0; matrix->data && c < matrix->cols; c++)
        matrix->data[c] = 1.0f;
}

/* P[pos][2i] = sin(pos / 10000^(2i/d_model)), P[pos][2i + 1] = cos of the same (Vaswani et al. 2017, 3.5). */
static void fill_sinusoids(struct av_matrix *table)
{
    for (int c = 0; c < table->cols; c++) {
        double wavelength = pow(10000.0, (double)(c - c % 2) / table->cols);
        for (int pos = 0; pos < table->rows; pos++) {
            double angle = pos / wavelength;
            av_matrix_row(table, pos)[c] = (float)(c % 2 == 0 ? sin(angle) : cos(angle));
        }
    }
}

/* cos and sin of pos · base^(−2i/d_k) (Su et al. 2021, equation 15). */
static void fill_rotations(struct av_model *model)
{
    int half = model->config.d_k / 2;
    for (int i = 0; i < half; i++) {
        double frequency = pow((double)model->config.rotary_base, -(double)i / half);
        for (int pos = 0; pos < model->config.n_ctx; pos++) {
            av_matrix_row(&model->rotary_cos, pos)[i] = (float)cos(pos * frequency);
            av_matrix_row(&model->rotary_sin, pos)[i] = (float)sin(pos * frequency);
        }
    }
}

/* The matrices, all 0, in one block that the arena owns. */
static enum av_status allocate(struct av_model *model, const struct av_config *config, struct av_error *error)
{
    size_t bytes = 0;
    enum av_status status = av_config_bytes(config, &bytes, error);
    if (status != AV_OK)
        return status;
    *model = (struct av_model){.config = *config};
    av_arena_init(&model->arena, 0);
    struct av_packing packing = {.base = av_arena_allocate(&model->arena, bytes, 1)};
    if (!packing.base) {
        av_arena_finish(&model->arena);
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a model of %zu bytes", bytes);
    }
    pack(&packing, model);
    return AV_OK;
}

enum av_status av_model_init(struct av_model *model, const struct av_config *config, size_t limit,
                             struct av_error *error)
{
    size_t bytes = 0;
    enum av_status status = av_config_check(config, error);
    if (status == AV_OK)
        status = av_config_bytes(config, &bytes, error);
    if (status != AV_OK)
        return status;
    if (limit != 0 && bytes > limit)
        return av_error_set(error, AV_ERROR_LIMIT, "", "a model of at most %zu bytes allowed, this one takes %zu",
                            limit, bytes);
    status = allocate(model, config, error);
    if (status != AV_OK)
        return status;
    for (int l = 0; l < config->n_layer; l++)
        for (int i = 0; i < 2; i++)
            set_ones(&model->layers[l].norm_gain[i]);
    set_ones(&model->final_gain);
    if (config->position == AV_POSITION_SINUSOIDAL)
        fill_sinusoids(&model->position_embedding);
    if (config->position == AV_POSITION_ROTARY)
        fill_rotations(model);
    return AV_OK;
}

void av_model_finish(struct av_model *model)
{
    av_arena_finish(&model->arena);
}

void av_model_prepare(struct av_model *model)
{
    for (int token = 0; model->config.tied && token < model->config.vocab_size; token++)
        for (int c = 0; c < model->config.d_model; c++)
            av_matrix_row(&model->w_out, c)[token] = av_matrix_row(&model->embedding, token)[c];
}

enum av_status av_model_copy(struct av_model *copy, const struct av_model *model, struct av_error *error)
{
    enum av_status status = allocate(copy, &model->config, error);
    if (status == AV_OK)
        av_model_assign(copy, model);
    return status;
}

/* All of a model lies in one block, whose first part is the embedding. */
void av_model_assign(struct av_model *model, const struct av_model *from)
{
    assert(av_config_equal(&model->config, &from->config));
    struct av_packing packing = {.base = (unsigned char *)model->embedding.data};
    size_t bytes = 0;
    av_config_bytes(&from->config, &bytes, NULL);
    memmove(packing.base, from->embedding.data, bytes);
    pack(&packing, model); /* the layers have come with the places of the other's matrices */
}

static size_t numbers(const struct av_matrix *matrix)
{
    return matrix->data ? (size_t)matrix->rows * (size_t)matrix->cols : 0;
}

size_t av_model_parameters(const struct av_model *model)
{
    const struct av_config *config = &model->config;
    struct av_packing packing = {0};
    struct av_layer layer;
    pack_layer(&packing, config, &layer);
    size_t count = (size_t)config->n_layer * packing.numbers;
    count += numbers(&model->embedding) + numbers(&model->final_gain) + numbers(&model->final_bias);
    if (config->position == AV_POSITION_LEARNED)
        count += numbers(&model->position_embedding);
    if (!config->tied)
        count += numbers(&model->w_out);
    return count;
}
