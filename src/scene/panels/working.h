/* A working as it is drawn: which of its lines and columns are in sight, and what they are called. */
#ifndef ATTNVIZ_SCENE_PANELS_WORKING_H
#define ATTNVIZ_SCENE_PANELS_WORKING_H

#include "names.h"

/* A line of the sheet. */
enum av_sheet_line {
    AV_LINE_ENTRY, /* of the table, or a single number */
    AV_LINE_RANKS, /* which terms are the largest      */
    AV_LINE_CHART, /* how large each is                */
    AV_LINE_GAP,
    AV_LINE_RESULT,
    AV_LINE_GENERAL, /* the formula in letters           */
    AV_LINE_GIVEN,   /* what a given number is           */
    AV_LINE_FILE,    /* where it stands                  */
};

#define AV_SHEET_LINES_MAX 40

struct av_working_sheet {
    const struct av_pen *pen;
    struct av_working working;
    struct av_stop stop;     /* the cursor */
    struct av_rectangle box; /* inside the frame */
    struct {
        enum av_sheet_line kind;
        int entry; /* of AV_LINE_ENTRY; of a chart, its line from the top */
    } lines[AV_SHEET_LINES_MAX];
    int n_line, first_line; /* first in sight, below the column labels */
    int chart;              /* lines of it */
    int label_width, remark_width, cell_width;
    int first_column, n_column; /* in sight */
    int largest[AV_LARGEST_MAX], n_largest;
};

/* working_words.c: what an entry is called, and what is said of it; in buffer. */
const char *av_entry_label(const struct av_working_sheet *sheet, int entry, char *buffer, size_t size);
const char *av_entry_remark(const struct av_working_sheet *sheet, int entry, int column, char *buffer, size_t size);

/* What a column is about: a feature, a token, the bias; in buffer. */
const char *av_term_label(const struct av_working_sheet *sheet, int column, char *buffer, size_t size);

/* The state of a number where the working stands: a key is new in its own step, and reused in a later one. */
enum av_state av_operand_state(const struct av_working *working, const struct av_operand *operand);

/* The formula in letters: "s(i, j) = Σ q(i, d)⋅k(j, d)"; in buffer. */
const char *av_general_form(const struct av_working *working, char *buffer, size_t size);

/* The same of this cell: "q(它)⋅k(书)"; "" where it is given; in buffer. */
const char *av_live_form(const struct av_working_sheet *sheet, char *buffer, size_t size);

/* What a cell is called on the way: scores by what they have become, "s/√d_k(它, 书)"; in buffer. */
const char *av_address_name(const struct av_pen *pen, const struct av_address *at, char *buffer, size_t size);

/* What the last change did to a cell; false where it did nothing. In buffer. */
bool av_was_words(const struct av_pen *pen, const struct av_address *at, char *buffer, size_t size);

/* A number with all digits that tell it from others: "0.7", "1.3165892"; in buffer. */
const char *av_full_number(float value, char buffer[AV_NAME_BYTES]);

/* The same of an operand and of the result, of which whole numbers stay whole: "4 640". */
const char *av_operand_text(const struct av_operand *operand, char buffer[AV_NAME_BYTES]);
const char *av_result_text(const struct av_explanation *explanation, char buffer[AV_NAME_BYTES]);

/* working_table.c: the lines in sight. */
void av_draw_sheet(const struct av_working_sheet *sheet);

#endif
