/* The list of lessons in the real program: choosing, filtering, opening, and coming back. */
#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../player/random_keys.h"
#include "process.h"
#include "session.h"

static char folder[64], state[96], kept[160], shelf[160], lessons[192];

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/attnviz-list-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
    snprintf(kept, sizeof kept, "%s/attnviz/progress.json", folder);
    snprintf(shelf, sizeof shelf, "%s/shelf", folder);
    snprintf(lessons, sizeof lessons, "ATTNVIZ_LESSONS=%s", shelf);
}

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(list, .init = make_folder, .fini = remove_folder, .timeout = 60);

/* A shelf of one's own, with a copy of the pronoun lesson. */
static void make_shelf(void)
{
    char command[512];
    snprintf(command, sizeof command, "mkdir %s && cp %s/pronoun.json %s", shelf, LESSONS, shelf);
    cr_assert_eq(system(command), 0);
}

static void start(struct session *session, const struct launch *launch)
{
    struct launch listed = *launch;
    listed.lesson = "-";
    session_start(session, &listed);
    cr_assert(session_waits_for(session, "refer to?") || session_waits_for(session, "指什么"), "the list");
    session_settle(session);
}

static bool shown(const struct session *session, const char *text)
{
    int x, y;
    return session_find(session, text, 0, &x, &y);
}

static void quit(struct session *session, const char *key)
{
    int status;
    session_type(session, key);
    cr_assert(session_ended(session, 5000, &status), "%s", key);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: %x", key, (unsigned)status);
    session_expect_given_back(session, key);
    session_finish(session);
}

Test(list, opens_the_chosen_lesson_without_a_flash)
{
    struct session session;
    start(&session, &(struct launch){0});
    size_t shown_first = session.length;
    session_press(&session, "Down Up Down");
    session_expect(&session, "Down");
    session_press(&session, "Up Enter");
    session_expect(&session, "Enter");
    session_press(&session, "Right Right");
    session_expect(&session, "Enter Right Right");
    session_press(&session, "Escape");
    session_expect(&session, "");
    session_press(&session, "Down Enter");
    session_expect(&session, "Down Enter");
    cr_assert_leq(session_clears(&session), 1, "from the list to a lesson, back, and to another");
    cr_assert_null(strstr(session.output + shown_first, "\033[?1049l"), "and never out of the screen");
    quit(&session, "q");
}

