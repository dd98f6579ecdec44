/* The claims of lessons/paged.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_PAGED_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_PAGED_H

#include "../tables.h"

/* clang-format off */
#define PAGED .lens = AV_LENS_PAGED
#define IN_FOURS(n) .row = n, .other = 4

static const struct claim paged[] = {
    {AT("", 4, ALWAYS), "4", tokens_in_block, IN_FOURS(4), PAGED},
    {AT("", 4, ALWAYS), "32", bytes, .row = 1, PAGED},
    {AT("", 4, ALWAYS), "128", block_bytes, IN_FOURS(4), PAGED},
    {AT("append", 5, ALWAYS), "16", tokens_at_most, .row = 0, PAGED},
    {AT("append", 5, ALWAYS), "512", preallocated, IN_FOURS(5), PAGED},
    {AT("", 6, ALWAYS), "6", tokens_in_cache, .row = 6, PAGED},
    {AT("", 6, ALWAYS), "4", tokens_in_block, IN_FOURS(6), PAGED},
    {AT("", 6, ALWAYS), "192", rows_in_blocks, IN_FOURS(6), PAGED},
    {AT("", 6, ALWAYS), "256", blocks_taken, IN_FOURS(6), PAGED},
    {AT("", 6, ALWAYS), "64", wasted, IN_FOURS(6), PAGED},
    {AT("", 7, ALWAYS), "2", rows_copied, IN_FOURS(7), PAGED},
    {AT("", 8, ALWAYS), "8", tokens_in_cache, .row = 8, PAGED},
    {AT("", 8, ALWAYS), "4", tokens_in_block, IN_FOURS(8), PAGED},
    {AT("", 8, ALWAYS), "256", blocks_taken, IN_FOURS(8), PAGED},
    {AT("", 8, ALWAYS), "128", shared_after_fork, IN_FOURS(8), PAGED},
    {AT("", 8, ALWAYS), "384", held_by_both, IN_FOURS(8), PAGED},
    {AT("append", 7, ON), "7", tokens_in_cache, .row = 7},
};

static const struct claim paged_questions[] = {
    {QUESTION(1), "2", rows_copied, IN_FOURS(7)},
    {QUESTION(2), "32", bytes, .row = 1},
    {QUESTION(2), "7", tokens_in_cache, .row = 7},
    {QUESTION(2), "224", bytes, .row = 7},
    {QUESTION(2), "4", tokens_in_block, IN_FOURS(7)},
    {QUESTION(2), "256", blocks_taken, IN_FOURS(7)},
    {QUESTION(3), "6", prompt_tokens, .row = 0},
    {QUESTION(4), "16", tokens_in_block, .row = 1, .other = 16},
    {QUESTION(4), "15", rows_wasted, .row = 1, .other = 16},
};
/* clang-format on */

#endif
