/* How fast the screen comes, and how fast it follows a key: attnviz beside less and vim in the same run, turn by turn,
 * so that whatever else the machine does meets both. Figures are printed, and nothing passes or fails by them.
 *
 * usage: screen ATTNVIZ LESSON
 *
 * First frame: from just before the fork to the last byte before PTY_QUIET_MS of silence. Key: from just before the key
 * is written to the last byte before that silence. A lone Esc is left out: every program has to wait for what may
 * follow it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pty.h"
#include "samples.h"

#define STARTS 60
#define LINES  4000 /* of the text that less and vim show */

#define RIGHT  "\033OC"
#define LEFT   "\033OD"
#define DOWN   "\033OB"
#define UP     "\033OA"
#define HOME   "\033OH"
#define END    "\033OF"
#define ESCAPE "\033"

#define BACK_TAB "\033[Z"
#define ENTER    "\r"

struct presses {
    const char *key;
    int times;
};

/* What a learner does, again and again. */
static const struct presses tour[] = {
    {HOME, 1},  {RIGHT, 110}, {"c", 2},  {LEFT, 20}, {"c", 1},    {RIGHT, 24}, {DOWN, 6}, {UP, 6},     {"c", 1},
    {"\t", 4},  {RIGHT, 6},   {DOWN, 6}, {LEFT, 3},  {"\t", 3},   {DOWN, 8},   {UP, 4},   {ESCAPE, 1}, {"]", 1},
    {RIGHT, 6}, {"[", 1},     {"L", 2},  {"?", 1},   {ESCAPE, 1}, {HOME, 1},   {DOWN, 8}, {END, 1},    {LEFT, 12},
};

/* At the last token: explaining, following operands, changing weights, rules and tokens, and taking it all back. */
static const struct presses changes[] = {
    {"g", 1},    {"1", 1},  {"3", 1},   {ENTER, 1}, {RIGHT, 1},  {BACK_TAB, 2}, {DOWN, 5},  {"+", 20},  {"-", 20},
    {"u", 2},    {"U", 2},  {"R", 1},   {"7", 1},   {ENTER, 1},  {"u", 1},      {"v", 4},   {"m", 3},   {"s", 4},
    {"b", 4},    {"u", 8},  {"U", 8},   {"R", 1},   {"z", 4},    {"f", 2},      {" ", 6},   {"\t", 3},  {ENTER, 1},
    {RIGHT, 6},  {DOWN, 3}, {ENTER, 2}, {RIGHT, 6}, {"\177", 2}, {ESCAPE, 1},   {"\t", 2},  {ENTER, 1}, {LEFT, 6},
    {ESCAPE, 2}, {"e", 1},  {DOWN, 4},  {ENTER, 1}, {"u", 1},    {"i", 1},      {ENTER, 1}, {"d", 1},   {"R", 1},
    {"T", 1},    {"+", 12}, {ENTER, 1}, {"u", 1},
};

/* The same step with the cache and without, side by side: stages, tokens, and back again. */
static const struct presses sides[] = {
    {HOME, 1},  {"=", 1},  {RIGHT, 60}, {LEFT, 30}, {DOWN, 8}, {UP, 8},
    {RIGHT, 6}, {DOWN, 5}, {"c", 2},    {"m", 3},   {"=", 1},
};

static const char *const key_names[][2] = {
    {RIGHT, "Right"}, {LEFT, "Left"},          {DOWN, "Down"},   {UP, "Up"},     {HOME, "Home"},        {END, "End"},
    {"\t", "Tab"},    {BACK_TAB, "Shift-Tab"}, {ENTER, "Enter"}, {" ", "Space"}, {"\177", "Backspace"},
};

static const char *key_name(const char *key)
{
    for (size_t i = 0; i < sizeof(key_names) / sizeof(key_names[0]); i++) {
        if (strcmp(key_names[i][0], key) == 0)
            return key_names[i][1];
    }
    return key;
}

/* A text as wide as the screen, every line another. */
static bool write_text(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (int i = 0; i < LINES; i++)
        fprintf(file, "%5d  %08x the quick brown fox jumps over the lazy dog %08x and back again %08x\n", i,
                i * 2654435u, i * 40503u, i * 69069u);
    return fclose(file) == 0;
}

static bool measure_start(const char *const *argv, const char *quit, struct samples *times)
{
    struct pty pty;
    double last = 0;
    if (!pty_start(&pty, argv))
        return false;
    size_t bytes = pty_read_frame(&pty, &last);
    if (bytes > 0)
        samples_add(times, (last - pty.started) * 1e3);
    pty_finish(&pty, quit);
    return bytes > 0;
}

static void benchmark_starts(const char *const *attnviz, const char *const *less)
{
    static struct samples ours, theirs;
    measure_start(attnviz, "q", &ours); /* reads both from the disk, once */
    measure_start(less, "q", &theirs);
    ours.count = theirs.count = 0;
    for (int i = 0; i < STARTS; i++) {
        measure_start(attnviz, "q", &ours);
        measure_start(less, "q", &theirs);
    }
    double our_median = samples_quantile(&ours, 0.5), their_median = samples_quantile(&theirs, 0.5);
    printf("exec to first frame, median of %d:  attnviz %.2f ms, less %.2f ms: %.2f times (to reach: at most 1.2)\n",
           ours.count, our_median, their_median, their_median > 0 ? our_median / their_median : 0);
}

