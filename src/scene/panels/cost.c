#include <stdio.h>

#include "../number.h"
#include "panels.h"

struct ledger {
    const struct av_pen *pen;
    int x, y, width, end; /* the next line, and where the panel's inside ends */
    int air;              /* lines that may be left between the parts */
};

#define LINES 12 /* of all parts */

static bool full(const struct ledger *ledger)
{
    return ledger->y >= ledger->end;
}

static void gap(struct ledger *ledger)
{
    if (ledger->air-- > 0)
        ledger->y++;
}

static void line(struct ledger *ledger, enum av_role role, const char *text)
{
    if (!full(ledger))
        av_canvas_text(ledger->pen->canvas, ledger->x, ledger->y++, ledger->width, role, text);
}

/* A label at the left and a figure at the right of one line. */
static void pair(struct ledger *ledger, enum av_role role, const char *label, const char *figure)
{
    if (full(ledger))
        return;
    av_draw_text(ledger->pen, ledger->x, ledger->y, role, label);
    av_draw_right(ledger->pen, ledger->x + ledger->width, ledger->y, role, figure);
    ledger->y++;
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
    if (room >= BAR_MIN && most > 0 && !full(ledger))
        av_draw_bar(ledger->pen, ledger->x + NAME_WIDTH, ledger->y, room, (double)count / (double)most, role);
    counted(ledger, role, label, count);
}

/* The counts of all steps as a small chart: a column a step, or the largest of several where there is less room. */
static void chart(const struct ledger *ledger, enum av_role role, const struct av_work *work, int n, uint64_t most)
{
    static const char *const heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int x = ledger->x + NAME_WIDTH, room = ledger->width - NAME_WIDTH - 8;
    if (room < BAR_MIN || full(ledger))
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

static void this_step(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    int t = player->place.token;
    uint64_t with = av_work_multiply_adds(&player->run.cached.work[t]);
    uint64_t without = av_work_multiply_adds(&player->run.uncached_work[t]);
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_MULTIPLY_ADDS, ledger->pen->language));
    compared(ledger, AV_ROLE_REUSED, AV_STRING_CACHED, with, without);
    compared(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED, without, without);
    if (with > 0 && without > 0) {
        char share[AV_NUMBER_BYTES], figure[AV_NUMBER_BYTES + 4];
        av_number(100 * (1 - (double)with / (double)without), 1, share);
        snprintf(figure, sizeof figure, "%s %%", share);
        pair(ledger, AV_ROLE_GOOD, av_string(AV_STRING_SAVED, ledger->pen->language), figure);
    }
}

static void since_start(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    int n = player->place.token + 1;
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_SINCE_START, ledger->pen->language));
    if (!av_player_counts_known(player, player->place.token)) {
        line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_NOT_COUNTED, ledger->pen->language));
        return;
    }
    uint64_t most = most_of(player->run.uncached_work, n);
    chart(ledger, AV_ROLE_REUSED, player->run.cached.work, n, most);
    counted(ledger, AV_ROLE_REUSED, AV_STRING_CACHED, sum_of(player->run.cached.work, n));
    chart(ledger, AV_ROLE_RECOMPUTED, player->run.uncached_work, n, most);
    counted(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED, sum_of(player->run.uncached_work, n));
}

/* "10 × 8 × 4 B = 320 B": rows, numbers a row, bytes a number. The cache grows when the step appends to it. */
static void memory(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    const struct av_config *config = &player->run.lesson->model.config;
    char text[96], bytes[AV_NUMBER_BYTES], row_bytes[AV_NUMBER_BYTES];
    int n = player->place.token + (player->place.stage >= AV_STAGE_APPEND ? 1 : 0);
    int numbers = config->n_layer * config->n_kv_head * (config->d_k + config->d_v);
    av_number_count(player->cache_on ? av_trace_cache_bytes(&player->run.cached, n) : 0, bytes);
    av_number_count(av_trace_cache_bytes(&player->run.cached, 1), row_bytes);
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_CACHE_MEMORY, ledger->pen->language));
    if (player->cache_on)
        snprintf(text, sizeof text, "%d × %d × 4 B = %s B", n, numbers, bytes);
    if (!player->cache_on || av_pen_width(ledger->pen, text) > ledger->width)
        snprintf(text, sizeof text, "%s B", bytes);
    line(ledger, AV_ROLE_TEXT, text);
    if (player->cache_on)
        line(ledger, AV_ROLE_QUIET,
             av_string_with(text, sizeof text, AV_STRING_PER_TOKEN, ledger->pen->language, row_bytes));
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
    line(ledger, AV_ROLE_QUIET,
         av_string_with(text, sizeof text, AV_STRING_OVER_VALUES, ledger->pen->language,
                        av_number_count(comparison->values, number)));
}

/* Under a rule that no cache stays true under, there is one way only. */
static void uncached_only(struct ledger *ledger)
{
    const struct av_player *player = ledger->pen->player;
    line(ledger, AV_ROLE_QUIET, av_string(AV_STRING_MULTIPLY_ADDS, ledger->pen->language));
    counted(ledger, AV_ROLE_RECOMPUTED, AV_STRING_UNCACHED,
            av_work_multiply_adds(&player->run.uncached_work[player->place.token]));
    gap(ledger);
    av_draw_wrapped(ledger->pen, ledger->x, ledger->y, ledger->width, ledger->end - ledger->y, AV_ROLE_TEXT,
                    av_string(AV_STRING_NO_CACHE_RULE, ledger->pen->language));
}

void av_draw_cost(const struct av_pen *pen, const struct av_panel *panel)
{
    const struct av_rectangle *box = &panel->box;
    struct ledger ledger = {
        .pen = pen, .x = box->x + 2, .y = box->y + 1, .width = box->width - 4, .end = box->y + box->height - 1};
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
    if (!av_player_can_cache(pen->player)) {
        uncached_only(&ledger);
        return;
    }
    this_step(&ledger);
    gap(&ledger);
    since_start(&ledger);
    gap(&ledger);
    memory(&ledger);
    gap(&ledger);
    proof(&ledger);
}
