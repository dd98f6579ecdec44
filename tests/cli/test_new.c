/* --new: the lesson that authors begin with is whole, true, and written only where nothing is. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "process.h"

static struct process process; /* too large for a stack */
static char path[256];

/* A path in a folder of its own where nothing is. */
static void find_path(void)
{
    snprintf(path, sizeof path, "%s", process_file("new.json", "", 0));
    remove(path);
}

TestSuite(new, .init = find_path, .fini = process_forget_files);

static void write_new(void)
{
    RUN(&process, "--new", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_eq(process.err_length, 0);
}

Test(new, lesson_is_fine_and_opens_in_both_languages)
{
    write_new();
    cr_assert_not_null(strstr(process.out, "new.json"), "it says which file: %s", process.out);
    RUN(&process, "--check", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    RUN(&process, "--print", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_not_null(strstr(process.out, "Write the title here"), "%s", process.out);
    RUN(&process, "--print", "--lang", "zh", path);
    cr_assert_not_null(strstr(process.out, "这里写标题"), "%s", process.out);
    RUN(&process, "--print", "--ascii", path);
    cr_assert_eq(process.status, 0);
}

Test(new, lesson_replaces_nothing)
{
    struct stat found;
    write_new();
    RUN(&process, "--new", path);
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.err, "new.json: exists already"), "%s", process.err);
    const char *other = process_file("other.json", "mine", 4);
    RUN(&process, "--new", other);
    cr_assert_eq(process.status, 1);
    cr_assert_eq(stat(other, &found), 0);
    cr_assert_eq(found.st_size, 4, "it is as it was");
    RUN(&process, "--new", "/nonexistent/new.json");
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.err, "cannot be written"), "%s", process.err);
}

Test(new, needs_one_file)
{
    RUN(&process, "--new");
    cr_assert_eq(process.status, 2);
    RUN(&process, "--new", path, "another.json");
    cr_assert_eq(process.status, 2, "%s", process.out);
}

/* Written and read by a person: lines that fit, no tabs, and the end of a text file. */
Test(new, lesson_is_laid_out_to_be_edited)
{
    static char text[1 << 14];
    write_new();
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    cr_assert(length > 1000 && length < sizeof text - 1);
    cr_assert_eq(text[length - 1], '\n');
    cr_assert_null(strchr(text, '\t'));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        cr_assert_leq(strlen(line), 160, "%s", line); /* bytes: a Chinese character has three */
}

Test(new, questions_can_be_answered_each_in_its_own_way)
{
    static const struct {
        const char *at, *keys, *wrong;
    } cases[] = {
        {"3:append", "Tab Enter", "Tab Up Enter"},
        {"3:scores", "4 Enter", "5 Enter"},
        {"3:softmax", "2 Enter", "1 Enter"},
        {"3:logits", "2 Enter", "1 Enter"},
    };
    write_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        RUN(&process, "--print", "--at", cases[i].at, "--keys", cases[i].keys, path);
        cr_expect_not_null(strstr(process.out, "✓ Right: "), "%s: %s", cases[i].at, process.out);
        RUN(&process, "--print", "--at", cases[i].at, "--keys", cases[i].wrong, path);
        cr_expect_null(strstr(process.out, "✓ Right: "), "%s: %s", cases[i].at, process.out);
    }
}

/* Each number that its texts have, worked out by hand from the weights. */
Test(new, lesson_says_what_is_true)
{
    double score = 4 / sqrt(2), weight = exp(score) / (exp(score) + 2);
    char said[64];
    snprintf(said, sizeof said, "gives it %.2f of its weight", weight);
    write_new();
    RUN(&process, "--print", "--no-questions", "--at", "3:softmax", path);
    cr_assert_not_null(strstr(process.out, said), "%s", process.out);
    RUN(&process, "--print", "--no-questions", "--at", "1:embed", path);
    cr_assert_not_null(strstr(process.out, "of sun only the first is not 0"), "%s", process.out);
    cr_assert_not_null(strstr(process.out, "│+sun    1.00   0      0      0 "), "%s", process.out);
    RUN(&process, "--print", "--no-questions", "--no-cache", "--at", "3:append", path);
    cr_assert_not_null(strstr(process.out, "every row of K and V is computed again"), "%s", process.out);
    cr_assert_not_null(strstr(process.out, "2 recomputed + 1 new"), "%s", process.out);
    RUN(&process, "--print", "--no-questions", "--at", "3:append", path);
    cr_assert_null(strstr(process.out, "computed again"), "with the cache on it is not: %s", process.out);
}
