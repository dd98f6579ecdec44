#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "attnviz/player/explain.h"
#include "panels.h"

/* A line that grows; once it is full, nothing more is added. */
struct writer {
    const struct av_pen *pen;
    char text[1024];
    int room; /* columns */
};

static bool add(struct writer *writer, const char *text)
{
    size_t used = strlen(writer->text), length = strlen(text);
    if (used + length >= sizeof writer->text)
        return false;
    memcpy(writer->text + used, text, length + 1);
    return true;
}

/* Numbers as the operands of a formula: two decimals, three where two would show little, none for 0 itself; a negative one in
 * brackets where a sign in front of it would read badly. */
static void add_number(struct writer *writer, float value, bool bracket)
{
    char number[AV_NUMBER_BYTES];
    double size = fabs((double)value);
    av_number((double)value, size == 0 ? 0 : size < 0.095 ? 3 : 2, number);
    bracket = bracket && value < 0;
    add(writer, bracket ? "(" : "");
    add(writer, number);
    add(writer, bracket ? ")" : "");
}

/* "a(它, 书)", "q(它, thing)", "p(很)": the cell's name in a formula, row and column in brackets. */
static void add_name(struct writer *writer, const struct av_view *view, int row, int column)
{
    static const char *const symbols[AV_VIEW_COUNT] = {
        [AV_VIEW_Q] = "q",         [AV_VIEW_K] = "k",          [AV_VIEW_V] = "v",      [AV_VIEW_S] = "s",
        [AV_VIEW_A] = "a",         [AV_VIEW_MIX] = "a·V",      [AV_VIEW_OUTPUT] = "o", [AV_VIEW_JOINED] = "h",
        [AV_VIEW_SUM_1] = "(x+o)", [AV_VIEW_LOGITS] = "logit",
    };
    char row_buffer[64], column_buffer[64];
    const char *symbol = symbols[view->id] != NULL ? symbols[view->id] : av_view_name(view->id);
    const char *row_label = av_view_row_label(view, row, row_buffer, sizeof row_buffer);
    const char *column_label = av_view_column_label(view, column, column_buffer, sizeof column_buffer);
    add(writer, symbol);
    if (view->id == AV_VIEW_NEXT) {
        add(writer, "(");
        add(writer, row_label);
        add(writer, ")");
        return;
    }
    add(writer, "(");
    add(writer, row_label);
    add(writer, ", ");
    add(writer, column_label);
    add(writer, ")");
}

/* One term: "0.72·1.80", or "0.72". */
static void add_term(struct writer *writer, struct av_term term)
{
    add_number(writer, term.a, true);
    if (!term.single) {
        add(writer, "·");
        add_number(writer, term.b, true);
    }
}

/* How much a term matters. Of a plain sum of two or three parts each does, even 0; of products those that are 0 do not. */
static float size_of(struct av_term term)
{
    float size = fabsf(term.single ? term.a : term.a * term.b);
    return isnan(size) ? INFINITY : term.single && size == 0 ? FLT_MIN : size;
}

/* How many terms are at least this large. */
static int count_from(const struct av_explanation *explanation, float least)
{
    int count = 0;
    for (int k = 0; k < explanation->n_term; k++)
        count += size_of(av_explain_term(explanation, k)) >= least && size_of(av_explain_term(explanation, k)) > 0;
    return count;
}

/* Writes the terms that are at least this large, in their order, and how many others there are. */
static void add_terms(struct writer *writer, const struct av_explanation *explanation, float least)
{
    int shown = 0, others = 0;
    for (int k = 0; k < explanation->n_term; k++) {
        struct av_term term = av_explain_term(explanation, k);
        if (size_of(term) < least || !(size_of(term) > 0)) {
            others += size_of(term) > 0;
            continue;
        }
        add(writer, shown++ > 0 ? " + " : "");
        add_term(writer, term);
    }
    if (shown == 0)
        add(writer, "0");
    if (others > 0) {
        char text[32];
        snprintf(text, sizeof text, " + …%d", others);
        add(writer, text);
    }
}

