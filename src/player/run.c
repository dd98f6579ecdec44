#include "attnviz/player/run.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/sampler.h"
#include "inner.h"

/* Multiply-adds of recomputations that are run for their counts alone; about 10 ms on one core. */
#define COUNTING_MAX 20e6

/* The trace has the rows of tokens 0 … t after this, by whichever way the rule allows. */
static enum av_status run_step(struct av_run *run, int t, struct av_error *error)
{
    if (!av_run_can_cache(run))
        return av_decoder_recompute(&run->uncached, run->tokens, t + 1, error);
    if (t + 1 == run->n_first)
        return av_decoder_prefill(&run->cached, run->tokens, t + 1, error);
    return av_decoder_append(&run->cached, run->tokens[t], error);
}

/* What the model says after token t, whose logits are the last row of the trace just run. */
static int choose_after(struct av_run *run, int t)
{
    const struct av_trace *trace = av_run_trace(run, av_run_can_cache(run));
    int vocab_size = run->lesson->model.config.vocab_size;
    av_trace_row(trace, AV_QUANTITY_LOGITS, 0, t, run->logits_room);
    return av_sampler_choose(&run->lesson->sampling, run->logits_room, vocab_size, t + 1, run->probabilities_room,
                             run->ids_room);
}

/* Reads the prompt and generates the rest. */
static enum av_status run_all(struct av_run *run, struct av_error *error)
{
    const struct av_lesson *lesson = run->lesson;
    for (int t = 0; t < run->n_token; t++) {
        run->tokens[t] = t < lesson->n_prompt ? lesson->prompt[t] : run->chosen_after_last;
        /* without a cache nothing comes of the prompt's steps but its last one */
        bool at_once = t < run->n_first - 1 || (t < lesson->n_prompt - 1 && !av_run_can_cache(run));
        if (at_once)
            continue;
        enum av_status status = run_step(run, t, error);
        if (status != AV_OK)
            return status;
        if (t >= lesson->n_prompt - 1)
            run->chosen_after_last = choose_after(run, t);
    }
    return AV_OK;
}

static bool counted(const struct av_run *run, int step)
{
    return av_work_multiply_adds(&run->uncached_work[step - 1]) > 0;
}

bool av_run_counts_known(const struct av_run *run, int t)
{
    for (int step = t + 1; step >= run->n_first; step--) {
        if (!counted(run, step))
            return false;
    }
    return true;
}

bool av_run_has_step(const struct av_run *run, int t)
{
    return t >= run->n_first - 1 && t < run->n_token;
}

struct av_steps av_run_steps(const struct av_run *run, int t)
{
    assert(t + 1 >= run->n_first);
    return (struct av_steps){.first = run->n_first, .n = t + 1, .n_source = run->lesson->n_source};
}

int av_run_born(const struct av_run *run, int i)
{
    return i < run->n_first ? run->n_first : i + 1;
}

bool av_run_prefills(const struct av_run *run, int t)
{
    return t + 1 == run->n_first && run->n_first > 1;
}

/* Roughly what the recomputation of a step takes, to decide whether it is worth running; never shown. */
static double estimate(const struct av_config *config, int step)
{
    double heads = (double)config->n_head * (config->d_k + config->d_v);
    double groups = (double)config->n_kv_head * (config->d_k + config->d_v);
    double layer = config->d_model * (heads + groups + 3.0 * config->d_ff) + step * heads;
    return step * (config->n_layer * layer + (double)config->d_model * config->vocab_size);
}

/* The uncached trace becomes that of this step; its counts and its comparison are kept. */
static enum av_status recompute(struct av_run *run, int step, struct av_error *error)
{
    enum av_status status = av_decoder_recompute(&run->uncached, run->tokens, step, error);
    if (status != AV_OK)
        return status;
    run->uncached_step = step;
    run->uncached_work[step - 1] = run->uncached.work[run->uncached.n_step - 1];
    if (av_run_can_cache(run) && run->comparisons[step - 1].values == 0)
        run->comparisons[step - 1] = av_trace_compare(&run->cached, &run->uncached, step);
    return AV_OK;
}

/* Counts the steps before this one, if that is not too much to do at once. */
static enum av_status count_earlier(struct av_run *run, int step, struct av_error *error)
{
    double total = 0;
    for (int earlier = run->n_first; earlier < step; earlier++)
        total += counted(run, earlier) ? 0 : estimate(&run->lesson->model.config, earlier);
    if (total > COUNTING_MAX)
        return AV_OK;
    enum av_status status = AV_OK;
    for (int earlier = run->n_first; earlier < step && status == AV_OK; earlier++) {
        if (!counted(run, earlier))
            status = recompute(run, earlier, error);
    }
    return status;
}

static int likelier_first(const void *left, const void *right)
{
    const struct av_candidate *a = left, *b = right;
    if (isnan(a->probability) != isnan(b->probability))
        return isnan(a->probability) ? 1 : -1;
    if (a->probability > b->probability || a->probability < b->probability)
        return a->probability < b->probability ? 1 : -1;
    return a->token - b->token;
}

static void rank_candidates(struct av_run *run, int t, bool cached)
{
    int n = run->lesson->model.config.vocab_size;
    float *logits = run->logits_room, *probabilities = run->probabilities_room;
    av_trace_row(av_run_trace(run, cached), AV_QUANTITY_LOGITS, 0, t, logits);
    run->ranking.softmax = av_sampler_probabilities(&run->lesson->sampling, logits, n, probabilities, run->ids_room);
    for (int id = 0; id < n; id++)
        run->candidates[id] = (struct av_candidate){id, probabilities[id]};
    qsort(run->candidates, (size_t)n, sizeof *run->candidates, likelier_first);
    run->ranking.step = t + 1;
    run->ranking.cached = cached;
}

