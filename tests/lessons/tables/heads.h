/* The claims of lessons/heads.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_HEADS_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_HEADS_H

#include "../tables.h"

/* clang-format off */
#define HEADS .lens = AV_LENS_HEADS

static const struct claim heads[] = {
    {AT("softmax", 6, ALWAYS), "0.81", weight_1, .row = 6, .column = 5, HEADS},
    {AT("softmax", 6, ALWAYS), "0.92", weight_of_head, .row = 6, .column = 4, .other = 2, HEADS},
    {AT("softmax", 6, ALWAYS), "0.45", weight_of_head, .row = 6, .column = 2, .other = 3, HEADS},
    {AT("softmax", 6, ALWAYS), "0.45", weight_of_head, .row = 6, .column = 6, .other = 3, HEADS},
    {AT("project", 6, ALWAYS), "4", n_head, .row = 0, HEADS},
    {AT("project", 6, ALWAYS), "2", n_kv_head, .row = 0, HEADS},
    {AT("softmax", 6, ALWAYS), "0.92", weight_of_head, .row = 6, .column = 3, .other = 4, HEADS},
    {AT("mix", 6, ALWAYS), "0.73", mix, .row = 6, .column = 1, HEADS},
    {AT("mix", 6, ALWAYS), "0.92", mix, .row = 6, .column = 4, HEADS},
    {AT("output", 6, ALWAYS), "4", n_head, .row = 0, HEADS},
    {AT("output", 6, ALWAYS), "2", d_v, .row = 0, HEADS},
    {AT("output", 6, ALWAYS), "8", joined, .row = 0, HEADS},
    {AT("append", 6, ALWAYS), "288", bytes, .row = 6, HEADS},
    {AT("append", 6, ALWAYS), "576", bytes_with_kv_heads, .row = 6, .other = 4, HEADS},
    {AT("append", 6, ALWAYS), "144", bytes_with_kv_heads, .row = 6, .other = 1, HEADS},
    {AT("logits", 6, ALWAYS), "0.73", sum, .row = 6, .name = "one", HEADS},
    {AT("next", 6, ALWAYS), "0.997", chance, .row = 6, .name = "dog", HEADS},
    {AT("project", 0, ALWAYS), "4", n_head, .row = 0, HEADS},
    {AT("project", 0, ALWAYS), "2", n_kv_head, .row = 0, HEADS},
    {AT("append", 0, ALWAYS), "4", n_head, .row = 0, HEADS},
    {AT("append", 0, ALWAYS), "2", n_kv_head, .row = 0, HEADS},
    {AT("", 0, ALWAYS), "4", n_head, .row = 0, HEADS},
};

static const struct claim heads_questions[] = {
    {QUESTION(1), "4", d_k, .row = 0},
    {QUESTION(1), "4", number_bytes, .row = 0},
    {QUESTION(1), "4", n_head, .row = 0},
    {QUESTION(1), "2", d_v, .row = 0},
    {QUESTION(1), "2", n_kv_head, .row = 0},
    {QUESTION(1), "6", tokens_in_cache, .row = 6},
    {QUESTION(1), "48", bytes, .row = 1},
    {QUESTION(1), "288", bytes, .row = 6},
    {QUESTION(2), "0.80", weight_1, .row = 3, .column = 1},
};
/* clang-format on */

#endif
