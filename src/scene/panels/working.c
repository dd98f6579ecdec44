#include "working.h"

#include <stdio.h>
#include <string.h>

#define LABEL_MAX   18
#define REMARK_MAX  37
#define CELL_NARROW 6 /* "−1.50" and a gap: where all terms fit so */
#define CELL        9 /* "−12.3456" */
#define CELL_WIDE   11
#define CELL_REST   5 /* what is not decimals: a gap, a sign, two digits and the point */
#define CHART_MAX   9

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void add_line(struct av_working_sheet *sheet, enum av_sheet_line kind, int entry)
{
    if (sheet->n_line == AV_SHEET_LINES_MAX)
        return;
    sheet->lines[sheet->n_line].kind = kind;
    sheet->lines[sheet->n_line++].entry = entry;
}

/* All lines, with a chart of this many. */
static void list_lines(struct av_working_sheet *sheet, int chart, bool airy)
{
    const struct av_working *working = &sheet->working;
    int telling = av_working_telling(&sheet->working);
    bool given = working->n_entry == 0;
    sheet->n_line = 0;
    sheet->chart = chart;
    for (int i = 0; i < working->n_entry; i++) {
        if (airy && i == working->n_line && i > 0)
            add_line(sheet, AV_LINE_GAP, 0);
        add_line(sheet, AV_LINE_ENTRY, i);
        if (i != telling)
            continue;
        for (int line = 0; line < chart; line++)
            add_line(sheet, AV_LINE_CHART, line);
        add_line(sheet, AV_LINE_RANKS, 0);
    }
    if (airy && !given)
        add_line(sheet, AV_LINE_GAP, 0);
    add_line(sheet, AV_LINE_RESULT, 0);
    char form[2 * AV_NAME_BYTES];
    if (!given && *av_general_form(working, form, sizeof form) == '\0')
        return;
    if (airy)
        add_line(sheet, AV_LINE_GAP, 0);
    add_line(sheet, given ? AV_LINE_GIVEN : AV_LINE_GENERAL, 0);
    if (given)
        add_line(sheet, AV_LINE_FILE, 0);
}

/* As much of a chart, and of air, as there is room for; what does not fit scrolls, with the cursor's line in sight. */
static void fit_lines(struct av_working_sheet *sheet)
{
    int room = sheet->box.height - (sheet->working.n_line > 0 ? 1 : 0), cursor = 0;
    list_lines(sheet, 0, true);
    int spare = room - sheet->n_line;
    if (spare < 0)
        list_lines(sheet, 0, false);
    else if (av_working_telling(&sheet->working) >= 0 && spare >= 3)
        list_lines(sheet, least(spare - 1, CHART_MAX), true);
    while (cursor < sheet->n_line &&
           (sheet->lines[cursor].kind != AV_LINE_ENTRY || sheet->lines[cursor].entry != sheet->stop.entry))
        cursor++;
    sheet->first_line = cursor - room / 2;
    if (sheet->stop.entry == sheet->working.n_entry - 1) /* the end, with the result, in sight */
        sheet->first_line = sheet->n_line - room < cursor ? sheet->n_line - room : cursor;
    if (sheet->first_line > sheet->n_line - room)
        sheet->first_line = sheet->n_line - room;
    if (sheet->first_line < 0)
        sheet->first_line = 0;
}

