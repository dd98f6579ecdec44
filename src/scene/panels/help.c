/* The help, over the whole screen: the keys of where one is and of elsewhere, the mouse, and the glossary. */
#include <stdio.h>
#include <string.h>

#include "attnviz/scene/scene.h"

#include "../glossary.h"
#include "page.h"

#define TOP                2 /* the first line of the list */
#define KEYS_WIDTH_MIN     38
#define GLOSSARY_WIDTH_MIN 58
#define MEANING_WIDTH_MIN  34

static void add_marks(struct av_pages *pages)
{
    enum av_language language = pages->pen->language;
    int first = pages->n;
    av_pages_add_heading(pages, av_string(AV_STRING_STATES, language));
    for (int state = AV_STATE_NEW; state <= AV_STATE_WEIGHT; state++) {
        const char *glyph = av_state_glyph((enum av_state)state);
        bool has_number = state != AV_STATE_DISCARDED && state != AV_STATE_NEVER && state != AV_STATE_FUTURE;
        char sample[32];
        snprintf(sample, sizeof sample, "%s%s", glyph, has_number ? " 0.25" : "");
        av_pages_add(pages, av_state_role((enum av_state)state), state == AV_STATE_MASKED ? "−∞ 0" : sample,
                     av_string_state((enum av_state)state, language));
    }
    av_pages_add(pages, AV_ROLE_FLOW, pages->pen->canvas->charset == AV_CHARSET_ASCII ? "> ~" : "» ›",
                 av_string(AV_STRING_FLOW_MARKS, language));
    av_pages_end_section(pages, first);
}

static void add_mouse(struct av_pages *pages)
{
    static const enum av_string rows[][2] = {
        {AV_STRING_CLICK, AV_STRING_CLICK_DOES},
        {AV_STRING_DOUBLE_CLICK, AV_STRING_DOUBLE_CLICK_DOES},
        {AV_STRING_WHEEL, AV_STRING_WHEEL_DOES},
        {AV_STRING_SHIFT_WHEEL, AV_STRING_SHIFT_WHEEL_DOES},
    };
    enum av_language language = pages->pen->language;
    int first = pages->n;
    av_pages_add_heading(pages, av_string(AV_STRING_MOUSE, language));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        av_pages_add(pages, AV_ROLE_NEW, av_string(rows[i][0], language), av_string(rows[i][1], language));
    av_pages_end_section(pages, first);
}

/* All keys of a command in a context: "→ Space l"; empty where it has none. */
static void keys_of(enum av_command_id id, enum av_context context, char *text, size_t size)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char label[AV_KEY_NAME_BYTES];
        if (bindings[i].command != id || !(bindings[i].contexts & 1u << context))
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "",
                 av_key_label(bindings[i].key, label, sizeof label));
    }
}

/* What a command does in a context; out of a lesson that was opened from the list, the way leads back there. */
static const char *help_of(const struct av_pen *pen, enum av_command_id id, enum av_context context)
{
    const struct av_player *player = pen->player;
    bool first_lens = context == AV_CONTEXT_LENS && player->place.lens == player->lesson->start.lens;
    if (id == AV_COMMAND_LEAVE && player->listed && (context == AV_CONTEXT_LESSON || first_lens))
        return av_string(AV_STRING_BACK_TO_LIST, pen->language);
    return av_keymap_help(id, context).in[pen->language];
}

/* The keys of a context, of one group of commands or of all (AV_GROUP_COUNT), below a heading; nothing where it has
 * none. */
static void add_keys(struct av_pages *pages, enum av_context context, enum av_command_group group, const char *heading)
{
    int first = pages->n;
    for (int id = AV_COMMAND_NONE + 1; id < AV_COMMAND_COUNT; id++) {
        char keys[AV_ROW_LEFT_SIZE];
        keys_of((enum av_command_id)id, context, keys, sizeof keys);
        bool belongs = group == AV_GROUP_COUNT || av_command_info((enum av_command_id)id)->group == group;
        if (keys[0] == '\0' || !belongs)
            continue;
        if (pages->n == first)
            av_pages_add_heading(pages, heading);
        av_pages_add(pages, AV_ROLE_NEW, keys, help_of(pages->pen, (enum av_command_id)id, context));
    }
    av_pages_end_section(pages, first);
}

static const char *context_title(const struct av_pen *pen, enum av_context context, char *buffer, size_t size)
{
    return av_string_with(buffer, size, AV_STRING_KEYS_OF, pen->language, av_context_words(context).in[pen->language]);
}

/* What can be pressed here comes first, then what the marks mean and the mouse does, then what can be pressed
 * elsewhere. */
