/* The claims of lessons/retrieval.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_RETRIEVAL_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_RETRIEVAL_H

#include "../tables.h"

/* clang-format off */
static const struct claim retrieval[] = {
    {AT("embed", 4, ALWAYS), "8", d_model, .row = 0},
    {AT("project", 4, ALWAYS), "3.00", query, .row = 4, .column = 2},
    {AT("project", 4, ALWAYS), "3.00", query, .row = 4, .column = 4},
    {AT("project", 4, ALWAYS), "2.00", key, .row = 4, .column = 2},
    {AT("append", 4, ALWAYS), "1", x, .row = 2, .name = "sour"},
    {AT("scores", 4, ALWAYS), "3", query, .row = 4, .column = 2},
    {AT("scores", 4, ALWAYS), "2", key, .row = 2, .column = 2},
    {AT("scores", 4, ALWAYS), "3", query, .row = 4, .column = 4},
    {AT("scores", 4, ALWAYS), "2", key, .row = 2, .column = 4},
    {AT("scores", 4, ALWAYS), "12", raw_1, .row = 4, .column = 2},
    {AT("scores", 4, ALWAYS), "6", raw_1, .row = 4, .column = 1},
    {AT("scores", 4, ALWAYS), "6", raw_1, .row = 4, .column = 3},
    {AT("scores", 4, ALWAYS), "6", raw_1, .row = 4, .column = 4},
    {AT("scale", 4, ALWAYS), "2", root_d_k, .row = 0},
    {AT("scale", 4, ALWAYS), "6", scaled_1, .row = 4, .column = 2},
    {AT("scale", 4, ALWAYS), "3", scaled_1, .row = 4, .column = 1},
    {AT("scale", 4, ALWAYS), "3", scaled_1, .row = 4, .column = 3},
    {AT("scale", 4, ALWAYS), "3", scaled_1, .row = 4, .column = 4},
    {AT("softmax", 4, ALWAYS), "0.87", weight_1, .row = 4, .column = 2},
    {AT("softmax", 4, ALWAYS), "0.04", weight_1, .row = 4, .column = 1},
    {AT("softmax", 4, ALWAYS), "0.04", weight_1, .row = 4, .column = 3},
    {AT("softmax", 4, ALWAYS), "0.04", weight_1, .row = 4, .column = 4},
    {AT("mix", 4, ALWAYS), "0.04", mix, .row = 4, .column = 1},
    {AT("mix", 4, ALWAYS), "0.87", mix, .row = 4, .column = 2},
    {AT("mix", 4, ALWAYS), "0.04", mix, .row = 4, .column = 3},
    {AT("block", 4, ALWAYS), "0.87", sum, .row = 4, .name = "green"},
    {AT("logits", 4, ALWAYS), "6", w_out, .name = "green", .name2 = "green"},
    {AT("logits", 4, ALWAYS), "0.87", sum, .row = 4, .name = "green"},
    {AT("logits", 4, ALWAYS), "5.22", logit, .row = 4, .name = "green"},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
};

static const struct claim retrieval_questions[] = {
    {QUESTION(2), "6", product, .row = 4, .other = 2, .column = 2},
    {QUESTION(2), "6", product, .row = 4, .other = 2, .column = 4},
    {QUESTION(2), "12", raw_1, .row = 4, .column = 2},
    {QUESTION(3), "6", raw_1, .row = 4, .column = 1},
    {QUESTION(3), "4", d_k, .row = 0},
    {QUESTION(3), "2", root_d_k, .row = 0},
    {QUESTION(3), "3", scaled_1, .row = 4, .column = 1},
    {QUESTION(4), "0.91", chance, .row = 4, .name = "green"},
};
/* clang-format on */

#endif
