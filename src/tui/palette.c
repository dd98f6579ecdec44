#include "palette.h"

#include <stdlib.h>
#include <string.h>

enum av_depth av_palette_depth(const struct av_terminfo *info, const char *colorterm)
{
    if (info->colors < 8)
        return AV_DEPTH_NONE;
    if (info->direct)
        return AV_DEPTH_DIRECT;
    /* GNU screen and the Linux console pass the variable on from where they were started, and misread the sequences */
    bool passes_on = strncmp(info->name, "screen", 6) == 0 || strncmp(info->name, "linux", 5) == 0;
    if (!passes_on && colorterm != NULL && (strcmp(colorterm, "truecolor") == 0 || strcmp(colorterm, "24bit") == 0))
        return AV_DEPTH_TRUE;
    if (info->colors >= 256)
        return AV_DEPTH_256;
    if (info->colors >= 88)
        return AV_DEPTH_88;
    return info->colors >= 16 ? AV_DEPTH_16 : AV_DEPTH_8;
}

static int channel(uint32_t color, int i)
{
    return (int)(color >> (16 - 8 * i) & 0xff);
}

static long distance(uint32_t color, const int *other)
{
    long sum = 0;
    for (int i = 0; i < 3; i++) {
        long difference = channel(color, i) - other[i];
        sum += difference * difference;
    }
    return sum;
}

static int nearest(const int *levels, int count, int value)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (abs(levels[i] - value) < abs(levels[best] - value))
            best = i;
    }
    return best;
}

/* A fixed palette after the 16 colours that a user may change: a cube of side levels, then a ramp of greys. */
struct fixed_palette {
    int side, cube[6];
    int n_grey, grey[24];
};

static const struct fixed_palette palette_88 = {
    4, {0,    139, 205, 255},
     8, { 46, 92, 115, 139, 162, 185, 208, 231}
};
static const struct fixed_palette palette_256 = {
    6,
    {0,    95,  135, 175, 215, 255},
    24,
    { 8, 18, 28, 38, 48, 58, 68, 78, 88, 98, 108, 118, 128, 138, 148, 158, 168, 178, 188, 198, 208, 218, 228, 238},
};

static int nearest_number(const struct fixed_palette *palette, uint32_t color)
{
    int cube[3], number = 0;
    for (int i = 0; i < 3; i++) {
        int level = nearest(palette->cube, palette->side, channel(color, i));
        cube[i] = palette->cube[level];
        number = number * palette->side + level;
    }
    int grey = nearest(palette->grey, palette->n_grey, (channel(color, 0) + channel(color, 1) + channel(color, 2)) / 3);
    const int shade[3] = {palette->grey[grey], palette->grey[grey], palette->grey[grey]};
    if (distance(color, shade) < distance(color, cube))
        return 16 + palette->side * palette->side * palette->side + grey;
    return 16 + number;
}

static int color_number(enum av_depth depth, uint32_t color, signed char ansi)
{
    if (depth == AV_DEPTH_8 || depth == AV_DEPTH_16)
        return ansi;
    if (color == AV_COLOR_DEFAULT)
        return AV_LOOK_DEFAULT;
    if (depth == AV_DEPTH_88)
        return nearest_number(&palette_88, color);
    if (depth == AV_DEPTH_256)
        return nearest_number(&palette_256, color);
    if (depth == AV_DEPTH_DIRECT && color < 8) /* the first numbers still mean the eight colours */
        return 0;
    return (int)color;
}

/* 8 to 15 are the brighter kin of 0 to 7. With eight colours text becomes bright by being bold; the dark grey, bright
 * black, would be black on black and becomes dim. */
static void fold(struct av_look *look)
{
    if (look->foreground == 8) {
        look->foreground = AV_LOOK_DEFAULT;
        look->attributes |= AV_LOOK_DIM;
    } else if (look->foreground > 8) {
        look->foreground -= 8;
        look->attributes |= AV_LOOK_BOLD;
    }
    if (look->background >= 8)
        look->background -= 8;
    if (look->foreground == look->background && look->foreground >= 0)
        look->foreground = look->background == 0 ? 7 : 0;
}

static unsigned attributes_of(const struct av_style *style)
{
    return (style->bold ? AV_LOOK_BOLD : 0u) | (style->dim ? AV_LOOK_DIM : 0u) |
           (style->underline ? AV_LOOK_UNDERLINE : 0u) | (style->inverse ? AV_LOOK_INVERSE : 0u);
}

static unsigned spoilt_by_color(int color_spoils)
{
    return (color_spoils & AV_COLOR_SPOILS_BOLD ? AV_LOOK_BOLD : 0u) |
           (color_spoils & AV_COLOR_SPOILS_DIM ? AV_LOOK_DIM : 0u) |
           (color_spoils & AV_COLOR_SPOILS_UNDERLINE ? AV_LOOK_UNDERLINE : 0u) |
           (color_spoils & AV_COLOR_SPOILS_INVERSE ? AV_LOOK_INVERSE : 0u);
}

struct av_look av_palette_look(enum av_depth depth, const struct av_style *style, int color_spoils)
{
    struct av_look look = {attributes_of(style), AV_LOOK_DEFAULT, AV_LOOK_DEFAULT};
    if (depth == AV_DEPTH_NONE)
        return look;
    look.foreground = color_number(depth, style->foreground, style->ansi_foreground);
    look.background = color_number(depth, style->background, style->ansi_background);
    if (depth == AV_DEPTH_8)
        fold(&look);
    if (look.foreground >= 0 || look.background >= 0)
        look.attributes &= ~spoilt_by_color(color_spoils);
    return look;
}
