/* Workings: how the number of one cell was made, whole. A table with a column for each term, what follows from it, and
 * for every number that was taken from elsewhere, the cell that it was taken from.
 *
 * Nothing is kept: each number is read from the trace, or worked out in the engine's own order, when it is asked for.
 * The last of them is the cell's number to the last bit. */
#ifndef ATTNVIZ_PLAYER_WORKING_H
#define ATTNVIZ_PLAYER_WORKING_H

#include <stdbool.h>

#include "attnviz/player/explain.h"

/* A cell of a matrix, as it is at a place. */
struct av_address {
    enum av_view_id view;
    struct av_place place;
    int row, column;
};

/* What one entry of a working says: a line of the table, which has a number in each column, or a single number. */
enum av_entry {
    AV_ENTRY_A, /* a product a·b, and Σ of those so far; the bias, where there is one, is the last product */
    AV_ENTRY_B,
    AV_ENTRY_PRODUCT,
    AV_ENTRY_PRODUCT_SUM,
    AV_ENTRY_B_ODD, /* of a rotation: the same a by the neighbour's column of W */
    AV_ENTRY_PRODUCT_ODD,
    AV_ENTRY_PRODUCT_ODD_SUM,
    AV_ENTRY_TERM, /* of a plain sum */
    AV_ENTRY_TERM_SUM,

    AV_ENTRY_SCORE,    /* softmax: a masked score, or a logit */
    AV_ENTRY_SHIFTED,  /* s − max                             */
    AV_ENTRY_TEMPERED, /* (s − max) / temperature             */
    AV_ENTRY_EXP,
    AV_ENTRY_EXP_SUM,
    AV_ENTRY_SHARE, /* exp / Σ exp                               */
    AV_ENTRY_KEPT,  /* the share; 0 where top-k or top-p drop it */
    AV_ENTRY_KEPT_SUM,
    AV_ENTRY_PROBABILITY, /* what is kept / Σ of that */

    AV_ENTRY_X, /* norm */
    AV_ENTRY_X_SUM,
    AV_ENTRY_CENTRED, /* x − mean    */
    AV_ENTRY_SQUARED, /* (x − mean)² */
    AV_ENTRY_SQUARED_SUM,

    AV_ENTRY_ROWS, /* a cost: factors of each kind of work, their product, and Σ of those so far */
    AV_ENTRY_IN,
    AV_ENTRY_OUT,
    AV_ENTRY_LAYERS,
    AV_ENTRY_WORK,
    AV_ENTRY_WORK_SUM,
    AV_ENTRY_STEP, /* the cost of each step */
    AV_ENTRY_STEP_SUM,

    AV_ENTRY_EVEN, /* single numbers; of a rotation: the two that are turned, and by how much */
    AV_ENTRY_ODD,
    AV_ENTRY_COS,
    AV_ENTRY_SIN,
    AV_ENTRY_RAW, /* what is divided by √d_k, masked, or removed by the mask */
    AV_ENTRY_D_K,
    AV_ENTRY_ROOT_D_K,
    AV_ENTRY_MASK,
    AV_ENTRY_MAX, /* of a softmax */
    AV_ENTRY_TEMPERATURE,
    AV_ENTRY_OWN_EXP,
    AV_ENTRY_ALL_EXP,
    AV_ENTRY_ALL_KEPT,
    AV_ENTRY_MEAN, /* of a norm */
    AV_ENTRY_OWN_CENTRED,
    AV_ENTRY_VARIANCE,
    AV_ENTRY_EPSILON,
    AV_ENTRY_ROOT,   /* √(variance + ε)                          */
    AV_ENTRY_NORMAL, /* (x − mean) / √(variance + ε)             */
    AV_ENTRY_GAIN,
    AV_ENTRY_BIAS,
    AV_ENTRY_GATE,     /* of the feed-forward's functions           */
    AV_ENTRY_GATE_EXP, /* exp(−gate)                                */
    AV_ENTRY_SILU,     /* gate / (1 + exp(−gate))                   */
    AV_ENTRY_UP,
    AV_ENTRY_GELU_U,   /* √(2/π)·(up + 0.044715·up³)                */
    AV_ENTRY_GELU_EXP, /* exp(−2u): gelu is up / (1 + exp(−2u))     */
    AV_ENTRY_RESULT,   /* what the layer before gives               */
    AV_ENTRY_COUNTED,  /* a cost: what the engine counted                      */
    AV_ENTRY_UNCACHED, /* other figures */
    AV_ENTRY_CACHED,
    AV_ENTRY_COMPARED,
    AV_ENTRY_HELD, /* bytes: rows · layers · heads of K and V · numbers of both · bytes of one */
    AV_ENTRY_N_LAYER,
    AV_ENTRY_N_KV_HEAD,
    AV_ENTRY_NUMBERS,
    AV_ENTRY_NUMBER_BYTES,
    AV_ENTRY_COUNT,
};

/* Where the number of an entry comes from. */
enum av_entry_source {
    AV_SOURCE_MADE,     /* of the numbers above it                        */
    AV_SOURCE_CELL,     /* a cell of a matrix                             */
    AV_SOURCE_CONSTANT, /* the model, or the lesson's sampling, has it so */
};
enum av_entry_source av_entry_source(enum av_entry entry);

#define AV_ENTRIES_MAX 16

struct av_working {
    struct av_explanation explanation; /* of the cell; its view is as it was at the cell's place */
    int n_term;
    int n_column;   /* terms, and the bias after them */
    int own_column; /* the cell's own among them, where each column makes a cell; else −1 */
    int n_line;     /* entries of the table … */
    int n_entry;    /* … and, after them, the single ones */
    enum av_entry entries[AV_ENTRIES_MAX];
    int last_kept;         /* where sampling drops tokens: the last that stays, and its share */
    float last_kept_share; /* NaN: none is dropped */
};

/* A number of a working. */
struct av_operand {
    bool has_value; /* false where an entry has none in this column */
    float value;
    bool is_count;            /* a cost: value rounds … */
    double count;             /* … this whole number     */
    bool has_origin;          /* taken from a cell, which has this value to the last bit … */
    struct av_address origin; /* … and is where this is said */
};

/* The working of a cell, by the trace that the player looks at. False where there is no such cell, or it has no
 * number. */
bool av_working_open(const struct av_player *player, const struct av_address *at, struct av_working *working);

/* Where the cell is. */
struct av_address av_working_address(const struct av_working *working);

/* An entry's numbers in count columns from first on, 0 ≤ first, first + count ≤ n_column (a single entry has column 0
 * alone). Takes as long as there are columns up to the last one asked for, at most. */
void av_working_read(const struct av_working *working, int entry, int first, int count, struct av_operand *operands);

/* One of them. */
struct av_operand av_working_at(const struct av_working *working, int entry, int column);

#define AV_LARGEST_MAX 3

/* The entry by whose size the columns are told apart: products, terms, exponentials, squares, work; −1 where there is
 * no table. */
int av_working_telling(const struct av_working *working);

/* The columns that matter most: those with the largest of these, largest first, none that
 * is 0. Returns how many, at most AV_LARGEST_MAX. */
int av_working_largest(const struct av_working *working, int columns[AV_LARGEST_MAX]);

/* Where in the lesson's file the number of a cell stands that is made of no others, as a JSON path in out[size]; false,
 * and "", where it stands in none: it is made of others, or is a sinusoid. */
bool av_working_file_place(const struct av_working *working, char *out, size_t size);

#endif
