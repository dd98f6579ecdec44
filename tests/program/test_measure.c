/* Measuring in the real program: it runs beside the keys, and ends with whatever ends it. */
#include <criterion/criterion.h>

#include <signal.h>
#include <sys/wait.h>

#include "session.h"

/* One layer of GPT-2 small up to 512 tokens: many seconds, of which a single recomputation is more than a key may
 * wait. */
static const char begin[] = "5 + + Enter";

static void start(struct session *session)
{
    session_start(session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(session);
    session_type(session, begin);
    cr_assert(session_waits_for(session, "Enter: stop"));
    cr_assert(session_waits_for(session, "/512"), "it gets on"); /* no certain n: it may be gone before it is seen */
}

Test(measure, goes_to_its_end, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 80, .rows = 24});
    session_settle_first(&session);
    session_type(&session, "5 Enter");
    cr_assert(session_waits_for(&session, "measured up to n = 512"));
    cr_assert(session_waits_for(&session, "n^"));
    session_finish(&session);
}

Test(measure, leaves_every_key_its_answer, .timeout = 60)
{
    static const struct {
        const char *key, *answer;
    } keys[] = {
        {"L", "Enter：停止"},        {"L", "Enter: stop"},
        {"Down", "step 11/13"},      {"?", "help"},
        {"?", "Enter: stop"},        {"Tab", "scale"},
        {"g", "go to token (1–13)"}, {"Escape", "Enter: stop"},
        {"Escape", "stopped at"},    {"Enter", "Enter: stop"},
        {"Enter", "stopped at"},     {"Escape", "cost of this step"},
    };
    struct session session;
    int status;
    start(&session);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        session_type(&session, keys[i].key);
        cr_assert(session_waits_for(&session, keys[i].answer), "%s: %s", keys[i].key, keys[i].answer);
    }
    session_type(&session, "q");
    cr_assert(session_ended(&session, 5000, &status));
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    session_finish(&session);
}

Test(measure, is_left_behind_by_whoever_quits, .timeout = 60)
{
    struct session session;
    int status;
    start(&session);
    session_type(&session, "q");
    cr_assert(session_ended(&session, 5000, &status));
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ends with %x", (unsigned)status);
    session_expect_given_back(&session, "after q");
    session_finish(&session);
}

Test(measure, ends_by_a_signal_as_anything_does, .timeout = 60)
{
    struct session session;
    int status;
    start(&session);
    kill(session.child, SIGTERM);
    cr_assert(session_ended(&session, 5000, &status));
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "it ends with %x", (unsigned)status);
    session_expect_given_back(&session, "TERM");
    session_finish(&session);
}
