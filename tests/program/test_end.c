#include <criterion/criterion.h>

#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

static const char *const scenes[] = {"", "Tab", "?", "a"}; /* stepping, in a panel, in the help, playing */

#define SCENES (sizeof scenes / sizeof *scenes)

/* A sanitizer would report a crash that is meant. */
#define NO_REPORT "ASAN_OPTIONS=handle_segv=0:handle_abort=0"

static bool ends_by(int status, int signal)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

Test(end, by_a_signal_gives_the_terminal_back, .timeout = 60)
{
    static const struct {
        int signal;
        const char *name;
    } signals[] = {
        {SIGINT, "INT"}, {SIGTERM, "TERM"}, {SIGHUP, "HUP"}, {SIGQUIT, "QUIT"}, {SIGABRT, "ABRT"}, {SIGSEGV, "SEGV"},
    };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        for (size_t scene = 0; scene < SCENES; scene++) {
            struct session session;
            int status;
            /* a vt100 has no second screen, whose end would hide what is left on */
            struct launch launch = {.term = scene % 2 ? "vt100" : NULL, .environment = {NO_REPORT}};
            session_start(&session, &launch);
            session_settle_first(&session);
            session_type(&session, scenes[scene]);
            session_read(&session, 20);
            kill(session.child, signals[i].signal);
            cr_assert(session_ended(&session, 5000, &status), "%s", signals[i].name);
            cr_expect(ends_by(status, signals[i].signal), "%s: status %x", signals[i].name, (unsigned)status);
            session_expect_given_back(&session, signals[i].name);
            session_finish(&session);
        }
    }
}

Test(end, by_a_signal_before_or_during_the_first_frame_gives_it_back_too, .timeout = 60)
{
    for (int delay = 0; delay < 12; delay++) {
        struct session session;
        int status;
        session_start(&session, &(struct launch){0});
        if (delay > 0)
            usleep((useconds_t)delay * 500);
        kill(session.child, SIGTERM);
        cr_assert(session_ended(&session, 5000, &status), "after %d half milliseconds", delay);
        cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        session_expect_given_back(&session, "TERM at the start");
        session_finish(&session);
    }
}

Test(end, by_ctrl_c_gives_the_terminal_back, .timeout = 60)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    session_send(&session, "\003", 1);
    cr_assert(session_ended(&session, 5000, &status));
    cr_expect(ends_by(status, SIGINT));
    session_expect_given_back(&session, "Ctrl-C");
    session_finish(&session);
}

Test(end, comes_within_a_second_when_the_terminal_vanishes, .timeout = 60)
{
    for (size_t scene = 0; scene < SCENES; scene++) {
        for (int ignores = 0; ignores < 2; ignores++) {
            struct session session;
            int status;
            session_start(&session, &(struct launch){.ignores_hangup = ignores});
            session_settle_first(&session);
            session_type(&session, scenes[scene]);
            session_read(&session, 20);
            close(session.slave);
            close(session.master);
            session.slave = session.master = -1;
            cr_expect(session_ended(&session, 1000, &status), "scene %zu, SIGHUP %s: it stays behind", scene,
                      ignores ? "ignored" : "not ignored");
            session_finish(&session);
        }
    }
}

Test(end, comes_when_the_terminal_vanishes_before_the_first_frame, .timeout = 60)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){.ignores_hangup = true});
    close(session.slave);
    close(session.master);
    session.slave = session.master = -1;
    cr_expect(session_ended(&session, 2000, &status));
    session_finish(&session);
}

/* A terminal that takes no bytes (a frozen emulator, a dead connection) holds up the write of a frame. */
Test(end, comes_by_a_signal_while_the_terminal_hangs, .timeout = 60)
{
    struct session session;
    int status, done = 0;
    session_start(&session, &(struct launch){.columns = 200, .rows = 60});
    session_settle_first(&session);
    for (int i = 0; i < 400; i++) { /* all this is drawn, and not read */
        cr_assert_eq(write(session.master, i % 2 ? "\014?" : "\014\033", 2), 2);
        usleep(1000);
    }
    kill(session.child, SIGTERM);
    for (int i = 0; i < 300 && !done; i++) {
        done = waitpid(session.child, &status, WNOHANG) == session.child;
        usleep(10000);
    }
    cr_assert(done, "it hangs with its terminal");
    session.child = -1;
    session_finish(&session);
}

/* Milliseconds of computing that the program has done. */
static long long computed(const struct session *session)
{
    struct timespec time;
    clockid_t clock;
    cr_assert_eq(clock_getcpuclockid(session->child, &clock), 0);
    cr_assert_eq(clock_gettime(clock, &time), 0);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

Test(end, does_not_come_by_itself_and_nothing_is_done_until_then, .timeout = 60)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){0});
    session_expect(&session, "");
    session_settle(&session); /* what follows the last character */
    size_t before = session.length;
    long long computed_before = computed(&session);
    for (long long end = now_ms() + 1000; now_ms() < end;)
        session_read(&session, 50);
    cr_assert_not(session_ended(&session, 0, &status));
    cr_assert_eq(session.length, before, "it writes while nothing happens");
    cr_assert_lt(computed(&session) - computed_before, 100, "it computes while nothing happens");
    session_finish(&session);
}
