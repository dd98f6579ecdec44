/* The claims of lessons/mask.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_MASK_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_MASK_H

#include "../tables.h"

/* clang-format off */
static const struct claim mask[] = {
    {AT("embed", 6, ALWAYS), "−1", x, .row = 1, .name = "known"},
    {AT("embed", 6, ALWAYS), "1", x, .row = 6, .name = "known"},
    {AT("scores", 6, OFF), "6", rows_of_step, .row = 6},
    {AT("scores", 6, OFF), "6.00", raw_1, .row = 1, .column = 6},
    {AT("scale", 6, OFF), "−3", scaled_1, .row = 1, .column = 1},
    {AT("scale", 6, OFF), "0", scaled_1, .row = 1, .column = 2},
    {AT("scale", 6, OFF), "0", scaled_1, .row = 1, .column = 5},
    {AT("scale", 6, OFF), "3", scaled_1, .row = 1, .column = 6},
    {AT("mask", 6, OFF), "0", mask_adds, .row = 1, .column = 1},
    {AT("softmax", 6, OFF), "0", weight_1, .row = 1, .column = 6},
    {AT("softmax", 6, OFF), "0", exp_under, .row = 1, .column = 6, ADDITIVE},
    {AT("mix", 6, OFF), "0", mix, .row = 1, .column = 2},
    {AT("next", 6, ALWAYS), "0", exp_under, .row = 1, .column = 6, ADDITIVE},
    {AT("next", 6, ALWAYS), "1", row_of_weights, .row = 3},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
    {AT("mask", 0, ON), "6", rows_of_step, .row = 6},
    {AT("mask", 0, OFF), "0", mask_adds, .row = 1, .column = 1},
    {AT("mask", 0, OFF), "0", factor_under, .row = 1, .column = 6, MULTIPLIED},
    {AT("mask", 0, OFF), "1", factor_under, .row = 1, .column = 1, MULTIPLIED},
    {AT("softmax", 0, ALWAYS), "1", row_of_weights, .row = 1},
    {AT("mix", 0, ALWAYS), "0", weight_1, .row = 1, .column = 2},
    {AT("mask", 6, OFF), "0", factor_under, .row = 1, .column = 6, MULTIPLIED},
    {AT("mask", 6, OFF), "1", factor_under, .row = 1, .column = 1, MULTIPLIED},
    {AT("softmax", 6, OFF), "1", weight_1, .row = 1, .column = 1},
    {AT("mask", 6, ALWAYS), "0", score_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 6, ALWAYS), "−3", score_under, .row = 1, .column = 1, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 6, ALWAYS), "3", score_under, .row = 1, .column = 6, UNMASKED, .under = UNDER_NONE},
    {AT("softmax", 6, ALWAYS), "0", score_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 6, ALWAYS), "1", exp_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 6, ALWAYS), "0.20", weight_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 6, ALWAYS), "0.20", weight_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 6, ALWAYS), "0.01", weight_under, .row = 1, .column = 1, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 6, ALWAYS), "0.83", weight_under, .row = 1, .column = 6, UNMASKED, .under = UNDER_NONE},
    {AT("softmax", 6, ALWAYS), "0", weight_under, .row = 1, .column = 6, ADDITIVE, .under = UNDER_NONE},
    {AT("mix", 6, ALWAYS), "0", factor_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mix", 6, ALWAYS), "0.20", mix_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mix", 6, ALWAYS), "1", mix_under, .row = 1, .column = 1, ADDITIVE, .under = UNDER_NONE},
    {AT("mix", 6, ALWAYS), "0.00", mix_under, .row = 1, .column = 1, UNMASKED, .under = UNDER_NONE},
    {AT("next", 6, ALWAYS), "0", factor_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("next", 6, ALWAYS), "0", exp_under, .row = 1, .column = 6, ADDITIVE, .under = UNDER_NONE},
    {AT("", 0, ALWAYS), "0", factor_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 0, ALWAYS), "0", factor_under, .row = 1, .column = 6, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 0, ALWAYS), "1", factor_under, .row = 1, .column = 1, MULTIPLIED, .under = UNDER_MULTIPLIED},
};

static const struct claim mask_questions[] = {
    {QUESTION(1), "3.00", query, .row = 1, .column = 1},
    {QUESTION(1), "2.00", key, .row = 6, .column = 1},
    {QUESTION(1), "1", x, .row = 6, .name = "known"},
    {QUESTION(3), "0", score_under, .row = 1, .column = 6, MULTIPLIED},
    {QUESTION(3), "−3", score_under, .row = 1, .column = 1, MULTIPLIED},
    {QUESTION(3), "1", exp_under, .row = 1, .column = 6, MULTIPLIED},
    {QUESTION(3), "0.05", exp_under, .row = 1, .column = 1, MULTIPLIED},
    {QUESTION(3), "0.20", weight_under, .row = 1, .column = 2, MULTIPLIED},
    {QUESTION(3), "0.20", weight_under, .row = 1, .column = 6, MULTIPLIED},
    {QUESTION(3), "0.01", weight_under, .row = 1, .column = 1, MULTIPLIED},
    {QUESTION(4), "4", raw_1, .row = 2, .column = 4},
    {QUESTION(4), "0", weight_1, .row = 2, .column = 4},
};
/* clang-format on */

#endif
