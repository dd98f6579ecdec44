#include "model_json.h"

#include <float.h>
#include <limits.h>
#include <string.h>

#include "names.h"
#include "weights.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

#define FORMAT_VERSION 1

static const char *const model_keys[] = {
    "vocabulary",
    "glosses",
    "d_model",
    "n_layer",
    "n_head",
    "n_kv_head",
    "d_k",
    "d_v",
    "d_ff",
    "n_ctx",
    "attends",
    "position",
    "norm",
    "norm_place",
    "feed_forward",
    "bias",
    "tied",
    "residual",
    "norm_epsilon",
    "rotary_base",
    "features",
    "key_features",
    "embedding",
    "layers",
    "final_gain",
    "value_features",
    "position_embedding",
    "final_bias",
    "w_out",
    "attnviz", /* the last two: only in a file of its own */
    SCHEMA_KEY,
};

#define FILE_KEYS 2

void av_schema_check(const struct node *object)
{
    struct node schema = av_node_member(object, SCHEMA_KEY);
    if (schema.json && !cJSON_IsString(schema.json))
        av_node_expected(&schema, "a text");
}

bool av_version_read(const struct node *object)
{
    struct node version = av_node_member(object, "attnviz");
    bool number = cJSON_IsNumber(version.json), same = number && version.json->valuedouble == FORMAT_VERSION;
    if (!same)
        av_node_expected(&version, "version %d of the format", FORMAT_VERSION);
    return same || !number;
}

static bool is_optional(const char *size)
{
    return strcmp(size, "n_kv_head") == 0 || strcmp(size, "d_ff") == 0;
}

/* All but the vocabulary's, which it has itself. */
static bool read_sizes(const struct node *node, struct av_config *config)
{
    size_t count;
    const struct av_config_size *sizes = av_config_sizes(&count);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        struct node size = av_node_member(node, sizes[i].name);
        if (strcmp(sizes[i].name, "vocab_size") != 0 && (size.json || !is_optional(sizes[i].name)))
            good = av_node_integer(&size, sizes[i].least, INT_MAX, av_config_size_of(config, &sizes[i])) && good;
    }
    if (config->n_kv_head == 0)
        config->n_kv_head = config->n_head;
    return good;
}

/* What a model may have or be; each is optional, with a default. */
static bool read_options(const struct node *node, struct av_config *config)
{
    int position = AV_POSITION_NONE, norm = AV_NORM_NONE, place = AV_NORM_BEFORE, feed = AV_FEED_FORWARD_NONE;
    int attends = AV_ATTENDS_SELF;
    const struct {
        const char *key;
        const char *const *names;
        size_t count;
        int *value;
    } choices[] = {
        {"attends", av_attends_names, COUNT(av_attends_names), &attends},
        {"position", av_position_names, COUNT(av_position_names), &position},
        {"norm", av_norm_names, COUNT(av_norm_names), &norm},
        {"norm_place", av_norm_place_names, COUNT(av_norm_place_names), &place},
        {"feed_forward", av_feed_forward_names, COUNT(av_feed_forward_names), &feed},
    };
    const struct {
        const char *key;
        bool *value;
    } switches[] = {{"bias", &config->bias}, {"tied", &config->tied}, {"residual", &config->residual}};
    const struct {
        const char *key;
        float *value;
    } numbers[] = {{"norm_epsilon", &config->norm_epsilon}, {"rotary_base", &config->rotary_base}};
    bool good = true;
    struct node option;
    for (size_t i = 0; i < COUNT(choices); i++)
        if ((option = av_node_member(node, choices[i].key)).json)
            good = av_node_choice(&option, choices[i].names, choices[i].count, choices[i].value) && good;
    for (size_t i = 0; i < COUNT(switches); i++)
        if ((option = av_node_member(node, switches[i].key)).json)
            good = av_node_bool(&option, switches[i].value) && good;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if ((option = av_node_member(node, numbers[i].key)).json)
            good = av_node_number(&option, -FLT_MAX, FLT_MAX, numbers[i].value) && good;
    config->attends = (enum av_attends)attends;
    config->position = (enum av_position)position;
    config->norm = (enum av_norm)norm;
    config->norm_place = (enum av_norm_place)place;
    config->feed_forward = (enum av_feed_forward)feed;
    return good;
}

/* Gives the field a value that nothing is wrong with, so that the check can go on to the next. */
static void make_harmless(const char *field, struct av_config *config)
{
    size_t count;
    const struct av_config_size *sizes = av_config_sizes(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(field, sizes[i].name) == 0)
            *av_config_size_of(config, &sizes[i]) = sizes[i].least;
    if (strcmp(field, "n_head") == 0)
        config->n_head = config->n_kv_head;
    if (strcmp(field, "position") == 0)
        config->position = AV_POSITION_NONE;
    if (strcmp(field, "d_k") == 0)
        config->d_k = 2;
    if (strcmp(field, "d_ff") == 0)
        config->d_ff = config->feed_forward != AV_FEED_FORWARD_NONE;
    if (strcmp(field, "norm_epsilon") == 0)
        config->norm_epsilon = 1e-5f;
    if (strcmp(field, "rotary_base") == 0)
        config->rotary_base = 1e4f;
}

/* Has the engine check the config, and reports all that it finds where the file says it. */
static bool check_config(const struct node *node, const struct av_config *config)
{
    struct av_config changed = *config;
    struct av_error error;
    bool good = true;
    for (int i = 0; i < 20 && av_config_check(&changed, &error) != AV_OK; i++) {
        struct node field = av_node_member(node, strcmp(error.place, "vocab_size") == 0 ? "vocabulary" : error.place);
        good = av_node_fault(&field, error.status, "%s", error.message);
        make_harmless(error.place, &changed);
    }
    return good;
}

