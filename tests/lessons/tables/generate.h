/* The claims of lessons/generate.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_GENERATE_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_GENERATE_H

#include "../tables.h"

/* clang-format off */
static const struct claim generate[] = {
    {"append", 1, 0, ON, "4", d_k, .row = 0},
    {"append", 1, 0, ON, "32", bytes, .row = 1},
    {"mask", 1, 0, ALWAYS, "0", mask_adds, .row = 1, .column = 1},
    {"softmax", 1, 0, ALWAYS, "1", weight_1, .row = 1, .column = 1},
    {"mix", 1, 0, ALWAYS, "1", weight_1, .row = 1, .column = 1},
    {"next", 1, 0, ALWAYS, "0.89", chance, .row = 1, .name = "I"},
    {"next", 1, 0, ALWAYS, "0.10", chance, .row = 1, .name = "you"},
    {"append", 2, 0, ON, "64", bytes, .row = 2},
    {"softmax", 2, 0, ALWAYS, "0.97", weight_1, .row = 2, .column = 1},
    {"next", 2, 0, ALWAYS, "0.87", chance, .row = 2, .name = "have"},
    {"next", 4, 0, ALWAYS, "0.66", chance, .row = 4, .name = "dream"},
    {"next", 4, 0, ALWAYS, "0.19", chance, .row = 4, .name = "song"},
    {"append", 5, 0, ON, "5", tokens_in_cache, .row = 5},
    {"append", 5, 0, ON, "32", bytes, .row = 1},
    {"append", 5, 0, ON, "160", bytes, .row = 5},
    {"embed", 7, 0, ALWAYS, "0.70", x, .row = 7, .name = "pos"},
    {"embed", 7, 0, ALWAYS, "0.20", x, .row = 2, .name = "pos"},
    {"project", 7, 0, ALWAYS, "4.00", query, .row = 7, .column = 1},
    {"project", 7, 0, ALWAYS, "5.40", query, .row = 7, .column = 4},
    {"softmax", 7, 0, ALWAYS, "0.89", weight_1, .row = 7, .column = 6},
    {"softmax", 7, 0, ALWAYS, "0.06", weight_1, .row = 7, .column = 1},
    {"mix", 7, 0, ALWAYS, "0.00", mix, .row = 2, .column = 1},
    {"mix", 7, 0, ALWAYS, "0.90", mix, .row = 7, .column = 1},
    {"logits", 7, 0, ALWAYS, "4", w_out, .name = "wish", .name2 = "can"},
    {"logits", 7, 0, ALWAYS, "−3", w_out, .name = "wish", .name2 = "have"},
    {"logits", 7, 0, ALWAYS, "0.90", sum, .row = 7, .name = "wish"},
    {"next", 7, 0, ALWAYS, "0.91", chance, .row = 7, .name = "can"},
    {"embed", 8, 0, ALWAYS, "7", tokens_in_cache, .row = 7},
    {"append", 10, 0, ON, "10", projected_cached, .row = 10},
    {"append", 10, 0, ON, "32", bytes, .row = 1},
    {"append", 10, 0, ON, "320", bytes, .row = 10},
    {"append", 10, 0, OFF, "10", projected_without, .row = 10, .column = 10},
    {"append", 10, 0, OFF, "10", projected_cached, .row = 10},
    {"append", 10, 0, OFF, "9", computed_again, .row = 10},
    {"append", 10, 0, OFF, "55", projected_without, .row = 10, .column = 1},
    {"next", 10, 0, ALWAYS, "0.97", chance, .row = 10, .name = "⟨end⟩"},
    {"append", 0, 0, ON, "32", bytes, .row = 1},
    {"scale", 0, 0, ALWAYS, "2", root_d_k, .row = 0},
    {"mask", 0, 0, ON, "0", mask_adds, .row = 10, .column = 1},
    {"logits", 0, 0, ALWAYS, "13", vocabulary, .row = 0},
};

static const struct claim generate_questions[] = {
    {QUESTION(1), "1", x, .row = 2, .name = "who"},
    {QUESTION(1), "5", w_out, .name = "who", .name2 = "have"},
    {QUESTION(1), "3", w_out, .name = "who", .name2 = "can"},
    {QUESTION(1), "0.87", chance, .row = 2, .name = "have"},
    {QUESTION(2), "4", d_k, .row = 0},
    {QUESTION(2), "4", tokens_in_cache, .row = 4},
    {QUESTION(2), "8", numbers_of_token, .row = 0},
    {QUESTION(2), "32", bytes, .row = 1},
    {QUESTION(2), "128", bytes, .row = 4},
    {QUESTION(3), "0.89", weight_1, .row = 7, .column = 6},
    {QUESTION(3), "0.06", weight_1, .row = 7, .column = 1},
    {QUESTION(4), "0.90", mix, .row = 7, .column = 1},
    {QUESTION(4), "0.91", chance, .row = 7, .name = "can"},
    {QUESTION(5), "7", tokens_in_cache, .row = 7},
    {QUESTION(6), "10", projected_without, .row = 10, .column = 10},
    {QUESTION(6), "1", projected_cached, .row = 1},
    {QUESTION(6), "90", percent_saved, .row = 10},
    {QUESTION(6), "99.9", percent_of_rows, .row = 1000},
};
/* clang-format on */

#endif
