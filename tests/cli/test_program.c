#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

#define LESSON "lessons/pronoun.json"

static struct process process, other; /* too large for a stack */

static bool is_ascii(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x80)
            return false;
    }
    return true;
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Everything but newlines and printable characters, as far as bytes tell. */
static bool has_controls(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte < ' ' && byte != '\n') || byte == 0x7f)
            return true;
    }
    return strstr(text, "\xe2\x80\xae") != NULL; /* U+202E, right-to-left override */
}

static const char *write_file(const char *name, const char *text)
{
    return process_file(name, text, strlen(text));
}

TestSuite(program, .fini = process_forget_files);

Test(program, without_a_terminal_the_screen_is_plain_text)
{
    RUN(&process, LESSON);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_eq(process.err_length, 0, "%s", process.err);
    cr_assert_not(has_controls(process.out, process.out_length));
    cr_assert_eq(count_lines(process.out), 40);
    cr_assert_not_null(strstr(process.out, "小明"));
    RUN(&other, "--print", LESSON);
    cr_assert_str_eq(other.out, process.out, "as with --print");
}

Test(program, print_has_the_size_that_is_asked_for)
{
    RUN(&process, "--print", "--size", "80x24", LESSON);
    cr_assert_eq(process.status, 0);
    cr_assert_eq(count_lines(process.out), 24);
    RUN(&process, "--print", "--size", "1x1", LESSON);
    cr_assert_eq(process.status, 0);
    cr_assert_eq(count_lines(process.out), 1);
    RUN(&process, "--print", "--size", "1000x1000", LESSON);
    cr_assert_eq(process.status, 0);
    cr_assert_eq(count_lines(process.out), 1000);
}

