/* The parts of the lens that counts. */
#ifndef ATTNVIZ_SCENE_LENSES_COUNTS_H
#define ATTNVIZ_SCENE_LENSES_COUNTS_H

#include "attnviz/player/tally.h"
#include "lenses.h"

enum { AV_COUNTS_CACHED, AV_COUNTS_UNCACHED, AV_COUNTS_WAYS };

/* A table of counts while it is drawn: a name, a column for each way, and what the formula says. */
struct av_tally_table {
    const struct av_pen *pen;
    int x, y, end, width; /* the next line, and the first that is no longer the table's */
    int formula_x;        /* where formulas begin: behind the counts, or below them */
    bool beside;
    int name_width;
    int ends[AV_COUNTS_WAYS];
};

/* What is counted of a way: a step, or all of them. */
struct av_tally_of av_counts_of(const struct av_pen *pen, int way);

/* The way that is on. */
int av_counts_way_on(const struct av_pen *pen);

/* counts_words.c: "r⋅d_model⋅… = 10⋅8⋅24⋅1 = 1 920 ✓", as much of it as there is room for; the mark says that this was
 * counted, ≠ that it was not; neither, where nothing is known. */
void av_draw_closed_form(const struct av_tally_table *table, int y, const char *symbols,
                         const struct av_work_factors *factors, const uint64_t *counted);

/* What stands for a kind of work, or of bytes, in symbols. */
const char *av_work_symbols(const struct av_config *config, enum av_work_kind kind, struct av_tally_of of);
const char *av_bytes_symbols(const struct av_config *config, enum av_tally_bytes bytes, struct av_tally_of of);

/* "r = n = 10", "p = n² = 100": rows, and pairs of a row and a key. */
const char *av_rows_symbols(struct av_steps steps, struct av_tally_of of, bool pairs);

/* counts_reads.c: how often each row was read. */
void av_draw_row_reads(struct av_tally_table *table);

#endif
