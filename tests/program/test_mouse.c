#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

#define SLOWLY 600000 /* µs between two clicks that are no double click */

Test(mouse, a_click_goes_to_a_token_or_a_stage, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "桌子", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "g 6 Enter");
    cr_assert(session_find(&session, "softmax", 0, &x, &y));
    session_click(&session, 1, x + 3, y);
    session_expect(&session, "g 6 Enter Right Right Right Right Right Right");
    session_finish(&session);
}

Test(mouse, a_click_selects_a_cell, .timeout = 60)
{
    struct session session;
    int x, y, top;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "E[token]", 0, &x, &top));
    cr_assert(session_find(&session, "书", top, &x, &y));
    session_click(&session, 1, x + 8, y); /* somewhere in the second or third number of the row */
    VTermPos cursor = session_cursor(&session);
    cr_assert_eq(cursor.row, y, "the cell cursor is not in the row");
    cr_assert_leq(abs(cursor.col - (x + 8)), 6);
    int found_x, found_y;
    cr_assert(session_find(&session, "E(书", 0, &found_x, &found_y), "the formula does not speak of the cell");
    session_finish(&session);
}

Test(mouse, a_click_on_a_switch_turns_it_once, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "KV cache", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "c");
    cr_assert(session_find(&session, "EN/", 0, &x, &y));
    session_click(&session, 1, x, y);
    session_expect(&session, "c L");
    session_finish(&session);
}

Test(mouse, a_double_click_opens_a_lesson_in_the_list, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.lesson = "-"});
    cr_assert(session_waits_for(&session, "is a loop"), "the list");
    session_settle(&session);
    cr_assert(session_find(&session, "is a loop", 0, &x, &y));
    session_click_fast(&session, 2, x, y);
    session_expect(&session, "Down Enter");
    session_finish(&session);
}

Test(mouse, a_click_or_two_slow_ones_choose_a_lesson_in_the_list, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.lesson = "-"});
    cr_assert(session_waits_for(&session, "is a loop"), "the list");
    session_settle(&session);
    cr_assert(session_find(&session, "is a loop", 0, &x, &y));
    for (int i = 0; i < 2; i++) {
        session_click(&session, 1, x, y);
        session_expect(&session, "Down");
        usleep(SLOWLY);
    }
    session_press(&session, "Enter");
    session_expect(&session, "Down Enter");
    session_finish(&session);
}

Test(mouse, two_clicks_on_a_switch_turn_it_twice, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "KV cache", 0, &x, &y));
    session_click_fast(&session, 3, x, y);
    session_expect(&session, "c c c");
    cr_assert(session_find(&session, "→", 39, &x, &y));
    session_click_fast(&session, 4, x, y);
    session_expect(&session, "c c c Right Right Right Right");
    session_finish(&session);
}

Test(mouse, other_clicks_do_nothing, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 200, .rows = 60});
    session_settle_first(&session);
    session_press(&session, "Right");
    cr_assert(session_find(&session, "桌子", 0, &x, &y));
    session_click(&session, 2, x, y);
    session_click(&session, 3, x, y);
    session_click(&session, 1, 199, 59); /* outside everything */
    session_click(&session, 1, 0, 59);
    vterm_mouse_move(session.terminal, 30, 30, VTERM_MOD_NONE);
    session_settle(&session);
    session_expect(&session, "Right");
    session_finish(&session);
}

Test(mouse, is_left_to_the_terminal_where_it_is_not_wanted, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40, .arguments = {"--no-mouse"}});
    session_settle_first(&session);
    cr_assert_eq(session.mouse, VTERM_PROP_MOUSE_NONE);
    for (const char *mode = "9;1000;1001;1002;1003;1005;1006;1015;1016"; *mode != '\0';) {
        char sequence[32] = "\033[?";
        size_t length = strcspn(mode, ";");
        strncat(sequence, mode, length);
        strcat(sequence, "h");
        cr_assert_null(strstr(session.output, sequence), "mouse mode %.*s is on", (int)length, mode);
        mode += length + (mode[length] == ';');
    }
    session_expect(&session, "");
    session_finish(&session);
}

