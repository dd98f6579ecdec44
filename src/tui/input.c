#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/key.h"

/* Esc itself begins all sequences: only time tells them apart. Far below the 150 ms at which a key feels slow. */
#define ESCAPE_WAIT       40
#define ESCAPE_WAIT_ASKED 100
#define SEQUENCE_WAIT     100
#define STRING_WAIT       1000
#define ANSWER_WAIT       10000 /* once it has begun, it is an answer and no key */

#define BEL    0x07
#define CANCEL 0x18
#define ESCAPE 0x1b

#define ANSWER        "]11;"
#define ANSWER_LENGTH (sizeof ANSWER - 1)

static bool is_control(unsigned char byte)
{
    return byte < 0x20 || byte == 0x7f;
}

/* True where the held bytes from start on begin with text, as far as either goes. */
static bool begins(const struct av_input *input, size_t start, const char *text)
{
    size_t length = input->length - start, most = strlen(text);
    return memcmp(input->bytes + start, text, length < most ? length : most) == 0;
}

/* The length of the control sequence that is held, 0 where its end has not come. A byte that cannot be in one ends it. */
static size_t csi_length(const struct av_input *input)
{
    const unsigned char *bytes = input->bytes;
    size_t i = 2, n = input->length;
    if (n > 2 && bytes[2] == '[') /* the Linux console's function keys: ESC [ [ A */
        return n > 3 ? 4 : 0;
    if (n > 2 && bytes[2] == 'M') /* a mouse that does not know SGR: three bytes follow */
        return n > 5 ? 6 : 0;
    while (i < n && bytes[i] >= 0x20 && bytes[i] < 0x40)
        i++;
    if (i == n)
        return 0;
    return bytes[i] >= 0x40 && bytes[i] < 0x7f ? i + 1 : i;
}

/* The same for a control string (OSC, DCS, …) whose body begins at start, ended by BEL, ST or what begins anew. */
static size_t string_length(const struct av_input *input, size_t start)
{
    const unsigned char *bytes = input->bytes;
    size_t n = input->length;
    for (size_t i = start; i < n; i++) {
        if (bytes[i] == BEL || bytes[i] == CANCEL)
            return i + 1;
        if (bytes[i] == ESCAPE && i + 1 == n)
            return 0;
        if (bytes[i] == ESCAPE)
            return bytes[i + 1] == '\\' ? i + 2 : i;
    }
    return 0;
}

/* True while the held bytes from start on (behind an ESC, if that was there) may be the answer about the background. */
static bool is_answer(const struct av_input *input, size_t start)
{
    if (!begins(input, start, ANSWER))
        return false;
    for (size_t i = start + ANSWER_LENGTH; i < input->length; i++) {
        unsigned char byte = input->bytes[i];
        if (byte == BEL || byte == ESCAPE)
            return true;
        if (strchr("rgba:#/0123456789abcdefABCDEF", byte) == NULL || i - start > 40)
            return false;
    }
    return true;
}

/* The key that the terminal's description has these bytes for. */
static bool find_string(const struct av_input *input, size_t length, int *key)
{
    for (int i = 0; i < input->n_key; i++) {
        const char *text = input->keys[i].text;
        if (strlen(text) == length && memcmp(text, input->bytes, length) == 0) {
            *key = input->keys[i].key;
            return true;
        }
    }
    return false;
}

/* The number of held bytes that belong together, 0 where more may follow. */
static size_t escape_length(const struct av_input *input)
{
    const unsigned char *bytes = input->bytes;
    int key;
    if (input->length == 1)
        return 0;
    switch (bytes[1]) {
    case '[':
        return csi_length(input);
    case 'O':
        if (input->length == 2)
            return 0;
        return is_control(bytes[2]) ? 1 : 3;
    case ']':
        if (input->length > 2 && (bytes[2] < '0' || bytes[2] > '9'))
            return 1; /* Esc, then ] */
        return string_length(input, 2);
    case 'P':
    case 'X':
    case '^':
    case '_':
        return string_length(input, 2);
    default:
        break;
    }
    return find_string(input, 2, &key) ? 2 : 1;
}

static int key_by_letter(unsigned char final)
{
    switch (final) {
    case 'A':
        return AV_KEY_UP;
    case 'B':
        return AV_KEY_DOWN;
    case 'C':
        return AV_KEY_RIGHT;
    case 'D':
        return AV_KEY_LEFT;
    case 'F':
        return AV_KEY_END;
    case 'H':
        return AV_KEY_HOME;
    case 'M':
        return AV_KEY_ENTER;
    case 'Z':
        return AV_KEY_BACK_TAB;
    default:
        return AV_KEY_NONE;
    }
}

