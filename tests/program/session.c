#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "attnviz/base/text.h"
#include "attnviz/player/key.h"
#include "process.h"

#define LONG_ENOUGH 20000 /* ms */
#define REST        20    /* ms without a byte, while the program sleeps */
#define WRAPPER_MAX 8
#define ESCAPE_REST 160 /* ms: it may wait for what follows an Esc */

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct session *session = user;
    if (property == VTERM_PROP_ALTSCREEN)
        session->alternate = value->boolean;
    else if (property == VTERM_PROP_CURSORVISIBLE)
        session->cursor_visible = value->boolean;
    else if (property == VTERM_PROP_MOUSE)
        session->mouse = value->number;
    return 1;
}

/* libvterm 0.1 crashes on a wide character where there is one column only, and such may still be on its way when the
 * terminal shrinks. */
static int safe_columns(int columns)
{
    return columns > 1 ? columns : 2;
}

static void make_terminal(struct session *session)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
    session->terminal = vterm_new(session->rows, safe_columns(session->columns));
    vterm_set_utf8(session->terminal, 1);
    session->screen = vterm_obtain_screen(session->terminal);
    vterm_screen_set_callbacks(session->screen, &callbacks, session);
    vterm_screen_enable_altscreen(session->screen, 1);
    vterm_screen_reset(session->screen, 1);
}

static void set_size(int fd, int columns, int rows)
{
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    cr_assert_eq(ioctl(fd, TIOCSWINSZ, &size), 0);
}

/* Puts the words of $ATTNVIZ_WRAPPER, a program such as valgrind and its options, into arguments; returns how many they
 * are. */
static size_t wrapper_arguments(const char **arguments, size_t size)
{
    static char words[1024];
    char *save = NULL;
    size_t n = 0;
    snprintf(words, sizeof words, "%s", getenv("ATTNVIZ_WRAPPER") != NULL ? getenv("ATTNVIZ_WRAPPER") : "");
    for (char *word = strtok_r(words, " ", &save); word != NULL && n < size; word = strtok_r(NULL, " ", &save))
        arguments[n++] = word;
    return n;
}

/* In the child: a session of its own, in the terminal. */
static void run(const struct session *session, const char *name)
{
    const struct launch *launch = &session->launch;
    const char *arguments[WRAPPER_MAX + ARGUMENTS_MAX + 8];
    size_t wrapped = launch->shell == NULL ? wrapper_arguments(arguments, WRAPPER_MAX) : 0;
    launch_arguments(launch, arguments + wrapped, ARGUMENTS_MAX + 8);
    setsid();
    int slave = open(name, O_RDWR);
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        dup2(slave, fd);
    for (int fd = STDERR_FILENO + 1; fd < 64; fd++)
        close(fd);
    for (int i = 1; i < 32; i++)
        signal(i, SIG_DFL); /* whoever runs the tests may ignore some */
    if (launch->ignores_hangup)
        signal(SIGHUP, SIG_IGN);
    launch_environment(launch);
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
}

void session_start(struct session *session, const struct launch *launch)
{
    char name[64];
    *session = (struct session){.launch = *launch};
    session->columns = launch->columns > 0 ? launch->columns : 80;
    session->rows = launch->rows > 0 ? launch->rows : 24;
    session->master = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert_geq(session->master, 0);
    cr_assert_eq(grantpt(session->master), 0);
    cr_assert_eq(unlockpt(session->master), 0);
    snprintf(name, sizeof name, "%s", ptsname(session->master));
    session->slave = open(name, O_RDWR | O_NOCTTY);
    cr_assert_geq(session->slave, 0);
    set_size(session->slave, session->columns, session->rows);
    cr_assert_eq(tcgetattr(session->slave, &session->found), 0);
    make_terminal(session);
    session->child = fork();
    cr_assert_geq(session->child, 0);
    if (session->child == 0)
        run(session, name);
}

void session_finish(struct session *session)
{
    if (session->child > 0) {
        kill(session->child, SIGKILL);
        waitpid(session->child, NULL, 0);
    }
    if (session->slave >= 0)
        close(session->slave);
    if (session->master >= 0)
        close(session->master);
    vterm_free(session->terminal);
    free(session->output);
}

static void keep(struct session *session, const char *bytes, size_t length)
{
    if (session->length + length + 1 > session->capacity) {
        session->capacity = 2 * (session->length + length + 1);
        session->output = realloc(session->output, session->capacity);
        cr_assert_not_null(session->output);
    }
    memcpy(session->output + session->length, bytes, length);
    session->length += length;
    session->output[session->length] = '\0';
}

