#include <stdio.h>

#include "panels.h"

static void fill(const struct av_pen *pen, int y)
{
    av_canvas_fill(pen->canvas, 0, y, pen->canvas->width, 1, AV_ROLE_BAR, " ");
}

static void add_hit(const struct av_pen *pen, int x, int y, int width, enum av_command_id id)
{
    av_canvas_add_hit(pen->canvas, (struct av_hit){.x = x, .y = y, .width = width, .height = 1, .command = {.id = id}});
}

struct item {
    char text[48];
    enum av_role role;
    enum av_command_id command;
};

#define ITEMS_MAX 5
#define TITLE_MIN 14

/* The switches at the right end of the top line, the most needed last: where room is short the first ones go. */
static int switches(const struct av_pen *pen, struct item items[ITEMS_MAX])
{
    const struct av_player *player = pen->player;
    const struct av_config *config = &player->lesson->model.config;
    int n = 0;
    if (player->playing)
        items[n++] = (struct item){.role = AV_ROLE_BAR_KEY, .command = AV_COMMAND_PLAY};
    for (int i = 0; i < n; i++)
        snprintf(items[i].text, sizeof items[i].text, "%s", av_string(AV_STRING_PLAYING, pen->language));
    snprintf(items[n].text, sizeof items[n].text, "%s %d/%d", av_string(AV_STRING_LAYER, pen->language),
             player->place.layer + 1, config->n_layer);
    items[n].role = AV_ROLE_BAR;
    items[n++].command = AV_COMMAND_LAYER_NEXT;
    snprintf(items[n].text, sizeof items[n].text, "%s %d/%d", av_string(AV_STRING_HEAD, pen->language),
             player->place.head + 1, config->n_head);
    items[n].role = AV_ROLE_BAR;
    items[n++].command = AV_COMMAND_HEAD_NEXT;
    snprintf(items[n].text, sizeof items[n].text, "%s", pen->language == AV_ENGLISH ? "EN/中" : "中/EN");
    items[n].role = AV_ROLE_BAR;
    items[n++].command = AV_COMMAND_LANGUAGE;
    snprintf(items[n].text, sizeof items[n].text, "%s",
             av_string(player->cache_on ? AV_STRING_CACHE_ON : AV_STRING_CACHE_OFF, pen->language));
    items[n].role = player->cache_on ? AV_ROLE_CACHE_ON : AV_ROLE_CACHE_OFF;
    items[n++].command = AV_COMMAND_CACHE;
    return n;
}

void av_draw_top_line(const struct av_pen *pen, int y)
{
    struct item items[ITEMS_MAX];
    int n = switches(pen, items), all = n, end = pen->canvas->width - 1, room = pen->canvas->width - 12;
    fill(pen, y);
    while (n > 0 && room > 0) {
        int width = av_pen_width(pen, items[n - 1].text);
        /* the cache switch in any case; the others where the title keeps room */
        if (width + 2 > room || (n < all && width + 2 + TITLE_MIN > room))
            break;
        n--;
        av_draw_text(pen, end - width, y, items[n].role, items[n].text);
        add_hit(pen, end - width, y, width, items[n].command);
        end -= width + 2;
        room -= width + 2;
    }
    int x = av_draw_text(pen, 1, y, AV_ROLE_BRAND, "attnviz") + 2;
    av_canvas_text(pen->canvas, x, y, end - x - 1, AV_ROLE_BAR, pen->player->lesson->title.in[pen->language]);
}

/* What the key line offers, the most needed first, while stepping and while a cell cursor is in a panel. */
static const enum av_command_id stepping[] = {
    AV_COMMAND_STAGE_NEXT, AV_COMMAND_TOKEN_NEXT, AV_COMMAND_CACHE, AV_COMMAND_PANEL_NEXT,
    AV_COMMAND_HELP,       AV_COMMAND_QUIT,       AV_COMMAND_PLAY,  AV_COMMAND_LANGUAGE,
    AV_COMMAND_HEAD_NEXT,  AV_COMMAND_LAYER_NEXT, AV_COMMAND_THEME, AV_COMMAND_GO_TO_TOKEN,
};
static const enum av_command_id in_panel[] = {
    AV_COMMAND_CELL_RIGHT, AV_COMMAND_PANEL_NEXT, AV_COMMAND_LEAVE,     AV_COMMAND_STAGE_NEXT, AV_COMMAND_CACHE,
    AV_COMMAND_HELP,       AV_COMMAND_QUIT,       AV_COMMAND_HEAD_NEXT, AV_COMMAND_LANGUAGE,
};

/* A pair of keys that belong together is shown as both: "→ ←". */
static const char *key_label(enum av_command_id id, enum av_context context, char buffer[24])
{
    switch (id) {
    case AV_COMMAND_CELL_RIGHT:
        return "← ↓ ↑ →";
    case AV_COMMAND_STAGE_NEXT:
        return context == AV_CONTEXT_PANEL ? "Space" : "→ ←";
    case AV_COMMAND_TOKEN_NEXT:
        return "↓ ↑";
    case AV_COMMAND_HEAD_NEXT:
        return "[ ]";
    case AV_COMMAND_LAYER_NEXT:
        return "{ }";
    default:
        break;
    }
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        if (bindings[i].command == id && (bindings[i].contexts & (1u << context)))
            return av_key_label(bindings[i].key, buffer, 24);
    }
    return "";
}

static bool worth_showing(const struct av_player *player, enum av_command_id id)
{
    const struct av_config *config = &player->lesson->model.config;
    return (id != AV_COMMAND_HEAD_NEXT || config->n_head > 1) && (id != AV_COMMAND_LAYER_NEXT || config->n_layer > 1);
}

void av_draw_key_line(const struct av_pen *pen, int y)
{
    enum av_context context = av_player_context(pen->player);
    const enum av_command_id *list = context == AV_CONTEXT_PANEL ? in_panel : stepping;
    size_t count =
        context == AV_CONTEXT_PANEL ? sizeof in_panel / sizeof *in_panel : sizeof stepping / sizeof *stepping;
    int x = 1;
    fill(pen, y);
    for (size_t i = 0; i < count; i++) {
        char buffer[24];
        const char *key = key_label(list[i], context, buffer);
        const char *brief = av_command_info(list[i])->brief.in[pen->language];
        if (*key == '\0' || brief == NULL || !worth_showing(pen->player, list[i]))
            continue;
        int width = av_pen_width(pen, key) + 1 + av_pen_width(pen, brief);
        if (x + width + 1 > pen->canvas->width)
            continue;
        add_hit(pen, x, y, width, list[i]);
        x = av_draw_text(pen, x, y, AV_ROLE_BAR_KEY, key) + 1;
        x = av_draw_text(pen, x, y, AV_ROLE_BAR, brief) + 3;
    }
}
