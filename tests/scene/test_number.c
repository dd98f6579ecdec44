#include <criterion/criterion.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static const char *cell(float value, int width, float largest, bool negative, bool no_zero)
{
    static char buffer[AV_NUMBER_BYTES];
    return av_number_cell(value, av_number_fit(width, largest, negative, no_zero, 2), buffer);
}

Test(number, as_many_decimals_as_fit_beside_a_gap)
{
    cr_assert_str_eq(cell(0.5f, 6, 1, true, false), "0.50");
    cr_assert_str_eq(cell(-0.25f, 6, 1, true, false), "−0.25");
    cr_assert_str_eq(cell(-0.25f, 5, 1, true, false), "−0.2"); /* to even: what printf does with a half */
    cr_assert_str_eq(cell(12.5f, 6, 13, true, false), "12.5");
    cr_assert_str_eq(cell(0.125f, 9, 1, true, false), "0.12", "two at most");
    cr_assert_str_eq(cell(3.0f, 3, 9, true, false), "3");
    cr_assert_str_eq(cell(-0.5f, 4, 4, true, false), "−0.5", "the sign in the gap, for the sake of a decimal");
}

Test(number, weights_lose_their_zero_where_room_is_short)
{
    cr_assert_str_eq(cell(0.81f, 4, 1, false, true), ".81");
    cr_assert_str_eq(cell(1.0f, 4, 1, false, true), "1.00", "in the gap's column, so that the points are aligned");
    cr_assert_str_eq(cell(0.81f, 3, 1, false, true), ".8");
}

Test(number, what_rounds_to_zero_has_no_sign)
{
    cr_assert_str_eq(cell(-0.001f, 6, 1, true, false), "0.00");
}

Test(number, zero_itself_is_bare_and_stands_where_its_digit_would)
{
    cr_assert_str_eq(cell(0.0f, 6, 1, true, false), "0   ");
    cr_assert_str_eq(cell(-0.0f, 6, 1, true, false), "0   ");
    cr_assert_str_eq(cell(0.0f, 4, 1, false, true), "0");
    cr_assert_str_eq(cell(0.001f, 6, 1, true, false), "0.00");
}

Test(number, what_does_not_fit_loses_decimals_then_takes_an_exponent)
{
    cr_assert_str_eq(cell(123.0f, 6, 1, true, false), "123.0");
    cr_assert_str_eq(cell(-1234.0f, 6, 1, true, false), "−1234");
    cr_assert_str_eq(cell(123456.0f, 6, 1, true, false), "1e+05");
    cr_assert_str_eq(cell(-1e30f, 4, 1, true, false), "…");
}

/* Cells are written by arithmetic; printf is the second opinion. */
Test(number, digits_are_those_of_printf)
{
    uint32_t state = 1;
    for (int i = 0; i < 200000; i++) {
        state = state * 1664525u + 1013904223u;
        float value = (float)((double)(int32_t)state / (1u << (state >> 16 & 31)));
        int decimals = (int)(state >> 8) % 10;
        char expected[AV_NUMBER_BYTES], printed[AV_NUMBER_BYTES - 4], buffer[AV_NUMBER_BYTES];
        if (value == 0 || fabsf(value) >= 1e5f)
            continue;
        snprintf(printed, sizeof printed, "%.*f", decimals, (double)fabsf(value));
        bool zero = strspn(printed, "0.") == strlen(printed);
        snprintf(expected, sizeof expected, "%s%s", value < 0 && !zero ? "−" : "", printed);
        av_number_cell(value, (struct av_number_format){.width = 24, .decimals = decimals}, buffer);
        cr_assert_str_eq(buffer, expected);
    }
    /* ties, which float has exactly */
    cr_assert_str_eq(cell(0.125f, 6, 1, true, false), "0.12");
    cr_assert_str_eq(cell(0.375f, 6, 1, true, false), "0.38");
    cr_assert_str_eq(cell(-2.625f, 6, 9, true, false), "−2.62");
}

