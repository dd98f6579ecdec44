/* What the terminal can do, as ncurses' terminfo describes it.
 *
 * Only the low level of ncurses is used (setupterm, tiparm). Its screens know no true colour with the descriptions that
 * people have, run out of colour pairs, trust one idea of how wide a character is, and hand out the bytes of an unknown
 * sequence as keys; painter.c and input.c do those two things for canvases and key bindings, and need little more than
 * these strings for it. */
#ifndef ATTNVIZ_TUI_TERMINFO_H
#define ATTNVIZ_TUI_TERMINFO_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/status.h"

#include "bytes.h"

enum av_capability {
    AV_CAN_MOVE,       /* cup: to row, column */
    AV_CAN_MOVE_RIGHT, /* cuf: by so many columns */
    AV_CAN_BLANK,      /* ech: so many columns, the cursor stays */
    AV_CAN_CLEAR,
    AV_CAN_ERASE_LINE, /* el: to the end of the line */
    AV_CAN_ENTER,      /* smcup: the alternate screen */
    AV_CAN_LEAVE,
    AV_CAN_RESET, /* sgr0: no attributes, no colours */
    AV_CAN_BOLD,
    AV_CAN_DIM,
    AV_CAN_UNDERLINE,
    AV_CAN_INVERSE,
    AV_CAN_FOREGROUND, /* setaf: colour number */
    AV_CAN_BACKGROUND,
    AV_CAN_COUNT,
};

#define AV_KEY_STRINGS_MAX 16

/* What a key sends. */
struct av_key_string {
    const char *text;
    int key; /* enum av_key */
};

struct av_terminfo {
    const char *name;              /* $TERM */
    const char *can[AV_CAN_COUNT]; /* NULL where the terminal cannot */
    struct av_key_string keys[AV_KEY_STRINGS_MAX];
    int n_key;
    int colors;         /* 0: none */
    bool direct;        /* colour numbers are 0xrrggbb */
    bool mouse;         /* it has one: an emulator on a screen, not a console or an old machine */
    bool wraps_at_once; /* a character in the last column moves on to the next line */
    bool moves_styled;  /* the cursor may move while attributes are on */
    int width, height;  /* the size it says, where the system does not know */
    int color_spoils;   /* ncv: attributes that cannot go with colours, by bit (terminfo(5)) */
    char pool[2048];    /* holds the strings */
    size_t pool_used;
};

#define AV_COLOR_SPOILS_UNDERLINE (1 << 1)
#define AV_COLOR_SPOILS_INVERSE   (1 << 2)
#define AV_COLOR_SPOILS_DIM       (1 << 4)
#define AV_COLOR_SPOILS_BOLD      (1 << 5)

/* Reads the description of the terminal that $TERM names. Errors: AV_ERROR_TERMINAL where there is none or it cannot
 * show a screen, with what to do about it. */
enum av_status av_terminfo_read(struct av_terminfo *info, struct av_error *error);
void av_terminfo_finish(struct av_terminfo *info);

/* Adds a capability with its parameters (unused ones 0); nothing where the terminal cannot. */
void av_terminfo_add(const struct av_terminfo *info, struct av_bytes *bytes, enum av_capability capability, int a,
                     int b);

#endif
