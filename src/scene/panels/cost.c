#include <stdio.h>

#include "../number.h"
#include "attnviz/player/cost.h"
#include "cost_words.h"

struct ledger {
    const struct av_pen *pen;
    int x, y, width, top, end; /* the next line, and what of the lines is the panel's inside */
    int air;                   /* lines that may be left between the parts */
    int cursor;                /* the figure that has it; −1 */
    int cursor_y;              /* its line, once it was met */
};

#define LINES 13 /* of all parts */

static bool hidden(const struct ledger *ledger)
{
    return ledger->y < ledger->top || ledger->y >= ledger->end;
}

static void gap(struct ledger *ledger)
{
    if (ledger->air-- > 0)
        ledger->y++;
}

static void line(struct ledger *ledger, enum av_role role, const char *text)
{
    if (!hidden(ledger))
        av_canvas_text(ledger->pen->canvas, ledger->x, ledger->y, ledger->width, role, text);
    ledger->y++;
}

/* A label at the left and a figure at the right of one line. */
static void pair(struct ledger *ledger, enum av_role role, const char *label, const char *figure)
{
    if (!hidden(ledger)) {
        av_draw_text(ledger->pen, ledger->x, ledger->y, role, label);
        av_draw_right(ledger->pen, ledger->x + ledger->width, ledger->y, role, figure);
    }
    ledger->y++;
}

/* The line that was just written is this figure's: the cursor may stand on it, and a click takes it there. */
static void mark(struct ledger *ledger, enum av_figure figure)
{
    struct av_canvas *canvas = ledger->pen->canvas;
    int y = ledger->y - 1, x = ledger->x - 1;
    if (ledger->cursor == (int)figure)
        ledger->cursor_y = y;
    if (y < ledger->top || y >= ledger->end)
        return;
    av_canvas_add_hit(canvas, (struct av_hit){.x = x,
                                              .y = y,
                                              .width = ledger->width + 2,
                                              .height = 1,
                                              .command = {AV_COMMAND_CELL_SELECT, {AV_VIEW_COST, (int)figure, 0}},
                                              .twice = {.id = AV_COMMAND_ENTER}});
    if (ledger->cursor != (int)figure)
        return;
    av_canvas_paint(canvas, x, y, ledger->width + 2, AV_ROLE_CURSOR);
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}

#define NAME_WIDTH 9 /* of "no cache" and its gap */
#define BAR_MIN    4 /* a shorter one shows nothing */

static void counted(struct ledger *ledger, enum av_role role, enum av_string label, uint64_t count)
{
    char figure[AV_NUMBER_BYTES];
    pair(ledger, role, av_string(label, ledger->pen->language), av_number_count(count, figure));
}

/* The same with a bar; most, the larger of the counts, decides the length of both, so that they can be compared. */
static void compared(struct ledger *ledger, enum av_role role, enum av_string label, uint64_t count, uint64_t most)
{
    char figure[AV_NUMBER_BYTES];
    int room = ledger->width - NAME_WIDTH - av_pen_width(ledger->pen, av_number_count(most, figure)) - 1;
    if (room >= BAR_MIN && most > 0 && !hidden(ledger))
        av_draw_bar(ledger->pen, ledger->x + NAME_WIDTH, ledger->y, room, (double)count / (double)most, role);
    counted(ledger, role, label, count);
}

/* The counts of n steps as a small chart: a column a step, or the largest of several where there is less room. */
static void chart(const struct ledger *ledger, enum av_role role, const struct av_work *work, int n, uint64_t most)
{
    static const char *const heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int x = ledger->x + NAME_WIDTH, room = ledger->width - NAME_WIDTH - 8;
    if (room < BAR_MIN || hidden(ledger))
        return;
    int columns = n < room ? n : room;
    for (int column = 0; column < columns; column++) {
        uint64_t count = 0;
        for (int i = column * n / columns; i < (column + 1) * n / columns; i++)
            count = av_work_multiply_adds(&work[i]) > count ? av_work_multiply_adds(&work[i]) : count;
        double share = most > 0 ? (double)count / (double)most : 0;
        av_draw_text(ledger->pen, x + column, ledger->y, role, heights[(int)(share * 7.999)]);
    }
}

