#include "cli.h"

#include <string.h>

#define WORD_MAX 32

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Changes (a letter more, less, another, or two swapped) that turn a into b: the optimal string alignment distance. Words longer
 * than WORD_MAX are far from everything. */
static int distance(const char *a, const char *b)
{
    int d[WORD_MAX + 1][WORD_MAX + 1];
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX)
        return WORD_MAX;
    int m = (int)length_a, n = (int)length_b;
    for (int i = 0; i <= m; i++)
        d[i][0] = i;
    for (int j = 0; j <= n; j++)
        d[0][j] = j;
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            d[i][j] = smaller(smaller(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[m][n];
}

const char *av_cli_nearest(const char *word, const char *(*name)(int i))
{
    const char *nearest = NULL;
    int least = (int)(strlen(word) / 3) + 2; /* further than this is no misspelling */
    for (int i = 0; name(i); i++) {
        int changes = distance(word, name(i));
        if (changes < least) {
            least = changes;
            nearest = name(i);
        }
    }
    return nearest;
}
