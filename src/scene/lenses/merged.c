/* Scoring by W_Q and W_K, and by the one matrix W_QK: the matrices, what each makes of x, and the scores of both. */
#include "merged.h"

#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "attnviz/player/heads.h"
#include "attnviz/player/merged.h"
#include "attnviz/player/view.h"
#include "cells.h"
#include "parts.h"

#define LABEL_WIDTH 8  /* the names of features, at the left */
#define CELL_NARROW 6  /* columns of a number: as many as these … */
#define CELL_WIDE   8  /* … or these, where all numbers have room */
#define KEY_WIDTH   9  /* the names of tokens, in front of their scores */
#define SCORE_WIDTH 10 /* columns of a score */
#define COSTS_X     41 /* where what it takes begins, beside the scores … */
#define COSTS_MIN   38 /* … and how wide it is at least */
#define TEXT_BYTES  256

enum matrix { X, W_Q, W_K, W_QK, MATRIX_COUNT };

/* What may be shown, from top to bottom. */
enum part {
    PART_NAMES,    /* of the matrices, and what x times each is */
    PART_FEATURES, /* names of their columns */
    PART_ROWS,
    PART_BETWEEN, /* q, k, x·W_QK */
    PART_RANK,
    PART_AGREE,
    PART_SCORES, /* with what they take beside them, where there is room */
    PART_COSTS,  /* else below them */
    PART_COUNT,
};

struct sheet {
    const struct av_pen *pen;
    const struct av_config *config;
    const struct av_merging *merging;
    const struct av_trace *trace;
    int n;                  /* keys that the row meets */
    int cell;               /* columns of a number */
    int x[MATRIX_COUNT];    /* where each matrix begins */
    int cols[MATRIX_COUNT]; /* its columns in sight */
    int first;              /* the first feature in sight: row of all, and column of W_QK */
    int key;                /* the first token in sight */
    int lines[PART_COUNT];  /* of each part; 0 where there is no room for it */
    int y;
    bool beside; /* scores and costs are beside each other */
    bool scores_covered;
};

static int side_of(const struct sheet *sheet)
{
    return sheet->merging->matrices.w.rows;
}

static int all_columns(const struct sheet *sheet, enum matrix matrix)
{
    const int all[MATRIX_COUNT] = {1, sheet->config->d_k, sheet->config->d_k, side_of(sheet)};
    return all[matrix];
}

/* Columns of the screen go to the matrices: all that they have, or else the widest give way. */
static void share_columns(struct sheet *sheet)
{
    int room = sheet->pen->canvas->width - 2 - LABEL_WIDTH - (MATRIX_COUNT - 1), sum = 0, x = 1 + LABEL_WIDTH;
    for (int m = 0; m < MATRIX_COUNT; m++) {
        sheet->cols[m] = all_columns(sheet, (enum matrix)m) - (m == W_QK ? sheet->first : 0);
        sum += sheet->cols[m];
    }
    sheet->cell = sum * CELL_WIDE <= room ? CELL_WIDE : CELL_NARROW;
    for (; sum > room / sheet->cell; sum--) {
        int widest = W_QK;
        for (int m = W_K; m >= W_Q; m--)
            widest = sheet->cols[m] >= sheet->cols[widest] ? m : widest;
        if (sheet->cols[widest] == 1)
            break;
        sheet->cols[widest]--;
    }
    for (int m = 0; m < MATRIX_COUNT; m++) {
        sheet->x[m] = x;
        x += sheet->cols[m] * sheet->cell + 1;
    }
}

/* A line between the matrices. */
static void draw_rules(const struct sheet *sheet)
{
    for (int m = W_Q; m < MATRIX_COUNT; m++)
        av_draw_text(sheet->pen, sheet->x[m] - 1, sheet->y, AV_ROLE_QUIET, "│");
}

