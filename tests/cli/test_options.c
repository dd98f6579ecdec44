#include <criterion/criterion.h>

#include <getopt.h>
#include <string.h>

#include "attnviz/player/keymap.h"
#include "cli.h"

#define ARGUMENTS_MAX 16

/* Reads a command line, given as words with a NULL at their end. */
static enum av_status parse(struct av_cli *cli, struct av_error *error, const char *const *words)
{
    static char *argv[ARGUMENTS_MAX]; /* the operands point here */
    int argc = 0;
    for (; words[argc]; argc++)
        argv[argc] = (char *)words[argc];
    argv[argc] = NULL;
    optind = 0; /* start anew */
    return av_cli_parse(cli, argc, argv, error);
}

#define PARSE(cli, error, ...) parse((cli), (error), (const char *[]){"attnviz", __VA_ARGS__, NULL})

Test(options, all_stand_before_or_after_the_lesson)
{
    struct av_cli cli;
    struct av_error error;
    cr_assert_eq(PARSE(&cli, &error, "--print", "a.json", "--size=80x24", "--at", "3:mask", "--no-cache",
                       "--no-questions", "--lang", "zh"),
                 AV_OK);
    cr_assert(cli.print && cli.no_cache && cli.no_questions && !cli.ascii && !cli.no_color && !cli.no_mouse);
    cr_assert_eq(cli.columns, 80);
    cr_assert_eq(cli.rows, 24);
    cr_assert_str_eq(cli.at, "3:mask");
    cr_assert(cli.language_given && cli.language == AV_CHINESE && !cli.theme_given);
    cr_assert_eq(cli.action, AV_CLI_OPEN);
    cr_assert_eq(cli.n_operand, 1);
    cr_assert_str_eq(cli.operands[0], "a.json");
}

Test(options, what_follows_two_dashes_is_a_lesson)
{
    struct av_cli cli;
    struct av_error error;
    cr_assert_eq(PARSE(&cli, &error, "--", "--print"), AV_OK);
    cr_assert_not(cli.print);
    cr_assert_str_eq(cli.operands[0], "--print");
}

Test(options, sizes_are_held_within_bounds)
{
    static const char *const good[] = {"1x1", "1000x1000", "80X24", "0080x024"};
    static const char *const bad[] = {
        "",     "80",      "x24",     "80x",    "0x24",   "80x0",   "-80x24",         "80x-24",
        "+8x8", "1001x24", "80x24x3", "80x24 ", " 80x24", "8 0x24", "99999999999x24", "80x4294967320"};
    struct av_cli cli;
    struct av_error error;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        cr_assert_eq(PARSE(&cli, &error, "--size", good[i]), AV_OK, "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_eq(PARSE(&cli, &error, "--size", bad[i]), AV_ERROR_USAGE, "\"%s\"", bad[i]);
        cr_assert_str_eq(error.place, "--size");
        cr_assert_not_null(strstr(error.message, bad[i]), "both sides: %s", error.message);
    }
}

Test(options, unknown_ones_are_refused_with_the_nearest)
{
    static const struct {
        const char *typed;
        const char *expected;
    } cases[] = {
        {"--pritn", "--print"},
        {"--colour", "no option --colour"},
        {"--no-colour", "--no-color"},
        {"--check=1", "no value"},
        {"--langs=zh", "--lang"},
        {"-x", "no option -x"},
        {"--no", "--no-color, --no-mouse, --no-cache, --no-questions"},
        {"--zzzzzzzzzz", "--help lists all"},
    };
    struct av_cli cli;
    struct av_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_assert_eq(PARSE(&cli, &error, "a.json", cases[i].typed, "b.json"), AV_ERROR_USAGE, "%s", cases[i].typed);
        cr_assert_not_null(strstr(error.message, cases[i].expected), "%s: %s", cases[i].typed, error.message);
    }
}

Test(options, a_value_that_is_missing_or_wrong_is_named)
{
    static const struct {
        const char *option, *value;
        const char *expected;
    } cases[] = {
        {"--size", NULL, "COLSxROWS"}, {"--lang", NULL, "en|zh"},   {"--at", NULL, "TOKEN:STAGE"},
        {"--lang", "de", "\"de\""},    {"--theme", "Dark", "dark"}, {"--keys", "Right Rihgt", "\"Rihgt\""},
    };
    struct av_cli cli;
    struct av_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_assert_eq(PARSE(&cli, &error, cases[i].option, cases[i].value), AV_ERROR_USAGE, "%s", cases[i].option);
        cr_assert_str_eq(error.place, cases[i].option);
        cr_assert_not_null(strstr(error.message, cases[i].expected), "%s", error.message);
    }
}

Test(options, what_does_not_fit_together_is_refused)
{
    struct av_cli cli;
    struct av_error error;
    cr_assert_eq(PARSE(&cli, &error, "--check"), AV_ERROR_USAGE);
    cr_assert_eq(PARSE(&cli, &error, "--new", "a.json", "b.json"), AV_ERROR_USAGE);
    cr_assert_not_null(strstr(error.message, "b.json"));
    cr_assert_eq(PARSE(&cli, &error, "--check", "a.json", "b.json"), AV_OK);
    cr_assert_eq(cli.n_operand, 2);
}

Test(options, keys_are_walked_one_by_one)
{
    static const int expected[] = {AV_KEY_RIGHT, 'c',           AV_KEY_PAGE_DOWN, 0x5b83,
                                   AV_KEY_SPACE, AV_KEY_CTRL_L, AV_KEY_NONE,      AV_KEY_NONE};
    const char *keys = "  Right\tc PageDown 它  Space\nCtrl-L ";
    struct av_error error;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        int key;
        cr_assert_eq(av_cli_next_key(&keys, &key, &error), AV_OK);
        cr_assert_eq(key, expected[i], "key %zu", i);
    }
}

Test(options, each_has_help_in_both_languages)
{
    size_t count;
    const struct av_cli_option *options = av_cli_options(&count);
    for (size_t i = 0; i < count; i++) {
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            cr_assert(options[i].help.in[language] && *options[i].help.in[language], "%s", options[i].name);
        for (const char *c = options[i].help.in[AV_ENGLISH]; *c; c++)
            cr_assert(*c >= ' ' && *c <= '~', "English help is ASCII, so that every terminal can show it: %s",
                      options[i].name);
    }
}
