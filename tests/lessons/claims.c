#include "claims.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tables/cross.h"
#include "tables/encoder.h"
#include "tables/first_three.h"
#include "tables/flash.h"
#include "tables/four_blocks.h"
#include "tables/generate.h"
#include "tables/gpt1.h"
#include "tables/heads.h"
#include "tables/leak.h"
#include "tables/linear.h"
#include "tables/mask.h"
#include "tables/merged_qk.h"
#include "tables/no_q_cache.h"
#include "tables/paged.h"
#include "tables/pronoun.h"
#include "tables/retrieval.h"
#include "tables/scale.h"
#include "tables/why_valid.h"

struct claims {
    const struct claim *claims;
    int count;
};

struct table {
    const char *lesson;
    struct claims notes, questions;
};

/* clang-format off */
#define CLAIMS(claims)       {claims, (int)(sizeof(claims) / sizeof *(claims))}
#define LESSON(name, claims) {name, CLAIMS(claims), CLAIMS(claims##_questions)}

static const struct table tables[] = {
    LESSON("retrieval", retrieval),
    LESSON("first-three", first_three),
    LESSON("scale", scale),
    LESSON("mask", mask),
    LESSON("leak", leak),
    LESSON("generate", generate),
    LESSON("pronoun", pronoun),
    LESSON("four-blocks", four_blocks),
    LESSON("no-q-cache", no_q_cache),
    LESSON("heads", heads),
    LESSON("gpt1", gpt1),
    LESSON("why-valid", why_valid),
    LESSON("encoder", encoder),
    LESSON("cross", cross),
    LESSON("merged-qk", merged_qk),
    LESSON("linear", linear),
    LESSON("flash", flash),
    LESSON("paged", paged),
};
/* clang-format on */

static struct table table_of(const char *lesson)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(tables[i].lesson, lesson) == 0)
            return tables[i];
    return (struct table){.lesson = lesson};
}

const struct claim *claims_of(const char *lesson, int *count)
{
    struct claims claims = table_of(lesson).notes;
    *count = claims.count;
    return claims.claims;
}

const struct claim *question_claims_of(const char *lesson, int *count)
{
    struct claims claims = table_of(lesson).questions;
    *count = claims.count;
    return claims.claims;
}

/* Numbers that only say which row, step, head, key or matrix (R1, N1) is meant, how many tokens there would be, or a
 * year. */
static bool is_ordinal(const char *text, const char *number)
{
    static const char *const before[] = {"row ",   "rows ",  "step ",  "steps ", "place ", "head ",       "Row ",
                                         "Rows ",  "Step ",  "Head ",  "第 ",    "头 ",    "rows 1–",     "Rows 1–",
                                         "第 1–",  "token ", "Token ", "al. ",   "等 ",    "Gimelshein ", "Shazeer ",
                                         "layer ", "n+",     "n = ",   "Key ",   "key ",   "按 ",         "GPT-",
                                         "gpt",    "R",      "N"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t length = strlen(before[i]);
        if ((size_t)(number - text) < length || memcmp(number - length, before[i], length) != 0)
            continue;
        const char *start = number - length;
        if (start == text || !isalpha((unsigned char)start[-1])) /* not the end of a longer word */
            return true;
    }
    return false;
}

/* How chance is set: "T 1 Enter", "K 2 Enter", "S 5 Enter". */
static bool is_setting(const char *text, const char *number, const char *end)
{
    static const char enter[] = " Enter";
    return number - text >= 2 && number[-1] == ' ' && strchr("TKS", number[-2]) != NULL &&
           strncmp(end, enter, strlen(enter)) == 0;
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
        if (!is_ordinal(text, start) && !is_setting(text, start, end)) {
            snprintf(number, size, "%s%.*s", below ? minus : "", (int)(end - start), start);
            return true;
        }
        start = end - 1;
    }
    return false;
}

/* "5520000" as "5 520 000", where the claim has it so. */
static void group(char digits[64])
{
    for (size_t place = strlen(digits); place > 3;) {
        place -= 3;
        memmove(digits + place + 1, digits + place, strlen(digits + place) + 1);
        digits[place] = ' ';
    }
}

void claim_value(const struct run *run, const struct claim *claim, char *text, size_t size)
{
    char digits[64];
    const char *point = strchr(claim->number, '.');
    if (point)
        snprintf(digits, sizeof digits, "%.*f", (int)strlen(point + 1), claim->of(run, claim));
    else
        snprintf(digits, sizeof digits, "%.7g", claim->of(run, claim)); /* a whole number has to be one */
    if (strchr(claim->number, ' '))
        group(digits);
    snprintf(text, size, "%s%s", digits[0] == '-' ? "−" : "", digits + (digits[0] == '-'));
}
