/* Numbers of other ways to attend: tiles, and a cache of blocks. */
#include <criterion/criterion.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/engine/flash.h"
#include "sources.h"

#define ROOM 64 /* numbers of a tile, or of a row */

static struct av_flash flash_of(const struct run *run, const struct claim *claim)
{
    struct av_flash flash = {&run->trace, 0, 0, claim->row - 1, claim->other};
    cr_assert(av_flash_room(&flash) <= ROOM && run->lesson.model.config.d_v <= ROOM);
    return flash;
}

static struct av_flash_tile tile_of(const struct run *run, const struct claim *claim)
{
    static float scores[ROOM], weights[ROOM], before[ROOM], after[ROOM];
    struct av_flash flash = flash_of(run, claim);
    struct av_flash_tile tile = {.scores = scores, .weights = weights, .o_before = before, .o_after = after};
    av_flash_tile_at(&flash, claim->column - 1, &tile);
    return tile;
}

SOURCE(tile_keys)
{
    return tile_of(run, claim).n;
}

SOURCE(tile_max)
{
    return (double)tile_of(run, claim).after.max;
}

SOURCE(tile_sum)
{
    return (double)tile_of(run, claim).after.sum;
}

SOURCE(tile_factor)
{
    return (double)tile_of(run, claim).factor;
}

SOURCE(of_tiles)
{
    float room[ROOM], row[ROOM];
    struct av_flash flash = flash_of(run, claim);
    av_flash_row(&flash, room, row);
    return (double)row[claim->column - 1];
}

/* The lesson's text in blocks: row tokens of it and, where row is beyond the prompt, as many of one that parts from it
 * there. */
struct paged {
    struct av_block_pool pool;
    struct av_trace text, fork;
    bool forked;
};

static void paged_init(struct paged *paged, const struct run *run, const struct claim *claim)
{
    int prompt = run->lesson.n_prompt;
    *paged = (struct paged){.forked = claim->row > prompt};
    cr_assert(av_block_pool_init(&paged->pool, &run->lesson.model.config, claim->other, 8, NULL) == AV_OK);
    cr_assert(av_trace_init_paged(&paged->text, &run->lesson.model, run->lesson.rule, run->lesson.model.config.n_ctx,
                                  &paged->pool, NULL) == AV_OK);
    for (int i = 0; i < claim->row; i++) {
        if (i == prompt)
            cr_assert(av_trace_fork(&paged->fork, &paged->text, prompt, NULL) == AV_OK);
        cr_assert(av_decoder_append(&paged->text, run->tokens[i], NULL) == AV_OK);
        if (i >= prompt)
            cr_assert(av_decoder_append(&paged->fork, run->tokens[0], NULL) == AV_OK);
    }
}

static void paged_finish(struct paged *paged)
{
    if (paged->forked)
        av_trace_finish(&paged->fork);
    av_trace_finish(&paged->text);
    av_block_pool_finish(&paged->pool);
}

static struct av_trace_block_bytes bytes_of(const struct run *run, const struct claim *claim)
{
    struct paged paged;
    paged_init(&paged, run, claim);
    struct av_trace_block_bytes bytes = av_trace_block_bytes(&paged.text);
    paged_finish(&paged);
    return bytes;
}

SOURCE(block_bytes)
{
    struct paged paged;
    paged_init(&paged, run, claim);
    double bytes = (double)av_block_pool_block_bytes(&paged.pool);
    paged_finish(&paged);
    return bytes;
}

SOURCE(held_by_both)
{
    struct paged paged;
    paged_init(&paged, run, claim);
    double bytes = (double)av_block_pool_bytes(&paged.pool).used;
    paged_finish(&paged);
    return bytes;
}

SOURCE(rows_in_blocks)
{
    return (double)bytes_of(run, claim).rows;
}

SOURCE(blocks_taken)
{
    return (double)bytes_of(run, claim).blocks;
}

SOURCE(wasted)
{
    return (double)bytes_of(run, claim).wasted;
}

SOURCE(preallocated)
{
    return (double)bytes_of(run, claim).preallocated;
}

SOURCE(shared_after_fork)
{
    return (double)bytes_of(run, claim).shared;
}

/* Bytes as rows of K and V. */
static double in_rows(const struct run *run, double bytes)
{
    return bytes / (double)av_trace_cache_bytes(&run->trace, 1);
}

SOURCE(tokens_in_block)
{
    return in_rows(run, block_bytes(run, claim));
}

SOURCE(tokens_at_most)
{
    (void)claim;
    return run->lesson.model.config.n_ctx;
}

SOURCE(prompt_tokens)
{
    (void)claim;
    return run->lesson.n_prompt;
}

SOURCE(rows_wasted)
{
    return in_rows(run, wasted(run, claim));
}

SOURCE(rows_copied)
{
    struct paged paged;
    paged_init(&paged, run, claim);
    double copied = (double)(paged.text.work[claim->row - 1].cache_bytes_copied +
                             paged.fork.work[claim->row - 1].cache_bytes_copied);
    paged_finish(&paged);
    return in_rows(run, copied);
}
