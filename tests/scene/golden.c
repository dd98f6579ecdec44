#include "golden.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s: %s", path, strerror(errno));
    char *bytes = calloc(1, 1 << 18);
    cr_assert_not_null(bytes);
    size_t length = fread(bytes, 1, (1 << 18) - 1, file);
    bytes[length] = '\0';
    fclose(file);
    return bytes;
}

static void write_all(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "%s: %s", path, strerror(errno));
    cr_assert_geq(fputs(text, file), 0);
    cr_assert_eq(fclose(file), 0);
}

/* The first line in which they differ, for the message. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a != '\0' && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

void golden_expect(const char *name, const char *now)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.txt", AV_GOLDEN, name);
    if (getenv("AV_UPDATE_GOLDEN") != NULL)
        write_all(path, now);
    char *golden = read_all(path);
    cr_expect_str_eq(now, golden, "%s differs in line %d; now:\n%s", name, first_difference(now, golden), now);
    free(golden);
}
