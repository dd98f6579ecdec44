/* What the number that is followed flows into: marks in the panels, and words. */
#include <stdio.h>
#include <string.h>

#include "names.h"

static const char *mark_of(const struct av_pen *pen, enum av_flow_reach reach)
{
    static const char *const marks[][AV_FLOW_COUNT] = {{"", "▸", "»", "›"}, {"", "*", ">", "~"}};
    return marks[pen->canvas->charset == AV_CHARSET_ASCII][reach];
}

void av_draw_flow_mark(const struct av_pen *pen, const struct av_view *view, int row, int column, int x, int y,
                       int width)
{
    if (pen->flow == NULL)
        return;
    enum av_flow_reach reach = av_flow_at(pen->flow, view, row, column);
    if (reach == AV_FLOW_NONE)
        return;
    const struct av_canvas_cell *gap = av_canvas_at(pen->canvas, x, y);
    enum av_role role = gap->role == AV_ROLE_CURSOR ? AV_ROLE_CURSOR
                        : reach == AV_FLOW_FURTHER  ? AV_ROLE_FLOW_FURTHER
                                                    : AV_ROLE_FLOW;
    if (strcmp(gap->text, " ") == 0)
        av_canvas_text(pen->canvas, x, y, 1, role, mark_of(pen, reach));
    else /* a number that has no gap */
        av_canvas_paint(pen->canvas, x, y, width, role);
}

/* What a panel's title calls its matrix: what stands in front of what it is made of. */
static void add_symbol(const struct av_pen *pen, enum av_view_id id, char *text, size_t size)
{
    char buffer[96], title[96];
    snprintf(title, sizeof title, "%s", av_matrix_title(pen, id, buffer, sizeof buffer));
    char *equals = strstr(title, " = ");
    if (equals != NULL)
        *equals = '\0';
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", title);
}

/* The matrices that are reached so, with how many of their cells where it is directly. */
static void list(const struct av_pen *pen, enum av_flow_reach reach, char *text, size_t size)
{
    text[0] = '\0';
    for (int id = 0; id < AV_VIEW_COUNT; id++) {
        struct av_view view = av_view_of(pen->player, (enum av_view_id)id);
        long count = id != AV_VIEW_JOINED ? av_flow_count(pen->flow, &view, reach) : 0; /* A⋅V stands for it */
        if (count == 0)
            continue;
        add_symbol(pen, (enum av_view_id)id, text, size);
        size_t used = strlen(text);
        if (reach == AV_FLOW_DIRECT)
            snprintf(text + used, size - used, " (%ld)", count);
    }
}

void av_flow_words(const struct av_pen *pen, char *text, size_t size)
{
    const struct av_address *source = &pen->flow->source;
    struct av_view view = av_view_at(pen->player, source->view, &source->place);
    char name[AV_NAME_BYTES], direct[256], further[256];
    av_cell_name(&view, source->row, source->column, name, sizeof name);
    list(pen, AV_FLOW_DIRECT, direct, sizeof direct);
    list(pen, AV_FLOW_FURTHER, further, sizeof further);
    if (direct[0] == '\0' && further[0] == '\0')
        av_string_with(text, size, AV_STRING_FLOWS_NOWHERE, pen->language, name);
    else if (further[0] == '\0')
        av_string_with(text, size, AV_STRING_FLOWS_DIRECTLY, pen->language, name, mark_of(pen, AV_FLOW_DIRECT), direct);
    else
        av_string_with(text, size, AV_STRING_FLOWS_INTO, pen->language, name, mark_of(pen, AV_FLOW_DIRECT), direct,
                       mark_of(pen, AV_FLOW_FURTHER), further);
}
