#include "attnviz/player/blocks.h"

#include "attnviz/player/player.h"

/* Where the block's rows begin, and how many there are; of queries, or of keys. */
struct span {
    int first, count;
};

static struct span span_of(bool is_new, struct av_steps steps)
{
    int added = av_steps_new_rows(steps), old = steps.n - added;
    return is_new ? (struct span){old, added} : (struct span){0, old};
}

static struct span queries_of(enum av_block block, struct av_steps steps)
{
    return span_of(av_block_has_new_query(block), steps);
}

static struct span keys_of(enum av_block block, struct av_steps steps)
{
    return span_of(av_block_has_new_key(block), steps);
}

/* Of the rows that were read, those of the span. */
static uint64_t overlap(const struct av_row_reads *reads, struct span span)
{
    int end = span.first + span.count, from = reads->first > span.first ? reads->first : span.first;
    int to = reads->end < end ? reads->end : end;
    return to > from ? (uint64_t)(to - from) : 0;
}

/* Each query that was read met each key that was read: a block has its share of all these pairs, and so of the scores'
 * work. */
static uint64_t counted(const struct av_work *work, enum av_block block, struct av_steps steps)
{
    const struct av_row_reads *q = &work->reads[AV_WORK_ROWS_QUERY], *k = &work->reads[AV_WORK_ROWS_KEY];
    const struct span whole = {0, steps.n};
    uint64_t all = overlap(q, whole) * overlap(k, whole);
    uint64_t pairs = overlap(q, queries_of(block, steps)) * overlap(k, keys_of(block, steps));
    return all > 0 ? work->multiply_adds[AV_WORK_SCORES] / all * pairs : 0;
}

static bool all_hidden(const struct av_rule *rule, enum av_block block, struct av_steps steps)
{
    struct span queries = queries_of(block, steps), keys = keys_of(block, steps);
    for (int i = queries.first; i < queries.first + queries.count; i++) {
        for (int j = keys.first; j < keys.first + keys.count; j++) {
            if (!av_rule_hides(rule, i, j))
                return false;
        }
    }
    return true;
}

/* The state of the block's first score, which every rule leaves in sight where it leaves any. */
static enum av_state state_of(const struct av_player *player, enum av_block block, bool cached)
{
    struct av_place place = player->place;
    place.stage = AV_STAGE_SCORES;
    struct av_view view = av_view_at(player, AV_VIEW_S, &place);
    view.cached = cached;
    struct av_steps steps = av_run_steps(&player->run, place.token);
    return av_view_cell(&view, queries_of(block, steps).first, keys_of(block, steps).first).state;
}

bool av_block_work(const struct av_player *player, enum av_block block, bool cached, struct av_block_work *work)
{
    const struct av_run *run = &player->run;
    struct av_steps steps = av_run_steps(run, player->place.token);
    *work = (struct av_block_work){.rows = queries_of(block, steps).count, .columns = keys_of(block, steps).count};
    if (cached ? !av_run_can_cache(run) : run->uncached_step != steps.n)
        return false;
    if (work->rows == 0 || work->columns == 0) {
        work->state = AV_STATE_FUTURE;
        return true;
    }
    work->state = state_of(player, block, cached);
    bool computed = work->state == AV_STATE_NEW || work->state == AV_STATE_RECOMPUTED;
    work->masked = computed && all_hidden(&run->lesson->rule, block, steps);
    work->multiply_adds =
        counted(cached ? &run->cached.work[steps.n - 1] : &run->uncached_work[steps.n - 1], block, steps);
    return true;
}

uint64_t av_block_formula(const struct av_config *config, enum av_block block, struct av_steps steps, bool cached)
{
    uint64_t scores = (uint64_t)queries_of(block, steps).count * (uint64_t)keys_of(block, steps).count;
    if (cached && !av_block_has_new_query(block))
        return 0;
    return scores * (uint64_t)config->d_k * (uint64_t)config->n_head * (uint64_t)config->n_layer;
}
