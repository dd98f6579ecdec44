/* ÷ √d_k: the current row with the division and without it, and what becomes of it as d_k grows. */
#include <math.h>
#include <stdio.h>

#include "attnviz/player/scaling.h"
#include "cells.h"
#include "parts.h"

#define KEY_WIDTH     9
#define NUMBER_WIDTH  8
#define BAR_MAX       24
#define ROWS_MIN      2
#define BOTH_MIN      72 /* columns of the screen; below, only the way that the rule goes is shown */
#define D_WIDTH       6  /* of the table, its first column */
#define DECIMALS      3
#define SMALL         0.0005 /* what would be 0.000 */
#define EXAMPLE_COUNT 3
#define TEXT_BYTES    256

/* What may be shown, from top to bottom. */
enum part { PART_TITLE, PART_HEAD, PART_ROWS, PART_TABLE_HEAD, PART_TABLE, PART_EXAMPLE, PART_COUNT };

struct sheet {
    const struct av_pen *pen;
    const struct av_scaling *scaling;
    int choice;   /* of its figures */
    bool covered; /* a question is open that the numbers would answer */
    int n, row;   /* keys; the first in sight */
    int lines[PART_COUNT];
    int y;
};

/* The way that the rule goes. */
static enum av_scaling_way way_on(const struct sheet *sheet)
{
    return sheet->pen->player->run.lesson->rule.scaled ? AV_SCALING_DIVIDED : AV_SCALING_RAW;
}

static bool is_wide(const struct sheet *sheet)
{
    return sheet->pen->canvas->width >= BOTH_MIN;
}

static int d_of(const struct sheet *sheet)
{
    return sheet->scaling->figures[sheet->choice].d;
}

/* Three decimals, one digit and an exponent of what would look like nothing. */
static const char *number(double value, char buffer[AV_NUMBER_BYTES])
{
    const struct av_number_format format = {.width = NUMBER_WIDTH, .decimals = DECIMALS};
    if (value > 0 && value < SMALL)
        snprintf(buffer, AV_NUMBER_BYTES, "%.0e", value);
    else
        av_number_cell((float)value, format, buffer);
    return buffer;
}

static void draw_number(const struct sheet *sheet, int end, enum av_role role, double value)
{
    char buffer[AV_NUMBER_BYTES];
    av_draw_right(sheet->pen, end, sheet->y, role, sheet->covered ? "?" : number(value, buffer));
}

/* "q of “dog” and each key, over the first 16 of 256 columns" */
static void draw_title(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const char *token = av_player_token_text(pen->player, pen->player->place.token);
    int d_k = pen->player->run.lesson->model.config.d_k;
    char text[TEXT_BYTES], d[16], all[16];
    snprintf(d, sizeof d, "%d", d_of(sheet));
    snprintf(all, sizeof all, "%d", d_k);
    if (d_of(sheet) == d_k)
        av_string_with(text, sizeof text, AV_STRING_SCALE_ALL, pen->language, token, all);
    else
        av_string_with(text, sizeof text, AV_STRING_SCALE_SOME, pen->language, token, d, all);
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2, AV_ROLE_TEXT, text);
}

/* "÷√16", or "q⋅k". */
static const char *way_name(enum av_scaling_way way, int d, char *buffer, size_t size)
{
    if (way == AV_SCALING_RAW)
        return "q⋅k";
    snprintf(buffer, size, "÷√%d", d);
    return buffer;
}

/* Where a way's columns begin, and how many it has: one way takes all. */
static int way_width(const struct sheet *sheet)
{
    return (sheet->pen->canvas->width - 2 - KEY_WIDTH) / (is_wide(sheet) ? AV_SCALING_WAYS : 1);
}

static int way_x(const struct sheet *sheet, enum av_scaling_way way)
{
    return 1 + KEY_WIDTH + (is_wide(sheet) ? (int)way * way_width(sheet) : 0);
}

static bool is_shown(const struct sheet *sheet, enum av_scaling_way way)
{
    return is_wide(sheet) || way == way_on(sheet);
}

