/* PagedAttention: the block tables, the blocks of the pool, and what they take. */
#include "paged.h"

#include <stdio.h>

#include "../number.h"

#define BLOCKS_MIN  3 /* lines of the blocks; with less, each part is a line */
#define NAME_WIDTH  3
#define NUMBER_GAP  2
#define BYTES_LINES 5 /* as a table */
#define BYTES_BRIEF 2 /* as lines */

const char *av_paged_name(int sequence)
{
    static const char *const names[AV_PAGED_SEQUENCES] = {"A", "B"};
    return names[sequence];
}

static int sequences(const struct av_pen *pen)
{
    const struct av_paged_run *run = pen->player->paged.run;
    int n = 0;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++)
        n += run->sequences[s].open;
    return n;
}

static int digits(int number)
{
    char text[16];
    return snprintf(text, sizeof text, "%d", number);
}

/* True where this step wrote into block b of the sequence's table. */
static bool is_written(const struct av_paged_sequence *sequence, int b)
{
    int end = (b + 1) * av_trace_pool(&sequence->trace)->block_size, n = sequence->trace.n;
    return av_paged_wrote(sequence, (end < n ? end : n) - 1);
}

/* The block tables: a column for each logical block, the latest ones where not all fit. */
struct tables {
    const struct av_pen *pen;
    int rows_end, label_x, first_x; /* where the columns of rows, words and blocks end or begin */
    int width;                      /* of a block's column */
    int first, n;                   /* logical blocks in sight */
};

static struct tables tables_of(const struct av_pen *pen, int x, int width)
{
    const struct av_paged_run *run = pen->player->paged.run;
    struct tables tables = {.pen = pen, .width = digits(run->pool.n_block - 1) + 1 + NUMBER_GAP};
    int logical = av_pen_width(pen, av_string(AV_STRING_PAGED_LOGICAL, pen->language));
    int physical = av_pen_width(pen, av_string(AV_STRING_PAGED_PHYSICAL, pen->language));
    for (int s = 0, n; s < AV_PAGED_SEQUENCES; s++) {
        if (run->sequences[s].open && av_trace_block_table(&run->sequences[s].trace, &n) != NULL)
            tables.n = n > tables.n ? n : tables.n;
    }
    tables.rows_end = x + NAME_WIDTH + av_pen_width(pen, av_string(AV_STRING_PAGED_ROWS, pen->language)) + 1;
    tables.label_x = tables.rows_end + 3;
    tables.first_x = tables.label_x + (logical > physical ? logical : physical);
    int fit = (x + width - tables.first_x) / tables.width;
    tables.first = tables.n > fit ? tables.n - fit : 0;
    return tables;
}

static int column_end(const struct tables *tables, int b)
{
    return tables->first_x + (b - tables->first + 1) * tables->width;
}

static void draw_heading(const struct tables *tables, int y)
{
    const struct av_pen *pen = tables->pen;
    char number[16];
    av_draw_right(pen, tables->rows_end, y, AV_ROLE_QUIET, av_string(AV_STRING_PAGED_ROWS, pen->language));
    av_draw_text(pen, tables->label_x, y, AV_ROLE_QUIET, av_string(AV_STRING_PAGED_LOGICAL, pen->language));
    if (tables->first > 0)
        av_draw_text(pen, tables->first_x, y, AV_ROLE_QUIET, "‹");
    for (int b = tables->first; b < tables->n; b++) {
        snprintf(number, sizeof number, "%d", b);
        av_draw_right(pen, column_end(tables, b), y, AV_ROLE_QUIET, number);
    }
}

static void draw_table(const struct tables *tables, int s, int x, int y)
{
    const struct av_pen *pen = tables->pen;
    const struct av_paged_run *run = pen->player->paged.run;
    const struct av_paged_sequence *sequence = &run->sequences[s];
    char text[24];
    int n;
    const int *table = av_trace_block_table(&sequence->trace, &n);
    av_draw_text(pen, x, y, AV_ROLE_STRONG, av_paged_name(s));
    snprintf(text, sizeof text, "%d", sequence->trace.n);
    av_draw_right(pen, tables->rows_end, y, AV_ROLE_TEXT, text);
    av_draw_text(pen, tables->label_x, y, AV_ROLE_QUIET, av_string(AV_STRING_PAGED_PHYSICAL, pen->language));
    for (int b = tables->first; b < n; b++) {
        bool written = is_written(sequence, b);
        snprintf(text, sizeof text, "%s%d", written ? av_state_glyph(AV_STATE_NEW) : "", table[b]);
        av_draw_right(pen, column_end(tables, b), y, written ? AV_ROLE_NEW : AV_ROLE_REUSED, text);
    }
    if (av_paged_missing(run, s) > 0)
        av_draw_right(pen, column_end(tables, n), y, AV_ROLE_ERROR, "✗");
}