Test(list, does_what_a_click_on_its_keys_says)
{
    struct session session;
    int x, y;
    start(&session, &(struct launch){0});
    cr_assert(session_find(&session, "↓ ↑ choose", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "Down");
    cr_assert(session_find(&session, "Tab EN/中", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "Down Tab");
    cr_assert(session_find(&session, "Enter", 1, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "Down Tab Enter");
    cr_assert(session_find(&session, "Esc 课程", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "Down Tab");
    session_finish(&session);
}

Test(list, is_left_by_esc_alone)
{
    struct session session;
    start(&session, &(struct launch){0});
    session_press(&session, "q Backspace");
    quit(&session, "Escape");
}

/* In a lesson Esc closes what is open first. */
Test(list, is_come_back_to_when_nothing_else_is_open)
{
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_press(&session, "Enter Tab z Escape");
    session_expect(&session, "Enter Tab");
    session_press(&session, "? Escape");
    session_expect(&session, "Enter Tab");
    session_press(&session, "Escape ?");
    cr_assert(shown(&session, "answer away; then,"));
    session_press(&session, "Escape Tab");
    session_press(&session, "Escape 3");
    session_expect(&session, "Enter 3");
    session_press(&session, "Escape");
    session_expect(&session, "Enter");
    session_press(&session, "g Escape");
    session_expect(&session, "Enter");
    session_press(&session, "Escape");
    session_expect(&session, "");
    quit(&session, "Escape");
}

/* A lesson that was named has no list behind it. */
Test(list, is_not_where_esc_leads_from_a_lesson_that_was_named)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    session_press(&session, "Right Escape Escape");
    session_expect(&session, "Right");
    cr_assert_not(shown(&session, "Esc"));
    session_finish(&session);
}

Test(list, filters_and_comes_back_to_where_one_was_with_what_was_done)
{
    struct session session;
    start(&session, &(struct launch){.environment = {state}});
    cr_assert(shown(&session, "0 of 2 done"));
    session_type(&session, "代 词");
    session_settle(&session);
    cr_assert(shown(&session, "Filter: 代词"));
    cr_assert(shown(&session, "1 of 2"));
    cr_assert_not(shown(&session, "is a loop"));
    session_press(&session, "Enter");
    cr_assert(shown(&session, "Esc lessons"));
    session_press(&session, "Home Down Right Right Escape");
    cr_assert(shown(&session, "Filter: 代词"), "the filter stays");
    cr_assert(shown(&session, "started"));
    cr_assert(shown(&session, "at 小明: append"), "where one stopped");
    session_press(&session, "Escape");
    cr_assert(shown(&session, "is a loop"));
    session_press(&session, "Enter End Escape");
    cr_assert(shown(&session, "1 of 2 done"));
    session_press(&session, "Enter");
    quit(&session, "q");
    start(&session, &(struct launch){.environment = {state}});
    cr_assert(shown(&session, "1 of 2 done"), "the next time, too");
    int x, y;
    cr_assert(session_find(&session, "▸", 0, &x, &y));
    cr_assert(session_find(&session, "is a loop", y, &x, &y), "the next lesson is chosen: %d", y);
    session_finish(&session);
}

Test(list, keeps_language_and_theme_both_ways)
{
    struct session session;
    start(&session, &(struct launch){.arguments = {"--theme", "dark"}});
    session_press(&session, "Tab Enter");
    session_expect(&session, "Tab Enter");
    cr_assert(shown(&session, "阶段"));
    session_press(&session, "L t Escape");
    session_expect(&session, "");
    int x, y;
    cr_assert(session_find(&session, "The course", 0, &x, &y));
    VTermScreenCell light = session_cell(&session, x, y);
    session_press(&session, "Shift-Tab Shift-Tab Shift-Tab"); /* light … any, mono, dark */
    VTermScreenCell dark = session_cell(&session, x, y);
    cr_assert_neq(memcmp(&light.fg, &dark.fg, sizeof light.fg), 0, "the theme of the lesson is the list's");
    session_finish(&session);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", shelf, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

Test(list, shows_in_place_what_is_wrong_with_a_lesson_and_opens_it_once_it_is_mended)
{
    struct session session;
    char command[512];
    make_shelf();
    start(&session, &(struct launch){.environment = {lessons, state}, .columns = 100});
    write_file("pronoun.json", "{\"attnviz\": 1, \"title\": {\"en\": \"What does it refer to?\", \"zh\": \"它\"},\n"
                               " \"teaches\": {\"en\": \"What.\", \"zh\": \"教\"}, \"prompt\": [], \"genrate\": 1}");
    session_press(&session, "Enter");
    cr_assert(shown(&session, "Faults in the lesson's file: 4"));
    cr_assert(shown(&session, "unknown key \"genrate\"; did you mean \"generate\"?"));
    cr_assert(shown(&session, "The course"), "the list stays");
    session_press(&session, "Escape");
    cr_assert_not(shown(&session, "Faults"));
    write_file("pronoun.json", "{\"attnviz\": 1, \"title\": "); /* worse, and while the list is open */
    session_press(&session, "Enter");
    cr_assert(shown(&session, "Faults in the lesson's file: 1"));
    cr_assert(shown(&session, "faulty"), "the list knows by now");
    snprintf(command, sizeof command, "cp %s/pronoun.json %s", LESSONS, shelf);
    cr_assert_eq(system(command), 0);
    session_press(&session, "Enter");
    cr_assert(shown(&session, "Esc lessons"));
    session_press(&session, "Escape");
    cr_assert_not(shown(&session, "faulty"));
    cr_assert(shown(&session, "started"));
    quit(&session, "Escape");
}

Test(list, has_the_folders_that_are_named)
{
    struct session session;
    struct result result;
    make_shelf();
    write_file("mine.json", "{\"attnviz\": 1, \"title\": {\"en\": \"Mine\", \"zh\": \"我的\"}}");
    start(&session, &(struct launch){.arguments = {shelf}, .columns = 110});
    cr_assert(shown(&session, "The course"));
    cr_assert(shown(&session, shelf));
    cr_assert(shown(&session, "0 of 2 done"));
    cr_assert(shown(&session, "faulty"));
    session_press(&session, "Enter"); /* the first of the folder that was named */
    cr_assert(shown(&session, "Esc lessons"));
    quit(&session, "q");
    process_run(&result, &(struct launch){.arguments = {"--list", shelf}, .lesson = "-"}, NULL);
    cr_assert_eq(result.status, 0);
    cr_assert_eq(strncmp(result.out, "pronoun  ", 9), 0, "%s", result.out);
    cr_assert_not_null(strstr(result.out, shelf), "what opens the lesson is its path: %s", result.out);
    cr_assert_not_null(strstr(result.err, "mine.json: $.teaches"), "%s", result.err);
    result_finish(&result);
    char empty[200];
    snprintf(empty, sizeof empty, "%s/empty", folder);
    cr_assert_eq(mkdir(empty, 0700), 0);
    process_run(&result, &(struct launch){.arguments = {"--print", empty}, .lesson = "-"}, NULL);
    cr_assert_eq(WEXITSTATUS(result.status), 1);
    cr_assert_not_null(strstr(result.err, "empty: no lessons found in it"), "%s", result.err);
    result_finish(&result);
}

Test(list, fits_every_size)
{
    struct session session;
    static const int sizes[][2] = {{120, 40}, {40, 12}, {20, 5}, {1, 1}, {80, 24}, {39, 50}, {200, 60}};
    start(&session, &(struct launch){0});
    session_press(&session, "Down l o o p");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        session_resize(&session, sizes[i][0], sizes[i][1]);
        session_expect(&session, "Down l o o p");
    }
    cr_assert_leq(session_clears(&session), 1, "resizing does not clear the screen");
    quit(&session, "Escape Escape");
}

static const char job_control[] = "set -m; \"$@\"; echo stopped; read line; fg >/dev/null; echo ended $?";

Test(list, goes_on_after_ctrl_z)
{
    struct session session;
    start(&session, &(struct launch){.shell = job_control});
    session_press(&session, "Down");
    session_send(&session, "\032", 1);
    cr_assert(session_waits_for(&session, "stopped"));
    session_settle(&session);
    session_expect_given_back(&session, "stopped");
    session_scribble(&session, "\033[5;3Ha mess\033[10;1Hof the shell's");
    session_send(&session, "\n", 1);
    session_expect(&session, "Down");
    session_press(&session, "Enter");
    session_expect(&session, "Down Enter");
    session_finish(&session);
}

/* In the list there is nothing to save; in a lesson that was opened from it, what was done is. */
Test(list, ended_by_a_signal_gives_the_terminal_back_and_keeps_what_was_done)
{
    static const char *const keys[] = {"Down", "m", "Enter Home Down Right Right", "Enter Right Escape"};
    for (int i = 0; i < 4; i++) {
        struct session session;
        int status;
        remove(kept);
        start(&session, &(struct launch){.environment = {state}, .term = i % 2 ? "vt100" : NULL});
        session_press(&session, keys[i]);
        kill(session.child, i < 2 ? SIGINT : SIGTERM);
        cr_assert(session_ended(&session, 5000, &status));
        cr_assert(WIFSIGNALED(status), "%s", keys[i]);
        session_expect_given_back(&session, keys[i]);
        cr_assert_eq(access(kept, R_OK) == 0, i >= 2, "%s", keys[i]);
        session_finish(&session);
    }
    struct session session;
    remove(kept);
    start(&session, &(struct launch){.environment = {state}});
    session_press(&session, "Enter Home Down Right Right");
    int status;
    kill(session.child, SIGHUP);
    cr_assert(session_ended(&session, 5000, &status));
    session_finish(&session);
    start(&session, &(struct launch){.environment = {state}});
    cr_assert(shown(&session, "at 小明: append"));
    session_finish(&session);
}

Test(list, goes_when_the_terminal_does)
{
    static const char *const keys[] = {"", "Enter", "Enter Escape"};
    for (int i = 0; i < 3; i++) {
        struct session session;
        int status;
        start(&session, &(struct launch){.ignores_hangup = true});
        session_press(&session, keys[i]);
        close(session.slave);
        close(session.master);
        session.slave = session.master = -1;
        cr_assert(session_ended(&session, 2000, &status), "it stays behind after “%s”", keys[i]);
        session_finish(&session);
    }
}

Test(list, says_at_the_end_what_could_not_be_kept)
{
    struct session session;
    int status;
    char path[100];
    snprintf(path, sizeof path, "%s/attnviz", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    FILE *file = fopen(kept, "w");
    fputs("{", file);
    fclose(file);
    start(&session, &(struct launch){.environment = {state}, .columns = 200});
    session_press(&session, "Enter Escape");
    session_type(&session, "Escape");
    cr_assert(session_ended(&session, 5000, &status));
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_assert(shown(&session, "progress.json"), "what was wrong is said on the shell's screen");
    session_finish(&session);
}

/* Keys, clicks and sizes at random: the program ends only by a key that ends it, and then well. */
Test(list, takes_whatever_comes, .timeout = 300)
{
    static const char *const names[] = {"Enter", "Enter", "Escape",    "Down",   "Up", "PageDown",  "PageUp", "Home",
                                        "End",   "Tab",   "Shift-Tab", "l",      "o",  "Backspace", "Space",  "它",
                                        "Right", "Left",  "c",         "Ctrl-L", "3",  "?",         "Down",   "Enter"};
    static const char click[] = "\033[<0;20;6M\033[<0;20;6m";
    struct random_keys drawn = {.seed = 20261130};
    int ended = 0;
    for (int i = 0; i < 25; i++) {
        struct session session;
        int status = 0;
        bool over = false;
        start(&session, &(struct launch){.environment = {state}, .asks = i % 2});
        for (int k = 0; k < 60 && !over; k++) {
            session_type(&session, names[random_below(&drawn, (int)(sizeof names / sizeof *names))]);
            if (random_below(&drawn, 10) == 0)
                session_resize(&session, 1 + random_below(&drawn, 140), 1 + random_below(&drawn, 50));
            if (random_below(&drawn, 10) == 0)
                session_send(&session, click, sizeof click - 1);
            over = session_ended(&session, 5, &status);
        }
        if (!over) {
            kill(session.child, SIGTERM);
            cr_assert(session_ended(&session, 5000, &status));
        }
        bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0; /* also where it was about to end by itself */
        cr_assert(well || (!over && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM), "session %d: %x", i,
                  (unsigned)status);
        session_expect_given_back(&session, "whatever came");
        session_finish(&session);
        ended += over;
    }
    cr_assert(ended > 0 && ended < 25, "%d of 25 ended", ended);
}
