/* The hint of the first start: what this is, and the first keys, over the lower middle of the panels. */
#include "panels.h"

#define LINES         3
#define KEYS          3
#define MARGIN        2  /* a frame and a blank at either side */
#define HEIGHT_FRAMED 20 /* a lower screen has one line for it, that of the panels' lower frame */
#define TEXT_SIZE     160

struct hint {
    char lines[LINES][TEXT_SIZE];
    int n, width; /* of lines; columns of the widest */
};

/* A line of three keys, each with what it does. */
static void set_keys(const struct av_pen *pen, char text[TEXT_SIZE], enum av_string id,
                     const enum av_command_id commands[KEYS])
{
    char labels[KEYS][AV_KEY_NAME_BYTES];
    for (int i = 0; i < KEYS; i++)
        av_key_label(av_keymap_key(commands[i], av_player_context(pen->player)), labels[i], sizeof labels[i]);
    av_string_with(text, TEXT_SIZE, id, pen->language, labels[0], labels[1], labels[2]);
}

static void add_line(struct hint *hint, const struct av_pen *pen, const char *text)
{
    int width = av_pen_width(pen, text);
    av_string_fill(hint->lines[hint->n++], TEXT_SIZE, "{}", text);
    hint->width = width > hint->width ? width : hint->width;
}

/* In one line as much as there is room for; the key line has some of it as well. */
static struct hint hint_of(const struct av_pen *pen, bool framed)
{
    static const enum av_command_id to_step[] = {AV_COMMAND_STAGE_NEXT, AV_COMMAND_TOKEN_NEXT, AV_COMMAND_CACHE};
    static const enum av_command_id to_look[] = {AV_COMMAND_PANEL_NEXT, AV_COMMAND_HELP, AV_COMMAND_QUIT};
    struct hint hint = {.n = 0};
    int room = pen->canvas->width - 2 * MARGIN;
    char stepping[TEXT_SIZE], looking[TEXT_SIZE];
    const char *what = av_string(AV_STRING_HINT, pen->language);
    set_keys(pen, stepping, AV_STRING_HINT_STEPPING, to_step);
    set_keys(pen, looking, AV_STRING_HINT_LOOKING, to_look);
    if (framed) {
        add_line(&hint, pen, av_pen_width(pen, what) <= room ? what : av_string(AV_STRING_HINT_BRIEF, pen->language));
        add_line(&hint, pen, stepping);
        add_line(&hint, pen, looking);
    } else {
        char both[TEXT_SIZE];
        av_string_fill(both, sizeof both, "{}  {}", stepping, looking);
        add_line(&hint, pen, av_pen_width(pen, both) <= room ? both : looking);
    }
    return hint;
}

static void draw_frame(const struct av_pen *pen, struct av_rectangle box)
{
    static const char *const corners[2][2] = {{"┏", "┓"}, {"┗", "┛"}};
    const enum av_role role = AV_ROLE_FRAME_FOCUS;
    for (int end = 0; end < 2; end++) {
        int x = box.x + end * (box.width - 1), y = box.y + end * (box.height - 1);
        av_canvas_fill(pen->canvas, box.x, y, box.width, 1, role, "━");
        av_canvas_fill(pen->canvas, x, box.y, 1, box.height, role, "┃");
    }
    for (int i = 0; i < 4; i++)
        av_draw_text(pen, box.x + i % 2 * (box.width - 1), box.y + i / 2 * (box.height - 1), role,
                     corners[i / 2][i % 2]);
}

void av_draw_hint(const struct av_pen *pen, int end)
{
    bool framed = pen->canvas->height >= HEIGHT_FRAMED;
    struct hint hint = hint_of(pen, framed);
    int width = framed ? hint.width + 2 * MARGIN : pen->canvas->width;
    struct av_rectangle box = {.width = width, .height = hint.n + 2 * framed};
    box.x = (pen->canvas->width - box.width) / 2;
    box.y = end - box.height;
    av_canvas_fill(pen->canvas, box.x, box.y, box.width, box.height, AV_ROLE_TEXT, " ");
    for (int y = box.y; y < end; y++)
        av_canvas_heat(pen->canvas, box.x, y, box.width, 0);
    if (framed)
        draw_frame(pen, box);
    for (int i = 0; i < hint.n; i++)
        av_draw_text(pen, (pen->canvas->width - hint.width) / 2, box.y + framed + i,
                     i == 0 ? AV_ROLE_STRONG : AV_ROLE_TEXT, hint.lines[i]);
    /* what is below cannot be clicked */
    av_canvas_add_hit(pen->canvas, (struct av_hit){.x = box.x, .y = box.y, .width = box.width, .height = box.height});
}
