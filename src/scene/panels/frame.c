#include "panels.h"

/* A frame's characters; the focused one is heavy, so that it stands out without colours too. */
struct frame_signs {
    const char *across, *down;
    const char *top[2], *bottom[2];         /* corners at the screen's edge: left, right */
    const char *top_shared, *bottom_shared; /* corners that a neighbour shares */
};

static const struct frame_signs light = {"─", "│", {"┌", "┐"}, {"└", "┘"}, "┬", "┴"};
static const struct frame_signs heavy = {"━", "┃", {"┏", "┓"}, {"┗", "┛"}, "┳", "┻"};

static void draw_sides(const struct av_pen *pen, const struct av_rectangle *box, enum av_role role,
                       const struct frame_signs *signs)
{
    int right = box->x + box->width - 1, bottom = box->y + box->height - 1;
    av_canvas_fill(pen->canvas, box->x, box->y, box->width, 1, role, signs->across);
    av_canvas_fill(pen->canvas, box->x, bottom, box->width, 1, role, signs->across);
    /* The sides of a bright panel rest: neighbours share them, and each line of them that changes its colour is a move
     * of the terminal's cursor. */
    enum av_role side = role == AV_ROLE_FRAME_BRIGHT ? AV_ROLE_FRAME : role;
    av_canvas_fill(pen->canvas, box->x, box->y + 1, 1, box->height - 2, side, signs->down);
    av_canvas_fill(pen->canvas, right, box->y + 1, 1, box->height - 2, side, signs->down);
    bool first = box->x == 0, last = right >= pen->canvas->width - 1;
    av_draw_text(pen, box->x, box->y, role, first ? signs->top[0] : signs->top_shared);
    av_draw_text(pen, right, box->y, role, last ? signs->top[1] : signs->top_shared);
    av_draw_text(pen, box->x, bottom, role, first ? signs->bottom[0] : signs->bottom_shared);
    av_draw_text(pen, right, bottom, role, last ? signs->bottom[1] : signs->bottom_shared);
}

/* What a panel's title is explained as. */
static enum av_concept concept_of(int what)
{
    return what < AV_VIEW_COUNT    ? av_concept_of_view((enum av_view_id)what)
           : what == AV_PANEL_COST ? AV_CONCEPT_MULTIPLY_ADD
                                   : AV_CONCEPT_NONE;
}

void av_draw_frame(const struct av_pen *pen, const struct av_panel *panel, const char *title, const char *remark)
{
    const struct av_rectangle *box = &panel->box;
    bool focused = pen->player && pen->player->focused && (int)pen->player->focus == panel->what;
    enum av_role frame = focused ? AV_ROLE_FRAME_FOCUS : panel->bright ? AV_ROLE_FRAME_BRIGHT : AV_ROLE_FRAME;
    enum av_role words = focused || panel->bright ? AV_ROLE_TITLE_BRIGHT : AV_ROLE_TITLE;
    draw_sides(pen, box, frame, focused ? &heavy : &light);
    int end = box->x + box->width - 2;
    int x = box->x + 2;
    x += av_canvas_text(pen->canvas, x, box->y, end - x, words, " ");
    int width = av_canvas_text(pen->canvas, x, box->y, end - x, words, title);
    enum av_concept concept = concept_of(panel->what);
    if (concept != AV_CONCEPT_NONE)
        av_canvas_add_hit(
            pen->canvas,
            (struct av_hit){
                .x = x, .y = box->y, .width = width, .height = 1, .command = {AV_COMMAND_GLOSSARY, {(int)concept}}});
    x += width;
    x += av_canvas_text(pen->canvas, x, box->y, end - x, words, " ");
    width = av_pen_width(pen, remark);
    if (width > 0 && x + 1 + width + 2 <= end) {
        int at = end - width - 2;
        at = av_draw_text(pen, at, box->y, frame, " ");
        at = av_draw_text(pen, at, box->y, panel->bright ? AV_ROLE_TEXT : AV_ROLE_TITLE, remark);
        av_draw_text(pen, at, box->y, frame, " ");
    }
}
