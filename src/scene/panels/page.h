/* A list of rows that flows through columns and pages, as print does in a book. */
#ifndef ATTNVIZ_SCENE_PANELS_PAGE_H
#define ATTNVIZ_SCENE_PANELS_PAGE_H

#include "panels.h"

#define AV_ROWS_MAX      400
#define AV_ROW_LEFT_SIZE 64

/* A heading, or a sign and what it means, in as many lines as that takes. */
struct av_row {
    char left[AV_ROW_LEFT_SIZE];
    const char *right; /* NULL: a heading */
    enum av_role role; /* of left */
    bool marked;       /* the one that the list was opened at */
    bool below;        /* right begins below left, not beside it */
    int indent;        /* where right begins */
    int height;        /* lines */
};

struct av_pages {
    const struct av_pen *pen;
    struct av_row rows[AV_ROWS_MAX];
    int n;
    int n_column, width; /* of a column */
    int right_min;       /* columns without which right goes below left */
    int top, depth;      /* the first line on the screen, and the lines of a column */
};

/* An empty list between lines top and end − 1 of the screen, in columns of at least this width. */
void av_pages_init(struct av_pages *pages, const struct av_pen *pen, int top, int end, int column_width);

void av_pages_add_heading(struct av_pages *pages, const char *text);

/* right stays the caller's, and must outlive the list. */
struct av_row *av_pages_add(struct av_pages *pages, enum av_role role, const char *left, const char *right);

/* The rows from first on make a section: all of what is at the right begins in the same column. */
void av_pages_end_section(struct av_pages *pages, int first);

/* The page on which the marked row is, 0 where none is marked; and the last one. */
int av_pages_marked(const struct av_pages *pages);
int av_pages_last(const struct av_pages *pages);

void av_pages_draw(const struct av_pages *pages, int page);

#endif
