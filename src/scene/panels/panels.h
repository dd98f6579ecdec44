/* The parts of the screen, one file each. Each draws what a player is about into its place on a canvas. */
#ifndef ATTNVIZ_SCENE_PANELS_PANELS_H
#define ATTNVIZ_SCENE_PANELS_PANELS_H

#include "attnviz/player/explain.h"
#include "attnviz/player/flow.h"
#include "attnviz/player/picker.h"
#include "attnviz/player/player.h"
#include "attnviz/player/spot.h"
#include "attnviz/scene/canvas.h"

#include "../layout.h"
#include "../matrix_fit.h"
#include "../strings.h"

struct av_pen {
    struct av_canvas *canvas;
    const struct av_player *player; /* NULL for the list of lessons … */
    const struct av_picker *picker; /* … and this for a lesson */
    enum av_language language;
    struct av_spot spot;        /* the cell that the formula is about */
    const struct av_flow *flow; /* of the number that is followed; NULL for none */
};

/* line.c: text in a line. Each returns the column after what it wrote. */
int av_draw_text(const struct av_pen *pen, int x, int y, enum av_role role, const char *text);
void av_draw_right(const struct av_pen *pen, int end, int y, enum av_role role, const char *text);
/* At most width columns, the last of them … where that is not all. */
int av_draw_cut(const struct av_pen *pen, int x, int y, int width, enum av_role role, const char *text);
/* Words broken into lines of width columns, at most lines of them, … at the end of what does not fit; returns the lines
 * used. */
int av_draw_wrapped(const struct av_pen *pen, int x, int y, int width, int lines, enum av_role role, const char *text);
/* Lines that it takes; and of all of them those on the screen's lines first … end − 1, where it begins on line y. */
int av_wrapped_lines(const struct av_pen *pen, int width, const char *text);
void av_draw_wrapped_part(const struct av_pen *pen, int x, int y, int width, int first, int end, enum av_role role,
                          const char *text);
int av_pen_width(const struct av_pen *pen, const char *text);
/* A place in a line that a click turns into a command. */
void av_add_hit(const struct av_pen *pen, int x, int y, int width, enum av_command_id id);

/* wheel.c: a rectangle where the wheel goes back (up, left) and forth (down, right); sideways only where that is
 * said. */
void av_add_wheel(const struct av_pen *pen, struct av_rectangle box, enum av_command_id back, enum av_command_id forth,
                  bool sideways);

/* The wheel over a panel scrolls it, as far as there is something hidden; other ways it goes through the stages. */
void av_add_panel_wheel(const struct av_pen *pen, const struct av_panel *panel, const struct av_matrix_fit *fit);

/* bar.c: a bar of eighths of a column, length columns long at a share of 1. */
void av_draw_bar(const struct av_pen *pen, int x, int y, int length, double share, enum av_role role);

/* bars.c: the lesson's title and the switches; and the switch of languages alone, in words. */
void av_draw_top_line(const struct av_pen *pen, int y);
const char *av_language_switch(const struct av_pen *pen);

/* keys.c: the key line of a context, from column 1 to before end. Returns where the next item would begin. */
int av_draw_keys(const struct av_pen *pen, int y, int end, enum av_context context);

/* source.c, tokens.c, stages.c: the strip of a source's tokens, that of tokens and the trail of stages. */
void av_draw_source(const struct av_pen *pen, int y);
void av_draw_tokens(const struct av_pen *pen, int y, bool glossed);
void av_draw_stages(const struct av_pen *pen, int y);

/* frame.c: a panel's frame with its title, which a click explains, and a remark at the right. */
void av_draw_frame(const struct av_pen *pen, const struct av_panel *panel, const char *title, const char *remark);

/* titles.c: what a matrix is called where the player stands, and what its rows are. */
const char *av_matrix_title(const struct av_pen *pen, enum av_view_id id, char *buffer, size_t size);
const char *av_matrix_remark(const struct av_pen *pen, const struct av_view *view, char *buffer, size_t size);

/* True for K and V at the stage project of a cached step: the new row is there, and not yet in the cache. */
bool av_waits_for_append(const struct av_player *player, enum av_view_id id);

/* matrix.c, next.c, cost.c: what is inside a panel. */
void av_draw_matrix(const struct av_pen *pen, const struct av_panel *panel);
void av_draw_next(const struct av_pen *pen, const struct av_panel *panel);
void av_draw_cost(const struct av_pen *pen, const struct av_panel *panel);

/* What a panel shows of its rows, and with how many decimals. */
struct av_page {
    int rows, decimals;
};
struct av_page av_matrix_page(const struct av_pen *pen, const struct av_panel *panel);
struct av_page av_next_page(const struct av_pen *pen, const struct av_panel *panel);

/* scene.c: that the screen has no room for anything else; the panels of a layout. */
void av_draw_too_small(const struct av_pen *pen);
void av_draw_panels(const struct av_pen *pen, const struct av_layout *layout);

/* formula.c: the sum behind the cell with the cursor, or behind the one that the stage is about. */
void av_draw_formula(const struct av_pen *pen, int y);
/* The sum behind a cell, wherever it is; and what is asked or said instead, false where there is nothing. */
void av_draw_explanation(const struct av_pen *pen, int y, const struct av_explanation *explanation);
bool av_draw_message(const struct av_pen *pen, int y);

/* working.c: a cell's working, over the whole screen. False, and nothing drawn, where none is open. */
#define AV_WORKING_DECIMALS 4 /* unless others are asked for by key */
bool av_draw_working(const struct av_pen *pen);

/* prompt.c: what is asked for and what was typed; what the last command did or why it did nothing. */
void av_draw_prompt(const struct av_pen *pen, int y);
void av_draw_notice(const struct av_pen *pen, int y);

/* notes.c: the narration. */
void av_draw_notes(const struct av_pen *pen, int y, int lines);

/* question.c: what is asked, or the score, in the layout's box. */
void av_draw_question(const struct av_pen *pen, const struct av_rectangle *place);

/* faults.c: what is wrong with the lesson's file, over the lower part of the screen; words say what becomes of the
 * lesson. */
void av_draw_faults(const struct av_pen *pen, const struct av_report *faults, const char *words);

/* flow.c: in the gap before a number, how the number that is followed reaches it; and what it flows into, in words. */
void av_draw_flow_mark(const struct av_pen *pen, const struct av_view *view, int row, int column, int x, int y,
                       int width);
void av_flow_words(const struct av_pen *pen, char *text, size_t size);

/* help.c: the keys, the marks and the glossary, over the whole screen. */
void av_draw_help(const struct av_pen *pen);

/* hint.c: the hint of the first start, in the lines above end. */
void av_draw_hint(const struct av_pen *pen, int end);

/* The role and the glyph of a state. */
enum av_role av_state_role(enum av_state state);
const char *av_state_glyph(enum av_state state);

#endif
