#include "claims.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "sources.h"

#define ALWAYS AV_WHEN_ALWAYS
#define ON     AV_WHEN_CACHE_ON
#define OFF    AV_WHEN_CACHE_OFF

/* stage, token, head, when, number, source, and what it asks for */
/* clang-format off */
static const struct claim pronoun[] = {
    {"mask", 1, 0, ALWAYS, "0", mask_adds, .row = 1, .column = 1},
    {"softmax", 1, 0, ALWAYS, "1", weight_1, .row = 1, .column = 1},
    {"mix", 1, 0, ALWAYS, "1", weight_2, .row = 1, .column = 1},
    {"embed", 2, 0, ALWAYS, "1", x, .row = 2, .name = "human"},
    {"embed", 2, 0, ALWAYS, "0.20", x, .row = 2, .name = "pos"},
    {"append", 2, 0, ON, "64", bytes, .row = 1},
    {"embed", 3, 0, ALWAYS, "1", x, .row = 3, .name = "open"},
    {"embed", 4, 0, ALWAYS, "0.90", x, .row = 4, .name = "thing"},
    {"embed", 4, 0, ALWAYS, "0.90", x, .row = 4, .name = "heavy"},
    {"project", 4, 1, ALWAYS, "1.80", key, .row = 4, .column = 1},
    {"project", 4, 1, ALWAYS, "0.90", value, .row = 4, .column = 1},
    {"softmax", 4, 2, ALWAYS, "0.42", weight_2, .row = 4, .column = 3},
    {"embed", 5, 0, ALWAYS, "1", x, .row = 5, .name = "open"},
    {"embed", 5, 0, ALWAYS, "0.60", x, .row = 5, .name = "place"},
    {"embed", 6, 0, ALWAYS, "0.80", x, .row = 6, .name = "thing"},
    {"embed", 6, 0, ALWAYS, "0.90", x, .row = 6, .name = "place"},
    {"project", 6, 1, ALWAYS, "1.60", key, .row = 6, .column = 1},
    {"project", 6, 1, ALWAYS, "1.80", key, .row = 6, .column = 3},
    {"softmax", 6, 2, ALWAYS, "0.38", weight_2, .row = 6, .column = 5},
    {"embed", 7, 0, ALWAYS, "1", x, .row = 7, .name = "place"},
    {"embed", 8, 0, ALWAYS, "−1", x, .row = 8, .name = "open"},
    {"embed", 8, 0, ALWAYS, "0.30", x, .row = 8, .name = "back"},
    {"embed", 9, 0, ALWAYS, "1", x, .row = 9, .name = "open"},
    {"embed", 9, 0, ALWAYS, "0.40", x, .row = 9, .name = "back"},
    {"project", 9, 1, ALWAYS, "0", value_of_head_1, .row = 9},
    {"embed", 10, 0, ALWAYS, "1", x, .row = 10, .name = "back"},
    {"project", 10, 1, ALWAYS, "4.20", query, .row = 10, .column = 1},
    {"project", 10, 1, ALWAYS, "−1.00", query, .row = 10, .column = 2},
    {"project", 10, 1, ALWAYS, "−1.00", query, .row = 10, .column = 4},
    {"project", 10, 1, ALWAYS, "−3.00", query, .row = 10, .column = 3},
    {"project", 10, 2, ALWAYS, "4.00", query, .row = 10, .column = 5},
    {"project", 10, 2, ALWAYS, "1.80", query, .row = 10, .column = 6},
    {"scores", 10, 1, ALWAYS, "4.20", query, .row = 10, .column = 1},
    {"scores", 10, 1, ALWAYS, "1.80", key, .row = 4, .column = 1},
    {"scores", 10, 1, ALWAYS, "7.56", raw_1, .row = 10, .column = 4},
    {"scores", 10, 1, ALWAYS, "6.72", product, .row = 10, .column = 1, .other = 6},
    {"scores", 10, 1, ALWAYS, "3.00", against, .row = 10, .column = 3},
    {"scores", 10, 1, ALWAYS, "1.80", key, .row = 6, .column = 3},
    {"scores", 10, 1, ALWAYS, "5.40", taken, .row = 10, .column = 3, .other = 6},
    {"scale", 10, 1, ALWAYS, "2", root_d_k, .row = 0},
    {"scale", 10, 1, ALWAYS, "7.56", raw_1, .row = 10, .column = 4},
    {"scale", 10, 1, ALWAYS, "3.78", scaled_1, .row = 10, .column = 4},
    {"scale", 10, 1, ALWAYS, "1.32", raw_1, .row = 10, .column = 6},
    {"scale", 10, 1, ALWAYS, "0.66", scaled_1, .row = 10, .column = 6},
    {"softmax", 10, 1, ALWAYS, "0.76", weight_1, .row = 10, .column = 4},
    {"softmax", 10, 1, ALWAYS, "0.03", weight_1, .row = 10, .column = 6},
    {"softmax", 10, 1, ALWAYS, "0.01", weight_1, .row = 10, .column = 2},
    {"softmax", 10, 2, ALWAYS, "0.47", weight_2, .row = 10, .column = 9},
    {"softmax", 10, 2, ALWAYS, "0.42", weight_2, .row = 10, .column = 10},
    {"mix", 10, 1, ALWAYS, "0.69", mix, .row = 10, .column = 1},
    {"mix", 10, 1, ALWAYS, "0.76", weight_1, .row = 10, .column = 4},
    {"mix", 10, 1, ALWAYS, "0.90", value, .row = 4, .column = 1},
    {"block", 10, 0, ALWAYS, "0.00", x, .row = 10, .name = "heavy"},
    {"block", 10, 0, ALWAYS, "0.69", sum, .row = 10, .name = "heavy"},
    {"logits", 10, 0, ALWAYS, "6", w_out, .name = "back", .name2 = "很"},
    {"logits", 10, 0, ALWAYS, "1.31", sum, .row = 10, .name = "back"},
    {"next", 10, 0, ALWAYS, "0.93", chance, .row = 10, .name = "很"},
    {"embed", 11, 0, ALWAYS, "1", x, .row = 11, .name = "open"},
    {"embed", 11, 0, ALWAYS, "0.80", x, .row = 11, .name = "trait"},
    {"mask", 11, 0, OFF, "11", visible, .row = 11},
    {"softmax", 11, 1, ALWAYS, "0.70", weight_1, .row = 11, .column = 4},
    {"softmax", 11, 1, ALWAYS, "0.10", weight_1, .row = 11, .column = 10},
    {"softmax", 11, 1, ALWAYS, "0.01", weight_1, .row = 11, .column = 11},
    {"mix", 11, 1, ALWAYS, "0.65", mix, .row = 11, .column = 1},
    {"block", 11, 0, ALWAYS, "0.00", x, .row = 11, .name = "heavy"},
    {"block", 11, 0, ALWAYS, "0.65", sum, .row = 11, .name = "heavy"},
    {"next", 11, 0, ALWAYS, "0.82", chance, .row = 11, .name = "重"},
    {"embed", 12, 0, ALWAYS, "1", x, .row = 12, .name = "trait"},
    {"embed", 12, 0, ALWAYS, "0", x, .row = 12, .name = "open"},
    {"softmax", 12, 2, ALWAYS, "0.44", weight_2, .row = 12, .column = 11},
    {"next", 12, 0, ALWAYS, "0.85", chance, .row = 12, .name = "。"},
    {"embed", 13, 0, ALWAYS, "−1", x, .row = 13, .name = "open"},
    {"next", 13, 0, ALWAYS, "0.82", chance, .row = 13, .name = "<s>"},
    {"scale", 0, 0, ALWAYS, "2", root_d_k, .row = 0},
    {"mask", 0, 0, ON, "0", mask_adds, .row = 13, .column = 1},
    {"softmax", 0, 1, ALWAYS, "1", row_of_weights, .row = 13},
    {"output", 0, 0, ALWAYS, "8", joined, .row = 0},
    {"logits", 0, 0, ALWAYS, "15", vocabulary, .row = 0},
};