/* Lines that the tables take. */
static int draw_tables(const struct av_pen *pen, int x, int y, int width)
{
    struct tables tables = tables_of(pen, x, width - 4); /* room for a block that is not there */
    int line = y;
    draw_heading(&tables, line++);
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        if (pen->player->paged.run->sequences[s].open)
            draw_table(&tables, s, x, line++);
    }
    return line - y;
}

static const char *count_bytes(size_t bytes, char number[AV_NUMBER_BYTES])
{
    return av_number_count(bytes, number);
}

/* One figure: its sign in the sum, what it is, and a bar beside the largest. */
static void draw_bytes_line(const struct av_pen *pen, int x, int y, int width, enum av_string name, const char *sign,
                            size_t bytes, size_t most)
{
    char number[AV_NUMBER_BYTES], text[AV_NUMBER_BYTES + 4];
    int names = 0, room;
    for (int id = AV_STRING_PAGED_ROWS_IN_USE; id <= AV_STRING_PAGED_PREALLOCATED; id++) {
        int columns = av_pen_width(pen, av_string((enum av_string)id, pen->language));
        names = columns > names ? columns : names;
    }
    snprintf(text, sizeof text, "%s B", count_bytes(most, number));
    int end = x + 2 + names + 2 + av_pen_width(pen, text);
    snprintf(text, sizeof text, "%s B", count_bytes(bytes, number));
    enum av_role role = name == AV_STRING_PAGED_HELD ? AV_ROLE_STRONG : AV_ROLE_TEXT;
    av_draw_text(pen, x, y, AV_ROLE_QUIET, sign);
    av_draw_text(pen, x + 2, y, role, av_string(name, pen->language));
    av_draw_right(pen, end, y, role, text);
    room = x + width - end - 2;
    if (room > 0 && most > 0)
        av_draw_bar(pen, end + 2, y, room < 60 ? room : 60, (double)bytes / (double)most,
                    name == AV_STRING_PAGED_SHARED   ? AV_ROLE_GOOD
                    : name == AV_STRING_PAGED_WASTED ? AV_ROLE_RECOMPUTED
                    : name >= AV_STRING_PAGED_HELD   ? AV_ROLE_QUIET
                                                     : AV_ROLE_REUSED);
}

/* rows + wasted − shared = held, and what it is held against: as a table, or in two lines. */
static void draw_bytes(const struct av_pen *pen, int x, int y, int width, int lines)
{
    struct av_paged_bytes bytes = av_paged_bytes(pen->player->paged.run);
    const struct {
        enum av_string name;
        const char *sign;
        size_t bytes;
    } figures[BYTES_LINES] = {
        {AV_STRING_PAGED_ROWS_IN_USE, " ", bytes.rows},
        {AV_STRING_PAGED_WASTED, "+", bytes.wasted},
        {AV_STRING_PAGED_SHARED, "−", bytes.shared},
        {AV_STRING_PAGED_HELD, "=", bytes.held},
        {AV_STRING_PAGED_PREALLOCATED, " ", bytes.preallocated},
    };
    char text[192], numbers[BYTES_LINES][AV_NUMBER_BYTES];
    if (av_player_covers_cost(pen->player)) {
        av_draw_text(pen, x, y, AV_ROLE_QUIET, "?");
        return;
    }
    if (lines >= BYTES_LINES) {
        for (int i = 0; i < BYTES_LINES; i++)
            draw_bytes_line(pen, x, y + i, width, figures[i].name, figures[i].sign, figures[i].bytes,
                            bytes.preallocated);
        return;
    }
    for (int i = 0; i < BYTES_LINES; i++)
        count_bytes(figures[i].bytes, numbers[i]);
    av_string_with(text, sizeof text, AV_STRING_PAGED_SUM, pen->language, numbers[0], numbers[1], numbers[2],
                   numbers[3]);
    if (av_pen_width(pen, text) > width)
        snprintf(text, sizeof text, "%s  %s B", av_string(AV_STRING_PAGED_HELD, pen->language), numbers[3]);
    av_draw_cut(pen, x, y, width, AV_ROLE_TEXT, text);
    snprintf(text, sizeof text, "%s  %s B", av_string(AV_STRING_PAGED_PREALLOCATED, pen->language), numbers[4]);
    if (lines > 1)
        av_draw_cut(pen, x, y + 1, width, AV_ROLE_QUIET, text);
}