/* libvterm 0.1 falls short of an xterm in three ways, which are made up for here: it misreads a character whose bytes
 * come in two pieces, takes only the first of several modes that are switched at once ("ESC [ ? 1006 ; 1000 h"), and
 * does not know how to repeat a character ("ESC [ 9 b"). */

/* How many of the bytes are whole characters and whole control sequences. */
static size_t whole_length(const char *bytes, size_t length)
{
    uint32_t code_point;
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if (byte >= 0xc0 && av_utf8_decode(bytes + length - back, back, &code_point) == 0)
            return length - back;
        if (byte < 0x80 || byte >= 0xc0)
            break;
    }
    for (size_t back = 1; back <= 40 && back <= length; back++) {
        const char *at = bytes + length - back;
        if (*at != '\033')
            continue;
        bool whole = back > 2 && 2 + strspn(at + 2, "?>0123456789:;") < back;
        return back == 1 || (at[1] == '[' && !whole) ? length - back : length;
    }
    return length;
}

static void write_terminal(struct session *session, const char *bytes, size_t length)
{
    vterm_input_write(session->terminal, bytes, length);
}

/* The modes after the first one, each as a sequence of its own; at stands on the '?'. */
static void write_other_modes(struct session *session, const char *at, const char *end)
{
    for (; at < end; at++) {
        char sequence[32];
        if (*at == ';')
            write_terminal(session, sequence,
                           (size_t)snprintf(sequence, sizeof sequence, "\033[?%d%c", atoi(at + 1), *end));
    }
}

/* Shows what has arrived. */
static void show(struct session *session)
{
    const char *bytes = session->output + session->shown;
    size_t length = whole_length(bytes, session->length - session->shown), written = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\033' || i + 1 == length || bytes[i + 1] != '[') {
            session->last = bytes[i] >= ' ' ? bytes[i] : session->last;
            continue;
        }
        const char *end = bytes + i + 2 + strspn(bytes + i + 2, "?>0123456789:;");
        size_t next = (size_t)(end - bytes) + (*end != '\033'); /* an Esc cuts a sequence short and begins the next */
        if (*end == 'b' || bytes[i + 2] == '?') {
            write_terminal(session, bytes + written, (*end == 'b' ? i : next) - written);
            written = next;
        }
        for (int n = *end == 'b' ? atoi(bytes + i + 2) : 0; n > 0; n--)
            write_terminal(session, &session->last, 1);
        if (bytes[i + 2] == '?' && (*end == 'h' || *end == 'l'))
            write_other_modes(session, bytes + i + 2, end);
        i = next - 1;
    }
    write_terminal(session, bytes + written, length - written);
    session->shown += length;
}

bool session_read(struct session *session, int milliseconds)
{
    char bytes[16384];
    struct pollfd master = {.fd = session->master, .events = POLLIN};
    if (poll(&master, 1, milliseconds) != 1)
        return true;
    ssize_t got = read(session->master, bytes, sizeof bytes);
    if (got <= 0)
        return false;
    keep(session, bytes, (size_t)got);
    show(session);
    return true;
}

/* True where the program waits for something, and has read all that was sent. Where the system has no /proc, time must
 * tell. */
static bool is_idle(const struct session *session)
{
    char path[64], line[512] = "";
    int unread = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)session->child);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return true;
    char *read = fgets(line, sizeof line, file);
    fclose(file);
    const char *name_end = read != NULL ? strrchr(line, ')') : NULL;
    if (session->slave >= 0 && session->launch.shell == NULL)
        ioctl(session->slave, FIONREAD, &unread);
    return unread == 0 && (name_end == NULL || name_end[2] != 'R');
}

static void settle_for(struct session *session, int rest)
{
    long long end = now_ms() + LONG_ENOUGH, since = now_ms();
    while (now_ms() < end && now_ms() - since < rest) {
        size_t before = session->length;
        if (!session_read(session, 4))
            return;
        if (session->length != before || !is_idle(session))
            since = now_ms();
    }
}

void session_settle(struct session *session)
{
    settle_for(session, REST);
}

void session_settle_first(struct session *session)
{
    long long end = now_ms() + LONG_ENOUGH;
    while (session->length == 0 && now_ms() < end && session_read(session, 50))
        continue;
    session_settle(session);
}

void session_send(struct session *session, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = write(session->master, bytes, length);
        cr_assert(sent > 0 || errno == EINTR, "the terminal takes no keys");
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        }
        session_read(session, 0);
    }
}

/* What the terminal has to say, because of a key or the mouse. */
static void send_answers(struct session *session)
{
    char bytes[256];
    size_t length;
    while ((length = vterm_output_read(session->terminal, bytes, sizeof bytes)) > 0)
        session_send(session, bytes, length);
}

