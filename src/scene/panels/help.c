#include <stdio.h>
#include <string.h>

#include "attnviz/scene/scene.h"
#include "panels.h"

#define ROWS_MAX         96
#define COLUMN_WIDTH_MIN 38
#define COLUMNS_MAX      4
#define TOP              1 /* the first line of the list on the screen */

/* A heading, or a sign and what it means, in as many lines as that takes. */
struct row {
    char left[48];
    const char *right; /* NULL: a heading */
    enum av_role role; /* of left */
    int indent;        /* where right begins */
    int height;
};

/* The help is one list of rows, which flows through columns of the same depth; the screen shows a part of that. */
struct page {
    const struct av_pen *pen;
    struct row rows[ROWS_MAX];
    int n;
    int n_column, width; /* of a column */
    int depth;           /* lines of a column */
};

static void add_row(struct page *page, enum av_role role, const char *left, const char *right)
{
    if (page->n == ROWS_MAX)
        return;
    struct row *row = &page->rows[page->n++];
    snprintf(row->left, sizeof row->left, "%s", left);
    row->right = right;
    row->role = role;
    row->height = 1;
}

/* The signs of a section stand in a column as wide as they need: all rows from first on. */
static void end_section(struct page *page, int first)
{
    int indent = 0;
    for (int i = first; i < page->n; i++) {
        int width = av_pen_width(page->pen, page->rows[i].left) + 2;
        if (page->rows[i].right != NULL && width > indent)
            indent = width;
    }
    for (int i = first; i < page->n; i++) {
        struct row *row = &page->rows[i];
        row->indent = indent;
        if (row->right != NULL)
            row->height = av_wrapped_lines(page->pen, page->width - indent - 1, row->right);
    }
}

static void add_heading(struct page *page, const char *text)
{
    add_row(page, AV_ROLE_TITLE_BRIGHT, text, NULL);
}

static void add_marks(struct page *page)
{
    enum av_language language = page->pen->language;
    int first = page->n;
    add_heading(page, av_string(AV_STRING_STATES, language));
    for (int state = AV_STATE_NEW; state <= AV_STATE_WEIGHT; state++) {
        const char *glyph = av_state_glyph((enum av_state)state);
        bool has_number = state != AV_STATE_DISCARDED && state != AV_STATE_NEVER && state != AV_STATE_FUTURE;
        char sample[32];
        snprintf(sample, sizeof sample, "%s%s", glyph, has_number ? " 0.25" : "");
        add_row(page, av_state_role((enum av_state)state), state == AV_STATE_MASKED ? "−∞ 0" : sample,
                av_string_state((enum av_state)state, language));
    }
    end_section(page, first);
}

static void add_letters(struct page *page)
{
    int count, first = page->n;
    const struct av_letters *letters = av_string_letters(&count);
    add_heading(page, av_string(AV_STRING_LETTERS, page->pen->language));
    for (int i = 0; i < count; i++)
        add_row(page, AV_ROLE_STRONG, letters[i].name, letters[i].meaning.in[page->pen->language]);
    end_section(page, first);
}

/* All keys of a command that can be pressed while stepping or in a panel: "→ Space l". */
static void keys_of(enum av_command_id id, char *text, size_t size)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char label[AV_KEY_NAME_BYTES];
        unsigned contexts = (1u << AV_CONTEXT_LESSON) | (1u << AV_CONTEXT_PANEL);
        if (bindings[i].command != id || !(bindings[i].contexts & contexts))
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "",
                 av_key_label(bindings[i].key, label, sizeof label));
    }
}

static void add_commands(struct page *page)
{
    int group = -1, first = page->n;
    for (int id = AV_COMMAND_NONE + 1; id < AV_COMMAND_COUNT; id++) {
        const struct av_command_info *info = av_command_info((enum av_command_id)id);
        char keys[48];
        keys_of((enum av_command_id)id, keys, sizeof keys);
        if (keys[0] == '\0')
            continue;
        if ((int)info->group != group) {
            end_section(page, first);
            first = page->n;
            add_heading(page, av_command_group_title(info->group).in[page->pen->language]);
        }
        group = (int)info->group;
        add_row(page, AV_ROLE_NEW, keys, info->help.in[page->pen->language]);
    }
    end_section(page, first);
}