Test(mouse, is_on_otherwise, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    cr_assert_neq(session.mouse, VTERM_PROP_MOUSE_NONE);
    session_finish(&session);
}

/* What the wheel turns. */

#define WHEEL_UP    4 /* buttons */
#define WHEEL_DOWN  5
#define WHEEL_LEFT  "66" /* in reports */
#define WHEEL_RIGHT "67"
#define WITH_SHIFT  "69" /* and down */

/* Sends a report as a terminal does that knows digits. */
static void report(struct session *session, const char *code, int x, int y)
{
    char bytes[32];
    session_send(session, bytes, (size_t)snprintf(bytes, sizeof bytes, "\033[<%s;%d;%dM", code, x + 1, y + 1));
    session_settle(session);
}

Test(wheel, steps_where_nothing_else_turns, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "This step", 0, &x, &y) || session_find(&session, "KV cache", 1, &x, &y));
    session_click(&session, WHEEL_DOWN, x, y);
    session_expect(&session, "Right");
    session_click(&session, WHEEL_DOWN, 60, 37); /* the narration */
    session_expect(&session, "Right Right");
    session_click(&session, WHEEL_UP, x, y);
    session_click(&session, WHEEL_UP, x, y);
    session_click(&session, WHEEL_UP, 0, 0); /* there is nothing before the first, as it says */
    session_expect(&session, "Right Right Left Left Left");
    session_finish(&session);
}

Test(wheel, turns_tokens_over_the_tokens_and_stages_over_the_stages, .timeout = 60)
{
    struct session session;
    int x, token, stage;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    cr_assert(session_find(&session, "桌子", 0, &x, &token));
    cr_assert(session_find(&session, "softmax", 0, &x, &stage));
    session_click(&session, WHEEL_DOWN, x, token);
    session_click(&session, WHEEL_DOWN, 119, token);
    session_expect(&session, "Down Down");
    session_click(&session, WHEEL_UP, 0, token);
    session_expect(&session, "Down Down Up");
    session_click(&session, WHEEL_DOWN, x, stage);
    session_expect(&session, "Down Down Up Right");
    report(&session, WHEEL_RIGHT, x, token);
    report(&session, WHEEL_RIGHT, x, stage);
    report(&session, WITH_SHIFT, x, stage);
    session_expect(&session, "Down Down Up Right Down Right Right");
    report(&session, WHEEL_LEFT, x, token);
    report(&session, WHEEL_LEFT, x, stage);
    report(&session, WHEEL_RIGHT, x, 39); /* the key line goes nowhere sideways */
    session_expect(&session, "Down Down Up Right Down Right Right Up Left");
    session_finish(&session);
}

Test(wheel, scrolls_the_help, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){0});
    session_settle_first(&session);
    session_press(&session, "?");
    session_click(&session, WHEEL_DOWN, 40, 10);
    session_click(&session, WHEEL_DOWN, 0, 0);
    session_click(&session, WHEEL_UP, 79, 23);
    session_expect(&session, "? Down Down Up");
    session_finish(&session);
}

Test(wheel, chooses_in_the_list_of_lessons, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.lesson = "-"});
    cr_assert(session_waits_for(&session, "is a loop"), "the list");
    session_settle(&session);
    session_click(&session, WHEEL_UP, 40, 3); /* it is the first already */
    session_click(&session, WHEEL_DOWN, 40, 3);
    session_expect(&session, "Down");
    session_finish(&session);
}

Test(wheel, stops_playing_as_the_keys_do, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    session_type(&session, "- - - a"); /* a step in three seconds */
    session_click(&session, WHEEL_DOWN, 60, 37);
    session_expect(&session, "- - - a Right");
    session_finish(&session);
}

