#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session.h"

Test(size, every_tiny_one_starts_and_quits, .timeout = 60)
{
    for (int rows = 1; rows <= 12; rows++) {
        for (int columns = 1; columns <= 12; columns++) {
            struct session session;
            int status;
            session_start(&session, &(struct launch){.columns = columns, .rows = rows});
            session_expect(&session, "");
            session_type(&session, "q");
            cr_assert(session_ended(&session, 5000, &status), "%dx%d", columns, rows);
            cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%dx%d: status %x", columns, rows,
                      (unsigned)status);
            session_finish(&session);
        }
    }
}

Test(size, every_tiny_one_is_reached_by_resizing, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    for (int rows = 12; rows >= 1; rows--) {
        for (int columns = 12; columns >= 1; columns--) {
            session_resize(&session, columns, rows);
            session_type(&session, "Right Down Tab Escape c c Left Up");
            session_settle(&session);
        }
    }
    session_resize(&session, 100, 30);
    session_press(&session, "Escape Home"); /* wherever that has led */
    session_expect(&session, "Home");
    session_finish(&session);
}

Test(size, changes_three_hundred_times_and_ends_as_a_fresh_start, .timeout = 60)
{
    struct session session;
    unsigned seed = 20240229;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    session_press(&session, "Right Right c");
    for (int i = 1; i <= 300; i++) {
        seed = seed * 1103515245 + 12345;
        int columns = 1 + (int)(seed >> 16) % 200;
        seed = seed * 1103515245 + 12345;
        int rows = 1 + (int)(seed >> 16) % 60;
        session_resize(&session, columns, rows);
        session_read(&session, (int)(seed >> 8) % 3);
        if (i % 20 == 0)
            session_expect(&session, "Right Right c");
    }
    cr_assert_leq(session_clears(&session), 1, "resizing does not clear the screen");
    session_finish(&session);
}

Test(size, grows_out_of_too_small_with_everything_back, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    session_press(&session, "Tab Down Right");
    session_resize(&session, 20, 5);
    session_expect(&session, "Tab Down Right");
    session_resize(&session, 200, 60);
    session_expect(&session, "Tab Down Right");
    session_resize(&session, 120, 40);
    session_expect(&session, "Tab Down Right");
    session_finish(&session);
}

/* The program in a shell with job control, as people have it. The shell waits for a line while the program is
 * stopped. */
static const char job_control[] = "set -m; \"$@\"; echo stopped; read line; fg >/dev/null; echo ended $?";

static void expect_stopped(struct session *session)
{
    cr_assert(session_waits_for(session, "stopped"), "Ctrl-Z does not stop it");
    session_settle(session);
    session_expect_given_back(session, "stopped");
}

Test(size, changes_while_stopped_by_ctrl_z, .timeout = 60)
{
    struct session session;
    int status;
    session_start(&session, &(struct launch){.shell = job_control});
    session_settle_first(&session);
    session_press(&session, "Right Down");
    for (int i = 0; i < 2; i++)
        cr_assert(session_read(&session, 50));
    session_send(&session, "\032", 1);
    expect_stopped(&session);
    session_resize(&session, 110, 35);
    session_scribble(&session, "\033[5;3Ha mess\033[10;1Hof the shell's");
    session_send(&session, "\n", 1);
    session_expect(&session, "Right Down");
    cr_assert(session.alternate);
    cr_assert_neq(session.mouse, VTERM_PROP_MOUSE_NONE, "the mouse works again");
    session_type(&session, "Right");
    session_expect(&session, "Right Down Right");
    session_type(&session, "q");
    cr_assert(session_ended(&session, 5000, &status));
    session_expect_given_back(&session, "after fg and q");
    session_finish(&session);
}

Test(size, changes_while_stopped_from_outside, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    session_press(&session, "Right");
    for (int i = 0; i < 3; i++) {
        kill(session.child, SIGSTOP);
        int status;
        cr_assert_eq(waitpid(session.child, &status, WUNTRACED), session.child);
        session_resize(&session, 90 + 10 * i, 30 + i);
        session_scribble(&session, "\033[5;3Ha mess\033[10;1Hof the shell's");
        cr_assert_eq(tcsetattr(session.slave, TCSANOW, &session.found), 0); /* as a shell does */
        kill(session.child, SIGCONT);
        session_expect(&session, "Right");
    }
    session_type(&session, "Right"); /* keys come one by one again */
    session_expect(&session, "Right Right");
    session_finish(&session);
}

/* Where no shell could wake it up, Ctrl-Z must not put it to sleep for ever: a session of its own, as under `xterm
 * -e`. */
Test(size, ctrl_z_without_a_shell_leaves_it_running, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    session_send(&session, "\032", 1);
    session_settle(&session);
    session_type(&session, "Right");
    session_expect(&session, "Right");
    session_finish(&session);
}
