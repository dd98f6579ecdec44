#include "attnviz/lesson/lesson.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "about.h"
#include "attnviz/base/text.h"
#include "attnviz/engine/trace.h"
#include "file.h"
#include "model_json.h"
#include "names.h"
#include "place_json.h"
#include "question_json.h"
#include "reader.h"
#include "report.h"
#include "vocabulary.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What is known while a lesson is read. */
struct reading {
    struct av_lesson *lesson;
    const char *folder;
    struct vocabulary vocabulary;
    bool config_good, prompt_good;
};

/* A list of tokens, as ids. */
struct token_list {
    int *ids;
    int n;
    bool good; /* false where one was none of the vocabulary */
};

/* "pronoun" from "lessons/pronoun.json", cut at a character where it is long. */
static void set_name(struct av_lesson *lesson, const char *path)
{
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
    size_t length = strlen(start), ending = strlen(".json"), valid;
    if (length > ending && strcmp(start + length - ending, ".json") == 0)
        length -= ending;
    if (length >= sizeof lesson->name)
        length = sizeof lesson->name - 1;
    memcpy(lesson->name, start, length);
    lesson->name[length] = '\0';
    if (!av_utf8_valid(lesson->name, length, &valid) && length - valid < 4)
        lesson->name[valid] = '\0';
}

