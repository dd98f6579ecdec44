/* How often each row of Q, K and V was read: a line for each token, with the cache and without. */
#include <stdio.h>

#include "../number.h"
#include "counts.h"

#define LABEL_WIDTH 8
#define BAR_MIN     10 /* a shorter one shows nothing */
#define BAR_MAX     40
#define TITLED_MIN  8 /* lines */

struct reads {
    struct av_tally_table *table;
    int column;                 /* columns of a count */
    int groups[AV_COUNTS_WAYS]; /* where those of a way begin */
    bool known[AV_COUNTS_WAYS];
    uint64_t most;  /* of the way that is on */
    int first, end; /* the rows in sight */
};

static const char *const names[AV_WORK_ROWS_COUNT] = {"Q", "K", "V"};

/* The largest count of a way: that of the first key, which all later tokens read. */
static uint64_t most_of(const struct av_pen *pen, int way)
{
    uint64_t reads = 0;
    return av_tally_reads(pen->player, av_counts_of(pen, way), AV_WORK_ROWS_KEY, 0, &reads) ? reads : 0;
}

/* Of a source the rows of K and V are others than those of Q: they stand below them. */
static struct reads reads_of(struct av_tally_table *table)
{
    const struct av_player *player = table->pen->player;
    struct reads reads = {.table = table, .column = 4, .end = player->place.token + 1 + player->run.lesson->n_source};
    int on = av_counts_way_on(table->pen), x = table->x + LABEL_WIDTH;
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        char number[AV_NUMBER_BYTES];
        uint64_t most = most_of(table->pen, way);
        int width = av_pen_width(table->pen, av_number_count(most, number)) + 1;
        reads.column = width > reads.column ? width : reads.column;
        reads.known[way] = most > 0;
        reads.most = way == on ? most : reads.most;
    }
    for (int way = 0; way < AV_COUNTS_WAYS; way++, x += AV_WORK_ROWS_COUNT * reads.column + 2)
        reads.groups[way] = x;
    return reads;
}

static void draw_heads(const struct reads *reads)
{
    const struct av_tally_table *table = reads->table;
    const struct av_pen *pen = table->pen;
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        enum av_role role = way == av_counts_way_on(pen) ? AV_ROLE_STRONG : AV_ROLE_QUIET;
        int end = reads->groups[way] + AV_WORK_ROWS_COUNT * reads->column;
        av_draw_right(pen, end, table->y, role,
                      av_string(way == AV_COUNTS_CACHED ? AV_STRING_CACHED : AV_STRING_UNCACHED, pen->language));
        for (int i = 0; i < AV_WORK_ROWS_COUNT; i++)
            av_draw_right(pen, reads->groups[way] + (i + 1) * reads->column, table->y + 1, role, names[i]);
    }
}

static void draw_bar(const struct reads *reads, int y, uint64_t count)
{
    const struct av_tally_table *table = reads->table;
    int x = reads->groups[AV_COUNTS_UNCACHED] + AV_WORK_ROWS_COUNT * reads->column + 3;
    int room = table->x + table->width - x - 2;
    if (room < BAR_MIN || reads->most == 0)
        return;
    av_draw_text(table->pen, x, y, AV_ROLE_QUIET, "K");
    av_draw_bar(table->pen, x + 2, y, room < BAR_MAX ? room : BAR_MAX, (double)count / (double)reads->most,
                av_counts_way_on(table->pen) == AV_COUNTS_CACHED ? AV_ROLE_REUSED : AV_ROLE_RECOMPUTED);
}

/* The row's place among its own, and its name. */
static int own_row(const struct av_player *player, int row, bool *of_source, const char **name)
{
    int n = player->place.token + 1;
    *of_source = row >= n;
    *name = *of_source ? av_player_source_text(player, row - n) : av_player_token_text(player, row);
    return *of_source ? row - n : row;
}

static void draw_row(const struct reads *reads, int line)
{
    const struct av_pen *pen = reads->table->pen;
    int y = reads->table->y, on = av_counts_way_on(pen);
    bool of_source, cross = pen->player->run.lesson->n_source > 0;
    const char *name;
    int row = own_row(pen->player, line, &of_source, &name);
    av_canvas_text(pen->canvas, reads->table->x, y, LABEL_WIDTH - 1,
                   !of_source && av_run_born(&pen->player->run, row) == pen->player->place.token + 1 ? AV_ROLE_NEW
                                                                                                     : AV_ROLE_QUIET,
                   name);
    for (int way = 0; way < AV_COUNTS_WAYS; way++) {
        for (int i = 0; i < AV_WORK_ROWS_COUNT; i++) {
            if (cross && of_source == (i == AV_WORK_ROWS_QUERY))
                continue;
            char number[AV_NUMBER_BYTES];
            uint64_t count = 0;
            bool known = av_tally_reads(pen->player, av_counts_of(pen, way), (enum av_work_rows)i, row, &count);
            enum av_role role = way != on || count == 0 ? AV_ROLE_QUIET : AV_ROLE_TEXT;
            av_draw_right(pen, reads->groups[way] + (i + 1) * reads->column, y, role,
                          known ? av_number_count(count, number) : "—");
            if (known && way == on && i == AV_WORK_ROWS_KEY)
                draw_bar(reads, y, count);
        }
    }
}

/* What it is; which rows are in sight, where not all are; what is not known. */
static void draw_title(const struct reads *reads)
{
    const struct av_pen *pen = reads->table->pen;
    char text[160];
    int used = snprintf(text, sizeof text, "%s", av_string(AV_STRING_ROW_READS, pen->language));
    if (reads->first > 0)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "  ↕ %d–%d/%d", reads->first + 1, reads->end, reads->end);
    if (av_player_can_cache(pen->player) && !reads->known[AV_COUNTS_UNCACHED])
        snprintf(text + used, sizeof text - (size_t)used, "  %s: %s", av_string(AV_STRING_UNCACHED, pen->language),
                 av_string(AV_STRING_NOT_COUNTED, pen->language));
    av_draw_cut(pen, reads->table->x, reads->table->y, reads->table->width, AV_ROLE_TITLE_BRIGHT, text);
}

void av_draw_row_reads(struct av_tally_table *table)
{
    struct reads reads = reads_of(table);
    int lines = table->end - table->y;
    bool titled = lines >= TITLED_MIN;
    int room = lines - 2 - titled;
    reads.first = reads.end > room ? reads.end - room : 0;
    if (titled) {
        draw_title(&reads);
        table->y++;
    }
    draw_heads(&reads);
    table->y += 2;
    for (int row = reads.first; row < reads.end; row++, table->y++)
        draw_row(&reads, row);
}
