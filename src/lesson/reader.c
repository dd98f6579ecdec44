#include "reader.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/suggest.h"
#include "attnviz/base/text.h"
#include "report.h"
#include "scan.h"

#define QUOTED_BYTES 48 /* of a text, in the words that describe it */

/* Steps over the character at text, whatever it is. */
static const char *skip_character(const char *text)
{
    uint32_t character;
    size_t taken = av_utf8_decode(text, strnlen(text, 4), &character);
    return text + (taken > 0 ? taken : 1);
}

/* What matters of a long path is its end: "…lessons/pronoun.json". */
static void shorten_front(const char *file, char *out, size_t size)
{
    char shown[1024]; /* an escape takes at most 6 bytes for each it stands for, and size is far below a sixth */
    size_t length = strlen(file);
    const char *start = length > size ? file + (length - size) : file;
    for (av_text_visible(start, shown, sizeof shown); strlen(shown) + sizeof "…" > size;) {
        start = skip_character(start);
        av_text_visible(start, shown, sizeof shown);
    }
    snprintf(out, size, "%s%s", start == file ? "" : "…", shown);
}

void av_reader_init(struct reader *reader, const char *file, struct av_report *report, struct av_arena *arena)
{
    *reader = (struct reader){.report = report, .arena = arena};
    shorten_front(file, reader->file, sizeof reader->file);
}

void av_reader_finish(struct reader *reader)
{
    av_arena_finish(&reader->tree);
}

/* A tree that dies as a whole need not be allocated, and deleted, value by value. cJSON tells its hooks nothing but a
 * size, so this is where they find the arena. */
static struct av_arena *tree_being_parsed;

static void *take_for_tree(size_t size)
{
    return av_arena_take(tree_being_parsed, size);
}

static void leave_in_tree(void *memory)
{
    (void)memory;
}

static const cJSON *parse(struct av_arena *tree, const char *bytes, size_t length)
{
    tree_being_parsed = tree;
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = take_for_tree, .free_fn = leave_in_tree});
    const cJSON *json = cJSON_ParseWithLengthOpts(bytes, length, NULL, false);
    cJSON_InitHooks(NULL);
    return json;
}

