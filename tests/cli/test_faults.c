/* Lessons as nobody should have written them, and files that are none: each is refused with its place, or shown as it
 * is. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

static struct process process, other; /* too large for a stack */

TestSuite(faults, .fini = process_forget_files);

#define WQ        "\"wq\": [[1, 0], [0, 1]]"
#define WV        "\"wv\": [[1, 0], [0, 1]]"
#define EMBEDDING "\"embedding\": [[1, 0], [0, 1]]"

/* A lesson without a fault, of which the tests make others. Some of the positions below count on its lines. */
static const char good[] = "{\"attnviz\": 1,\n"
                           "\"title\": {\"en\": \"T\", \"zh\": \"题\"},\n"
                           "\"teaches\": {\"en\": \"E\", \"zh\": \"教\"},\n"
                           "\"prompt\": [\"a\", \"b\"], \"generate\": 1,\n"
                           "\"model\": {\"vocabulary\": [\"a\", \"b\"],\n"
                           "\"d_model\": 2, \"n_layer\": 1, \"n_head\": 1, \"d_k\": 2, \"d_v\": 2, \"n_ctx\": 4,\n"
                           "\"position\": \"none\", \"norm\": \"none\", \"feed_forward\": \"none\", \"tied\": true,\n"
                           "" EMBEDDING ",\n"
                           "\"layers\": [{" WQ ", \"wk\": [[1, 0], [0, 1]], " WV ", \"wo\": [[1, 0], [0, 1]]}]}}\n";

/* Writes text with its first from replaced. */
static const char *write_changed(const char *text, const char *from, const char *to)
{
    static char changed[4096];
    const char *at = strstr(text, from);
    cr_assert_not_null(at, "%s", from);
    int length = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return process_file("changed.json", changed, (size_t)length);
}

static void expect_refused(const char *path, const char *expected, const char *what)
{
    RUN(&process, path);
    cr_assert_eq(process.status, 1, "%s: %d", what, process.status);
    cr_assert_eq(process.out_length, 0, "%s", what);
    cr_assert_not_null(strstr(process.err, expected), "%s: \"%s\" expected in: %s", what, expected, process.err);
    RUN(&other, "--check", path);
    cr_assert_eq(other.status, 1, "%s, --check: %d", what, other.status);
    cr_assert_not_null(strstr(other.err, expected), "%s, --check: %s", what, other.err);
}

