/* The heads of a layer beside each other: how each weighs the tokens, what it mixes, and how that adds up to the
 * output. */
#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "attnviz/player/heads.h"
#include "cells.h"
#include "parts.h"

#define KEY_WIDTH    9  /* the names of the tokens, at the left */
#define HEAD_MIN     15 /* columns of a head … */
#define HEAD_MAX     44
#define SHARE_WIDTH  4 /* a weight in percent, in the whole A */
#define NUMBER_WIDTH 8
#define LABEL_WIDTH  14 /* in front of the numbers of a line */
#define ROWS_MIN     2
#define TEXT_BYTES   256

/* What may be shown, from top to bottom. */
enum part {
    PART_NAMES,  /* of the heads, and of the key heads that they read */
    PART_ROWS,   /* weights: a line for each key, or for each row of A */
    PART_MIX,    /* a·V of each */
    PART_PARTS,  /* what each adds to the output */
    PART_SUM,    /* all of these, added */
    PART_OUTPUT, /* joined · W_O */
    PART_AGREE,  /* that both are the same */
    PART_CACHE,  /* bytes for other numbers of key heads */
    PART_COUNT,
};

struct sheet {
    const struct av_pen *pen;
    const struct av_config *config;
    const struct av_trace *trace;
    int first, n;          /* the heads in sight */
    int x, width;          /* where the first of them begins, and the columns of each */
    int n_row, n_key;      /* tokens so far; the keys that they meet */
    int row;               /* the first row in sight: a key, or of the whole A a token */
    int lines[PART_COUNT]; /* of each part; 0 where there is no room for it */
    int choices[AV_HEADS_CHOICES_MAX], n_choice;
    int y;
    bool weights_covered, mix_covered, output_covered;
};

static bool is_whole(const struct sheet *sheet)
{
    return sheet->pen->player->heads.whole;
}

/* Lines of A that there are. */
static int rows(const struct sheet *sheet)
{
    return is_whole(sheet) ? sheet->n_row : sheet->n_key;
}

static float weight_of(const struct sheet *sheet, int head, int i, int j)
{
    return av_trace_weight(sheet->trace, sheet->pen->player->place.layer, head, i, j);
}

static int head_x(const struct sheet *sheet, int head)
{
    return sheet->x + (head - sheet->first) * sheet->width;
}

static enum av_role head_role(const struct sheet *sheet, int head, enum av_role role)
{
    return head == sheet->pen->player->place.head ? AV_ROLE_STRONG : role;
}

/* As many heads as fit beside each other, the one that is looked at among them. */
static void choose_heads(struct sheet *sheet)
{
    int room = sheet->pen->canvas->width - 2 - KEY_WIDTH, all = sheet->config->n_head;
    int wanted = is_whole(sheet) ? sheet->n_key * SHARE_WIDTH + 1 : HEAD_MIN;
    wanted = wanted < HEAD_MIN ? HEAD_MIN : wanted > room ? room : wanted;
    sheet->n = room / wanted < all ? room / wanted : all;
    sheet->width = room / sheet->n < HEAD_MAX || wanted > HEAD_MAX ? room / sheet->n : HEAD_MAX;
    sheet->x = 1 + KEY_WIDTH;
    int first = sheet->pen->player->place.head - sheet->n / 2;
    sheet->first = first < 0 ? 0 : first > all - sheet->n ? all - sheet->n : first;
}

/* The largest weight of the head that is looked at. */
static int heaviest(const struct sheet *sheet)
{
    int best = 0, i = sheet->n_row - 1, head = sheet->pen->player->place.head;
    for (int j = 1; j < sheet->n_key; j++) {
        if (weight_of(sheet, head, i, j) > weight_of(sheet, head, i, best))
            best = j;
    }
    return best;
}

/* Which keys are in sight: the last ones, unless that hides the one that weighs most. Of the whole A, the last rows. */
static void choose_rows(struct sheet *sheet)
{
    sheet->row = rows(sheet) - sheet->lines[PART_ROWS];
    if (!is_whole(sheet) && !sheet->weights_covered && heaviest(sheet) < sheet->row)
        sheet->row = heaviest(sheet);
}

/* Of the whole A, the first key in sight: not all may fit. */
static int first_key(const struct sheet *sheet)
{
    int fit = (sheet->width - 1) / SHARE_WIDTH;
    return fit < sheet->n_key ? sheet->n_key - fit : 0;
}

