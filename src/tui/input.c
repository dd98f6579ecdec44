#include "input.h"

#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "background.h"
#include "mouse.h"
#include "terminal.h"

/* ncurses itself has waited for ESCDELAY before it gives an Esc; both together stay below the 150 ms at which a key
 * feels slow. */
#define ESCAPE_WAIT       25
#define ESCAPE_WAIT_ASKED 75
#define SEQUENCE_WAIT     100
#define STRING_WAIT       2000

#define SEQUENCE_MAX 63
#define STRING_MAX   4096 /* what is longer is no answer */

#define BEL    0x07
#define ESCAPE 0x1b

/* Keys are read through a window that is never shown: reading through stdscr would draw it. */
static WINDOW *keys;

static bool mouse_wanted;

/* What terminals send for a key although their description has something else: both cursor modes, and both habits of
 * Home and End. */
static void define_keys(void)
{
    static const struct {
        const char *sequence;
        int key;
    } known[] = {
        {"\033[A", KEY_UP},     {"\033[B", KEY_DOWN},   {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT},
        {"\033[F", KEY_END},    {"\033[H", KEY_HOME},   {"\033[Z", KEY_BTAB},  {"\033OA", KEY_UP},
        {"\033OB", KEY_DOWN},   {"\033OC", KEY_RIGHT},  {"\033OD", KEY_LEFT},  {"\033OF", KEY_END},
        {"\033OH", KEY_HOME},   {"\033OM", KEY_ENTER},  {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END},
        {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[7~", KEY_HOME}, {"\033[8~", KEY_END},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (key_defined(known[i].sequence) == 0)
            define_key(known[i].sequence, known[i].key);
    }
}

enum av_status av_input_open(bool mouse, struct av_error *error)
{
    keys = newpad(1, 1);
    if (!keys)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for keys");
    keypad(keys, TRUE);
    nodelay(keys, TRUE);
    define_keys();
    define_key(NULL, KEY_MOUSE); /* its reports are read here */
    mouse_wanted = mouse;
    av_terminal_set_mouse(mouse_wanted);
    return AV_OK;
}

void av_input_resume(void)
{
    keypad(keys, TRUE);
    av_terminal_set_mouse(mouse_wanted);
}

void av_input_close(void)
{
    if (keys)
        delwin(keys);
    keys = NULL;
}

static void give_key(struct av_event *event, int key)
{
    if (key != AV_KEY_NONE)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = key};
}

/* A key that ncurses has a name for. */
static void take_named(int code, struct av_event *event)
{
    static const struct {
        int code, key;
    } names[] = {
        {KEY_RIGHT, AV_KEY_RIGHT},
        {KEY_LEFT, AV_KEY_LEFT},
        {KEY_DOWN, AV_KEY_DOWN},
        {KEY_UP, AV_KEY_UP},
        {KEY_HOME, AV_KEY_HOME},
        {KEY_FIND, AV_KEY_HOME},
        {KEY_A1, AV_KEY_HOME},
        {KEY_END, AV_KEY_END},
        {KEY_SELECT, AV_KEY_END},
        {KEY_C1, AV_KEY_END},
        {KEY_PPAGE, AV_KEY_PAGE_UP},
        {KEY_A3, AV_KEY_PAGE_UP},
        {KEY_NPAGE, AV_KEY_PAGE_DOWN},
        {KEY_C3, AV_KEY_PAGE_DOWN},
        {KEY_BTAB, AV_KEY_BACK_TAB},
        {KEY_ENTER, AV_KEY_ENTER},
        {KEY_BACKSPACE, AV_KEY_BACKSPACE},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].code == code)
            give_key(event, names[i].key);
    }
}

static void take_plain(struct av_input *input, int character, struct av_event *event)
{
    input->state = AV_INPUT_PLAIN;
    if (character == ESCAPE)
        input->state = AV_INPUT_ESCAPE;
    else if (character == '\n')
        give_key(event, AV_KEY_ENTER);
    else if (character == '\b')
        give_key(event, AV_KEY_BACKSPACE);
    else if (character < 0x80 || character >= 0xa0)
        give_key(event, character);
}