Test(program, places_and_keys_lead_to_the_same_screens)
{
    static const struct {
        const char *at, *keys;
    } cases[] = {
        {"1:embed", "Home"},
        {"3:embed", "Home Down Down"},
        {"小明:embed", "Home Down"},
        {"1:append:1:1", "Home Right Right"},
        {"2:project:1:2", "Home Down Right ]"},
        {"1:embed", "Home Right Left"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        /* From the same head and layer: a place that names none keeps them. */
        RUN(&process, "--print", "--at", cases[i].at, LESSON);
        RUN(&other, "--print", "--keys", cases[i].keys, LESSON);
        cr_assert_eq(process.status, 0, "--at %s: %s", cases[i].at, process.err);
        cr_assert_eq(other.status, 0, "--keys %s: %s", cases[i].keys, other.err);
        cr_assert_str_eq(process.out, other.out, "--at %s, --keys %s", cases[i].at, cases[i].keys);
    }
}

Test(program, a_stage_has_the_name_that_it_has_on_the_screen)
{
    RUN(&process, "--print", "--at", "3:residual", LESSON);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_not_null(strstr(process.out, "residual"));
    RUN(&other, "--print", "--at", "3:block", LESSON);
    cr_assert_str_eq(process.out, other.out);
}

Test(program, no_cache_is_the_key_c)
{
    RUN(&process, "--print", "--no-cache", LESSON);
    RUN(&other, "--print", "--keys", "c", LESSON);
    cr_assert_str_eq(process.out, other.out);
    RUN(&other, "--print", LESSON);
    cr_assert_str_neq(process.out, other.out);
}

Test(program, quitting_ends_the_keys)
{
    RUN(&process, "--print", "--keys", "Right q Right Right", LESSON);
    RUN(&other, "--print", "--keys", "Right", LESSON);
    cr_assert_eq(process.status, 0);
    cr_assert_str_eq(process.out, other.out);
}

Test(program, wrong_places_are_refused_with_what_there_is)
{
    static const struct {
        const char *at, *expected;
    } cases[] = {
        {"99:softmax", "from 1 to"},  {"0:softmax", "from 1 to"},  {"1:sofmax", "softmax"},
        {"softmax", "TOKEN:STAGE"},   {"1", "TOKEN:STAGE"},        {"它它:softmax", "它它"},
        {"1:softmax:2", "layer"},     {"1:softmax:1:9", "head"},   {"1:softmax:x", "layer"},
        {"1:softmax:1:1:1", "after"}, {":softmax", "TOKEN:STAGE"}, {"", "TOKEN:STAGE"},
        {"1:softmax:", "layer"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        RUN(&process, "--print", "--at", cases[i].at, LESSON);
        cr_assert_eq(process.status, 2, "--at %s", cases[i].at);
        cr_assert_eq(process.out_length, 0);
        cr_assert_eq(strncmp(process.err, "attnviz: --at: ", 15), 0, "%s", process.err);
        cr_assert_not_null(strstr(process.err, cases[i].expected), "--at %s: %s", cases[i].at, process.err);
        cr_assert_eq(count_lines(process.err), 1);
    }
}

Test(program, wrong_usage_ends_with_2_and_one_line)
{
    static const char *const cases[][3] = {
        {"--pritn", LESSON, NULL},   {"--size", "80", NULL},    {LESSON, LESSON, NULL},   {"--check", NULL, NULL},
        {"--keys", "Rihgt", LESSON}, {"--lang", "de", LESSON},  {"--list", LESSON, NULL}, {"--theme", "red", LESSON},
        {"--at", "1:embed", NULL},   {"--size", "80x24", NULL}, {"--keys", "c", NULL},    {"-x", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        RUN(&process, cases[i][0], cases[i][1], cases[i][2]);
        cr_assert_eq(process.status, 2, "%s: %d", cases[i][0], process.status);
        cr_assert_eq(process.out_length, 0);
        cr_assert_eq(count_lines(process.err), 1, "%s", process.err);
        cr_assert_eq(strncmp(process.err, "attnviz: ", 9), 0, "%s", process.err);
    }
}

Test(program, help_and_version_go_to_standard_output)
{
    RUN(&process, "--help");
    cr_assert_eq(process.status, 0);
    cr_assert_eq(strncmp(process.out, "attnviz: ", 9), 0);
    cr_assert_not_null(strstr(process.out, "--no-mouse"));
    cr_assert(is_ascii(process.out));
    RUN(&other, "--lang", "zh", "-h");
    cr_assert_not_null(strstr(other.out, "课程"));
    RUN(&process, "--version");
    cr_assert_str_eq(process.out, "attnviz " AV_VERSION "\n");
}

Test(program, the_list_has_every_lesson)
{
    RUN(&process, "--list");
    cr_assert_eq(process.status, 0);
    cr_assert_not_null(strstr(process.out, "generate  "));
    cr_assert_not_null(strstr(process.out, "\npronoun  "));
    process_run(&other, PROCESS_TO_TEXT, NULL, (const char *[]){NULL});
    cr_assert_str_eq(other.out, process.out, "so does attnviz alone, without a terminal");
    process_run(&other, PROCESS_TO_TEXT, (const char *[]){"ATTNVIZ_LESSONS=/tmp/there is no such folder", NULL},
                (const char *[]){"--list", NULL});
    cr_assert_eq(other.status, 1);
    cr_assert_eq(other.out_length, 0);
}

Test(program, the_list_is_printed_and_keys_lead_from_it_to_a_lesson_and_back)
{
    RUN(&process, "--print", "--size", "80x24");
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_not_null(strstr(process.out, "The course"));
    cr_assert_eq(count_lines(process.out), 24);
    RUN(&other, "--print", "--size", "80x24", "--keys", "Enter Right Escape");
    cr_assert_eq(other.status, 0, "%s", other.err);
    cr_assert_str_eq(other.out, process.out, "nothing is kept of what is only printed");
    RUN(&process, "--print", "--no-questions", "--keys", "p r o n o u n Enter c q");
    RUN(&other, "--print", "--no-questions", "--keys", "c", LESSON);
    cr_assert_eq(strncmp(process.out, other.out, strlen(other.out) * 9 / 10), 0, "all but the key line: %s",
                 process.out);
}

Test(program, folders_are_listed_and_stand_alone)
{
    RUN(&process, "--list");
    RUN(&other, "--list", "lessons");
    cr_assert_str_eq(other.out, process.out, "the course's folder is there already");
    RUN(&process, "lessons", LESSON);
    cr_assert_eq(process.status, 2);
    cr_assert_not_null(strstr(process.err, "folders of lessons expected, \"" LESSON "\" found"), "%s", process.err);
    RUN(&process, "--list", "lessons", "no-such-folder");
    cr_assert_eq(process.status, 2);
    cr_assert_not_null(strstr(process.err, "\"no-such-folder\" found"), "%s", process.err);
    RUN(&process, "--list", "tests");
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.err, "tests: no lessons found in it"), "%s", process.err);
}

Test(program, lessons_open_by_name)
{
    RUN(&process, "pronoun");
    RUN(&other, LESSON);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_str_eq(process.out, other.out);
    RUN(&process, "pronuon");
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.err, "pronoun"), "the nearest name: %s", process.err);
}