/* "▶ head 1 → KV 1", and of the whole A what its numbers are. */
static void draw_name(const struct sheet *sheet, int head)
{
    const struct av_pen *pen = sheet->pen;
    bool chosen = head == pen->player->place.head;
    char text[TEXT_BYTES], shares[64] = "", numbers[4][16];
    const int values[4] = {head + 1, av_heads_kv(sheet->config, head) + 1, first_key(sheet) + 1, sheet->n_key};
    for (int i = 0; i < 4; i++)
        snprintf(numbers[i], sizeof numbers[i], "%d", values[i]);
    av_string_with(text, sizeof text, AV_STRING_HEADS_NAME, pen->language, chosen ? "▶ " : "", numbers[0], numbers[1]);
    int x =
        av_draw_cut(pen, head_x(sheet, head), sheet->y, sheet->width - 1, head_role(sheet, head, AV_ROLE_QUIET), text);
    av_string_with(shares, sizeof shares, AV_STRING_HEADS_SHARES, pen->language, numbers[2], numbers[3]);
    if (is_whole(sheet))
        av_draw_cut(pen, x, sheet->y, head_x(sheet, head) + sheet->width - 1 - x, AV_ROLE_QUIET, shares);
}

/* The heads, and in front of them which keys are in sight, where not all are. */
static void draw_names(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[TEXT_BYTES];
    int end = sheet->row + sheet->lines[PART_ROWS];
    if (sheet->lines[PART_ROWS] < rows(sheet)) {
        snprintf(text, sizeof text, "%d–%d/%d", sheet->row + 1, end, rows(sheet));
        av_draw_cut(pen, 1, sheet->y, KEY_WIDTH - 1, AV_ROLE_QUIET, text);
    }
    for (int head = sheet->first; head < sheet->first + sheet->n; head++)
        draw_name(sheet, head);
    if (sheet->n < sheet->config->n_head) {
        snprintf(text, sizeof text, "/%d", sheet->config->n_head);
        av_draw_right(pen, pen->canvas->width - 1, sheet->y, AV_ROLE_QUIET, text);
    }
    sheet->y++;
}

/* A key's weight in a head, and its bar. */
static void draw_weight(const struct sheet *sheet, int head, int j)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_number_format format = {.width = NUMBER_WIDTH - 1, .decimals = AV_CELL_DECIMALS};
    int i = sheet->n_row - 1, x = head_x(sheet, head);
    bool removed = av_rule_removes(&sheet->trace->rule, i, j);
    float weight = weight_of(sheet, head, i, j);
    char buffer[AV_NUMBER_BYTES];
    if (sheet->weights_covered) {
        av_draw_right(pen, x + NUMBER_WIDTH - 1, sheet->y, AV_ROLE_QUIET, "?");
        return;
    }
    enum av_role role = removed ? AV_ROLE_MASKED : AV_ROLE_WEIGHT;
    av_draw_right(pen, x + NUMBER_WIDTH - 1, sheet->y, role, av_number_cell(weight, format, buffer));
    av_draw_bar(pen, x + NUMBER_WIDTH, sheet->y, sheet->width - NUMBER_WIDTH - 2, (double)weight, role);
}

/* A row of the whole A: weights in percent, warmer where they are larger; the last ones where not all fit. */
static void draw_shares(const struct sheet *sheet, int head, int i)
{
    const struct av_pen *pen = sheet->pen;
    int x = head_x(sheet, head);
    for (int j = first_key(sheet); j < sheet->n_key; j++, x += SHARE_WIDTH) {
        bool removed = av_rule_removes(&sheet->trace->rule, i, j);
        char text[16];
        if (sheet->weights_covered || removed) {
            av_draw_right(pen, x + SHARE_WIDTH, sheet->y, AV_ROLE_MASKED, removed ? "·" : "?");
            continue;
        }
        float weight = weight_of(sheet, head, i, j);
        snprintf(text, sizeof text, "%.0f", 100 * (double)weight);
        av_draw_right(pen, x + SHARE_WIDTH, sheet->y, AV_ROLE_WEIGHT, text);
        if (weight >= 0 && weight <= 1)
            av_canvas_heat(pen->canvas, x + 1, sheet->y, SHARE_WIDTH - 1, 1 + (int)lroundf(weight * 254));
    }
}

