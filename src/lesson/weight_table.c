#include "weight_table.h"

#include <stdio.h>

/* What a model needs to have for a weight to exist. */
enum need {
    NEED_BIAS = 1,
    NEED_FEED = 2,
    NEED_GATE = 4,
    NEED_NORM = 8,
    NEED_LAYER_NORM = 16,
    NEED_BEFORE = 32,
    NEED_LEARNED = 64,
    NEED_OWN_OUTPUT = 128,
    OPTIONAL = 256, /* no need: a weight that may be left out */
    ONES = 512,     /* and is then 1 instead of 0 */
};

#define MODEL(name) #name, offsetof(struct av_model, name)
#define LAYER(name) #name, offsetof(struct av_layer, name)
#define GAIN(n)     "norm_" #n "_gain", offsetof(struct av_layer, norm_gain[(n)-1])
#define SHIFT(n)    "norm_" #n "_bias", offsetof(struct av_layer, norm_bias[(n)-1])

static const struct weight model_weights[] = {
    {MODEL(embedding), DIM_VOCABULARY, DIM_MODEL, 0, AV_VIEW_EMBEDDING},
    {MODEL(position_embedding), DIM_CONTEXT, DIM_MODEL, NEED_LEARNED, AV_VIEW_POSITION},
    {MODEL(final_gain), DIM_ONE, DIM_MODEL, NEED_NORM | NEED_BEFORE | OPTIONAL | ONES, AV_VIEW_FINAL_GAIN},
    {MODEL(final_bias), DIM_ONE, DIM_MODEL, NEED_LAYER_NORM | NEED_BEFORE | OPTIONAL, AV_VIEW_FINAL_SHIFT},
    {MODEL(w_out), DIM_MODEL, DIM_VOCABULARY, NEED_OWN_OUTPUT, AV_VIEW_W_OUT},
};

