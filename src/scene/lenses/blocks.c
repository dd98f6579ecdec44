/* Four blocks: what the step does with each, with the cache and without; and the one row that Q, K and V gain. */
#include "blocks.h"

#include <stdio.h>
#include <string.h>

#include "../number.h"

#define LEDGER_MIN 39 /* columns; of the rest, the map gets what it can use … */
#define LEDGER     46 /* where there is room for more */
#define LEDGER_MAX 64 /* a wider one would only tear its lines apart */
#define ROOMY_MIN  100
#define MAP_MIN    33 /* … if it is not less than this … */
#define MAP_LINES  8
#define NAME_WIDTH 8
#define GAP        2

const char *av_block_name(const struct av_pen *pen, enum av_block block)
{
    static const enum av_string names[AV_BLOCK_COUNT] = {AV_STRING_OLD_OLD, AV_STRING_OLD_NEW, AV_STRING_NEW_OLD,
                                                         AV_STRING_NEW_NEW};
    return av_string(names[block], pen->language);
}

const char *av_block_sign(enum av_state state)
{
    return state == AV_STATE_DONE ? "✓" : av_state_glyph(state); /* in a list a blank says nothing */
}

/* What the step does with a block. */
static const char *fate(const struct av_pen *pen, const struct av_block_work *work)
{
    if (work->masked)
        return av_string(AV_STRING_COMPUTED_MASKED, pen->language);
    return work->state == AV_STATE_NEW ? av_string(AV_STRING_COMPUTED_NOW, pen->language)
                                       : av_string_state_name(work->state, pen->language);
}

struct ledger {
    const struct av_pen *pen;
    int x, y, end, width;
    int ends[2];   /* where the counts of a way end: of the one that is on, and of the other */
    bool other;    /* the other way was run as well */
    int word_room; /* of what happens to a block, with its sign */
};

static bool is_cached(const struct ledger *ledger, int way)
{
    return ledger->pen->player->cache_on == (way == 0);
}

static const char *way_name(const struct ledger *ledger, int way)
{
    return av_string(is_cached(ledger, way) ? AV_STRING_CACHED : AV_STRING_UNCACHED, ledger->pen->language);
}

static uint64_t step_scores(const struct ledger *ledger, int way)
{
    const struct av_run *run = &ledger->pen->player->run;
    int t = ledger->pen->player->place.token;
    return (is_cached(ledger, way) ? &run->cached.work[t] : &run->uncached_work[t])->multiply_adds[AV_WORK_SCORES];
}

static int count_width(const struct ledger *ledger, int way)
{
    char number[AV_NUMBER_BYTES];
    return av_pen_width(ledger->pen, av_number_count(step_scores(ledger, way), number));
}

static struct ledger ledger_of(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct ledger ledger = {.pen = pen, .x = box->x, .y = box->y, .end = box->y + box->height, .width = box->width};
    struct av_block_work work;
    ledger.other = av_block_work(pen->player, AV_BLOCK_NEW_NEW, !pen->player->cache_on, &work);
    ledger.ends[1] = box->x + box->width;
    ledger.ends[0] = ledger.ends[1];
    if (ledger.other) { /* its name, or a count and the sign in front of it */
        int name = av_pen_width(pen, way_name(&ledger, 1)), count = count_width(&ledger, 1) + 2;
        ledger.ends[0] -= (name > count ? name : count) + 1;
    }
    ledger.word_room = ledger.ends[0] - count_width(&ledger, 0) - 1 - ledger.x - NAME_WIDTH;
    return ledger;
}

static void draw_ways(struct ledger *ledger)
{
    for (int way = 0; way <= ledger->other; way++)
        av_draw_right(ledger->pen, ledger->ends[way], ledger->y, way == 0 ? AV_ROLE_STRONG : AV_ROLE_QUIET,
                      way_name(ledger, way));
    ledger->y++;
}

static void draw_block(struct ledger *ledger, enum av_block block)
{
    const struct av_pen *pen = ledger->pen;
    char number[AV_NUMBER_BYTES], text[96];
    for (int way = 0; way <= ledger->other; way++) {
        struct av_block_work work;
        if (!av_block_work(pen->player, block, is_cached(ledger, way), &work))
            continue;
        enum av_role role = av_state_role(work.state);
        const char *sign = av_block_sign(work.state), *count = av_number_count(work.multiply_adds, number);
        if (way == 0) {
            av_draw_text(pen, ledger->x, ledger->y, role, av_block_name(pen, block));
            snprintf(text, sizeof text, "%s %s", sign, fate(pen, &work));
            av_draw_cut(pen, ledger->x + NAME_WIDTH, ledger->y, ledger->word_room, role, text);
            av_draw_right(pen, ledger->ends[0], ledger->y, role, count);
        } else {
            snprintf(text, sizeof text, "%s %s", sign, count);
            av_draw_right(pen, ledger->ends[1], ledger->y, role, text);
        }
    }
    ledger->y++;
}