/* A 0 rests, so that what a matrix is made of is seen. */
static void draw_number(const struct sheet *sheet, enum matrix matrix, int column, float value, enum av_role role,
                        bool covered)
{
    const struct av_number_format format = {.width = sheet->cell, .decimals = sheet->cell == CELL_WIDE ? 3 : 2};
    char buffer[AV_NUMBER_BYTES];
    role = role == AV_ROLE_TEXT && value == 0 ? AV_ROLE_QUIET : role;
    av_draw_right(sheet->pen, sheet->x[matrix] + (column + 1) * sheet->cell, sheet->y, role,
                  covered ? "?" : av_number_cell(value, format, buffer));
}

/* "W_Q 6×2 → q": a matrix and what it makes of x; where not all columns are in sight, which are. */
static void draw_name(const struct sheet *sheet, enum matrix matrix)
{
    static const char *const names[] = {"x", "W_Q", "W_K", "W_QK"}, *const gives[] = {"", "q", "k", "x⋅W_QK"};
    int all = all_columns(sheet, matrix), first = matrix == W_QK ? sheet->first : 0, cols = sheet->cols[matrix];
    int width = cols * sheet->cell;
    char text[TEXT_BYTES], part[64] = "";
    if (matrix == X) {
        av_draw_right(sheet->pen, sheet->x[X] + width, sheet->y, AV_ROLE_QUIET, names[X]);
        return;
    }
    if (cols < all)
        snprintf(part, sizeof part, " %d–%d/%d", first + 1, first + cols, all);
    snprintf(text, sizeof text, "%s %d×%d → %s%s", names[matrix], side_of(sheet), all, gives[matrix], part);
    if (av_pen_width(sheet->pen, text) > width - 1)
        snprintf(text, sizeof text, "%s%s", names[matrix], part);
    av_draw_cut(sheet->pen, sheet->x[matrix] + 1, sheet->y, width - 1, AV_ROLE_STRONG, text);
}

static void draw_names(struct sheet *sheet)
{
    char text[TEXT_BYTES];
    draw_rules(sheet);
    if (sheet->lines[PART_ROWS] > 0 && sheet->lines[PART_ROWS] < side_of(sheet)) {
        snprintf(text, sizeof text, "%d–%d/%d", sheet->first + 1, sheet->first + sheet->lines[PART_ROWS],
                 side_of(sheet));
        av_draw_cut(sheet->pen, 1, sheet->y, LABEL_WIDTH - 1, AV_ROLE_QUIET, text);
    }
    for (int m = 0; m < MATRIX_COUNT; m++)
        draw_name(sheet, (enum matrix)m);
    sheet->y++;
}

/* A feature of x; behind them, where there are biases, stands a 1. */
static const char *feature(const struct sheet *sheet, int row, char *buffer, int size)
{
    struct av_view view = av_view_of(sheet->pen->player, AV_VIEW_W_Q);
    return row < sheet->config->d_model ? av_view_row_label(&view, row, buffer, size) : "b";
}

static void draw_label(const struct sheet *sheet, enum matrix matrix, int column, const char *label)
{
    int x = sheet->x[matrix] + column * sheet->cell + 1, width = sheet->cell - 1, label_width;
    label_width = av_pen_width(sheet->pen, label);
    av_draw_cut(sheet->pen, label_width < width ? x + width - label_width : x, sheet->y, width, AV_ROLE_QUIET, label);
}

static void draw_features(struct sheet *sheet)
{
    char buffer[TEXT_BYTES];
    draw_rules(sheet);
    for (int m = W_Q; m <= W_K; m++) {
        struct av_view view = av_view_of(sheet->pen->player, m == W_Q ? AV_VIEW_W_Q : AV_VIEW_W_K);
        for (int c = 0; c < sheet->cols[m]; c++)
            draw_label(sheet, (enum matrix)m, c, av_view_column_label(&view, c, buffer, sizeof buffer));
    }
    for (int c = 0; c < sheet->cols[W_QK]; c++)
        draw_label(sheet, W_QK, c, feature(sheet, sheet->first + c, buffer, sizeof buffer));
    sheet->y++;
}