/* A lesson whose questions are well-formed, and one of which alone can be answered. */
static const char questions[] =
    "{\"attnviz\": 1, \"title\": {\"en\": \"t\", \"zh\": \"t\"}, \"teaches\": {\"en\": \"t\", \"zh\": \"t\"},\n"
    " \"prompt\": [\"a\", \"b\"], \"generate\": 0, \"model\": {\"vocabulary\": [\"a\", \"b\", \"c\"], \"d_model\": 2, "
    "\"n_layer\": 1,\n"
    " \"n_head\": 1, \"d_k\": 2, \"d_v\": 2, \"n_ctx\": 2, \"embedding\": [[1, 0], [0, 1], [0, 0]],\n"
    " \"layers\": [{\"wq\": [[1, 0], [0, 1]], \"wk\": [[1, 0], [0, 1]], \"wv\": [[1, 0], [0, 1]],\n"
    " \"wo\": [[0, 0], [0, 0]]}], \"w_out\": [[1, 0, 0], [0, 0, 1]]},\n"
    " \"questions\": [\n"
    "  {\"at\": {\"token\": 2, \"stage\": \"scores\"}, \"ask\": {\"en\": \"?\", \"zh\": \"?\"},\n"
    "   \"answer\": {\"largest\": {\"matrix\": \"A\", \"row\": 2}}, \"reason\": {\"en\": \"r\", \"zh\": \"r\"}},\n"
    "  {\"at\": {\"token\": 2, \"stage\": \"next\"}, \"ask\": {\"en\": \"?\", \"zh\": \"?\"},\n"
    "   \"choices\": [{\"token\": \"a\"}, {\"token\": \"b\"}], \"answer\": {\"next\": true},\n"
    "   \"reason\": {\"en\": \"r\", \"zh\": \"r\"}},\n"
    "  {\"at\": {\"token\": 2, \"stage\": \"next\"}, \"ask\": {\"en\": \"?\", \"zh\": \"?\"},\n"
    "   \"choices\": [{\"number\": 40}, {\"number\": 60}], \"answer\": {\"figure\": \"saved_percent\"},\n"
    "   \"reason\": {\"en\": \"r\", \"zh\": \"r\"}},\n"
    "  {\"at\": {\"token\": 2, \"stage\": \"softmax\"}, \"ask\": {\"en\": \"?\", \"zh\": \"?\"},\n"
    "   \"answer\": {\"largest\": {\"matrix\": \"A\", \"row\": 2}}, \"reason\": {\"en\": \"r\", \"zh\": \"r\"}}]}\n";

