#include "weights.h"

#include <float.h>
#include <stddef.h>
#include <stdio.h>

#include "stream.h"

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
    OPTIONAL = 256, /* no need: a weight that has a default */
};

struct weight {
    const char *key;
    size_t offset; /* of its matrix in struct av_model or struct av_layer */
    enum dimension rows, cols;
    int needs;
};

#define MODEL(name) #name, offsetof(struct av_model, name)
#define LAYER(name) #name, offsetof(struct av_layer, name)
#define GAIN(n)     "norm_" #n "_gain", offsetof(struct av_layer, norm_gain[(n)-1])
#define SHIFT(n)    "norm_" #n "_bias", offsetof(struct av_layer, norm_bias[(n)-1])

static const struct weight model_weights[] = {
    {MODEL(embedding), DIM_VOCABULARY, DIM_MODEL, 0},
    {MODEL(position_embedding), DIM_CONTEXT, DIM_MODEL, NEED_LEARNED},
    {MODEL(final_gain), DIM_ONE, DIM_MODEL, NEED_NORM | NEED_BEFORE | OPTIONAL},
    {MODEL(final_bias), DIM_ONE, DIM_MODEL, NEED_LAYER_NORM | NEED_BEFORE | OPTIONAL},
    {MODEL(w_out), DIM_MODEL, DIM_VOCABULARY, NEED_OWN_OUTPUT},
};

static const struct weight layer_weights[] = {
    {LAYER(wq), DIM_MODEL, DIM_QUERIES, 0},
    {LAYER(wk), DIM_MODEL, DIM_KEYS, 0},
    {LAYER(wv), DIM_MODEL, DIM_VALUES, 0},
    {LAYER(wo), DIM_JOINED, DIM_MODEL, 0},
    {LAYER(w_gate), DIM_MODEL, DIM_FEED, NEED_GATE},
    {LAYER(w_up), DIM_MODEL, DIM_FEED, NEED_FEED},
    {LAYER(w_down), DIM_FEED, DIM_MODEL, NEED_FEED},
    {LAYER(bq), DIM_ONE, DIM_QUERIES, NEED_BIAS},
    {LAYER(bk), DIM_ONE, DIM_KEYS, NEED_BIAS},
    {LAYER(bv), DIM_ONE, DIM_VALUES, NEED_BIAS},
    {LAYER(bo), DIM_ONE, DIM_MODEL, NEED_BIAS},
    {LAYER(b_gate), DIM_ONE, DIM_FEED, NEED_GATE | NEED_BIAS},
    {LAYER(b_up), DIM_ONE, DIM_FEED, NEED_FEED | NEED_BIAS},
    {LAYER(b_down), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_BIAS},
    {GAIN(1), DIM_ONE, DIM_MODEL, NEED_NORM | OPTIONAL},
    {SHIFT(1), DIM_ONE, DIM_MODEL, NEED_LAYER_NORM | OPTIONAL},
    {GAIN(2), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_NORM | OPTIONAL},
    {SHIFT(2), DIM_ONE, DIM_MODEL, NEED_FEED | NEED_LAYER_NORM | OPTIONAL},
};

/* Far from where a draw of the normal distribution could leave float32. */
#define STD_MAX 1e30f

#define COUNT(table) (sizeof(table) / sizeof *(table))

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

/* Why a model of this config has no such weight; NULL where it has. */
static const char *obstacle(const struct av_config *config, int needs)
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
        if ((needs & table[i].need) && !table[i].met)
            return table[i].obstacle;
    return NULL;
}

/* Reads count numbers into numbers, or only checks them where that is NULL. */
static void read_numbers(const struct node *node, int count, const char *name, float *numbers)
{
    int found = 0;
    if (!cJSON_IsArray(node->json)) {
        av_node_expected(node, "%d numbers (%s)", count, name);
        return;
    }
    for (const cJSON *json = node->json->child; json; json = json->next, found++) {
        struct node item = av_node_item(node, (size_t)found, json);
        float number;
        if (av_node_number(&item, -FLT_MAX, FLT_MAX, &number) && numbers && found < count)
            numbers[found] = number;
    }
    if (found != count)
        av_node_fault(node, AV_ERROR_VALUE, "%d numbers expected (%s), %d found", count, name, found);
}

static void read_rows(const struct node *node, int rows, int cols, const struct weight *weight,
                      const struct av_config *config, float *numbers)
{
    int found = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, found++) {
        struct node row = av_node_item(node, (size_t)found, json);
        bool kept = numbers && found < rows;
        read_numbers(&row, cols, av_dimension_name(config, weight->cols),
                     kept ? numbers + (size_t)found * (size_t)cols : NULL);
    }
    if (found != rows)
        av_node_fault(node, AV_ERROR_VALUE, "%d rows expected (%s), %d found", rows,
                      av_dimension_name(config, weight->rows), found);
}

