/* The claims of lessons/why-valid.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_WHY_VALID_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_WHY_VALID_H

#include "../tables.h"

/* clang-format off */
#define LAYERS .lens = AV_LENS_LAYERS

static const struct claim why_valid[] = {
    {AT("append", 4, ALWAYS), "3", n_layer, .row = 0, LAYERS},
    {AT("append", 4, ALWAYS), "3", computed_again, .row = 4, LAYERS},
    {AT("append", 4, ALWAYS), "0", changed_rows, .row = 4, ADDITIVE, LAYERS},
    {AT("", 6, ALWAYS), "0", changed_rows, .row = 6, ADDITIVE, LAYERS},
    {AT("", 7, ALWAYS), "7", tokens_in_cache, .row = 7, LAYERS},
    {AT("", 7, ALWAYS), "224", bytes_of_layer, .row = 7, LAYERS},
    {AT("", 7, ALWAYS), "672", bytes, .row = 7, LAYERS},
    {AT("", 5, ALWAYS), "0", changed_rows, .row = 5, ADDITIVE, LAYERS},
    {AT("", 5, ALWAYS), "4", computed_again, .row = 5, LAYERS},
    {AT("", 6, ALWAYS), "5", computed_again, .row = 6, LAYERS},
    {AT("", 4, ALWAYS), "3", changed_rows, .row = 4, .column = 2, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 4, ALWAYS), "3", changed_rows, .row = 4, .column = 3, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 5, ALWAYS), "0", changed_rows, .row = 5, .column = 1, MULTIPLIED, LAYERS, .under = UNDER_MULTIPLIED},
    {AT("", 5, ALWAYS), "8", changed_rows, .row = 5, MULTIPLIED, LAYERS, .under = UNDER_MULTIPLIED},
    {AT("", 5, ALWAYS), "4", changed_rows, .row = 5, .column = 2, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 5, ALWAYS), "4", changed_rows, .row = 5, .column = 3, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 6, ALWAYS), "0", changed_rows, .row = 6, .column = 1, MULTIPLIED, LAYERS, .under = UNDER_MULTIPLIED},
    {AT("", 6, ALWAYS), "10", changed_rows, .row = 6, MULTIPLIED, LAYERS, .under = UNDER_MULTIPLIED},
    {AT("", 6, ALWAYS), "5", changed_rows, .row = 6, .column = 2, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 6, ALWAYS), "5", changed_rows, .row = 6, .column = 3, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 6, ALWAYS), "10", changed_rows, .row = 6, UNMASKED, LAYERS, .under = UNDER_NONE},
    {AT("", 0, ALWAYS), "0", changed_rows, .row = 6, .column = 1, MULTIPLIED, LAYERS, .under = UNDER_MULTIPLIED},
};

static const struct claim why_valid_questions[] = {
    {QUESTION(2), "3", n_layer, .row = 0},
    {QUESTION(2), "5", changed_rows, .row = 6, .column = 2, UNMASKED},
    {QUESTION(2), "5", changed_rows, .row = 6, .column = 3, UNMASKED},
    {QUESTION(2), "10", changed_rows, .row = 6, UNMASKED},
    {QUESTION(3), "32", bytes_of_layer, .row = 1},
    {QUESTION(3), "3", n_layer, .row = 0},
    {QUESTION(3), "7", tokens_in_cache, .row = 7},
    {QUESTION(3), "224", bytes_of_layer, .row = 7},
    {QUESTION(3), "672", bytes, .row = 7},
};
/* clang-format on */

#endif
