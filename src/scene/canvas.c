#include "attnviz/scene/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/memory.h"

static const struct av_canvas_cell blank = {.text = " ", .width = 1};

static struct av_canvas_cell *cell_at(const struct av_canvas *canvas, int x, int y)
{
    return &canvas->cells[(size_t)y * (size_t)canvas->stride + (size_t)x];
}

enum av_status av_canvas_init(struct av_canvas *canvas, int width, int height, enum av_charset charset,
                              struct av_error *error)
{
    memset(canvas, 0, sizeof *canvas);
    canvas->charset = charset;
    canvas->hits = av_allocate(AV_HITS_MAX, sizeof *canvas->hits);
    canvas->wheel_areas = av_allocate(AV_WHEEL_AREAS_MAX, sizeof *canvas->wheel_areas);
    enum av_status status = canvas->hits && canvas->wheel_areas
                                ? av_canvas_resize(canvas, width, height, error)
                                : av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a screen");
    if (status != AV_OK)
        av_canvas_finish(canvas);
    return status;
}

void av_canvas_finish(struct av_canvas *canvas)
{
    free(canvas->cells);
    free(canvas->hits);
    free(canvas->wheel_areas);
    memset(canvas, 0, sizeof *canvas);
}

enum av_status av_canvas_resize(struct av_canvas *canvas, int width, int height, struct av_error *error)
{
    assert(width >= 1 && height >= 1);
    size_t count;
    struct av_canvas_cell *cells =
        av_size_multiply((size_t)width, (size_t)height, &count) ? av_allocate(count, sizeof *cells) : NULL;
    if (cells == NULL)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a screen of %d × %d", width, height);
    free(canvas->cells);
    canvas->cells = cells;
    canvas->width = canvas->stride = width;
    canvas->height = height;
    av_canvas_clear(canvas);
    return AV_OK;
}

void av_canvas_clear(struct av_canvas *canvas)
{
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = blank;
    canvas->n_hit = canvas->n_wheel_area = 0;
    canvas->cursor_x = canvas->cursor_y = 0;
}

struct av_canvas_cell *av_canvas_at(struct av_canvas *canvas, int x, int y)
{
    assert(x >= 0 && x < canvas->width && y >= 0 && y < canvas->height);
    return cell_at(canvas, x, y);
}

/* A wide glyph of which one half is about to be overwritten leaves no half behind. */
static void cut_wide(struct av_canvas_cell *cell)
{
    struct av_canvas_cell *other = cell->width == 2 ? cell + 1 : cell - 1;
    memcpy(other->text, blank.text, sizeof other->text);
    other->width = 1;
}

static void put(struct av_canvas_cell *cell, enum av_role role, const struct av_glyph *glyph)
{
    for (int i = 0; i < glyph->width; i++) {
        if (cell[i].width != 1)
            cut_wide(&cell[i]);
        cell[i].role = (unsigned char)role;
        cell[i].width = 0;
    }
    memcpy(cell->text, glyph->text, sizeof cell->text);
    cell->width = (unsigned char)glyph->width;
    if (glyph->width == 2)
        cell[1].text[0] = '\0';
}

int av_canvas_text(struct av_canvas *canvas, int x, int y, int columns, enum av_role role, const char *text)
{
    struct av_glyphs glyphs = {.text = text, .charset = canvas->charset};
    struct av_glyph glyph;
    int written = 0;
    if (y < 0 || y >= canvas->height)
        return 0;
    while (av_glyphs_next(&glyphs, &glyph) && written + glyph.width <= columns) {
        int at = x + written;
        if (at >= 0 && at + glyph.width <= canvas->width)
            put(cell_at(canvas, at, y), role, &glyph);
        written += glyph.width;
    }
    return written;
}

void av_canvas_fill(struct av_canvas *canvas, int x, int y, int width, int height, enum av_role role, const char *sign)
{
    struct av_glyphs glyphs = {.text = sign, .charset = canvas->charset};
    struct av_glyph glyph;
    if (!av_glyphs_next(&glyphs, &glyph) || glyph.width != 1)
        return;
    for (int row = y < 0 ? 0 : y; row < y + height && row < canvas->height; row++) {
        for (int column = x < 0 ? 0 : x; column < x + width && column < canvas->width; column++)
            put(cell_at(canvas, column, row), role, &glyph);
    }
}

void av_canvas_paint(struct av_canvas *canvas, int x, int y, int columns, enum av_role role)
{
    if (y < 0 || y >= canvas->height)
        return;
    for (int i = x < 0 ? 0 : x; i < x + columns && i < canvas->width; i++)
        cell_at(canvas, i, y)->role = (unsigned char)role;
}

void av_canvas_heat(struct av_canvas *canvas, int x, int y, int columns, int heat)
{
    if (y < 0 || y >= canvas->height)
        return;
    for (int i = x < 0 ? 0 : x; i < x + columns && i < canvas->width; i++)
        cell_at(canvas, i, y)->heat = (unsigned char)heat;
}

void av_canvas_add_hit(struct av_canvas *canvas, struct av_hit hit)
{
    if (canvas->n_hit < AV_HITS_MAX)
        canvas->hits[canvas->n_hit++] = hit;
}

void av_canvas_add_wheel_area(struct av_canvas *canvas, struct av_wheel_area area)
{
    if (canvas->n_wheel_area < AV_WHEEL_AREAS_MAX)
        canvas->wheel_areas[canvas->n_wheel_area++] = area;
}

/* The hit that counts at a point; NULL where there is none. */
static const struct av_hit *hit_at(const struct av_canvas *canvas, int x, int y)
{
    for (int i = canvas->n_hit - 1; i >= 0; i--) {
        const struct av_hit *hit = &canvas->hits[i];
        if (x >= hit->x && x < hit->x + hit->width && y >= hit->y && y < hit->y + hit->height)
            return hit;
    }
    return NULL;
}

struct av_command av_canvas_hit(const struct av_canvas *canvas, int x, int y)
{
    const struct av_hit *hit = hit_at(canvas, x, y);
    struct av_command command = {.id = AV_COMMAND_NONE};
    if (hit != NULL)
        command = hit->command;
    if (hit != NULL && hit->cell_width > 0) {
        command.argument[1] += y - hit->y;
        command.argument[2] += (x - hit->x) / hit->cell_width;
    }
    return command;
}

struct av_command av_canvas_hit_twice(const struct av_canvas *canvas, int x, int y)
{
    const struct av_hit *hit = hit_at(canvas, x, y);
    return hit != NULL ? hit->twice : (struct av_command){.id = AV_COMMAND_NONE};
}

struct av_command av_canvas_wheel(const struct av_canvas *canvas, int x, int y, enum av_wheel wheel)
{
    for (int i = canvas->n_wheel_area - 1; i >= 0; i--) {
        const struct av_wheel_area *area = &canvas->wheel_areas[i];
        if (x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height)
            return area->turn[wheel];
    }
    return (struct av_command){.id = AV_COMMAND_NONE};
}

struct av_canvas av_canvas_part(const struct av_canvas *canvas, int x, int y, int width, int height)
{
    struct av_canvas part = *canvas;
    assert(x >= 0 && y >= 0 && width >= 1 && height >= 1 && x + width <= canvas->width && y + height <= canvas->height);
    part.cells = cell_at(canvas, x, y);
    part.width = width;
    part.height = height;
    return part;
}
