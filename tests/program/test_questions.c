/* Questions in the real program: answered with keys, kept from one start to the next, and never in the way. */
#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "session.h"

static char folder[64], state[96], file[160];

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/attnviz-questions-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
    snprintf(file, sizeof file, "%s/attnviz/progress.json", folder);
}

/* Nothing else was left there: the folder can be removed. */
static void forget_folder(void)
{
    static const char *const parts[] = {"/attnviz/progress.json.broken", "/attnviz/progress.json", "/attnviz", "/file"};
    char path[160];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", folder, parts[i]);
        remove(path);
    }
    cr_expect_eq(rmdir(folder), 0, "more than progress was kept");
}

TestSuite(questions, .init = make_folder, .fini = forget_folder, .timeout = 60);

static void start(struct session *session, const char *option)
{
    session_start(session, &(struct launch){.environment = {state}, .arguments = {option}, .asks = true});
    session_settle_first(session);
}

static void quit(struct session *session)
{
    int status;
    session_type(session, "q");
    cr_assert(session_ended(session, 5000, &status));
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
    session_expect_given_back(session, "questions");
}

static bool shown(const struct session *session, const char *text)
{
    int x, y;
    return session_find(session, text, 0, &x, &y);
}

static void read_file(char *text, size_t size)
{
    FILE *kept = fopen(file, "r");
    cr_assert_not_null(kept, "%s is not there", file);
    text[fread(text, 1, size - 1, kept)] = '\0';
    fclose(kept);
}

Test(questions, are_answered_kept_and_gone_back_to)
{
    struct session session;
    char text[4096];
    start(&session, NULL);
    session_press(&session, "Right Right Right");
    cr_assert(shown(&session, "Question 2 of 6"));
    cr_assert_not(shown(&session, "7.56"));
    session_press(&session, "7 . 5 6 Enter");
    cr_assert(shown(&session, "Right: 7.56"));
    cr_assert(shown(&session, "✓ 1/6"));
    session_press(&session, "Right");
    quit(&session);
    session_finish(&session);
    read_file(text, sizeof text);
    cr_assert_not_null(strstr(text, "\"right\""), "%s", text);
    cr_assert_not_null(strstr(text, "\"scale\""), "%s", text);

    start(&session, NULL);
    cr_assert(shown(&session, "You stopped at step 10, scale: r goes there."));
    cr_assert(shown(&session, "✓ 1/6"));
    session_press(&session, "r");
    cr_assert(shown(&session, "S = QKᵀ/√dₖ"));
    session_press(&session, "Left");
    cr_assert_not(shown(&session, "Question 2"), "an answered one is not asked again");
    quit(&session);
    session_finish(&session);
}

Test(questions, and_the_place_are_kept_when_a_signal_ends_the_program)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    static const char *const stages[] = {"\"project\"", "\"append\"", "\"scores\""};
    for (int i = 0; i < 3; i++) {
        struct session session;
        char text[4096];
        int status;
        start(&session, NULL);
        session_press(&session, i == 0 ? "Right" : "r Right");
        kill(session.child, signals[i]);
        cr_assert(session_ended(&session, 5000, &status));
        cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        session_expect_given_back(&session, "a signal");
        session_finish(&session);
        read_file(text, sizeof text);
        cr_expect_not_null(strstr(text, stages[i]), "signal %d: %s", signals[i], text);
    }
}

Test(questions, that_cannot_be_kept_are_asked_all_the_same)
{
    struct session session;
    char path[96];
    snprintf(path, sizeof path, "%s/file", folder);
    fclose(fopen(path, "w"));
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/file", folder);
    start(&session, NULL);
    session_press(&session, "Right Right");
    cr_assert(shown(&session, "Question 1 of 6"));
    quit(&session);
    cr_assert(shown(&session, "attnviz: "), "one line says so after the end");
    cr_assert(shown(&session, "progress.json: "));
    session_finish(&session);
}

Test(questions, of_a_broken_file_begin_anew_and_it_is_said)
{
    struct session session;
    struct stat found;
    char path[160];
    snprintf(path, sizeof path, "%s/attnviz", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    FILE *broken = fopen(file, "w");
    fputs("{\"attnviz\": 1,", broken);
    fclose(broken);
    start(&session, NULL);
    session_press(&session, "Right");
    quit(&session);
    cr_assert(shown(&session, "progress begins anew"));
    session_finish(&session);
    snprintf(path, sizeof path, "%s/attnviz/progress.json.broken", folder);
    cr_assert_eq(stat(path, &found), 0, "what was there is still there");
    cr_assert_eq(stat(file, &found), 0);
}

Test(questions, are_none_for_a_presentation)
{
    struct session session;
    char text[4096];
    start(&session, "--no-questions");
    session_press(&session, "Right Right Right");
    cr_assert_not(shown(&session, "Question"));
    cr_assert(shown(&session, "7.56"));
    cr_assert_not(shown(&session, "✓"));
    quit(&session);
    session_finish(&session);
    read_file(text, sizeof text);
    cr_assert_not_null(strstr(text, "\"scores\""), "where one stopped is kept all the same: %s", text);
}

Test(questions, are_printed_and_answered_without_a_trace)
{
    struct result result;
    struct stat found;
    const struct launch launch = {
        .environment = {state}, .arguments = {"--print", "--at", "10:logits", "--keys", "3 Enter"}, .asks = true};
    process_run(&result, &launch, NULL);
    cr_assert_eq(result.status, 0);
    cr_assert_not_null(strstr(result.out, "Right: 很"), "%s", result.out);
    cr_assert_str_eq(result.err, "");
    result_finish(&result);
    cr_assert_neq(stat(file, &found), 0, "nothing was kept");
}