static void draw_rows(struct sheet *sheet)
{
    const struct av_merged *matrices = &sheet->merging->matrices;
    const struct av_matrix *all[MATRIX_COUNT] = {NULL, &matrices->wq, &matrices->wk, &matrices->w};
    const struct av_place *place = &sheet->pen->player->place;
    const float *x =
        av_trace_numbers(sheet->trace, av_quantity_attention_input(sheet->config), place->layer, place->token);
    char buffer[TEXT_BYTES];
    for (int i = 0; i < sheet->lines[PART_ROWS] && sheet->first + i < side_of(sheet); i++, sheet->y++) {
        int row = sheet->first + i;
        draw_rules(sheet);
        av_draw_cut(sheet->pen, 1, sheet->y, LABEL_WIDTH - 1, AV_ROLE_QUIET,
                    feature(sheet, row, buffer, sizeof buffer));
        draw_number(sheet, X, 0, row < sheet->config->d_model ? x[row] : 1.0f, AV_ROLE_TEXT, false);
        for (int m = W_Q; m < MATRIX_COUNT; m++)
            for (int c = 0; c < sheet->cols[m]; c++)
                draw_number(sheet, (enum matrix)m, c, av_matrix_row(all[m], row)[(m == W_QK ? sheet->first : 0) + c],
                            AV_ROLE_TEXT, false);
    }
}

/* What x times each matrix is: q, k and x·W_QK. */
static void draw_between(struct sheet *sheet)
{
    const struct av_player *player = sheet->pen->player;
    const struct av_place *place = &player->place;
    int kv = av_heads_kv(sheet->config, place->head) * sheet->config->d_k;
    bool q_covered = av_player_covers(player, AV_VIEW_Q), k_covered = av_player_covers(player, AV_VIEW_K);
    draw_rules(sheet);
    av_draw_cut(sheet->pen, 1, sheet->y, LABEL_WIDTH, AV_ROLE_STRONG, "x⋅W");
    for (int c = 0; c < sheet->cols[W_Q]; c++)
        draw_number(sheet, W_Q, c, sheet->merging->apart.between[c], AV_ROLE_STRONG, q_covered);
    /* of a source there is no k of this token */
    for (int c = 0; c < sheet->cols[W_K] && sheet->config->attends == AV_ATTENDS_SELF; c++)
        draw_number(sheet, W_K, c, av_trace_value(sheet->trace, AV_QUANTITY_KEY, place->layer, place->token, kv + c),
                    AV_ROLE_STRONG, k_covered);
    for (int c = 0; c < sheet->cols[W_QK]; c++)
        draw_number(sheet, W_QK, c, sheet->merging->merged.between[sheet->first + c], AV_ROLE_STRONG, false);
    sheet->y++;
}

/* Covered together with the costs: it is asked for as those are. */
static void draw_rank_at(const struct sheet *sheet, int x)
{
    const struct av_pen *pen = sheet->pen;
    int rank = sheet->merging->matrices.rank;
    bool covered = av_player_covers_cost(pen->player);
    char text[TEXT_BYTES], found[16], side[16], most[32];
    snprintf(found, sizeof found, "%d", rank);
    snprintf(side, sizeof side, "%d", side_of(sheet));
    snprintf(most, sizeof most, "d_k = %d", sheet->config->d_k);
    const char *shown = covered ? "?" : rank == AV_MERGED_RANK_NONE ? "NaN" : found;
    av_string_with(text, sizeof text, AV_STRING_MERGED_RANK, pen->language, shown, side, covered ? "?" : most);
    av_draw_cut(pen, x, sheet->y, pen->canvas->width - 1 - x, AV_ROLE_STRONG, text);
}

static void draw_rank(struct sheet *sheet)
{
    draw_rank_at(sheet, 1);
    sheet->y++;
}

static enum av_string agreement_words(const struct av_merging_agreement *agreement)
{
    double difference = agreement->max_difference;
    return isnan(difference)                ? AV_STRING_MERGED_NOT_FINITE
           : difference <= agreement->bound ? AV_STRING_MERGED_EQUAL
                                            : AV_STRING_MERGED_DIFFERENT;
}