static const struct claim begin[] = {
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
/* Of questions: "question", its number in the lesson, and then as above. */
#define QUESTION(number) "question", number, 0, ALWAYS

static const struct claim pronoun_questions[] = {
    {QUESTION(2), "4.20", query, .row = 10, .column = 1},
    {QUESTION(2), "−1.00", query, .row = 10, .column = 2},
    {QUESTION(2), "−3.00", query, .row = 10, .column = 3},
    {QUESTION(2), "−1.00", query, .row = 10, .column = 4},
    {QUESTION(2), "1.80", key, .row = 4, .column = 1},
    {QUESTION(2), "0", key, .row = 4, .column = 2},
    {QUESTION(2), "0", key, .row = 4, .column = 3},
    {QUESTION(2), "0", key, .row = 4, .column = 4},
    {QUESTION(2), "7.56", raw_1, .row = 10, .column = 4},
    {QUESTION(3), "4.20", query, .row = 10, .column = 1},
    {QUESTION(3), "−3.00", query, .row = 10, .column = 3},
    {QUESTION(3), "0.76", weight_1, .row = 10, .column = 4},
    {QUESTION(3), "0.03", weight_1, .row = 10, .column = 6},
    {QUESTION(4), "1.31", sum, .row = 10, .name = "back"},
    {QUESTION(4), "0.93", chance, .row = 10, .name = "很"},
    {QUESTION(4), "6", w_out, .name = "back", .name2 = "很"},
    {QUESTION(4), "4", w_out, .name = "back", .name2 = "它"},
    {QUESTION(5), "552", work_of_step, .row = 11},
    {QUESTION(5), "1", projected_cached, .row = 1},
    {QUESTION(5), "11", projected_without, .row = 11, .column = 11},
    {QUESTION(5), "10", computed_again, .row = 11},
    {QUESTION(5), "5 520", work_saved, .row = 11},
    {QUESTION(5), "6 072", work_without, .row = 11},
    {QUESTION(6), "0", key, .row = 12, .column = 6},
    {QUESTION(6), "1.00", key, .row = 11, .column = 6},
    {QUESTION(6), "0.44", weight_2, .row = 12, .column = 11},
    {QUESTION(6), "0.42", weight_2, .row = 12, .column = 12},
};

static const struct claim begin_questions[] = {
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
    {QUESTION(5), "10", projected_without, .row = 10, .column = 10},
    {QUESTION(5), "1", projected_cached, .row = 1},
    {QUESTION(5), "90", percent_saved, .row = 10},
    {QUESTION(5), "99.9", percent_of_rows, .row = 1000},
};
/* clang-format on */

const struct claim *claims_of(const char *lesson, int *count)
{
    if (strcmp(lesson, "pronoun") == 0) {
        *count = (int)(sizeof pronoun / sizeof *pronoun);
        return pronoun;
    }
    if (strcmp(lesson, "begin") == 0) {
        *count = (int)(sizeof begin / sizeof *begin);
        return begin;
    }
    *count = 0;
    return NULL;
}

const struct claim *question_claims_of(const char *lesson, int *count)
{
    if (strcmp(lesson, "pronoun") == 0) {
        *count = (int)(sizeof pronoun_questions / sizeof *pronoun_questions);
        return pronoun_questions;
    }
    if (strcmp(lesson, "begin") == 0) {
        *count = (int)(sizeof begin_questions / sizeof *begin_questions);
        return begin_questions;
    }
    *count = 0;
    return NULL;
}

/* Numbers that only say which row, step or head is meant. */
static bool is_ordinal(const char *text, const char *number)
{
    static const char *const before[] = {"row ",  "rows ", "step ", "steps ", "place ",  "head ",   "Row ", "Rows ",
                                         "Step ", "Head ", "第 ",   "头 ",    "rows 1–", "Rows 1–", "第 1–"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t length = strlen(before[i]);
        if ((size_t)(number - text) >= length && memcmp(number - length, before[i], length) == 0)
            return true;
    }
    return false;
}

/* A space in front of just three digits: they belong to the number before it. */
static bool is_group(const char *text)
{
    return *text == ' ' && strspn(text + 1, "0123456789") == 3;
}

bool claim_next_number(const char *text, const char **at, char *number, size_t size)
{
    static const char minus[] = "−";
    for (const char *start = *at; *start; start++) {
        if (!isdigit((unsigned char)*start))
            continue;
        const char *end = start;
        while (isdigit((unsigned char)*end) || (*end == '.' && isdigit((unsigned char)end[1])) || is_group(end))
            end++;
        *at = end;
        bool below = start - text >= (int)strlen(minus) && memcmp(start - strlen(minus), minus, strlen(minus)) == 0;
        if (!is_ordinal(text, start)) {
            snprintf(number, size, "%s%.*s", below ? minus : "", (int)(end - start), start);
            return true;
        }
        start = end - 1;
    }
    return false;
}

/* "5520" as "5 520", where the claim has it so. */
static void group(char digits[64])
{
    size_t length = strlen(digits);
    memmove(digits + length - 2, digits + length - 3, 4);
    digits[length - 3] = ' ';
}

void claim_value(const struct run *run, const struct claim *claim, char *text, size_t size)
{
    char digits[64];
    const char *point = strchr(claim->number, '.');
    if (point)
        snprintf(digits, sizeof digits, "%.*f", (int)strlen(point + 1), claim->of(run, claim));
    else
        snprintf(digits, sizeof digits, "%.6g", claim->of(run, claim)); /* a whole number has to be one */
    if (strchr(claim->number, ' '))
        group(digits);
    snprintf(text, size, "%s%s", digits[0] == '-' ? "−" : "", digits + (digits[0] == '-'));
}