Test(program, check_finds_questions_that_have_no_answer)
{
    const char *path = write_file("questions.json", questions);
    RUN(&process, "--check", path);
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.err, "questions.json: $.questions[0].answer.largest: a row of A that has numbers "
                                           "at this stage expected, row 2 found\n"),
                       "%s", process.err);
    cr_assert_not_null(strstr(process.err, "$.questions[1].choices: \"c\", which is right, expected among them, not "
                                           "found\n"),
                       "%s", process.err);
    cr_assert_not_null(strstr(process.err, "$.questions[2].choices: one that is nearest to 50 expected, 2 found\n"),
                       "%s", process.err);
    cr_assert_eq(count_lines(process.err), 3, "%s", process.err);
    cr_assert_not_null(strstr(process.out, "questions.json: 3 faults\n"), "%s", process.out);
    RUN(&process, "--print", "--at", "2:next", path);
    cr_assert_eq(process.status, 0, "it opens all the same: %s", process.err);
    cr_assert_null(strstr(process.out, "Question"), "and asks nothing there");
    RUN(&process, "--print", "--at", "2:softmax", path);
    cr_assert_not_null(strstr(process.out, "Question 4 of 4"), "%s", process.out);
    RUN(&process, "--print", "--no-questions", "--at", "2:softmax", path);
    cr_assert_null(strstr(process.out, "Question"));
}

Test(program, check_says_all_that_is_wrong)
{
    const char *bad = write_file("bad.json", "{\"attnviz\": 1, \"titel\": {}, \"generate\": -1, \"prompt\": []}\n");
    RUN(&process, "--check", LESSON, bad, "lessons/generate.json");
    cr_assert_eq(process.status, 1);
    cr_assert_not_null(strstr(process.out, "lessons/pronoun.json: fine\n"));
    cr_assert_not_null(strstr(process.out, "lessons/generate.json: fine\n"),
                       "what comes after a bad one is checked too");
    cr_assert_not_null(strstr(process.out, "bad.json: "));
    cr_assert_not_null(strstr(process.out, "faults\n"));
    cr_assert_not_null(strstr(process.err, "titel"));
    cr_assert_not_null(strstr(process.err, "generate"));
    cr_assert_gt(count_lines(process.err), 2);
    RUN(&process, "--check", LESSON);
    cr_assert_eq(process.status, 0);
    cr_assert_str_eq(process.out, LESSON ": fine\n");
    cr_assert_eq(process.err_length, 0);
}

Test(program, a_bad_lesson_is_not_shown)
{
    RUN(&process, "--print", write_file("bad.json", "{\"attnviz\": 1,}\n"));
    cr_assert_eq(process.status, 1);
    cr_assert_eq(process.out_length, 0);
    cr_assert_not_null(strstr(process.err, "bad.json:1:15"), "line and column: %s", process.err);
}

Test(program, names_cannot_steer_the_terminal)
{
    static const char *const names[] = {"\033]52;c;aGk=\a.json",
                                        "\xc2\x9b"
                                        "31m.json",
                                        "\xe2\x80\xae"
                                        "nosj.json",
                                        "%n%s%n.json", "a\nb.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = write_file(names[i], "{");
        RUN(&process, path);
        RUN(&other, "--check", path);
        cr_assert_eq(process.status, 1);
        cr_assert_eq(other.status, 1);
        cr_assert_not(has_controls(process.err, process.err_length), "%zu: %s", i, process.err);
        cr_assert_not(has_controls(other.err, other.err_length), "%zu: %s", i, other.err);
        cr_assert_not(has_controls(other.out, other.out_length), "%zu: %s", i, other.out);
        cr_assert_eq(count_lines(process.err), 1, "one line: %s", process.err);
        cr_assert_null(strstr(other.out, "\xc2\x9b"));
    }
    RUN(&process, "--\033[31mred");
    cr_assert_not(has_controls(process.err, process.err_length));
    RUN(&process, "--at", "\033[31mred:embed", LESSON);
    cr_assert_not(has_controls(process.err, process.err_length));
}

Test(program, an_output_that_cannot_be_written_is_a_fault)
{
    static const enum process_output outputs[] = {PROCESS_TO_FULL_DISK, PROCESS_TO_CLOSED_PIPE, PROCESS_TO_NOTHING};
    static const char *const cases[][3] = {
        {"--print", LESSON, NULL}, {"--help", NULL, NULL}, {"--list", NULL, NULL}, {"--check", LESSON, NULL}};
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        for (size_t j = 0; j < sizeof cases / sizeof cases[0]; j++) {
            process_run(&process, outputs[i], NULL, cases[j]);
            cr_assert_eq(process.status, 1, "output %zu, %s: %d", i, cases[j][0], process.status);
            cr_assert_eq(count_lines(process.err), 1, "output %zu, %s: %s", i, cases[j][0], process.err);
        }
    }
}

