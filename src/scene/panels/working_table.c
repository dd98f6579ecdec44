/* The lines of a working that are in sight. */
#include <math.h>
#include <stdio.h>

#include "../number.h"
#include "working.h"

#define COLUMNS_MAX 64 /* in sight: of the widest screen */

static int cells_x(const struct av_working_sheet *sheet)
{
    return sheet->box.x + sheet->label_width + sheet->remark_width;
}

static bool on_cursor(const struct av_working_sheet *sheet, int entry, int column)
{
    return entry == sheet->stop.entry && (entry >= sheet->working.n_line || column == sheet->stop.column);
}

/* From 1: how large the column's term is among all; 0 for those that are not among the largest. */
static int rank_of(const struct av_working_sheet *sheet, int column)
{
    for (int i = 0; i < sheet->n_largest; i++) {
        if (sheet->largest[i] == column)
            return i + 1;
    }
    return 0;
}

static struct av_number_format format_of(const struct av_working_sheet *sheet, const struct av_operand *operands)
{
    float largest = 0;
    bool negative = false;
    for (int i = 0; i < sheet->n_column; i++) {
        if (!operands[i].has_value || !isfinite(operands[i].value))
            continue;
        largest = fmaxf(largest, fabsf(operands[i].value));
        negative = negative || operands[i].value < 0;
    }
    int wanted = sheet->pen->player->digits;
    return av_number_fit(sheet->cell_width, largest, negative, false, wanted > 0 ? wanted : AV_WORKING_DECIMALS);
}

static enum av_role role_of(const struct av_working_sheet *sheet, int entry, int column,
                            const struct av_operand *operand)
{
    enum av_entry id = sheet->working.entries[entry];
    if (operand->has_origin)
        return av_state_role(av_operand_state(&sheet->working, operand));
    if (rank_of(sheet, column) == 1 && entry == av_working_telling(&sheet->working))
        return AV_ROLE_STRONG;
    bool sum = id == AV_ENTRY_PRODUCT_SUM || id == AV_ENTRY_PRODUCT_ODD_SUM || id == AV_ENTRY_TERM_SUM ||
               id == AV_ENTRY_EXP_SUM || id == AV_ENTRY_KEPT_SUM || id == AV_ENTRY_X_SUM || id == AV_ENTRY_SQUARED_SUM;
    if (sum)
        return column == sheet->working.n_column - 1 ? AV_ROLE_STRONG : AV_ROLE_QUIET;
    return AV_ROLE_TEXT;
}

static void put_cursor(const struct av_working_sheet *sheet, int x, int y, int width)
{
    av_canvas_paint(sheet->pen->canvas, x, y, width, AV_ROLE_CURSOR);
    sheet->pen->canvas->cursor_x = x;
    sheet->pen->canvas->cursor_y = y;
}

static void draw_label(const struct av_working_sheet *sheet, int entry, int y)
{
    char label[AV_NAME_BYTES], remark[AV_NAME_BYTES];
    bool here = entry == sheet->stop.entry;
    av_draw_cut(sheet->pen, sheet->box.x + 1, y, sheet->label_width - 2, here ? AV_ROLE_STRONG : AV_ROLE_TEXT,
                av_entry_label(sheet, entry, label, sizeof label));
    if (sheet->remark_width > 0 && entry < sheet->working.n_line)
        av_draw_cut(sheet->pen, sheet->box.x + sheet->label_width, y, sheet->remark_width - 1, AV_ROLE_QUIET,
                    av_entry_remark(sheet, entry, sheet->stop.column, remark, sizeof remark));
}

static const char *cell_text(const struct av_working_sheet *sheet, int column, const struct av_operand *operand,
                             struct av_number_format format, char number[AV_NUMBER_BYTES])
{
    if (!operand->has_value)
        return column < sheet->working.n_term ? "·" : "";
    if (operand->is_count)
        return av_number_count((uint64_t)operand->count, number);
    return av_number_cell(operand->value, format, number);
}