static bool is_asked(const struct av_input *input)
{
    return input->asked || input->last_asked;
}

/* It was the key. */
static void give_escape(struct av_input *input, struct av_event *event)
{
    input->state = is_asked(input) ? AV_INPUT_LATE : AV_INPUT_PLAIN;
    give_key(event, AV_KEY_ESCAPE);
}

static void begin(struct av_input *input, enum av_input_state state)
{
    input->state = state;
    input->length = 0;
}

static void take_after_escape(struct av_input *input, int character, struct av_event *event)
{
    if (character == '[') {
        begin(input, AV_INPUT_SEQUENCE);
    } else if (character == 'O') {
        begin(input, AV_INPUT_PAIR);
    } else if (character == ']' || character == 'P' || character == 'X' || character == '^' || character == '_') {
        begin(input, AV_INPUT_STRING);
        input->introducer = character;
    } else if (character == ESCAPE) {
        give_key(event, AV_KEY_ESCAPE); /* the first one; the second waits */
    } else {
        unget_wch(character);
        give_escape(input, event);
        input->state = AV_INPUT_PLAIN;
    }
}

static void end_sequence(struct av_input *input, int last, struct av_event *event)
{
    input->state = AV_INPUT_PLAIN;
    input->string[input->length] = '\0';
    if (last == 'c' && input->string[0] == '?')
        input->last_asked = false;
    else if (last == 'M' && input->string[0] == '<' && mouse_wanted)
        av_mouse_read_digits(input->string + 1, event);
}

static void take_in_sequence(struct av_input *input, int character, struct av_event *event)
{
    if (character < 0x20 || character > 0x7e) {
        take_plain(input, character, event);
        return;
    }
    bool first = input->length == 0, ends = character >= 0x40 && !(character == '[' && first);
    if (first && character == 'M' && mouse_wanted) {
        begin(input, AV_INPUT_MOUSE);
        return;
    }
    if (ends)
        end_sequence(input, character, event);
    else if (input->length == SEQUENCE_MAX)
        input->state = AV_INPUT_PLAIN;
    else
        input->string[input->length++] = (char)character;
}

/* One of the three bytes, which may be parts of no character. */
static void take_mouse_byte(struct av_input *input, int byte, struct av_event *event)
{
    input->string[input->length++] = (char)byte;
    if (input->length < 3)
        return;
    input->state = AV_INPUT_PLAIN;
    av_mouse_read_bytes((const unsigned char *)input->string, event);
}

static void end_string(struct av_input *input, struct av_event *event)
{
    input->state = AV_INPUT_PLAIN;
    if (input->introducer != ']' || input->length >= sizeof input->string)
        return;
    input->string[input->length] = '\0';
    if (av_background_parse(input->string, &event->theme)) {
        event->kind = AV_EVENT_BACKGROUND;
        input->asked = false;
    }
}

static void take_in_string(struct av_input *input, int character, struct av_event *event)
{
    if (input->introducer == ']' && input->length == 0 && (character < '0' || character > '9')) {
        unget_wch(character); /* no: Esc and ] were typed */
        unget_wch(']');
        give_escape(input, event);
        input->state = AV_INPUT_PLAIN;
    } else if (character == BEL) {
        end_string(input, event);
    } else if (character == ESCAPE) {
        input->state = AV_INPUT_STRING_END;
    } else if (input->length == STRING_MAX) {
        take_plain(input, character, event);
    } else {
        if (input->length < sizeof input->string)
            input->string[input->length] = (char)character;
        input->length++;
    }
}

/* It was no answer: its characters are keys after all. */
static void give_late_head(struct av_input *input)
{
    while (input->length > 0)
        unget_wch(input->string[--input->length]);
    unget_wch(input->introducer);
    input->state = AV_INPUT_PLAIN;
}

