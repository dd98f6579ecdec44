/* The claims of lessons/no-q-cache.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_NO_Q_CACHE_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_NO_Q_CACHE_H

#include "../tables.h"

/* clang-format off */
#define COUNTS .lens = AV_LENS_COUNTS

static const struct claim no_q_cache[] = {
    {AT("scores", 2, ON), "2", key_reads, .row = 1, .other = 2, COUNTS},
    {AT("scores", 3, ON), "3", key_reads, .row = 1, .other = 3, COUNTS},
    {AT("scores", 4, ON), "4", key_reads, .row = 1, .other = 4, COUNTS},
    {AT("scores", 4, OFF), "4", key_reads_without, .row = 1, .other = 4, COUNTS},
    {AT("scores", 6, ON), "6", key_reads, .row = 1, .other = 6, COUNTS},
    {AT("scores", 6, ON), "5", key_reads, .row = 2, .other = 6, COUNTS},
    {AT("scores", 6, ON), "4", key_reads, .row = 3, .other = 6, COUNTS},
    {AT("scores", 6, ON), "3", key_reads, .row = 4, .other = 6, COUNTS},
    {AT("scores", 6, ON), "2", key_reads, .row = 5, .other = 6, COUNTS},
    {AT("scores", 6, ON), "1", key_reads, .row = 6, .other = 6, COUNTS},
    {AT("scores", 7, ON), "32", bytes, .row = 1, COUNTS},
    {AT("scores", 8, ON), "16", query_bytes, .row = 1, COUNTS},
    {AT("scores", 8, ON), "128", query_bytes, .row = 8, COUNTS},
    {AT("scores", 9, ON), "288", bytes, .row = 9, COUNTS},
    {AT("scores", 9, ON), "272", work_of_step, .row = 9, COUNTS},
    {AT("scores", 9, ON), "2 448", work_without, .row = 9, COUNTS},
    {AT("scores", 10, ON), "10", all_query_reads, .row = 10, COUNTS},
    {AT("scores", 10, ON), "55", all_key_reads, .row = 10, COUNTS},
    {AT("scores", 10, OFF), "100", all_key_reads_without, .row = 10, COUNTS},
    {AT("scores", 10, OFF), "10", key_reads_without, .row = 1, .other = 10, COUNTS},
};

static const struct claim no_q_cache_questions[] = {
    {QUESTION(3), "6", key_reads, .row = 2, .other = 7},
    {QUESTION(4), "8", numbers_of_token, .row = 0},
    {QUESTION(4), "4", number_bytes, .row = 0},
    {QUESTION(4), "32", bytes, .row = 1},
    {QUESTION(4), "256", bytes, .row = 8},
    {QUESTION(4), "384", bytes_with_queries, .row = 8},
};
/* clang-format on */

#endif