/* The sum, without the terms that are 0; of one too long for the line, the largest terms. */
static void add_sum(struct writer *writer, const struct av_explanation *explanation)
{
    size_t before = strlen(writer->text);
    float least = 0;
    for (;;) {
        add_terms(writer, explanation, least);
        if (explanation->has_bias) {
            add(writer, " + ");
            add_number(writer, explanation->part[0], true);
        }
        if (av_pen_width(writer->pen, writer->text) <= writer->room - 8 || count_from(explanation, least) <= 1)
            return;
        writer->text[before] = '\0';
        /* leave out the smallest of those written */
        float smallest = INFINITY;
        for (int k = 0; k < explanation->n_term; k++) {
            float size = size_of(av_explain_term(explanation, k));
            if (size >= least && size > 0 && size < smallest)
                smallest = size;
        }
        least = nextafterf(smallest, INFINITY);
    }
}

/* exp((s − max) / temperature) / Σ exp / kept; the temperature and what top-k and top-p keep only where they are not 1. */
static void add_softmax(struct writer *writer, const struct av_explanation *explanation)
{
    const float *part = explanation->part;
    bool tempered = part[4] != 1, dropping = part[5] != 1;
    if (part[5] == 0) {
        add(writer, av_string(AV_STRING_DROPPED, writer->pen->language));
        return;
    }
    add(writer, tempered ? "exp((" : "exp(");
    add_number(writer, part[0], false);
    add(writer, " − ");
    add_number(writer, part[1], true);
    if (tempered) {
        add(writer, ") / ");
        add_number(writer, part[4], true);
    }
    add(writer, dropping ? ") / Σ exp / kept = " : ") / Σ exp = ");
    add_number(writer, part[2], false);
    add(writer, " / ");
    add_number(writer, part[3], false);
    if (dropping) {
        add(writer, " / ");
        add_number(writer, part[5], false);
    }
}

static void add_norm(struct writer *writer, const struct av_explanation *explanation)
{
    const struct av_config *config = &explanation->view.player->lesson->model.config;
    const float *part = explanation->part;
    bool rms = config->norm == AV_NORM_RMS;
    add(writer, rms ? "" : "(");
    add_number(writer, part[0], false);
    if (!rms) {
        add(writer, " − ");
        add_number(writer, part[1], true);
        add(writer, ")");
    }
    add(writer, rms ? " / √(mean x² + ε) · g = " : " / √(var + ε) · g + b = ");
    add_number(writer, rms ? part[0] : part[0] - part[1], true);
    add(writer, " / ");
    add_number(writer, sqrtf(part[2] + part[3]), false);
    add(writer, " · ");
    add_number(writer, part[4], true);
    if (!rms) {
        add(writer, " + ");
        add_number(writer, part[5], true);
    }
}

static void add_rotation(struct writer *writer, const struct av_explanation *explanation)
{
    const float *part = explanation->part;
    bool first = explanation->column % 2 == 0;
    add_number(writer, part[first ? 0 : 1], true);
    add(writer, first ? "·cos θ − " : "·cos θ + ");
    add_number(writer, part[first ? 1 : 0], true);
    add(writer, "·sin θ,  cos θ = ");
    add_number(writer, part[2], false);
    add(writer, ", sin θ = ");
    add_number(writer, part[3], false);
}

static void add_mask(struct writer *writer, const struct av_explanation *explanation)
{
    bool multiplied = explanation->view.player->lesson->rule.mask == AV_MASK_MULTIPLIED;
    add_number(writer, explanation->part[0], false);
    add(writer, multiplied ? " · " : " + ");
    add_number(writer, explanation->part[1], true);
}

static void add_division(struct writer *writer, const struct av_explanation *explanation)
{
    char text[64], number[AV_NUMBER_BYTES];
    snprintf(text, sizeof text, " / √%d = ", (int)explanation->part[1]);
    add_number(writer, explanation->part[0], false);
    add(writer, text);
    add_number(writer, explanation->part[0], false);
    add(writer, " / ");
    add(writer, av_number(sqrt((double)explanation->part[1]), 2, number));
}

