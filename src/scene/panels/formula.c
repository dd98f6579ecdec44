#include <stdio.h>
#include <string.h>

#include "attnviz/player/explain.h"
#include "cost_words.h"
#include "names.h"
#include "operation.h"
#include "panels.h"

static void add_name(struct av_writer *writer, const struct av_view *view, int row, int column)
{
    char name[AV_NAME_BYTES];
    av_writer_add(writer, av_cell_name(view, row, column, name, sizeof name));
}

/* What is said of a number that is made of no others. */
static void add_origin(struct av_writer *writer, const struct av_view *view)
{
    enum av_language language = writer->pen->language;
    int layer = view->place.layer;
    av_writer_add(writer, "  ");
    if (view->id == AV_VIEW_X && layer > 0) {
        char digits[16], text[64];
        snprintf(digits, sizeof digits, "%d", layer);
        av_writer_add(writer, av_string_with(text, sizeof text, AV_STRING_FROM_LAYER, language, digits));
    } else {
        bool looked_up = view->id <= AV_VIEW_X; /* x and what it is made of, of both texts */
        av_writer_add(writer, av_string(looked_up ? AV_STRING_LOOKED_UP : AV_STRING_GIVEN, language));
    }
}

/* True of a sum with nothing in it that is not 0. */
static bool is_all_zero(const struct av_explanation *explanation, const struct av_sum *sum)
{
    bool adds = explanation->operation == AV_OPERATION_SUM || explanation->operation == AV_OPERATION_PRODUCTS;
    return adds && sum->n == 0 && !explanation->has_bias;
}

/* "name = operation = result", with as many digits as the writer is set to. */
static void write_line(struct av_writer *writer, const struct av_explanation *explanation, const struct av_sum *sum)
{
    add_name(writer, &explanation->view, explanation->row, explanation->column);
    av_writer_add(writer, " = ");
    if (explanation->operation != AV_OPERATION_GIVEN && !is_all_zero(explanation, sum)) {
        double reckoned = av_operation_write(explanation, sum, writer);
        av_writer_equals(writer, reckoned, explanation->value);
    }
    av_writer_result(writer, explanation->value);
    if (is_all_zero(explanation, sum)) {
        av_writer_add(writer, "  ");
        av_writer_add(writer, av_string(AV_STRING_ALL_ZERO, writer->pen->language));
    }
}

/* The fewest digits whose reckoning gives what is printed; where that takes more than there is room for, two, and ≈. */
static void compose(struct av_writer *writer, const struct av_pen *pen, const struct av_explanation *explanation)
{
    struct av_sum sum;
    av_sum_collect(&sum, explanation, pen->canvas->width);
    bool inside = av_operation_has_inner(explanation->operation);
    for (int decimals = AV_DECIMALS_MIN; decimals <= AV_DECIMALS_MAX; decimals++) {
        int inner_max = inside ? decimals + 2 : AV_DECIMALS_MIN;
        for (int inner = AV_DECIMALS_MIN; inner <= inner_max; inner++) {
            av_writer_init(writer, pen, decimals, inner);
            write_line(writer, explanation, &sum);
            bool whole = decimals == AV_DECIMALS_MIN || !writer->shortened;
            if (whole && writer->exact && av_writer_width(writer) <= writer->room)
                return;
        }
    }
    av_writer_init(writer, pen, AV_DECIMALS_MIN, AV_DECIMALS_MIN);
    write_line(writer, explanation, &sum);
}

static void write_explanation(struct av_writer *writer, const struct av_pen *pen,
                              const struct av_explanation *explanation)
{
    if (explanation->operation == AV_OPERATION_COST) {
        char text[sizeof writer->text];
        av_writer_init(writer, pen, AV_DECIMALS_MIN, AV_DECIMALS_MIN);
        av_writer_add(writer,
                      av_figure_formula(pen, &explanation->view, (enum av_figure)explanation->row, text, sizeof text));
        char *equals = strchr(text, '=');
        if (av_writer_width(writer) > writer->room && equals != NULL) { /* the result matters more than the way to it */
            const char *result = strrchr(text, '=');
            av_writer_init(writer, pen, AV_DECIMALS_MIN, AV_DECIMALS_MIN);
            memmove(equals, result, strlen(result) + 1);
            av_writer_add(writer, text);
        }
        return;
    }
    compose(writer, pen, explanation);
    if (av_writer_width(writer) > writer->room) { /* the result matters more than the way to it */
        av_writer_init(writer, pen, AV_DECIMALS_MIN, AV_DECIMALS_MIN);
        add_name(writer, &explanation->view, explanation->row, explanation->column);
        av_writer_add(writer, " = … = ");
        av_writer_result(writer, explanation->value);
    }
    if (explanation->operation == AV_OPERATION_GIVEN)
        add_origin(writer, &explanation->view);
}

static void explain(struct av_writer *writer, const struct av_pen *pen)
{
    const struct av_spot *spot = &pen->spot;
    struct av_view view = av_view_of(pen->player, spot->view);
    struct av_explanation explanation;
    if (av_explain(&view, spot->row, spot->column, &explanation)) {
        write_explanation(writer, pen, &explanation);
        return;
    }
    av_writer_init(writer, pen, AV_DECIMALS_MIN, AV_DECIMALS_MIN); /* why there is no number */
    add_name(writer, &view, spot->row, spot->column);
    av_writer_add(writer, "  ");
    av_writer_add(writer, av_string_state(av_view_cell(&view, spot->row, spot->column).state, pen->language));
}

bool av_draw_message(const struct av_pen *pen, int y)
{
    if (pen->player->prompt.kind != AV_PROMPT_NONE)
        av_draw_prompt(pen, y);
    else if (pen->player->notice != AV_NOTICE_NONE) /* for as long as no other key is pressed */
        av_draw_notice(pen, y);
    else
        return false;
    return true;
}

void av_draw_explanation(const struct av_pen *pen, int y, const struct av_explanation *explanation)
{
    struct av_writer writer;
    write_explanation(&writer, pen, explanation);
    av_canvas_text(pen->canvas, 1, y, writer.room, AV_ROLE_STRONG, writer.text);
}

void av_draw_formula(const struct av_pen *pen, int y)
{
    struct av_writer writer;
    if (av_draw_message(pen, y) || !pen->spot.shown || av_player_covers_any(pen->player))
        return;
    explain(&writer, pen);
    av_canvas_text(pen->canvas, 1, y, writer.room, AV_ROLE_STRONG, writer.text);
}
