/* The lesson's file is edited under the program, as editors do it, and the screen follows. */
#include <criterion/criterion.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "session.h"

#define TEXT_MAX (1 << 14)

static char folder[64], path[96], beside[96], model[96];
static char text[TEXT_MAX]; /* the lesson as --new writes it */

static void read_text(const char *from, char *out)
{
    FILE *file = fopen(from, "r");
    cr_assert_not_null(file, "%s", from);
    out[fread(out, 1, TEXT_MAX - 1, file)] = '\0';
    fclose(file);
}

static void write_text(const char *to, const char *what, size_t length)
{
    FILE *file = fopen(to, "w");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(what, 1, length, file), length);
    fclose(file);
}

static void make_lesson(void)
{
    struct result result;
    snprintf(folder, sizeof folder, "/tmp/attnviz-reload-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/my.json", folder);
    snprintf(beside, sizeof beside, "%s/my.json~", folder);
    snprintf(model, sizeof model, "%s/model.json", folder);
    process_run(&result, &(struct launch){.arguments = {"--new", path}, .lesson = "-"}, NULL);
    cr_assert_eq(result.status, 0, "%s", result.err);
    result_finish(&result);
    read_text(path, text);
}

static void remove_lesson(void)
{
    remove(path);
    remove(beside);
    remove(model);
    cr_expect_eq(rmdir(folder), 0);
}

TestSuite(reload, .init = make_lesson, .fini = remove_lesson, .timeout = 120);

/* The lesson with one text in the place of another. */
static const char *edited(const char *before, const char *after)
{
    static char out[TEXT_MAX];
    const char *at = strstr(text, before);
    cr_assert_not_null(at, "%s", before);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, after, at + strlen(before));
    return out;
}

static void edit(const char *before, const char *after)
{
    const char *now = edited(before, after);
    write_text(path, now, strlen(now));
}

static void start(struct session *session, const char *option, const char *value)
{
    session_start(session, &(struct launch){.columns = 160, .rows = 40, .arguments = {option, value}, .lesson = path});
    session_settle_first(session);
    cr_assert(session_waits_for(session, "Write the title here"));
}

static void quit(struct session *session)
{
    int status;
    session_type(session, "q");
    cr_assert(session_ended(session, 5000, &status));
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
    session_expect_given_back(session, "reload");
    session_finish(session);
}

static bool shown(const struct session *session, const char *what)
{
    int x, y;
    return session_find(session, what, 0, &x, &y);
}

static bool waits_until_gone(struct session *session, const char *what)
{
    for (long long end = now_ms() + 20000; shown(session, what) && now_ms() < end;)
        session_read(session, 20);
    return !shown(session, what);
}

/* Lets the program look at the file a few times. */
static void wait_a_while(struct session *session)
{
    for (long long end = now_ms() + 1500; now_ms() < end;)
        session_read(session, 50);
}

#define TITLE "Write the title here"
#define STAYS "This is the lesson as it was last right."

Test(reload, follows_an_edit_and_stays_at_its_place)
{
    struct session session;
    start(&session, "--at", "3:softmax");
    session_press(&session, "Tab Tab c");
    edit(TITLE, "Sun and rain");
    cr_assert(session_waits_for(&session, "Sun and rain"));
    cr_assert(shown(&session, "The file has changed, and was read again."));
    cr_assert(shown(&session, "KV cache"));
    session_press(&session, "Escape"); /* the notice goes, and the cursor's panel */
    session_expect(&session, "Tab Tab c Escape");
    quit(&session);
}

Test(reload, shows_what_is_wrong_until_it_is_right)
{
    struct session session;
    start(&session, "--at", "3:softmax");
    session_press(&session, "Left Escape");
    char *before = session_text(&session);
    session_press(&session, "Right");
    edit("[0, 4],", "[0, 4, 5],");
    cr_assert(session_waits_for(&session, "Faults in the lesson's file: 1"));
    cr_assert(shown(&session, "$.model.layers[0].wq[2]: 2 numbers expected (d_k), 3 found"));
    cr_assert(shown(&session, STAYS));
    cr_assert(shown(&session, TITLE), "the last right one is there");
    session_press(&session, "Left");
    cr_assert(shown(&session, STAYS), "and works below");
    session_press(&session, "Escape");
    char *after = session_text(&session);
    cr_assert_str_eq(after, before);
    free(after);
    free(before);
    edit("[0, 4],", "\"four\",");
    cr_assert(session_waits_for(&session, STAYS), "another fault is shown again");
    edit("[0, 4],", "[0, 8],");
    cr_assert(session_waits_for(&session, "was read again"));
    cr_assert_not(shown(&session, STAYS));
    session_press(&session, "Right Tab");
    cr_assert(shown(&session, "1.00"));
    session_press(&session, "Escape");
    session_expect(&session, "Left Right Tab Escape");
    quit(&session);
}

Test(reload, finds_questions_without_an_answer_wrong_as_check_does)
{
    struct session session;
    start(&session, "--at", "2:embed");
    edit("[{\"token\": \"sun\"}, {\"token\": \"rain\"}, {\"token\": \".\"}]",
         "[{\"token\": \"sun\"}, {\"token\": \".\"}]");
    cr_assert(session_waits_for(&session, "\"rain\", which is right, expected among them"));
    quit(&session);
}

