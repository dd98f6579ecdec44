#include "panels.h"

static bool shown(const struct av_pen *pen, int stage)
{
    return av_stage_exists(&pen->player->run.lesson->model.config, (enum av_stage)stage);
}

static const char *stage_name(const struct av_pen *pen, int stage)
{
    return av_string_stage(&pen->player->run.lesson->model.config, (enum av_stage)stage, pen->language);
}

static int trail_width(const struct av_pen *pen, int first, int gap)
{
    int width = 0;
    for (int stage = first; stage < AV_STAGE_COUNT; stage++) {
        if (shown(pen, stage))
            width += av_pen_width(pen, stage_name(pen, stage)) + gap;
    }
    return width - gap;
}

static int draw_stage(const struct av_pen *pen, int x, int y, int stage)
{
    const char *name = stage_name(pen, stage);
    int current = pen->player->place.stage;
    enum av_role role = stage == current ? AV_ROLE_STAGE_CURRENT : stage < current ? AV_ROLE_TEXT : AV_ROLE_FUTURE;
    int end = av_draw_text(pen, x, y, role, name);
    av_canvas_add_hit(
        pen->canvas,
        (struct av_hit){
            .x = x, .y = y, .width = end - x, .height = 1, .command = {AV_COMMAND_GO_TO_STAGE, {stage, 0, 0}}});
    return end;
}

void av_draw_stages(const struct av_pen *pen, int y)
{
    int room = pen->canvas->width - 2, current = pen->player->place.stage;
    int gap = trail_width(pen, 0, 3) <= room ? 3 : 1;
    /* on a narrow screen the trail starts late enough for the current stage to be seen */
    int first = 0;
    while (first < current && trail_width(pen, first, gap) > room)
        first++;
    int x = 2;
    av_add_wheel(pen, (struct av_rectangle){0, y, pen->canvas->width, 1}, AV_COMMAND_STAGE_BACK, AV_COMMAND_STAGE_NEXT,
                 true);
    for (int stage = first; stage < AV_STAGE_COUNT; stage++) {
        if (!shown(pen, stage))
            continue;
        if (x > 2 || first > 0)
            av_draw_text(pen, x > 2 ? x - (gap + 1) / 2 : 0, y, AV_ROLE_FRAME, "›");
        if (x + av_pen_width(pen, stage_name(pen, stage)) > pen->canvas->width)
            break;
        x = draw_stage(pen, x, y, stage) + gap;
    }
}