const cJSON *av_reader_parse(struct reader *reader, const char *bytes, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (length >= 3 && memcmp(bytes, mark, 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    if (!av_scan_json(reader->file, bytes, length, reader->report, &reader->status))
        return NULL;
    const cJSON *json = parse(&reader->tree, bytes, length);
    if (!json) /* of a text that has been scanned */
        av_reader_out_of_memory(reader);
    return json;
}

void av_reader_out_of_memory(struct reader *reader)
{
    struct av_error error;
    av_error_set(&error, AV_ERROR_MEMORY, reader->file, "memory ran out while the lesson was read");
    if (reader->status == AV_OK)
        reader->status = AV_ERROR_MEMORY;
    av_report_add(reader->report, &error);
}

struct node av_node_root(struct reader *reader, const cJSON *json)
{
    return (struct node){.reader = reader, .json = json};
}

struct node av_node_member(const struct node *object, const char *key)
{
    return (struct node){
        .reader = object->reader,
        .parent = object,
        .key = key,
        .json = cJSON_IsObject(object->json) ? cJSON_GetObjectItemCaseSensitive(object->json, key) : NULL,
    };
}

struct node av_node_item(const struct node *array, size_t index, const cJSON *json)
{
    return (struct node){.reader = array->reader, .parent = array, .index = index, .json = json};
}

static bool is_plain_key(const char *key)
{
    size_t length = strlen(key);
    return length > 0 && strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == length &&
           !(key[0] >= '0' && key[0] <= '9');
}

/* Writes "$.model.layers[0].wq[3]" to out; returns how long that is. */
static size_t write_path(const struct node *node, char *out, size_t size)
{
    if (!node->parent)
        return (size_t)snprintf(out, size, "$");
    size_t length = write_path(node->parent, out, size);
    char *end = length < size ? out + length : NULL;
    size_t room = length < size ? size - length : 0;
    if (!node->key)
        return length + (size_t)snprintf(end, room, "[%zu]", node->index);
    return length + (size_t)snprintf(end, room, is_plain_key(node->key) ? ".%s" : "[\"%s\"]", node->key);
}

static bool fault_list(const struct node *node, enum av_status status, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

static bool fault_list(const struct node *node, enum av_status status, const char *format, va_list arguments)
{
    struct reader *reader = node->reader;
    if (reader->status == AV_OK)
        reader->status = status;
    if (av_report_full(reader->report))
        return false;
    struct av_error error;
    char path[sizeof error.place], place[sizeof reader->file + 2 + sizeof path];
    write_path(node, path, sizeof path);
    snprintf(place, sizeof place, "%s: %s", reader->file, path);
    av_error_set_list(&error, status, place, format, arguments);
    av_report_add(reader->report, &error);
    return false;
}

bool av_node_fault(const struct node *node, enum av_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault_list(node, status, format, arguments);
    va_end(arguments);
    return false;
}

/* The shortest decimal that reads as the same number. */
static void write_number(double number, char *out, size_t size)
{
    if (isinf(number)) {
        snprintf(out, size, "a number beyond 1.8e308");
        return;
    }
    if (fabs(number) < 1e9 && number == floor(number)) { /* 30, and not 3e+01 */
        snprintf(out, size, "%.0f", number);
        return;
    }
    int digits = 1;
    do
        snprintf(out, size, "%.*g", digits, number);
    while (strtod(out, NULL) != number && ++digits <= 17);
}

const char *av_quote(const char *text, char *out, size_t size)
{
    char part[QUOTED_BYTES + 1], shown[DESCRIPTION_BYTES - 8];
    const char *end = text, *next;
    while (*end != '\0' && (size_t)((next = skip_character(end)) - text) <= QUOTED_BYTES)
        end = next;
    snprintf(part, sizeof part, "%.*s", (int)(end - text), text);
    av_text_visible(part, shown, sizeof shown);
    snprintf(out, size, "\"%s%s\"", shown, *end == '\0' ? "" : "…");
    return out;
}

static const char *describe(const cJSON *json, char *out, size_t size)
{
    if (!json)
        snprintf(out, size, "nothing");
    else if (cJSON_IsNumber(json))
        write_number(json->valuedouble, out, size);
    else if (cJSON_IsString(json))
        av_quote(json->valuestring, out, size);
    else if (cJSON_IsArray(json))
        snprintf(out, size, "an array of %d", cJSON_GetArraySize(json));
    else
        snprintf(out, size, "%s",
                 cJSON_IsObject(json)  ? "an object"
                 : cJSON_IsTrue(json)  ? "true"
                 : cJSON_IsFalse(json) ? "false"
                                       : "null");
    return out;
}

bool av_node_expected(const struct node *node, const char *format, ...)
{
    char what[320], found[DESCRIPTION_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (av_report_full(node->reader->report)) /* describing may take time, too */
        return av_node_fault(node, AV_ERROR_VALUE, "%s", what);
    return av_node_fault(node, AV_ERROR_VALUE, "%s expected, %s found", what,
                         describe(node->json, found, sizeof found));
}

bool av_node_unknown(const struct node *node, const char *what, const char *const *names, size_t count)
{
    char found[DESCRIPTION_BYTES], suggestion[AV_SUGGESTION_BYTES] = "";
    if (av_report_full(node->reader->report))
        return av_node_fault(node, AV_ERROR_VALUE, "%s", what);
    if (cJSON_IsString(node->json))
        av_suggest_text(suggestion, node->json->valuestring, names, count);
    return av_node_fault(node, AV_ERROR_VALUE, "%s expected, %s found%s", what,
                         describe(node->json, found, sizeof found), suggestion);
}

void av_node_unknown_key(const struct node *object, const char *key, const char *const *keys, size_t count)
{
    char quoted[DESCRIPTION_BYTES], suggestion[AV_SUGGESTION_BYTES] = "";
    if (!av_report_full(object->reader->report))
        av_suggest_text(suggestion, key, keys, count);
    av_node_fault(object, AV_ERROR_VALUE, "unknown key %s%s", av_quote(key, quoted, sizeof quoted), suggestion);
}

static bool is_among(const char *key, const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

bool av_node_object(const struct node *node, const char *const *keys, size_t count)
{
    if (!cJSON_IsObject(node->json))
        return av_node_expected(node, "an object");
    for (const cJSON *child = node->json->child; child; child = child->next)
        if (!is_among(child->string, keys, count))
            av_node_unknown_key(node, child->string, keys, count);
    return true;
}

bool av_node_array(const struct node *node, const char *of, size_t *count)
{
    if (!cJSON_IsArray(node->json))
        return av_node_expected(node, "an array of %s", of);
    *count = (size_t)cJSON_GetArraySize(node->json);
    return true;
}

bool av_node_integer(const struct node *node, int least, int most, int *value)
{
    double number = cJSON_IsNumber(node->json) ? node->json->valuedouble : NAN;
    if (number >= least && number <= most && number == floor(number)) {
        *value = (int)number;
        return true;
    }
    if (most == INT_MAX && !(number > most)) /* a bound that nobody means is named where it is passed */
        return av_node_expected(node, "an integer of at least %d", least);
    return av_node_expected(node, "an integer from %d to %d", least, most);
}

bool av_node_number(const struct node *node, float least, float most, float *value)
{
    /* what float32 cannot hold becomes infinity, which no range includes */
    float number = cJSON_IsNumber(node->json) ? (float)node->json->valuedouble : NAN;
    if (number >= least && number <= most) {
        *value = number;
        return true;
    }
    if (most < FLT_MAX)
        return av_node_expected(node, "a number from %g to %g", (double)least, (double)most);
    return av_node_expected(node, "a number %s (float32)", least < 0 ? "within ±3.4e38" : "from 0 to 3.4e38");
}

bool av_node_double(const struct node *node, double least, double *value)
{
    double number = cJSON_IsNumber(node->json) ? node->json->valuedouble : NAN;
    if (number >= least && number <= DBL_MAX) {
        *value = number;
        return true;
    }
    if (least > -DBL_MAX)
        return av_node_expected(node, "a number of at least %g", least);
    return av_node_expected(node, "a number within ±1.8e308");
}

bool av_node_seed(const struct node *node, uint64_t *value)
{
    /* a larger integer may not be what a float64, and so another reader of the file, makes of it */
    const double most = 9007199254740991.0;
    double number = cJSON_IsNumber(node->json) ? node->json->valuedouble : NAN;
    if (!(number >= 0 && number <= most && number == floor(number)))
        return av_node_expected(node, "an integer from 0 to %.0f", most);
    *value = (uint64_t)number;
    return true;
}

bool av_node_bool(const struct node *node, bool *value)
{
    if (!cJSON_IsBool(node->json))
        return av_node_expected(node, "true or false");
    *value = cJSON_IsTrue(node->json);
    return true;
}

bool av_node_choice(const struct node *node, const char *const *names, size_t count, int *value)
{
    char choices[400];
    for (size_t i = 0; cJSON_IsString(node->json) && i < count; i++) {
        if (strcmp(node->json->valuestring, names[i]) == 0) {
            *value = (int)i;
            return true;
        }
    }
    return av_node_unknown(node, av_suggest_choices(choices, sizeof choices, "\"", names, count), names, count);
}

static bool is_full_text(const cJSON *json)
{
    return json && cJSON_IsString(json) && json->valuestring[0] != '\0';
}

bool av_node_text(const struct node *node, const char **value)
{
    if (!is_full_text(node->json)) {
        av_node_expected(node, "a text");
        return false;
    }
    *value = node->json->valuestring;
    return true;
}

bool av_node_copy_text(const struct node *node, const char **value)
{
    const char *text = NULL;
    if (!av_node_text(node, &text))
        return false;
    *value = av_arena_text(node->reader->arena, text, strlen(text));
    if (!*value)
        av_reader_out_of_memory(node->reader);
    return *value != NULL;
}

bool av_node_words(const struct node *node, struct av_words *words)
{
    static const char *const keys[] = {"en", "zh"};
    if (!cJSON_IsObject(node->json))
        return av_node_expected(node, "a text in each language, {\"en\": …, \"zh\": …},");
    av_node_object(node, keys, sizeof keys / sizeof *keys);
    return av_node_languages(node, words);
}

bool av_node_some_languages(const struct node *node, struct av_words *words)
{
    bool good = true;
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        struct node text = av_node_member(node, av_language_code((enum av_language)i));
        if (text.json)
            good = av_node_copy_text(&text, &words->in[i]) && good;
    }
    return good;
}

bool av_node_languages(const struct node *node, struct av_words *words)
{
    static const char *const languages[AV_LANGUAGE_COUNT] = {[AV_ENGLISH] = "English", [AV_CHINESE] = "Chinese"};
    bool good = true;
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        struct node text = av_node_member(node, av_language_code((enum av_language)i));
        if (is_full_text(text.json))
            good = av_node_copy_text(&text, &words->in[i]) && good;
        else
            good = av_node_expected(&text, "a text in %s", languages[i]);
    }
    return good;
}
