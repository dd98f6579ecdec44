#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attnviz/lesson/library.h"
#include "fixture.h"

static char folder[] = "/tmp/attnviz-library-XXXXXX";

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

/* One that says where it comes; 0 for nothing. */
static void write_ordered(const char *path, const char *title, int order)
{
    char place[60];
    snprintf(place, sizeof place, order > 0 ? "'order': %d, 'minutes': 7, 'prompt'" : "'prompt'", order);
    char *text = change(plain, CHANGES("Title", title, "'prompt'", place));
    write_text(path, text);
    free(text);
}

static void write_lesson(const char *path, const char *title)
{
    write_ordered(path, title, 0);
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

/* Names and titles, those of the program's own install left out; each shelf ends with a |, a fault stands behind a
 * !. */
static const char *shelves(const char *const *named, int n_named)
{
    static char out[2000];
    struct av_library library;
    struct av_error error = {.message = ""};
    cr_assert_eq(av_library_open(&library, named, n_named, &error), AV_OK, "%s", error.message);
    out[0] = '\0';
    for (int s = 0; s < library.n_shelf; s++) {
        const struct av_shelf *shelf = &library.shelves[s];
        for (int i = shelf->first; i < shelf->first + shelf->count; i++) {
            const struct av_shelf_entry *entry = &library.entries[i];
            cr_assert_eq(entry->shelf, s);
            if (strstr(entry->path, "/share/attnviz/lessons/") && !strstr(entry->path, folder))
                continue;
            sprintf(out + strlen(out), "%s=%s", entry->name, entry->title.in[AV_ENGLISH]);
            if (entry->fault)
                sprintf(out + strlen(out), "!%s: %s", entry->fault->place, entry->fault->message);
            strcat(out, " ");
        }
        strcat(out, "| ");
    }
    av_library_close(&library);
    return out;
}

static const char *shelf(void)
{
    return shelves(NULL, 0);
}

static void set_home(const char *name, const char *in_folder)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, in_folder);
    setenv(name, path, 1);
}

Test(library, lessons_are_listed_by_shelf_the_first_of_each_name_on_it)
{
    cr_assert_str_eq(shelf(), "begin=Begin pronoun=Here | pronoun=Data extra=Extra | ");
    unsetenv("XDG_DATA_HOME");
    set_home("HOME", "home");
    cr_assert_str_eq(shelf(), "begin=Begin pronoun=Here | home=Home | ");
    setenv("XDG_DATA_HOME", "data", 1); /* a relative path is to be ignored */
    cr_assert_str_eq(shelf(), "begin=Begin pronoun=Here | home=Home | ");
}

Test(library, one_folder_can_be_set)
{
    setenv("ATTNVIZ_LESSONS", "own", 1);
    cr_assert_str_eq(shelf(), "mine=Mine | ");
    setenv("ATTNVIZ_LESSONS", "no such folder", 1);
    cr_assert_str_eq(shelf(), "");
    setenv("ATTNVIZ_LESSONS", "", 1);
    cr_assert_str_eq(shelf(), "begin=Begin pronoun=Here | pronoun=Data extra=Extra | ");
}

Test(library, entries_say_what_a_lesson_is)
{
    struct av_library library;
    setenv("ATTNVIZ_LESSONS", "own", 1);
    cr_assert_eq(av_library_open(&library, NULL, 0, NULL), AV_OK);
    cr_assert_eq(library.count, 1);
    cr_assert_str_eq(library.entries[0].path, "own/mine.json");
    cr_assert_str_eq(library.entries[0].title.in[AV_CHINESE], "标题");
    cr_assert_str_eq(library.entries[0].teaches.in[AV_ENGLISH], "What.");
    cr_assert_eq(library.entries[0].order, 0);
    cr_assert_eq(library.entries[0].n_prompt, 2);
    cr_assert_str_eq(library.entries[0].prompt[1], "书");
    cr_assert_eq(library.entries[0].n_token, 4, "two of the prompt, two generated");
    cr_assert_null(library.entries[0].fault);
    cr_assert_eq(library.n_shelf, 1);
    cr_assert_eq(library.shelves[0].kind, AV_SHELF_COURSE);
    cr_assert_str_eq(library.shelves[0].folder, "own");
    av_library_close(&library);
}