static int widest_label(const struct av_working_sheet *sheet)
{
    int widest = av_pen_width(sheet->pen, av_string(AV_STRING_LARGEST, sheet->pen->language));
    for (int i = 0; i < sheet->working.n_entry; i++) {
        char label[AV_NAME_BYTES];
        int width = av_pen_width(sheet->pen, av_entry_label(sheet, i, label, sizeof label));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Columns as wide as all of them allow; where they would be too narrow, as many as fit, with the cursor's among
 * them. */
static void fit_columns(struct av_working_sheet *sheet)
{
    int n = sheet->working.n_column, width = sheet->box.width;
    sheet->label_width = least(widest_label(sheet) + 2, least(LABEL_MAX + 2, width / 3));
    int room = width - sheet->label_width - 1;
    if (n == 0)
        return;
    if (room - REMARK_MAX >= n * CELL) {
        sheet->remark_width = REMARK_MAX;
        room -= REMARK_MAX;
    }
    int all = room / n, wanted = sheet->pen->player->digits + CELL_REST;
    sheet->cell_width = all >= CELL_WIDE ? CELL_WIDE : all >= CELL_NARROW ? all : CELL;
    if (sheet->pen->player->digits > 0 && wanted > sheet->cell_width) /* asked for by key */
        sheet->cell_width = least(wanted, room);
    sheet->n_column = least(n, room / sheet->cell_width);
    sheet->first_column = sheet->stop.column - sheet->n_column / 2;
    if (sheet->first_column > n - sheet->n_column)
        sheet->first_column = n - sheet->n_column;
    if (sheet->first_column < 0)
        sheet->first_column = 0;
}

/* "step 10 · layer 1 · head 1 · scores", or what a weight is. */
static const char *whereabouts(const struct av_pen *pen, const struct av_working *working, char *buffer, size_t size)
{
    const struct av_view *view = &working->explanation.view;
    const struct av_place *place = &view->place;
    const struct av_config *config = &view->run->lesson->model.config;
    enum av_stage stage = (enum av_stage)place->stage;
    char step[16], layer[32] = "", head[32] = "";
    if (working->n_entry == 0)
        return av_string_state_name(AV_STATE_WEIGHT, pen->language);
    snprintf(step, sizeof step, "%d", place->token + 1);
    if (view->id == AV_VIEW_COST) { /* of the whole step */
        snprintf(buffer, size, "%s %s/%d", av_string(AV_STRING_COST, pen->language), step, view->run->n_token);
        return buffer;
    }
    if (av_stage_in_layer(stage) && config->n_layer > 1)
        snprintf(layer, sizeof layer, " · %s %d", av_string(AV_STRING_LAYER, pen->language), place->layer + 1);
    if (av_stage_in_layer(stage) && config->n_head > 1 && stage < AV_STAGE_OUTPUT)
        snprintf(head, sizeof head, " · %s %d", av_string(AV_STRING_HEAD, pen->language), place->head + 1);
    return av_string_with(buffer, size, AV_STRING_AT_STEP, pen->language, step, layer, head,
                          av_string_stage(config, stage, pen->language));
}

/* A stop's name on the way; with its layer where that is another one than before. */
static const char *stop_name(const struct av_pen *pen, int i, char *buffer, size_t size)
{
    const struct av_stop *stops = pen->player->walk.stops;
    const struct av_address *at = &stops[i].at;
    bool many = pen->player->run.lesson->model.config.n_layer > 1;
    bool inside = av_stage_in_layer((enum av_stage)at->place.stage);
    int before =
        i > 0 && av_stage_in_layer((enum av_stage)stops[i - 1].at.place.stage) ? stops[i - 1].at.place.layer : -1;
    char name[AV_NAME_BYTES];
    av_address_name(pen, at, name, sizeof name);
    if (many && inside && at->place.layer != before)
        snprintf(buffer, size, "%s %d: %s", av_string(AV_STRING_LAYER, pen->language), at->place.layer + 1, name);
    else
        snprintf(buffer, size, "%s", name);
    return buffer;
}

#define ARROW " › "

/* The way here: as much of its end as fits, each stop to be clicked. */
static void draw_way(const struct av_pen *pen, int y)
{
    int n = pen->player->walk.n, first = n - 1, room = pen->canvas->width - 2, arrow = av_pen_width(pen, ARROW);
    char name[2 * AV_NAME_BYTES];
    int used = av_pen_width(pen, stop_name(pen, first, name, sizeof name)) + av_pen_width(pen, "…") + arrow;
    while (first > 0 && used + arrow + av_pen_width(pen, stop_name(pen, first - 1, name, sizeof name)) <= room) {
        first--;
        used += arrow + av_pen_width(pen, stop_name(pen, first, name, sizeof name));
    }
    int x = 1;
    if (first > 0)
        x = av_draw_text(pen, av_draw_text(pen, x, y, AV_ROLE_QUIET, "…"), y, AV_ROLE_QUIET, ARROW);
    for (int i = first; i < n; i++) {
        stop_name(pen, i, name, sizeof name);
        int end = av_draw_cut(pen, x, y, pen->canvas->width - 1 - x, i == n - 1 ? AV_ROLE_STRONG : AV_ROLE_TEXT, name);
        if (i < n - 1) {
            av_canvas_add_hit(
                pen->canvas,
                (struct av_hit){
                    .x = x, .y = y, .width = end - x, .height = 1, .command = {AV_COMMAND_BACK, {i + 1, 0, 0}}});
            end = av_draw_text(pen, end, y, AV_ROLE_QUIET, ARROW);
        }
        x = end;
    }
}

/* On the lower edge: which terms and lines of how many are in sight. */
static void draw_hidden(const struct av_working_sheet *sheet)
{
    char text[96] = "";
    const struct av_working *working = &sheet->working;
    int room = sheet->box.height - (working->n_line > 0 ? 1 : 0);
    if (sheet->n_line > room)
        snprintf(text, sizeof text, " ↕ %d–%d/%d ", sheet->first_line + 1, sheet->first_line + room, sheet->n_line);
    if (sheet->n_column < working->n_column) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " ↔ %d–%d/%d ", sheet->first_column + 1,
                 sheet->first_column + sheet->n_column, working->n_column);
    }
    av_draw_right(sheet->pen, sheet->box.x + sheet->box.width - 1, sheet->box.y + sheet->box.height, AV_ROLE_QUIET,
                  text);
}