Test(faults, of_syntax_keys_and_numbers_are_refused_with_their_place)
{
    static const struct {
        const char *from, *to, *expected;
    } cases[] = {
        {"\"generate\": 1", "\"generate\": 1, \"generate\": 2", ":4:38: "},
        {"\"wq\"", "\"wk\"", "\"wk\" found again"},
        {"\"model\"", "\"Model\"", "did you mean \"model\"?"},
        {"\"d_k\"", "\"D_K\"", "did you mean \"d_k\"?"},
        {"\"attnviz\": 1", "\"attnviz\": 01", ":1:13: "},
        {"\"generate\": 1", "\"generate\": 1.", ":4:37: "},
        {"\"T\"", "\"\\q\"", ":2:19: "},
        {"\"T\"", "\"\\u0000\"", ":2:18: "},
        {"\"T\"", "\"\\ud800\"", ":2:24: "},
        {"\"T\"", "\"\\ud800\\u0041\"", ":2:24: "},
        {"\"T\"", "\"\\udc00\"", ":2:18: "},
        {"\"T\"", "\"\xff\"", ":2:18: "},
        {"\"T\"", "\"\xc3\"", ":2:18: "},
        {"\"T\"", "\"\xed\xa0\x80\"", ":2:18: "},
        {"\"T\"", "\"\xc0\xaf\"", ":2:18: "},
        {"]}}\n", "]}}\nx", ":10:1: "},
        {"]}}\n", "]}}\n{}", ":10:1: "},
        {"]}}\n", "]}", ":9:"},
        {"[[1, 0], [0, 1]]", "[[NaN, 0], [0, 1]]", ":8:16: "},
        {"[[1, 0], [0, 1]]", "[[-Infinity, 0], [0, 1]]", ":8:"},
        {"[[1, 0], [0, 1]]", "[[1e999, 0], [0, 1]]", "$.model.embedding[0][0]: "},
        {"[[1, 0], [0, 1]]", "[[1, 0], [0, -1e39]]", "$.model.embedding[1][1]: "},
        {"\"d_model\": 2", "\"d_model\": 0", "$.model.d_model: "},
        {"\"d_model\": 2", "\"d_model\": -1", "$.model.d_model: "},
        {"\"d_model\": 2", "\"d_model\": 1.5", "$.model.d_model: "},
        {"\"d_model\": 2", "\"d_model\": 2147483648", "$.model.d_model: "},
        {"\"d_model\": 2", "\"d_model\": 4294967298", "$.model.d_model: "},
        {"\"d_model\": 2", "\"d_model\": 1e999", "$.model.d_model: "},
        {"\"n_layer\": 1", "\"n_layer\": 2147483647", "$.model.n_layer: "},
        {"\"n_ctx\": 4", "\"n_ctx\": 0", "$.model.n_ctx: "},
        {"\"generate\": 1", "\"generate\": 1e999", "$.generate: "},
        {"\"generate\": 1", "\"generate\": -1", "$.generate: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_refused(write_changed(good, cases[i].from, cases[i].to), cases[i].expected, cases[i].to);
}

Test(faults, of_depth_are_refused_before_the_stack_runs_out)
{
    static const char *const openings[] = {"[", "{\"a\":", "{\"model\":[["};
    static const int depths[] = {1001, 200000};
    static char deep[200000 * sizeof "{\"model\":[["];
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        for (size_t j = 0; j < sizeof depths / sizeof depths[0]; j++) {
            size_t length = strlen(openings[i]);
            for (int depth = 0; depth < depths[j]; depth++)
                memcpy(deep + (size_t)depth * length, openings[i], length);
            expect_refused(process_file("deep.json", deep, (size_t)depths[j] * length), ":1:", openings[i]);
        }
    }
}

Test(faults, are_none_in_a_byte_order_mark_or_in_carriage_returns)
{
    static const char *const marks[] = {"", "\xef\xbb\xbf"};
    static const char *const line_ends[] = {"\n", "\r\n"};
    RUN(&other, "--print", process_file("changed.json", good, strlen(good)));
    cr_assert_eq(other.status, 0, "%s", other.err);
    for (int i = 0; i < 4; i++) {
        char text[2048];
        int length = snprintf(text, sizeof text, "%s", marks[i / 2]);
        for (const char *c = good; *c; c++)
            length += snprintf(text + length, sizeof text - (size_t)length, *c == '\n' ? "%s" : "%.1s",
                               *c == '\n' ? line_ends[i % 2] : c);
        RUN(&process, "--print", process_file("changed.json", text, (size_t)length));
        cr_assert_eq(process.status, 0, "%d: %s", i, process.err);
        cr_assert_str_eq(process.out, other.out, "%d", i);
    }
}

#define MANY 1000

/* A list of count times the same text. */
static char *put_list(char *at, int count, const char *item)
{
    *at++ = '[';
    for (int i = 0; i < count; i++)
        at += sprintf(at, "%s%s", i ? ", " : "", item);
    *at++ = ']';
    return at;
}

/* A million numbers, and with what they belong to. */
Test(faults, are_none_in_a_million_elements)
{
    static char text[(MANY + 20) * MANY * 3 + 100000], row[MANY * 3 + 10];
    char *at = text;
    *put_list(row, MANY, "0") = '\0';
    at +=
        sprintf(at, "{\"attnviz\": 1, \"title\": {\"en\": \"T\", \"zh\": \"题\"}, \"teaches\": {\"en\": \"E\", \"zh\": "
                    "\"教\"}, \"prompt\": [\"t0\"], \"generate\": 1, \"model\": {\"vocabulary\": [\"t0\"");
    for (int i = 1; i < MANY; i++)
        at += sprintf(at, ", \"t%d\"", i);
    at +=
        sprintf(at, "], \"d_model\": %d, \"n_layer\": 1, \"n_head\": 1, \"d_k\": 1, \"d_v\": 1, \"n_ctx\": 2, ", MANY);
    at += sprintf(at, "\"position\": \"none\", \"norm\": \"none\", \"feed_forward\": \"none\", \"tied\": true, ");
    at = put_list(at + sprintf(at, "\"embedding\": "), MANY, row);
    at = put_list(at + sprintf(at, ", \"layers\": [{\"wq\": "), MANY, "[0]");
    at = put_list(at + sprintf(at, ", \"wk\": "), MANY, "[0]");
    at = put_list(at + sprintf(at, ", \"wv\": "), MANY, "[0]");
    at += sprintf(at, ", \"wo\": [%s]}]}}\n", row);
    const char *path = process_file("many.json", text, (size_t)(at - text));
    RUN(&process, "--check", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    RUN(&process, "--print", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_eq(process.err_length, 0);
}

/* Numbers that leave float32. */

static const char *const stages[] = {"embed",   "project", "append", "scores", "scale",  "mask",
                                     "softmax", "mix",     "output", "block",  "logits", "next"};

static void expect_said_as_such(const char *what)
{
    static const char *const wrong[] = {"nan", "inf", "−NaN", "-NaN", "Inf"};
    cr_assert_eq(process.status, 0, "%s: %d, %s", what, process.status, process.err);
    cr_assert_eq(process.err_length, 0, "%s: %s", what, process.err);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_assert_null(strstr(process.out, wrong[i]), "%s: %s in\n%s", what, wrong[i], process.out);
}

Test(faults, of_numbers_that_overflow_are_shown_as_what_they_became, .timeout = 60)
{
    static const struct {
        const char *from, *to;
        int first; /* the stage whose numbers are the first to overflow */
    } cases[] = {
        {EMBEDDING, "\"embedding\": [[3e38, 3e38], [-3e38, 3e38]]", 3},
        {WQ, "\"wq\": [[3e38, 3e38], [3e38, 3e38]]", 1},
        {WV, "\"wv\": [[3e38, 3e38], [-3e38, 3e38]]", 1},
    };
    static const char *const keys[] = {"", "Tab Right", "Tab Tab Down Enter"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char lesson[512];
        snprintf(lesson, sizeof lesson, "%s", write_changed(good, cases[i].from, cases[i].to));
        /* a row of 3s makes a large weight larger still */
        if (i > 0) {
            char text[4096];
            FILE *file = fopen(lesson, "r");
            cr_assert_not_null(file);
            text[fread(text, 1, sizeof text - 1, file)] = '\0';
            fclose(file);
            snprintf(lesson, sizeof lesson, "%s", write_changed(text, EMBEDDING, "\"embedding\": [[3, 1], [-3, 1]]"));
        }
        for (int j = 0; j < 2 * 12 * 3; j++) {
            char at[32], what[96];
            int stage = j / 2 / 3;
            snprintf(at, sizeof at, "3:%s", stages[stage]);
            snprintf(what, sizeof what, "%s at %s, %s", keys[j / 2 % 3], at, cases[i].to);
            RUN(&process, "--print", "--at", at, "--keys", keys[j / 2 % 3], lesson, j % 2 ? "--no-cache" : NULL);
            expect_said_as_such(what);
            bool whole = strstr(keys[j / 2 % 3], "Enter") != NULL; /* the working of one cell, which may be a number */
            cr_assert(whole || stage < cases[i].first || strstr(process.out, "∞") || strstr(process.out, "NaN"),
                      "%s:\n%s", what, process.out);
        }
    }
}

/* Files that are none. */

/* Runs the program on a path that no lesson can come from; it may not take more than five seconds, which is much for
 * nothing. */
static void expect_no_lesson(const char *path)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    RUN(&process, path);
    clock_gettime(CLOCK_MONOTONIC, &end);
    cr_assert_eq(process.status, 1, "%s: %d", path, process.status);
    cr_assert_eq(process.out_length, 0);
    cr_assert_eq(strncmp(process.err, "attnviz: ", 9), 0, "%s: %s", path, process.err);
    cr_assert_leq(end.tv_sec - start.tv_sec, 5, "%s", path);
}

Test(faults, of_files_that_hold_no_lesson_are_said_without_reading_on_and_on, .timeout = 60)
{
    /* as text, a folder, without an end or without a byte; what nobody may read, not even root; nothing at all */
    static const char *const files[] = {"README.md",      "/",         "tests", "/dev/zero", "/dev/null",
                                        "/proc/self/mem", "/dev/full", "/dev",  "",          "/there/is/no/such.json"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        expect_no_lesson(files[i]);
}

Test(faults, of_a_pipe_a_huge_file_and_one_that_may_not_be_read_are_said, .timeout = 60)
{
    const char *path = process_file("odd.json", "", 0);
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(mkfifo(path, 0600), 0);
    expect_no_lesson(path); /* nobody will ever write to it */

    path = process_file("huge.json", good, strlen(good));
    if (truncate(path, 5LL << 30) == 0) /* where the file system has holes */
        expect_no_lesson(path);

    path = process_file("locked.json", good, strlen(good));
    cr_assert_eq(chmod(path, 0), 0);
    if (access(path, R_OK) != 0) /* root may read all */
        expect_no_lesson(path);
}
