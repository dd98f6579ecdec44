#include "lenses.h"

#include <stdio.h>

#include "attnviz/player/lens.h"

static void (*const draws[AV_LENS_COUNT])(const struct av_pen *pen, const struct av_rectangle *box) = {
    [AV_LENS_SIDE] = av_draw_side,       [AV_LENS_BLOCKS] = av_draw_blocks, [AV_LENS_COUNTS] = av_draw_counts,
    [AV_LENS_MEASURE] = av_draw_measure, [AV_LENS_SIZES] = av_draw_sizes,   [AV_LENS_FLASH] = av_draw_flash,
    [AV_LENS_PAGED] = av_draw_paged,     [AV_LENS_HEADS] = av_draw_heads,   [AV_LENS_LAYERS] = av_draw_layers,
    [AV_LENS_LOSS] = av_draw_loss,       [AV_LENS_SCALE] = av_draw_scale,   [AV_LENS_MERGED] = av_draw_merged,
};

static enum av_command_id command_of(int lens)
{
    return (enum av_command_id)(AV_COMMAND_LENS_PANELS + lens);
}

/* Spaces between the tabs; one, where only so all have room for their names. */
#define GAP_WIDE 2

/* "2 side by side": the key, and what it opens. */
static int draw_tab(const struct av_pen *pen, int x, int y, int lens, bool brief)
{
    char label[AV_KEY_NAME_BYTES];
    bool current = lens == pen->player->place.lens;
    const char *key = av_key_label(av_keymap_key(command_of(lens), AV_CONTEXT_LENS), label, sizeof label);
    int start = x;
    x = av_draw_text(pen, x, y, AV_ROLE_BAR_KEY, key) + 1;
    if (current || !brief)
        x = av_draw_text(pen, x, y, current ? AV_ROLE_STAGE_CURRENT : AV_ROLE_QUIET,
                         av_lens_info((enum av_lens)lens)->title.in[pen->language]);
    av_add_hit(pen, start, y, x - start, command_of(lens));
    return x;
}

/* Columns of all tabs with their names, with so many spaces behind each. */
static int tabs_width(const struct av_pen *pen, int gap)
{
    int width = 0;
    for (int lens = 0; lens < AV_LENS_COUNT; lens++)
        width += 2 + gap + av_pen_width(pen, av_lens_info((enum av_lens)lens)->title.in[pen->language]);
    return width;
}

/* The first tab in sight of those with keys alone: the current one, which has its name, is to be seen whole. */
static int first_tab(const struct av_pen *pen)
{
    int lens = pen->player->place.lens, first = lens;
    int room = pen->canvas->width - 4 - av_pen_width(pen, av_lens_info((enum av_lens)lens)->title.in[pen->language]);
    for (; first > 0 && room >= 4; first--)
        room -= 4;
    return first;
}

void av_draw_lens_tabs(const struct av_pen *pen, int y)
{
    bool brief = tabs_width(pen, 1) > pen->canvas->width;
    int x = 1, gap = brief || tabs_width(pen, GAP_WIDE) <= pen->canvas->width ? GAP_WIDE : 1;
    for (int lens = brief ? first_tab(pen) : 0; lens < AV_LENS_COUNT; lens++)
        x = gap + draw_tab(pen, x, y, lens, brief);
}

/* "block size ‹4›": a click chooses it, a click on ‹ or › sets it, and so does the wheel. */
static int draw_control(const struct av_pen *pen, const struct av_control *control, int which, int x, int y)
{
    char value[64];
    bool chosen = which == pen->player->control;
    const struct av_hit hit = {.y = y, .height = 1, .command = {AV_COMMAND_CONTROL_SELECT, {which, 0}}};
    struct av_hit part = hit;
    part.x = x;
    x = av_draw_text(pen, x, y, chosen ? AV_ROLE_STRONG : AV_ROLE_QUIET, control->name.in[pen->language]) + 1;
    part.width = x - part.x;
    av_canvas_add_hit(pen->canvas, part);
    for (int i = 0; i < 3; i++) {
        const char *text = i == 1 ? control->show(pen->player, pen->language, value, sizeof value) : i == 0 ? "‹" : "›";
        part = hit;
        part.x = x;
        part.command.argument[1] = i - 1;
        x = av_draw_text(pen, x, y, chosen ? AV_ROLE_STAGE_CURRENT : AV_ROLE_TEXT, text);
        part.width = x - part.x;
        av_canvas_add_hit(pen->canvas, part);
    }
    return x;
}

static int control_width(const struct av_pen *pen, const struct av_control *control)
{
    char value[64];
    return av_pen_width(pen, control->name.in[pen->language]) + 3 +
           av_pen_width(pen, control->show(pen->player, pen->language, value, sizeof value));
}

void av_draw_controls(const struct av_pen *pen, int y)
{
    const struct av_lens_info *lens = av_lens_info((enum av_lens)pen->player->place.lens);
    int x = 1, first = 0, width = 0;
    if (!av_lens_applies(pen->player, (enum av_lens)pen->player->place.lens))
        return;
    /* where not all fit, the first ones give way until the chosen one does */
    for (int i = 0; i <= pen->player->control && i < lens->n_control; i++)
        width += control_width(pen, &lens->controls[i]) + 2;
    for (; first < pen->player->control && width > pen->canvas->width; first++)
        width -= control_width(pen, &lens->controls[first]) + 2;
    for (int i = first; i < lens->n_control; i++) {
        int end = x + control_width(pen, &lens->controls[i]);
        if (end > pen->canvas->width)
            break;
        const struct av_rectangle area = {x, y, end - x, 1};
        const struct av_command more = {AV_COMMAND_CONTROL_SELECT, {i, 1}}, less = {AV_COMMAND_CONTROL_SELECT, {i, -1}};
        av_canvas_add_wheel_area(
            pen->canvas, (struct av_wheel_area){area.x, area.y, area.width, area.height, {more, less, more, less}});
        x = draw_control(pen, &lens->controls[i], i, x, y) + 2;
    }
}

void av_draw_lens(const struct av_pen *pen, const struct av_rectangle *box)
{
    if (av_lens_applies(pen->player, (enum av_lens)pen->player->place.lens))
        draws[pen->player->place.lens](pen, box);
    else
        av_draw_wrapped(pen, box->x + 1, box->y, box->width - 2, box->height, AV_ROLE_TEXT,
                        av_string(AV_STRING_SELF_ONLY, pen->language));
}
