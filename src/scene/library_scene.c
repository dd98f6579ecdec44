#include <stdio.h>

#include "attnviz/scene/scene.h"
#include "panels/panels.h"

/* A lesson takes a line for its title, two for what it teaches, and one of air. */
#define ENTRY_LINES 4

static void draw_entry(const struct av_pen *pen, const struct av_shelf_entry *entry, int y, bool chosen)
{
    int x = av_draw_text(pen, 2, y, chosen ? AV_ROLE_NEW : AV_ROLE_QUIET, chosen ? "▸" : " ") + 1;
    x = av_draw_text(pen, x, y, chosen ? AV_ROLE_STRONG : AV_ROLE_TEXT, entry->title.in[pen->language]);
    av_draw_text(pen, x + 2, y, AV_ROLE_QUIET, entry->name);
    av_draw_wrapped(pen, 4, y + 1, pen->canvas->width - 6, 2, AV_ROLE_QUIET, entry->teaches.in[pen->language]);
    if (chosen) {
        pen->canvas->cursor_x = 1;
        pen->canvas->cursor_y = y;
    }
}

void av_scene_draw_library(const struct av_library *library, int chosen, enum av_language language,
                           struct av_canvas *canvas)
{
    struct av_pen pen = {.canvas = canvas, .language = language};
    av_canvas_clear(canvas);
    int x = av_draw_text(&pen, 1, 0, AV_ROLE_BRAND, "attnviz") + 2;
    av_draw_text(&pen, x, 0, AV_ROLE_STRONG, av_string(AV_STRING_LIBRARY, language));
    int room = (canvas->height - 3) / ENTRY_LINES;
    room = room > 0 ? room : 1;
    int first = chosen >= room ? chosen - room + 1 : 0;
    if (library->count == 0)
        av_draw_text(&pen, 2, 2, AV_ROLE_TEXT, av_string(AV_STRING_LIBRARY_EMPTY, language));
    for (int i = first; i < library->count && i - first < room; i++) {
        int y = 2 + (i - first) * ENTRY_LINES;
        draw_entry(&pen, &library->entries[i], y, i == chosen);
        av_canvas_add_hit(canvas, (struct av_hit){.y = y,
                                                  .width = canvas->width,
                                                  .height = ENTRY_LINES - 1,
                                                  .command = {AV_COMMAND_CELL_SELECT, {0, i, 0}},
                                                  .twice = {AV_COMMAND_ENTER, {i + 1, 0, 0}}});
    }
    av_canvas_add_wheel_area(
        canvas,
        (struct av_wheel_area){
            .width = canvas->width,
            .height = canvas->height,
            .turn = {[AV_WHEEL_UP] = {.id = AV_COMMAND_CELL_UP}, [AV_WHEEL_DOWN] = {.id = AV_COMMAND_CELL_DOWN}}});
    av_draw_keys(&pen, canvas->height - 1, canvas->width, AV_CONTEXT_LIBRARY);
}