static uint64_t sum_of(const struct av_work *work, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += av_work_multiply_adds(&work[i]);
    return sum;
}

static uint64_t most_of(const struct av_work *work, int n)
{
    uint64_t most = 0;
    for (int i = 0; i < n; i++)
        most = av_work_multiply_adds(&work[i]) > most ? av_work_multiply_adds(&work[i]) : most;
    return most;
}

/* What is saved, as a share, or, where the cursor asks for it, as a count. */
static void saved(struct ledger *ledger, enum av_figure count, enum av_figure percent)
{
    struct av_view view = av_view_of(ledger->pen->player, AV_VIEW_COST);
    enum av_figure figure = ledger->cursor == (int)count ? count : percent;
    char text[AV_NUMBER_BYTES + 4];
    double value;
    if (!av_cost_figure(&view, figure, &value))
        return;
    pair(ledger, AV_ROLE_GOOD, av_string(AV_STRING_SAVED, ledger->pen->language),
         av_figure_text(figure, value, text, sizeof text));
    mark(ledger, figure);
}

static void this_step(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    int t = player->place.token;
    uint64_t with = av_work_multiply_adds(&player->run.cached.work[t]);
    uint64_t without = av_work_multiply_adds(&player->run.uncached_work[t]);
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_MULTIPLY_ADDS, ledger->pen->language));
    compared(ledger, AV_ROLE_REUSED, AV_STRING_CACHED, with, without);
    mark(ledger, AV_FIGURE_CACHED);
    compared(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED, without, without);
    mark(ledger, AV_FIGURE_UNCACHED);
    saved(ledger, AV_FIGURE_SAVED, AV_FIGURE_SAVED_PERCENT);
}

static void since_start(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    int first = player->run.n_first - 1, n = player->place.token + 1 - first;
    const struct av_work *cached = player->run.cached.work + first, *uncached = player->run.uncached_work + first;
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_SINCE_START, ledger->pen->language));
    if (!av_player_counts_known(player, player->place.token)) {
        line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_NOT_COUNTED, ledger->pen->language));
        return;
    }
    uint64_t most = most_of(uncached, n);
    chart(ledger, AV_ROLE_REUSED, cached, n, most);
    counted(ledger, AV_ROLE_REUSED, AV_STRING_CACHED, sum_of(cached, n));
    mark(ledger, AV_FIGURE_TOTAL_CACHED);
    chart(ledger, AV_ROLE_RECOMPUTED, uncached, n, most);
    counted(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED, sum_of(uncached, n));
    mark(ledger, AV_FIGURE_TOTAL_UNCACHED);
    saved(ledger, AV_FIGURE_TOTAL_SAVED, AV_FIGURE_TOTAL_SAVED_PERCENT);
}

/* "10 × 8 × 4 B = 320 B": rows, numbers a row, bytes a number. The cache grows when the step appends to it. */
static void memory(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    const struct av_config *config = &player->run.lesson->model.config;
    char text[96], bytes[AV_NUMBER_BYTES], row_bytes[AV_NUMBER_BYTES];
    struct av_view cost = av_view_of(player, AV_VIEW_COST);
    int n = av_cost_rows_held(&cost);
    int numbers = config->n_layer * config->n_kv_head * (config->d_k + config->d_v);
    av_number_count(av_trace_cache_bytes(&player->run.cached, n), bytes);
    av_number_count(av_trace_cache_bytes(&player->run.cached, 1), row_bytes);
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_CACHE_MEMORY, ledger->pen->language));
    if (player->cache_on)
        snprintf(text, sizeof text, "%d × %d × 4 B = %s B", n, numbers, bytes);
    if (!player->cache_on || av_pen_width(ledger->pen, text) > ledger->width)
        snprintf(text, sizeof text, "%s B", bytes);
    line(ledger, AV_ROLE_TEXT, text);
    mark(ledger, AV_FIGURE_CACHE_BYTES);
    av_string_with(text, sizeof text, AV_STRING_PER_SOURCE_TOKEN, ledger->pen->language, row_bytes);
    if (player->run.lesson->n_source == 0 || av_pen_width(ledger->pen, text) > ledger->width)
        av_string_with(text, sizeof text, AV_STRING_PER_TOKEN, ledger->pen->language, row_bytes);
    line(ledger, AV_ROLE_QUIET, text);
    mark(ledger, AV_FIGURE_BYTES_PER_TOKEN);
}