static void take_in_late_head(struct av_input *input, int character)
{
    bool string = input->introducer == ']';
    const char *head = string ? AV_BACKGROUND_ANSWER : "?";
    if (character != head[input->length]) {
        unget_wch(character);
        give_late_head(input);
        return;
    }
    input->string[input->length++] = (char)character;
    if (head[input->length] == '\0')
        input->state = string ? AV_INPUT_STRING : AV_INPUT_SEQUENCE;
}

static void take_late(struct av_input *input, int character, struct av_event *event)
{
    if (character != ']' && character != '[') {
        take_plain(input, character, event);
        return;
    }
    begin(input, AV_INPUT_LATE_HEAD);
    input->introducer = character;
}

static void take_character(struct av_input *input, int character, struct av_event *event)
{
    switch (input->state) {
    case AV_INPUT_PLAIN:
        take_plain(input, character, event);
        break;
    case AV_INPUT_ESCAPE:
        take_after_escape(input, character, event);
        break;
    case AV_INPUT_SEQUENCE:
        take_in_sequence(input, character, event);
        break;
    case AV_INPUT_MOUSE:
        take_mouse_byte(input, character, event);
        break;
    case AV_INPUT_PAIR:
        input->state = AV_INPUT_PLAIN;
        break;
    case AV_INPUT_STRING:
        take_in_string(input, character, event);
        break;
    case AV_INPUT_STRING_END:
        if (character == '\\')
            end_string(input, event);
        else
            take_after_escape(input, character, event); /* cut off by what begins here */
        break;
    case AV_INPUT_LATE:
        take_late(input, character, event);
        break;
    case AV_INPUT_LATE_HEAD:
        take_in_late_head(input, character);
        break;
    }
}

/* Nothing came: what has begun ends here. */
static void give_up(struct av_input *input, struct av_event *event)
{
    if (input->state == AV_INPUT_ESCAPE)
        give_escape(input, event);
    else if (input->state == AV_INPUT_LATE_HEAD)
        give_late_head(input);
    else if (input->state != AV_INPUT_LATE)
        input->state = AV_INPUT_PLAIN;
}

/* What ncurses has next: a key that it has a name for (KEY_CODE_YES), a character (OK), or nothing (ERR). */
static int read_next(const struct av_input *input, wint_t *next)
{
    if (input->state != AV_INPUT_MOUSE)
        return wget_wch(keys, next);
    int byte = wgetch(keys);
    *next = (wint_t)byte;
    return byte == ERR ? ERR : byte > UCHAR_MAX ? KEY_CODE_YES : OK;
}

bool av_input_next(struct av_input *input, bool waited, struct av_event *event)
{
    wint_t character;
    *event = (struct av_event){.kind = AV_EVENT_NONE};
    if (waited)
        give_up(input, event);
    while (event->kind == AV_EVENT_NONE) {
        errno = 0;
        int kind = read_next(input, &character);
        if (kind == ERR && errno == EIO)
            event->kind = AV_EVENT_GONE;
        else if (kind == ERR)
            return false;
        else if (kind != KEY_CODE_YES) {
            take_character(input, (int)character, event);
        } else if (input->state == AV_INPUT_ESCAPE) {
            ungetch((int)character);
            give_escape(input, event);
        } else {
            input->state = AV_INPUT_PLAIN;
            take_named((int)character, event);
        }
    }
    return true;
}

int av_input_patience(const struct av_input *input)
{
    switch (input->state) {
    case AV_INPUT_PLAIN:
    case AV_INPUT_LATE:
        return -1;
    case AV_INPUT_ESCAPE:
        return is_asked(input) ? ESCAPE_WAIT_ASKED : ESCAPE_WAIT;
    case AV_INPUT_STRING:
    case AV_INPUT_STRING_END:
        return STRING_WAIT;
    case AV_INPUT_SEQUENCE:
    case AV_INPUT_MOUSE:
    case AV_INPUT_PAIR:
    case AV_INPUT_LATE_HEAD:
        break;
    }
    return SEQUENCE_WAIT;
}
