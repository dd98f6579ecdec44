#include "run.h"

#include <math.h>
#include <stdlib.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/sampler.h"

/* Multiply-adds of recomputations that are run for their counts alone; about 10 ms on one core. */
#define COUNTING_MAX 20e6

/* The trace has the rows of tokens 0 … t after this, by whichever way the rule allows. */
static enum av_status run_token(struct av_player *player, int t, struct av_error *error)
{
    if (av_player_can_cache(player))
        return av_decoder_append(&player->cached, player->tokens[t], error);
    return av_decoder_recompute(&player->uncached, player->tokens, t + 1, error);
}

/* What the model says after token t, whose logits are the last row of the trace just run. */
static int choose_after(struct av_player *player, int t)
{
    const struct av_trace *trace = av_player_can_cache(player) ? &player->cached : &player->uncached;
    int vocab_size = player->lesson->model.config.vocab_size;
    av_trace_row(trace, AV_QUANTITY_LOGITS, 0, t, player->logits_room);
    return av_sampler_choose(&player->lesson->sampling, player->logits_room, vocab_size, t + 1,
                             player->probabilities_room, player->ids_room);
}

enum av_status av_run_lesson(struct av_player *player, struct av_error *error)
{
    const struct av_lesson *lesson = player->lesson;
    for (int t = 0; t < player->n_token; t++) {
        player->tokens[t] = t < lesson->n_prompt ? lesson->prompt[t] : player->chosen_after_last;
        /* without a cache nothing comes of the prompt's steps but its last one */
        if (t < lesson->n_prompt - 1 && !av_player_can_cache(player))
            continue;
        enum av_status status = run_token(player, t, error);
        if (status != AV_OK)
            return status;
        if (t >= lesson->n_prompt - 1)
            player->chosen_after_last = choose_after(player, t);
    }
    return AV_OK;
}

static bool counted(const struct av_player *player, int step)
{
    return av_work_multiply_adds(&player->uncached_work[step - 1]) > 0;
}

bool av_player_counts_known(const struct av_player *player, int t)
{
    for (int step = t + 1; step > 0; step--) {
        if (!counted(player, step))
            return false;
    }
    return true;
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
static enum av_status recompute(struct av_player *player, int step, struct av_error *error)
{
    enum av_status status = av_decoder_recompute(&player->uncached, player->tokens, step, error);
    if (status != AV_OK)
        return status;
    player->uncached_step = step;
    player->uncached_work[step - 1] = player->uncached.work[player->uncached.n_step - 1];
    if (av_player_can_cache(player) && player->comparisons[step - 1].values == 0)
        player->comparisons[step - 1] = av_trace_compare(&player->cached, &player->uncached, step);
    return AV_OK;
}

/* Counts the steps before this one, if that is not too much to do at once. */
static enum av_status count_earlier(struct av_player *player, int step, struct av_error *error)
{
    double total = 0;
    for (int earlier = 1; earlier < step; earlier++)
        total += counted(player, earlier) ? 0 : estimate(&player->lesson->model.config, earlier);
    if (total > COUNTING_MAX)
        return AV_OK;
    enum av_status status = AV_OK;
    for (int earlier = 1; earlier < step && status == AV_OK; earlier++) {
        if (!counted(player, earlier))
            status = recompute(player, earlier, error);
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

static void rank_candidates(struct av_player *player)
{
    int n = player->lesson->model.config.vocab_size;
    float *logits = player->logits_room, *probabilities = player->probabilities_room;
    av_trace_row(av_player_trace(player), AV_QUANTITY_LOGITS, 0, player->place.token, logits);
    player->ranking.softmax =
        av_sampler_probabilities(&player->lesson->sampling, logits, n, probabilities, player->ids_room);
    for (int id = 0; id < n; id++)
        player->candidates[id] = (struct av_candidate){id, probabilities[id]};
    qsort(player->candidates, (size_t)n, sizeof *player->candidates, likelier_first);
    player->ranking.step = player->place.token + 1;
}

enum av_status av_run_refresh(struct av_player *player, struct av_error *error)
{
    int step = player->place.token + 1;
    enum av_status status = count_earlier(player, step, error);
    bool looked_at = !player->cache_on && player->uncached_step != step;
    if (status == AV_OK && (looked_at || !counted(player, step)))
        status = recompute(player, step, error);
    if (status == AV_OK && player->place.stage == AV_STAGE_NEXT && player->ranking.step != step)
        rank_candidates(player);
    return status;
}