/* Over each way its name, the one that the rule goes marked. */
static void draw_head(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[TEXT_BYTES], name[32];
    if (sheet->lines[PART_ROWS] < sheet->n) {
        snprintf(text, sizeof text, "%d–%d/%d", sheet->row + 1, sheet->row + sheet->lines[PART_ROWS], sheet->n);
        if (av_pen_width(pen, text) > KEY_WIDTH - 1)
            snprintf(text, sizeof text, "%d–%d", sheet->row + 1, sheet->row + sheet->lines[PART_ROWS]);
        av_draw_cut(pen, 1, sheet->y, KEY_WIDTH - 1, AV_ROLE_QUIET, text);
    }
    for (int way = 0; way < AV_SCALING_WAYS; way++) {
        bool on = way == (int)way_on(sheet);
        int x = way_x(sheet, (enum av_scaling_way)way);
        if (!is_shown(sheet, (enum av_scaling_way)way))
            continue;
        snprintf(text, sizeof text, "%s%s", on ? "▶ " : "",
                 way_name((enum av_scaling_way)way, d_of(sheet), name, sizeof name));
        av_draw_right(pen, x + NUMBER_WIDTH, sheet->y, on ? AV_ROLE_STRONG : AV_ROLE_QUIET, text);
        av_draw_right(pen, x + 2 * NUMBER_WIDTH, sheet->y, AV_ROLE_QUIET, "a(1−a)");
        av_draw_right(pen, x + 3 * NUMBER_WIDTH - 1, sheet->y, AV_ROLE_QUIET, "a");
    }
    sheet->y++;
}

/* A key's score, the slope of its weight, the weight and its bar. */
static void draw_key(const struct sheet *sheet, enum av_scaling_way way, int j)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_rule *rule = &av_player_trace(pen->player)->rule;
    bool removed = av_rule_removes(rule, pen->player->place.token, j);
    int x = way_x(sheet, way), bar = way_width(sheet) - 3 * NUMBER_WIDTH - 1;
    enum av_role role = removed ? AV_ROLE_MASKED : way == way_on(sheet) ? AV_ROLE_TEXT : AV_ROLE_QUIET;
    float weight = av_scaling_weight(pen->player, way, j);
    if (removed)
        av_draw_right(pen, x + NUMBER_WIDTH, sheet->y, role, sheet->covered ? "?" : "−∞");
    else
        draw_number(sheet, x + NUMBER_WIDTH, role, (double)av_scaling_score(pen->player, way, j));
    draw_number(sheet, x + 2 * NUMBER_WIDTH, role, av_softmax_slope(weight));
    draw_number(sheet, x + 3 * NUMBER_WIDTH - 1, removed ? role : AV_ROLE_WEIGHT, (double)weight);
    if (!sheet->covered)
        av_draw_bar(pen, x + 3 * NUMBER_WIDTH, sheet->y, bar < BAR_MAX ? bar : BAR_MAX, (double)weight,
                    way == way_on(sheet) ? AV_ROLE_WEIGHT : AV_ROLE_QUIET);
}

static void draw_rows(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    for (int i = 0; i < sheet->lines[PART_ROWS]; i++, sheet->y++) {
        int j = sheet->row + i;
        bool own = j == pen->player->place.token && pen->player->run.lesson->n_source == 0;
        av_draw_cut(pen, 1, sheet->y, KEY_WIDTH - 1, own ? AV_ROLE_STRONG : AV_ROLE_TEXT,
                    av_player_key_text(pen->player, j));
        for (int way = 0; way < AV_SCALING_WAYS; way++) {
            if (is_shown(sheet, (enum av_scaling_way)way))
                draw_key(sheet, (enum av_scaling_way)way, j);
        }
    }
}

/* A group of the table's columns: one for each way. */
struct group {
    enum av_string name;
    double (*of)(const struct av_scaling_figures *figures, int way);
};

static double variance_of(const struct av_scaling_figures *figures, int way)
{
    return figures->ways[way].variance;
}

static double weight_of(const struct av_scaling_figures *figures, int way)
{
    return figures->ways[way].steepness.weight;
}

