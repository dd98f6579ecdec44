#include "page.h"

#include <assert.h>
#include <stdio.h>

#define COLUMNS_MAX  4
#define MARGIN       2 /* left of each column, where the mark stands */
#define BELOW_INDENT 2

void av_pages_init(struct av_pages *pages, const struct av_pen *pen, int top, int end, int column_width)
{
    int width = pen->canvas->width, n = width / column_width;
    pages->pen = pen;
    pages->n = 0;
    pages->n_column = n < 1 ? 1 : n > COLUMNS_MAX ? COLUMNS_MAX : n;
    pages->width = width / pages->n_column;
    pages->right_min = 0;
    pages->top = top;
    pages->depth = end > top ? end - top : 1;
}

struct av_row *av_pages_add(struct av_pages *pages, enum av_role role, const char *left, const char *right)
{
    assert(pages->n < AV_ROWS_MAX);
    struct av_row *row = &pages->rows[pages->n++];
    *row = (struct av_row){.right = right, .role = role, .height = 1};
    snprintf(row->left, sizeof row->left, "%s", left);
    return row;
}

void av_pages_add_heading(struct av_pages *pages, const char *text)
{
    av_pages_add(pages, AV_ROLE_TITLE_BRIGHT, text, NULL);
}

/* Columns for what is at the right, between the margins. */
static int right_width(const struct av_pages *pages, int indent)
{
    return pages->width - 2 * MARGIN + 1 - indent;
}

void av_pages_end_section(struct av_pages *pages, int first)
{
    int indent = 0;
    for (int i = first; i < pages->n; i++) {
        int width = av_pen_width(pages->pen, pages->rows[i].left) + 2;
        if (pages->rows[i].right != NULL && width > indent)
            indent = width;
    }
    bool below = right_width(pages, indent) < pages->right_min;
    for (int i = first; i < pages->n; i++) {
        struct av_row *row = &pages->rows[i];
        if (row->right == NULL)
            continue;
        row->below = below;
        row->indent = below ? BELOW_INDENT : indent;
        row->height = av_wrapped_lines(pages->pen, right_width(pages, row->indent), row->right) + below;
    }
}

/* Where a row stands in the flow: in which column, counted through all pages, and from which line on. */
struct place {
    int column, line;
};

/* Headings stay with the row below them, with a line of air above where they are not the first. */
static struct place next_place(const struct av_pages *pages, int i, struct place end)
{
    bool heading = pages->rows[i].right == NULL;
    int air = heading && end.line > 0 ? 1 : 0;
    int height = pages->rows[i].height;
    if (heading && i + 1 < pages->n)
        height += pages->rows[i + 1].height;
    if (end.line > 0 && end.line + air + height > pages->depth)
        return (struct place){end.column + 1, 0};
    return (struct place){end.column, end.line + air};
}

/* The column of row i; of the last one for i = n − 1. */
static int column_of(const struct av_pages *pages, int row)
{
    struct place place = {0, 0}, end = {0, 0};
    for (int i = 0; i <= row && i < pages->n; i++) {
        place = next_place(pages, i, end);
        end = (struct place){place.column, place.line + pages->rows[i].height};
    }
    return place.column;
}

int av_pages_marked(const struct av_pages *pages)
{
    for (int i = 0; i < pages->n; i++) {
        if (pages->rows[i].marked)
            return column_of(pages, i) / pages->n_column;
    }
    return 0;
}

int av_pages_last(const struct av_pages *pages)
{
    return column_of(pages, pages->n - 1) / pages->n_column;
}

static void draw_row(const struct av_pages *pages, const struct av_row *row, int x, int y)
{
    const struct av_pen *pen = pages->pen;
    int end = pages->top + pages->depth;
    if (row->marked) {
        av_draw_text(pen, x - MARGIN, y, AV_ROLE_NEW, "▸");
        pen->canvas->cursor_x = x;
        pen->canvas->cursor_y = y;
    }
    av_draw_text(pen, x, y, row->marked ? AV_ROLE_CURSOR : row->role, row->left);
    if (row->right != NULL)
        av_draw_wrapped_part(pen, x + row->indent, y + row->below, right_width(pages, row->indent), pages->top, end,
                             row->marked ? AV_ROLE_STRONG : AV_ROLE_TEXT, row->right);
}

void av_pages_draw(const struct av_pages *pages, int page)
{
    struct place end = {0, 0};
    int first = page * pages->n_column;
    for (int i = 0; i < pages->n; i++) {
        struct place place = next_place(pages, i, end);
        if (place.column >= first && place.column < first + pages->n_column)
            draw_row(pages, &pages->rows[i], MARGIN + (place.column - first) * pages->width, pages->top + place.line);
        end = (struct place){place.column, place.line + pages->rows[i].height};
    }
}
