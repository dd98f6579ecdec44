#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attnviz/lesson/progress.h"
#include "file.h"

static char folder[] = "/tmp/attnviz-progress-XXXXXX";

#define STATE "state/attnviz/progress.json"

static void set_folder(const char *name, const char *in_folder)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, in_folder);
    setenv(name, path, 1);
}

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    unsetenv("HOME");
    set_folder("XDG_STATE_HOME", "state");
    umask(022);
}

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(progress, .init = make_folder, .fini = remove_folder);

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

static const char *contents(const char *path)
{
    static char out[4000];
    char *bytes;
    size_t length;
    struct av_error error;
    cr_assert_eq(av_file_read(path, &bytes, &length, &error), AV_OK, "%s: %s", error.place, error.message);
    snprintf(out, sizeof out, "%.*s", (int)length, bytes);
    free(bytes);
    return out;
}

static void put(const char *text)
{
    cr_assert_eq(system("mkdir -p state/attnviz"), 0);
    FILE *file = fopen(STATE, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

/* Opens what nothing is wrong with. */
static void open_progress(struct av_progress *progress)
{
    struct av_error error;
    cr_assert_eq(av_progress_open(progress, &error), AV_OK, "%s: %s", error.place, error.message);
}

static void save(struct av_progress *progress)
{
    struct av_error error;
    cr_assert_eq(av_progress_save(progress, &error), AV_OK, "%s: %s", error.place, error.message);
}

static void note_score(struct av_progress *progress, const char *lesson, int last)
{
    struct av_lesson_progress known = {.last = last, .best = last, .of = 100000};
    cr_assert_eq(av_progress_set(progress, lesson, &known, NULL), AV_OK);
}

static int score(const struct av_progress *progress, const char *lesson)
{
    struct av_lesson_progress known;
    av_progress_get(progress, lesson, &known);
    return known.seen ? known.last : -1;
}

/* Begins, notes a score and saves it. */
static void run_once(const char *lesson, int last)
{
    struct av_progress progress;
    open_progress(&progress);
    note_score(&progress, lesson, last);
    save(&progress);
    av_progress_close(&progress);
}

static int score_kept(const char *lesson)
{
    struct av_progress progress;
    open_progress(&progress);
    int kept = score(&progress, lesson);
    av_progress_close(&progress);
    return kept;
}

/* The status and message of opening what something is wrong with; what is noted afterwards goes to where it says. */
static const char *open_fault(struct av_progress *progress)
{
    static char out[700];
    struct av_error error;
    cr_assert_neq(av_progress_open(progress, &error), AV_OK);
    snprintf(out, sizeof out, "%d: %s", (int)error.status, error.message);
    cr_assert(!progress->first_start);
    return out;
}

Test(progress, a_question_is_known_by_its_text)
{
    /* the vectors that came with FNV-1a */
    cr_assert_eq(av_question_key("", 0), 0xcbf29ce484222325);
    cr_assert_eq(av_question_key("a", 0), 0xaf63dc4c8601ec8c);
    cr_assert_eq(av_question_key("foobar", 0), 0x85944171f73967e8);
    cr_assert_eq(av_question_key("foobar", 1), av_question_key("foobar\xff", 0), "which is no text");
    cr_assert_neq(av_question_key("foobar", 1), av_question_key("foobar", 2));
}

Test(progress, the_first_start_and_the_next)
{
    struct av_progress progress;
    struct av_lesson_progress known;
    open_progress(&progress);
    cr_assert(progress.first_start);
    av_progress_get(&progress, "pronoun", &known);
    cr_assert(!known.seen && !known.finished && known.of == 0 && known.n_mark == 0 && known.place.token == 0);
    known = (struct av_lesson_progress){
        .place = {9, AV_STAGE_SOFTMAX, 1, 2, AV_LENS_PANELS}, .finished = true, .last = 3, .best = 4, .of = 5};
    av_progress_set_mark(&known, 0x1, AV_MARK_WRONG);
    av_progress_set_mark(&known, 0x85944171f73967e8, AV_MARK_RIGHT);
    av_progress_set_mark(&known, 0xffffffffffffffff, AV_MARK_SKIPPED);
    cr_assert_eq(av_progress_set(&progress, "pronoun", &known, NULL), AV_OK);
    cr_assert(!there("state"), "until it is saved");
    save(&progress);
    av_progress_close(&progress);

    struct stat status;
    cr_assert_eq(stat("state/attnviz", &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0700);
    cr_assert_eq(stat("state", &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0700);

    open_progress(&progress);
    cr_assert(!progress.first_start);
    av_progress_get(&progress, "pronoun", &known);
    cr_assert(known.seen && known.finished);
    cr_assert(known.last == 3 && known.best == 4 && known.of == 5);
    cr_assert(known.place.token == 9 && known.place.stage == AV_STAGE_SOFTMAX && known.place.layer == 1 &&
              known.place.head == 2);
    cr_assert_eq(known.n_mark, 3);
    cr_assert_eq(av_progress_mark(&known, 0x1), AV_MARK_WRONG);
    cr_assert_eq(av_progress_mark(&known, 0x85944171f73967e8), AV_MARK_RIGHT);
    cr_assert_eq(av_progress_mark(&known, 0xffffffffffffffff), AV_MARK_SKIPPED);
    cr_assert_eq(av_progress_mark(&known, 0x2), AV_MARK_NONE);
    av_progress_get(&progress, "other", &known);
    cr_assert(!known.seen);
    av_progress_close(&progress);
}

/* As the header says that it is. */
Test(progress, the_file)
{
    struct av_progress progress;
    struct av_lesson_progress known;
    put("{\"attnviz\": 1, \"lessons\": {\"pronoun\": {\"used\": 17, \"place\": {\"token\": 10, \"stage\": \"softmax\", "
        "\"layer\": 1, \"head\": 2}, \"finished\": true, \"score\": {\"last\": 3, \"best\": 4, \"of\": 5}, "
        "\"marks\": {\"9ae16a3b2f90404f\": \"right\", \"9AE16A3B2F90404F\": \"wrong\", \"1\": \"wrong\", "
        "\"0000000000000002\": \"odd\"}}, \"b\": {\"place\": {\"token\": 1e99, \"stage\": 3, \"layer\": -1, \"head\": "
        "1.5}, "
        "\"score\": {\"last\": 3, \"best\": 4, \"of\": 2}, \"finished\": 1, \"marks\": []}, \"c\": 5}}");
    open_progress(&progress);
    av_progress_get(&progress, "pronoun", &known);
    cr_assert(known.seen && known.finished && known.last == 3 && known.best == 4 && known.of == 5);
    cr_assert(known.place.token == 9 && known.place.stage == AV_STAGE_SOFTMAX && known.place.layer == 0 &&
              known.place.head == 1);
    cr_assert_eq(known.n_mark, 1);
    cr_assert_eq(av_progress_mark(&known, 0x9ae16a3b2f90404f), AV_MARK_RIGHT);
    av_progress_get(&progress, "b", &known);
    cr_assert(known.seen && !known.finished && known.of == 0 && known.n_mark == 0, "what makes no sense is not there");
    cr_assert(known.place.token == 0 && known.place.stage == 0 && known.place.layer == 0 && known.place.head == 0);
    av_progress_get(&progress, "c", &known);
    cr_assert(!known.seen);
    av_progress_close(&progress);
}

Test(progress, marks_are_changed_taken_away_and_bounded)
{
    struct av_lesson_progress known = {0};
    for (uint64_t i = 0; i < AV_PROGRESS_MARKS_MAX; i++)
        av_progress_set_mark(&known, i, AV_MARK_WRONG);
    av_progress_set_mark(&known, 0, AV_MARK_RIGHT); /* now the newest */
    av_progress_set_mark(&known, 7, AV_MARK_NONE);
    cr_assert_eq(known.n_mark, AV_PROGRESS_MARKS_MAX - 1);
    cr_assert_eq(av_progress_mark(&known, 7), AV_MARK_NONE);
    av_progress_set_mark(&known, 1000, AV_MARK_SKIPPED);
    cr_assert_eq(av_progress_mark(&known, 1), AV_MARK_WRONG);
    av_progress_set_mark(&known, 1001, AV_MARK_SKIPPED);
    cr_assert_eq(known.n_mark, AV_PROGRESS_MARKS_MAX);
    cr_assert_eq(av_progress_mark(&known, 1), AV_MARK_NONE, "the oldest went");
    cr_assert_eq(av_progress_mark(&known, 0), AV_MARK_RIGHT);
    cr_assert_eq(av_progress_mark(&known, 1001), AV_MARK_SKIPPED);
}

Test(progress, where_it_is)
{
    set_folder("HOME", "home");
    run_once("a", 1);
    cr_assert(there(STATE) && !there("home"));
    unsetenv("XDG_STATE_HOME");
    run_once("a", 2);
    cr_assert(there("home/.local/state/attnviz/progress.json"));
    setenv("XDG_STATE_HOME", "relative", 1);
    cr_assert_eq(score_kept("a"), 2, "home's");
    cr_assert(!there("relative"));
    setenv("XDG_STATE_HOME", "", 1);
    cr_assert_eq(score_kept("a"), 2);
    set_folder("XDG_STATE_HOME", "state");
    cr_assert_eq(score_kept("a"), 1);
}

Test(progress, without_a_place_nothing_is_kept_and_nothing_said)
{
    struct av_progress progress;
    const char *const homes[] = {NULL, "", "relative"};
    unsetenv("XDG_STATE_HOME");
    for (int i = 0; i < 3; i++) {
        if (homes[i])
            setenv("HOME", homes[i], 1);
        open_progress(&progress);
        cr_assert(!progress.first_start);
        note_score(&progress, "a", 1);
        cr_assert_eq(score(&progress, "a"), 1, "it is known while it lasts");
        save(&progress);
        av_progress_close(&progress);
    }
    char path[5000];
    memset(path, 'x', sizeof path);
    path[0] = '/';
    path[4999] = '\0';
    setenv("HOME", path, 1);
    run_once("a", 1);
    cr_assert_eq(chdir("/"), 0);
    cr_assert_eq(rmdir(folder), 0, "nothing was made");
}

Test(progress, what_others_wrote_of_other_lessons_stays)
{
    struct av_progress first, second;
    run_once("a", 1);
    open_progress(&first);
    open_progress(&second);
    note_score(&first, "a", 2);
    note_score(&first, "b", 3);
    note_score(&second, "b", 4);
    note_score(&second, "c", 5);
    save(&first);
    save(&second);
    cr_assert_eq(score(&second, "a"), 2, "it has read what the first has written");
    note_score(&first, "d", 6);
    save(&first);
    av_progress_close(&first);
    av_progress_close(&second);
    cr_assert_eq(score_kept("a"), 2);
    cr_assert_eq(score_kept("b"), 4, "the last of two");
    cr_assert_eq(score_kept("c"), 5);
    cr_assert_eq(score_kept("d"), 6);
}

Test(progress, what_is_not_known_is_kept)
{
    put("{\"attnviz\": 1, \"theme\": \"light\", \"lessons\": {\"a\": {\"used\": 1, \"stars\": [1, 2.5], \"score\": "
        "{\"last\": 1, \"best\": 1, \"of\": 2}}, \"b\": {\"colour\": null}}}");
    struct av_progress progress;
    struct av_lesson_progress known = {.finished = true};
    open_progress(&progress);
    av_progress_set(&progress, "a", &known, NULL);
    save(&progress);
    av_progress_close(&progress);
    const char *text = contents(STATE);
    cr_assert(strstr(text, "\"theme\":\t\"light\""), "%s", text);
    cr_assert(strstr(text, "\"stars\":\t[1, 2.5]"), "%s", text);
    cr_assert(strstr(text, "\"colour\":\tnull"), "%s", text);
    cr_assert(!strstr(text, "score"), "there is none any more: %s", text);
    cr_assert(strstr(text, "\"used\":\t2"), "%s", text);
}

Test(progress, too_many_lessons)
{
    struct av_progress progress;
    char name[20];
    open_progress(&progress);
    for (int i = 0; i < AV_PROGRESS_LESSONS_MAX; i++) {
        snprintf(name, sizeof name, "lesson%d", i);
        note_score(&progress, name, i);
    }
    save(&progress);
    note_score(&progress, "lesson0", 50000);
    save(&progress);
    note_score(&progress, "another", 60000);
    save(&progress);
    cr_assert_eq(score(&progress, "lesson0"), 50000);
    cr_assert_eq(score(&progress, "lesson1"), -1, "used the longest ago");
    cr_assert_eq(score(&progress, "lesson2"), 2);
    cr_assert_eq(score(&progress, "another"), 60000);
    av_progress_close(&progress);
}

Test(progress, a_name_that_is_no_text_does_not_break_the_file)
{
    struct av_progress progress;
    open_progress(&progress);
    note_score(&progress, "\xff", 1);
    note_score(&progress, "\"\\\n%n书", 2);
    save(&progress);
    av_progress_close(&progress);
    cr_assert_eq(score_kept("\"\\\n%n书"), 2);
    cr_assert_eq(score_kept("\xff"), -1);
}

#define ASIDE "; the file is now called progress.json.broken, and progress begins anew"

Test(progress, a_broken_file_is_moved_aside)
{
    const struct {
        const char *text, *fault;
    } table[] = {
        {"{\"attnviz\": 1,", "3: a key in quotes expected, the end of the file found"},
        {"", "3: a value expected, the end of the file found"},
        {"[]", "4: \"attnviz\", the version of the format, expected"},
        {"{\"attnviz\": 0, \"lessons\": {}}", "4: \"attnviz\", the version of the format, expected"},
        {"{\"attnviz\": 1, \"lessons\": []}", "4: an object \"lessons\" expected"},
        {"{\"attnviz\": 1, \"lessons\": {}, \"lessons\": {}}",
         "4: each key once expected, \"lessons\" found again (first on line 1)"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct av_progress progress;
        char expected[300];
        put(table[i].text);
        snprintf(expected, sizeof expected, "%s" ASIDE, table[i].fault);
        cr_assert_str_eq(open_fault(&progress), expected);
        cr_assert(!there(STATE));
        cr_assert_str_eq(contents(STATE ".broken"), table[i].text);
        note_score(&progress, "a", 1);
        save(&progress);
        av_progress_close(&progress);
        cr_assert_eq(score_kept("a"), 1);
        cr_assert_eq(unlink(STATE ".broken"), 0);
    }
}

Test(progress, a_second_broken_file_stays_where_it_is)
{
    struct av_progress progress;
    put("one");
    open_fault(&progress);
    av_progress_close(&progress);
    put("two");
    cr_assert_str_eq(open_fault(&progress), "3: a value expected, \"two\" found; no progress is kept this time");
    note_score(&progress, "a", 1);
    save(&progress);
    av_progress_close(&progress);
    cr_assert_str_eq(contents(STATE), "two");
    cr_assert_str_eq(contents(STATE ".broken"), "one");
}

Test(progress, one_that_is_broken_meanwhile)
{
    struct av_progress progress;
    struct av_error error;
    run_once("a", 1);
    open_progress(&progress);
    note_score(&progress, "b", 2);
    put("one");
    save(&progress);
    cr_assert_str_eq(contents(STATE ".broken"), "one");
    cr_assert_eq(score(&progress, "b"), 2);
    put("two");
    note_score(&progress, "b", 3);
    cr_assert_eq(av_progress_save(&progress, &error), AV_ERROR_SYNTAX);
    cr_assert_eq(av_progress_save(&progress, NULL), AV_ERROR_SYNTAX);
    cr_assert_str_eq(contents(STATE), "two");
    cr_assert_eq(unlink(STATE), 0);
    save(&progress);
    av_progress_close(&progress);
    cr_assert_eq(score_kept("b"), 3, "it was not forgotten");
}

Test(progress, one_of_a_later_version_is_left_alone)
{
    struct av_progress progress;
    const char *text = "{\"attnviz\": 2, \"lessons\": []}";
    put(text);
    cr_assert_str_eq(open_fault(&progress),
                     "2: written by a later version of attnviz, and left alone; no progress is kept this time");
    note_score(&progress, "a", 1);
    save(&progress);
    av_progress_close(&progress);
    cr_assert_str_eq(contents(STATE), text);
    cr_assert(!there(STATE ".broken"));
}

Test(progress, huge_files)
{
    struct av_progress progress;
    put("");
    cr_assert_eq(truncate(STATE, (off_t)1 << 40), 0); /* a hole, of a terabyte */
    cr_assert(strstr(open_fault(&progress), "5: a file of at most 256 MiB expected"));
    av_progress_close(&progress);
    cr_assert_eq(unlink(STATE ".broken"), 0);
    put("");
    cr_assert_eq(truncate(STATE, (off_t)33 << 20), 0);
    cr_assert_str_eq(open_fault(&progress), "5: a file of at most 32 MiB expected, a larger one found" ASIDE);
    av_progress_close(&progress);
}

Test(progress, what_is_no_file_is_left_alone)
{
    struct av_progress progress;
    cr_assert_eq(system("mkdir -p " STATE), 0);
    cr_assert_str_eq(open_fault(&progress), "2: a file expected, a folder found; no progress is kept this time");
    save(&progress);
    av_progress_close(&progress);
    cr_assert_eq(system("rmdir " STATE " && ln -s nowhere " STATE), 0);
    cr_assert_str_eq(open_fault(&progress),
                     "2: cannot be opened: No such file or directory; no progress is kept this time");
    av_progress_close(&progress);
    cr_assert_eq(system("rm -r state && touch state"), 0);
    cr_assert_str_eq(open_fault(&progress), "2: cannot be opened: Not a directory; no progress is kept this time");
    av_progress_close(&progress);
}

Test(progress, a_link_stays_a_link)
{
    run_once("a", 1);
    cr_assert_eq(system("mkdir far && mv " STATE " far/kept.json && ln -s ../../far/kept.json " STATE), 0);
    run_once("b", 2);
    struct stat status;
    cr_assert_eq(lstat(STATE, &status), 0);
    cr_assert(S_ISLNK(status.st_mode));
    cr_assert(strstr(contents("far/kept.json"), "\"b\""));
    cr_assert_eq(score_kept("a"), 1);
}

Test(progress, a_folder_that_may_not_be_written_to)
{
    struct av_progress progress;
    struct av_error error;
    uid_t user = geteuid();
    run_once("a", 1);
    cr_assert_eq(chmod("state/attnviz", 0555), 0);
    cr_assert_eq(chmod("state", 0555), 0);
    cr_assert_eq(chmod(folder, 0755), 0);
    if (user == 0) /* to whom nothing is forbidden */
        cr_assert_eq(seteuid(65534), 0);
    open_progress(&progress);
    cr_assert_eq(score(&progress, "a"), 1);
    note_score(&progress, "a", 2);
    cr_assert_eq(av_progress_save(&progress, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.message, "cannot be written: Permission denied");
    cr_assert_eq(score(&progress, "a"), 2, "it is known while it lasts");
    av_progress_close(&progress);
    set_folder("XDG_STATE_HOME", "state/deeper");
    open_progress(&progress);
    cr_assert(progress.first_start);
    note_score(&progress, "a", 3);
    cr_assert_eq(av_progress_save(&progress, &error), AV_ERROR_IO);
    cr_assert_str_eq(error.message, "its folder cannot be made: Permission denied");
    av_progress_close(&progress);
    cr_assert_eq(seteuid(user), 0);
    cr_assert_eq(chmod("state", 0755), 0);
    cr_assert_eq(chmod("state/attnviz", 0755), 0);
    set_folder("XDG_STATE_HOME", "state");
    cr_assert_eq(score_kept("a"), 1);
}