/* What was measured of one program's keys. */
struct keys {
    struct samples times; /* ms */
    struct samples bytes;
    double slowest;
    const char *slowest_key;
    double largest;
    const char *largest_key;
};

static void measure_key(const struct pty *pty, const char *key, struct keys *keys)
{
    double sent, last;
    size_t bytes = pty_press(pty, key, &sent, &last);
    if (bytes == 0 || strcmp(key, ESCAPE) == 0)
        return;
    double ms = (last - sent) * 1e3;
    samples_add(&keys->times, ms);
    samples_add(&keys->bytes, (double)bytes);
    if (ms > keys->slowest) {
        keys->slowest = ms;
        keys->slowest_key = key;
    }
    if ((double)bytes > keys->largest) {
        keys->largest = (double)bytes;
        keys->largest_key = key;
    }
}

static void print_keys(const char *name, struct keys *keys)
{
    printf("key to last byte, %d keys:  %-14s median %.3f ms, 99th percentile %.3f ms, slowest %.3f ms (%s)\n",
           keys->times.count, name, samples_quantile(&keys->times, 0.5), samples_quantile(&keys->times, 0.99),
           keys->slowest, keys->slowest_key ? key_name(keys->slowest_key) : "none");
    printf("bytes per key:  %-14s mean %.0f, 99th percentile %.0f, most %.0f (%s)\n", name, samples_mean(&keys->bytes),
           samples_quantile(&keys->bytes, 0.99), keys->largest,
           keys->largest_key ? key_name(keys->largest_key) : "none");
}

static void benchmark_keys(const char *const *attnviz, const char *const *vim)
{
    static struct keys ours, pages;
    struct pty us, them;
    double last;
    if (!pty_start(&us, attnviz) || !pty_start(&them, vim)) {
        puts("cannot start attnviz or vim");
        return;
    }
    pty_read_frame(&us, &last);
    pty_read_frame(&them, &last);
    for (size_t i = 0, turn = 0; i < sizeof(tour) / sizeof(tour[0]); i++) {
        for (int j = 0; j < tour[i].times; j++, turn++) {
            measure_key(&us, tour[i].key, &ours);
            measure_key(&them, turn / 40 % 2 ? "\002" : "\006", &pages); /* Ctrl-F forward, Ctrl-B back */
        }
    }
    long peak = pty_peak_kib(&us);
    pty_finish(&us, "q");
    pty_finish(&them, ESCAPE ":q!\r");
    print_keys("attnviz", &ours);
    print_keys("vim, one page", &pages);
    puts("to reach: median and 99th percentile at most vim's, at most 3072 bytes a key");
    printf("peak memory:  %.1f MB resident (to reach: at most 8)\n", (double)peak * 1024 / 1e6);
}

/* The keys of a table, some times over, in a program of their own. */
static void benchmark_presses(const char *const *attnviz, const char *what, const struct presses *list, size_t n,
                              int rounds)
{
    struct keys keys = {.slowest = 0};
    struct pty us;
    double last;
    if (!pty_start(&us, attnviz)) {
        puts("cannot start attnviz");
        return;
    }
    pty_read_frame(&us, &last);
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < n; i++) {
            for (int j = 0; j < list[i].times; j++)
                measure_key(&us, list[i].key, &keys);
        }
    }
    long peak = pty_peak_kib(&us);
    pty_finish(&us, ESCAPE "q");
    puts(what);
    print_keys("attnviz", &keys);
    printf("peak memory:  %.1f MB resident\n", (double)peak * 1024 / 1e6);
}

static bool is_there(const char *program)
{
    char command[64];
    snprintf(command, sizeof(command), "command -v %s >/dev/null", program);
    return system(command) == 0;
}

int main(int argc, char **argv)
{
    char text[] = "/tmp/attnviz-benchmark-XXXXXX";
    int file = argc == 3 ? mkstemp(text) : -1;
    if (file < 0 || !write_text(text)) {
        fputs("usage: screen ATTNVIZ LESSON\n", stderr);
        return 2;
    }
    close(file);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("COLORTERM");
    unsetenv("XDG_STATE_HOME"); /* what is kept, and the hint of the first start, would differ from run to run */
    unsetenv("HOME");
    unsetenv("LESS");
    unsetenv("LESSOPEN");
    const char *attnviz[] = {argv[1], "--no-questions", argv[2], NULL};
    const char *less[] = {"less", text, NULL};
    const char *vim[] = {"vim", "-u", "NONE", "-N", text, NULL};
    printf("%d × %d, TERM=xterm-256color\n", PTY_COLUMNS, PTY_ROWS);
    if (is_there("less"))
        benchmark_starts(attnviz, less);
    else
        puts("less is not installed: nothing to compare the first frame with");
    if (is_there("vim"))
        benchmark_keys(attnviz, vim);
    else
        puts("vim is not installed: nothing to compare keys with");
    benchmark_presses(attnviz, "explaining, changing and taking back, at 13 tokens (to reach: at most 2 ms):", changes,
                      sizeof changes / sizeof *changes, 2);
    benchmark_presses(attnviz, "side by side:", sides, sizeof sides / sizeof *sides, 1);
    unlink(text);
    return EXIT_SUCCESS;
}