/* "(n − 1)²⋅8 = 9⋅9⋅8 = 648 ✓": what computing all of it takes, and that this was counted; or what is saved. */
static void draw_formula(struct ledger *ledger, enum av_block block)
{
    static const char *const symbols[AV_BLOCK_COUNT] = {"(n − 1)²", "(n − 1)", "(n − 1)", "1"};
    const struct av_pen *pen = ledger->pen;
    const struct av_config *config = &pen->player->run.lesson->model.config;
    struct av_steps steps = av_run_steps(&pen->player->run, pen->player->place.token);
    int each = config->d_k * config->n_head * config->n_layer;
    int room = ledger->width - NAME_WIDTH;
    char number[AV_NUMBER_BYTES], live[64], text[160];
    struct av_block_work work;
    if (!av_block_work(pen->player, block, is_cached(ledger, 0), &work))
        return;
    uint64_t formula = av_block_formula(config, block, steps, is_cached(ledger, 0));
    bool equal = work.multiply_adds == formula;
    av_number_count(av_block_formula(config, block, steps, false), number);
    const char *saved = formula == 0 ? av_string(AV_STRING_SAVED_WORK, pen->language) : "";
    const char *mark = !equal ? " ≠" : formula == 0 ? "" : " ✓";
    snprintf(live, sizeof live, "%d⋅%d⋅%d = ", work.rows, work.columns, each);
    snprintf(text, sizeof text, "%s%s⋅%d = %s%s%s", saved, symbols[block], each, live, number, mark);
    if (av_pen_width(pen, text) > room)
        snprintf(text, sizeof text, "%s%s⋅%d = %s%s", saved, symbols[block], each, number, mark);
    av_draw_cut(pen, ledger->x + NAME_WIDTH, ledger->y++, room, equal ? AV_ROLE_QUIET : AV_ROLE_ERROR, text);
}

/* The four counts, added, and that this is what the step counted for its scores. */
static void draw_sum(struct ledger *ledger, bool named)
{
    const struct av_pen *pen = ledger->pen;
    const char *scores = av_string_stage(&pen->player->run.lesson->model.config, AV_STAGE_SCORES, pen->language);
    char number[AV_NUMBER_BYTES], text[96];
    for (int way = 0; way <= ledger->other; way++) {
        struct av_block_work work;
        uint64_t sum = 0;
        for (int block = 0; block < AV_BLOCK_COUNT; block++)
            sum += av_block_work(pen->player, (enum av_block)block, is_cached(ledger, way), &work) ? work.multiply_adds
                                                                                                   : 0;
        bool equal = sum == step_scores(ledger, way);
        enum av_role role = !equal ? AV_ROLE_ERROR : way == 0 ? AV_ROLE_GOOD : AV_ROLE_TEXT;
        snprintf(text, sizeof text, "Σ %s %s%s%s", equal ? "=" : "≠", scores, named ? " · " : "",
                 named ? way_name(ledger, 0) : "");
        if (way == 0)
            av_draw_cut(pen, ledger->x, ledger->y, NAME_WIDTH + ledger->word_room, role, text);
        av_draw_right(pen, ledger->ends[way], ledger->y, role, av_number_count(sum, number));
    }
    ledger->y++;
}

/* How many multiply-adds a pair of a query and a key takes, and in what they are counted. */
static void draw_scope(struct ledger *ledger, int lines)
{
    const struct av_config *config = &ledger->pen->player->run.lesson->model.config;
    char factors[64], text[256];
    snprintf(factors, sizeof factors, "%d⋅%d⋅%d = %d", config->d_k, config->n_head, config->n_layer,
             config->d_k * config->n_head * config->n_layer);
    av_string_with(text, sizeof text, AV_STRING_PER_PAIR, ledger->pen->language, factors);
    ledger->y += av_draw_wrapped(ledger->pen, ledger->x, ledger->y, ledger->width, lines, AV_ROLE_QUIET, text);
}

