#include <criterion/criterion.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "fixture.h"

static char folder[] = "/tmp/attnviz-file-XXXXXX";

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(file, .init = make_folder, .fini = remove_folder);

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

/* The only fault of the file at path. */
static const char *fault(const char *path, enum av_status expected)
{
    static char out[700];
    struct av_lesson lesson;
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, path, &report), expected);
    cr_assert_eq(report.count, 1);
    snprintf(out, sizeof out, "%s: %s", report.errors[0].place, report.errors[0].message);
    av_report_finish(&report);
    return out;
}

Test(file, a_good_one_is_loaded)
{
    struct av_lesson lesson;
    struct av_report report;
    char *text = change(plain, NULL);
    write_file("a lesson.json", text);
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, "a lesson.json", &report), AV_OK);
    cr_assert_str_eq(lesson.name, "a lesson");
    av_lesson_finish(&lesson);
    av_report_finish(&report);
    free(text);
}

Test(file, what_is_no_file_is_refused_at_once)
{
    cr_assert_eq(mkdir("folder", 0700), 0);
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    cr_assert_eq(bind(server, (const struct sockaddr *)&address, sizeof address), 0);
    cr_assert_str_eq(fault("folder", AV_ERROR_IO), "folder: a file expected, a folder found");
    cr_assert_str_eq(fault("pipe", AV_ERROR_IO), "pipe: a file expected, a pipe found");
    cr_assert_str_eq(fault("/dev/zero", AV_ERROR_IO), "/dev/zero: a file expected, a device found");
    cr_assert_str_eq(fault("/dev/null", AV_ERROR_IO), "/dev/null: a file expected, a device found");
    cr_assert_str_eq(fault("socket", AV_ERROR_IO), "socket: cannot be opened: No such device or address");
    cr_assert_str_eq(fault("none.json", AV_ERROR_IO), "none.json: cannot be opened: No such file or directory");
    cr_assert_str_eq(fault("", AV_ERROR_IO), ": cannot be opened: No such file or directory");
    cr_assert_eq(symlink("loop", "loop"), 0);
    cr_assert_str_eq(fault("loop", AV_ERROR_IO), "loop: cannot be opened: Too many levels of symbolic links");
    close(server);
}

Test(file, an_unreadable_one_is_refused)
{
    write_file("secret.json", "{}");
    cr_assert_eq(chmod("secret.json", 0), 0);
    if (geteuid() == 0) { /* to whom nothing is unreadable: be somebody else, who may look into the folder */
        cr_assert_eq(chmod(folder, 0755), 0);
        cr_assert_eq(seteuid(65534), 0);
    }
    cr_assert_str_eq(fault("secret.json", AV_ERROR_IO), "secret.json: cannot be opened: Permission denied");
    cr_assert(geteuid() != 65534 || seteuid(0) == 0);
}

Test(file, a_huge_one_is_refused_before_it_is_read)
{
    write_file("huge.json", "");
    cr_assert_eq(truncate("huge.json", (off_t)5 << 30), 0); /* no block of it is on the disk */
    cr_assert_str_eq(fault("huge.json", AV_ERROR_LIMIT),
                     "huge.json: a file of at most 256 MiB expected, 5120 MiB found");
}

Test(file, an_empty_one_is_no_json)
{
    write_file("empty.json", "");
    cr_assert_str_eq(fault("empty.json", AV_ERROR_SYNTAX),
                     "empty.json:1:1: a value expected, the end of the file found");
}

Test(file, its_name_is_shown_printable)
{
    cr_assert_str_eq(fault("\033]0;x\a.json", AV_ERROR_IO),
                     "\\u{1b}]0;x\\u{7}.json: cannot be opened: No such file or directory");
}

/* The plain lesson, its model cut out into a file of its own. */
static void write_in_two_files(const char *lesson, const char *model, const char *path)
{
    char *text = change(plain, NULL), *start = strstr(text, " {\n  \"vocabulary\""),
         *end = strstr(text, "},\n \"prompt\"");
    cr_assert(start && end);
    char *own = calloc(1, strlen(text) + 100), *rest = calloc(1, strlen(text) + 100);
    sprintf(own, "{\"attnviz\": 1, %.*s}", (int)(end - start - 2), start + 2);
    sprintf(rest, "%.*s \"%s\"%s", (int)(start - text), text, path, end + 1);
    write_file(model, own);
    write_file(lesson, rest);
    free(own);
    free(rest);
    free(text);
}

Test(file, a_model_may_have_a_file_of_its_own)
{
    struct av_lesson lesson;
    struct av_report report;
    char path[200];
    cr_assert_eq(mkdir("lessons", 0700), 0);
    cr_assert_eq(mkdir("lessons/models", 0700), 0);
    write_in_two_files("lessons/two.json", "lessons/models/m.json", "models/m.json");
    write_in_two_files("here.json", "m.json", "m.json");
    snprintf(path, sizeof path, "%s/lessons/two.json", folder);
    const char *paths[] = {"lessons/two.json", path, "here.json"};
    for (size_t i = 0; i < 3; i++) {
        av_report_init(&report);
        cr_assert_eq(av_lesson_load(&lesson, paths[i], &report), AV_OK, "%s",
                     report.count > 0 ? report.errors[0].message : "");
        cr_assert_eq(lesson.model.embedding.data[8], 9.5f);
        cr_assert_str_eq(lesson.vocabulary[1], "cat");
        cr_assert_eq(lesson.prompt[1], 2);
        av_lesson_finish(&lesson);
        av_report_finish(&report);
    }
}

Test(file, faults_of_a_model_file_are_placed_in_it)
{
    char *text = change(plain, NULL);
    write_in_two_files("two.json", "m.json", "m.json");
    write_file("m.json", "{\"attnviz\": 1, \"vocabulary\": [1]}");
    struct av_lesson lesson;
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, "two.json", &report), AV_ERROR_VALUE);
    cr_assert_str_eq(report.errors[0].place, "m.json: $.vocabulary[0]");
    av_report_finish(&report);
    write_file("m.json", "{\"attnviz\": 1");
    cr_assert_str_eq(fault("two.json", AV_ERROR_SYNTAX),
                     "m.json:1:14: \",\" or \"}\" expected, the end of the file found");
    write_file("m.json", "{\"attnviz\": 2, \"vocabulary\": []}");
    cr_assert_str_eq(fault("two.json", AV_ERROR_VALUE), "m.json: $.attnviz: version 1 of the format expected, 2 found");
    write_file("m.json", "{\"vocabulary\": [1]}");
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, "two.json", &report), AV_ERROR_VALUE);
    cr_assert_str_eq(report.errors[0].place, "m.json: $.attnviz");
    cr_assert_str_eq(report.errors[1].place, "m.json: $.vocabulary[0]");
    av_report_finish(&report);
    cr_assert_eq(unlink("m.json"), 0);
    cr_assert_str_eq(fault("two.json", AV_ERROR_IO),
                     "two.json: $.model: m.json: cannot be opened: No such file or directory");
    write_in_two_files("two.json", "m.json", "/etc/passwd");
    cr_assert_str_eq(fault("two.json", AV_ERROR_VALUE),
                     "two.json: $.model: a path relative to the lesson's folder expected, \"/etc/passwd\" found");
    write_in_two_files("two.json", "m.json", ".");
    cr_assert_str_eq(fault("two.json", AV_ERROR_IO), "two.json: $.model: .: a file expected, a folder found");
    free(text);
}
