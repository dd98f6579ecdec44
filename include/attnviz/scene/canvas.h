/* A canvas: the screen as a value. A grid of cells, each with a glyph, a role and a heat, and what the mouse can do
 * where. Terminal, golden test and text output are readers of one canvas. */
#ifndef ATTNVIZ_SCENE_CANVAS_H
#define ATTNVIZ_SCENE_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/status.h"
#include "attnviz/base/text.h"
#include "attnviz/player/command.h"

/* What a cell is for; the theme says how it looks (theme.h). */
enum av_role {
    AV_ROLE_TEXT,
    AV_ROLE_STRONG,  /* text that matters here */
    AV_ROLE_QUIET,   /* text that rests */
    AV_ROLE_BRAND,   /* the program's name */
    AV_ROLE_BAR,     /* top line and key line */
    AV_ROLE_BAR_KEY, /* a key in the key line */
    AV_ROLE_FRAME,
    AV_ROLE_FRAME_BRIGHT,
    AV_ROLE_FRAME_FOCUS,
    AV_ROLE_TITLE, /* of a resting panel */
    AV_ROLE_TITLE_BRIGHT,
    AV_ROLE_TOKEN,
    AV_ROLE_TOKEN_CURRENT,
    AV_ROLE_TOKEN_GENERATED,
    AV_ROLE_STAGE_CURRENT,
    AV_ROLE_CACHE_ON,
    AV_ROLE_CACHE_OFF,
    AV_ROLE_NEW, /* the states of cells, as enum av_state has them */
    AV_ROLE_REUSED,
    AV_ROLE_RECOMPUTED,
    AV_ROLE_MASKED,
    AV_ROLE_DONE,
    AV_ROLE_DISCARDED,
    AV_ROLE_NEVER,
    AV_ROLE_FUTURE,
    AV_ROLE_WEIGHT,
    AV_ROLE_CURSOR, /* the cell cursor */
    AV_ROLE_SPOT,   /* the cell that the formula line is about, while no cursor is in a panel */
    AV_ROLE_GOOD,   /* what the cache saves, a proof that holds */
    AV_ROLE_ERROR,
    AV_ROLE_CHANGED,      /* what the learner's last change made different */
    AV_ROLE_FLOW,         /* what is made of the number that is followed … */
    AV_ROLE_FLOW_FURTHER, /* … and what is made of that */
    AV_ROLE_COUNT,
};

struct av_canvas_cell {
    char text[AV_GLYPH_BYTES]; /* "" in the second column of a wide glyph */
    unsigned char width;       /* 1, 2; 0 for that second column */
    unsigned char role;        /* enum av_role */
    unsigned char heat;        /* 0: none; 1 … 255: a background from cold to hot */
};

/* A rectangle that a click turns into a command. With a cell_width it is a grid of cells, one row high each: the
 * command's argument[1] grows by one a row, argument[2] by one a cell. */
struct av_hit {
    int x, y, width, height;
    int cell_width; /* 0: the same command everywhere in the rectangle */
    struct av_command command;
    struct av_command twice; /* what a double click does besides; id AV_COMMAND_NONE: it is two clicks */
};

#define AV_HITS_MAX 512

enum av_wheel { AV_WHEEL_UP, AV_WHEEL_DOWN, AV_WHEEL_LEFT, AV_WHEEL_RIGHT, AV_WHEEL_COUNT };

/* A rectangle in which each turn of the wheel is a command; of a way with the id AV_COMMAND_NONE, nothing. */
struct av_wheel_area {
    int x, y, width, height;
    struct av_command turn[AV_WHEEL_COUNT];
};

#define AV_WHEEL_AREAS_MAX 32

struct av_canvas {
    struct av_canvas_cell *cells; /* [height·stride]; owned, unless it is part of another */
    int width, height;
    int stride; /* cells from a row to the next: width, or that of the canvas that it is part of */
    enum av_charset charset;
    int cursor_x, cursor_y; /* where the hardware cursor belongs: the selected cell, token or typed text */
    struct av_hit *hits;    /* [AV_HITS_MAX]; owned; the last one that holds a point counts */
    int n_hit;
    struct av_wheel_area *wheel_areas; /* [AV_WHEEL_AREAS_MAX]; owned; as above */
    int n_wheel_area;
};

/* A blank canvas, all spaces. width, height ≥ 1. Errors: AV_ERROR_MEMORY. */
enum av_status av_canvas_init(struct av_canvas *canvas, int width, int height, enum av_charset charset,
                              struct av_error *error);
void av_canvas_finish(struct av_canvas *canvas);

/* Gives it another size, blank. The old canvas stays as it was where memory runs out. */
enum av_status av_canvas_resize(struct av_canvas *canvas, int width, int height, struct av_error *error);

/* Blank, nothing for the mouse, cursor at 0, 0. */
void av_canvas_clear(struct av_canvas *canvas);

/* A part of a canvas as a canvas of its own, to be drawn on: what the mouse may do there is not known to the whole.
 * Nothing is copied, and nothing is to be finished. The rectangle lies within the canvas. */
struct av_canvas av_canvas_part(const struct av_canvas *canvas, int x, int y, int width, int height);

struct av_canvas_cell *av_canvas_at(struct av_canvas *canvas, int x, int y);

/* Writes text from (x, y) to the right, at most columns wide (a glyph that would be cut is left out), nothing outside
 * the canvas. Escapes what is not printable. Returns the columns written. */
int av_canvas_text(struct av_canvas *canvas, int x, int y, int columns, enum av_role role, const char *text);

/* Fills a rectangle with one sign, the first glyph of its text, which takes one column. Nothing outside the canvas. */
void av_canvas_fill(struct av_canvas *canvas, int x, int y, int width, int height, enum av_role role, const char *sign);

/* Gives columns cells from (x, y) on another role, or a heat; their text stays. Nothing outside the canvas. */
void av_canvas_paint(struct av_canvas *canvas, int x, int y, int columns, enum av_role role);
void av_canvas_heat(struct av_canvas *canvas, int x, int y, int columns, int heat);

/* The command of a click on a point, the one that a second click adds, and the one of a turn of the wheel; id
 * AV_COMMAND_NONE where there is none. */
struct av_command av_canvas_hit(const struct av_canvas *canvas, int x, int y);
struct av_command av_canvas_hit_twice(const struct av_canvas *canvas, int x, int y);
struct av_command av_canvas_wheel(const struct av_canvas *canvas, int x, int y, enum av_wheel wheel);

/* What is more than AV_HITS_MAX or AV_WHEEL_AREAS_MAX is left out. */
void av_canvas_add_hit(struct av_canvas *canvas, struct av_hit hit);
void av_canvas_add_wheel_area(struct av_canvas *canvas, struct av_wheel_area area);

#endif
