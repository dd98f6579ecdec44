/* How a lens deals out its lines, by hand. */
#include <criterion/criterion.h>

#include "lenses/parts.h"

#define N 4

static const int wanted[N] = {1, 3, 2, 1}, order[N] = {1, 3, 2, 0};

Test(parts, the_most_important_come_first_each_whole_or_not_at_all)
{
    static const struct {
        int height, lines[N], left;
    } expected[] = {
        {0, {0, 0, 0, 0}, 0}, {2, {1, 0, 0, 1}, 0}, {3, {0, 3, 0, 0}, 0}, {4, {0, 3, 0, 1}, 0},
        {5, {1, 3, 0, 1}, 0}, {6, {0, 3, 2, 1}, 0}, {7, {1, 3, 2, 1}, 0}, {9, {1, 3, 2, 1}, 2},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int lines[N];
        cr_expect_eq(av_parts_deal(wanted, order, N, expected[i].height, lines), expected[i].left);
        cr_expect_arr_eq(lines, expected[i].lines, sizeof lines, "of %d lines", expected[i].height);
    }
}

Test(parts, air_is_before_the_first_of_those_that_are_shown_and_takes_no_line_from_any)
{
    static const bool airy[N] = {false, true, true, true};
    static const int lines[N] = {1, 0, 2, 1};
    for (int height = 4; height <= 7; height++) {
        int air[N];
        av_parts_air(lines, airy, N, height, air);
        cr_expect(air[0] == 0 && air[1] == 0);
        cr_expect_eq(air[2], height > 4);
        cr_expect_eq(air[3], height > 5);
    }
}
