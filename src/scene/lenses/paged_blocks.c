/* The blocks of the pool with their rows: who holds them, what is in them, which are free. */
#include <stdio.h>

#include "paged.h"

#define GAP           2 /* between columns */
#define NAME_MIN      2 /* columns of a token's name, without which a row is a mere sign */
#define NAME_MAX      8
#define NAME_CUT_MIN  4 /* names are not cut to less to have more blocks in sight */
#define NAME_DOTS_MIN 3 /* columns of a name that … may stand behind */

/* The grid of blocks: numbers run down its columns. */
struct grid {
    const struct av_pen *pen;
    int number_width, holder_width; /* of "12" and of "A3" */
    int name_width;                 /* of a row's token; 0: a sign is all there is room for */
    int tail_width;                 /* of " ← 5", where a block was copied and there is room to say so */
    int block_width;                /* of all that is drawn of a block */
    int n_column, n_row;
    int first; /* block in sight */
};

static int digits(int number)
{
    char text[16];
    return snprintf(text, sizeof text, "%d", number);
}

/* Columns of the longest token name, within NAME_MAX. */
static int longest_name(const struct av_pen *pen)
{
    const struct av_paged_run *run = pen->player->paged.run;
    int longest = 1;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        for (int i = 0; run->sequences[s].open && i < run->sequences[s].trace.n; i++) {
            int width = av_pen_width(pen, av_paged_token_text(pen->player, s, i));
            longest = width > longest ? width : longest;
        }
    }
    return longest < NAME_MAX ? longest : NAME_MAX;
}

/* Columns in front of the rows: "+3 ×2 A0 B0 │", and after them " ← 5", where a block was copied. */
static int head_width(const struct grid *grid)
{
    return 1 + grid->number_width + 1 + 2 + 1 + AV_PAGED_SEQUENCES * (grid->holder_width + 1);
}

static int tail_width(const struct grid *grid)
{
    const struct av_paged_run *run = grid->pen->player->paged.run;
    bool copied = false;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++)
        copied = copied || (run->sequences[s].open && run->sequences[s].write.copied > 0);
    return copied ? 3 + grid->number_width : 0;
}

static int row_width(const struct grid *grid)
{
    return grid->name_width > 0 ? grid->name_width + 2 : 1;
}

/* As few columns of blocks as these lines allow; as many as there is room for, where not even they do. */
static void choose_columns(struct grid *grid, int width, int lines)
{
    int n_block = grid->pen->player->paged.run->pool.n_block;
    int most = (width + GAP) / (grid->block_width + GAP);
    grid->n_column = 1;
    while (grid->n_column < most && (n_block + grid->n_column - 1) / grid->n_column > lines)
        grid->n_column++;
    grid->n_row = (n_block + grid->n_column - 1) / grid->n_column;
}

/* The grid with names cut to so many columns, and with the tail of copied blocks or without. */
static void shape(struct grid *grid, int width, int lines, int name_width, bool with_tail)
{
    grid->name_width = name_width;
    grid->tail_width = with_tail ? tail_width(grid) : 0;
    grid->block_width =
        head_width(grid) + 1 + grid->pen->player->paged.run->pool.block_size * row_width(grid) + grid->tail_width;
    choose_columns(grid, width, lines);
}

/* Names are cut where they may be, and the tail, which words say as well, is left out, where more blocks are in sight
 * then. */
static struct grid grid_of(const struct av_pen *pen, int width, int lines, bool may_cut)
{
    const struct av_paged_run *run = pen->player->paged.run;
    int n_block = run->pool.n_block, longest = longest_name(pen);
    struct grid grid = {.pen = pen, .number_width = digits(n_block - 1), .holder_width = 1 + digits(n_block - 1)};
    int room = (width - head_width(&grid) - 1) / run->pool.block_size - 2, names = room < longest ? room : longest;
    if (names < NAME_MIN && names < longest)
        names = 0;
    shape(&grid, width, lines, names, true);
    if (grid.n_row > lines || grid.block_width > width)
        shape(&grid, width, lines, names, false);
    for (int cut = names - 1; may_cut && grid.n_row > lines && cut >= NAME_CUT_MIN; cut--) {
        struct grid narrow = grid;
        shape(&narrow, width, lines, cut, false);
        if (narrow.n_column > grid.n_column)
            grid = narrow;
    }
    return grid;
}

int av_paged_blocks_lines(const struct av_pen *pen, int width, int lines, bool may_cut)
{
    return 1 + grid_of(pen, width, lines - 1, may_cut).n_row;
}

/* True where this step wrote row r of the block, of whichever sequence. */
static bool is_written(const struct av_paged_run *run, const struct av_paged_block *found, int r)
{
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        int row = found->logical[s] * run->pool.block_size + r;
        if (found->logical[s] >= 0 && av_paged_wrote(&run->sequences[s], row))
            return true;
    }
    return false;
}

/* One row of a block: its token, + in front of it where this step wrote it; a mere sign where there is no room. */
static void draw_row(const struct grid *grid, const struct av_paged_block *found, int r, int x, int y)
{
    const struct av_pen *pen = grid->pen;
    const struct av_paged_run *run = pen->player->paged.run;
    bool used = r < found->rows, written = is_written(run, found, r);
    int s = found->logical[0] >= 0 ? 0 : 1;
    enum av_role role = written ? AV_ROLE_NEW : used ? AV_ROLE_REUSED : AV_ROLE_QUIET;
    if (grid->name_width == 0) {
        av_draw_text(pen, x, y, role, written ? "+" : used ? "■" : "·");
        return;
    }
    if (written)
        av_draw_text(pen, x, y, role, av_state_glyph(AV_STATE_NEW));
    const char *text = used ? av_paged_token_text(pen->player, s, found->logical[s] * run->pool.block_size + r) : "·";
    if (av_pen_width(pen, text) > grid->name_width && grid->name_width >= NAME_DOTS_MIN + av_pen_width(pen, "…"))
        av_draw_cut(pen, x + 1, y, grid->name_width, role, text);
    else
        av_canvas_text(pen->canvas, x + 1, y, grid->name_width, role, text);
    av_draw_text(pen, x + 1 + grid->name_width, y, AV_ROLE_FRAME, "│");
}