/* "= 1–9 reused": the old rows of Q, K or V, or the new one. Returns the column after it. */
static int draw_rows(const struct ledger *ledger, const struct av_view *view, int x, bool added)
{
    int t = ledger->pen->player->place.token, row = added ? t : 0;
    enum av_state state = av_view_row_state(view, row);
    char label[64], range[32], text[160];
    snprintf(range, sizeof range, added || t == 1 ? "%d" : "%d–%d", row + 1, t);
    snprintf(text, sizeof text, "%s %s %s", av_state_glyph(state), range,
             added ? av_view_row_label(view, row, label, sizeof label)
                   : av_string_state_name(state, ledger->pen->language));
    return av_draw_cut(ledger->pen, x, ledger->y, ledger->x + ledger->width - x, av_state_role(state), text);
}

/* As many numbers of the row that is added as there is room for. */
static void draw_numbers(const struct ledger *ledger, const struct av_view *view, int x)
{
    const struct av_pen *pen = ledger->pen;
    char number[AV_NUMBER_BYTES];
    int row = pen->player->place.token, end = ledger->x + ledger->width, dots = av_pen_width(pen, "…");
    for (int column = 0; column < view->columns; column++) {
        struct av_cell cell = av_view_cell(view, row, column);
        const char *text = cell.value == 0 ? "0" : av_number((double)cell.value, 2, number);
        int reserved = column == view->columns - 1 ? 0 : 1 + dots;
        if (x + av_pen_width(pen, text) + reserved > end) {
            av_draw_text(pen, x, ledger->y, AV_ROLE_QUIET, x + dots <= end ? "…" : "");
            return;
        }
        x = av_draw_text(pen, x, ledger->y, av_state_role(cell.state), text) + 1;
    }
}

/* Q, K or V: what becomes of the old rows, and the one that is added. */
static void draw_added(struct ledger *ledger, enum av_view_id id, bool whole)
{
    struct av_place place = ledger->pen->player->place;
    if (place.stage < (int)AV_STAGE_SCORES)
        place.stage = AV_STAGE_SCORES;
    struct av_view view = av_view_at(ledger->pen->player, id, &place);
    bool covered = av_player_covers(ledger->pen->player, id);
    av_draw_text(ledger->pen, ledger->x, ledger->y, AV_ROLE_STRONG, av_view_name(id));
    if (covered) {
        av_draw_text(ledger->pen, ledger->x + 2, ledger->y, AV_ROLE_QUIET, "?");
        ledger->y += whole ? 2 : 1;
        return;
    }
    int x = draw_rows(ledger, &view, ledger->x + 2, false) + 2;
    if (whole)
        ledger->y++;
    x = draw_rows(ledger, &view, whole ? ledger->x + 2 : x, true);
    if (whole)
        draw_numbers(ledger, &view, x + 1);
    ledger->y++;
}

/* The counts always; then, as lines are left, what they are of, the rows of Q, K and V, the formulas, the numbers of
 * the rows. */
static void draw_ledger(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct ledger ledger = ledger_of(pen, box);
    int left = box->height - AV_BLOCK_COUNT - 1;
    bool ways = left >= 1, scope = left >= 3, rows = left >= 6, formulas = left >= 10, whole = left >= 13,
         airy = left >= 15;
    if (scope)
        draw_scope(&ledger, left >= 11 ? 3 : 2);
    ledger.y += airy;
    if (ways)
        draw_ways(&ledger);
    for (int block = 0; block < AV_BLOCK_COUNT && ledger.y < ledger.end; block++) {
        draw_block(&ledger, (enum av_block)block);
        if (formulas)
            draw_formula(&ledger, (enum av_block)block);
    }
    if (ledger.y < ledger.end)
        draw_sum(&ledger, !ways);
    ledger.y += airy;
    for (enum av_view_id id = AV_VIEW_Q; id <= AV_VIEW_V && rows; id++)
        draw_added(&ledger, id, whole);
}

void av_draw_blocks(const struct av_pen *pen, const struct av_rectangle *box)
{
    struct av_rectangle map = {box->x + 1, box->y, box->width - 2, box->height}, ledger = map;
    if (pen->player->place.token + 1 == pen->player->run.n_first) {
        bool at_once = av_player_prefills(pen->player);
        av_draw_wrapped(pen, map.x, map.y, map.width, map.height, AV_ROLE_TEXT,
                        av_string(at_once ? AV_STRING_ALL_NEW : AV_STRING_NOTHING_OLD, pen->language));
        return;
    }
    int room = map.width - (box->width >= ROOMY_MIN ? LEDGER : LEDGER_MIN) - GAP;
    if (room >= MAP_MIN && map.height >= MAP_LINES) {
        map.width = room;
        ledger.x += av_draw_block_map(pen, &map) + GAP;
        ledger.width = box->x + box->width - 1 - ledger.x;
    }
    ledger.width = ledger.width < LEDGER_MAX ? ledger.width : LEDGER_MAX;
    draw_ledger(pen, &ledger);
}
