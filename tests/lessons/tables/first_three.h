/* The claims of lessons/first-three.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_FIRST_THREE_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_FIRST_THREE_H

#include "../tables.h"

/* clang-format off */
static const struct claim first_three[] = {
    {AT("embed", 1, ALWAYS), "4", d_model, .row = 0},
    {AT("scores", 1, ALWAYS), "4.00", raw_1, .row = 1, .column = 1},
    {AT("mask", 1, ALWAYS), "0", mask_adds, .row = 1, .column = 1},
    {AT("softmax", 1, ALWAYS), "1", weight_1, .row = 1, .column = 1},
    {AT("mix", 1, ALWAYS), "1", weight_1, .row = 1, .column = 1},
    {AT("mix", 1, ALWAYS), "1.00", mix, .row = 1, .column = 1},
    {AT("scores", 2, OFF), "6.00", raw_1, .row = 1, .column = 2},
    {AT("scores", 2, OFF), "4.00", raw_1, .row = 1, .column = 1},
    {AT("softmax", 2, OFF), "1", weight_1, .row = 1, .column = 1},
    {AT("softmax", 2, OFF), "0", weight_1, .row = 1, .column = 2},
    {AT("softmax", 2, OFF), "0.95", weight_1, .row = 2, .column = 1},
    {AT("softmax", 2, OFF), "0.05", weight_1, .row = 2, .column = 2},
    {AT("mix", 2, OFF), "1", weight_1, .row = 1, .column = 1},
    {AT("mix", 2, OFF), "0", weight_1, .row = 1, .column = 2},
    {AT("mix", 2, OFF), "0.95", mix, .row = 2, .column = 1},
    {AT("scores", 3, OFF), "0", raw_1, .row = 1, .column = 3},
    {AT("scores", 3, OFF), "4.00", raw_1, .row = 2, .column = 3},
    {AT("softmax", 3, ALWAYS), "0.94", weight_1, .row = 3, .column = 1},
    {AT("softmax", 3, ALWAYS), "0.05", weight_1, .row = 3, .column = 2},
    {AT("softmax", 3, ALWAYS), "0.02", weight_1, .row = 3, .column = 3},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
    {AT("mask", 0, ON), "0", mask_adds, .row = 3, .column = 1},
    {AT("mask", 3, ALWAYS), "0", factor_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 3, ALWAYS), "0", score_under, .row = 2, .column = 3, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mask", 3, ALWAYS), "2.00", score_under, .row = 2, .column = 3, UNMASKED, .under = UNDER_NONE},
    {AT("mask", 3, ALWAYS), "4.00", raw_1, .row = 2, .column = 3, .under = UNDER_NONE},
    {AT("mask", 3, ALWAYS), "3.00", score_under, .row = 1, .column = 2, UNMASKED, .under = UNDER_NONE},
    {AT("softmax", 3, ALWAYS), "0", factor_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 3, ALWAYS), "0.11", weight_under, .row = 1, .column = 3, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 3, ALWAYS), "0.05", weight_under, .row = 2, .column = 3, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 3, ALWAYS), "1", weight_under, .row = 1, .column = 1, ADDITIVE, .under = UNDER_NONE},
    {AT("softmax", 3, ALWAYS), "0", weight_under, .row = 1, .column = 2, ADDITIVE, .under = UNDER_NONE},
    {AT("softmax", 3, ALWAYS), "0.71", weight_under, .row = 1, .column = 2, UNMASKED, .under = UNDER_NONE},
    {AT("mix", 3, ALWAYS), "0", factor_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mix", 3, ALWAYS), "1.00", mix_under, .row = 1, .column = 1, ADDITIVE, .under = UNDER_MULTIPLIED},
    {AT("mix", 3, ALWAYS), "0.79", mix_under, .row = 1, .column = 1, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("mix", 3, ALWAYS), "1.00", mix_under, .row = 1, .column = 1, ADDITIVE, .under = UNDER_NONE},
    {AT("mix", 3, ALWAYS), "0.26", mix_under, .row = 1, .column = 1, UNMASKED, .under = UNDER_NONE},
    {AT("", 0, ALWAYS), "0", factor_under, .row = 1, .column = 2, MULTIPLIED, .under = UNDER_MULTIPLIED},
};

static const struct claim first_three_questions[] = {
    {QUESTION(1), "1", weight_1, .row = 1, .column = 1},
    {QUESTION(3), "1", weight_1, .row = 1, .column = 1},
    {QUESTION(3), "0", weight_1, .row = 1, .column = 2},
    {QUESTION(5), "4", w_out, .name = "tale", .name2 = "time"},
    {QUESTION(5), "0.94", sum, .row = 3, .name = "tale"},
    {QUESTION(5), "0.84", chance, .row = 3, .name = "time"},
};
/* clang-format on */

#endif