Test(reload, follows_a_file_that_is_replaced_deleted_and_there_again)
{
    struct session session;
    start(&session, "--at", "2:scale");
    const char *now = edited(TITLE, "Renamed");
    write_text(beside, now, strlen(now));
    cr_assert_eq(rename(beside, path), 0);
    cr_assert(session_waits_for(&session, "Renamed"));
    cr_assert_eq(remove(path), 0);
    cr_assert(session_waits_for(&session, "cannot be opened: No such file or directory"));
    cr_assert(shown(&session, "Renamed"));
    edit(TITLE, "Written anew");
    cr_assert(session_waits_for(&session, "Written anew"));
    cr_assert_not(shown(&session, STAYS));
    quit(&session);
}

/* Some editors write in pieces; what is not whole yet may be shown as wrong, but never stays so. */
Test(reload, follows_a_file_that_is_written_in_pieces)
{
    struct session session;
    char whole[TEXT_MAX];
    start(&session, "--at", "2:scale");
    snprintf(whole, sizeof whole, "%s", edited(TITLE, "In pieces"));
    size_t length = strlen(whole);
    int file = open(path, O_WRONLY | O_TRUNC);
    cr_assert_geq(file, 0);
    for (size_t done = 0; done < length; done += 400) {
        size_t piece = length - done < 400 ? length - done : 400;
        cr_assert_eq(write(file, whole + done, piece), (ssize_t)piece);
        session_read(&session, 20);
    }
    cr_assert(session_waits_for(&session, "In pieces"));
    cr_assert_not(shown(&session, STAYS));
    lseek(file, 0, SEEK_SET);
    cr_assert_eq(ftruncate(file, (off_t)length / 2), 0);
    cr_assert(session_waits_for(&session, STAYS), "half a file is wrong");
    cr_assert_eq(pwrite(file, whole, length, 0), (ssize_t)length);
    close(file);
    cr_assert(session_waits_for(&session, "was read again"));
    cr_assert_not(shown(&session, STAYS));
    quit(&session);
}

Test(reload, follows_the_file_of_the_model_too)
{
    struct session session;
    char own[TEXT_MAX];
    char *begin = strstr(text, "  \"model\": {") + strlen("  \"model\": {"), *end = strstr(begin, "\n  },\n");
    cr_assert(begin && end);
    snprintf(own, sizeof own, "{\"attnviz\": 1, %.*s}\n", (int)(end - begin), begin);
    write_text(model, own, strlen(own));
    memmove(begin - 1 + strlen("\"model.json\""), end + strlen("\n  }"), strlen(end + strlen("\n  }")) + 1);
    memcpy(begin - 1, "\"model.json\"", strlen("\"model.json\""));
    write_text(path, text, strlen(text));
    start(&session, "--at", "3:scores");
    cr_assert(shown(&session, "s(?, rain) = 4.00⋅1.00 = 4.00"));
    char *four = strstr(own, "[0, 4]");
    cr_assert_not_null(four);
    four[4] = '7';
    write_text(model, own, strlen(own));
    cr_assert(session_waits_for(&session, "7.00"));
    cr_assert_eq(remove(model), 0);
    cr_assert(session_waits_for(&session, "model.json: cannot be opened"));
    four[4] = '5';
    write_text(model, own, strlen(own));
    cr_assert(session_waits_for(&session, "5.00"));
    cr_assert_not(shown(&session, STAYS));
    quit(&session);
}

Test(reload, forgets_what_the_learner_had_changed_and_says_so)
{
    struct session session;
    start(&session, "--at", "3:softmax");
    session_press(&session, "m");
    edit(TITLE, "Fresh");
    cr_assert(session_waits_for(&session, "Fresh"));
    cr_assert(shown(&session, "what you had changed is gone"));
    session_press(&session, "u");
    cr_assert(shown(&session, "There is nothing to undo."));
    quit(&session);
}

Test(reload, does_nothing_where_nothing_has_changed)
{
    struct session session;
    start(&session, "--at", "3:softmax");
    session_settle(&session);
    size_t length = session.length;
    wait_a_while(&session);
    cr_assert_eq(session.length, length, "and not a byte is sent");
    quit(&session);
}

Test(reload, is_ready_on_every_screen)
{
    static const char *const keys[] = {"?", "G", "Tab Enter", "g", "=", "z", "4", "6", "7"};
    static const int sizes[][2] = {{80, 24}, {40, 12}, {30, 10}, {160, 50}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct session session;
        write_text(path, text, strlen(text));
        start(&session, i % 2 ? "--ascii" : "--at", i % 2 ? "--no-color" : "3:softmax");
        session_press(&session, keys[i]);
        edit("[0, 4],", "[0],");
        cr_assert(session_waits_for(&session, "Faults in the lesson's file: 1"), "%s", keys[i]);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            session_resize(&session, sizes[k][0], sizes[k][1]);
            session_settle(&session);
            cr_assert(sizes[k][0] < 40 || shown(&session, "Faults in the lesson's file: 1"), "%s", keys[i]);
        }
        edit(TITLE, "Right again");
        cr_assert(waits_until_gone(&session, "Faults"), "%s", keys[i]);
        session_press(&session, "Escape Escape Escape");
        cr_assert(session_waits_for(&session, "Right again"), "%s", keys[i]);
        quit(&session);
    }
}
