/* The claims of lessons/leak.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_LEAK_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_LEAK_H

#include "../tables.h"

/* clang-format off */
#define LOSS .lens = AV_LENS_LOSS

static const struct claim leak[] = {
    {AT("", 1, ALWAYS), "7", prompt_tokens, .row = 0, LOSS},
    {AT("", 1, ALWAYS), "6", to_predict, .row = 0, LOSS},
    {AT("", 1, ALWAYS), "0.41", mean_loss, ADDITIVE, LOSS},
    {AT("", 2, ALWAYS), "0.45", chance, .row = 2, .name = "cat", LOSS},
    {AT("", 2, ALWAYS), "0.45", chance, .row = 2, .name = "dog", LOSS},
    {AT("", 2, ALWAYS), "0.79", loss_at, .row = 2, ADDITIVE, LOSS},
    {AT("", 4, ALWAYS), "0.41", mean_loss, ADDITIVE, LOSS},
    {AT("", 5, ALWAYS), "0.45", chance, .row = 5, .name = "dog", LOSS},
    {AT("", 5, ALWAYS), "0.45", chance, .row = 5, .name = "cat", LOSS},
    {AT("", 6, ALWAYS), "6", to_predict, .row = 0, LOSS},
    {AT("", 3, ALWAYS), "0.80", chance, .row = 3, .name = "sees", LOSS},
    {AT("", 3, ALWAYS), "0.22", loss_at, .row = 3, ADDITIVE, LOSS},
    {AT("", 3, ALWAYS), "0.00", mean_loss, UNMASKED, LOSS, .under = UNDER_NONE},
    {AT("", 0, ALWAYS), "0", factor_under, .row = 3, .column = 4, MULTIPLIED, LOSS, .under = UNDER_MULTIPLIED},
    {AT("", 0, ALWAYS), "0", score_under, .row = 3, .column = 4, MULTIPLIED, LOSS, .under = UNDER_MULTIPLIED},
    {AT("", 0, ALWAYS), "0.41", mean_loss, MULTIPLIED, LOSS, .under = UNDER_MULTIPLIED},
    {AT("", 0, ALWAYS), "0.00", mean_loss, UNMASKED, LOSS, .under = UNDER_NONE},
};

static const struct claim leak_questions[] = {
    {QUESTION(1), "0", rounded_loss, .row = 2, UNMASKED},
    {QUESTION(2), "3.00", logit, .row = 5, .name = "dog"},
    {QUESTION(2), "3.00", logit, .row = 5, .name = "cat"},
    {QUESTION(3), "0", rounded_loss, .row = 2, UNMASKED},
    {QUESTION(4), "0", value_of_head_1, .row = 1},
};
/* clang-format on */

#endif
