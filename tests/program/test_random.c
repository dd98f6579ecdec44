#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "../player/random_keys.h"
#include "attnviz/player/key.h"
#include "session.h"

#define KEYS     10000
#define BURST    40
#define BURSTS   (KEYS / BURST)
#define SESSIONS 5

static struct random_keys keys_drawn = {.seed = 20261129};

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
    return session->rows > 1 ? random_below(&keys_drawn, session->rows - 1) : 0;
}

/* What the lesson asks where it begins is answered first: once it is changed, it asks no more. */
static int key_of(int burst)
{
    return burst == 0 ? random_answer(&keys_drawn) : random_key(&keys_drawn);
}

/* A burst of keys, typed as fast as they go; sometimes a click, a turn of the wheel, another size. */
static void act(struct session *session, int burst, char *keys, size_t size)
{
    keys[0] = '\0';
    for (int i = 0; i < BURST; i++)
        add_key(keys, size, key_of(burst));
    session_type(session, keys);
    session_read(session, 20);
    int what = random_below(&keys_drawn, 4);
    if (what == 0)
        session_click(session, random_below(&keys_drawn, 2) == 0 ? 1 : 4 + random_below(&keys_drawn, 2),
                      random_below(&keys_drawn, session->columns), row_but_last(session));
    else if (what == 1)
        session_click_fast(session, 2, random_below(&keys_drawn, session->columns), row_but_last(session));
    else if (what == 2)
        session_resize(session, 1 + random_below(&keys_drawn, 140), 1 + random_below(&keys_drawn, 50));
}

/* In a folder of its own, as keys may write a lesson to a file. */
static const char in_a_folder[] =
    "folder=$(mktemp -d) && cd \"$folder\" && \"$@\"; status=$?; rm -rf \"$folder\"; exit $status";

static void press_at_random(const char *lesson, const char *language, const char *place)
{
    struct session session;
    char keys[BURST * (AV_KEY_NAME_BYTES + 1)];
    int status;
    session_start(&session, &(struct launch){.columns = 120,
                                             .rows = 40,
                                             .lesson = lesson,
                                             .arguments = {"--lang", language, "--at", place},
                                             .shell = in_a_folder,
                                             .asks = true});
    session_settle_first(&session);
    for (int burst = 0; burst < BURSTS / SESSIONS; burst++) {
        act(&session, burst, keys, sizeof keys);
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
    /* where there are questions, of each kind */
    press_at_random(NULL, "en", "10:append");
    press_at_random(NULL, "zh", "10:scores");
    press_at_random(NULL, "en", "10:softmax");
    press_at_random(LESSONS "/generate.json", "zh", "2:logits");
    press_at_random(LESSONS "/generate.json", "en", "7:softmax");
}
