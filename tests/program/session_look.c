/* What is on the screen of a session, and whether it is right. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "attnviz/base/text.h"
#include "process.h"

#define LONG_ENOUGH 20000 /* ms */

VTermScreenCell session_cell(const struct session *session, int x, int y)
{
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(session->screen, (VTermPos){.row = y, .col = x}, &cell);
    return cell;
}

VTermPos session_cursor(const struct session *session)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(session->terminal), &at);
    return at;
}

/* The text of a row, and in columns (may be NULL) that of each byte of it. */
static size_t row_text(const struct session *session, int y, char *text, int *columns)
{
    size_t length = 0, used = 0;
    for (int x = 0; x < session->columns;) {
        VTermScreenCell cell = session_cell(session, x, y);
        size_t start = length;
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; i++)
            length += av_utf8_encode(cell.chars[i], text + length);
        if (length == start)
            text[length++] = ' ';
        for (size_t i = start; columns != NULL && i < length; i++)
            columns[i] = x;
        if (text[start] != ' ' || length - start > 1)
            used = length;
        x += cell.width > 1 ? cell.width : 1;
    }
    text[used] = '\0';
    return used;
}

static size_t row_room(const struct session *session)
{
    return (size_t)session->columns * VTERM_MAX_CHARS_PER_CELL * 4 + 2;
}

char *session_text(const struct session *session)
{
    char *text = malloc((size_t)session->rows * row_room(session) + 1);
    size_t length = 0;
    cr_assert_not_null(text);
    for (int y = 0; y < session->rows; y++) {
        length += row_text(session, y, text + length, NULL);
        text[length++] = '\n';
    }
    text[length] = '\0';
    return text;
}

bool session_find(const struct session *session, const char *text, int first, int *x, int *y)
{
    char *row = malloc(row_room(session));
    int *columns = malloc(row_room(session) * sizeof *columns);
    bool found = false;
    for (int i = first; i < session->rows && !found; i++) {
        row_text(session, i, row, columns);
        const char *at = strstr(row, text);
        found = at != NULL;
        if (found) {
            *x = columns[at - row];
            *y = i;
        }
    }
    free(row);
    free(columns);
    return found;
}

static char *printed(const struct session *session, const char *keys)
{
    char size[32];
    struct launch launch = session->launch;
    struct result result;
    int n = 0;
    snprintf(size, sizeof size, "%dx%d", session->columns, session->rows);
    while (launch.arguments[n] != NULL)
        n++;
    const char *const more[] = {"--print", "--size", size, "--keys", keys};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        launch.arguments[n++] = more[i];
    launch.shell = NULL;
    process_run(&result, &launch, NULL);
    cr_assert_eq(result.status, 0, "--print fails: %s", result.err);
    char *text = strdup(result.out);
    result_finish(&result);
    return text;
}

void session_expect(struct session *session, const char *keys)
{
    char *expected = printed(session, keys), *found = session_text(session);
    long long end = now_ms() + LONG_ENOUGH;
    while (strcmp(found, expected) != 0 && now_ms() < end && session_read(session, 10)) {
        free(found);
        found = session_text(session);
    }
    bool equal = strcmp(found, expected) == 0;
    if (!equal)
        cr_log_error("at %dx%d after “%s”, expected:\n%s\nfound:\n%s", session->columns, session->rows, keys, expected,
                     found);
    free(expected);
    free(found);
    cr_assert(equal, "the screen differs from --print's");
}

int session_clears(const struct session *session)
{
    static const char *const clears[] = {"\033[2J",       "\033[3J",         "\033[H\033[J",
                                         "\033[H\033[0J", "\033[1;1H\033[J", "\033c"};
    int count = 0;
    for (size_t i = 0; i < sizeof clears / sizeof *clears; i++) {
        for (const char *at = session->output; at != NULL && (at = strstr(at, clears[i])) != NULL; at++)
            count++;
    }
    return count;
}

/* Private modes that were switched, and how they stand at the end. Wrapping and the cursor are on where nobody touches
 * them. */
static void expect_modes_given_back(const struct session *session, const char *when)
{
    bool on[4096], known[4096] = {false};
    memset(on, 0, sizeof on);
    on[7] = on[25] = true;
    for (const char *at = session->output; at != NULL && (at = strstr(at, "\033[?")) != NULL; at++) {
        const char *end = at + 3 + strspn(at + 3, "0123456789;");
        for (const char *number = at + 3; number < end && (*end == 'h' || *end == 'l');) {
            char *rest;
            unsigned long mode = strtoul(number, &rest, 10);
            if (mode < 4096)
                on[mode] = *end == 'h', known[mode] = true;
            number = rest + 1;
        }
    }
    for (int mode = 0; mode < 4096; mode++)
        cr_expect(!known[mode] || on[mode] == (mode == 7 || mode == 25), "%s: mode %d is left %s", when, mode,
                  on[mode] ? "on" : "off");
}

void session_expect_given_back(struct session *session, const char *when)
{
    static const VTermAttr attributes[] = {VTERM_ATTR_BOLD, VTERM_ATTR_UNDERLINE, VTERM_ATTR_REVERSE};
    VTermState *state = vterm_obtain_state(session->terminal);
    struct termios left;
    VTermValue value;
    cr_assert_eq(tcgetattr(session->slave, &left), 0);
    cr_expect_eq(left.c_iflag, session->found.c_iflag, "%s: input modes", when);
    cr_expect_eq(left.c_oflag, session->found.c_oflag, "%s: output modes", when);
    cr_expect_eq(left.c_cflag, session->found.c_cflag, "%s: control modes", when);
    cr_expect_eq(left.c_lflag, session->found.c_lflag, "%s: local modes", when);
    cr_expect_eq(memcmp(left.c_cc, session->found.c_cc, sizeof left.c_cc), 0, "%s: control characters", when);
    cr_expect_not(session->alternate, "%s: left in the alternate screen", when);
    cr_expect_eq(session->mouse, VTERM_PROP_MOUSE_NONE, "%s: the mouse is left on", when);
    expect_modes_given_back(session, when);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        vterm_state_get_penattr(state, attributes[i], &value);
        cr_expect_eq(value.number, 0, "%s: attribute %zu is left on", when, i);
    }
    vterm_state_get_penattr(state, VTERM_ATTR_FOREGROUND, &value);
    cr_expect(VTERM_COLOR_IS_DEFAULT_FG(&value.color), "%s: a colour is left on", when);
    vterm_state_get_penattr(state, VTERM_ATTR_BACKGROUND, &value);
    cr_expect(VTERM_COLOR_IS_DEFAULT_BG(&value.color), "%s: a background is left on", when);
}