static int key_by_number(int number)
{
    switch (number) {
    case 1:
    case 7:
        return AV_KEY_HOME;
    case 4:
    case 8:
        return AV_KEY_END;
    case 5:
        return AV_KEY_PAGE_UP;
    case 6:
        return AV_KEY_PAGE_DOWN;
    default:
        return AV_KEY_NONE;
    }
}

/* A mouse's button as it is reported: bits 2 to 4 are the keys held with it. */
static void mouse_event(int button, int x, int y, bool pressed, struct av_event *event)
{
    static const int wheel[] = {AV_KEY_UP, AV_KEY_DOWN, AV_KEY_LEFT, AV_KEY_RIGHT};
    int plain = button & ~0x1c;
    if (plain >= 64 && plain < 68 && pressed)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = wheel[plain - 64]};
    else if (button == 0 && pressed)
        *event = (struct av_event){.kind = AV_EVENT_CLICK, .x = x - 1, .y = y - 1};
}

/* Up to most decimal numbers divided by ';', absent ones 0; the count, or −1 where there is anything else. */
static int parse_numbers(const unsigned char *bytes, size_t length, int *numbers, int most)
{
    int count = 1;
    numbers[0] = 0;
    for (size_t i = 0; i < length; i++) {
        int *number = &numbers[count - 1];
        if (bytes[i] >= '0' && bytes[i] <= '9' && *number < 10000)
            *number = *number * 10 + bytes[i] - '0';
        else if (bytes[i] == ';' && count < most)
            numbers[count++] = 0;
        else
            return -1;
    }
    return count;
}

static void csi_event(const unsigned char *bytes, size_t length, struct av_event *event)
{
    int numbers[3];
    unsigned char final = bytes[length - 1];
    if (bytes[2] == 'M' && length == 6) {
        mouse_event(bytes[3] - 32, bytes[4] - 32, bytes[5] - 32, (bytes[3] & 3) != 3, event);
        return;
    }
    if (bytes[2] == '<') {
        if ((final == 'M' || final == 'm') && parse_numbers(bytes + 3, length - 4, numbers, 3) == 3)
            mouse_event(numbers[0], numbers[1], numbers[2], final == 'M', event);
        return;
    }
    if (final == 'M' || parse_numbers(bytes + 2, length - 3, numbers, 3) < 0)
        return;
    event->key = final == '~' ? key_by_number(numbers[0]) : key_by_letter(final);
    event->kind = event->key == AV_KEY_NONE ? AV_EVENT_NONE : AV_EVENT_KEY;
}

/* Keys of the number pad in its application mode, and arrows in theirs. */
static int key_by_pad(unsigned char byte)
{
    if (byte >= 'p' && byte <= 'y')
        return '0' + byte - 'p';
    if (byte >= 'k' && byte <= 'm')
        return byte == 'k' ? '+' : byte == 'm' ? '-' : AV_KEY_NONE;
    return byte == 'Z' ? AV_KEY_NONE : key_by_letter(byte);
}

/* "rgb:hh…/hh…/hh…", each with one to four digits, of which the first two count. */
static bool parse_color(const char *text, uint32_t *color)
{
    *color = 0;
    const char *colon = strchr(text, ':');
    if (colon == NULL || strncmp(text, "rgb", 3) != 0)
        return false;
    text = colon + 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long value = strtoul(text, &end, 16);
        long digits = end - text;
        if (digits < 1 || digits > 4 || (i < 2 && *end != '/'))
            return false;
        *color = *color << 8 | (uint32_t)(value * 255 / ((1ul << (4 * digits)) - 1));
        text = end + 1;
    }
    return true;
}

static void answer_event(struct av_input *input, size_t start, size_t length, struct av_event *event)
{
    char text[64];
    size_t from = start + ANSWER_LENGTH;
    if (length < from || length - from >= sizeof text || !begins(input, start, ANSWER))
        return;
    snprintf(text, sizeof text, "%.*s", (int)(length - from), (const char *)input->bytes + from);
    if (parse_color(text, &event->color)) {
        event->kind = AV_EVENT_BACKGROUND;
        input->asked = false;
    }
}

/* What a whole sequence means. */
static void sequence_event(struct av_input *input, size_t length, struct av_event *event)
{
    const unsigned char *bytes = input->bytes;
    int key;
    if (length > 1 && find_string(input, length, &key))
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = key};
    else if (length == 1)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = AV_KEY_ESCAPE};
    else if (bytes[1] == '[' && length > 2)
        csi_event(bytes, length, event);
    else if (bytes[1] == 'O' && length == 3 && key_by_pad(bytes[2]) != AV_KEY_NONE)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = key_by_pad(bytes[2])};
    else if (bytes[1] == ']')
        answer_event(input, 1, length, event);
}