static void send_key(struct session *session, int key)
{
    static const struct {
        int key;
        VTermKey vterm;
    } special[] = {
        {AV_KEY_TAB, VTERM_KEY_TAB},        {AV_KEY_ENTER, VTERM_KEY_ENTER},
        {AV_KEY_ESCAPE, VTERM_KEY_ESCAPE},  {AV_KEY_BACKSPACE, VTERM_KEY_BACKSPACE},
        {AV_KEY_RIGHT, VTERM_KEY_RIGHT},    {AV_KEY_LEFT, VTERM_KEY_LEFT},
        {AV_KEY_DOWN, VTERM_KEY_DOWN},      {AV_KEY_UP, VTERM_KEY_UP},
        {AV_KEY_HOME, VTERM_KEY_HOME},      {AV_KEY_END, VTERM_KEY_END},
        {AV_KEY_PAGE_UP, VTERM_KEY_PAGEUP}, {AV_KEY_PAGE_DOWN, VTERM_KEY_PAGEDOWN},
    };
    bool sent = false;
    for (size_t i = 0; i < sizeof special / sizeof *special && !sent; i++) {
        sent = special[i].key == key;
        if (sent)
            vterm_keyboard_key(session->terminal, special[i].vterm, VTERM_MOD_NONE);
    }
    if (!sent && key == AV_KEY_BACK_TAB)
        vterm_keyboard_key(session->terminal, VTERM_KEY_TAB, VTERM_MOD_SHIFT);
    else if (!sent && key < ' ')
        vterm_keyboard_unichar(session->terminal, (uint32_t)(key | 0x60), VTERM_MOD_CTRL);
    else if (!sent)
        vterm_keyboard_unichar(session->terminal, (uint32_t)key, VTERM_MOD_NONE);
    send_answers(session);
}

static void send_keys(struct session *session, const char *keys, bool rest)
{
    char *copy = strdup(keys), *save = NULL;
    for (char *name = strtok_r(copy, " ", &save); name != NULL; name = strtok_r(NULL, " ", &save)) {
        int key;
        cr_assert(av_key_parse(name, &key), "no key has the name %s", name);
        send_key(session, key);
        if (rest)
            settle_for(session, key == AV_KEY_ESCAPE ? ESCAPE_REST : REST);
    }
    free(copy);
}

void session_press(struct session *session, const char *keys)
{
    send_keys(session, keys, true);
}

void session_type(struct session *session, const char *keys)
{
    send_keys(session, keys, false);
}

void session_click(struct session *session, int button, int x, int y)
{
    vterm_mouse_move(session->terminal, y, x, VTERM_MOD_NONE);
    vterm_mouse_button(session->terminal, button, true, VTERM_MOD_NONE);
    send_answers(session);
    session_settle(session);
    vterm_mouse_button(session->terminal, button, false, VTERM_MOD_NONE);
    send_answers(session);
    session_settle(session);
}

void session_click_fast(struct session *session, int times, int x, int y)
{
    char bytes[512];
    size_t length = 0;
    vterm_mouse_move(session->terminal, y, x, VTERM_MOD_NONE);
    for (int i = 0; i < 2 * times; i++) {
        vterm_mouse_button(session->terminal, 1, i % 2 == 0, VTERM_MOD_NONE);
        length += vterm_output_read(session->terminal, bytes + length, sizeof bytes - length);
    }
    session_send(session, bytes, length);
    session_settle(session);
}

void session_resize(struct session *session, int columns, int rows)
{
    session->columns = columns;
    session->rows = rows;
    vterm_set_size(session->terminal, rows, safe_columns(columns));
    set_size(session->master, columns, rows);
}

void session_scribble(struct session *session, const char *text)
{
    vterm_input_write(session->terminal, text, strlen(text));
}

bool session_waits_for(struct session *session, const char *text)
{
    long long end = now_ms() + LONG_ENOUGH;
    int x, y;
    while (!session_find(session, text, 0, &x, &y)) {
        if (now_ms() > end || !session_read(session, 20))
            return session_find(session, text, 0, &x, &y);
    }
    return true;
}

bool session_ended(struct session *session, int milliseconds, int *status)
{
    long long end = now_ms() + milliseconds;
    do {
        if (session->master >= 0)
            session_read(session, 2);
        if (await_child(session->child, session->master >= 0 ? 0 : milliseconds, status)) {
            session->child = -1;
            for (size_t before = session->length + 1; session->master >= 0 && before != session->length;) {
                before = session->length;
                session_read(session, 50); /* the system hands over what it holds in its own time */
            }
            return true;
        }
    } while (now_ms() < end);
    return false;
}
