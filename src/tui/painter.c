#include "painter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "attnviz/base/memory.h"

#define GAP_MAX   4  /* fewer unchanged cells are written again: that is shorter than moving the cursor */
#define BLANK_MIN 10 /* fewer blanks are written as spaces: likewise */

static const struct av_look plain = {0, AV_LOOK_DEFAULT, AV_LOOK_DEFAULT};

void av_painter_init(struct av_painter *painter, const struct av_terminfo *info, enum av_depth depth)
{
    memset(painter, 0, sizeof *painter);
    painter->info = info;
    painter->depth = depth;
    painter->look = plain;
    painter->x = -1;
}

void av_painter_finish(struct av_painter *painter)
{
    free(painter->shown);
    av_bytes_finish(&painter->out);
    memset(painter, 0, sizeof *painter);
}

static void add(struct av_painter *painter, enum av_capability capability, int a, int b)
{
    av_terminfo_add(painter->info, &painter->out, capability, a, b);
}

/* Adds a sequence that changes the look. Two of ECMA-48's in a row, "ESC [ 1 m" and "ESC [ 34 m", are sent as one. */
static void add_look(struct av_painter *painter, const char *text)
{
    struct av_bytes *out = &painter->out;
    size_t length = text == NULL ? 0 : strlen(text);
    if (length < 3)
        return;
    bool joins = text[0] == '\033' && text[1] == '[' && text[length - 1] == 'm';
    if (joins && painter->sgr_end > 0 && painter->sgr_end == out->length) {
        out->data[out->length - 1] = ';';
        text += 2;
    }
    av_bytes_add_text(out, text);
    painter->sgr_end = joins ? out->length : 0;
}

static void reset_look(struct av_painter *painter)
{
    add_look(painter, painter->info->can[AV_CAN_RESET]);
    painter->look = plain;
}

void av_painter_forget(struct av_painter *painter, bool clear)
{
    struct av_canvas_cell cell = {.text = "?", .width = 0};
    size_t count = (size_t)painter->width * (size_t)painter->height;
    if (painter->shown == NULL) /* the first frame begins so anyway */
        return;
    reset_look(painter);
    painter->x = -1;
    if (clear) {
        add(painter, AV_CAN_CLEAR, 0, 0);
        cell = (struct av_canvas_cell){.text = " ", .width = 1, .role = AV_ROLE_TEXT};
    }
    for (size_t i = 0; i < count; i++)
        painter->shown[i] = cell;
}

static void color_text(const struct av_painter *painter, bool foreground, int number, char *text, size_t size)
{
    struct av_bytes bytes = {0};
    text[0] = '\0';
    if (number == AV_LOOK_DEFAULT)
        return;
    if (painter->depth == AV_DEPTH_TRUE) {
        snprintf(text, size, "\033[%d;2;%d;%d;%dm", foreground ? 38 : 48, number >> 16, number >> 8 & 0xff,
                 number & 0xff);
        return;
    }
    av_terminfo_add(painter->info, &bytes, foreground ? AV_CAN_FOREGROUND : AV_CAN_BACKGROUND, number, 0);
    if (bytes.length < size) {
        memcpy(text, bytes.data, bytes.length);
        text[bytes.length] = '\0';
    }
    av_bytes_finish(&bytes);
}

/* The paint of a cell, made when it is first needed. */
static const struct av_paint *paint_of(struct av_painter *painter, const struct av_canvas_cell *cell)
{
    int key = 1 + cell->role + 256 * cell->heat;
    struct av_paint *paint = &painter->paints[(cell->role * 11 + cell->heat) % AV_PAINTS];
    if (paint->key == key)
        return paint;
    struct av_style style = av_theme_style(painter->theme, cell->role, cell->heat);
    paint->key = key;
    paint->look = av_palette_look(painter->depth, &style, painter->info->color_spoils);
    color_text(painter, true, paint->look.foreground, paint->foreground, sizeof paint->foreground);
    color_text(painter, false, paint->look.background, paint->background, sizeof paint->background);
    return paint;
}

static bool look_equal(const struct av_look *a, const struct av_look *b)
{
    return a->attributes == b->attributes && a->foreground == b->foreground && a->background == b->background;
}

/* True where a blank shows the same in both. */
static bool blank_equal(const struct av_look *a, const struct av_look *b)
{
    unsigned seen = AV_LOOK_UNDERLINE | AV_LOOK_INVERSE;
    return a->background == b->background && (a->attributes & seen) == (b->attributes & seen) &&
           (!(a->attributes & AV_LOOK_INVERSE) || a->foreground == b->foreground);
}