/* With the rank beside it, where the screen is wide. */
static void draw_agree(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    struct av_merging_agreement agreement = av_merging_agree(pen->player);
    char text[TEXT_BYTES], difference[AV_NUMBER_BYTES], bound[AV_NUMBER_BYTES];
    enum av_string words = agreement_words(&agreement);
    int end = sheet->beside ? COSTS_X : pen->canvas->width;
    av_string_with(text, sizeof text, words, pen->language, av_measured((float)agreement.max_difference, difference),
                   av_measured((float)agreement.bound, bound));
    av_draw_cut(pen, 1, sheet->y, end - 2, words == AV_STRING_MERGED_EQUAL ? AV_ROLE_GOOD : AV_ROLE_ERROR, text);
    if (sheet->beside)
        draw_rank_at(sheet, COSTS_X);
    sheet->y++;
}

static void draw_score(const struct sheet *sheet, int j, int y)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_number_format format = {.width = SCORE_WIDTH, .decimals = AV_CELL_DECIMALS};
    float apart = sheet->merging->apart.scores[j], merged = sheet->merging->merged.scores[j];
    char buffer[AV_NUMBER_BYTES];
    int x = 1 + KEY_WIDTH;
    struct av_view keys = av_view_of(pen->player, AV_VIEW_S);
    bool own = j == pen->player->place.token && sheet->config->attends == AV_ATTENDS_SELF;
    av_draw_cut(pen, 1, y, KEY_WIDTH - 1, own ? AV_ROLE_STRONG : AV_ROLE_TEXT,
                av_view_column_label(&keys, j, buffer, sizeof buffer));
    for (int way = 0; way < 2; way++) {
        x += SCORE_WIDTH;
        av_draw_right(pen, x, y, AV_ROLE_TEXT,
                      sheet->scores_covered ? "?" : av_number_cell(way == 0 ? apart : merged, format, buffer));
    }
    av_draw_right(pen, x + SCORE_WIDTH - 1, y, AV_ROLE_QUIET,
                  sheet->scores_covered ? "?" : av_measured(fabsf(merged - apart), buffer));
}

static void draw_scores(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    int rows = sheet->lines[PART_SCORES] - 1, x = 1 + KEY_WIDTH + SCORE_WIDTH;
    char text[TEXT_BYTES];
    rows = rows < sheet->n ? rows : sheet->n;
    if (rows < sheet->n) {
        snprintf(text, sizeof text, "%d–%d/%d", sheet->key + 1, sheet->key + rows, sheet->n);
        av_draw_cut(pen, 1, sheet->y, KEY_WIDTH - 1, AV_ROLE_QUIET, text);
    }
    av_draw_right(pen, x, sheet->y, AV_ROLE_QUIET, "q⋅k");
    av_draw_right(pen, x + SCORE_WIDTH, sheet->y, AV_ROLE_QUIET, "xW_QKxᵀ");
    av_draw_right(pen, x + 2 * SCORE_WIDTH - 1, sheet->y, AV_ROLE_QUIET, "|Δ|");
    for (int i = 0; i < rows; i++)
        draw_score(sheet, sheet->key + i, sheet->y + 1 + i);
    if (sheet->beside) {
        const struct av_rectangle box = {COSTS_X, sheet->y, pen->canvas->width - 1 - COSTS_X,
                                         sheet->lines[PART_SCORES]};
        av_draw_merged_costs(pen, &box);
    }
    sheet->y += sheet->lines[PART_SCORES];
}

static void draw_costs(struct sheet *sheet)
{
    const struct av_rectangle box = {1, sheet->y, sheet->pen->canvas->width - 2, sheet->lines[PART_COSTS]};
    av_draw_merged_costs(sheet->pen, &box);
    sheet->y += sheet->lines[PART_COSTS];
}

/* Which scores are in sight: the last ones, unless that hides the largest. */
static void choose_keys(struct sheet *sheet)
{
    int rows = sheet->lines[PART_SCORES] - 1, best = 0;
    const float *scores = sheet->merging->apart.scores;
    for (int j = 1; j < sheet->n; j++)
        best = scores[j] > scores[best] ? j : best;
    sheet->key = rows < sheet->n ? sheet->n - rows : 0;
    if (!sheet->scores_covered && best < sheet->key)
        sheet->key = best;
}