static double slope_of(const struct av_scaling_figures *figures, int way)
{
    return figures->ways[way].steepness.slope;
}

static double slopes_of(const struct av_scaling_figures *figures, int way)
{
    return figures->ways[way].steepness.slopes;
}

/* The most needed first: those that fit are shown. */
static const struct group groups[] = {
    {AV_STRING_SCALE_VARIANCE, variance_of},
    {AV_STRING_SCALE_SLOPES, slopes_of},
    {AV_STRING_SCALE_WEIGHT, weight_of},
    {AV_STRING_SCALE_SLOPE, slope_of},
};

/* Ends of the columns of a group. */
static int column_end(int group, int way)
{
    return 1 + D_WIDTH + (group * AV_SCALING_WAYS + way + 1) * NUMBER_WIDTH;
}

static int groups_shown(const struct sheet *sheet)
{
    int n = (int)(sizeof groups / sizeof *groups);
    while (n > 1 && column_end(n - 1, AV_SCALING_WAYS - 1) > sheet->pen->canvas->width - 1)
        n--;
    return n;
}

/* Two lines: what is counted, and of which way. */
static void draw_table_head(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    for (int group = 0; group < groups_shown(sheet); group++) {
        const char *name = av_string(groups[group].name, pen->language);
        int end = column_end(group, AV_SCALING_WAYS - 1);
        av_draw_right(pen, end, sheet->y, AV_ROLE_QUIET, name);
        av_draw_right(pen, end - NUMBER_WIDTH, sheet->y + 1, AV_ROLE_QUIET, "q⋅k");
        av_draw_right(pen, end, sheet->y + 1, AV_ROLE_QUIET, "÷√d");
    }
    av_draw_right(pen, 1 + D_WIDTH, sheet->y + 1, AV_ROLE_QUIET, "d_k");
    sheet->y += 2;
}

/* The first choice in sight: the one that is looked at is. */
static int first_choice(const struct sheet *sheet)
{
    int most = sheet->scaling->n - sheet->lines[PART_TABLE];
    return sheet->choice < most ? sheet->choice : most;
}

static void draw_table(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    for (int i = 0; i < sheet->lines[PART_TABLE]; i++, sheet->y++) {
        int choice = first_choice(sheet) + i;
        const struct av_scaling_figures *figures = &sheet->scaling->figures[choice];
        enum av_role role = choice == sheet->choice ? AV_ROLE_STRONG : AV_ROLE_TEXT;
        char d[16];
        snprintf(d, sizeof d, "%d", figures->d);
        av_draw_text(pen, 1, sheet->y, role, choice == sheet->choice ? "▶" : " ");
        av_draw_right(pen, 1 + D_WIDTH, sheet->y, role, d);
        for (int group = 0; group < groups_shown(sheet); group++) {
            for (int way = 0; way < AV_SCALING_WAYS; way++)
                draw_number(sheet, column_end(group, way), role, groups[group].of(figures, way));
        }
    }
}

/* Softmax of 1, 2 and 20 divided by something, by the engine, in numbers; returns the largest slope. */
static double example(float divisor, char numbers[EXAMPLE_COUNT][AV_NUMBER_BYTES])
{
    float s[EXAMPLE_COUNT] = {1, 2, 20};
    double slope = 0;
    for (int j = 0; j < EXAMPLE_COUNT; j++)
        s[j] = s[j] / divisor;
    av_softmax(s, EXAMPLE_COUNT, s);
    for (int j = 0; j < EXAMPLE_COUNT; j++) {
        number((double)s[j], numbers[j]);
        slope = fmax(slope, av_softmax_slope(s[j]));
    }
    return slope;
}