/* "+3 ×2 A0 B0": its number, its holders, and which of their blocks it is. Returns the column after it. */
static int draw_head(const struct grid *grid, int block, const struct av_paged_block *found, bool written, int x, int y)
{
    const struct av_pen *pen = grid->pen;
    char text[24];
    int holders = pen->player->paged.run->pool.holders[block];
    snprintf(text, sizeof text, "%d", block);
    if (written)
        av_draw_text(pen, x, y, AV_ROLE_NEW, av_state_glyph(AV_STATE_NEW));
    av_draw_right(pen, x + 1 + grid->number_width, y, holders > 0 ? AV_ROLE_STRONG : AV_ROLE_QUIET, text);
    x += 1 + grid->number_width + 1;
    snprintf(text, sizeof text, "×%d", holders);
    x = av_draw_text(pen, x, y, holders > 1 ? AV_ROLE_GOOD : holders > 0 ? AV_ROLE_TEXT : AV_ROLE_QUIET, text) + 1;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        snprintf(text, sizeof text, "%s%d", av_paged_name(s), found->logical[s]);
        if (found->logical[s] >= 0)
            av_draw_text(pen, x, y, AV_ROLE_TEXT, text);
        x += grid->holder_width + 1;
    }
    return x;
}

/* Out of which block its rows were copied in this step; −1: of none. */
static int copied_from(const struct av_paged_run *run, int block)
{
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        const struct av_paged_sequence *sequence = &run->sequences[s];
        if (sequence->open && sequence->write.copied > 0 && sequence->write.block == block)
            return sequence->write.copied_from;
    }
    return -1;
}

static void draw_block(const struct grid *grid, int block, int x, int y)
{
    const struct av_pen *pen = grid->pen;
    const struct av_paged_run *run = pen->player->paged.run;
    struct av_paged_block found = av_paged_block(run, block);
    int width = row_width(grid), from = copied_from(run, block);
    bool written = found.rows > 0 && is_written(run, &found, found.rows - 1);
    x = draw_head(grid, block, &found, written, x, y);
    x = av_draw_text(pen, x, y, AV_ROLE_FRAME, "│");
    for (int r = 0; r < run->pool.block_size; r++, x += width)
        draw_row(grid, &found, r, x, y);
    if (grid->name_width == 0)
        x = av_draw_text(pen, x, y, AV_ROLE_FRAME, "│");
    char text[24];
    if (from >= 0 && grid->tail_width > 0) {
        snprintf(text, sizeof text, " ← %d", from);
        av_draw_text(pen, x, y, AV_ROLE_NEW, text);
    }
}

void av_draw_paged_counts(const struct av_pen *pen, int x, int y)
{
    static const struct {
        enum av_string words;
        enum av_role role;
    } kinds[AV_PAGED_SEQUENCES + 1] = {
        {AV_STRING_PAGED_FREE, AV_ROLE_QUIET},
        {AV_STRING_PAGED_USED, AV_ROLE_TEXT},
        {AV_STRING_PAGED_SHARED_BLOCKS, AV_ROLE_GOOD},
    };
    const struct av_block_pool *pool = &pen->player->paged.run->pool;
    int counts[AV_PAGED_SEQUENCES + 1] = {0};
    char number[16], text[64];
    for (int block = 0; block < pool->n_block; block++)
        counts[pool->holders[block]]++;
    for (int i = 0; i <= AV_PAGED_SEQUENCES; i++) {
        snprintf(number, sizeof number, "%d", counts[i]);
        av_string_with(text, sizeof text, kinds[i].words, pen->language, number);
        x = av_draw_text(pen, x, y, kinds[i].role, text) + 2;
    }
}

/* The first block in sight where not all are: such that the one that was written last is. */
static int first_in_sight(const struct grid *grid, int lines)
{
    const struct av_paged_run *run = grid->pen->player->paged.run;
    int in_sight = lines * grid->n_column, block = run->sequences[0].write.block, last = run->pool.n_block - in_sight;
    int first = block - in_sight / 2;
    return last <= 0 || first < 0 ? 0 : first > last ? last : first;
}

void av_draw_paged_blocks(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct grid grid = grid_of(pen, box->width, box->height - 1, true);
    int lines = box->height - 1 < grid.n_row ? box->height - 1 : grid.n_row,
        n_block = pen->player->paged.run->pool.n_block;
    int first = first_in_sight(&grid, lines), end = first + lines * grid.n_column;
    int x = av_draw_text(pen, box->x, box->y, AV_ROLE_TITLE_BRIGHT, av_string(AV_STRING_PAGED_BLOCKS, pen->language));
    av_draw_paged_counts(pen, x + 3, box->y);
    if (n_block > lines * grid.n_column) {
        char text[48];
        snprintf(text, sizeof text, "%d–%d / 0–%d", first, end - 1, n_block - 1);
        av_draw_right(pen, box->x + box->width, box->y, AV_ROLE_QUIET, text);
    }
    for (int block = first; block < n_block && block < end; block++)
        draw_block(&grid, block, box->x + (block - first) / lines * (grid.block_width + GAP),
                   box->y + 1 + (block - first) % lines);
}
