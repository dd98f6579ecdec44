#include "attnviz/lesson/progress.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "attnviz/base/text.h"
#include "progress_file.h"

static const char *const mark_names[AV_MARK_COUNT] = {
    [AV_MARK_NONE] = "none", [AV_MARK_RIGHT] = "right", [AV_MARK_WRONG] = "wrong", [AV_MARK_SKIPPED] = "skipped"};

uint64_t av_question_key(const char *english, int again)
{
    const uint64_t prime = 0x100000001b3;
    uint64_t hash = 0xcbf29ce484222325;
    for (; *english != '\0'; english++)
        hash = (hash ^ (unsigned char)*english) * prime;
    for (int i = 0; i < again; i++)
        hash = (hash ^ 0xff) * prime; /* a byte that no text has */
    return hash;
}

enum av_status av_progress_open(struct av_progress *progress, struct av_error *error)
{
    struct av_error reason;
    *progress = (struct av_progress){0};
    av_progress_locate(progress->path, sizeof progress->path);
    if (progress->path[0] == '\0')
        return AV_OK;
    enum kept kept = av_progress_read(progress->path, &progress->kept, &reason);
    progress->first_start = kept == KEPT_MISSING;
    if (kept == KEPT_GOOD || kept == KEPT_MISSING)
        return AV_OK;
    if (kept == KEPT_NOTHING)
        progress->path[0] = '\0';
    return av_error_set(error, reason.status, reason.place, "%s", reason.message);
}

void av_progress_close(struct av_progress *progress)
{
    cJSON_Delete(progress->kept);
    cJSON_Delete(progress->pending);
    *progress = (struct av_progress){0};
}

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* A whole number that is at least this; 0 where there is none. */
static int number(const cJSON *object, const char *key, int least)
{
    const cJSON *json = member(object, key);
    double value = cJSON_IsNumber(json) ? json->valuedouble : 0;
    return value >= least && value <= INT_MAX ? (int)value : 0;
}

static void read_place(const cJSON *json, struct av_place *place)
{
    const char *stage = cJSON_GetStringValue(member(json, "stage"));
    const int counted[] = {number(json, "token", 1), number(json, "layer", 1), number(json, "head", 1)};
    place->token = counted[0] > 0 ? counted[0] - 1 : 0;
    place->layer = counted[1] > 0 ? counted[1] - 1 : 0;
    place->head = counted[2] > 0 ? counted[2] - 1 : 0;
    for (int i = 0; stage && i < AV_STAGE_COUNT; i++)
        if (strcmp(stage, av_stage_name((enum av_stage)i)) == 0)
            place->stage = i;
}

static void read_score(const cJSON *json, struct av_lesson_progress *out)
{
    int last = number(json, "last", 0), best = number(json, "best", 0), of = number(json, "of", 1);
    if (last > of || best > of)
        return;
    out->last = last;
    out->best = best;
    out->of = of;
}

static void read_mark(const cJSON *json, struct av_lesson_progress *out)
{
    const char *name = cJSON_GetStringValue(json), *digits = json->string;
    if (!name || strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16)
        return;
    for (int i = AV_MARK_RIGHT; i < AV_MARK_COUNT; i++)
        if (strcmp(name, mark_names[i]) == 0)
            av_progress_set_mark(out, strtoull(digits, NULL, 16), (enum av_mark)i);
}

/* When the lesson was used, and the larger, the later; also where another program wrote it. */
static double used(const cJSON *entry)
{
    const cJSON *json = member(entry, "used");
    return cJSON_IsNumber(json) && json->valuedouble > 0 && json->valuedouble < 1e15 ? json->valuedouble : 0;
}

void av_progress_get(const struct av_progress *progress, const char *lesson, struct av_lesson_progress *out)
{
    const cJSON *json = member(progress->pending, lesson);
    *out = (struct av_lesson_progress){0};
    if (!json)
        json = member(member(progress->kept, "lessons"), lesson);
    if (!cJSON_IsObject(json))
        return;
    out->seen = true;
    out->used = used(json);
    out->finished = cJSON_IsTrue(member(json, "finished"));
    read_place(member(json, "place"), &out->place);
    read_score(member(json, "score"), out);
    const cJSON *marks = member(json, "marks");
    for (const cJSON *mark = cJSON_IsObject(marks) ? marks->child : NULL; mark; mark = mark->next)
        read_mark(mark, out);
}

static bool add_number(cJSON *object, const char *key, int value)
{
    return cJSON_AddNumberToObject(object, key, value) != NULL;
}

static bool add_place(cJSON *json, const struct av_place *place)
{
    cJSON *object = cJSON_AddObjectToObject(json, "place");
    return object && add_number(object, "token", place->token + 1) &&
           cJSON_AddStringToObject(object, "stage", av_stage_name((enum av_stage)place->stage)) &&
           add_number(object, "layer", place->layer + 1) && add_number(object, "head", place->head + 1);
}

static bool add_score(cJSON *json, const struct av_lesson_progress *known)
{
    cJSON *object = cJSON_AddObjectToObject(json, "score");
    return object && add_number(object, "last", known->last) && add_number(object, "best", known->best) &&
           add_number(object, "of", known->of);
}

static bool add_marks(cJSON *json, const struct av_lesson_progress *known)
{
    char key[17];
    cJSON *object = cJSON_AddObjectToObject(json, "marks");
    for (int i = 0; object && i < known->n_mark; i++) {
        snprintf(key, sizeof key, "%016" PRIx64, known->marks[i].key);
        if (!cJSON_AddStringToObject(object, key, mark_names[known->marks[i].mark]))
            return false;
    }
    return object != NULL;
}

