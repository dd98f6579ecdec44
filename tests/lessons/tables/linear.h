/* The claims of lessons/linear.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_LINEAR_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_LINEAR_H

#include "../tables.h"

/* clang-format off */
static const struct claim linear[] = {
    {"project", 0, 0, ALWAYS, "3", projections, .row = 0},
    {"project", 0, 0, ALWAYS, "8", d_k, .row = 0},
    {"project", 0, 0, ALWAYS, "192", project_work, .row = 24},
    {"project", 12, 0, ALWAYS, "408", fixed_work, .row = 12},
    {"project", 12, 0, ALWAYS, "24", rows_of_step, .row = 24},
    {"append", 0, 0, ON, "64", bytes, .row = 1},
    {"append", 0, 0, OFF, "192", project_work, .row = 1},
    {"scores", 0, 0, ON, "8", scores_work_cached, .row = 1},
    {"scores", 0, 0, OFF, "8", scores_work_cached, .row = 1},
    {"mix", 0, 0, ON, "8", mix_work, .row = 1},
    {"mix", 0, 0, ON, "16", growing_work, .row = 1},
    {"mix", 0, 0, OFF, "16", growing_work, .row = 1},
    {"scores", 1, 0, ALWAYS, "16", growing_work, .row = 1},
    {"scores", 1, 0, ALWAYS, "424", work_of_step, .row = 1},
    {"scores", 24, 0, ON, "384", growing_work, .row = 24},
    {"scores", 24, 0, ON, "792", work_of_step, .row = 24},
    {"scores", 24, 0, ON, "8 192", growing_formula, .row = 512},
    {"scores", 24, 0, ON, "8 600", work_formula, .row = 512, .other = true},
    {"scores", 24, 0, OFF, "19 008", work_without, .row = 24},
    {"scores", 24, 0, OFF, "792", work_of_step, .row = 24},
    {"scores", 24, 0, OFF, "4 403 200", work_formula, .row = 512},
    {"scores", 24, 0, OFF, "8 600", work_formula, .row = 512, .other = true},
};

static const struct claim linear_questions[] = {
    {QUESTION(1), "408", fixed_work, .row = 12},
    {QUESTION(1), "16", growing_work, .row = 1},
    {QUESTION(1), "12", rows_of_step, .row = 12},
    {QUESTION(1), "192", growing_work, .row = 12},
    {QUESTION(1), "600", work_of_step, .row = 12},
    {QUESTION(2), "8", d_k, .row = 0},
    {QUESTION(2), "4", number_bytes, .row = 0},
    {QUESTION(2), "64", bytes, .row = 1},
    {QUESTION(2), "24", tokens_in_cache, .row = 24},
    {QUESTION(2), "1 536", bytes, .row = 24},
    {QUESTION(4), "1", exponent, .row = 1 << 20, .other = true},
    {QUESTION(4), "2", exponent, .row = 1 << 20},
};
/* clang-format on */

#endif
