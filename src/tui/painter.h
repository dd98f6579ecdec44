/* The painter: makes the terminal show a canvas, and sends only what differs from what it shows already. */
#ifndef ATTNVIZ_TUI_PAINTER_H
#define ATTNVIZ_TUI_PAINTER_H

#include <stdbool.h>

#include "attnviz/scene/canvas.h"
#include "attnviz/scene/theme.h"

#include "bytes.h"
#include "palette.h"
#include "terminfo.h"

#define AV_PAINTS 256

/* A look with its sequences made. */
struct av_paint {
    int key; /* the cell's role and heat, + 1; 0: empty */
    struct av_look look;
    char foreground[24], background[24];
};

struct av_painter {
    const struct av_terminfo *info;
    enum av_depth depth;
    enum av_theme theme;

    struct av_canvas_cell *shown; /* [height·width] what the terminal shows; owned. Width 0 and text "?": unknown */
    int width, height;

    int x, y;            /* where the cursor stands; x is −1 where that is unknown */
    struct av_look look; /* what is switched on */
    size_t sgr_end;      /* where in out an SGR sequence ends that another one can be joined to; 0: nowhere */
    struct av_bytes out; /* the bytes of a frame; its owner sends and clears them */

    struct av_paint paints[AV_PAINTS];
};

void av_painter_init(struct av_painter *painter, const struct av_terminfo *info, enum av_depth depth);
void av_painter_finish(struct av_painter *painter);

/* Forgets what the terminal shows: the next frame writes every cell. With clear it is blanked first, which is seen as a
 * flash and is left to the first frame and to repairs. */
void av_painter_forget(struct av_painter *painter, bool clear);

/* Adds to out what makes the terminal show the canvas. Errors: AV_ERROR_MEMORY. */
enum av_status av_painter_draw(struct av_painter *painter, const struct av_canvas *canvas, enum av_theme theme,
                               struct av_error *error);

#endif
