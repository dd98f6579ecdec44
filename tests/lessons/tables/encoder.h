/* The claims of lessons/encoder.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_ENCODER_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_ENCODER_H

#include "../tables.h"

/* clang-format off */
static const struct claim encoder[] = {
    {AT("mix", 13, OFF), "12", changed_rows, .row = 13, .column = 2, UNMASKED},
    {AT("mix", 13, OFF), "12", computed_again, .row = 13},
    {AT("softmax", 13, OFF), "0.97", weight_under, .row = 10, .column = 12, UNMASKED},
    {AT("softmax", 13, OFF), "0.96", weight_above_under, .row = 10, .column = 4, UNMASKED},
    {AT("embed", 0, ALWAYS), "10", rows_of_step, .row = 10},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
    {AT("softmax", 0, ALWAYS), "1", row_of_weights, .row = 10},
    {AT("softmax", 10, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 4, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 10, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 6, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 12, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 4, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 12, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 6, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 4, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "0.48", weight_above_under, .row = 10, .column = 6, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 12, ALWAYS), "0.10", weight_under, .row = 10, .column = 1, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 12, ALWAYS), "0.10", weight_under, .row = 10, .column = 10, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "0.10", weight_under, .row = 10, .column = 1, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "0.10", weight_under, .row = 10, .column = 10, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("softmax", 12, ALWAYS), "10", rows_of_step, .row = 10, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "10", rows_of_step, .row = 10, .under = UNDER_CAUSAL},
    {AT("softmax", 13, ALWAYS), "0", factor_under, .row = 10, .column = 12, MULTIPLIED, .under = UNDER_MULTIPLIED},
    {AT("softmax", 13, ALWAYS), "0.54", weight_above_under, .row = 10, .column = 4, MULTIPLIED,
     .under = UNDER_MULTIPLIED},
    {AT("softmax", 13, ALWAYS), "0.40", weight_above_under, .row = 10, .column = 6, MULTIPLIED,
     .under = UNDER_MULTIPLIED},
    {AT("mix", 13, ALWAYS), "0", changed_rows, .row = 13, ADDITIVE, .under = UNDER_CAUSAL},
    {AT("mix", 13, ALWAYS), "12", computed_again, .row = 13, .under = UNDER_CAUSAL},
    {AT("", 0, ALWAYS), "0", factor_under, .row = 10, .column = 12, MULTIPLIED, .under = UNDER_MULTIPLIED},
};

static const struct claim encoder_questions[] = {
    {QUESTION(3), "6.00", query, .row = 10, .column = 1},
    {QUESTION(3), "0", query, .row = 10, .column = 2},
    {QUESTION(3), "0", key, .row = 12, .column = 4},
    {QUESTION(3), "2.00", key, .row = 12, .column = 1},
    {QUESTION(3), "2", root_d_k, .row = 0},
    {QUESTION(3), "6.00", score_under, .row = 10, .column = 12, UNMASKED},
    {QUESTION(4), "12", changed_rows, .row = 13, .column = 2, UNMASKED},
};
/* clang-format on */

#endif
