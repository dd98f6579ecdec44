/* The claims of lessons/flash.json: of its notes, and of its questions. */
#ifndef ATTNVIZ_TESTS_LESSONS_TABLES_FLASH_H
#define ATTNVIZ_TESTS_LESSONS_TABLES_FLASH_H

#include "../tables.h"

/* clang-format off */
#define FLASH .lens = AV_LENS_FLASH
#define TILE(which) .row = 13, .column = which, .other = 4

static const struct claim flash[] = {
    {AT("softmax", 13, ALWAYS), "4", tile_max, TILE(1), FLASH},
    {AT("softmax", 13, ALWAYS), "8", tile_max, TILE(2), FLASH},
    {AT("softmax", 13, ALWAYS), "10", tile_max, TILE(3), FLASH},
    {AT("softmax", 13, ALWAYS), "0.018", tile_factor, TILE(2), FLASH},
    {AT("softmax", 13, ALWAYS), "0.135", tile_factor, TILE(3), FLASH},
    {AT("mix", 13, ALWAYS), "4.84", of_tiles, TILE(1), FLASH},
    {AT("next", 13, ALWAYS), "4.84", sum, .row = 13, .name = "heard", FLASH},
    {AT("next", 13, ALWAYS), "5", x, .row = 9, .name = "loud", FLASH},
    {AT("next", 13, ALWAYS), "0.80", chance, .row = 13, .name = "雷声", FLASH},
    {AT("", 0, ALWAYS), "0", query, .row = 1, .column = 1, FLASH},
    {AT("embed", 0, ALWAYS), "1", key, .row = 1, .column = 1},
    {AT("embed", 0, ALWAYS), "5", key, .row = 9, .column = 1},
    {AT("embed", 0, ALWAYS), "2", query, .row = 13, .column = 1},
    {AT("softmax", 13, ALWAYS), "13", visible, .row = 13},
    {AT("softmax", 13, ALWAYS), "10", scaled_1, .row = 13, .column = 9},
    {AT("mix", 13, ALWAYS), "4.84", mix, .row = 13, .column = 1},
    {AT("mix", 13, ALWAYS), "0.86", weight_1, .row = 13, .column = 9},
    {AT("mix", 13, ALWAYS), "5", value, .row = 9, .column = 1},
};

static const struct claim flash_questions[] = {
    {QUESTION(1), "2", query, .row = 13, .column = 1},
    {QUESTION(1), "5", key, .row = 9, .column = 1},
    {QUESTION(1), "10", raw_1, .row = 13, .column = 9},
    {QUESTION(3), "8", tile_max, TILE(2)},
    {QUESTION(3), "10", tile_max, TILE(3)},
    {QUESTION(3), "0.135", tile_factor, TILE(3)},
    {QUESTION(2), "10", tile_max, TILE(4)},
    {QUESTION(2), "10", scaled_1, .row = 13, .column = 9},
    {QUESTION(2), "1.157", tile_sum, TILE(4)},
    {QUESTION(2), "0.86", weight_1, .row = 13, .column = 9},
};
/* clang-format on */

#endif
