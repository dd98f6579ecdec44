#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "session.h"

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

Test(start, shows_the_lesson_and_quits, .timeout = 60)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_expect(&session, "");
    cr_assert(session.alternate, "the shell's screen is left alone");
    session_type(&session, "q");
    cr_assert(session_ended(&session, 5000, &status));
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    session_expect_given_back(&session, "q");
    session_finish(&session);
}

Test(start, works_on_every_terminal_with_a_screen, .timeout = 60)
{
    static const char *const terms[] = {"vt100",         "vt220", "linux",      "screen",
                                        "tmux-256color", "xterm", "xterm-mono", "xterm-256color"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct session session;
        int status;
        session_start(&session, &(struct launch){.term = terms[i]});
        session_expect(&session, "");
        session_type(&session, "Right Down c");
        session_expect(&session, "Right Down c");
        session_type(&session, "q");
        cr_assert(session_ended(&session, 5000, &status), "TERM=%s", terms[i]);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "TERM=%s", terms[i]);
        session_expect_given_back(&session, terms[i]);
        session_finish(&session);
    }
}

Test(start, says_in_one_line_what_to_do_where_there_is_no_screen, .timeout = 60)
{
    static const char *const terms[] = {"dumb", "-", "", "no-such-terminal", "\033[31mred\a", "../../etc/passwd"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct session session;
        int status, x, y;
        session_start(&session, &(struct launch){.term = terms[i], .columns = 200});
        cr_assert(session_ended(&session, 10000, &status), "TERM=%s", terms[i]);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1, "TERM=%s", terms[i]);
        cr_expect(session_find(&session, "attnviz: ", 0, &x, &y), "TERM=%s", terms[i]);
        cr_expect(session_find(&session, "TERM", 0, &x, &y), "TERM=%s: names the cause", terms[i]);
        cr_expect(session_find(&session, "--print", 0, &x, &y), "TERM=%s: names a way out", terms[i]);
        cr_expect_eq(count_lines(session.output), 1, "TERM=%s: %s", terms[i], session.output);
        cr_expect_null(memchr(session.output, '\033', session.length), "TERM=%s", terms[i]);
        session_expect_given_back(&session, terms[i]);
        session_finish(&session);
    }
}

Test(start, writes_plain_text_where_no_terminal_is, .timeout = 60)
{
    static const char *const inputs[] = {NULL, "q", "Right Right\nxyz\033[C", ""};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        struct result plain, printed;
        process_run(&plain, &(struct launch){0}, inputs[i]);
        process_run(&printed, &(struct launch){.arguments = {"--print"}}, NULL);
        cr_assert_eq(plain.status, 0);
        cr_assert_null(strchr(plain.out, '\033'), "escape sequences in a file");
        cr_assert_str_eq(plain.out, printed.out, "the bytes of a pipe are no keys");
        cr_assert_str_empty(plain.err);
        result_finish(&plain);
        result_finish(&printed);
    }
}

/* Only one of the two streams is the terminal. */
static void run_half(const char *shell)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){.shell = shell, .columns = 100, .rows = 60});
    cr_assert(session_ended(&session, 10000, &status), "%s does not end", shell);
    cr_assert(WIFEXITED(status), "%s", shell);
    cr_expect_null(session.length > 0 ? memchr(session.output, '\033', session.length) : NULL, "%s", shell);
    session_expect_given_back(&session, shell);
    session_finish(&session);
}

Test(start, ends_where_only_keys_or_only_the_screen_are_missing, .timeout = 60)
{
    run_half("\"$@\" </dev/null");
    run_half("echo qqq | \"$@\"");
    run_half("yes | \"$@\"");
    run_half("\"$@\" >/dev/null");
    run_half("\"$@\" | cat");
    run_half("\"$@\" <&-");
}

Test(start, says_what_is_wrong_with_a_lesson_on_an_untouched_screen, .timeout = 60)
{
    char path[] = "/tmp/attnviz-lesson-XXXXXX";
    int fd = mkstemp(path), status, x, y;
    struct session session;
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, "{\"attnviz\": 1,\n \"title\" 3}", 26), 26);
    close(fd);
    session_start(&session, &(struct launch){.lesson = path, .columns = 160});
    cr_assert(session_ended(&session, 5000, &status));
    unlink(path);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    cr_expect(session_find(&session, "attnviz-lesson-", 0, &x, &y));
    cr_expect_eq(session_clears(&session), 0);
    session_expect_given_back(&session, "a bad lesson");
    session_finish(&session);
}

/* Nothing is left of what is kept: an empty folder can be made again. */
static void forget(const char *folder)
{
    char path[256];
    static const char *const parts[] = {"/attnviz/progress.json", "/attnviz", ""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", folder, parts[i]);
        remove(path);
    }
}

Test(start, hints_at_the_keys_the_first_time_and_no_more, .timeout = 60)
{
    char folder[] = "/tmp/attnviz-start-XXXXXX", state[64];
    int x, y;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
    for (int time = 0; time < 2; time++) {
        struct session session;
        session_start(&session, &(struct launch){.environment = {state}});
        session_settle_first(&session);
        cr_assert_eq(session_find(&session, "Tab into a panel", 0, &x, &y), time == 0, "start %d", time);
        session_press(&session, "Right Down");
        cr_assert_eq(session_find(&session, "Tab into a panel", 0, &x, &y), time == 0, "start %d", time);
        session_press(&session, "Left");
        cr_assert_not(session_find(&session, "Tab into a panel", 0, &x, &y), "the third key takes it away");
        session_expect(&session, "Right Down Left");
        session_finish(&session);
    }
    forget(folder);
}
