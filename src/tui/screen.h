/* The screen: a canvas goes to ncurses, which sends the terminal what has changed. */
#ifndef ATTNVIZ_TUI_SCREEN_H
#define ATTNVIZ_TUI_SCREEN_H

#include <stdbool.h>

#include "attnviz/scene/canvas.h"
#include "attnviz/scene/theme.h"

/* Begin with all zero. */
struct av_screen {
    struct av_canvas_cell *shown; /* [height·width] what ncurses has been told; owned */
    bool blank;                   /* it has been told nothing yet, and shown holds nothing */
    void *run;                    /* [width] cchar_t: cells on their way; owned */
    int width, height;
    enum av_theme theme;
};

void av_screen_finish(struct av_screen *screen);

/* Shows the canvas, which is as large as the terminal. Errors: AV_ERROR_MEMORY. */
enum av_status av_screen_draw(struct av_screen *screen, const struct av_canvas *canvas, enum av_theme theme,
                              struct av_error *error);

/* The next frame clears the terminal and is sent whole: somebody else has written on it. */
void av_screen_repaint(void);

#endif
