#include <string.h>

#include "panels.h"

int av_draw_text(const struct av_pen *pen, int x, int y, enum av_role role, const char *text)
{
    return x + av_canvas_text(pen->canvas, x, y, pen->canvas->width - x, role, text);
}

int av_pen_width(const struct av_pen *pen, const char *text)
{
    return av_text_width(text, pen->canvas->charset);
}

void av_draw_right(const struct av_pen *pen, int end, int y, enum av_role role, const char *text)
{
    av_draw_text(pen, end - av_pen_width(pen, text), y, role, text);
}

int av_draw_cut(const struct av_pen *pen, int x, int y, int width, enum av_role role, const char *text)
{
    if (av_pen_width(pen, text) <= width)
        return x + av_canvas_text(pen->canvas, x, y, width, role, text);
    int dots = av_pen_width(pen, "…");
    x += av_canvas_text(pen->canvas, x, y, width - dots, role, text);
    return width < dots ? x : av_draw_text(pen, x, y, role, "…");
}

void av_add_hit(const struct av_pen *pen, int x, int y, int width, enum av_command_id id)
{
    av_canvas_add_hit(pen->canvas, (struct av_hit){.x = x, .y = y, .width = width, .height = 1, .command = {.id = id}});
}

static bool starts_with_any(const char *text, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strncmp(text, *list, strlen(*list)) == 0)
            return true;
    }
    return false;
}

/* A line may end after a space and next to a wide character, but not in front of these. */
static bool may_break(const char *before, int width_before, const char *after, int width_after)
{
    static const char *const closing[] = {"，", "。", "：", "；", "、", "）", "”",
                                          "？", "！", "》", ")",  ",",  ".",  NULL};
    static const char *const opening[] = {"（", "“", "《", "(", NULL};
    if (*before == ' ')
        return true;
    return (width_before == 2 || width_after == 2) && !starts_with_any(after, closing) &&
           !starts_with_any(before, opening);
}

/* Bytes of text that make a line of at most width columns, or of one glyph where none fits; *whole where that is all of
 * it. */
static size_t line_bytes(const char *text, int width, enum av_charset charset, bool *whole)
{
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph, before = {" ", 1};
    size_t best = 0, at = 0;
    int used = 0;
    *whole = false;
    while (av_glyphs_next(&glyphs, &glyph)) {
        if (at > 0 && may_break(before.text, before.width, glyph.text, glyph.width))
            best = at;
        if (at > 0 && used + glyph.width > width && strcmp(glyph.text, " ") != 0)
            return best > 0 ? best : at;
        used += glyph.width;
        at = (size_t)(glyphs.text - text);
        before = glyph;
    }
    *whole = true;
    return at;
}

/* As many of bytes as go into a buffer of this size, up to the end of a glyph. */
static size_t whole_glyphs(const char *text, size_t bytes, size_t size, enum av_charset charset)
{
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph;
    size_t at = 0;
    while (at < bytes && av_glyphs_next(&glyphs, &glyph) && (size_t)(glyphs.text - text) < size)
        at = (size_t)(glyphs.text - text);
    return at < bytes ? at : bytes;
}

int av_wrapped_lines(const struct av_pen *pen, int width, const char *text)
{
    int lines = 0;
    bool whole = false;
    while (!whole) {
        text += line_bytes(text, width, pen->canvas->charset, &whole);
        lines++;
    }
    return lines;
}

/* One line of bytes, which are cut at a glyph where they are too many. Returns the column after it, and the bytes in
 * *bytes. */
static int draw_bytes(const struct av_pen *pen, int x, int y, int width, enum av_role role, const char *text,
                      size_t *bytes)
{
    char part[1024];
    if (*bytes >= sizeof part)
        *bytes = whole_glyphs(text, *bytes, sizeof part, pen->canvas->charset);
    memcpy(part, text, *bytes);
    part[*bytes] = '\0';
    return x + av_canvas_text(pen->canvas, x, y, width, role, part);
}

int av_draw_wrapped(const struct av_pen *pen, int x, int y, int width, int lines, enum av_role role, const char *text)
{
    for (int line = 0; line < lines; line++) {
        bool whole;
        size_t bytes = line_bytes(text, width, pen->canvas->charset, &whole);
        bool cut = !whole && line == lines - 1;
        if (cut)
            bytes = line_bytes(text, width - av_pen_width(pen, "…"), pen->canvas->charset, &whole);
        int end = draw_bytes(pen, x, y + line, width, role, text, &bytes);
        if (cut)
            av_draw_text(pen, end, y + line, role, "…");
        text += bytes;
        if (*text == '\0')
            return line + 1;
    }
    return lines;
}

void av_draw_wrapped_part(const struct av_pen *pen, int x, int y, int width, int first, int end, enum av_role role,
                          const char *text)
{
    for (bool whole = false; !whole && y < end; y++) {
        size_t bytes = line_bytes(text, width, pen->canvas->charset, &whole);
        if (y >= first)
            draw_bytes(pen, x, y, width, role, text, &bytes);
        text += bytes;
    }
}