/* The number under the cursor, with more digits and in words. */
static void draw_operand(const struct av_working_sheet *sheet, int y)
{
    const struct av_pen *pen = sheet->pen;
    const struct av_working *working = &sheet->working;
    char name[AV_NAME_BYTES], label[AV_NAME_BYTES], number[AV_NAME_BYTES], remark[AV_NAME_BYTES];
    char was[AV_NAME_BYTES], text[5 * AV_NAME_BYTES];
    if (working->n_entry == 0)
        return;
    int entry = sheet->stop.entry, column = entry < working->n_line ? sheet->stop.column : 0;
    struct av_operand operand = av_working_at(working, entry, column);
    if (!operand.has_value)
        return;
    if (operand.has_origin) {
        av_address_name(pen, &operand.origin, name, sizeof name);
    } else {
        snprintf(name, sizeof name, "%s", av_entry_label(sheet, entry, label, sizeof label));
    }
    bool changed = operand.has_origin && av_was_words(pen, &operand.origin, was, sizeof was);
    snprintf(text, sizeof text, "%s = %s  %s%s%s", name, av_operand_text(&operand, number),
             av_entry_remark(sheet, entry, column, remark, sizeof remark), changed ? "  " : "", changed ? was : "");
    av_draw_cut(pen, 1, y, pen->canvas->width - 2, changed ? AV_ROLE_CHANGED : AV_ROLE_TEXT, text);
}

static void draw_box(const struct av_pen *pen, struct av_working_sheet *sheet, int y, int height)
{
    const struct av_explanation *explanation = &sheet->working.explanation;
    char name[AV_NAME_BYTES], form[2 * AV_NAME_BYTES], title[4 * AV_NAME_BYTES], remark[AV_NAME_BYTES];
    const struct av_address at = av_working_address(&sheet->working);
    av_address_name(pen, &at, name, sizeof name);
    av_live_form(sheet, form, sizeof form);
    snprintf(title, sizeof title, "%s%s%s", name, form[0] != '\0' ? " = " : "", form);
    struct av_panel panel = {
        .what = (int)explanation->view.id, .bright = true, .box = {0, y, pen->canvas->width, height}};
    av_draw_frame(pen, &panel, title, whereabouts(pen, &sheet->working, remark, sizeof remark));
    sheet->box = (struct av_rectangle){1, y + 1, pen->canvas->width - 2, height - 2};
    fit_columns(sheet);
    fit_lines(sheet);
    av_draw_sheet(sheet);
    draw_hidden(sheet);
}

bool av_draw_working(const struct av_pen *pen)
{
    struct av_working_sheet sheet = {.pen = pen};
    int width = pen->canvas->width, height = pen->canvas->height;
    if (!av_walk_working(pen->player, &sheet.working, &sheet.stop))
        return false;
    sheet.n_largest = av_working_largest(&sheet.working, sheet.largest);
    bool glossed = height >= 40 && av_tokens_glossed(pen->player, width, pen->canvas->charset);
    int way = glossed ? 3 : 2, formula = height - 3;
    av_draw_top_line(pen, 0);
    av_draw_tokens(pen, 1, glossed);
    draw_way(pen, way);
    draw_box(pen, &sheet, way + 1, formula - way - 1);
    if (!av_draw_message(pen, formula))
        av_draw_explanation(pen, formula, &sheet.working.explanation);
    draw_operand(&sheet, formula + 1);
    av_draw_keys(pen, height - 1, width, av_player_context(pen->player));
    return true;
}
