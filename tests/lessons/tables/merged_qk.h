/* The claims of lessons/merged-qk.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_MERGED_QK_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_MERGED_QK_H

#include "../tables.h"

/* clang-format off */
#define ONE .lens = AV_LENS_MERGED

static const struct claim merged_qk[] = {
    {AT("project", 3, ALWAYS), "4", query, .row = 3, .column = 1},
    {AT("project", 3, ALWAYS), "0", query, .row = 3, .column = 2},
    {AT("scores", 3, ALWAYS), "8.00", raw_1, .row = 3, .column = 2},
    {AT("", 3, ALWAYS), "4", w_q, .name = "verb", .column = 1, ONE},
    {AT("", 3, ALWAYS), "2", w_k, .name = "noun", .column = 1, ONE},
    {AT("", 3, ALWAYS), "8", w_qk, .name = "verb", .name2 = "noun", ONE},
    {AT("", 3, ALWAYS), "0", w_qk, .name = "noun", .name2 = "verb", ONE},
    {AT("", 4, ALWAYS), "0", w_qk_row, .row = 4, .name = "adj", ONE},
    {AT("scores", 5, ALWAYS), "11.20", raw_1, .row = 5, .column = 4, ONE},
    {AT("scale", 5, ALWAYS), "6", d_model, .row = 0, ONE},
    {AT("scale", 5, ALWAYS), "36", w_qk_size, .row = 0, ONE},
    {AT("scale", 5, ALWAYS), "2", d_k, .row = 0, ONE},
    {AT("scale", 5, ALWAYS), "24", w_q_and_k_size, .row = 0, ONE},
    {AT("mask", 5, ALWAYS), "6", d_model, .row = 0, ONE},
    {AT("mask", 5, ALWAYS), "2", d_k, .row = 0, ONE},
    {AT("mask", 5, ALWAYS), "30", merged_scores, .row = 5, ONE},
    {AT("mask", 5, ALWAYS), "10", apart_scores, .row = 5, ONE},
    {AT("softmax", 5, ALWAYS), "24", x_bytes, .row = 0, ONE},
    {AT("softmax", 5, ALWAYS), "8", k_bytes, .row = 0, ONE},
    {AT("mix", 5, ALWAYS), "2", d_k, .row = 0, ONE},
    {AT("mix", 5, ALWAYS), "2", w_qk_rank, .row = 0, ONE},
    {AT("mix", 5, ALWAYS), "6", d_model, .row = 0, ONE},
    {AT("block", 5, ALWAYS), "2", d_k, .row = 0, ONE},
};

static const struct claim merged_qk_questions[] = {
    {QUESTION(1), "4", query, .row = 3, .column = 1},
    {QUESTION(1), "0", query, .row = 3, .column = 2},
    {QUESTION(1), "2.00", key, .row = 2, .column = 1},
    {QUESTION(1), "4", query, .row = 3, .column = 1},
    {QUESTION(1), "2", key, .row = 2, .column = 1},
    {QUESTION(1), "8", raw_1, .row = 3, .column = 2},
    {QUESTION(2), "6", d_model, .row = 0},
    {QUESTION(2), "2", w_qk_rank, .row = 0},
    {QUESTION(3), "8.00", w_qk_row, .row = 5, .name = "adj"},
    {QUESTION(3), "8.00", w_qk_row, .row = 5, .name = "pos"},
    {QUESTION(3), "0", x, .row = 2, .name = "adj"},
    {QUESTION(3), "0.20", x, .row = 2, .name = "pos"},
    {QUESTION(3), "1.60", raw_1, .row = 5, .column = 2},
    {QUESTION(4), "4", number_bytes, .row = 0},
    {QUESTION(4), "2", d_k, .row = 0},
    {QUESTION(4), "3", d_v, .row = 0},
    {QUESTION(4), "20", k_and_v_bytes, .row = 0},
    {QUESTION(4), "6", d_model, .row = 0},
    {QUESTION(4), "36", x_and_v_bytes, .row = 0},
};
/* clang-format on */

#endif