static bool cell_equal(struct av_painter *painter, const struct av_canvas_cell *a, const struct av_canvas_cell *b)
{
    if (a->width != b->width || strcmp(a->text, b->text) != 0)
        return false;
    if (a->role == b->role && a->heat == b->heat)
        return true;
    struct av_look look = paint_of(painter, a)->look; /* a copy: the second may take the first one's place */
    const struct av_look *other = &paint_of(painter, b)->look;
    return look_equal(&look, other) || (strcmp(a->text, " ") == 0 && blank_equal(&look, other));
}

/* What of a look matters for a blank; *look stays where all of it does. */
static void look_of_blank(const struct av_painter *painter, struct av_look *look)
{
    if (blank_equal(&painter->look, look))
        *look = painter->look;
    else if (!(look->attributes & AV_LOOK_INVERSE))
        *look = (struct av_look){look->attributes & AV_LOOK_UNDERLINE, AV_LOOK_DEFAULT, look->background};
}

/* Switches to the look of a cell with as few bytes as possible. */
static void set_look(struct av_painter *painter, const struct av_canvas_cell *cell)
{
    static const enum av_capability attributes[] = {AV_CAN_BOLD, AV_CAN_DIM, AV_CAN_UNDERLINE, AV_CAN_INVERSE};
    const struct av_paint *paint = paint_of(painter, cell);
    struct av_look wanted = paint->look;
    const struct av_look *look = &wanted;
    if (strcmp(cell->text, " ") == 0)
        look_of_blank(painter, &wanted);
    if (look_equal(&painter->look, look))
        return;
    bool off = (painter->look.attributes & ~look->attributes) != 0 ||
               (look->foreground == AV_LOOK_DEFAULT && painter->look.foreground != AV_LOOK_DEFAULT) ||
               (look->background == AV_LOOK_DEFAULT && painter->look.background != AV_LOOK_DEFAULT);
    if (off)
        reset_look(painter);
    for (int i = 0; i < 4; i++) {
        if (look->attributes & ~painter->look.attributes & 1u << i)
            add_look(painter, painter->info->can[attributes[i]]);
    }
    if (look->foreground != painter->look.foreground)
        add_look(painter, paint->foreground);
    if (look->background != painter->look.background)
        add_look(painter, paint->background);
    painter->look = *look;
}

/* True where terminals may disagree about how far the cursor moves. */
static bool is_doubtful(const struct av_canvas_cell *cell)
{
    const unsigned char *text = (const unsigned char *)cell->text;
    wchar_t wide[2];
    mbstate_t state = {0};
    if (text[0] < 0x80)
        return text[1] != '\0';
    size_t length = mbrtowc(wide, cell->text, sizeof cell->text, &state);
    if (length == (size_t)-1 || length == (size_t)-2 || text[length] != '\0' || text[0] >= 0xf0)
        return true; /* marks follow, or it is an emoji or of a plane that is newer than many a terminal */
    return wcwidth(wide[0]) != cell->width;
}

/* True where a cell takes one byte, as things stand. */
static bool is_cheap(struct av_painter *painter, const struct av_canvas_cell *cell)
{
    const struct av_look *look = &paint_of(painter, cell)->look;
    if (strcmp(cell->text, " ") == 0)
        return blank_equal(look, &painter->look);
    return cell->width == 1 && cell->text[1] == '\0' && look_equal(look, &painter->look);
}

static void put(struct av_painter *painter, const struct av_canvas_cell *cell, int x, int y);

/* Brings the cursor to (x, y). */
static void move(struct av_painter *painter, const struct av_canvas *canvas, int x, int y)
{
    if (painter->x == x && painter->y == y)
        return;
    const struct av_canvas_cell *row = canvas->cells + (size_t)y * (size_t)canvas->width;
    int gap = x - painter->x;
    bool ahead = painter->x >= 0 && painter->y == y && gap > 0;
    bool easy = ahead && gap <= GAP_MAX;
    for (int i = painter->x; easy && i < x; i++)
        easy = is_cheap(painter, &row[i]);
    if (easy) {
        while (painter->x < x)
            put(painter, &row[painter->x], painter->x, y);
        return;
    }
    if (!painter->info->moves_styled && !look_equal(&painter->look, &plain))
        reset_look(painter);
    if (ahead && painter->info->can[AV_CAN_MOVE_RIGHT] != NULL)
        add(painter, AV_CAN_MOVE_RIGHT, gap, 0);
    else
        add(painter, AV_CAN_MOVE, y, x);
    painter->x = x;
    painter->y = y;
}