static void fill_keys(struct av_pages *pages)
{
    const struct av_pen *pen = pages->pen;
    enum av_context here = av_player_context_below_help(pen->player);
    for (int group = 0; group < AV_GROUP_COUNT; group++)
        add_keys(pages, here, (enum av_command_group)group,
                 av_command_group_title((enum av_command_group)group).in[pen->language]);
    add_marks(pages);
    add_mouse(pages);
    for (int context = 0; context < AV_CONTEXT_COUNT; context++) {
        char title[AV_ROW_LEFT_SIZE];
        if (context != (int)here)
            add_keys(pages, (enum av_context)context, AV_GROUP_COUNT,
                     context_title(pen, (enum av_context)context, title, sizeof title));
    }
}

static void fill_glossary(struct av_pages *pages)
{
    enum av_language language = pages->pen->language;
    pages->right_min = MEANING_WIDTH_MIN;
    for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++) {
        const struct av_glossary_entry *entry = av_glossary_entry((enum av_concept)id);
        if (id == AV_CONCEPT_NONE + 1 || entry->chapter != av_glossary_entry((enum av_concept)(id - 1))->chapter)
            av_pages_add_heading(pages, av_glossary_chapter(entry->chapter, language));
        struct av_row *row = av_pages_add(pages, AV_ROLE_STRONG, entry->name.in[language], entry->meaning.in[language]);
        row->marked = id == (int)pages->pen->player->help.entry;
    }
    av_pages_end_section(pages, 0);
}

static void fill(struct av_pages *pages, const struct av_pen *pen)
{
    bool keys = pen->player->help.part == AV_HELP_KEYS;
    av_pages_init(pages, pen, TOP, pen->canvas->height - 1, keys ? KEYS_WIDTH_MIN : GLOSSARY_WIDTH_MIN);
    if (keys)
        fill_keys(pages);
    else
        fill_glossary(pages);
}

int av_scene_help_last_page(const struct av_player *player, const struct av_canvas *canvas)
{
    struct av_canvas measured = *canvas;
    const struct av_pen pen = {.canvas = &measured, .player = player, .language = player->language};
    struct av_pages pages;
    fill(&pages, &pen);
    return av_pages_last(&pages);
}

/* One of the help's two parts by its name; the other one can be clicked. Returns the column after it. */
static int draw_tab(const struct av_pen *pen, int x, enum av_help_part part, const char *name)
{
    bool open = pen->player->help.part == part;
    if (open)
        av_draw_text(pen, x, 0, AV_ROLE_BAR_KEY, "▸");
    int end = av_draw_text(pen, x + 2, 0, open ? AV_ROLE_BAR_KEY : AV_ROLE_BAR, name);
    if (!open)
        av_add_hit(pen, x + 2, 0, end - x - 2, AV_COMMAND_PANEL_NEXT);
    return end + 2;
}

static void draw_top_line(const struct av_pen *pen)
{
    char title[AV_ROW_LEFT_SIZE];
    av_canvas_fill(pen->canvas, 0, 0, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    int x = av_draw_text(pen, 1, 0, AV_ROLE_BRAND, av_string(AV_STRING_HELP, pen->language)) + 2;
    x = draw_tab(pen, x, AV_HELP_KEYS,
                 context_title(pen, av_player_context_below_help(pen->player), title, sizeof title));
    draw_tab(pen, x, AV_HELP_GLOSSARY, av_string(AV_STRING_GLOSSARY, pen->language));
}

/* "2/4 ↑ ↓", at the right end of the key line; "" where there is one page. */
static const char *page_number(int page, int last, char *buffer, size_t size)
{
    const char *more = page == 0 ? "↓" : page == last ? "↑" : "↑ ↓";
    buffer[0] = '\0';
    if (last > 0)
        snprintf(buffer, size, "%d/%d %s", page + 1, last + 1, more);
    return buffer;
}

void av_draw_help(const struct av_pen *pen)
{
    struct av_pages pages;
    fill(&pages, pen);
    int last = av_pages_last(&pages), y = pen->canvas->height - 1, page = pen->player->help.page;
    if (pen->player->help.part == AV_HELP_GLOSSARY)
        page = av_pages_marked(&pages);
    page = page < last ? page : last;
    draw_top_line(pen);
    av_pages_draw(&pages, page);
    char text[48];
    int end = pen->canvas->width, width = av_pen_width(pen, page_number(page, last, text, sizeof text));
    av_draw_keys(pen, y, width > 0 ? end - width - 2 : end, AV_CONTEXT_HELP);
    av_draw_right(pen, end - 1, y, AV_ROLE_BAR, text);
}
