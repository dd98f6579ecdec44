#include <stdio.h>
#include <string.h>

#include "attnviz/scene/scene.h"
#include "panels.h"

/* The help is a list of lines, of which the screen shows a part. */
struct page {
    const struct av_pen *pen;
    int line;        /* of the whole list, the next to be written */
    int first, room; /* what is in sight */
    int x, end;      /* its columns */
    int words_x;     /* where the words begin, right of the keys */
};

#define KEYS_WIDTH 22
#define TWO_PAGES  118 /* columns that keys and marks need beside each other */

/* The place of the next line on the screen; −1 where it is not in sight. */
static int place(struct page *page)
{
    int line = page->line++ - page->first;
    return line >= 0 && line < page->room ? 2 + line : -1;
}

static void heading(struct page *page, const char *text)
{
    if (page->line > 0)
        page->line++;
    int y = place(page);
    if (y >= 0)
        av_draw_text(page->pen, page->x + 2, y, AV_ROLE_TITLE_BRIGHT, text);
}

static void entry(struct page *page, enum av_role role, const char *left, const char *right)
{
    int y = place(page);
    if (y < 0)
        return;
    av_canvas_text(page->pen->canvas, page->x + 4, y, page->words_x - page->x - 5, role, left);
    av_canvas_text(page->pen->canvas, page->words_x, y, page->end - page->words_x, AV_ROLE_TEXT, right);
}

/* All keys of a command that can be pressed while stepping or in a panel: "→ l Space". */
static void keys_of(enum av_command_id id, char *text, size_t size)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char label[24];
        unsigned contexts = (1u << AV_CONTEXT_LESSON) | (1u << AV_CONTEXT_PANEL);
        if (bindings[i].command != id || !(bindings[i].contexts & contexts))
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "",
                 av_key_label(bindings[i].key, label, sizeof label));
    }
}

static void commands(struct page *page)
{
    int group = -1;
    for (int id = AV_COMMAND_NONE + 1; id < AV_COMMAND_COUNT; id++) {
        const struct av_command_info *info = av_command_info((enum av_command_id)id);
        char keys[96];
        keys_of((enum av_command_id)id, keys, sizeof keys);
        if (keys[0] == '\0')
            continue;
        if ((int)info->group != group)
            heading(page, av_command_group_title(info->group).in[page->pen->language]);
        group = (int)info->group;
        entry(page, AV_ROLE_NEW, keys, info->help.in[page->pen->language]);
    }
}

static void marks(struct page *page)
{
    heading(page, av_string(AV_STRING_STATES, page->pen->language));
    for (int state = AV_STATE_NEW; state <= AV_STATE_WEIGHT; state++) {
        const char *glyph = state == AV_STATE_MASKED ? "−∞ 0" : av_state_glyph((enum av_state)state);
        char sample[32];
        snprintf(sample, sizeof sample, "%s %s", glyph, state == AV_STATE_MASKED ? "" : "0.25");
        bool has_number = state != AV_STATE_DISCARDED && state != AV_STATE_NEVER && state != AV_STATE_FUTURE;
        entry(page, av_state_role((enum av_state)state), has_number ? sample : glyph,
              av_string_state((enum av_state)state, page->pen->language));
    }
}

/* Both lists, below each other, or side by side where there is room. Returns how many lines that takes. */
static int draw_lists(const struct av_pen *pen, int width, int first, int room)
{
    bool beside = width >= TWO_PAGES;
    int middle = beside ? width / 2 : width - 1;
    struct page keys = {.pen = pen, .first = first, .room = room, .end = middle - 1, .words_x = KEYS_WIDTH};
    commands(&keys);
    if (!beside) {
        marks(&keys);
        return keys.line;
    }
    struct page right = {
        .pen = pen, .first = first, .room = room, .x = middle, .end = width - 1, .words_x = middle + 12};
    marks(&right);
    return keys.line > right.line ? keys.line : right.line;
}

int av_scene_help_scroll_max(const struct av_player *player, int width, int height)
{
    /* written where nothing is in sight, to learn how many lines there are */
    struct av_pen pen = {.player = player, .language = player->language};
    int lines = draw_lists(&pen, width, 1 << 20, 0), room = height - 3;
    return lines > room ? lines - room : 0;
}

void av_draw_help(const struct av_pen *pen)
{
    struct av_canvas *canvas = pen->canvas;
    int last = av_scene_help_scroll_max(pen->player, canvas->width, canvas->height);
    int first = pen->player->help_scroll < last ? pen->player->help_scroll : last;
    av_draw_text(pen, 2, 0, AV_ROLE_BRAND, av_string(AV_STRING_HELP, pen->language));
    draw_lists(pen, canvas->width, first, canvas->height - 3);
    av_draw_keys(pen, canvas->height - 1, canvas->width, AV_CONTEXT_HELP);
}