static void add_activation(struct writer *writer, const struct av_explanation *explanation)
{
    if (explanation->operation == AV_OPERATION_SWIGLU) {
        add(writer, "silu(");
        add_number(writer, explanation->part[0], false);
        add(writer, ") · ");
        add_number(writer, explanation->part[1], true);
        return;
    }
    add(writer, explanation->operation == AV_OPERATION_RELU ? "max(0, " : "gelu(");
    add_number(writer, explanation->part[0], false);
    add(writer, ")");
}

static void add_operation(struct writer *writer, const struct av_explanation *explanation)
{
    switch (explanation->operation) {
    case AV_OPERATION_SUM:
    case AV_OPERATION_PRODUCTS:
        add_sum(writer, explanation);
        break;
    case AV_OPERATION_ROTATE:
        add_rotation(writer, explanation);
        break;
    case AV_OPERATION_DIVIDE:
        add_division(writer, explanation);
        break;
    case AV_OPERATION_MASK:
        add_mask(writer, explanation);
        break;
    case AV_OPERATION_SOFTMAX:
        add_softmax(writer, explanation);
        break;
    case AV_OPERATION_NORM:
        add_norm(writer, explanation);
        break;
    case AV_OPERATION_RELU:
    case AV_OPERATION_GELU:
    case AV_OPERATION_SWIGLU:
        add_activation(writer, explanation);
        break;
    case AV_OPERATION_GIVEN:
        break;
    }
}

/* Of a cell without a number: why there is none. */
static void add_reason(struct writer *writer, enum av_state state)
{
    add(writer, "  ");
    add(writer, av_string_state(state, writer->pen->language));
}

static void compose(struct writer *writer, const struct av_view *view, const struct av_spot *spot)
{
    struct av_explanation explanation;
    add_name(writer, view, spot->row, spot->column);
    if (!av_explain(view, spot->row, spot->column, &explanation)) {
        add_reason(writer, av_view_cell(view, spot->row, spot->column).state);
        return;
    }
    add(writer, " = ");
    size_t before = strlen(writer->text);
    add_operation(writer, &explanation);
    if (writer->text[before] != '\0')
        add(writer, " = ");
    add_number(writer, explanation.value, false);
    if (av_pen_width(writer->pen, writer->text) > writer->room) { /* the result matters more than the way to it */
        writer->text[before] = '\0';
        add(writer, "… = ");
        add_number(writer, explanation.value, false);
    }
    if (explanation.operation == AV_OPERATION_GIVEN) {
        add(writer, "  ");
        add(writer, av_string(view->id == AV_VIEW_EMBEDDING || view->id == AV_VIEW_POSITION || view->id == AV_VIEW_X
                                  ? AV_STRING_LOOKED_UP
                                  : AV_STRING_GIVEN,
                              writer->pen->language));
    }
}

static void draw_notice(const struct av_pen *pen, int y)
{
    char text[96], count[16];
    snprintf(count, sizeof count, "%d", pen->player->n_token);
    av_string_fill(text, sizeof text, av_string_notice(pen->player->notice, pen->language), count);
    av_canvas_text(pen->canvas, 1, y, pen->canvas->width - 2, AV_ROLE_NEW, text);
}

static void draw_question(const struct av_pen *pen, int y)
{
    char text[96], last[16];
    snprintf(last, sizeof last, "%d", pen->player->n_token);
    av_string_with(text, sizeof text, AV_STRING_GO_TO, pen->language, last);
    int x = av_draw_text(pen, 1, y, AV_ROLE_BAR_KEY, text);
    pen->canvas->cursor_x = av_draw_text(pen, x, y, AV_ROLE_STRONG, pen->player->answer);
    pen->canvas->cursor_y = y;
}

void av_draw_formula(const struct av_pen *pen, int y)
{
    if (pen->player->asking) {
        draw_question(pen, y);
        return;
    }
    if (pen->player->notice != AV_NOTICE_NONE) { /* for as long as no other key is pressed */
        draw_notice(pen, y);
        return;
    }
    struct av_spot spot = av_player_spot(pen->player);
    if (!spot.shown)
        return;
    struct writer writer = {.pen = pen, .room = pen->canvas->width - 2};
    struct av_view view = av_view_of(pen->player, spot.view);
    compose(&writer, &view, &spot);
    av_canvas_text(pen->canvas, 1, y, pen->canvas->width - 2, AV_ROLE_STRONG, writer.text);
}
