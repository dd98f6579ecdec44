#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attnviz/lesson/library.h"
#include "fixture.h"

static char folder[] = "/tmp/attnviz-library-XXXXXX";

static void write_lesson(const char *path, const char *title)
{
    char *text = change(plain, CHANGES("Title", title));
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
    free(text);
}

static void make_folders(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    cr_assert_eq(system("mkdir -p lessons data/attnviz/lessons home/.local/share/attnviz/lessons own"), 0);
    write_lesson("lessons/pronoun.json", "Here");
    write_lesson("lessons/begin.json", "Begin");
    write_lesson("data/attnviz/lessons/pronoun.json", "Data");
    write_lesson("data/attnviz/lessons/extra.json", "Extra");
    write_lesson("home/.local/share/attnviz/lessons/home.json", "Home");
    write_lesson("own/mine.json", "Mine");
    write_lesson("plain.json", "Plain");
    write_lesson("lessons/.hidden.json", "Hidden");
    write_lesson("lessons/notes.txt", "Text");
    cr_assert_eq(system("echo '{' > lessons/broken.json; mkdir lessons/folder.json; mkfifo lessons/pipe.json"), 0);
    unsetenv("ATTNVIZ_LESSONS");
    unsetenv("HOME");
    char data[200];
    snprintf(data, sizeof data, "%s/data", folder);
    setenv("XDG_DATA_HOME", data, 1);
}

static void remove_folders(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(library, .init = make_folders, .fini = remove_folders);

/* The names and titles in the library, those of the program's own install left out. */
static const char *shelf(void)
{
    static char out[1000];
    struct av_library library;
    cr_assert_eq(av_library_open(&library, NULL), AV_OK);
    out[0] = '\0';
    for (int i = 0; i < library.count; i++)
        if (!strstr(library.entries[i].path, "/share/attnviz/lessons/") || strstr(library.entries[i].path, folder))
            sprintf(out + strlen(out), "%s=%s ", library.entries[i].name, library.entries[i].title.in[AV_ENGLISH]);
    av_library_close(&library);
    return out;
}

static void set_home(const char *name, const char *in_folder)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, in_folder);
    setenv(name, path, 1);
}

Test(library, lessons_that_load_are_listed_by_name_the_first_of_each)
{
    cr_assert_str_eq(shelf(), "begin=Begin extra=Extra pronoun=Here ");
    unsetenv("XDG_DATA_HOME");
    set_home("HOME", "home");
    cr_assert_str_eq(shelf(), "begin=Begin home=Home pronoun=Here ");
    setenv("XDG_DATA_HOME", "data", 1); /* a relative path is to be ignored */
    cr_assert_str_eq(shelf(), "begin=Begin home=Home pronoun=Here ");
}

Test(library, one_folder_can_be_set)
{
    setenv("ATTNVIZ_LESSONS", "own", 1);
    cr_assert_str_eq(shelf(), "mine=Mine ");
    setenv("ATTNVIZ_LESSONS", "no such folder", 1);
    cr_assert_str_eq(shelf(), "");
    setenv("ATTNVIZ_LESSONS", "", 1);
    cr_assert_str_eq(shelf(), "begin=Begin extra=Extra pronoun=Here ");
}

Test(library, entries_say_what_a_lesson_is)
{
    struct av_library library;
    setenv("ATTNVIZ_LESSONS", "own", 1);
    cr_assert_eq(av_library_open(&library, NULL), AV_OK);
    cr_assert_eq(library.count, 1);
    cr_assert_str_eq(library.entries[0].path, "own/mine.json");
    cr_assert_str_eq(library.entries[0].title.in[AV_CHINESE], "标题");
    cr_assert_str_eq(library.entries[0].teaches.in[AV_ENGLISH], "What.");
    av_library_close(&library);
}

Test(library, names_are_found_and_paths_stay)
{
    const char *pairs[][2] = {
        {"pronoun", "lessons/pronoun.json"}, {"pronoun.json", "lessons/pronoun.json"},
        {"plain.json", "plain.json"},        {"./none.json", "./none.json"},
        {"/dev/null", "/dev/null"},          {"broken", "lessons/broken.json"},
    };
    struct av_error error;
    char path[200], extra[200];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        cr_assert_eq(av_library_find(pairs[i][0], path, sizeof path, &error), AV_OK, "%s", pairs[i][0]);
        cr_assert_str_eq(path, pairs[i][1]);
    }
    snprintf(extra, sizeof extra, "%s/data/attnviz/lessons/extra.json", folder);
    cr_assert_eq(av_library_find("extra", path, sizeof path, &error), AV_OK);
    cr_assert_str_eq(path, extra);
    cr_assert_eq(av_library_find("pronoun", path, 10, &error), AV_ERROR_LIMIT);
}

Test(library, what_is_not_there_is_said_with_the_nearest)
{
    struct av_error error;
    char path[200];
    setenv("ATTNVIZ_LESSONS", "lessons", 1);
    cr_assert_eq(av_library_find("pronuon", path, sizeof path, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.message, "no lesson \"pronuon\" found in lessons; did you mean \"pronoun\"?");
    cr_assert_eq(av_library_find("\033[2J", path, sizeof path, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.message, "no lesson \"\\u{1b}[2J\" found in lessons");
    cr_assert_eq(av_library_find("", path, sizeof path, &error), AV_ERROR_IO);
    unsetenv("ATTNVIZ_LESSONS");
    setenv("XDG_DATA_HOME", "/data", 1);
    cr_assert_eq(av_library_find("xyz", path, sizeof path, &error), AV_ERROR_IO);
    cr_assert_eq(strncmp(error.message, "no lesson \"xyz\" found in lessons, /data/attnviz/lessons or /", 58), 0, "%s",
                 error.message);
}