Test(program, plain_characters_where_the_locale_has_no_others)
{
    static const char *const locales[] = {"LC_ALL=de_DE.ISO-8859-1", "LC_ALL=zh_CN.GBK"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        process_run(&process, PROCESS_TO_TEXT, (const char *[]){locales[i], NULL},
                    (const char *[]){"--print", LESSON, NULL});
        cr_assert_eq(process.status, 0);
        cr_assert(is_ascii(process.out), "%s", locales[i]);
        RUN(&other, "--print", "--ascii", LESSON);
        cr_assert_str_eq(process.out, other.out, "as with --ascii, and in English");
    }
}

Test(program, no_locale_is_no_reason_for_plain_characters)
{
    RUN(&other, "--print", LESSON);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LC_ALL", NULL}, (const char *[]){"--print", LESSON, NULL});
    cr_assert_str_eq(process.out, other.out);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LC_ALL=C", NULL},
                (const char *[]){"--print", LESSON, NULL});
    cr_assert_str_eq(process.out, other.out);
}

Test(program, the_language_is_that_of_the_environment_or_of_the_option)
{
    RUN(&other, "--print", "--lang", "zh", LESSON);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LC_ALL=zh_CN.UTF-8", NULL},
                (const char *[]){LESSON, NULL});
    cr_assert_str_eq(process.out, other.out);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LANGUAGE=zh_CN:en", NULL}, (const char *[]){LESSON, NULL});
    cr_assert_str_eq(process.out, other.out);
    RUN(&process, "--print", "--keys", "L", LESSON);
    cr_assert_str_eq(process.out, other.out);
    RUN(&process, "--print", LESSON);
    cr_assert_str_neq(process.out, other.out);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LC_ALL=zh_CN.GBK", NULL},
                (const char *[]){"--lang", "zh", "--print", LESSON, NULL});
    cr_assert(is_ascii(process.out), "asked for by name, Chinese becomes escapes");
    cr_assert_not_null(strstr(process.out, "\\u{"));
}

/* The locale is compiled here: on a bare machine none has a decimal comma. */
Test(program, a_decimal_comma_changes_nothing)
{
    char folder[] = "/tmp/attnviz-locale-XXXXXX", command[128], locpath[64];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", folder);
    if (system(command) != 0)
        cr_skip_test("localedef and its sources are not installed");
    snprintf(locpath, sizeof locpath, "LOCPATH=%s", folder);
    process_run(&process, PROCESS_TO_TEXT, (const char *[]){"LC_ALL=de_DE.UTF-8", locpath, NULL},
                (const char *[]){"--print", "--at", "10:softmax", LESSON, NULL});
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
    RUN(&other, "--print", "--at", "10:softmax", LESSON);
    cr_assert_eq(process.status, 0, "%s", process.err);
    cr_assert_str_eq(process.out, other.out);
}

Test(program, the_lesson_in_the_readme_is_fine)
{
    static char readme[1 << 16], *end;
    FILE *file = fopen(SOURCE_ROOT "/README.md", "r");
    cr_assert_not_null(file);
    readme[fread(readme, 1, sizeof readme - 1, file)] = '\0';
    fclose(file);
    char *begin = strstr(readme, "```json\n{\n  \"attnviz\"");
    cr_assert_not_null(begin);
    begin += strlen("```json\n");
    end = strstr(begin, "```");
    cr_assert_not_null(end);
    *end = '\0';
    const char *path = write_file("readme.json", begin);
    RUN(&process, "--check", path);
    cr_assert_eq(process.status, 0, "%s", process.err);
    RUN(&process, "--print", "--at", "3:softmax", path);
    cr_assert_not_null(strstr(process.out, "asks for rain"), "its note is shown: %s", process.out);
}
