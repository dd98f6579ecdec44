#include "attnviz/player/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "attnviz/player/player.h"
#include "inner.h"

/* A run and its traces find the lesson where it is now. */
static void tie(struct av_run *run, const struct av_lesson *lesson)
{
    if (run->lesson == NULL) /* a run that failed holds nothing */
        return;
    run->lesson = lesson;
    run->uncached.model = &lesson->model;
    if (run->cached.model)
        run->cached.model = &lesson->model;
}

/* The run so far becomes the earlier one, and the other way round. */
static void swap(struct av_player *player)
{
    struct av_experiment *experiment = &player->experiment;
    struct av_draft draft = experiment->now;
    struct av_run run = player->run;
    experiment->now = experiment->before;
    experiment->before = draft;
    player->run = experiment->earlier;
    experiment->earlier = run;
    tie(&player->run, &experiment->now.lesson);
    tie(&experiment->earlier, &experiment->before.lesson);
}

/* Before the first change: two drafts of the lesson, and a run of each. */
static enum av_status begin(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    if (experiment->begun)
        return AV_OK;
    experiment->changes = av_allocate(AV_CHANGES_MAX, sizeof *experiment->changes);
    enum av_status status = experiment->changes
                                ? av_draft_init(&experiment->now, player->lesson, error)
                                : av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory to change the lesson");
    if (status != AV_OK) {
        free(experiment->changes);
        experiment->changes = NULL;
        return status;
    }
    status = av_draft_init(&experiment->before, player->lesson, error);
    if (status == AV_OK)
        status = av_run_init(&experiment->earlier, &experiment->before.lesson, player->prefill, error);
    experiment->begun = status == AV_OK;
    if (status == AV_OK)
        tie(&player->run, &experiment->now.lesson);
    else
        av_experiment_finish(experiment);
    return status;
}

void av_experiment_finish(struct av_experiment *experiment)
{
    if (experiment->begun)
        av_run_finish(&experiment->earlier);
    if (experiment->before.lesson.prompt)
        av_draft_finish(&experiment->before);
    if (experiment->now.lesson.prompt)
        av_draft_finish(&experiment->now);
    free(experiment->changes);
    *experiment = (struct av_experiment){.begun = false};
}

/* The player stays where it is, as far as that is still there; the cache is on where the learner wants it and the rule
 * allows it. */
static enum av_status settle(struct av_player *player, struct av_error *error)
{
    player->cache_on = player->cache_wanted && av_player_can_cache(player);
    av_paged_close(&player->paged); /* it is of the lesson as it was */
    return av_player_go(player, &player->place, error);
}

/* The run so far becomes the earlier one, and the draft goes on from it. What the model has generated stands in the
 * prompt as well, for the case that a change makes it part of that. */
static enum av_status fork_run(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    swap(player);
    enum av_status status = av_draft_assign(&experiment->now, &experiment->before, error);
    const struct av_run *run = &experiment->earlier;
    memcpy(experiment->now.lesson.prompt, run->tokens, (size_t)run->n_token * sizeof *run->tokens);
    return status;
}

/* Runs the draft as it is now; where that or what led to it failed, goes back to the earlier run, which is whole. */
static enum av_status run_draft(struct av_player *player, enum av_status status, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    if (status == AV_OK)
        status = av_run_again(&player->run, &experiment->now.lesson, player->prefill, error);
    experiment->marking = status == AV_OK;
    if (status != AV_OK) {
        swap(player);
        player->look = player->look == AV_LOOK_CHANGE ? AV_LOOK_NUMBERS : player->look;
        player->notice = AV_NOTICE_NO_MEMORY;
    }
    return status;
}

/* After a change has been made or failed, and been counted. */
static enum av_status come_back(struct av_player *player, enum av_status status, struct av_error *error)
{
    enum av_status settled = settle(player, error);
    return settled != AV_OK ? settled : status == AV_ERROR_MEMORY ? AV_OK : status;
}

static bool same_target(const struct av_change *a, const struct av_change *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == AV_CHANGE_SETTING)
        return a->setting[0].scaled == b->setting[1].scaled && a->setting[0].mask == b->setting[1].mask;
    return a->kind == AV_CHANGE_WEIGHT && a->at.matrix == b->at.matrix && a->at.layer == b->at.layer &&
           a->at.row == b->at.row && a->at.column == b->at.column;
}

/* The way back from this change; of several that are one, from all of them. */
static void record(struct av_experiment *experiment, const struct av_change *change, bool merged)
{
    if (merged) {
        struct av_change *last = &experiment->changes[experiment->n_change - 1];
        last->number[1] = change->number[1];
        last->setting[1] = change->setting[1];
        return;
    }
    if (experiment->n_change == AV_CHANGES_MAX) {
        experiment->n_change--;
        memmove(experiment->changes, experiment->changes + 1, (size_t)experiment->n_change * sizeof *change);
        experiment->forgotten = true;
    }
    experiment->changes[experiment->n_change++] = *change;
    experiment->n_undone = 0;
}