/* The example as it is, divided, and what both do to the slopes: as much as there is room for. */
static void draw_example(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[3][TEXT_BYTES], d[16], numbers[EXAMPLE_COUNT][AV_NUMBER_BYTES], slopes[2][AV_NUMBER_BYTES];
    number(example(1, numbers), slopes[0]);
    av_string_with(text[0], sizeof text[0], AV_STRING_SCALE_EXAMPLE, pen->language, numbers[0], numbers[1], numbers[2]);
    number(example(sqrtf((float)d_of(sheet)), numbers), slopes[1]);
    snprintf(d, sizeof d, "%d", d_of(sheet));
    av_string_with(text[1], sizeof text[1], AV_STRING_SCALE_EXAMPLE_DIVIDED, pen->language, d, numbers[0], numbers[1],
                   numbers[2]);
    av_string_with(text[2], sizeof text[2], AV_STRING_SCALE_EXAMPLE_SLOPES, pen->language, slopes[0], slopes[1]);
    int x = 1;
    for (int i = 0; i < 3 && x + av_pen_width(pen, text[i]) < pen->canvas->width; i++)
        x = av_draw_text(pen, x, sheet->y, AV_ROLE_QUIET, text[i]);
    sheet->y++;
}

/* The last keys are in sight, unless that hides the one that weighs most. */
static void choose_rows(struct sheet *sheet)
{
    int heaviest = 0;
    float most = -1;
    for (int j = 0; j < sheet->n && !sheet->covered; j++) {
        float weight = av_scaling_weight(sheet->pen->player, way_on(sheet), j);
        heaviest = weight > most ? j : heaviest;
        most = weight > most ? weight : most;
    }
    sheet->row = sheet->n - sheet->lines[PART_ROWS];
    if (!sheet->covered && heaviest < sheet->row)
        sheet->row = heaviest;
}

/* Deals out the lines by importance: a line of the table stands for all. What is left shows more keys. */
static void share_lines(struct sheet *sheet, int height)
{
    static const int order[PART_COUNT] = {PART_ROWS, PART_TABLE_HEAD, PART_TABLE, PART_HEAD, PART_EXAMPLE, PART_TITLE};
    int least = sheet->n < ROWS_MIN ? sheet->n : ROWS_MIN;
    const int wanted[PART_COUNT] = {
        [PART_TITLE] = 1,      [PART_HEAD] = 1,  [PART_ROWS] = least,
        [PART_TABLE_HEAD] = 2, [PART_TABLE] = 1, [PART_EXAMPLE] = 1,
    };
    height = av_parts_deal(wanted, order, PART_COUNT, height, sheet->lines);
    if (sheet->lines[PART_TABLE_HEAD] == 0 || sheet->lines[PART_TABLE] == 0) {
        height += sheet->lines[PART_TABLE_HEAD] + sheet->lines[PART_TABLE];
        sheet->lines[PART_TABLE_HEAD] = sheet->lines[PART_TABLE] = 0;
    } else {
        int choices = sheet->scaling->n - 1;
        sheet->lines[PART_TABLE] += choices < height ? choices : height;
        height -= choices < height ? choices : height;
    }
    int more = sheet->n - least;
    sheet->lines[PART_ROWS] += more < height ? more : height;
}

void av_draw_scale(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_TITLE] = draw_title,           [PART_HEAD] = draw_head,   [PART_ROWS] = draw_rows,
        [PART_TABLE_HEAD] = draw_table_head, [PART_TABLE] = draw_table, [PART_EXAMPLE] = draw_example,
    };
    static const bool airy[PART_COUNT] = {[PART_HEAD] = true, [PART_TABLE_HEAD] = true, [PART_EXAMPLE] = true};
    struct sheet sheet = {
        .pen = pen,
        .scaling = &pen->player->scaling,
        .choice = av_scaling_choice(pen->player),
        .covered = av_player_covers(pen->player, AV_VIEW_S) || av_player_covers(pen->player, AV_VIEW_A),
        .n = av_scaling_keys(pen->player),
        .y = box->y,
    };
    share_lines(&sheet, box->height);
    choose_rows(&sheet);
    av_add_wheel(pen, *box, AV_COMMAND_TOKEN_BACK, AV_COMMAND_TOKEN_NEXT, false);
    int air[PART_COUNT];
    av_parts_air(sheet.lines, airy, PART_COUNT, box->height, air);
    for (int part = 0; part < PART_COUNT; part++) {
        if (sheet.lines[part] == 0)
            continue;
        sheet.y += air[part];
        draws[part](&sheet);
    }
}
