#include "attnviz/player/change.h"

#include <string.h>

#include "view_table.h"

enum av_status av_draft_init(struct av_draft *draft, const struct av_lesson *lesson, struct av_error *error)
{
    size_t n_ctx = (size_t)lesson->model.config.n_ctx;
    *draft = (struct av_draft){.lesson = *lesson};
    av_arena_init(&draft->arena, 0);
    int *prompt = av_arena_allocate(&draft->arena, n_ctx, sizeof *prompt);
    bool *banned = av_arena_allocate(&draft->arena, n_ctx, sizeof *banned);
    if (prompt == NULL || banned == NULL) {
        av_arena_finish(&draft->arena);
        return av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory to change the lesson");
    }
    memcpy(prompt, lesson->prompt, (size_t)lesson->n_prompt * sizeof *prompt);
    if (lesson->rule.banned)
        memcpy(banned, lesson->rule.banned, n_ctx * sizeof *banned);
    draft->lesson.prompt = prompt;
    draft->lesson.rule.banned = draft->banned = banned;
    return AV_OK;
}

void av_draft_finish(struct av_draft *draft)
{
    if (draft->own_model)
        av_model_finish(&draft->lesson.model);
    av_arena_finish(&draft->arena);
    *draft = (struct av_draft){.own_model = false};
}

/* From now on its model may be changed. */
static enum av_status own_model(struct av_draft *draft, struct av_error *error)
{
    struct av_model copy;
    if (draft->own_model)
        return AV_OK;
    enum av_status status = av_model_copy(&copy, &draft->lesson.model, error);
    if (status == AV_OK) {
        draft->lesson.model = copy;
        draft->own_model = true;
    }
    return status;
}

enum av_status av_draft_assign(struct av_draft *draft, const struct av_draft *from, struct av_error *error)
{
    struct av_lesson *lesson = &draft->lesson;
    size_t n_ctx = (size_t)lesson->model.config.n_ctx;
    if (from->own_model) {
        enum av_status status = own_model(draft, error);
        if (status != AV_OK)
            return status;
    }
    if (draft->own_model)
        av_model_assign(&lesson->model, &from->lesson.model);
    memcpy(lesson->prompt, from->lesson.prompt, (size_t)from->lesson.n_prompt * sizeof *lesson->prompt);
    memcpy(draft->banned, from->lesson.rule.banned, n_ctx * sizeof(bool));
    lesson->n_prompt = from->lesson.n_prompt;
    lesson->n_generate = from->lesson.n_generate;
    lesson->rule.scaled = from->lesson.rule.scaled;
    lesson->rule.mask = from->lesson.rule.mask;
    lesson->sampling = from->lesson.sampling;
    return AV_OK;
}

float *av_model_number(const struct av_model *model, const struct av_weight_at *at)
{
    return &av_matrix_row(av_weight_of(model, at->matrix, at->layer), at->row)[at->column];
}

static enum av_status set_number(struct av_draft *draft, const struct av_weight_at *at, float number,
                                 struct av_error *error)
{
    enum av_status status = own_model(draft, error);
    if (status != AV_OK)
        return status;
    *av_model_number(&draft->lesson.model, at) = number;
    av_model_prepare(&draft->lesson.model);
    return AV_OK;
}

/* The prompt's tokens and bans from place on move by one: there is room for one more, or one is gone. */
static void move_tokens(struct av_draft *draft, int place, int by)
{
    struct av_lesson *lesson = &draft->lesson;
    bool *banned = draft->banned;
    int from = by > 0 ? place : place + 1, to = from + by, n_ctx = lesson->model.config.n_ctx;
    size_t n_ban = (size_t)(n_ctx - (by > 0 ? to : from));
    if (from < lesson->n_prompt)
        memmove(&lesson->prompt[to], &lesson->prompt[from], (size_t)(lesson->n_prompt - from) * sizeof *lesson->prompt);
    memmove(&banned[to], &banned[from], n_ban * sizeof *banned);
    if (by < 0)
        banned[n_ctx - 1] = false;
}

static void insert(struct av_draft *draft, int place, int token, bool banned)
{
    move_tokens(draft, place, 1);
    draft->lesson.prompt[place] = token;
    draft->banned[place] = banned;
}

/* A token of the prompt comes or goes; of the generated ones only their number changes. */
static void change_count(struct av_draft *draft, const struct av_change *change, bool back)
{
    bool of_prompt = change->kind == AV_CHANGE_INSERT || change->place < change->lengths[0].n_prompt;
    bool inserting = (change->kind == AV_CHANGE_INSERT) != back;
    bool banned = change->kind == AV_CHANGE_DELETE && change->banned;
    if (of_prompt && inserting)
        insert(draft, change->place, change->token[!back], banned);
    else if (of_prompt)
        move_tokens(draft, change->place, -1);
    else
        draft->banned[change->place] = back && banned;
}

static void change_tokens(struct av_draft *draft, const struct av_change *change, bool back)
{
    if (change->kind == AV_CHANGE_TOKEN)
        draft->lesson.prompt[change->place] = change->token[!back];
    else
        change_count(draft, change, back);
    draft->lesson.n_prompt = change->lengths[!back].n_prompt;
    draft->lesson.n_generate = change->lengths[!back].n_generate;
}

enum av_status av_draft_change(struct av_draft *draft, const struct av_change *change, bool back,
                               struct av_error *error)
{
    const struct av_setting *setting = &change->setting[!back];
    switch (change->kind) {
    case AV_CHANGE_WEIGHT:
        return set_number(draft, &change->at, change->number[!back], error);
    case AV_CHANGE_TOKEN:
    case AV_CHANGE_INSERT:
    case AV_CHANGE_DELETE:
        change_tokens(draft, change, back);
        break;
    case AV_CHANGE_BAN:
        draft->banned[change->place] = !draft->banned[change->place];
        break;
    case AV_CHANGE_SETTING:
        draft->lesson.rule.scaled = setting->scaled;
        draft->lesson.rule.mask = setting->mask;
        draft->lesson.sampling = setting->sampling;
        break;
    }
    return AV_OK;
}

struct av_setting av_lesson_setting(const struct av_lesson *lesson)
{
    return (struct av_setting){lesson->rule.scaled, lesson->rule.mask, lesson->sampling};
}

struct av_lengths av_lesson_lengths(const struct av_lesson *lesson)
{
    return (struct av_lengths){lesson->n_prompt, lesson->n_generate};
}