enum av_status av_run_refresh(struct av_run *run, const struct av_place *place, bool cache_on, struct av_error *error)
{
    int step = place->token + 1;
    enum av_status status = count_earlier(run, step, error);
    bool looked_at = !cache_on && run->uncached_step != step;
    if (status == AV_OK && (looked_at || !counted(run, step)))
        status = recompute(run, step, error);
    bool ranked = run->ranking.step == step && run->ranking.cached == cache_on;
    if (status == AV_OK && place->stage == AV_STAGE_NEXT && !ranked)
        rank_candidates(run, place->token, cache_on);
    return status;
}

enum av_status av_run_recompute(struct av_run *run, int step, struct av_error *error)
{
    return run->uncached_step == step ? AV_OK : recompute(run, step, error);
}

bool av_run_can_cache(const struct av_run *run)
{
    return av_rule_keeps_cache(&run->lesson->rule, &run->lesson->model.config);
}

const struct av_trace *av_run_trace(const struct av_run *run, bool cached)
{
    return cached ? &run->cached : &run->uncached;
}

int av_run_next_token(const struct av_run *run, int t)
{
    return t + 1 < run->n_token ? run->tokens[t + 1] : run->chosen_after_last;
}

/* Room for the arrays; false where memory runs out. */
static bool allocate(struct av_run *run)
{
    const struct av_config *config = &run->lesson->model.config;
    struct av_arena *arena = &run->arena;
    size_t n_token = (size_t)run->n_token, vocab_size = (size_t)config->vocab_size;
    run->tokens = av_arena_allocate(arena, n_token, sizeof *run->tokens);
    run->uncached_work = av_arena_allocate(arena, n_token, sizeof *run->uncached_work);
    run->comparisons = av_arena_allocate(arena, n_token, sizeof *run->comparisons);
    run->candidates = av_arena_allocate(arena, vocab_size, sizeof *run->candidates);
    run->logits_room = av_arena_allocate(arena, vocab_size, sizeof *run->logits_room);
    run->probabilities_room = av_arena_allocate(arena, vocab_size, sizeof *run->probabilities_room);
    run->ids_room = av_arena_allocate(arena, vocab_size, sizeof *run->ids_room);
    return run->tokens && run->uncached_work && run->comparisons && run->candidates && run->logits_room &&
           run->probabilities_room && run->ids_room;
}

static enum av_status open_trace(struct av_trace *trace, const struct av_run *run, struct av_error *error)
{
    const struct av_lesson *lesson = run->lesson;
    return av_trace_init_cross(trace, &lesson->model, lesson->rule, run->n_token, lesson->source, lesson->n_source,
                               error);
}

static enum av_status open_traces(struct av_run *run, struct av_error *error)
{
    enum av_status status = open_trace(&run->uncached, run, error);
    if (status == AV_OK && av_run_can_cache(run))
        status = open_trace(&run->cached, run, error);
    return status;
}

enum av_status av_run_init(struct av_run *run, const struct av_lesson *lesson, bool prefill, struct av_error *error)
{
    memset(run, 0, sizeof *run);
    run->lesson = lesson;
    run->n_token = lesson->n_prompt + lesson->n_generate;
    run->n_first = prefill ? lesson->n_prompt : 1;
    av_arena_init(&run->arena, 0);
    enum av_status status = AV_OK;
    if (!allocate(run))
        status = av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory for a lesson of %d tokens", run->n_token);
    if (status == AV_OK)
        status = open_traces(run, error);
    if (status == AV_OK)
        status = run_all(run, error);
    if (status != AV_OK)
        av_run_finish(run);
    return status;
}

/* Empties what the lesson as it was has filled. */
static enum av_status empty(struct av_run *run, struct av_error *error)
{
    const struct av_lesson *lesson = run->lesson;
    size_t n_token = (size_t)run->n_token;
    run->uncached_step = 0;
    run->ranking.step = 0;
    memset(run->uncached_work, 0, n_token * sizeof *run->uncached_work);
    memset(run->comparisons, 0, n_token * sizeof *run->comparisons);
    av_trace_reset(&run->uncached, lesson->rule);
    if (run->cached.model)
        av_trace_reset(&run->cached, lesson->rule);
    else if (av_run_can_cache(run))
        return open_trace(&run->cached, run, error);
    return AV_OK;
}

enum av_status av_run_again(struct av_run *run, const struct av_lesson *lesson, bool prefill, struct av_error *error)
{
    if (run->lesson == NULL || run->n_token != lesson->n_prompt + lesson->n_generate ||
        !has_source_of(&run->uncached, lesson)) {
        av_run_finish(run);
        return av_run_init(run, lesson, prefill, error);
    }
    run->lesson = lesson;
    run->n_first = prefill ? lesson->n_prompt : 1;
    enum av_status status = empty(run, error);
    if (status == AV_OK)
        status = run_all(run, error);
    if (status != AV_OK)
        av_run_finish(run);
    return status;
}

void av_run_finish(struct av_run *run)
{
    if (run->cached.model)
        av_trace_finish(&run->cached);
    if (run->uncached.model)
        av_trace_finish(&run->uncached);
    av_arena_finish(&run->arena);
    memset(run, 0, sizeof *run);
}
