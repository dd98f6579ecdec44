/* Training: for each position the probability of the token that follows, and the loss. */
#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "attnviz/player/loss.h"
#include "lenses.h"
#include "parts.h"

#define TOKEN_WIDTH  9
#define NUMBER_WIDTH 8
#define WIDE_MIN     52 /* columns of the screen; below, the probabilities are left out */
#define BAR_MAX      60
#define ROWS_MIN     2
#define DECIMALS     3
#define TEXT_BYTES   256

/* What may be shown, from top to bottom. */
enum part { PART_SEES, PART_HEAD, PART_ROWS, PART_MEAN, PART_GUESS, PART_COUNT };

struct sheet {
    const struct av_pen *pen;
    int n; /* tokens of the text */
    bool wide, covered;
    double most; /* the largest loss: a bar of full length */
    int lines[PART_COUNT];
    int first; /* position in sight */
    int y;
};

static int next_x(void)
{
    return 3 + TOKEN_WIDTH + 2;
}

static int loss_end(const struct sheet *sheet)
{
    return next_x() + TOKEN_WIDTH + (sheet->wide ? 2 : 1) * NUMBER_WIDTH;
}

/* A loss of 0 is a bare 0, one that is small has an exponent. */
static const char *number(double value, char buffer[AV_NUMBER_BYTES])
{
    const struct av_number_format format = {.width = NUMBER_WIDTH, .decimals = DECIMALS};
    return av_number_cell((float)value, format, buffer);
}

static void draw_loss(const struct sheet *sheet, double loss, enum av_role role)
{
    const struct av_pen *pen = sheet->pen;
    char buffer[AV_NUMBER_BYTES];
    int x = loss_end(sheet) + 1, room = pen->canvas->width - 1 - x;
    av_draw_right(pen, x - 1, sheet->y, role, sheet->covered ? "?" : number(loss, buffer));
    if (!sheet->covered && sheet->most > 0)
        av_draw_bar(pen, x, sheet->y, room < BAR_MAX ? room : BAR_MAX, loss / sheet->most, role);
}

/* What each position may look at, under the rule that is set. */
static void draw_sees(struct sheet *sheet)
{
    static const enum av_string words[] = {
        [AV_MASK_CAUSAL] = AV_STRING_LOSS_CAUSAL,
        [AV_MASK_MULTIPLIED] = AV_STRING_LOSS_MULTIPLIED,
        [AV_MASK_NONE] = AV_STRING_LOSS_NONE,
    };
    const struct av_pen *pen = sheet->pen;
    enum av_mask mask = pen->player->run.lesson->rule.mask;
    bool of_source = pen->player->run.lesson->n_source > 0, safe = of_source || mask == AV_MASK_CAUSAL;
    av_draw_cut(pen, 1, sheet->y++, pen->canvas->width - 2, safe ? AV_ROLE_GOOD : AV_ROLE_ERROR,
                av_string(of_source ? AV_STRING_LOSS_SOURCE : words[mask], pen->language));
}

static void draw_head(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[TEXT_BYTES];
    if (sheet->lines[PART_ROWS] < sheet->n) {
        snprintf(text, sizeof text, "%d–%d/%d", sheet->first + 1, sheet->first + sheet->lines[PART_ROWS], sheet->n);
        av_draw_cut(pen, 3, sheet->y, TOKEN_WIDTH, AV_ROLE_QUIET, text);
    }
    av_draw_cut(pen, next_x(), sheet->y, TOKEN_WIDTH, AV_ROLE_QUIET, av_string(AV_STRING_LOSS_NEXT, pen->language));
    if (sheet->wide)
        av_draw_right(pen, loss_end(sheet) - NUMBER_WIDTH, sheet->y, AV_ROLE_QUIET, "p");
    av_draw_right(pen, loss_end(sheet), sheet->y++, AV_ROLE_QUIET, "−ln p");
}

