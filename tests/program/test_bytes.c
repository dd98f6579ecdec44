#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "session.h"

/* Over a slow line every byte is seen. A key costs 3 KiB at the most in the mean; one that shows other panels, somewhat
 * more than twice that. The whole screen would be 8 KiB and more. */
#define BYTES_MEAN 3072
#define BYTES_MAX  7168

static void tour(struct session *session, const char *keys)
{
    char *copy = strdup(keys), *save = NULL;
    size_t most = 0, sum = 0, count = 0;
    for (char *key = strtok_r(copy, " ", &save); key != NULL; key = strtok_r(NULL, " ", &save)) {
        size_t before = session->length;
        session_press(session, key);
        size_t bytes = session->length - before;
        most = bytes > most ? bytes : most;
        sum += bytes;
        count++;
        cr_expect_leq(bytes, (size_t)BYTES_MAX, "%s (key %zu): %zu bytes", key, count, bytes);
    }
    cr_expect_leq(sum / count, (size_t)BYTES_MEAN);
    cr_log_info("%zu keys, %zu bytes each, at most %zu", count, sum / count, most);
    free(copy);
}

Test(bytes, of_a_key_are_few_and_never_clear_the_screen, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_expect_leq(session_clears(&session), 1, "the first frame may");
    int clears = session_clears(&session);
    tour(&session,
         "Right Right Right Right Right Right Right Right Right Right Right Right Down Right Right Right Right Left "
         "Left "
         "Down Down Up Up Up Tab Right Right Down Down Up Left Tab Down Tab Down Escape c Right Right Right Right Down "
         "Left c ] [ Home Down Down Down Down End Left Left Left c c");
    cr_expect_eq(session_clears(&session), clears);
    session_finish(&session);
}

/* What replaces the whole screen may take more, but does not flash either. */
Test(bytes, of_a_new_screen_do_not_clear_it, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    int clears = session_clears(&session);
    session_press(&session, "? Escape L L t t t");
    session_resize(&session, 90, 30);
    session_settle(&session);
    cr_expect_eq(session_clears(&session), clears);
    session_finish(&session);
}

Test(bytes, are_none_for_a_key_that_does_nothing, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    size_t before = session.length;
    session_press(&session, "Z Q Escape");
    cr_expect_eq(session.length, before);
    session_finish(&session);
}