/* Writes a cell where the cursor stands. */
static void put(struct av_painter *painter, const struct av_canvas_cell *cell, int x, int y)
{
    set_look(painter, cell);
    bool doubtful = is_doubtful(cell);
    if (doubtful && cell->width == 2) { /* if the terminal thinks it narrow, its second column is blank */
        av_bytes_add_text(&painter->out, "  ");
        add(painter, AV_CAN_MOVE, y, x);
    }
    av_bytes_add_text(&painter->out, cell->text);
    painter->x = x + cell->width;
    if (doubtful || painter->x >= painter->width)
        painter->x = -1;
}

/* True where the terminal shows another thing than row x of the canvas' row. */
static bool differs(struct av_painter *painter, const struct av_canvas_cell *row, const struct av_canvas_cell *shown,
                    int x)
{
    if (memcmp(&row[x], &shown[x], sizeof *row) == 0 || row[x].width == 0)
        return false;
    return !cell_equal(painter, &row[x], &shown[x]) || (row[x].width == 2 && shown[x + 1].width != 0);
}

/* Blanks many cells at once from where the cursor stands: how many, 0 where they are too few, or more than blank. */
static int blank_run(struct av_painter *painter, const struct av_canvas_cell *row, const struct av_canvas_cell *shown,
                     int x, int end)
{
    int count = 0;
    if (painter->info->can[AV_CAN_BLANK] == NULL)
        return 0;
    while (x + count < end && strcmp(row[x + count].text, " ") == 0 && differs(painter, row, shown, x + count) &&
           blank_equal(&paint_of(painter, &row[x + count])->look, &plain))
        count++;
    if (count < BLANK_MIN)
        return 0;
    set_look(painter, &row[x]);
    add(painter, AV_CAN_BLANK, count, 0);
    return count;
}

static void draw_row(struct av_painter *painter, const struct av_canvas *canvas, int y)
{
    size_t start = (size_t)y * (size_t)canvas->width;
    const struct av_canvas_cell *row = canvas->cells + start;
    struct av_canvas_cell *shown = painter->shown + start;
    int end = canvas->width;
    if (painter->info->wraps_at_once && y == canvas->height - 1)
        end--; /* that corner would scroll the screen */
    for (int x = 0; x < end; x++) {
        if (!differs(painter, row, shown, x) || x + row[x].width > end)
            continue;
        move(painter, canvas, x, y);
        int blanks = blank_run(painter, row, shown, x, end);
        if (blanks > 0)
            x += blanks - 1;
        else
            put(painter, &row[x], x, y);
    }
    memcpy(shown, row, (size_t)canvas->width * sizeof *row);
}

static enum av_status resize(struct av_painter *painter, const struct av_canvas *canvas, struct av_error *error)
{
    size_t count = (size_t)canvas->width * (size_t)canvas->height; /* the canvas exists: no overflow */
    struct av_canvas_cell *shown = av_allocate(count, sizeof *shown);
    if (shown == NULL)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a screen of %d × %d", canvas->width,
                            canvas->height);
    free(painter->shown);
    painter->shown = shown;
    painter->width = canvas->width;
    painter->height = canvas->height;
    return AV_OK;
}

enum av_status av_painter_draw(struct av_painter *painter, const struct av_canvas *canvas, enum av_theme theme,
                               struct av_error *error)
{
    if (canvas->width != painter->width || canvas->height != painter->height) {
        bool first = painter->shown == NULL;
        enum av_status status = resize(painter, canvas, error);
        if (status != AV_OK)
            return status;
        av_painter_forget(painter, first);
    }
    if (theme != painter->theme) {
        memset(painter->paints, 0, sizeof painter->paints);
        painter->theme = theme;
        av_painter_forget(painter, false);
    }
    for (int y = 0; y < canvas->height; y++)
        draw_row(painter, canvas, y);
    if (!look_equal(&painter->look, &plain) && painter->out.length > 0)
        reset_look(painter);
    move(painter, canvas, canvas->cursor_x, canvas->cursor_y);
    if (painter->out.failed)
        return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a frame");
    return AV_OK;
}
