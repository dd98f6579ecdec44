/* The palette: a style's colours, as near as the terminal comes to them. */
#ifndef ATTNVIZ_TUI_PALETTE_H
#define ATTNVIZ_TUI_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/scene/theme.h"

#include "terminfo.h"

/* How the terminal is told a colour. */
enum av_depth {
    AV_DEPTH_NONE,
    AV_DEPTH_8,
    AV_DEPTH_16,
    AV_DEPTH_88,
    AV_DEPTH_256,
    AV_DEPTH_DIRECT, /* 0xrrggbb, by the terminal's own description */
    AV_DEPTH_TRUE,   /* 0xrrggbb, by the sequences that everybody knows and few descriptions have */
};

/* What the terminal can show. colorterm is $COLORTERM, or NULL. */
enum av_depth av_palette_depth(const struct av_terminfo *info, const char *colorterm);

enum { AV_LOOK_BOLD = 1, AV_LOOK_DIM = 2, AV_LOOK_UNDERLINE = 4, AV_LOOK_INVERSE = 8 };

#define AV_LOOK_DEFAULT (-1) /* the terminal's own colour */

struct av_look {
    unsigned attributes;
    int foreground, background; /* a colour number or 0xrrggbb, as the depth has it */
};

/* The look of a style. color_spoils is that of terminfo.h: attributes that cannot go with colours. */
struct av_look av_palette_look(enum av_depth depth, const struct av_style *style, int color_spoils);

#endif
