#include "place_json.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "names.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A token's place in the prompt, from its text, which has to stand there once. */
static bool read_token_text(const struct node *node, const struct extent *extent, int *token)
{
    char quoted[DESCRIPTION_BYTES];
    int id, count = 0;
    if (extent->vocabulary->count == 0 || !extent->prompt)
        return av_node_text(node, &(const char *){NULL});
    if (!av_vocabulary_read_token(extent->vocabulary, node, &id))
        return false;
    for (int i = 0; i < extent->n_prompt; i++) {
        if (extent->prompt[i] == id) {
            *token = i;
            count++;
        }
    }
    if (count == 1)
        return true;
    return av_node_fault(node, AV_ERROR_VALUE,
                         "%s once in the prompt expected, %d times found; its number says which is meant",
                         av_quote(node->json->valuestring, quoted, sizeof quoted), count);
}

bool av_counted_read(const struct node *node, int most, int *value)
{
    int number;
    if (!av_node_integer(node, 1, most, &number))
        return false;
    *value = number - 1;
    return true;
}

/* The same where the file may have none: *value then stays. */
static bool read_counted(const struct node *node, int most, int *value)
{
    return !node->json || av_counted_read(node, most, value);
}

/* A token's place, by its number or its text. */
static bool read_token(const struct node *node, const struct extent *extent, int *token)
{
    return cJSON_IsString(node->json) ? read_token_text(node, extent, token) : read_counted(node, extent->n, token);
}

static bool read_stage(const struct node *node, const struct extent *extent, int *chosen)
{
    const char *names[AV_STAGE_COUNT];
    for (int i = 0; i < AV_STAGE_COUNT; i++)
        names[i] = av_stage_name((enum av_stage)i);
    if (!node->json)
        return true;
    if (!av_node_choice(node, names, COUNT(names), chosen))
        return false;
    enum av_stage stage = (enum av_stage) * chosen;
    if (extent->config && !av_stage_exists(extent->config, stage))
        return av_node_fault(node, AV_ERROR_VALUE, "a stage of this model expected, \"%s\" found", names[stage]);
    return true;
}

static bool read_lens(const struct node *node, int *lens)
{
    const char *names[AV_LENS_COUNT];
    for (int i = 0; i < AV_LENS_COUNT; i++)
        names[i] = av_lens_name((enum av_lens)i);
    return !node->json || av_node_choice(node, names, COUNT(names), lens);
}

/* What the object has of a place; the rest stays as it is. */
static bool read_place(const struct node *node, const struct extent *extent, struct av_place *place)
{
    struct node token = av_node_member(node, "token"), stage = av_node_member(node, "stage");
    struct node layer = av_node_member(node, "layer"), head = av_node_member(node, "head");
    struct node lens = av_node_member(node, "lens");
    bool good = read_token(&token, extent, &place->token);
    good = read_stage(&stage, extent, &place->stage) && good;
    good = read_counted(&layer, extent->config ? extent->config->n_layer : INT_MAX, &place->layer) && good;
    good = read_counted(&head, extent->config ? extent->config->n_head : INT_MAX, &place->head) && good;
    return read_lens(&lens, &place->lens) && good;
}

bool av_at_read(const struct node *node, const struct extent *extent, struct av_place *place)
{
    static const char *const keys[] = {"token", "stage", "layer", "head", "lens"};
    *place = (struct av_place){AV_ANY, AV_ANY, AV_ANY, AV_ANY, AV_LENS_PANELS};
    return !node->json || (av_node_object(node, keys, COUNT(keys)) && read_place(node, extent, place));
}

bool av_when_read(const struct node *node, enum av_when *when)
{
    bool on;
    *when = AV_WHEN_ALWAYS;
    if (!node->json)
        return true;
    if (!av_node_bool(node, &on))
        return false;
    *when = on ? AV_WHEN_CACHE_ON : AV_WHEN_CACHE_OFF;
    return true;
}

void av_start_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson)
{
    static const char *const keys[] = {"token", "stage", "layer", "head", "lens", "cache", "prefill"};
    lesson->start = (struct av_place){0, AV_STAGE_EMBED, 0, 0, AV_LENS_PANELS};
    lesson->cache_on = true;
    if (!node->json || !av_node_object(node, keys, COUNT(keys)))
        return;
    struct node cache = av_node_member(node, "cache"), prefill = av_node_member(node, "prefill");
    read_place(node, extent, &lesson->start);
    if (cache.json)
        av_node_bool(&cache, &lesson->cache_on);
    if (prefill.json)
        av_node_bool(&prefill, &lesson->prefill);
}