static const struct weight layer_weights[] = {
    {LAYER(wq), DIM_MODEL, DIM_QUERIES, 0, AV_VIEW_W_Q},
    {LAYER(wk), DIM_MODEL, DIM_KEYS, 0, AV_VIEW_W_K},
    {LAYER(wv), DIM_MODEL, DIM_VALUES, 0, AV_VIEW_W_V},
    {LAYER(wo), DIM_JOINED, DIM_MODEL, 0, AV_VIEW_W_O},
    {LAYER(w_gate), DIM_MODEL, DIM_FEED, NEED_GATE, AV_VIEW_W_GATE},
    {LAYER(w_up), DIM_MODEL, DIM_FEED, NEED_FEED, AV_VIEW_W_UP},
    {LAYER(w_down), DIM_FEED, DIM_MODEL, NEED_FEED, AV_VIEW_W_DOWN},
    {LAYER(bq), DIM_ONE, DIM_QUERIES, NEED_BIAS, AV_VIEW_B_Q},
    {LAYER(bk), DIM_ONE, DIM_KEYS, NEED_BIAS, AV_VIEW_B_K},
    {LAYER(bv), DIM_ONE, DIM_VALUES, NEED_BIAS, AV_VIEW_B_V},
    {LAYER(bo), DIM_ONE, DIM_MODEL, NEED_BIAS, AV_VIEW_B_O},
    {LAYER(b_gate), DIM_ONE, DIM_FEED, NEED_GATE | NEED_BIAS, AV_VIEW_B_GATE},
    {LAYER(b_up), DIM_ONE, DIM_FEED, NEED_FEED | NEED_BIAS, AV_VIEW_B_UP},
    {LAYER(b_down), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_BIAS, AV_VIEW_B_DOWN},
    {GAIN(1), DIM_ONE, DIM_MODEL, NEED_NORM | OPTIONAL | ONES, AV_VIEW_GAIN_1},
    {SHIFT(1), DIM_ONE, DIM_MODEL, NEED_LAYER_NORM | OPTIONAL, AV_VIEW_SHIFT_1},
    {GAIN(2), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_NORM | OPTIONAL | ONES, AV_VIEW_GAIN_2},
    {SHIFT(2), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_LAYER_NORM | OPTIONAL, AV_VIEW_SHIFT_2},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

_Static_assert(COUNT(layer_weights) <= LAYER_WEIGHTS_MAX, "room for the names of a layer's weights");

const struct weight *av_model_weights(size_t *count)
{
    *count = COUNT(model_weights);
    return model_weights;
}

const struct weight *av_layer_weights(size_t *count)
{
    *count = COUNT(layer_weights);
    return layer_weights;
}

int av_dimension_size(const struct av_config *config, enum dimension dimension)
{
    switch (dimension) {
    case DIM_MODEL:
        return config->d_model;
    case DIM_QUERIES:
        return config->n_head * config->d_k;
    case DIM_KEYS:
        return config->n_kv_head * config->d_k;
    case DIM_VALUES:
        return config->n_kv_head * config->d_v;
    case DIM_JOINED:
        return config->n_head * config->d_v;
    case DIM_FEED:
        return config->d_ff;
    case DIM_VOCABULARY:
        return config->vocab_size;
    case DIM_CONTEXT:
        return config->n_ctx;
    default:
        return 1;
    }
}

const char *av_dimension_name(const struct av_config *config, enum dimension dimension)
{
    switch (dimension) {
    case DIM_MODEL:
        return "d_model";
    case DIM_QUERIES:
        return config->n_head == 1 ? "d_k" : "n_head·d_k";
    case DIM_KEYS:
        return config->n_kv_head == 1 ? "d_k" : "n_kv_head·d_k";
    case DIM_VALUES:
        return config->n_kv_head == 1 ? "d_v" : "n_kv_head·d_v";
    case DIM_JOINED:
        return config->n_head == 1 ? "d_v" : "n_head·d_v";
    case DIM_FEED:
        return "d_ff";
    case DIM_VOCABULARY:
        return "the vocabulary";
    case DIM_CONTEXT:
        return "n_ctx";
    default:
        return "1";
    }
}

const char *av_weight_obstacle(const struct av_config *config, const struct weight *weight)
{
    const struct {
        int need;
        bool met;
        const char *obstacle;
    } table[] = {
        {NEED_BIAS, config->bias, "\"bias\" is false"},
        {NEED_FEED, config->feed_forward != AV_FEED_FORWARD_NONE, "\"feed_forward\" is \"none\""},
        {NEED_GATE, config->feed_forward == AV_FEED_FORWARD_SWIGLU, "\"feed_forward\" is not \"swiglu\""},
        {NEED_NORM, config->norm != AV_NORM_NONE, "\"norm\" is \"none\""},
        {NEED_LAYER_NORM, config->norm == AV_NORM_LAYER, "\"norm\" is not \"layer\""},
        {NEED_BEFORE, config->norm_place == AV_NORM_BEFORE, "\"norm_place\" is not \"before\""},
        {NEED_LEARNED, config->position == AV_POSITION_LEARNED, "\"position\" is not \"learned\""},
        {NEED_OWN_OUTPUT, !config->tied, "\"tied\" is true"},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if ((weight->needs & table[i].need) && !table[i].met)
            return table[i].obstacle;
    return NULL;
}

bool av_weight_is_optional(const struct weight *weight)
{
    return (weight->needs & OPTIONAL) != 0;
}

float av_weight_default(const struct weight *weight)
{
    return weight->needs & ONES ? 1.0f : 0.0f;
}

void av_weight_write_place(const struct weight *weight, int layer, int row, int column, char *out, size_t size)
{
    char of_layer[24] = "", of_row[16] = "";
    if (layer >= 0)
        snprintf(of_layer, sizeof of_layer, "layers[%d].", layer);
    if (weight->rows != DIM_ONE)
        snprintf(of_row, sizeof of_row, "[%d]", row);
    snprintf(out, size, "$.model.%s%s%s[%d]", of_layer, weight->key, of_row, column);
}

static const struct weight *find(const struct weight *table, size_t count, enum av_view_id view)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].view == view)
            return &table[i];
    return NULL;
}

/* Where the head's part of a matrix begins in the whole. */
static int first_column(const struct av_config *config, enum av_view_id view, int head)
{
    int kv_head = head / (config->n_head / config->n_kv_head);
    switch (av_matrix_info(view)->columns) {
    case AV_AXIS_QUERY:
        return head * config->d_k;
    case AV_AXIS_KEY:
        return kv_head * config->d_k;
    case AV_AXIS_VALUE:
        return kv_head * config->d_v;
    default:
        return 0;
    }
}

bool av_weight_place(const struct av_config *config, enum av_view_id matrix, int layer, int head, int row, int column,
                     char *out, size_t size)
{
    out[0] = '\0';
    if (matrix == AV_VIEW_W_OUT && config->tied)
        return av_weight_place(config, AV_VIEW_EMBEDDING, layer, head, column, row, out, size);
    const struct weight *weight = find(model_weights, COUNT(model_weights), matrix);
    if (weight)
        layer = -1;
    else
        weight = find(layer_weights, COUNT(layer_weights), matrix);
    if (!weight || av_weight_obstacle(config, weight))
        return false;
    av_weight_write_place(weight, layer, row, first_column(config, matrix, head) + column, out, size);
    return true;
}
