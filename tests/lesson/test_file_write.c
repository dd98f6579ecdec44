#include <criterion/criterion.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attnviz/lesson/write.h"
#include "file.h"
#include "fixture.h"

static char folder[] = "/tmp/attnviz-write-XXXXXX";

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    umask(022);
}

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(file_write, .init = make_folder, .fini = remove_folder);

/* Writes the text there: "" where that went well, else the error. */
static const char *put(const char *path, const char *text, bool replace)
{
    static char out[700];
    struct av_error error;
    out[0] = '\0';
    enum av_status status = av_file_write(path, text, strlen(text), replace, &error);
    if (status != AV_OK)
        snprintf(out, sizeof out, "%d %s: %s", (int)status, error.place, error.message);
    return out;
}

static void assert_holds(const char *path, const char *expected)
{
    char *bytes;
    size_t length;
    cr_assert_eq(av_file_read(path, &bytes, &length, NULL), AV_OK, "%s", path);
    cr_assert_eq(length, strlen(expected), "%s", path);
    cr_assert_eq(memcmp(bytes, expected, length), 0, "%s", path);
    free(bytes);
}

static int count_files(const char *path)
{
    DIR *directory = opendir(path);
    int count = 0;
    cr_assert_not_null(directory);
    for (struct dirent *file; (file = readdir(directory));)
        count += strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0;
    closedir(directory);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    cr_assert_eq(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

Test(file_write, a_new_file)
{
    cr_assert_str_eq(put("new", "one", false), "");
    assert_holds("new", "one");
    cr_assert_eq(mode_of("new"), 0644, "as the umask has it");
    cr_assert_str_eq(put("other", "", true), "");
    assert_holds("other", "");
    char path[100];
    snprintf(path, sizeof path, "%s/third", folder);
    cr_assert_str_eq(put(path, "three", false), "");
    assert_holds("third", "three");
    cr_assert_eq(count_files("."), 3);
}

Test(file_write, one_that_is_there_is_only_replaced_when_that_is_asked_for)
{
    put("it", "old", false);
    cr_assert_eq(chmod("it", 0600), 0);
    cr_assert_str_eq(put("it", "new", false), "2 it: exists already");
    assert_holds("it", "old");
    cr_assert_str_eq(put("it", "new", true), "");
    assert_holds("it", "new");
    cr_assert_eq(mode_of("it"), 0600, "it keeps its permissions");
    cr_assert_eq(count_files("."), 1);
}

Test(file_write, links_stay_links)
{
    char target[20];
    cr_assert_eq(mkdir("far", 0755), 0);
    put("far/it", "old", false);
    cr_assert_eq(symlink("far/it", "link"), 0);
    cr_assert_eq(symlink("link", "link2"), 0);
    cr_assert_str_eq(put("link2", "new", false), "2 link2: exists already");
    cr_assert_str_eq(put("link2", "new", true), "");
    assert_holds("far/it", "new");
    cr_assert_eq(readlink("link", target, sizeof target), 6);
    cr_assert_eq(readlink("link2", target, sizeof target), 4);
    cr_assert_eq(count_files("far"), 1);
    cr_assert_eq(symlink("nowhere", "lost"), 0);
    cr_assert_str_eq(put("lost", "new", true), "2 lost: cannot be written: it is a link that leads nowhere");
    cr_assert_eq(symlink("round", "round"), 0);
    cr_assert(strstr(put("round", "new", true), "cannot be written: "));
}

Test(file_write, what_is_no_file_is_refused)
{
    cr_assert_eq(mkdir("it", 0755), 0);
    cr_assert_eq(mkfifo("pipe", 0644), 0);
    cr_assert_str_eq(put("it", "x", true), "2 it: a file expected, a folder found");
    cr_assert_str_eq(put("it", "x", false), "2 it: exists already");
    cr_assert_str_eq(put("pipe", "x", true), "2 pipe: a file expected, a pipe found");
    cr_assert_str_eq(put("/dev/full", "x", true), "2 /dev/full: a file expected, a device found");
    cr_assert_str_eq(put("no/it", "x", false), "2 no/it: cannot be written: No such file or directory");
    cr_assert_str_eq(put("", "x", false), "2 : cannot be written: No such file or directory");
    cr_assert_eq(count_files("."), 2);
}

Test(file_write, without_permission)
{
    uid_t user = geteuid();
    if (user == 0) { /* to whom nothing is forbidden */
        cr_assert_eq(chown(folder, 65534, (gid_t)-1), 0);
        cr_assert_eq(seteuid(65534), 0);
    }
    put("it", "old", false);
    cr_assert_eq(chmod("it", 0444), 0);
    cr_assert_str_eq(put("it", "new", true), "2 it: cannot be written: Permission denied",
                     "although its folder would let it be replaced");
    cr_assert_eq(chmod("it", 0644), 0);
    cr_assert_eq(chmod(folder, 0555), 0);
    cr_assert_str_eq(put("it", "new", true), "2 it: cannot be written: Permission denied");
    cr_assert_str_eq(put("other", "new", false), "2 other: cannot be written: Permission denied");
    assert_holds("it", "old");
    cr_assert_eq(chmod(folder, 0755), 0);
    cr_assert_eq(seteuid(user), 0);
}

Test(file_write, a_full_disk_leaves_the_old_file_whole)
{
    char *text = calloc(1, 100001);
    memset(text, 'x', 100000);
    put("it", "old", false);
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 50000;
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const char *replaced = put("it", text, true);
    cr_assert_str_eq(replaced, "2 it: cannot be written: File too large");
    cr_assert_str_eq(put("new", text, false), "2 new: cannot be written: File too large");
    assert_holds("it", "old");
    cr_assert_eq(count_files("."), 1, "nothing is left beside it");
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    cr_assert_str_eq(put("it", text, true), "");
    assert_holds("it", text);
    free(text);
}

Test(file_write, what_somebody_else_left_beside_is_in_nobodys_way)
{
    char path[60];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, ".attnviz-%ld-%d", (long)getpid(), i);
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        fputs("left", file);
        fclose(file);
    }
    cr_assert_str_eq(put("it", "new", false), "");
    assert_holds("it", "new");
    assert_holds(path, "left");
    cr_assert_eq(count_files("."), 4);
}

Test(file_write, a_lesson_is_a_file)
{
    struct av_lesson lesson, again;
    struct av_report report;
    struct av_error error;
    load(&lesson, plain, NULL);
    cr_assert_eq(av_lesson_write(&lesson, "mine.json", false, &error), AV_OK);
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&again, "mine.json", &report), AV_OK);
    cr_assert_str_eq(again.title.in[AV_ENGLISH], "Title");
    av_lesson_finish(&again);
    cr_assert_eq(av_lesson_write(&lesson, "mine.json", false, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.message, "exists already");
    lesson.model.embedding.data[0] = 1.0f / 0.0f;
    cr_assert_eq(av_lesson_write(&lesson, "mine.json", true, &error), AV_ERROR_VALUE);
    cr_assert_eq(av_lesson_load(&again, "mine.json", &report), AV_OK, "it is still what it was");
    av_lesson_finish(&again);
    av_lesson_finish(&lesson);
}
