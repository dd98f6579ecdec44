#include "attnviz/base/suggest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"

#define WORD_MAX 32 /* characters; nobody needs to be told how a longer word is spelt */

struct word {
    uint32_t characters[WORD_MAX];
    int length;
};

static uint32_t lower_case(uint32_t character)
{
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

static int decode(const char *text, struct word *word)
{
    size_t left = strnlen(text, 4 * WORD_MAX + 1), taken;
    for (word->length = 0; left > 0; text += taken, left -= taken) {
        uint32_t character;
        taken = av_utf8_decode(text, left, &character);
        if (taken == 0 || word->length == WORD_MAX)
            return 0;
        word->characters[word->length++] = lower_case(character);
    }
    return word->length;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: d(i, j) is what it takes to write the first j characters of b for the first i of a. */
static int distance(const struct word *a, const struct word *b)
{
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (int i = 0; i <= a->length; i++)
        d[i][0] = i;
    for (int j = 0; j <= b->length; j++)
        d[0][j] = j;
    for (int i = 1; i <= a->length; i++) {
        for (int j = 1; j <= b->length; j++) {
            const uint32_t *x = &a->characters[i - 1], *y = &b->characters[j - 1];
            int best = smaller(d[i - 1][j] + 1, d[i][j - 1] + 1);
            best = smaller(best, d[i - 1][j - 1] + (*x != *y));
            if (i > 1 && j > 1 && x[0] == y[-1] && x[-1] == y[0])
                best = smaller(best, d[i - 2][j - 2] + 1);
            d[i][j] = best;
        }
    }
    return d[a->length][b->length];
}

const char *av_suggest_nearest(const char *text, const char *const *candidates, size_t count)
{
    struct word word, candidate;
    const char *nearest = NULL;
    int best = WORD_MAX + 1;
    if (decode(text, &word) == 0)
        return NULL;
    for (size_t i = 0; i < count && best > 0; i++) {
        if (decode(candidates[i], &candidate) == 0)
            continue;
        int longer = word.length > candidate.length ? word.length : candidate.length;
        int shorter = word.length + candidate.length - longer;
        if (longer - shorter >= best)
            continue;
        int changes = distance(&word, &candidate);
        if (changes < best && changes * 2 <= longer) {
            best = changes;
            nearest = candidates[i];
        }
    }
    return nearest;
}

const char *av_suggest_text(char *out, const char *word, const char *const *candidates, size_t count)
{
    const char *nearest = av_suggest_nearest(word, candidates, count);
    out[0] = '\0';
    if (nearest)
        snprintf(out, AV_SUGGESTION_BYTES, "; did you mean \"%s\"?", nearest);
    return out;
}

const char *av_suggest_choices(char *out, size_t size, const char *quote, const char *const *names, size_t count)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        length += (size_t)snprintf(out + length, size - length, "%s%s%s%s", between, quote, names[i], quote);
    }
    return out;
}