enum av_status av_experiment_change(struct av_player *player, const struct av_change *change, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    bool merged = experiment->merging && experiment->n_change > 0 &&
                  same_target(&experiment->changes[experiment->n_change - 1], change);
    enum av_status status = begin(player, error);
    if (status == AV_ERROR_MEMORY) {
        player->notice = AV_NOTICE_NO_MEMORY;
        return AV_OK;
    }
    if (status == AV_OK && !merged)
        status = fork_run(player, error);
    if (status == AV_OK)
        status = av_draft_change(&experiment->now, change, false, error);
    status = run_draft(player, status, error);
    if (experiment->marking)
        record(experiment, change, merged);
    else if (merged) /* it went back behind all of it */
        experiment->n_change--;
    return come_back(player, status, error);
}

enum av_status av_experiment_undo(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    if (experiment->n_change == 0) {
        player->notice = experiment->forgotten ? AV_NOTICE_FORGOTTEN : AV_NOTICE_NOTHING_TO_UNDO;
        return AV_OK;
    }
    enum av_status status = fork_run(player, error);
    if (status == AV_OK)
        status = av_draft_change(&experiment->now, &experiment->changes[experiment->n_change - 1], true, error);
    status = run_draft(player, status, error);
    if (experiment->marking) {
        experiment->n_change--;
        experiment->n_undone++;
    }
    return come_back(player, status, error);
}

enum av_status av_experiment_redo(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    if (experiment->n_undone == 0) {
        player->notice = AV_NOTICE_NOTHING_TO_REDO;
        return AV_OK;
    }
    enum av_status status = fork_run(player, error);
    if (status == AV_OK)
        status = av_draft_change(&experiment->now, &experiment->changes[experiment->n_change], false, error);
    status = run_draft(player, status, error);
    if (experiment->marking) {
        experiment->n_change++;
        experiment->n_undone--;
    }
    return come_back(player, status, error);
}

/* The draft becomes what was opened: all changes are taken back, the last one first; or, where some are forgotten, it
 * is copied. */
static enum av_status restore(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    enum av_status status = AV_OK;
    if (!experiment->forgotten) {
        for (int i = experiment->n_change - 1; i >= 0 && status == AV_OK; i--)
            status = av_draft_change(&experiment->now, &experiment->changes[i], true, error);
        return status;
    }
    struct av_draft opened;
    status = av_draft_init(&opened, player->lesson, error);
    if (status == AV_OK) {
        status = av_draft_assign(&experiment->now, &opened, error);
        av_draft_finish(&opened);
    }
    return status;
}

enum av_status av_experiment_reset(struct av_player *player, struct av_error *error)
{
    struct av_experiment *experiment = &player->experiment;
    if (!av_experiment_changed(player)) {
        player->notice = AV_NOTICE_NOT_CHANGED;
        return AV_OK;
    }
    enum av_status status = fork_run(player, error);
    if (status == AV_OK)
        status = restore(player, error);
    status = run_draft(player, status, error);
    if (experiment->marking) {
        experiment->n_undone = experiment->forgotten ? 0 : experiment->n_undone + experiment->n_change;
        experiment->n_change = 0;
        experiment->forgotten = false;
    }
    return come_back(player, status, error);
}

void av_experiment_forget(struct av_player *player)
{
    if (player->look != AV_LOOK_CHANGE && player->experiment.begun && !av_experiment_changed(player))
        player->experiment.marking = false;
}

enum av_status av_experiment_prefill(struct av_player *player, bool prefill, struct av_error *error)
{
    struct av_run *earlier = &player->experiment.earlier;
    player->prefill = prefill;
    enum av_status status = av_run_again(&player->run, player->run.lesson, prefill, error);
    if (status == AV_OK && earlier->lesson != NULL)
        status = av_run_again(earlier, earlier->lesson, prefill, error);
    return status == AV_OK ? settle(player, error) : status;
}

static bool same_sampling(const struct av_sampling *a, const struct av_sampling *b)
{
    return a->temperature == b->temperature && a->top_k == b->top_k && a->top_p == b->top_p && a->seed == b->seed;
}

bool av_experiment_changed_beyond(const struct av_player *player, bool mask, bool scaled)
{
    const struct av_experiment *experiment = &player->experiment;
    if (experiment->forgotten)
        return true;
    for (int i = 0; i < experiment->n_change; i++)
        if (experiment->changes[i].kind != AV_CHANGE_SETTING)
            return true;
    const struct av_setting now = av_lesson_setting(player->run.lesson), opened = av_lesson_setting(player->lesson);
    return !same_sampling(&now.sampling, &opened.sampling) || (!mask && now.mask != opened.mask) ||
           (!scaled && now.scaled != opened.scaled);
}

bool av_experiment_changed(const struct av_player *player)
{
    return av_experiment_changed_beyond(player, false, false);
}
