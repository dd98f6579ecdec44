/* The claims of lessons/four-blocks.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_FOUR_BLOCKS_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_FOUR_BLOCKS_H

#include "../tables.h"

/* clang-format off */
#define BLOCKS .lens = AV_LENS_BLOCKS

static const struct claim four_blocks[] = {
    {AT("scores", 2, ALWAYS), "1", of_block, .row = 2, .other = OLD_NEW, BLOCKS},
    {AT("scores", 2, ALWAYS), "2", rows_of_step, .row = 2, BLOCKS},
    {AT("scores", 3, ALWAYS), "2", of_block, .row = 3, .other = OLD_NEW, BLOCKS},
    {AT("scores", 3, ALWAYS), "1", of_block, .row = 3, .other = NEW_NEW, BLOCKS},
    {AT("project", 8, ALWAYS), "7", computed_again, .row = 8, BLOCKS},
    {AT("append", 8, ON), "7", computed_again, .row = 8, BLOCKS},
    {AT("append", 8, OFF), "8", rows_of_step, .row = 8, BLOCKS},
    {AT("append", 8, OFF), "7", computed_again, .row = 8, BLOCKS},
    {AT("scores", 8, ON), "7", of_block, .row = 8, .other = NEW_OLD, BLOCKS},
    {AT("scores", 8, ON), "8", scores_cached, .row = 8, BLOCKS},
    {AT("scores", 8, ON), "4", d_k, BLOCKS},
    {AT("scores", 8, ON), "32", scores_work_cached, .row = 8, BLOCKS},
    {AT("scores", 8, OFF), "64", scores_without, .row = 8, BLOCKS},
    {AT("scores", 8, OFF), "4", d_k, BLOCKS},
    {AT("scores", 8, OFF), "256", scores_work_without, .row = 8, BLOCKS},
    {AT("scores", 8, OFF), "49", of_block, .row = 8, .other = OLD_OLD, BLOCKS},
    {AT("scores", 8, OFF), "7", of_block, .row = 8, .other = OLD_NEW, BLOCKS},
    {AT("scores", 8, OFF), "8", visible, .row = 8, BLOCKS},
    {AT("scale", 8, ALWAYS), "2", root_d_k, .row = 0, BLOCKS},
    {AT("mask", 8, OFF), "7", hidden_in_column, .row = 8, BLOCKS},
    {AT("mask", 8, OFF), "28", block_work, .row = 8, .other = OLD_NEW, BLOCKS},
    {AT("mix", 8, ALWAYS), "8", visible, .row = 8, BLOCKS},
    {AT("next", 8, ALWAYS), "0.94", chance, .row = 8, .name = "sleep", BLOCKS},
    {AT("scores", 9, ON), "9", scores_cached, .row = 9, BLOCKS},
    {AT("scores", 9, ON), "8", scores_cached, .row = 8, BLOCKS},
    {AT("scores", 9, ON), "81", scores_without, .row = 9, BLOCKS},
    {AT("scores", 9, ON), "64", scores_without, .row = 8, BLOCKS},
    {AT("scores", 9, OFF), "81", scores_without, .row = 9, BLOCKS},
    {AT("scores", 9, OFF), "64", scores_without, .row = 8, BLOCKS},
    {AT("scores", 10, ALWAYS), "10", scores_cached, .row = 10, BLOCKS},
    {AT("scores", 10, ALWAYS), "100", scores_without, .row = 10, BLOCKS},
    {AT("scores", 10, ALWAYS), "1 000", scores_formula, .row = 1000, .other = true, BLOCKS},
    {AT("scores", 10, ALWAYS), "1 000 000", scores_formula, .row = 1000, BLOCKS},
};

static const struct claim four_blocks_questions[] = {
    {QUESTION(2), "7", computed_again, .row = 8},
    {QUESTION(3), "9", scores_cached, .row = 9},
    {QUESTION(3), "8", of_block, .row = 9, .other = NEW_OLD},
    {QUESTION(3), "1", of_block, .row = 9, .other = NEW_NEW},
    {QUESTION(3), "81", scores_without, .row = 9},
    {QUESTION(4), "272", work_of_step, .row = 9},
    {QUESTION(4), "9", rows_of_step, .row = 9},
    {QUESTION(4), "1", projected_cached, .row = 1},
    {QUESTION(4), "8", computed_again, .row = 9},
    {QUESTION(4), "2 176", work_saved, .row = 9},
    {QUESTION(4), "2 448", work_without, .row = 9},
};
/* clang-format on */

#endif
