#include "weights.h"

#include <float.h>
#include <stdio.h>

#include "stream.h"

/* Far from where a draw of the normal distribution could leave float32. */
#define STD_MAX 1e30f

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

/* Reads count numbers into numbers, or only checks them where that is NULL. */
static void read_numbers(const struct node *node, int count, const char *name, float *numbers)
{
    int found = 0;
    if (!node->json || !cJSON_IsArray(node->json)) {
        av_node_expected(node, "%d number%s (%s)", count, plural(count), name);
        return;
    }
    for (const cJSON *json = node->json->child; json; json = json->next, found++) {
        struct node item = av_node_item(node, (size_t)found, json);
        float number;
        if (av_node_number(&item, -FLT_MAX, FLT_MAX, &number) && numbers && found < count)
            numbers[found] = number;
    }
    if (found != count)
        av_node_fault(node, AV_ERROR_VALUE, "%d number%s expected (%s), %d found", count, plural(count), name, found);
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
        av_node_fault(node, AV_ERROR_VALUE, "%d row%s expected (%s), %d found", rows, plural(rows),
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
    const char *hindrance = av_weight_obstacle(config, weight);
    if (hindrance && node.json)
        av_node_fault(&node, AV_ERROR_VALUE, "no such weight expected, since %s", hindrance);
    if (hindrance || (!node.json && av_weight_is_optional(weight)))
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
    else if (node.json && cJSON_IsArray(node.json))
        read_rows(&node, rows, cols, weight, config, numbers);
    else
        av_node_expected(&node, "%d row%s (%s)", rows, plural(rows), av_dimension_name(config, weight->rows));
}

static void read_layer(const struct node *node, int layer, const struct av_config *config, struct av_layer *weights)
{
    const char *keys[LAYER_WEIGHTS_MAX];
    size_t count;
    const struct weight *table = av_layer_weights(&count);
    for (size_t i = 0; i < count; i++)
        keys[i] = table[i].key;
    if (!av_node_object(node, keys, count) || !config)
        return;
    for (size_t i = 0; i < count; i++) {
        void *matrix = weights ? (char *)weights + table[i].offset : NULL;
        read_weight(node, &table[i], layer, config, matrix);
    }
}

static void read_layers(const struct node *node, const struct av_config *config, struct av_model *model)
{
    size_t count;
    if (!av_node_array(node, "layers", &count))
        return;
    if (config && count != (size_t)config->n_layer)
        av_node_fault(node, AV_ERROR_VALUE, "%d layer%s expected (n_layer), %zu found", config->n_layer,
                      plural(config->n_layer), count);
    int layer = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, layer++) {
        struct node item = av_node_item(node, (size_t)layer, json);
        read_layer(&item, layer, config, config && model && layer < config->n_layer ? &model->layers[layer] : NULL);
    }
}

void av_weights_read(const struct node *node, const struct av_config *config, struct av_model *model)
{
    size_t count;
    const struct weight *table = av_model_weights(&count);
    struct node layers = av_node_member(node, "layers");
    for (size_t i = 0; config && i < count; i++) {
        void *matrix = model ? (char *)model + table[i].offset : NULL;
        read_weight(node, &table[i], -1, config, matrix);
    }
    read_layers(&layers, config, model);
}