/* How terminals tell of the mouse. */

Test(mouse, is_understood_in_digits_and_in_bytes, .timeout = 60)
{
    static const char *const terms[] = {"xterm-256color", "xterm", "tmux-256color", "screen", "rxvt"};
    for (size_t i = 0; i < 2 * sizeof terms / sizeof *terms; i++) {
        struct session session;
        char bytes[32];
        int x, y;
        session_start(&session, &(struct launch){.columns = 200, .rows = 40, .term = terms[i / 2]});
        session_settle_first(&session);
        cr_assert(session_find(&session, "KV cache", 0, &x, &y), "%s", terms[i / 2]);
        cr_assert_gt(x, 95, "bytes of it are no characters");
        int length = i % 2 == 0
                         ? snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1, y + 1)
                         : snprintf(bytes, sizeof bytes, "\033[M %c%c\033[M#%c%c", x + 33, y + 33, x + 33, y + 33);
        session_send(&session, bytes, (size_t)length);
        session_expect(&session, "c");
        session_press(&session, "Right");
        session_expect(&session, "c Right");
        session_finish(&session);
    }
}

Test(mouse, is_lost_in_no_burst, .timeout = 60)
{
    static const char digits[] = "\033[<65;60;39M\033[<65;60;39M\033[<65;60;39M";
    static const char bytes[] = "\033[Ma\\G\033[Ma\\Gn\033[Ma\\G"; /* the same place, and a key between */
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    session_send(&session, digits, strlen(digits));
    session_expect(&session, "Right Right Right");
    session_send(&session, bytes, strlen(bytes));
    session_expect(&session, "Right Right Right Right Right n Right");
    session_finish(&session);
}

Test(mouse, may_arrive_in_pieces, .timeout = 60)
{
    static const char *const reports[] = {"\033[<65;60;39M", "\033[Ma\\G"};
    struct session session;
    session_start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_settle_first(&session);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < strlen(reports[i]); k++) {
            session_send(&session, &reports[i][k], 1);
            usleep(k > 1 ? 5000 : 0); /* an Esc alone would be the key */
        }
        session_expect(&session, i == 0 ? "Right" : "Right Right");
    }
    session_finish(&session);
}

Test(mouse, tells_nothing_of_other_buttons_that_is_a_click, .timeout = 60)
{
    static const char *const others[] = {"66", "67", "128", "35", "32", "1", "2", "3"};
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 90, .rows = 30});
    session_settle_first(&session);
    cr_assert(session_find(&session, "KV cache", 0, &x, &y));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char bytes[8] = {'\033', '[', 'M', (char)(32 + atoi(others[i])), (char)(33 + x), (char)(33 + y), '\0'};
        report(&session, others[i], x, y);
        session_send(&session, bytes, 6);
        session_settle(&session);
    }
    session_expect(&session, "");
    session_finish(&session);
}

Test(wheel, scrolls_a_panel_that_does_not_fit, .timeout = 60)
{
    struct session session;
    int x, y;
    session_start(&session, &(struct launch){.columns = 60, .rows = 16, .arguments = {"--at", "13:softmax"}});
    session_settle_first(&session);
    cr_assert(session_find(&session, "↕ 7–13/13", 0, &x, &y));
    session_click(&session, WHEEL_UP, 20, 8);
    cr_assert(session_find(&session, "↕ 5–11/13", 0, &x, &y), "a third of seven");
    for (int i = 0; i < 5; i++)
        session_click(&session, WHEEL_UP, 20, 8);
    cr_assert(session_find(&session, "↕ 1–7/13", 0, &x, &y));
    cr_assert(session_find(&session, "a(。", 0, &x, &y), "it has moved to another cell");
    session_send(&session, "\033[<65;20;8M\033[<65;20;8M\033[<65;20;8M\033[<65;20;8M", 44); /* a fast turn */
    session_expect(&session, "");
    session_finish(&session);
}
