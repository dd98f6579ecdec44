#include "mouse.h"

#include <stdlib.h>

#define DOUBLE_CLICK 400 /* ms */

/* Of a report's code. */
#define SHIFT     4
#define MODIFIERS (SHIFT | 8 | 16)
#define LEFT      0
#define WHEEL     64 /* and the three after it: up, down, left, right, as enum av_wheel has them */

#define BYTE_OFFSET 32
#define SIDE_MAX    9999 /* columns or lines; what is beyond is no report */

static void read_report(long code, long column, long line, struct av_event *event)
{
    long button = code & ~(long)MODIFIERS;
    if (code < 0 || column < 1 || column > SIDE_MAX || line < 1 || line > SIDE_MAX)
        return;
    struct av_event read = {.kind = AV_EVENT_CLICK, .x = (int)column - 1, .y = (int)line - 1};
    if (button >= WHEEL && button < WHEEL + AV_WHEEL_COUNT) {
        read.kind = AV_EVENT_WHEEL;
        read.wheel = (enum av_wheel)(button - WHEEL);
        if (code & SHIFT && read.wheel == AV_WHEEL_UP)
            read.wheel = AV_WHEEL_LEFT;
        else if (code & SHIFT && read.wheel == AV_WHEEL_DOWN)
            read.wheel = AV_WHEEL_RIGHT;
    }
    if (read.kind == AV_EVENT_WHEEL || button == LEFT)
        *event = read;
}

void av_mouse_read_digits(const char *report, struct av_event *event)
{
    long numbers[3];
    for (int i = 0; i < 3; i++) {
        char *end;
        if (*report < '0' || *report > '9')
            return;
        numbers[i] = strtol(report, &end, 10);
        if (*end != (i < 2 ? ';' : '\0'))
            return;
        report = end + 1;
    }
    read_report(numbers[0], numbers[1], numbers[2], event);
}

void av_mouse_read_bytes(const unsigned char report[3], struct av_event *event)
{
    read_report(report[0] - BYTE_OFFSET, report[1] - BYTE_OFFSET, report[2] - BYTE_OFFSET, event);
}

struct av_command av_presses_take(struct av_presses *presses, const struct av_canvas *canvas, int x, int y,
                                  long long now)
{
    bool second = presses->first && presses->x == x && presses->y == y && now - presses->at <= DOUBLE_CLICK;
    struct av_command twice = presses->twice;
    *presses = (struct av_presses){!second, x, y, now, av_canvas_hit_twice(canvas, x, y)};
    return second && twice.id != AV_COMMAND_NONE ? twice : av_canvas_hit(canvas, x, y);
}
