/* The claims of lessons/cross.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_CROSS_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_CROSS_H

#include "../tables.h"

/* clang-format off */
static const struct claim cross[] = {
    {AT("project", 1, ALWAYS), "4", source_rows, .row = 0},
    {AT("project", 0, OFF), "4", source_rows, .row = 0},
    {AT("project", 5, ON), "0", query, .row = 5, .column = 2},
    {AT("scores", 4, ALWAYS), "8.00", raw_1, .row = 4, .column = 2},
    {AT("scores", 4, ALWAYS), "2.00", raw_1, .row = 4, .column = 3},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
    {AT("softmax", 0, ALWAYS), "1", row_of_weights, .row = 3},
    {AT("softmax", 1, ALWAYS), "0.95", weight_1, .row = 1, .column = 1},
    {AT("softmax", 1, ALWAYS), "1", row_of_weights, .row = 1},
    {AT("softmax", 1, ALWAYS), "4", source_rows, .row = 0},
    {AT("softmax", 5, ALWAYS), "0", query, .row = 5, .column = 1},
    {AT("softmax", 5, ALWAYS), "0", raw_1, .row = 5, .column = 2},
    {AT("softmax", 5, ALWAYS), "4", source_rows, .row = 0},
    {AT("softmax", 5, ALWAYS), "0.25", weight_1, .row = 5, .column = 3},
};

static const struct claim cross_questions[] = {
    {QUESTION(5), "0", query, .row = 5, .column = 4},
    {QUESTION(5), "1", row_of_weights, .row = 5},
    {QUESTION(5), "4", source_rows, .row = 0},
    {QUESTION(5), "0.25", weight_1, .row = 5, .column = 1},
};
/* clang-format on */

#endif
