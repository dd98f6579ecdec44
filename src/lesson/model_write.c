#include "model_write.h"

#include <math.h>
#include <string.h>

#include "names.h"
#include "scan.h"
#include "weight_table.h"

enum av_status av_number_check(float number, const char *place, struct av_error *error)
{
    if (isfinite(number))
        return AV_OK;
    return av_error_set(error, AV_ERROR_VALUE, place, "a finite number expected (JSON has no other), %s found",
                        isnan(number) ? "NaN"
                        : number > 0  ? "∞"
                                      : "−∞");
}

static const struct av_matrix *matrix_of(const void *owner, const struct weight *weight)
{
    return (const void *)((const unsigned char *)owner + weight->offset);
}

static enum av_status check_weight(const struct weight *weight, int layer, const struct av_matrix *matrix,
                                   struct av_error *error)
{
    char place[AV_WEIGHT_PLACE_BYTES];
    for (int i = 0; i < matrix->rows; i++) {
        const float *row = av_matrix_row(matrix, i);
        for (int j = 0; j < matrix->cols; j++) {
            if (isfinite(row[j]))
                continue;
            av_weight_write_place(weight, layer, i, j, place, sizeof place);
            return av_number_check(row[j], place, error);
        }
    }
    return AV_OK;
}

/* All that the owner, the model (layer −1) or a layer, has of the weights. */
static enum av_status check_weights(const struct av_config *config, const struct weight *weights, size_t count,
                                    const void *owner, int layer, struct av_error *error)
{
    enum av_status status = AV_OK;
    for (size_t i = 0; i < count && status == AV_OK; i++)
        if (!av_weight_obstacle(config, &weights[i]))
            status = check_weight(&weights[i], layer, matrix_of(owner, &weights[i]), error);
    return status;
}

enum av_status av_model_check_numbers(const struct av_model *model, struct av_error *error)
{
    const struct av_config *config = &model->config;
    size_t count, parameters = av_model_parameters(model);
    if (parameters > JSON_VALUES_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, "$.model",
                            "at most %zu values expected in a file, %zu weights found", JSON_VALUES_MAX, parameters);
    enum av_status status = av_number_check(config->norm_epsilon, "$.model.norm_epsilon", error);
    if (status == AV_OK)
        status = av_number_check(config->rotary_base, "$.model.rotary_base", error);
    const struct weight *weights = av_model_weights(&count);
    if (status == AV_OK)
        status = check_weights(config, weights, count, model, -1, error);
    weights = av_layer_weights(&count);
    for (int i = 0; i < config->n_layer && status == AV_OK; i++)
        status = check_weights(config, weights, count, &model->layers[i], i, error);
    return status;
}

static void print_token(struct printer *printer, const void *context, size_t i)
{
    const struct av_lesson *lesson = context;
    av_print_text(printer, lesson->vocabulary[i]);
}

static void print_glosses(struct printer *printer, int indent, const struct av_lesson *lesson)
{
    bool any = false;
    for (int i = 0; lesson->glosses && i < lesson->model.config.vocab_size; i++) {
        const struct av_words *gloss = &lesson->glosses[i];
        if (!gloss->in[AV_ENGLISH] && !gloss->in[AV_CHINESE])
            continue;
        if (!any) {
            av_print_key(printer, indent, "glosses");
            av_print(printer, "{");
        }
        any = true;
        av_print_key(printer, indent + 2, lesson->vocabulary[i]);
        av_print_words(printer, indent + 2, gloss);
    }
    if (any)
        av_print(printer, "\n%*s}", indent, "");
}

static void print_size(struct printer *printer, const char *key, int size)
{
    av_print_key(printer, SAME_LINE, key);
    av_print(printer, "%d", size);
}

static void print_sizes(struct printer *printer, int indent, const struct av_config *config)
{
    av_print_key(printer, indent, "d_model");
    av_print(printer, "%d", config->d_model);
    print_size(printer, "n_layer", config->n_layer);
    print_size(printer, "n_head", config->n_head);
    if (config->n_kv_head != config->n_head)
        print_size(printer, "n_kv_head", config->n_kv_head);
    print_size(printer, "d_k", config->d_k);
    print_size(printer, "d_v", config->d_v);
    if (config->d_ff > 0)
        print_size(printer, "d_ff", config->d_ff);
    print_size(printer, "n_ctx", config->n_ctx);
}