/* A model that stands in a file of its own. */
static void read_model_file(const struct node *node, struct reading *reading)
{
    struct av_error error;
    char path[AV_MODEL_PATH_BYTES], *bytes;
    size_t length;
    const char *name = node->json->valuestring;
    if (name[0] == '\0' || name[0] == '/') {
        av_node_expected(node, "a path relative to the lesson's folder");
        return;
    }
    const char *folder = strcmp(reading->folder, ".") == 0 ? "" : reading->folder;
    if (snprintf(path, sizeof path, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", name) >= (int)sizeof path) {
        av_node_fault(node, AV_ERROR_LIMIT, "a path of less than %zu bytes expected, a longer one found", sizeof path);
        return;
    }
    snprintf(node->reader->report->model_path, AV_MODEL_PATH_BYTES, "%s", path);
    if (av_file_read(path, &bytes, &length, &error) != AV_OK) {
        av_node_fault(node, error.status, "%s: %s", error.place, error.message);
        return;
    }
    struct reader *reader = node->reader, own;
    av_reader_init(&own, path, reader->report, reader->arena);
    const cJSON *json = av_reader_parse(&own, bytes, length);
    free(bytes);
    struct node root = av_node_root(&own, json);
    if (json)
        av_model_read(&root, true, &reading->vocabulary, reading->lesson, &reading->config_good);
    av_reader_finish(&own);
    if (reader->status == AV_OK)
        reader->status = own.status;
}

static void read_model(const struct node *node, struct reading *reading)
{
    if (cJSON_IsString(node->json))
        read_model_file(node, reading);
    else if (cJSON_IsObject(node->json))
        av_model_read(node, false, &reading->vocabulary, reading->lesson, &reading->config_good);
    else
        av_node_expected(node, "a model, or the path of its file,");
}

static void read_tokens(const struct node *node, struct reading *reading, struct token_list *list)
{
    size_t count, i = 0;
    if (!av_node_array(node, "tokens", &count))
        return;
    if (count == 0) {
        av_node_fault(node, AV_ERROR_VALUE, "at least 1 token expected, none found");
        return;
    }
    list->ids = av_arena_allocate(&reading->lesson->arena, count, sizeof *list->ids);
    if (!list->ids) {
        av_reader_out_of_memory(node->reader);
        return;
    }
    list->n = (int)count;
    list->good = reading->vocabulary.count > 0;
    for (const cJSON *json = node->json->child; json && reading->vocabulary.count > 0; json = json->next, i++) {
        struct node item = av_node_item(node, i, json);
        if (!av_vocabulary_read_token(&reading->vocabulary, &item, &list->ids[i]))
            list->good = false;
    }
}

static void read_prompt(const struct node *node, struct reading *reading)
{
    struct token_list list = {0};
    read_tokens(node, reading, &list);
    reading->lesson->prompt = list.ids;
    reading->lesson->n_prompt = list.n;
    reading->prompt_good = list.good;
}

/* False where it is known that the model attends to itself. */
static bool may_have_source(const struct reading *reading)
{
    return !reading->config_good || reading->lesson->model.config.attends == AV_ATTENDS_SOURCE;
}

/* What the model attends to; a lesson has it exactly where there is such a model. */
static void read_source(const struct node *node, struct reading *reading)
{
    struct av_lesson *lesson = reading->lesson;
    struct token_list list = {0};
    if (!may_have_source(reading) && node->json) {
        av_node_fault(node, AV_ERROR_VALUE, "no source expected, since the model's \"attends\" is not \"source\"");
        return;
    }
    if (!node->json) {
        if (reading->config_good && may_have_source(reading))
            av_node_expected(node, "an array of tokens (the model's \"attends\" is \"source\")");
        return;
    }
    read_tokens(node, reading, &list);
    lesson->source = list.ids;
    lesson->n_source = list.n;
    if (reading->config_good && list.n > lesson->model.config.n_ctx)
        av_node_fault(node, AV_ERROR_VALUE, "at most %d token%s expected (n_ctx), %d found", lesson->model.config.n_ctx,
                      lesson->model.config.n_ctx == 1 ? "" : "s", list.n);
}

/* Reads how many tokens to generate, and holds prompt and these against what the model can take. */
static bool read_generate(const struct node *node, const struct node *prompt, struct reading *reading)
{
    struct av_lesson *lesson = reading->lesson;
    if (!av_node_integer(node, 0, INT_MAX, &lesson->n_generate))
        return false;
    if (!reading->config_good || lesson->n_prompt == 0)
        return true;
    int n_ctx = lesson->model.config.n_ctx;
    if (lesson->n_prompt > n_ctx)
        return av_node_fault(prompt, AV_ERROR_VALUE, "at most %d token%s expected (n_ctx), %d found", n_ctx,
                             n_ctx == 1 ? "" : "s", lesson->n_prompt);
    if (lesson->n_generate > n_ctx - lesson->n_prompt)
        return av_node_fault(node, AV_ERROR_VALUE, "at most %d expected (n_ctx %d, less %d of the prompt), %d found",
                             n_ctx - lesson->n_prompt, n_ctx, lesson->n_prompt, lesson->n_generate);
    return true;
}

static void read_sampling(const struct node *node, struct av_sampling *sampling)
{
    static const char *const keys[] = {"temperature", "top_k", "top_p", "seed"};
    *sampling = (struct av_sampling){.top_p = 1, .seed = 1};
    if (!node->json || !av_node_object(node, keys, COUNT(keys)))
        return;
    struct node temperature = av_node_member(node, "temperature"), top_k = av_node_member(node, "top_k");
    struct node top_p = av_node_member(node, "top_p"), seed = av_node_member(node, "seed");
    if (temperature.json)
        av_node_number(&temperature, 0, FLT_MAX, &sampling->temperature);
    if (top_k.json)
        av_node_integer(&top_k, 0, INT_MAX, &sampling->top_k);
    if (top_p.json)
        av_node_number(&top_p, 0, 1, &sampling->top_p);
    if (seed.json)
        av_node_seed(&seed, &sampling->seed);
}

/* Of a source there is no future to hide, and nothing is kept from anybody. */
static void check_rule(const struct node *node, enum av_mask mask)
{
    struct node mask_node = av_node_member(node, "mask"), banned = av_node_member(node, "banned");
    if (mask != AV_MASK_NONE)
        av_node_fault(&mask_node, AV_ERROR_VALUE,
                      "\"none\" expected, since the model's \"attends\" is \"source\", \"%s\" found",
                      av_mask_names[mask]);
    if (banned.json)
        av_node_fault(&banned, AV_ERROR_VALUE,
                      "no banned tokens expected, since the model's \"attends\" is \"source\"");
}

static void read_rule(const struct node *node, const struct reading *reading, struct av_rule *rule)
{
    static const char *const keys[] = {"mask", "scaled", "banned"};
    bool of_source = reading->config_good && may_have_source(reading);
    int mask = of_source ? AV_MASK_NONE : AV_MASK_CAUSAL;
    rule->scaled = true;
    if (node->json && av_node_object(node, keys, COUNT(keys))) {
        struct node mask_node = av_node_member(node, "mask"), scaled = av_node_member(node, "scaled");
        if (mask_node.json)
            av_node_choice(&mask_node, av_mask_names, COUNT(av_mask_names), &mask);
        if (scaled.json)
            av_node_bool(&scaled, &rule->scaled);
        if (of_source)
            check_rule(node, (enum av_mask)mask);
    }
    rule->mask = (enum av_mask)mask;
}

/* All that the lesson takes once it is read, and the traces that a player makes of it, with the cache and without.
 * False where that is more than can be counted. */
static bool count_bytes(const struct av_lesson *lesson, size_t model, size_t *bytes)
{
    size_t trace, traces;
    return av_trace_bytes(&lesson->model.config, lesson->n_prompt + lesson->n_generate, lesson->n_source, &trace,
                          NULL) == AV_OK &&
           av_size_multiply(trace, 2, &traces) && av_size_add(model, traces, bytes) &&
           av_size_add(*bytes, lesson->arena.used, bytes);
}

static void check_size(const struct node *node, const struct av_lesson *lesson)
{
    size_t model, bytes;
    if (av_config_bytes(&lesson->model.config, &model, NULL) != AV_OK || model > AV_LESSON_BYTES_MAX)
        return; /* which was said when the model was read */
    if (!count_bytes(lesson, model, &bytes))
        bytes = SIZE_MAX;
    if (bytes > AV_LESSON_BYTES_MAX)
        av_node_fault(node, AV_ERROR_LIMIT, "a model, traces and texts of at most %zu MiB expected, %.0f MiB found",
                      AV_LESSON_BYTES_MAX >> 20, ceil((double)bytes / (1 << 20)));
}

static void read_lesson(const struct node *root, struct reading *reading)
{
    static const char *const keys[] = {SCHEMA_KEY, "attnviz", "title",  "teaches", "order",
                                       "minutes",  "model",   "source", "prompt",  "generate",
                                       "sampling", "rule",    "start",  "notes",   "questions"};
    struct av_lesson *lesson = reading->lesson;
    if (!av_node_object(root, keys, COUNT(keys)) || !av_version_read(root))
        return;
    av_schema_check(root);
    struct about about = {0};
    struct node model = av_node_member(root, "model"), prompt = av_node_member(root, "prompt");
    struct node generate = av_node_member(root, "generate"), sampling = av_node_member(root, "sampling");
    struct node rule = av_node_member(root, "rule"), start = av_node_member(root, "start");
    struct node notes = av_node_member(root, "notes"), questions = av_node_member(root, "questions");
    struct node source = av_node_member(root, "source");

    av_about_read(root, &about);
    lesson->title = about.title;
    lesson->teaches = about.teaches;
    lesson->order = about.order;
    lesson->minutes = about.minutes;
    read_model(&model, reading);
    read_source(&source, reading);
    read_prompt(&prompt, reading);
    bool count_good = read_generate(&generate, &prompt, reading) && lesson->n_prompt > 0;
    read_sampling(&sampling, &lesson->sampling);
    read_rule(&rule, reading, &lesson->rule);
    const struct extent extent = {
        .vocabulary = &reading->vocabulary,
        .config = reading->config_good ? &lesson->model.config : NULL,
        .prompt = reading->prompt_good ? lesson->prompt : NULL,
        .n_prompt = lesson->n_prompt,
        .n_source = lesson->n_source > 0 ? lesson->n_source : INT_MAX,
        .n = count_good && lesson->n_generate < INT_MAX - lesson->n_prompt ? lesson->n_prompt + lesson->n_generate
                                                                           : INT_MAX,
    };
    av_bans_read(&rule, &extent, lesson);
    av_start_read(&start, &extent, lesson);
    av_notes_read(&notes, &extent, lesson);
    av_questions_read(&questions, &extent, lesson);
    if (count_good && reading->config_good)
        check_size(root, lesson);
}

/* Builds the lesson from its tree, which goes with the reader. */
static enum av_status build(struct av_lesson *lesson, struct reader *reader, const char *folder, const cJSON *json)
{
    struct reading reading = {.lesson = lesson, .folder = folder};
    struct node root = av_node_root(reader, json);
    if (json)
        read_lesson(&root, &reading);
    av_reader_finish(reader);
    av_vocabulary_finish(&reading.vocabulary);
    if (reader->status != AV_OK)
        av_lesson_finish(lesson);
    return reader->status;
}

static void begin(struct av_lesson *lesson, struct reader *reader, const char *name, struct av_report *report)
{
    *lesson = (struct av_lesson){0};
    av_arena_init(&lesson->arena, AV_LESSON_BYTES_MAX);
    set_name(lesson, name);
    av_reader_init(reader, name, report, &lesson->arena);
}

enum av_status av_lesson_parse(struct av_lesson *lesson, const char *name, const char *folder, const char *bytes,
                               size_t length, struct av_report *report)
{
    struct reader reader;
    begin(lesson, &reader, name, report);
    return build(lesson, &reader, folder, av_reader_parse(&reader, bytes, length));
}

enum av_status av_lesson_load(struct av_lesson *lesson, const char *path, struct av_report *report)
{
    struct av_error error;
    struct reader reader;
    char *bytes, *folder;
    size_t length;
    begin(lesson, &reader, path, report);
    if (av_file_read(path, &bytes, &length, &error) != AV_OK) {
        snprintf(error.place, sizeof error.place, "%s", reader.file);
        av_report_add(report, &error);
        return error.status;
    }
    const cJSON *json = av_reader_parse(&reader, bytes, length);
    free(bytes); /* the tree has copies of all that it needs */

    const char *slash = strrchr(path, '/');
    folder = slash == path ? strdup("/") : slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
    if (!folder) {
        av_reader_out_of_memory(&reader);
        av_reader_finish(&reader);
        return reader.status;
    }
    enum av_status status = build(lesson, &reader, folder, json);
    free(folder);
    return status;
}

void av_lesson_finish(struct av_lesson *lesson)
{
    av_model_finish(&lesson->model);
    av_arena_finish(&lesson->arena);
    *lesson = (struct av_lesson){0};
}
