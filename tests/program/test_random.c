#include <criterion/criterion.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "attnviz/base/random.h"
#include "attnviz/player/keymap.h"
#include "session.h"

#define KEYS   10000
#define BURST  40
#define BURSTS (KEYS / BURST)

static uint64_t drawn;

/* From 0 to n − 1. */
static int below(int n)
{
    return (int)(av_random_bits(20261129, drawn++) % (uint64_t)n);
}

/* Most keys do something somewhere; some are typed into the prompt line; none of them quits. */
static int random_key(void)
{
    static const int typed[] = {
        '0', '1', '2', '5', '9', '.', '-', '+', 'e', 't', 'o', '/', '~', 0x4e66 /* 书 */, AV_KEY_SPACE, AV_KEY_ENTER};
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (;;) {
        int key = below(10) == 0 ? typed[below((int)(sizeof typed / sizeof *typed))] : bindings[below((int)count)].key;
        if (key != 'q' && key > 0)
            return key;
    }
}

/* Adds the key's name to the list. */
static void add_key(char *keys, size_t size, int key)
{
    char name[AV_KEY_NAME_BYTES];
    size_t length = strlen(keys);
    snprintf(keys + length, size - length, "%s%s", length > 0 ? " " : "", av_key_name(key, name, sizeof name));
}

/* The last row has the keys, and one of them quits. */
static int row_but_last(const struct session *session)
{
    return session->rows > 1 ? below(session->rows - 1) : 0;
}

/* A burst of keys, typed as fast as they go; sometimes a click, a turn of the wheel, another size. */
static void act(struct session *session, char *keys, size_t size)
{
    keys[0] = '\0';
    for (int i = 0; i < BURST; i++)
        add_key(keys, size, random_key());
    session_type(session, keys);
    session_read(session, 20);
    int what = below(4);
    if (what == 0)
        session_click(session, below(2) == 0 ? 1 : 4 + below(2), below(session->columns), row_but_last(session));
    else if (what == 1)
        session_click_fast(session, 2, below(session->columns), row_but_last(session));
    else if (what == 2)
        session_resize(session, 1 + below(140), 1 + below(50));
}

/* In a folder of its own, as keys may write a lesson to a file. */
static const char in_a_folder[] =
    "folder=$(mktemp -d) && cd \"$folder\" && \"$@\"; status=$?; rm -rf \"$folder\"; exit $status";

static void press_at_random(const char *lesson, const char *language)
{
    struct session session;
    char keys[BURST * (AV_KEY_NAME_BYTES + 1)];
    int status;
    session_start(&session, &(struct launch){.columns = 120,
                                             .rows = 40,
                                             .lesson = lesson,
                                             .arguments = {"--lang", language},
                                             .shell = in_a_folder,
                                             .asks = true});
    session_settle_first(&session);
    for (int burst = 0; burst < BURSTS / 2; burst++) {
        act(&session, keys, sizeof keys);
        cr_assert_not(session_ended(&session, 0, &status), "it ended with %x at burst %d: %s", (unsigned)status, burst,
                      keys);
    }
    session_resize(&session, 80, 24);
    for (int i = 0; i < 7; i++) /* out of all that may be open, one after the other */
        session_press(&session, "Escape");
    session_type(&session, "q");
    cr_assert(session_ended(&session, 20000, &status));
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ends with %x", (unsigned)status);
    session_expect_given_back(&session, "at the end");
    session_finish(&session);
}

Test(random, ten_thousand_keys_break_nothing, .timeout = 600)
{
    press_at_random(NULL, "en");
    press_at_random(LESSONS "/begin.json", "zh");
}