static void fill_uniform(float *numbers, size_t count, struct stream *stream, float low, float high)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)(low + ((double)high - low) * av_stream_unit(stream));
}

static void fill_normal(float *numbers, size_t count, struct stream *stream, float deviation)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)(deviation * av_stream_normal(stream));
}

/* {"random": "normal", "std": …, "seed": …} or {"random": "uniform", "low": …, "high": …, "seed": …} */
static void read_random(const struct node *node, size_t count, const char *name, float *numbers)
{
    static const char *const distributions[] = {"normal", "uniform"};
    static const char *const normal_keys[] = {"random", "std", "seed"};
    static const char *const uniform_keys[] = {"random", "low", "high", "seed"};
    struct node kind = av_node_member(node, "random"), seed = av_node_member(node, "seed");
    struct node std = av_node_member(node, "std"), low = av_node_member(node, "low"),
                high = av_node_member(node, "high");
    int distribution;
    if (!av_node_choice(&kind, distributions, COUNT(distributions), &distribution))
        return;
    float least = 0, most = 0;
    bool normal = distribution == 0, good;
    if (normal) {
        av_node_object(node, normal_keys, COUNT(normal_keys));
        good = av_node_number(&std, 0, STD_MAX, &most);
    } else {
        av_node_object(node, uniform_keys, COUNT(uniform_keys));
        good = av_node_number(&low, -FLT_MAX, FLT_MAX, &least);
        good = av_node_number(&high, -FLT_MAX, FLT_MAX, &most) && good;
    }
    uint64_t start;
    good = av_node_seed(&seed, &start) && good;
    if (good && least > most)
        av_node_fault(&high, AV_ERROR_VALUE, "at least \"low\" (%g) expected, %g found", (double)least, (double)most);
    if (!good || !numbers)
        return;
    struct stream stream;
    av_stream_init(&stream, start, name);
    if (normal)
        fill_normal(numbers, count, &stream, most);
    else
        fill_uniform(numbers, count, &stream, least, most);
}

/* One weight of the object: layer is −1 for those of the model itself. */
static void read_weight(const struct node *object, const struct weight *weight, int layer,
                        const struct av_config *config, struct av_matrix *matrix)
{
    struct node node = av_node_member(object, weight->key);
    const char *hindrance = obstacle(config, weight->needs);
    if (hindrance && node.json)
        av_node_fault(&node, AV_ERROR_VALUE, "no such weight expected, since %s", hindrance);
    if (hindrance || (!node.json && (weight->needs & OPTIONAL)))
        return;
    int rows = av_dimension_size(config, weight->rows), cols = av_dimension_size(config, weight->cols);
    float *numbers = matrix ? matrix->data : NULL;
    char name[48];
    if (layer < 0)
        snprintf(name, sizeof name, "%s", weight->key);
    else
        snprintf(name, sizeof name, "layers[%d].%s", layer, weight->key);
    if (cJSON_IsObject(node.json))
        read_random(&node, (size_t)rows * (size_t)cols, name, numbers);
    else if (weight->rows == DIM_ONE)
        read_numbers(&node, cols, av_dimension_name(config, weight->cols), numbers);
    else if (cJSON_IsArray(node.json))
        read_rows(&node, rows, cols, weight, config, numbers);
    else
        av_node_expected(&node, "%d rows (%s)", rows, av_dimension_name(config, weight->rows));
}

static void read_layer(const struct node *node, int layer, const struct av_config *config, struct av_layer *weights)
{
    const char *keys[COUNT(layer_weights)];
    for (size_t i = 0; i < COUNT(layer_weights); i++)
        keys[i] = layer_weights[i].key;
    if (!av_node_object(node, keys, COUNT(keys)) || !config)
        return;
    for (size_t i = 0; i < COUNT(layer_weights); i++) {
        const struct weight *weight = &layer_weights[i];
        void *matrix = weights ? (char *)weights + weight->offset : NULL;
        read_weight(node, weight, layer, config, matrix);
    }
}

static void read_layers(const struct node *node, const struct av_config *config, struct av_model *model)
{
    size_t count;
    if (!av_node_array(node, "layers", &count))
        return;
    if (config && count != (size_t)config->n_layer)
        av_node_fault(node, AV_ERROR_VALUE, "%d layers expected (n_layer), %zu found", config->n_layer, count);
    int layer = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, layer++) {
        struct node item = av_node_item(node, (size_t)layer, json);
        read_layer(&item, layer, config, config && model && layer < config->n_layer ? &model->layers[layer] : NULL);
    }
}

void av_weights_read(const struct node *node, const struct av_config *config, struct av_model *model)
{
    struct node layers = av_node_member(node, "layers");
    for (size_t i = 0; config && i < COUNT(model_weights); i++) {
        void *matrix = model ? (char *)model + model_weights[i].offset : NULL;
        read_weight(node, &model_weights[i], -1, config, matrix);
    }
    read_layers(&layers, config, model);
}