static void draw_rows(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    for (int i = 0; i < sheet->lines[PART_ROWS]; i++, sheet->y++) {
        int token = sheet->row + i;
        bool key = !is_whole(sheet), own = token == pen->player->place.token;
        own = own && !(key && pen->player->run.lesson->n_source > 0);
        av_draw_cut(pen, 1, sheet->y, KEY_WIDTH - 1, own ? AV_ROLE_STRONG : AV_ROLE_TEXT,
                    key ? av_player_key_text(pen->player, token) : av_player_token_text(pen->player, token));
        for (int head = sheet->first; head < sheet->first + sheet->n; head++) {
            if (is_whole(sheet))
                draw_shares(sheet, head, token);
            else
                draw_weight(sheet, head, token);
        }
    }
}

/* Of each head as many numbers as fit below it. */
static void draw_mix(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_place *place = &pen->player->place;
    int d_v = sheet->config->d_v;
    av_draw_text(pen, 1, sheet->y, AV_ROLE_QUIET, "a⋅V");
    for (int head = sheet->first; head < sheet->first + sheet->n; head++) {
        int x = head_x(sheet, head);
        struct av_cells cells = {pen, x - 1, sheet->y, x + sheet->width - 1, d_v, sheet->mix_covered};
        for (int c = 0; c < d_v; c++) {
            float value = av_trace_value(sheet->trace, AV_QUANTITY_MIX, place->layer, place->token, head * d_v + c);
            if (!av_draw_cell(&cells, head_role(sheet, head, AV_ROLE_TEXT), value))
                break;
        }
    }
    sheet->y++;
}

static struct av_cells output_cells(const struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    return (struct av_cells){pen,
                             1 + LABEL_WIDTH,
                             sheet->y,
                             pen->canvas->width - 1,
                             sheet->config->d_model,
                             sheet->output_covered || sheet->mix_covered};
}

/* What the heads in sight add, one line each. */
static void draw_parts(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[TEXT_BYTES], number[16];
    for (int i = 0; i < sheet->lines[PART_PARTS]; i++, sheet->y++) {
        int head = sheet->first + i;
        struct av_cells cells = output_cells(sheet);
        snprintf(number, sizeof number, "%d", head + 1);
        av_string_with(text, sizeof text, AV_STRING_HEADS_PART, pen->language, number);
        av_draw_cut(pen, 1, sheet->y, LABEL_WIDTH, head_role(sheet, head, AV_ROLE_QUIET), text);
        for (int c = 0; c < sheet->config->d_model; c++) {
            if (!av_draw_cell(&cells, head_role(sheet, head, AV_ROLE_TEXT), av_heads_part(pen->player, head, c)))
                break;
        }
    }
}

static void draw_sum(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    struct av_cells cells = output_cells(sheet);
    av_draw_cut(pen, 1, sheet->y, LABEL_WIDTH, AV_ROLE_QUIET,
                av_string(sheet->config->bias ? AV_STRING_HEADS_SUM_BIAS : AV_STRING_HEADS_SUM, pen->language));
    for (int c = 0; c < sheet->config->d_model; c++) {
        if (!av_draw_cell(&cells, AV_ROLE_TEXT, av_heads_sum(pen->player, c)))
            break;
    }
    sheet->y++;
}

static void draw_output(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_place *place = &pen->player->place;
    struct av_cells cells = output_cells(sheet);
    av_draw_cut(pen, 1, sheet->y, LABEL_WIDTH, AV_ROLE_QUIET, av_string(AV_STRING_HEADS_JOINED, pen->language));
    for (int c = 0; c < sheet->config->d_model; c++) {
        float value = av_trace_value(sheet->trace, AV_QUANTITY_OUTPUT, place->layer, place->token, c);
        if (!av_draw_cell(&cells, AV_ROLE_STRONG, value))
            break;
    }
    sheet->y++;
}

static void draw_agree(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    struct av_heads_agreement agreement = av_heads_agree(pen->player);
    char text[TEXT_BYTES], difference[AV_NUMBER_BYTES], bound[AV_NUMBER_BYTES];
    bool equal = agreement.max_difference <= agreement.bound;
    av_string_with(text, sizeof text, equal ? AV_STRING_HEADS_EQUAL : AV_STRING_HEADS_DIFFERENT, pen->language,
                   av_measured(agreement.max_difference, difference), av_measured(agreement.bound, bound));
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2, equal ? AV_ROLE_GOOD : AV_ROLE_ERROR, text);
}