static bool read_config(const struct node *node, const struct vocabulary *vocabulary, struct av_config *config)
{
    *config = (struct av_config){.residual = true, .norm_epsilon = 1e-5f, .rotary_base = 1e4f};
    bool good = read_sizes(node, config);
    good = read_options(node, config) && good;
    config->vocab_size = vocabulary->count > 0 ? vocabulary->count : 1;
    return good && check_config(node, config) && vocabulary->count > 0;
}

static void read_glosses(const struct node *node, const struct vocabulary *vocabulary, struct av_lesson *lesson)
{
    static const char *const languages[] = {"en", "zh"};
    if (!node->json || vocabulary->count == 0)
        return;
    if (!cJSON_IsObject(node->json)) {
        av_node_expected(node, "an object, {token: {\"en\": …, \"zh\": …}},");
        return;
    }
    lesson->glosses = av_arena_allocate(&lesson->arena, (size_t)vocabulary->count, sizeof *lesson->glosses);
    if (!lesson->glosses) {
        av_reader_out_of_memory(node->reader);
        return;
    }
    for (const cJSON *json = node->json->child; json; json = json->next) {
        struct node gloss = {.reader = node->reader, .parent = node, .key = json->string, .json = json};
        int id = av_vocabulary_find(vocabulary, json->string);
        if (id < 0)
            av_node_unknown_key(node, json->string, vocabulary->tokens, (size_t)vocabulary->count);
        else if (av_node_object(&gloss, languages, COUNT(languages)))
            av_node_some_languages(&gloss, &lesson->glosses[id]);
    }
}

/* A name is one text for all languages, or one in each. */
static void read_name(const struct node *node, struct av_words *words)
{
    if (cJSON_IsObject(node->json)) {
        av_node_words(node, words);
        return;
    }
    const char *text = NULL;
    av_node_copy_text(node, &text);
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
        words->in[language] = text;
}

/* The names of a matrix' columns, or NULL. */
static void read_features(const struct node *node, const struct av_config *config, enum dimension dimension,
                          struct av_words **names)
{
    size_t count, wanted = (size_t)av_dimension_size(config, dimension);
    if (!node->json || !av_node_array(node, "names", &count))
        return;
    if (count != wanted) {
        av_node_fault(node, AV_ERROR_VALUE, "%zu name%s expected (%s), %zu found", wanted, wanted == 1 ? "" : "s",
                      av_dimension_name(config, dimension), count);
        return;
    }
    *names = av_arena_allocate(node->reader->arena, count, sizeof **names);
    if (!*names) {
        av_reader_out_of_memory(node->reader);
        return;
    }
    size_t i = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, i++) {
        struct node item = av_node_item(node, i, json);
        read_name(&item, &(*names)[i]);
    }
}

static void read_all_features(const struct node *node, const struct av_config *config, struct av_lesson *lesson)
{
    struct node features = av_node_member(node, "features"), keys = av_node_member(node, "key_features");
    struct node values = av_node_member(node, "value_features");
    read_features(&features, config, DIM_MODEL, &lesson->features);
    read_features(&keys, config, DIM_KEYS, &lesson->key_features);
    read_features(&values, config, DIM_VALUES, &lesson->value_features);
}

/* That the model itself fits into what a lesson may take. */
static bool check_size(const struct node *node, const struct av_config *config)
{
    struct av_error error;
    size_t bytes;
    if (av_config_bytes(config, &bytes, &error) != AV_OK)
        return av_node_fault(node, error.status, "%s", error.message);
    if (bytes > AV_LESSON_BYTES_MAX)
        return av_node_fault(node, AV_ERROR_LIMIT, "a model of at most %zu MiB expected, %.0f MiB found",
                             AV_LESSON_BYTES_MAX >> 20, (double)bytes / (1 << 20));
    return true;
}

/* Where nothing has been wrong so far, room is made for the weights as well; otherwise they are only checked. */
static void read_weights(const struct node *node, const struct av_config *config, struct av_model *model)
{
    struct av_error error;
    struct node layers = av_node_member(node, "layers");
    /* else a wrong n_layer would be the reason to allocate a lot, before it is seen to be wrong */
    bool room = node->reader->status == AV_OK && cJSON_GetArraySize(layers.json) == config->n_layer;
    if (!check_size(node, config) || !room) {
        av_weights_read(node, config, NULL);
    } else if (av_model_init(model, config, AV_LESSON_BYTES_MAX, &error) != AV_OK) {
        av_node_fault(node, error.status, "%s", error.message);
    } else {
        av_weights_read(node, config, model);
        av_model_prepare(model);
    }
}

void av_model_read(const struct node *node, bool own_file, struct vocabulary *vocabulary, struct av_lesson *lesson,
                   bool *config_good)
{
    struct av_config config;
    struct node tokens = av_node_member(node, "vocabulary"), glosses = av_node_member(node, "glosses");
    *config_good = false;
    if (!av_node_object(node, model_keys, COUNT(model_keys) - (own_file ? 0 : FILE_KEYS)) ||
        (own_file && !av_version_read(node)))
        return;
    if (own_file)
        av_schema_check(node);
    av_vocabulary_read(&tokens, vocabulary);
    lesson->vocabulary = vocabulary->tokens;
    *config_good = read_config(node, vocabulary, &config);
    read_glosses(&glosses, vocabulary, lesson);
    if (*config_good) {
        read_all_features(node, &config, lesson);
        read_weights(node, &config, &lesson->model);
        lesson->model.config = config;
    } else {
        av_weights_read(node, NULL, NULL);
    }
}
