#include "shelf_entry.h"

#include <stdlib.h>
#include <string.h>

#include "about.h"
#include "file.h"
#include "model_json.h"
#include "reader.h"

/* The tokens of the prompt, as many as are texts; and how many there are with those generated, where that can be
 * told. */
static void read_prompt(const struct node *root, struct av_shelf_entry *entry)
{
    struct node prompt = av_node_member(root, "prompt"), generate = av_node_member(root, "generate");
    if (!cJSON_IsArray(prompt.json))
        return;
    int count = cJSON_GetArraySize(prompt.json), known = count < AV_SHELF_PROMPT_MAX ? count : AV_SHELF_PROMPT_MAX;
    bool counted = cJSON_IsNumber(generate.json) && generate.json->valuedouble >= 0 &&
                   generate.json->valuedouble <= INT_MAX - count;
    entry->n_token = counted ? count + (int)generate.json->valuedouble : 0;
    entry->prompt = av_arena_take(root->reader->arena, (size_t)known * sizeof *entry->prompt);
    for (const cJSON *token = prompt.json->child; entry->prompt && token && entry->n_prompt < known;
         token = token->next) {
        const char *text = cJSON_IsString(token)
                               ? av_arena_text(root->reader->arena, token->valuestring, strlen(token->valuestring))
                               : NULL;
        if (!text)
            return;
        entry->prompt[entry->n_prompt++] = text;
    }
}

static bool has(const struct node *root, const char *key)
{
    return av_node_member(root, key).json != NULL;
}

/* A model in a file of its own has a version as well, and so may files of other kinds; a lesson has one of these. */
static bool meant_as_lesson(const struct node *root)
{
    return has(root, "attnviz") && (has(root, "title") || has(root, "teaches") || has(root, "prompt"));
}

/* True where bytes have the text somewhere. */
static bool mentions(const char *bytes, size_t length, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= length; i++) {
        if (memcmp(bytes + i, text, n) == 0)
            return true;
    }
    return false;
}

/* The same for what is no JSON. */
static bool seems_lesson(const char *bytes, size_t length)
{
    return mentions(bytes, length, "\"attnviz\"") &&
           (mentions(bytes, length, "\"title\"") || mentions(bytes, length, "\"teaches\"") ||
            mentions(bytes, length, "\"prompt\""));
}

static bool read_root(const struct node *root, struct av_shelf_entry *entry)
{
    struct about about = {0};
    if (!meant_as_lesson(root))
        return false;
    if (av_version_read(root))
        av_about_read(root, &about);
    entry->title = about.title;
    entry->teaches = about.teaches;
    entry->order = about.order;
    entry->minutes = about.minutes;
    read_prompt(root, entry);
    return true;
}

/* A faulty one is called as its file is where it does not say how; and its first fault is kept. */
static void take_faults(struct av_shelf_entry *entry, const struct av_report *report, struct av_arena *arena)
{
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        if (!entry->title.in[i])
            entry->title.in[i] = entry->name;
        if (!entry->teaches.in[i])
            entry->teaches.in[i] = "";
    }
    struct av_error *fault = report->count > 0 ? av_arena_take(arena, sizeof *fault) : NULL;
    if (fault)
        *fault = report->errors[0];
    entry->fault = fault;
}

bool av_shelf_entry_read(struct av_shelf_entry *entry, const char *name, const char *path, struct av_arena *arena)
{
    char *bytes;
    size_t length;
    struct reader reader;
    struct av_report report;
    *entry = (struct av_shelf_entry){.name = name, .path = path};
    if (av_file_read(path, &bytes, &length, NULL) != AV_OK)
        return false;
    av_report_init(&report);
    av_reader_init(&reader, path, &report, arena);
    const cJSON *json = av_reader_parse(&reader, bytes, length);
    struct node root = av_node_root(&reader, json);
    bool lesson = json ? read_root(&root, entry) : seems_lesson(bytes, length);
    if (lesson && reader.status != AV_OK)
        take_faults(entry, &report, arena);
    lesson = lesson && (reader.status == AV_OK || entry->fault);
    av_reader_finish(&reader);
    free(bytes);
    av_report_finish(&report);
    return lesson;
}