/* "▶ n_kv_head = 2: 10⋅1⋅2⋅(4+4)⋅4 = 640 B": what the cache takes with so many key heads; the model's own is marked.
 * While a question is about it, the product stays to be worked out. */
static void draw_cache(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_config *config = sheet->config;
    char text[TEXT_BYTES], digits[AV_NUMBER_BYTES];
    bool covered = av_player_covers_cost(pen->player), of_source = config->attends == AV_ATTENDS_SOURCE;
    for (int i = 0; i < sheet->lines[PART_CACHE]; i++, sheet->y++) {
        int kv = sheet->choices[i];
        bool own = kv == config->n_kv_head;
        const char *number = covered ? "?" : av_number_count(av_heads_cache_bytes(config, sheet->n_key, kv), digits);
        snprintf(text, sizeof text, "%s n_kv_head = %d: %s⋅n_layer⋅n_kv_head⋅(d_k+d_v)⋅4 = %d⋅%d⋅%d⋅(%d+%d)⋅4 = %s B",
                 own ? "▶" : " ", kv, of_source ? "s" : "n", sheet->n_key, config->n_layer, kv, config->d_k,
                 config->d_v, number);
        if (av_pen_width(pen, text) > pen->canvas->width - 2)
            snprintf(text, sizeof text, "%s n_kv_head = %d: %d⋅%d⋅%d⋅(%d+%d)⋅4 = %s B", own ? "▶" : " ", kv,
                     sheet->n_key, config->n_layer, kv, config->d_k, config->d_v, number);
        av_draw_cut(pen, 1, sheet->y, pen->canvas->width - 2, own ? AV_ROLE_STRONG : AV_ROLE_QUIET, text);
    }
}

/* Deals out the lines by importance; what is left shows more rows of weights. */
static void share_lines(struct sheet *sheet, int height)
{
    static const int order[PART_COUNT] = {PART_ROWS,   PART_NAMES, PART_MIX, PART_AGREE,
                                          PART_OUTPUT, PART_CACHE, PART_SUM, PART_PARTS};
    const int wanted[PART_COUNT] = {
        [PART_NAMES] = 1, [PART_ROWS] = rows(sheet) < ROWS_MIN ? rows(sheet) : ROWS_MIN,
        [PART_MIX] = 1,   [PART_PARTS] = sheet->n,
        [PART_SUM] = 1,   [PART_OUTPUT] = 1,
        [PART_AGREE] = 1, [PART_CACHE] = sheet->n_choice,
    };
    height = av_parts_deal(wanted, order, PART_COUNT, height, sheet->lines);
    int more = rows(sheet) - sheet->lines[PART_ROWS];
    sheet->lines[PART_ROWS] += more < height ? more : height;
}

void av_draw_heads(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_NAMES] = draw_names, [PART_ROWS] = draw_rows,     [PART_MIX] = draw_mix,     [PART_PARTS] = draw_parts,
        [PART_SUM] = draw_sum,     [PART_OUTPUT] = draw_output, [PART_AGREE] = draw_agree, [PART_CACHE] = draw_cache,
    };
    static const bool airy[PART_COUNT] = {[PART_PARTS] = true, [PART_CACHE] = true};
    struct sheet sheet = {
        .pen = pen,
        .config = &pen->player->run.lesson->model.config,
        .trace = av_player_trace(pen->player),
        .n_row = pen->player->place.token + 1,
        .n_key = av_trace_keys(av_player_trace(pen->player), pen->player->place.token + 1),
        .y = box->y,
        .weights_covered = av_player_covers(pen->player, AV_VIEW_A) || av_player_covers(pen->player, AV_VIEW_S),
        .mix_covered = av_player_covers(pen->player, AV_VIEW_MIX) || av_player_covers(pen->player, AV_VIEW_JOINED),
        .output_covered = av_player_covers(pen->player, AV_VIEW_OUTPUT),
    };
    sheet.n_choice = av_heads_choices(sheet.config, sheet.choices);
    choose_heads(&sheet);
    share_lines(&sheet, box->height);
    choose_rows(&sheet);
    av_add_wheel(pen, *box, AV_COMMAND_HEAD_BACK, AV_COMMAND_HEAD_NEXT, false);
    int air[PART_COUNT];
    av_parts_air(sheet.lines, airy, PART_COUNT, box->height, air);
    for (int part = 0; part < PART_COUNT; part++) {
        if (sheet.lines[part] == 0)
            continue;
        sheet.y += air[part];
        draws[part](&sheet);
    }
}