Test(number, infinities_and_nan_are_shown_as_such)
{
    cr_assert_str_eq(cell(-INFINITY, 5, 1, true, false), "−∞");
    cr_assert_str_eq(cell(INFINITY, 5, 1, true, false), "∞");
    cr_assert_str_eq(cell(NAN, 5, 1, true, false), "NaN");
    cr_assert_str_eq(cell(-NAN, 5, 1, true, false), "NaN", "a NaN has no sign");
}

Test(number, counts_are_grouped_by_thousands)
{
    char buffer[AV_NUMBER_BYTES];
    cr_assert_str_eq(av_number_count(0, buffer), "0");
    cr_assert_str_eq(av_number_count(999, buffer), "999");
    cr_assert_str_eq(av_number_count(1248, buffer), "1 248");
    cr_assert_str_eq(av_number_count(UINT64_MAX, buffer), "18 446 744 073 709 551 615");
}

Test(number, operands_have_the_decimals_asked_for)
{
    char buffer[AV_NUMBER_BYTES];
    cr_assert_str_eq(av_number(-2.5, 2, buffer), "−2.50");
    cr_assert_str_eq(av_number(88.561, 2, buffer), "88.56");
    cr_assert_str_eq(av_number(-INFINITY, 2, buffer), "−∞");
    cr_assert_str_eq(av_number(1e12, 2, buffer), "1.00e+12");
}

static float exact_read(float value, char *digits)
{
    static char buffer[AV_NUMBER_BYTES];
    av_number_exact(value, buffer);
    bool negative = strncmp(buffer, "−", strlen("−")) == 0;
    strcpy(digits, buffer + (negative ? strlen("−") : 0));
    return negative ? -strtof(digits, NULL) : strtof(digits, NULL);
}

Test(number, exact_is_what_was_typed)
{
    static const char *const typed[] = {"0.7", "4.1", "3.78", "1000", "0.01", "5e+20", "1e-12", "0", "9999999"};
    char digits[AV_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        exact_read(strtof(typed[i], NULL), digits);
        cr_expect_str_eq(digits, typed[i]);
    }
    cr_expect_str_eq(av_number_exact(-0.25f, digits), "−0.25");
    cr_expect_str_eq(av_number_exact(-INFINITY, digits), "−∞");
    cr_expect_str_eq(av_number_exact(NAN, digits), "NaN");
}

/* Any float comes back from its digits to the last bit. */
Test(number, exact_tells_every_float_from_its_neighbours)
{
    uint32_t state = 1;
    for (int i = 0; i < 200000; i++) {
        float value;
        char digits[AV_NUMBER_BYTES];
        state = state * 1664525u + 1013904223u;
        memcpy(&value, &state, sizeof value);
        if (!isfinite(value))
            continue;
        float read = exact_read(value, digits);
        cr_assert(read == value, "%a is shown as %s", (double)value, digits);
        cr_assert_leq(strlen(digits), 15, "%a is shown as %s", (double)value, digits);
    }
}

Test(number, large_counts_have_three_digits_and_a_letter)
{
    static const struct {
        uint64_t count;
        const char *text;
    } cases[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1.00 k"},
        {36864, "36.9 k"},
        {999499, "999 k"},
        {999500, "1.00 M"},
        {UINT64_C(6607077376), "6.61 G"},
        {UINT64_C(31460507385856), "31.5 T"},
        {UINT64_C(1480000000000000), "1.48 P"},
        {UINT64_MAX, "18.4 E"},
    };
    char buffer[AV_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(av_number_brief(cases[i].count, buffer), cases[i].text);
}

Test(number, bytes_have_units_of_1024)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = {
        {0, "0 B"},
        {1023, "1023 B"},
        {1024, "1 KiB"},
        {36864, "36 KiB"},
        {1280 * 1024, "1.25 MiB"},
        {1048575, "1.00 MiB"},
        {UINT64_C(1) << 31, "2 GiB"},
        {UINT64_C(150) * 1024 * 1024 + 1, "150 MiB"},
        {UINT64_C(20480) << 30, "20 TiB"},
        {UINT64_MAX, "16.0 EiB"},
    };
    char buffer[AV_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(av_number_bytes(cases[i].bytes, buffer), cases[i].text);
}