static cJSON *make_entry(const struct av_lesson_progress *known)
{
    cJSON *json = cJSON_CreateObject();
    bool good = json && add_place(json, &known->place) && cJSON_AddBoolToObject(json, "finished", known->finished) &&
                (known->of == 0 || add_score(json, known)) && (known->n_mark == 0 || add_marks(json, known));
    if (good)
        return json;
    cJSON_Delete(json);
    return NULL;
}

/* Gives the object this member, NULL where there was no memory for it, in place of one that it may have had; false
 * where memory ran out. */
static bool put(cJSON *object, const char *key, cJSON *value)
{
    bool there = member(object, key) != NULL;
    if (value && (there ? cJSON_ReplaceItemInObjectCaseSensitive(object, key, value)
                        : cJSON_AddItemToObject(object, key, value)))
        return true;
    cJSON_Delete(value);
    return false;
}

enum av_status av_progress_set(struct av_progress *progress, const char *lesson, const struct av_lesson_progress *known,
                               struct av_error *error)
{
    if (!av_utf8_valid(lesson, strlen(lesson), NULL))
        return AV_OK;
    if (!progress->pending)
        progress->pending = cJSON_CreateObject();
    if (progress->pending && put(progress->pending, lesson, make_entry(known)))
        return AV_OK;
    return av_error_set(error, AV_ERROR_MEMORY, "", "memory ran out while progress was noted");
}

enum av_mark av_progress_mark(const struct av_lesson_progress *known, uint64_t key)
{
    for (int i = 0; i < known->n_mark; i++)
        if (known->marks[i].key == key)
            return known->marks[i].mark;
    return AV_MARK_NONE;
}

static void remove_mark(struct av_lesson_progress *known, int index)
{
    known->n_mark--;
    memmove(&known->marks[index], &known->marks[index + 1], sizeof *known->marks * (size_t)(known->n_mark - index));
}

void av_progress_set_mark(struct av_lesson_progress *known, uint64_t key, enum av_mark mark)
{
    for (int i = 0; i < known->n_mark; i++) {
        if (known->marks[i].key == key) {
            remove_mark(known, i);
            break;
        }
    }
    if (mark == AV_MARK_NONE)
        return;
    if (known->n_mark == AV_PROGRESS_MARKS_MAX)
        remove_mark(known, 0);
    known->marks[known->n_mark++] = (struct av_question_mark){key, mark};
}

static double last_used(const cJSON *lessons)
{
    double most = 0;
    for (const cJSON *entry = lessons->child; entry; entry = entry->next)
        most = used(entry) > most ? used(entry) : most;
    return most;
}

/* Brings what is known of a lesson into its entry, which keeps what only others know. */
static bool merge_entry(cJSON *lessons, const cJSON *known, double now)
{
    static const char *const keys[] = {"place", "finished", "score", "marks"};
    bool good = cJSON_IsObject(member(lessons, known->string)) || put(lessons, known->string, cJSON_CreateObject());
    cJSON *entry = good ? cJSON_GetObjectItemCaseSensitive(lessons, known->string) : NULL;
    good = good && put(entry, "used", cJSON_CreateNumber(now));
    for (size_t i = 0; good && i < sizeof keys / sizeof *keys; i++) {
        const cJSON *value = member(known, keys[i]);
        if (value)
            good = put(entry, keys[i], cJSON_Duplicate(value, true));
        else
            cJSON_DeleteItemFromObjectCaseSensitive(entry, keys[i]);
    }
    return good;
}

/* Forgets the lessons that were used the longest ago, until there are not too many. */
static void forget(cJSON *lessons)
{
    for (int count = cJSON_GetArraySize(lessons); count > AV_PROGRESS_LESSONS_MAX; count--) {
        cJSON *oldest = lessons->child;
        for (cJSON *entry = lessons->child; entry; entry = entry->next)
            oldest = used(entry) < used(oldest) ? entry : oldest;
        cJSON_Delete(cJSON_DetachItemViaPointer(lessons, oldest));
    }
}

static cJSON *make_tree(void)
{
    cJSON *tree = cJSON_CreateObject();
    if (tree && cJSON_AddNumberToObject(tree, "attnviz", 1) && cJSON_AddObjectToObject(tree, "lessons"))
        return tree;
    cJSON_Delete(tree);
    return NULL;
}

/* Brings all that was set into the tree. */
static bool merge(cJSON *tree, const cJSON *pending)
{
    cJSON *lessons = tree ? cJSON_GetObjectItemCaseSensitive(tree, "lessons") : NULL;
    double now = lessons ? last_used(lessons) : 0;
    for (const cJSON *known = pending->child; lessons && known; known = known->next)
        if (!merge_entry(lessons, known, ++now))
            return false;
    if (lessons)
        forget(lessons);
    return lessons != NULL;
}

enum av_status av_progress_save(struct av_progress *progress, struct av_error *error)
{
    cJSON *tree;
    struct av_error reason;
    if (progress->path[0] == '\0' || !progress->pending)
        return AV_OK;
    enum kept kept = av_progress_read(progress->path, &tree, &reason);
    if (kept == KEPT_NOTHING)
        return av_error_set(error, reason.status, reason.place, "%s", reason.message);
    if (kept != KEPT_GOOD)
        tree = make_tree();
    enum av_status status = merge(tree, progress->pending) ? av_progress_write(progress->path, tree, error)
                                                           : av_error_set(error, AV_ERROR_MEMORY, progress->path,
                                                                          "memory ran out while progress was written");
    if (status != AV_OK) {
        cJSON_Delete(tree);
        return status;
    }
    cJSON_Delete(progress->kept);
    cJSON_Delete(progress->pending);
    progress->kept = tree;
    progress->pending = NULL;
    return AV_OK;
}