static void proof(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    const struct av_comparison *comparison = &player->run.comparisons[player->place.token];
    char text[96], number[AV_NUMBER_BYTES];
    if (comparison->values == 0)
        return;
    bool equal = comparison->different == 0;
    snprintf(text, sizeof text, "max|Δ| = %s  %s",
             equal ? "0" : av_number((double)comparison->max_difference, 6, number),
             av_string(equal ? AV_STRING_EQUAL : AV_STRING_NOT_EQUAL, ledger->pen->language));
    line(ledger, equal ? AV_ROLE_GOOD : AV_ROLE_ERROR, text);
    mark(ledger, AV_FIGURE_MAX_DIFFERENCE);
    line(ledger, AV_ROLE_QUIET,
         av_string_with(text, sizeof text, AV_STRING_OVER_VALUES, ledger->pen->language,
                        av_number_count(comparison->values, number)));
    mark(ledger, AV_FIGURE_COMPARED);
}

/* Under a rule that no cache stays true under, there is one way only. */
static void uncached_only(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_MULTIPLY_ADDS, ledger->pen->language));
    counted(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED,
            av_work_multiply_adds(&player->run.uncached_work[player->place.token]));
    mark(ledger, AV_FIGURE_UNCACHED);
    gap(ledger);
    av_draw_wrapped(ledger->pen, ledger->x, ledger->y, ledger->width, ledger->end - ledger->y, AV_ROLE_TEXT,
                    av_string(AV_STRING_NO_CACHE_RULE, ledger->pen->language));
}

static void draw_parts(struct ledger *ledger)
{
    if (!av_player_can_cache(ledger->pen->player)) {
        uncached_only(ledger);
        return;
    }
    this_step(ledger);
    gap(ledger);
    since_start(ledger);
    gap(ledger);
    memory(ledger);
    gap(ledger);
    proof(ledger);
}

/* Lines that have to go above the panel so that the cursor's is in sight. */
static int lines_above(const struct ledger *ledger)
{
    struct ledger measured = *ledger;
    measured.top = measured.end; /* draws nothing */
    draw_parts(&measured);
    int below = measured.cursor_y - (ledger->end - 1);
    return ledger->cursor >= 0 && below > 0 ? below : 0;
}

void av_draw_cost(const struct av_pen *pen, const struct av_panel *panel)
{
    const struct av_rectangle *box = &panel->box;
    bool focused = pen->player->focused && pen->player->focus == AV_VIEW_COST;
    struct ledger ledger = {.pen = pen,
                            .x = box->x + 2,
                            .y = box->y + 1,
                            .width = box->width - 4,
                            .top = box->y + 1,
                            .end = box->y + box->height - 1,
                            .cursor = focused ? pen->player->row : -1};
    /* where it is narrow, without air at the sides */
    bool narrow = box->width < 26;
    ledger.x -= narrow;
    ledger.width += 2 * narrow;
    av_draw_frame(pen, panel, av_string(narrow ? AV_STRING_COST_BRIEF : AV_STRING_COST, pen->language), "");
    ledger.air = box->height - 2 - LINES;
    if (av_player_covers_cost(pen->player)) {
        line(&ledger, AV_ROLE_QUIET, "?");
        return;
    }
    ledger.y -= lines_above(&ledger);
    draw_parts(&ledger);
}
