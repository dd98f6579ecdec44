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
    {AT("softmax", 13, ON), "0.10", weight_under, .row = 10, .column = 1, ADDITIVE},
    {AT("softmax", 13, ON), "0.10", weight_under, .row = 10, .column = 10, ADDITIVE},
    {AT("softmax", 13, ON), "10", rows_of_step, .row = 10},
    {AT("softmax", 13, ON), "0.48", weight_above_under, .row = 10, .column = 4, ADDITIVE},
    {AT("softmax", 13, ON), "0.48", weight_above_under, .row = 10, .column = 6, ADDITIVE},
    {AT("embed", 0, ALWAYS), "10", rows_of_step, .row = 10},
    {AT("scale", 0, ALWAYS), "2", root_d_k, .row = 0},
    {AT("softmax", 0, ALWAYS), "1", row_of_weights, .row = 10},
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