static void draw_cells(const struct av_working_sheet *sheet, int entry, int y)
{
    struct av_operand operands[COLUMNS_MAX];
    int width = sheet->cell_width;
    av_working_read(&sheet->working, entry, sheet->first_column, sheet->n_column, operands);
    struct av_number_format format = format_of(sheet, operands);
    for (int i = 0; i < sheet->n_column; i++) {
        char number[AV_NUMBER_BYTES];
        int column = sheet->first_column + i, x = cells_x(sheet) + i * width;
        bool here = on_cursor(sheet, entry, column);
        if (here)
            put_cursor(sheet, x, y, width);
        const char *text = cell_text(sheet, column, &operands[i], format, number);
        av_draw_right(sheet->pen, x + width, y, here ? AV_ROLE_CURSOR : role_of(sheet, entry, column, &operands[i]),
                      text);
    }
    av_canvas_add_hit(sheet->pen->canvas,
                      (struct av_hit){.x = cells_x(sheet),
                                      .y = y,
                                      .width = sheet->n_column * width,
                                      .height = 1,
                                      .cell_width = width,
                                      .command = {AV_COMMAND_TERM_SELECT, {0, entry, sheet->first_column}},
                                      .twice = {.id = AV_COMMAND_ENTER}});
}

static void draw_single(const struct av_working_sheet *sheet, int entry, int y)
{
    char number[AV_NAME_BYTES], remark[AV_NAME_BYTES];
    struct av_operand operand = av_working_at(&sheet->working, entry, 0);
    bool here = on_cursor(sheet, entry, 0);
    int x = sheet->box.x + sheet->label_width, width = 14;
    av_operand_text(&operand, number);
    if (here)
        put_cursor(sheet, x - 1, y, width + 1);
    av_draw_right(sheet->pen, x + width, y, here ? AV_ROLE_CURSOR : role_of(sheet, entry, -1, &operand), number);
    int end = sheet->box.x + sheet->box.width - 1, at = x + width + 2;
    if (at < end)
        av_draw_cut(sheet->pen, at, y, end - at, AV_ROLE_QUIET,
                    av_entry_remark(sheet, entry, 0, remark, sizeof remark));
    av_canvas_add_hit(sheet->pen->canvas, (struct av_hit){.x = x,
                                                          .y = y,
                                                          .width = width,
                                                          .height = 1,
                                                          .command = {AV_COMMAND_TERM_SELECT, {0, entry, 0}},
                                                          .twice = {.id = AV_COMMAND_ENTER}});
}

static void draw_term_labels(const struct av_working_sheet *sheet)
{
    int width = sheet->cell_width;
    for (int i = 0; i < sheet->n_column; i++) {
        char buffer[AV_NAME_BYTES], label[AV_NAME_BYTES + 4];
        int column = sheet->first_column + i;
        bool own = column == sheet->working.own_column;
        snprintf(label, sizeof label, "%s%s", own ? "▾" : "", av_term_label(sheet, column, buffer, sizeof buffer));
        int used = av_pen_width(sheet->pen, label), room = used < width ? used : width - 1;
        av_draw_cut(sheet->pen, cells_x(sheet) + (i + 1) * width - room, sheet->box.y, room,
                    own || column == sheet->stop.column ? AV_ROLE_STRONG : AV_ROLE_QUIET, label);
    }
}

static void draw_ranks(const struct av_working_sheet *sheet, int y)
{
    av_draw_cut(sheet->pen, sheet->box.x + 1, y, sheet->label_width - 2, AV_ROLE_QUIET,
                av_string(AV_STRING_LARGEST, sheet->pen->language));
    for (int i = 0; i < sheet->n_column; i++) {
        char text[16];
        int rank = rank_of(sheet, sheet->first_column + i);
        if (rank == 0)
            continue;
        snprintf(text, sizeof text, "▲%d", rank);
        av_draw_right(sheet->pen, cells_x(sheet) + (i + 1) * sheet->cell_width, y,
                      rank == 1 ? AV_ROLE_STRONG : AV_ROLE_TEXT, text);
    }
}