static void draw_position(struct sheet *sheet, int i)
{
    const struct av_pen *pen = sheet->pen;
    bool here = i == pen->player->place.token;
    enum av_role role = here ? AV_ROLE_STRONG : AV_ROLE_TEXT;
    char buffer[AV_NUMBER_BYTES];
    av_draw_text(pen, 1, sheet->y, role, here ? "▶" : " ");
    av_draw_cut(pen, 3, sheet->y, TOKEN_WIDTH, role, av_player_token_text(pen->player, i));
    if (i == sheet->n - 1) {
        av_draw_cut(pen, next_x(), sheet->y++, pen->canvas->width - 1 - next_x(), AV_ROLE_QUIET,
                    av_string(AV_STRING_LOSS_LAST, pen->language));
        return;
    }
    struct av_loss loss = av_loss_at(pen->player, i);
    av_draw_text(pen, next_x() - 2, sheet->y, AV_ROLE_QUIET, "→");
    av_draw_cut(pen, next_x(), sheet->y, TOKEN_WIDTH - 1, role, av_player_token_text(pen->player, i + 1));
    if (sheet->wide)
        av_draw_right(pen, loss_end(sheet) - NUMBER_WIDTH, sheet->y, role,
                      sheet->covered ? "?" : number(loss.probability, buffer));
    draw_loss(sheet, loss.loss, AV_ROLE_WEIGHT);
    sheet->y++;
}

static void draw_rows(struct sheet *sheet)
{
    for (int i = 0; i < sheet->lines[PART_ROWS]; i++)
        draw_position(sheet, sheet->first + i);
}

static void draw_mean(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    char text[TEXT_BYTES], count[16];
    snprintf(count, sizeof count, "%d", sheet->n - 1);
    av_string_with(text, sizeof text, AV_STRING_LOSS_MEAN, pen->language, count);
    av_draw_cut(pen, 3, sheet->y, loss_end(sheet) - NUMBER_WIDTH - 3, AV_ROLE_STRONG, text);
    if (sheet->n > 1)
        draw_loss(sheet, av_losses_mean(pen->player), AV_ROLE_STRONG);
    sheet->y++;
}

/* What guessing blindly would give. */
static void draw_guess(struct sheet *sheet)
{
    const struct av_pen *pen = sheet->pen;
    int vocab_size = pen->player->run.lesson->model.config.vocab_size;
    char text[TEXT_BYTES], count[16];
    snprintf(count, sizeof count, "%d", vocab_size);
    av_string_with(text, sizeof text, AV_STRING_LOSS_GUESS, pen->language, count);
    av_draw_cut(pen, 3, sheet->y, loss_end(sheet) - NUMBER_WIDTH - 3, AV_ROLE_QUIET, text);
    draw_loss(sheet, log((double)vocab_size), AV_ROLE_QUIET);
    sheet->y++;
}

/* Deals out the lines by importance; what is left shows more positions, the current one among them. */
static void share_lines(struct sheet *sheet, int height)
{
    static const int order[PART_COUNT] = {PART_ROWS, PART_MEAN, PART_SEES, PART_HEAD, PART_GUESS};
    int least = sheet->n < ROWS_MIN ? sheet->n : ROWS_MIN;
    const int wanted[PART_COUNT] = {
        [PART_SEES] = 1, [PART_HEAD] = 1, [PART_ROWS] = least, [PART_MEAN] = 1, [PART_GUESS] = 1};
    height = av_parts_deal(wanted, order, PART_COUNT, height, sheet->lines);
    int more = sheet->n - least;
    sheet->lines[PART_ROWS] += more < height ? more : height;
    int rows = sheet->lines[PART_ROWS], first = sheet->pen->player->place.token - rows / 2;
    sheet->first = first < 0 ? 0 : first > sheet->n - rows ? sheet->n - rows : first;
}

void av_draw_loss(const struct av_pen *pen, const struct av_rectangle *box)
{
    static void (*const draws[PART_COUNT])(struct sheet *) = {
        [PART_SEES] = draw_sees, [PART_HEAD] = draw_head,   [PART_ROWS] = draw_rows,
        [PART_MEAN] = draw_mean, [PART_GUESS] = draw_guess,
    };
    static const bool airy[PART_COUNT] = {[PART_HEAD] = true, [PART_MEAN] = true};
    struct sheet sheet = {
        .pen = pen,
        .n = pen->player->run.n_token,
        .wide = pen->canvas->width >= WIDE_MIN,
        .covered = av_player_covers_any(pen->player),
        .most = log((double)pen->player->run.lesson->model.config.vocab_size),
        .y = box->y,
    };
    for (int i = 0; i < av_losses_count(pen->player); i++)
        sheet.most = fmax(sheet.most, av_loss_at(pen->player, i).loss);
    share_lines(&sheet, box->height);
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