Test(library, a_shelf_is_in_its_lessons_order_and_then_by_title)
{
    cr_assert_eq(mkdir("many", 0700), 0);
    write_ordered("many/a.json", "Third", 30);
    write_ordered("many/b.json", "First", 2);
    write_ordered("many/c.json", "Zebra", 0);
    write_ordered("many/d.json", "Second", 10);
    write_ordered("many/e.json", "Ape", 0);
    write_ordered("many/g.json", "Same", 30);
    write_ordered("many/f.json", "Ape", 0);
    setenv("ATTNVIZ_LESSONS", "many", 1);
    cr_assert_str_eq(shelf(), "b=First d=Second g=Same a=Third e=Ape f=Ape c=Zebra | ");
}

Test(library, folders_that_are_named_have_shelves_of_their_own)
{
    char absolute[200];
    snprintf(absolute, sizeof absolute, "%s/own", folder);
    cr_assert_eq(mkdir("empty", 0700), 0);
    write_lesson("own/pronoun.json", "Own");
    cr_assert_str_eq(shelves((const char *[]){"own"}, 1),
                     "begin=Begin pronoun=Here | pronoun=Data extra=Extra | mine=Mine pronoun=Own | ");
    cr_assert_str_eq(shelves((const char *[]){"own", "empty", "lessons", "own/", "./own", absolute}, 6),
                     "begin=Begin pronoun=Here | pronoun=Data extra=Extra | mine=Mine pronoun=Own | | ",
                     "each folder once, and an empty one too");
    struct av_library library;
    struct av_error error;
    cr_assert_eq(av_library_open(&library, (const char *[]){"own/"}, 1, &error), AV_OK);
    cr_assert_str_eq(library.entries[library.count - 1].path, "own/pronoun.json", "with one slash");
    av_library_close(&library);
    cr_assert_eq(av_library_open(&library, (const char *[]){"own", "none"}, 2, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.place, "none");
    cr_assert_not_null(strstr(error.message, "No such file"), "%s", error.message);
}

/* What an author needs to know stands in the list; what is no lesson does not. */
Test(library, what_was_meant_as_a_lesson_is_listed_with_its_fault)
{
    cr_assert_eq(mkdir("bad", 0700), 0);
    write_text("bad/comma.json", "{\"attnviz\": 1,\n \"title\": {\"en\": \"A\",}}");
    write_text("bad/untaught.json", "{\"attnviz\": 1, \"title\": {\"en\": \"B\", \"zh\": \"乙\"}}");
    write_text("bad/later.json", "{\"attnviz\": 2, \"prompt\": []}");
    write_text("bad/model.json", "{\"attnviz\": 1, \"vocabulary\": [], \"d_model\": 2}");
    write_text("bad/package.json", "{\"name\": \"x\", \"title\": 3}");
    write_text("bad/list.json", "[1, 2]");
    write_text("bad/other.json", "{\"title\": ");
    setenv("ATTNVIZ_LESSONS", "bad", 1);
    const char *expected =
        "untaught=B!bad/untaught.json: $.teaches: a text in each language, {\"en\": …, \"zh\": …}, expected, nothing "
        "found comma=comma!bad/comma.json:2:";
    cr_assert_eq(strncmp(shelf(), expected, strlen(expected)), 0, "%s", shelf());
    cr_assert_not_null(
        strstr(shelf(), " later=later!bad/later.json: $.attnviz: version 1 of the format expected, 2 found | "), "%s",
        shelf());
}

Test(library, a_folder_is_one_unless_a_lesson_has_its_name)
{
    cr_assert_eq(mkdir("pronoun", 0700), 0);
    cr_assert(av_library_is_folder("own"));
    cr_assert(av_library_is_folder("own/"));
    cr_assert(av_library_is_folder("./pronoun"));
    cr_assert_not(av_library_is_folder("pronoun"), "the lesson is meant");
    cr_assert_not(av_library_is_folder("plain.json"));
    cr_assert_not(av_library_is_folder("none"));
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