bool av_matrix_find(const struct node *node, const struct extent *extent, int token, enum av_view_id id,
                    struct shown *shown)
{
    int n = token == AV_ANY ? extent->n : token + 1; /* later rows do not exist yet */
    *shown = (struct shown){id, INT_MAX, INT_MAX};
    if (!extent->config || av_matrix_shape(extent->config, id, n, extent->n_source, &shown->rows, &shown->columns))
        return true;
    return av_node_fault(node, AV_ERROR_VALUE, "a matrix of this model expected, \"%s\" found", av_view_name(id));
}

bool av_matrix_read(const struct node *node, const struct extent *extent, int token, struct shown *shown)
{
    const char *names[AV_VIEW_COST]; /* which is none of them */
    int id;
    for (int i = 0; i < AV_VIEW_COST; i++)
        names[i] = av_view_name((enum av_view_id)i);
    return av_node_choice(node, names, COUNT(names), &id) &&
           av_matrix_find(node, extent, token, (enum av_view_id)id, shown);
}

/* {"matrix": "A", "row": 10, "column": 4}: without a row it is every row, without a column every column. */
static bool read_cell(const struct node *node, const struct extent *extent, struct av_note *note)
{
    static const char *const keys[] = {"matrix", "row", "column"};
    struct shown shown;
    if (!node->json)
        return true;
    struct node matrix = av_node_member(node, "matrix"), row = av_node_member(node, "row");
    struct node column = av_node_member(node, "column");
    if (!av_node_object(node, keys, COUNT(keys)) || !av_matrix_read(&matrix, extent, note->place.token, &shown))
        return false;
    note->matrix = (int)shown.id;
    bool good = read_counted(&row, shown.rows, &note->row);
    return read_counted(&column, shown.columns, &note->column) && good;
}

/* The rule that a note speaks of. */
static bool read_rule(const struct node *node, struct av_note *note)
{
    static const char *const keys[] = {"mask", "scaled"};
    if (!node->json)
        return true;
    struct node mask = av_node_member(node, "mask"), scaled = av_node_member(node, "scaled");
    bool scales = true, good = av_node_object(node, keys, COUNT(keys));
    if (good && mask.json)
        good = av_node_choice(&mask, av_mask_names, COUNT(av_mask_names), &note->mask);
    if (good && scaled.json) {
        good = av_node_bool(&scaled, &scales);
        note->scaled = scales;
    }
    return good;
}

static bool read_note(const struct node *node, const struct extent *extent, struct av_note *note)
{
    static const char *const keys[] = {"at", "cache", "prefill", "rule", "cell", "en", "zh"};
    *note = (struct av_note){.mask = AV_ANY, .scaled = AV_ANY, .matrix = AV_ANY, .row = AV_ANY, .column = AV_ANY};
    struct node at = av_node_member(node, "at"), cache = av_node_member(node, "cache");
    struct node prefill = av_node_member(node, "prefill"), cell = av_node_member(node, "cell");
    struct node rule = av_node_member(node, "rule");
    if (!av_node_object(node, keys, COUNT(keys)))
        return false;
    bool good = av_at_read(&at, extent, &note->place);
    good = av_when_read(&cache, &note->when) && good;
    good = (!prefill.json || av_node_bool(&prefill, &note->prefill)) && good;
    good = read_rule(&rule, note) && good;
    good = read_cell(&cell, extent, note) && good;
    return av_node_languages(node, &note->words) && good;
}

void av_notes_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson)
{
    size_t count;
    if (!node->json || !av_node_array(node, "notes", &count))
        return;
    lesson->notes = av_arena_allocate(&lesson->arena, count, sizeof *lesson->notes);
    if (!lesson->notes) {
        av_reader_out_of_memory(node->reader);
        return;
    }
    lesson->n_note = (int)count;
    size_t i = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, i++) {
        struct node item = av_node_item(node, i, json);
        read_note(&item, extent, &lesson->notes[i]);
    }
}

void av_bans_read(const struct node *rule, const struct extent *extent, struct av_lesson *lesson)
{
    struct node list = av_node_member(rule, "banned");
    size_t count, i = 0;
    if (!list.json || !av_node_array(&list, "tokens", &count) || count == 0 || !extent->config)
        return;
    int n_ctx = extent->config->n_ctx, token = AV_ANY;
    bool *banned = av_arena_allocate(&lesson->arena, (size_t)n_ctx, sizeof *banned);
    if (!banned) {
        av_reader_out_of_memory(rule->reader);
        return;
    }
    for (const cJSON *json = list.json->child; json; json = json->next, i++) {
        struct node item = av_node_item(&list, i, json);
        if (!read_token(&item, extent, &token) || token >= n_ctx)
            continue; /* beyond n_ctx only where too many tokens were a fault already */
        if (banned[token])
            av_node_fault(&item, AV_ERROR_VALUE, "each token once expected, token %d found twice", token + 1);
        banned[token] = true;
    }
    lesson->rule.banned = banned;
}