/* Eighths of a line above a floor, or, of what is below zero, halves below a ceiling. */
static const char *bar_part(double height)
{
    static const char *const eighths[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int parts = (int)lround(height * 8);
    return parts <= 0 ? "" : eighths[parts > 8 ? 8 : parts];
}

/* The terms' sizes as bars, negative ones hanging. line: from the top of the chart. */
static void draw_chart(const struct av_working_sheet *sheet, int line, int y)
{
    struct av_operand operands[COLUMNS_MAX];
    float most = 0, least = 0;
    int entry = av_working_telling(&sheet->working);
    av_working_read(&sheet->working, entry, sheet->first_column, sheet->n_column, operands);
    for (int i = 0; i < sheet->n_column; i++) {
        if (!operands[i].has_value || !isfinite(operands[i].value))
            continue;
        most = fmaxf(most, operands[i].value);
        least = fminf(least, operands[i].value);
    }
    double whole = (double)most - (double)least;
    if (whole <= 0)
        return;
    int above = (int)ceil(sheet->chart * (double)most / whole); /* lines for what is positive */
    above = least < 0 && above == sheet->chart ? above - 1 : above;
    double unit =
        fmax(above > 0 ? (double)most / above : 0, sheet->chart > above ? -(double)least / (sheet->chart - above) : 0);
    for (int i = 0; i < sheet->n_column; i++) {
        double lines = operands[i].has_value && isfinite(operands[i].value) ? (double)operands[i].value / unit : 0;
        const char *part = "";
        if (line < above)
            part = bar_part(lines - (above - 1 - line));
        else if (-lines - (line - above) > 0.25)
            part = -lines - (line - above) > 0.75 ? "█" : "▀";
        int column = sheet->first_column + i, x = cells_x(sheet) + (i + 1) * sheet->cell_width - 3;
        enum av_role role = rank_of(sheet, column) == 1 ? AV_ROLE_STRONG : AV_ROLE_QUIET;
        for (int k = 0; k < 3 && *part != '\0'; k++)
            av_draw_text(sheet->pen, x + k, y, role, part);
    }
}

static void draw_result(const struct av_working_sheet *sheet, int y)
{
    char name[AV_NAME_BYTES], number[AV_NAME_BYTES], text[2 * AV_NAME_BYTES], was[AV_NAME_BYTES];
    const struct av_explanation *explanation = &sheet->working.explanation;
    const struct av_address at = av_working_address(&sheet->working);
    int x = sheet->box.x + 1, end = sheet->box.x + sheet->box.width - 1;
    snprintf(text, sizeof text, "%s = %s",
             av_cell_name(&explanation->view, explanation->row, explanation->column, name, sizeof name),
             av_result_text(explanation, number));
    x = av_draw_cut(sheet->pen, x, y, end - x, AV_ROLE_GOOD, text) + 2;
    bool changed = av_was_words(sheet->pen, &at, was, sizeof was);
    if (x < end && (changed || sheet->working.n_entry > 0))
        av_draw_cut(sheet->pen, x, y, end - x, changed ? AV_ROLE_CHANGED : AV_ROLE_QUIET,
                    changed ? was : av_string(AV_STRING_TO_THE_BIT, sheet->pen->language));
}

static void draw_text_line(const struct av_working_sheet *sheet, int y, enum av_sheet_line kind)
{
    char buffer[2 * AV_NAME_BYTES], text[2 * AV_NAME_BYTES];
    enum av_language language = sheet->pen->language;
    const struct av_view *view = &sheet->working.explanation.view;
    const char *line;
    if (kind == AV_LINE_GENERAL)
        line = av_string_with(text, sizeof text, AV_STRING_IN_GENERAL, language,
                              av_general_form(&sheet->working, buffer, sizeof buffer));
    else if (kind == AV_LINE_GIVEN)
        line = av_string(view->id == AV_VIEW_X || !av_working_file_place(&sheet->working, buffer, sizeof buffer) ||
                                 view->id == AV_VIEW_EMBEDDING || view->id == AV_VIEW_POSITION
                             ? AV_STRING_LOOKED_UP
                             : AV_STRING_GIVEN,
                         language);
    else if (av_working_file_place(&sheet->working, buffer, sizeof buffer))
        line = av_string_with(text, sizeof text, AV_STRING_IN_FILE, language, buffer);
    else
        line = av_string(AV_STRING_SINUSOID, language);
    av_draw_cut(sheet->pen, sheet->box.x + 1, y, sheet->box.width - 2, AV_ROLE_QUIET, line);
}

static void draw_line(const struct av_working_sheet *sheet, int i, int y)
{
    int entry = sheet->lines[i].entry;
    switch (sheet->lines[i].kind) {
    case AV_LINE_ENTRY:
        draw_label(sheet, entry, y);
        if (entry < sheet->working.n_line)
            draw_cells(sheet, entry, y);
        else
            draw_single(sheet, entry, y);
        break;
    case AV_LINE_RANKS:
        draw_ranks(sheet, y);
        break;
    case AV_LINE_CHART:
        draw_chart(sheet, entry, y);
        break;
    case AV_LINE_RESULT:
        draw_result(sheet, y);
        break;
    case AV_LINE_GAP:
        break;
    default:
        draw_text_line(sheet, y, sheet->lines[i].kind);
    }
}

void av_draw_sheet(const struct av_working_sheet *sheet)
{
    int top = sheet->box.y;
    if (sheet->working.n_line > 0) {
        draw_term_labels(sheet);
        top++;
    }
    for (int y = top; y < sheet->box.y + sheet->box.height; y++) {
        int line = sheet->first_line + y - top;
        if (line < sheet->n_line)
            draw_line(sheet, line, y);
    }
}
