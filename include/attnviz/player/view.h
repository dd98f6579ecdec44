/* A view: any matrix on the screen, as rows × columns of cells with a value and a state.
 *
 * Which numbers a view shows, and in which state, follows from where the player stands, from the trace and from its
 * stamps; nothing here draws. */
#ifndef ATTNVIZ_PLAYER_VIEW_H
#define ATTNVIZ_PLAYER_VIEW_H

#include <stdbool.h>

#include "attnviz/engine/stage.h"

struct av_player;

enum av_view_id {
    AV_VIEW_EMBEDDING, /* E[token]: one row a token           */
    AV_VIEW_POSITION,  /* P[i]                                 */
    AV_VIEW_X,         /* the layer's input                    */
    AV_VIEW_NORM_1,    /* N(x) before attention, or N(x + output) after it */
    AV_VIEW_W_Q,       /* of the current head: (d_model, d_k)  */
    AV_VIEW_W_K,
    AV_VIEW_W_V,
    AV_VIEW_Q, /* of the current head: (n, d_k)        */
    AV_VIEW_K,
    AV_VIEW_V,
    AV_VIEW_S,      /* (n, n): raw, scaled or masked scores, as the stage has it */
    AV_VIEW_A,      /* (n, n): weights                      */
    AV_VIEW_MIX,    /* a·V of the current head: (n, d_v)    */
    AV_VIEW_JOINED, /* all heads' a·V side by side: (n, n_head·d_v) */
    AV_VIEW_W_O,    /* (n_head·d_v, d_model)                */
    AV_VIEW_OUTPUT, /* joined · W_O: (n, d_model)           */
    AV_VIEW_SUM_1,  /* residual of attention                */
    AV_VIEW_NORM_2,
    AV_VIEW_GATE,
    AV_VIEW_UP,
    AV_VIEW_HIDDEN,
    AV_VIEW_FEED,
    AV_VIEW_SUM_2, /* residual of the feed-forward         */
    AV_VIEW_FINAL_NORM,
    AV_VIEW_W_OUT,  /* (d_model, vocab_size)                */
    AV_VIEW_LOGITS, /* (n, vocab_size)                      */
    AV_VIEW_NEXT,   /* (vocab_size, 1): probabilities of the next token, likeliest first */
    AV_VIEW_COUNT,
};

enum av_state {
    AV_STATE_NEW,        /* written in this step, never before                            + */
    AV_STATE_REUSED,     /* written in an earlier step, read in this one                  = */
    AV_STATE_RECOMPUTED, /* written in this step although an earlier step had the value   ! */
    AV_STATE_MASKED,     /* a score replaced by −∞, or a weight that is 0 because of it     */
    AV_STATE_DONE,       /* finished in an earlier step and not read again                  */
    AV_STATE_DISCARDED,  /* computed earlier and not kept                                 · */
    AV_STATE_NEVER,      /* what cached decoding skips                                    · */
    AV_STATE_FUTURE,     /* not computed yet                                                */
    AV_STATE_WEIGHT,     /* a parameter: the same in every step                             */
};

struct av_cell {
    float value;    /* meaningful where has_value */
    bool has_value; /* false: discarded, never computed, future */
    enum av_state state;
};

struct av_view {
    const struct av_player *player;
    enum av_view_id id;
    int rows, columns; /* rows: all tokens of the lesson, also those to come; both may be 0 */
};

/* The view as it is where the player stands. Cheap; made anew for each frame. */
struct av_view av_view_of(const struct av_player *player, enum av_view_id id);

/* False where this model, or this stage of it, has no such matrix. */
bool av_view_exists(const struct av_player *player, enum av_view_id id);

struct av_cell av_view_cell(const struct av_view *view, int row, int column);

/* The state of a row as a whole, for the glyph in front of it: what its unmasked part is. */
enum av_state av_view_row_state(const struct av_view *view, int row);

/* Labels: a token, a feature's name, "0", "1", … UTF-8, unescaped; owned by the lesson or by buffer[size]. */
const char *av_view_row_label(const struct av_view *view, int row, char *buffer, int size);
const char *av_view_column_label(const struct av_view *view, int column, char *buffer, int size);

/* True where rows (columns) are tokens, so that row i belongs to the token at place i. */
bool av_view_rows_are_tokens(enum av_view_id id);
bool av_view_columns_are_tokens(enum av_view_id id);

/* The views that a stage is about, most important first, ended with AV_VIEW_COUNT: those the scene makes bright and Tab visits
 * first. Only views that exist. Returns how many. */
int av_view_list(const struct av_player *player, enum av_view_id list[AV_VIEW_COUNT + 1]);

/* The short name: "Q", "K", "S", "W_Q", "x", … as in notes, formulas and titles. */
const char *av_view_name(enum av_view_id id);

#endif