/* What the model is like is said, default or not; the rest only where it is another. */
static void print_options(struct printer *printer, int indent, const struct av_config *config)
{
    av_print_key(printer, indent, "position");
    av_print_text(printer, av_position_names[config->position]);
    if (config->attends != AV_ATTENDS_SELF)
        av_print_text_member(printer, "attends", av_attends_names[config->attends]);
    av_print_text_member(printer, "norm", av_norm_names[config->norm]);
    if (config->norm_place != AV_NORM_BEFORE)
        av_print_text_member(printer, "norm_place", av_norm_place_names[config->norm_place]);
    av_print_text_member(printer, "feed_forward", av_feed_forward_names[config->feed_forward]);
    if (config->bias)
        av_print_bool_member(printer, "bias", true);
    if (config->tied)
        av_print_bool_member(printer, "tied", true);
    if (!config->residual)
        av_print_bool_member(printer, "residual", false);
    if (config->norm_epsilon != 1e-5f) {
        av_print_key(printer, SAME_LINE, "norm_epsilon");
        av_print_float(printer, config->norm_epsilon);
    }
    if (config->rotary_base != 1e4f) {
        av_print_key(printer, SAME_LINE, "rotary_base");
        av_print_float(printer, config->rotary_base);
    }
}

/* A name that is the same in all languages is one text. */
static void print_name(struct printer *printer, const void *context, size_t i)
{
    const struct av_words *name = &((const struct av_words *)context)[i];
    if (strcmp(name->in[AV_ENGLISH], name->in[AV_CHINESE]) == 0)
        av_print_text(printer, name->in[AV_ENGLISH]);
    else
        av_print_words(printer, SAME_LINE, name);
}

static void print_names(struct printer *printer, int indent, const char *key, const struct av_words *names, int count)
{
    if (!names)
        return;
    av_print_key(printer, indent, key);
    av_print_list(printer, indent, (size_t)count, print_name, names);
}

static bool all_equal(const struct av_matrix *matrix, float wanted)
{
    for (int i = 0; i < matrix->cols; i++)
        if (matrix->data[i] != wanted || signbit(matrix->data[i])) /* −0 is not 0 */
            return false;
    return true;
}

static void print_weight(struct printer *printer, int indent, const struct weight *weight,
                         const struct av_matrix *matrix)
{
    if (av_weight_is_optional(weight) && all_equal(matrix, av_weight_default(weight)))
        return;
    av_print_key(printer, indent, weight->key);
    if (weight->rows == DIM_ONE)
        av_print_row(printer, matrix);
    else
        av_print_matrix(printer, indent, matrix);
}

static void print_layer(struct printer *printer, int indent, const struct av_config *config,
                        const struct av_layer *layer)
{
    size_t count;
    const struct weight *weights = av_layer_weights(&count);
    av_print_next(printer, indent);
    av_print(printer, "{");
    for (size_t i = 0; i < count; i++)
        if (!av_weight_obstacle(config, &weights[i]))
            print_weight(printer, indent + 2, &weights[i], matrix_of(layer, &weights[i]));
    av_print(printer, "\n%*s}", indent, "");
}

/* The layers stand where the numbers go through them: behind the embeddings, before the output. */
static void print_weights(struct printer *printer, int indent, const struct av_model *model)
{
    size_t count;
    const struct weight *weights = av_model_weights(&count);
    for (size_t i = 0; i < count; i++) {
        if (i == WEIGHTS_BEFORE_LAYERS) {
            av_print_key(printer, indent, "layers");
            av_print(printer, "[");
            for (int layer = 0; layer < model->config.n_layer; layer++)
                print_layer(printer, indent + 2, &model->config, &model->layers[layer]);
            av_print(printer, "\n%*s]", indent, "");
        }
        if (!av_weight_obstacle(&model->config, &weights[i]))
            print_weight(printer, indent, &weights[i], matrix_of(model, &weights[i]));
    }
}

void av_model_print(struct printer *printer, int indent, const struct av_lesson *lesson)
{
    const struct av_config *config = &lesson->model.config;
    av_print(printer, "{");
    av_print_key(printer, indent + 2, "vocabulary");
    av_print_list(printer, indent + 2, (size_t)config->vocab_size, print_token, lesson);
    print_glosses(printer, indent + 2, lesson);
    print_sizes(printer, indent + 2, config);
    print_options(printer, indent + 2, config);
    print_names(printer, indent + 2, "features", lesson->features, config->d_model);
    print_names(printer, indent + 2, "key_features", lesson->key_features, config->n_kv_head * config->d_k);
    print_names(printer, indent + 2, "value_features", lesson->value_features, config->n_kv_head * config->d_v);
    print_weights(printer, indent + 2, &lesson->model);
    av_print(printer, "\n%*s}", indent, "");
}