/* That attention over blocks is attention over one contiguous cache. */
static void draw_equality(const struct av_pen *pen, int x, int y, int width)
{
    const struct av_comparison *comparison = &pen->player->paged.run->comparison;
    char words[160], text[256];
    av_lens_equality(pen, comparison, words, sizeof words);
    snprintf(text, sizeof text, "%s%s", av_string(AV_STRING_PAGED_CONTIGUOUS, pen->language), words);
    av_draw_cut(pen, x, y, width, comparison->different == 0 ? AV_ROLE_GOOD : AV_ROLE_ERROR,
                av_pen_width(pen, text) <= width ? text : words);
}

/* "A  10  0→3 1→0 2→5", the latest ones where not all fit. */
static void draw_brief_table(const struct av_pen *pen, int s, int x, int y, int width)
{
    const struct av_paged_sequence *sequence = &pen->player->paged.run->sequences[s];
    char text[48];
    int n, end = x + width;
    const int *table = av_trace_block_table(&sequence->trace, &n);
    snprintf(text, sizeof text, "%d→%d", n, pen->player->paged.run->pool.n_block);
    int each = av_pen_width(pen, text) + 2, fit = (width - NAME_WIDTH) / each, first = n > fit ? n - fit : 0;
    x = av_draw_text(pen, x, y, AV_ROLE_STRONG, av_paged_name(s));
    x = av_draw_text(pen, x, y, AV_ROLE_QUIET, first > 0 ? " ‹" : "  ");
    for (int b = first; b < n && x < end; b++) {
        bool written = is_written(sequence, b);
        snprintf(text, sizeof text, " %s%d→%d", written ? av_state_glyph(AV_STATE_NEW) : "", b, table[b]);
        x = av_draw_text(pen, x, y, written ? AV_ROLE_NEW : AV_ROLE_REUSED, text);
    }
}

/* A line for each part, the most needed first. */
static void draw_brief(const struct av_pen *pen, const struct av_rectangle *box)
{
    int x = box->x + 1, y = box->y, end = box->y + box->height, width = box->width - 2;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        if (pen->player->paged.run->sequences[s].open)
            draw_brief_table(pen, s, x, y++, width);
    }
    int left = end - y - 2, words = av_paged_words_lines(pen, width);
    words = words < left - 1 ? words : left - 1 > 1 ? left - 1 : 1;
    av_draw_paged_words(pen, x, y, width, words);
    y += words;
    if (y < end - 2)
        av_draw_paged_counts(pen, x, y++);
    if (y < end - 1)
        draw_bytes(pen, x, y++, width, 1);
    if (y < end)
        draw_equality(pen, x, y, width);
}

/* What is left over is air, as far as it goes, between the parts. */
static int air(int *spare)
{
    return (*spare)-- > 0;
}

/* Lines that all parts but the words take at least; the last one says that all is equal. */
static int full_lines(const struct av_pen *pen)
{
    return 1 + sequences(pen) + BLOCKS_MIN + BYTES_BRIEF + 1;
}

static void draw_full(const struct av_pen *pen, const struct av_rectangle *box)
{
    int x = box->x + 1, y = box->y, width = box->width - 2;
    int words = av_paged_words_lines(pen, width), tables = 1 + sequences(pen), most = box->height - full_lines(pen);
    words = words < most ? words : most;
    int left = box->height - words - tables - 1;
    int bytes = BYTES_LINES, blocks = av_paged_blocks_lines(pen, width, left - bytes - 4, false);
    if (blocks > left - bytes) {
        bytes = BYTES_BRIEF;
        blocks = av_paged_blocks_lines(pen, width, left - bytes, true);
        blocks = blocks < left - bytes ? blocks : left - bytes;
    }
    int spare = left - bytes - blocks;
    av_draw_paged_words(pen, x, y, width, words);
    y += words + air(&spare);
    y += draw_tables(pen, x, y, width) + air(&spare);
    av_draw_paged_blocks(pen, &(struct av_rectangle){x, y, width, blocks});
    y += blocks + air(&spare);
    draw_bytes(pen, x, y, width, bytes);
    y += bytes + air(&spare);
    draw_equality(pen, x, y, width);
}

void av_draw_paged(const struct av_pen *pen, const struct av_rectangle *box)
{
    const struct av_paged *paged = &pen->player->paged;
    if (paged->run == NULL)
        av_draw_wrapped(
            pen, box->x + 1, box->y, box->width - 2, box->height, AV_ROLE_TEXT,
            av_string(paged->no_memory ? AV_STRING_PAGED_NO_MEMORY : AV_STRING_NO_CACHE_RULE, pen->language));
    else if (box->height < full_lines(pen) + 1)
        draw_brief(pen, box);
    else
        draw_full(pen, box);
}
