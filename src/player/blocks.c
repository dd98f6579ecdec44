#include "attnviz/player/blocks.h"

#include "attnviz/player/player.h"

static int rows_of(enum av_block block, int n)
{
    return av_block_has_new_query(block) ? 1 : n - 1;
}

static int columns_of(enum av_block block, int n)
{
    return av_block_has_new_key(block) ? 1 : n - 1;
}

/* Of the rows that were read, those in first … end − 1. */
static uint64_t overlap(const struct av_row_reads *reads, int first, int end)
{
    int from = reads->first > first ? reads->first : first, to = reads->end < end ? reads->end : end;
    return to > from ? (uint64_t)(to - from) : 0;
}

/* Each query that was read met each key that was read: a block has its share of all these pairs, and so of the scores' work. */
static uint64_t counted(const struct av_work *work, enum av_block block, int n)
{
    const struct av_row_reads *q = &work->reads[AV_WORK_ROWS_QUERY], *k = &work->reads[AV_WORK_ROWS_KEY];
    uint64_t all = overlap(q, 0, n) * overlap(k, 0, n);
    int row = av_block_has_new_query(block) ? n - 1 : 0, column = av_block_has_new_key(block) ? n - 1 : 0;
    uint64_t pairs = overlap(q, row, row + rows_of(block, n)) * overlap(k, column, column + columns_of(block, n));
    return all > 0 ? work->multiply_adds[AV_WORK_SCORES] / all * pairs : 0;
}

static bool all_hidden(const struct av_rule *rule, enum av_block block, int n)
{
    int row = av_block_has_new_query(block) ? n - 1 : 0, column = av_block_has_new_key(block) ? n - 1 : 0;
    for (int i = row; i < row + rows_of(block, n); i++) {
        for (int j = column; j < column + columns_of(block, n); j++) {
            if (!av_rule_hides(rule, i, j))
                return false;
        }
    }
    return true;
}

/* The state of the block's first score, which every rule leaves in sight where it leaves any. */
static enum av_state state_of(const struct av_player *player, enum av_block block, bool cached, int n)
{
    struct av_place place = player->place;
    place.stage = AV_STAGE_SCORES;
    struct av_view view = av_view_at(player, AV_VIEW_S, &place);
    view.cached = cached;
    return av_view_cell(&view, av_block_has_new_query(block) ? n - 1 : 0, av_block_has_new_key(block) ? n - 1 : 0)
        .state;
}

bool av_block_work(const struct av_player *player, enum av_block block, bool cached, struct av_block_work *work)
{
    const struct av_run *run = &player->run;
    int n = player->place.token + 1;
    *work = (struct av_block_work){.rows = rows_of(block, n), .columns = columns_of(block, n)};
    if (cached ? !av_run_can_cache(run) : run->uncached_step != n)
        return false;
    if (work->rows == 0 || work->columns == 0) {
        work->state = AV_STATE_FUTURE;
        return true;
    }
    work->state = state_of(player, block, cached, n);
    bool computed = work->state == AV_STATE_NEW || work->state == AV_STATE_RECOMPUTED;
    work->masked = computed && all_hidden(&run->lesson->rule, block, n);
    work->multiply_adds = counted(cached ? &run->cached.work[n - 1] : &run->uncached_work[n - 1], block, n);
    return true;
}

uint64_t av_block_formula(const struct av_config *config, enum av_block block, int n, bool cached)
{
    uint64_t scores = (uint64_t)rows_of(block, n) * (uint64_t)columns_of(block, n);
    if (cached && !av_block_has_new_query(block))
        return 0;
    return scores * (uint64_t)config->d_k * (uint64_t)config->n_head * (uint64_t)config->n_layer;
}
