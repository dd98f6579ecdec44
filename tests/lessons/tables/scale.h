/* The claims of lessons/scale.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_SCALE_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_SCALE_H

#include "../tables.h"

/* clang-format off */
#define SCALE    .lens = AV_LENS_SCALE
#define UNSCALED .other = 0
#define SCALED   .other = 1
#define SMALLER  .other = 0
#define LARGER   .other = 1

static const struct claim scale[] = {
    {AT("project", 10, ALWAYS), "256", d_k, .row = 0},
    {AT("project", 10, ALWAYS), "1", about_variance_of_queries_and_keys, .row = 0},
    {AT("scores", 10, ALWAYS), "256", d_k, .row = 0},
    {AT("scores", 10, ALWAYS), "34.97", raw_1, .row = 10, .column = 6},
    {AT("scores", 10, ALWAYS), "−45.47", raw_1, .row = 10, .column = 5},
    {AT("scores", 10, ALWAYS), "55", scores_so_far, .row = 10},
    {AT("scores", 10, ALWAYS), "265.6", variance_of_scores, .row = 10, .column = 256},
    {AT("scale", 10, ALWAYS), "16", root_d_k, .row = 0},
    {AT("scale", 10, ALWAYS), "2.19", scaled_1, .row = 10, .column = 6},
    {AT("scale", 10, ALWAYS), "−2.84", scaled_1, .row = 10, .column = 5},
    {AT("scale", 10, ALWAYS), "256", d_k, .row = 0},
    {AT("scale", 10, ALWAYS), "1.04", variance_of_scaled, .row = 10, .column = 256},
    {AT("scale", 10, ALWAYS), "1", about_variance_of_scaled, .row = 10, .column = 256},
    {AT("softmax", 10, ALWAYS), "0.46", weight_1, .row = 10, .column = 6},
    {AT("softmax", 10, ALWAYS), "0.18", weight_1, .row = 10, .column = 9},
    {AT("next", 10, ALWAYS), "1", about_variance_of_scaled, .row = 10, .column = 256},
    {AT("embed", 0, ALWAYS), "64", d_model, .row = 0},
    {AT("scale", 0, ALWAYS), "16", root_d_k, .row = 0},

    {AT("softmax", 10, ALWAYS), "1.00", weight_scaled_or_not, .row = 10, .column = 6, UNSCALED, SCALE},
    {AT("softmax", 10, ALWAYS), "0.00", slopes_scaled_or_not, .row = 10, UNSCALED, SCALE},
    {AT("softmax", 10, ALWAYS), "0.46", weight_scaled_or_not, .row = 10, .column = 6, SCALED, SCALE},
    {AT("softmax", 10, ALWAYS), "0.73", slopes_scaled_or_not, .row = 10, SCALED, SCALE},
    {AT("output", 10, ALWAYS), "265.6", variance_of_scores, .row = 10, .column = 256, SCALE},
    {AT("output", 10, ALWAYS), "256", d_k, .row = 0, SCALE},
    {AT("output", 10, ALWAYS), "64", columns, .column = 64, SCALE},
    {AT("output", 10, ALWAYS), "66.8", variance_of_scores, .row = 10, .column = 64, SCALE},
    {AT("output", 10, ALWAYS), "16", columns, .column = 16, SCALE},
    {AT("output", 10, ALWAYS), "15.7", variance_of_scores, .row = 10, .column = 16, SCALE},
    {AT("output", 10, ALWAYS), "4", columns, .column = 4, SCALE},
    {AT("output", 10, ALWAYS), "3.9", variance_of_scores, .row = 10, .column = 4, SCALE},
    {AT("block", 10, ALWAYS), "256", columns, .column = 256, SCALE},
    {AT("block", 10, ALWAYS), "1.04", variance_of_scaled, .row = 10, .column = 256, SCALE},
    {AT("block", 10, ALWAYS), "64", columns, .column = 64, SCALE},
    {AT("block", 10, ALWAYS), "1.04", variance_of_scaled, .row = 10, .column = 64, SCALE},
    {AT("block", 10, ALWAYS), "16", columns, .column = 16, SCALE},
    {AT("block", 10, ALWAYS), "0.98", variance_of_scaled, .row = 10, .column = 16, SCALE},
    {AT("block", 10, ALWAYS), "4", columns, .column = 4, SCALE},
    {AT("block", 10, ALWAYS), "0.97", variance_of_scaled, .row = 10, .column = 4, SCALE},
    {AT("block", 10, ALWAYS), "1", about_variance_of_scaled, .row = 10, .column = 256, SCALE},
    {AT("logits", 10, ALWAYS), "1", example_score, .column = 1, SCALE},
    {AT("logits", 10, ALWAYS), "2", example_score, .column = 2, SCALE},
    {AT("logits", 10, ALWAYS), "20", example_score, .column = 3, SCALE},
    {AT("logits", 10, ALWAYS), "256", d_k, .row = 0, SCALE},
    {AT("logits", 10, ALWAYS), "0.61", example_weight, .column = 3, SCALE},
    {AT("next", 10, ALWAYS), "1", about_variance_of_scaled, .row = 10, .column = 256, SCALE},
    {AT("", 0, ALWAYS), "1", flat_at, LARGER, SCALE},
    {AT("scale", 10, ALWAYS), "34.97", raw_1, .row = 10, .column = 6, .under = UNDER_UNSCALED},
    {AT("scale", 10, ALWAYS), "−45.47", raw_1, .row = 10, .column = 5, .under = UNDER_UNSCALED},
    {AT("scale", 10, ALWAYS), "265.6", variance_of_scores, .row = 10, .column = 256, .under = UNDER_UNSCALED},
    {AT("softmax", 10, ALWAYS), "1.00", weight_scaled_or_not, .row = 10, .column = 6, UNSCALED,
     .under = UNDER_UNSCALED},
    {AT("softmax", 10, ALWAYS), "0.00", weight_scaled_or_not, .row = 10, .column = 9, UNSCALED,
     .under = UNDER_UNSCALED},
    {AT("mix", 10, ALWAYS), "1.89", value, .row = 6, .column = 1, .under = UNDER_UNSCALED},
};

static const struct claim scale_questions[] = {
    {QUESTION(1), "0", about_mean_of_queries_and_keys, .row = 0},
    {QUESTION(1), "1", about_variance_of_queries_and_keys, .row = 0},
    {QUESTION(1), "256", d_k, .row = 0},
    {QUESTION(1), "265.6", variance_of_scores, .row = 10, .column = 256},
    {QUESTION(1), "16", root_d_k, .row = 0},
    {QUESTION(2), "34.97", raw_1, .row = 10, .column = 6},
    {QUESTION(2), "256", d_k, .row = 0},
    {QUESTION(2), "16", root_d_k, .row = 0},
    {QUESTION(2), "2.19", scaled_1, .row = 10, .column = 6},
    {QUESTION(3), "0.46", weight_1, .row = 10, .column = 6},
    {QUESTION(4), "0", flat_at, SMALLER},
    {QUESTION(4), "1", flat_at, LARGER},
    {QUESTION(4), "0.25", largest_slope, .row = 0},
    {QUESTION(5), "0.00", slopes_scaled_or_not, .row = 10, UNSCALED},
    {QUESTION(5), "0", about_slopes, .row = 10, UNSCALED},
};
/* clang-format on */

#endif