/* Where a row stands in the flow: in which column, and from which line on. A heading stays with the row below it, with a
 * line of air above it where it is not the first. */
struct place {
    int column, line;
};

static struct place next_place(const struct page *page, int i, struct place end, int depth)
{
    const struct row *row = &page->rows[i];
    bool heading = row->right == NULL;
    int air = heading && end.line > 0 ? 1 : 0;
    int height = row->height + (heading && i + 1 < page->n ? page->rows[i + 1].height : 0);
    if (end.line > 0 && end.line + air + height > depth)
        return (struct place){end.column + 1, 0};
    return (struct place){end.column, end.line + air};
}

/* Columns that the list fills at this depth. */
static int columns_at(const struct page *page, int depth)
{
    struct place end = {0, 0};
    for (int i = 0; i < page->n; i++) {
        end = next_place(page, i, end, depth);
        end.line += page->rows[i].height;
    }
    return end.column + 1;
}

static void set_page(struct page *page, const struct av_pen *pen)
{
    int width = pen->canvas->width, n = width / COLUMN_WIDTH_MIN;
    page->pen = pen;
    page->n = 0;
    page->n_column = n < 1 ? 1 : n > COLUMNS_MAX ? COLUMNS_MAX : n;
    page->width = (width - 2) / page->n_column;
    add_marks(page);
    add_letters(page);
    add_commands(page);
    page->depth = 1;
    while (columns_at(page, page->depth) > page->n_column)
        page->depth++;
}

/* Lines of the list that the screen shows. */
static int lines_in_sight(const struct av_canvas *canvas)
{
    int lines = canvas->height - TOP - 1;
    return lines > 0 ? lines : 0;
}

static int last_scroll(const struct page *page)
{
    int hidden = page->depth - lines_in_sight(page->pen->canvas);
    return hidden > 0 ? hidden : 0;
}

/* A row may begin above the screen's part, or end below it: line for line, only what is in sight. */
static void draw_row(const struct page *page, const struct row *row, struct place place, int first)
{
    const struct av_pen *pen = page->pen;
    int x = 2 + place.column * page->width, y = TOP + place.line - first, end = TOP + lines_in_sight(pen->canvas);
    if (y >= TOP && y < end)
        av_draw_cut(pen, x, y, (row->right != NULL ? row->indent : page->width) - 1, row->role, row->left);
    if (row->right != NULL)
        av_draw_wrapped_part(pen, x + row->indent, y, page->width - row->indent - 1, TOP, end, AV_ROLE_TEXT,
                             row->right);
}

/* "1–22/48 ↓" at the right end of the key line, where there is more than is in sight. */
static void draw_range(const struct page *page, int first, int y)
{
    char text[64];
    int last = first + lines_in_sight(page->pen->canvas);
    const char *more = first == 0 ? "↓" : last >= page->depth ? "↑" : "↑↓";
    snprintf(text, sizeof text, "%d–%d/%d %s", first + 1, last < page->depth ? last : page->depth, page->depth, more);
    av_draw_right(page->pen, page->pen->canvas->width - 1, y, AV_ROLE_BAR, text);
}

int av_scene_help_scroll_max(const struct av_player *player, const struct av_canvas *canvas)
{
    struct av_canvas measured = *canvas;
    const struct av_pen pen = {.canvas = &measured, .player = player, .language = player->language};
    struct page page;
    set_page(&page, &pen);
    return last_scroll(&page);
}

void av_draw_help(const struct av_pen *pen)
{
    struct page page;
    struct place end = {0, 0};
    set_page(&page, pen);
    int last = last_scroll(&page), y = pen->canvas->height - 1;
    int first = pen->player->help_scroll < last ? pen->player->help_scroll : last;
    for (int i = 0; i < page.n; i++) {
        end = next_place(&page, i, end, page.depth);
        draw_row(&page, &page.rows[i], end, first);
        end.line += page.rows[i].height;
    }
    av_draw_text(pen, 2, 0, AV_ROLE_BRAND, av_string(AV_STRING_HELP, pen->language));
    av_draw_keys(pen, y, pen->canvas->width - (last > 0 ? 14 : 0), AV_CONTEXT_HELP);
    if (last > 0)
        draw_range(&page, first, y);
}
