/* The claims of lessons/gpt1.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_GPT1_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_GPT1_H

#include "../tables.h"

/* clang-format off */
#define STACK .lens = AV_LENS_LAYERS

static const struct claim gpt1[] = {
    {AT("", 1, ALWAYS), "12", n_layer, .row = 0, STACK},
    {AT("block", 4, ALWAYS), "12", n_layer, .row = 0, STACK},
    {AT("", 4, ALWAYS), "8", d_model, .row = 0, STACK},
    {AT("", 4, ALWAYS), "6", vocabulary, .row = 0, STACK},
    {AT("", 5, ALWAYS), "2.83", length_out, .row = 5, .column = 1, STACK},
    {AT("", 5, ALWAYS), "2.83", length_out, .row = 5, .column = 12, STACK},
    {AT("", 5, ALWAYS), "0", mean_out, .row = 5, .column = 7, STACK},
    {AT("", 5, ALWAYS), "1", variance_out, .row = 5, .column = 7, STACK},
    {AT("", 5, ALWAYS), "12", n_layer, .row = 0, STACK},
    {AT("", 5, ALWAYS), "8", d_model, .row = 0, STACK},
    {AT("", 6, ALWAYS), "6", tokens_in_cache, .row = 6, STACK},
    {AT("", 6, ALWAYS), "384", bytes_of_layer, .row = 6, STACK},
    {AT("", 6, ALWAYS), "12", n_layer, .row = 0, STACK},
    {AT("next", 6, ALWAYS), "12", n_layer, .row = 0, STACK},
    {AT("next", 6, ALWAYS), "12", n_layer, .row = 0},
    {AT("embed", 0, ALWAYS), "8", n_ctx, .row = 0},
    {AT("embed", 0, ALWAYS), "8", d_model, .row = 0},
    {AT("embed", 0, ALWAYS), "512", gpt_1_places, .row = 0},
    {AT("embed", 0, ALWAYS), "768", gpt_1_width, .row = 0},
    {AT("block", 0, ALWAYS), "8", d_model, .row = 0},
    {AT("block", 0, ALWAYS), "32", d_ff, .row = 0},
    {AT("block", 0, ALWAYS), "8", d_model, .row = 0, STACK},
    {AT("block", 0, ALWAYS), "32", d_ff, .row = 0, STACK},
};

static const struct claim gpt1_questions[] = {
    {QUESTION(3), "64", bytes_of_layer, .row = 1},
    {QUESTION(3), "12", n_layer, .row = 0},
    {QUESTION(3), "6", tokens_in_cache, .row = 6},
    {QUESTION(3), "384", bytes_of_layer, .row = 6},
    {QUESTION(3), "4 608", bytes, .row = 6},
    {QUESTION(3), "768", gpt_1_width, .row = 0},
    {QUESTION(3), "6 144", gpt_1_row_bytes, .row = 0},
    {QUESTION(4), "8", d_model, .row = 0},
    {QUESTION(4), "32", d_ff, .row = 0},
    {QUESTION(4), "512", feed_work, .row = 0},
    {QUESTION(4), "256", attention_weights, .row = 0},
};
/* clang-format on */

#endif