/* Deals out the lines by importance; what is left goes to rows of the matrices and to the scores in turn. */
static void share_lines(struct sheet *sheet, int height)
{
    static const int order[PART_COUNT] = {PART_BETWEEN, PART_AGREE, PART_NAMES, PART_SCORES,
                                          PART_ROWS,    PART_RANK,  PART_COSTS, PART_FEATURES};
    int rows = side_of(sheet) - sheet->first, costs = av_merged_costs_lines(sheet->pen);
    int scores = sheet->beside && costs > sheet->n + 1 ? costs : sheet->n + 1;
    const int least[PART_COUNT] = {
        [PART_NAMES] = 1,
        [PART_FEATURES] = 1,
        [PART_ROWS] = rows < 2 ? rows : 2,
        [PART_BETWEEN] = 1,
        [PART_RANK] = sheet->beside ? 0 : 1,
        [PART_AGREE] = 1,
        [PART_SCORES] = 2,
        [PART_COSTS] = sheet->beside ? 0 : costs,
    };
    height = av_parts_deal(least, order, PART_COUNT, height, sheet->lines);
    int *of_rows = &sheet->lines[PART_ROWS], *of_scores = &sheet->lines[PART_SCORES];
    while (height > 0 && ((*of_rows > 0 && *of_rows < rows) || (*of_scores > 0 && *of_scores < scores))) {
        bool to_rows = *of_rows > 0 && *of_rows < rows && (*of_rows <= *of_scores || *of_scores >= scores);
        (*(to_rows ? of_rows : of_scores))++;
        height--;
    }
}

/* Why there is no such matrix. */
static void draw_refusal(const struct av_pen *pen, const struct av_rectangle *box)
{
    char text[TEXT_BYTES], most[16];
    snprintf(most, sizeof most, "%d", AV_MERGED_SIDE_MAX);
    av_string_with(text, sizeof text,
                   pen->player->merging.status == AV_ERROR_LIMIT ? AV_STRING_MERGED_LARGE : AV_STRING_MERGED_ROTARY,
                   pen->language, most);
    av_draw_wrapped(pen, 1, box->y, box->width - 2, box->height, AV_ROLE_TEXT, text);
}

/* Draws what has lines, with air between the matrices and what follows where there is room for it. */
static void draw_parts(struct sheet *sheet, int height)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_NAMES] = draw_names,     [PART_FEATURES] = draw_features, [PART_ROWS] = draw_rows,
        [PART_BETWEEN] = draw_between, [PART_RANK] = draw_rank,         [PART_AGREE] = draw_agree,
        [PART_SCORES] = draw_scores,   [PART_COSTS] = draw_costs,
    };
    static const bool airy[PART_COUNT] = {[PART_AGREE] = true, [PART_SCORES] = true, [PART_COSTS] = true};
    int air[PART_COUNT];
    av_parts_air(sheet->lines, airy, PART_COUNT, height, air);
    for (int part = 0; part < PART_COUNT; part++) {
        if (sheet->lines[part] == 0)
            continue;
        sheet->y += air[part];
        draws[part](sheet);
    }
}

void av_draw_merged(const struct av_pen *pen, const struct av_rectangle *box)
{
    const struct av_player *player = pen->player;
    struct sheet sheet = {
        .pen = pen,
        .config = &player->run.lesson->model.config,
        .merging = &player->merging,
        .trace = av_player_trace(player),
        .n = player->merging.n,
        .y = box->y,
        .beside = pen->canvas->width - 1 - COSTS_X >= COSTS_MIN,
        .scores_covered = av_player_covers(player, AV_VIEW_S) || av_player_covers(player, AV_VIEW_A),
    };
    av_add_wheel(pen, *box, AV_COMMAND_HEAD_BACK, AV_COMMAND_HEAD_NEXT, false);
    if (sheet.merging->status != AV_OK) {
        draw_refusal(pen, box);
        return;
    }
    sheet.first = sheet.merging->first < sheet.config->d_model ? sheet.merging->first : sheet.config->d_model - 1;
    share_columns(&sheet);
    share_lines(&sheet, box->height);
    choose_keys(&sheet);
    draw_parts(&sheet, box->height);
}
