/* The matrices that a learner can look at, and the short names by which screens, formulas and lessons call them. */
#ifndef ATTNVIZ_LESSON_MATRICES_H
#define ATTNVIZ_LESSON_MATRICES_H

#include <stdbool.h>

#include "attnviz/engine/model.h"

enum av_view_id {
    AV_VIEW_EMBEDDING,   /* E[token]: one row a token           */
    AV_VIEW_POSITION,    /* P[i]                                 */
    AV_VIEW_EMBEDDING_S, /* the same of a source: E_s, P_s, and their sum x_s, of which every layer's k and v are */
    AV_VIEW_POSITION_S,
    AV_VIEW_SOURCE,
    AV_VIEW_X,      /* the layer's input                    */
    AV_VIEW_GAIN_1, /* the norm's gain and bias: (1, d_model); as of all that has one row, without tokens */
    AV_VIEW_SHIFT_1,
    AV_VIEW_NORM_1, /* N(x) before attention, or N(x + output) after it */
    AV_VIEW_W_Q,    /* of the current head: (d_model, d_k)  */
    AV_VIEW_W_K,
    AV_VIEW_W_V,
    AV_VIEW_B_Q, /* of the current head: (1, d_k)        */
    AV_VIEW_B_K,
    AV_VIEW_B_V,
    AV_VIEW_Q, /* of the current head: (n, d_k)        */
    AV_VIEW_K, /* of a source: (n_source, d_k), and V likewise */
    AV_VIEW_V,
    AV_VIEW_S,      /* (n, n), of a source (n, n_source): scores; all rows raw, scaled or masked, as the stage has it */
    AV_VIEW_A,      /* the same: weights                    */
    AV_VIEW_MIX,    /* a·V of the current head: (n, d_v)    */
    AV_VIEW_JOINED, /* all heads' a·V side by side: (n, n_head·d_v) */
    AV_VIEW_W_O,    /* (n_head·d_v, d_model)                */
    AV_VIEW_B_O,
    AV_VIEW_OUTPUT, /* joined · W_O: (n, d_model)           */
    AV_VIEW_SUM_1,  /* residual of attention                */
    AV_VIEW_GAIN_2,
    AV_VIEW_SHIFT_2,
    AV_VIEW_NORM_2,
    AV_VIEW_W_GATE, /* (d_model, d_ff)                      */
    AV_VIEW_W_UP,
    AV_VIEW_B_GATE,
    AV_VIEW_B_UP,
    AV_VIEW_GATE,
    AV_VIEW_UP,
    AV_VIEW_HIDDEN,
    AV_VIEW_W_DOWN, /* (d_ff, d_model)                      */
    AV_VIEW_B_DOWN,
    AV_VIEW_FEED,
    AV_VIEW_SUM_2, /* residual of the feed-forward         */
    AV_VIEW_FINAL_GAIN,
    AV_VIEW_FINAL_SHIFT,
    AV_VIEW_FINAL_NORM,
    AV_VIEW_W_OUT,  /* (d_model, vocab_size)                */
    AV_VIEW_LOGITS, /* (n, vocab_size)                      */
    AV_VIEW_NEXT,   /* (vocab_size, 1): probabilities of the next token, likeliest first */
    AV_VIEW_COST,   /* (figures, 1): what the step costs, see figures.h; no lesson calls it a matrix */
    AV_VIEW_COUNT,
};

/* What rows or columns stand for; the last four are those of the current head, where the whole matrix has more. */
enum av_axis {
    AV_AXIS_TOKENS, /* of the text that the steps read and write: where there is a source, its target */
    AV_AXIS_SOURCE,
    AV_AXIS_VOCABULARY,
    AV_AXIS_CANDIDATES,
    AV_AXIS_ONE,
    AV_AXIS_FIGURES,
    AV_AXIS_FEATURES, /* d_model */
    AV_AXIS_HIDDEN,   /* d_ff */
    AV_AXIS_JOINED,   /* n_head · d_v */
    AV_AXIS_QUERY,    /* d_k columns, of the query head */
    AV_AXIS_KEY,      /* d_k columns, of the key and value head that the query head reads */
    AV_AXIS_VALUE,    /* d_v columns, of the same */
    AV_AXIS_MIX,      /* d_v columns, of the query head */
};

struct av_matrix_info {
    const char *name;           /* the short one, below */
    enum av_axis rows, columns; /* in a model that attends to itself */
    int quantity;               /* enum av_quantity of a trace that its rows are; −1 where they are none */
};

const struct av_matrix_info *av_matrix_info(enum av_view_id id);

/* What its rows (columns) are in a model of this config: of K and V, and the columns of S and A, a source's tokens
 * where it attends to one. */
enum av_axis av_matrix_rows(const struct av_config *config, enum av_view_id id);
enum av_axis av_matrix_columns(const struct av_config *config, enum av_view_id id);

/* How many an axis has in the part of a matrix that is shown, in a lesson of n_token tokens and n_source of a
 * source. */
int av_axis_size(const struct av_config *config, enum av_axis axis, int n_token, int n_source);

/* The shape of a matrix after n_token tokens, as it is shown: of one head, where it has heads. False, and both 0, where
 * a model of this config has no such matrix. */
bool av_matrix_shape(const struct av_config *config, enum av_view_id id, int n_token, int n_source, int *rows,
                     int *columns);

/* The short name: "E", "P", "E_s", "P_s", "x_s", "x", "g1", "b1", "N1", "W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "Q",
 * "K", "V", "S", "A", "AV", "H", "W_O", "b_O", "O", "R1", "g2", "b2", "N2", "W_gate", "W_up", "b_gate", "b_up", "G",
 * "U", "F1", "W_down", "b_down", "F", "R2", "g", "b", "N", "W_out", "L", "p", "cost", in the order of the enum. */
const char *av_view_name(enum av_view_id id);

/* The matrix with this short name; false where there is none. */
bool av_view_parse(const char *name, enum av_view_id *id);

#endif