static size_t take_escape(struct av_input *input, bool waited, struct av_event *event)
{
    size_t length = escape_length(input);
    if (length > 0) {
        sequence_event(input, length, event);
        return length;
    }
    if (input->length == sizeof input->bytes) {
        input->in_string = true;
        return input->length;
    }
    if (!waited)
        return 0;
    if (input->length > 2) /* it has no end: whatever it was, no key */
        return input->length;
    sequence_event(input, 1, event); /* Esc, and perhaps a character after it */
    return 1;
}

/* A character beyond ASCII; bytes that are none, and C1 controls, give nothing. */
static size_t take_wide(const struct av_input *input, bool waited, struct av_event *event)
{
    unsigned char first = input->bytes[0];
    size_t expected = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    uint32_t code_point = 0;
    if (input->length < expected && !waited)
        return 0;
    size_t length = av_utf8_decode((const char *)input->bytes, input->length, &code_point);
    if (length > 0 && code_point >= 0xa0)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = (int)code_point};
    return length > 0 ? length : 1;
}

static size_t take_character(const struct av_input *input, bool waited, struct av_event *event)
{
    int key = input->bytes[0];
    if (key >= 0x80)
        return take_wide(input, waited, event);
    if (!find_string(input, 1, &key) && (key == '\n' || key == '\b'))
        key = key == '\n' ? AV_KEY_ENTER : AV_KEY_BACKSPACE;
    if (key != AV_KEY_NONE)
        *event = (struct av_event){.kind = AV_EVENT_KEY, .key = key};
    return 1;
}

/* The rest of a control string that had no room. */
static size_t take_string(struct av_input *input, bool waited)
{
    size_t length = string_length(input, 0);
    if (length > 0 || waited) {
        input->in_string = false;
        return length > 0 ? length : input->length;
    }
    return input->length - (input->bytes[input->length - 1] == ESCAPE); /* which may be half of its end */
}

/* An answer whose ESC came so much earlier that it was taken for the key. */
static size_t take_late_answer(struct av_input *input, bool waited, struct av_event *event)
{
    size_t length = string_length(input, 0);
    if (length > 0)
        answer_event(input, 0, length, event);
    else if (waited && input->length <= ANSWER_LENGTH)
        return take_character(input, waited, event); /* no: a hand typed these */
    else if (waited)
        return input->length;
    return length;
}

/* The bytes that the next event takes, 0 where more are waited for. */
static size_t take(struct av_input *input, bool waited, struct av_event *event)
{
    const unsigned char *bytes = input->bytes;
    if (input->in_string && bytes[0] == ESCAPE && input->length > 1 && bytes[1] != '\\')
        input->in_string = false; /* cut off by what begins here */
    if (input->in_string)
        return take_string(input, waited);
    if (bytes[0] == ESCAPE)
        return take_escape(input, waited, event);
    if (input->asked && input->after_escape && is_answer(input, 0))
        return take_late_answer(input, waited, event);
    return take_character(input, waited, event);
}

bool av_input_next(struct av_input *input, bool waited, struct av_event *event)
{
    if (waited && input->length == 0)
        input->in_string = false;
    while (input->length > 0) {
        *event = (struct av_event){.kind = AV_EVENT_NONE};
        size_t taken = take(input, waited, event);
        if (taken == 0)
            return false;
        input->length -= taken;
        memmove(input->bytes, input->bytes + taken, input->length);
        waited = waited && input->length > 0 && input->bytes[0] != ESCAPE;
        input->after_escape = event->kind == AV_EVENT_KEY && event->key == AV_KEY_ESCAPE;
        if (event->kind != AV_EVENT_NONE)
            return true;
    }
    return false;
}

int av_input_patience(const struct av_input *input)
{
    if (input->in_string)
        return STRING_WAIT;
    if (input->length == 0)
        return -1;
    if (input->bytes[0] != ESCAPE)
        return input->length > ANSWER_LENGTH ? ANSWER_WAIT : SEQUENCE_WAIT;
    if (input->length == 1)
        return input->asked ? ESCAPE_WAIT_ASKED : ESCAPE_WAIT;
    if (input->length > 2 && is_answer(input, 1))
        return ANSWER_WAIT;
    return input->length > 2 && input->bytes[1] != '[' && input->bytes[1] != 'O' ? STRING_WAIT : SEQUENCE_WAIT;
}
