#include "palette.h"

#include <stdlib.h>
#include <string.h>

#define READABLE 4.5 /* contrast, WCAG 2 level AA */

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

static uint32_t color_of(const struct fixed_palette *palette, int number)
{
    int side = palette->side, n = number - 16;
    if (n >= side * side * side)
        return (uint32_t)palette->grey[n - side * side * side] * 0x010101u;
    const int *cube = palette->cube;
    return (uint32_t)cube[n / (side * side)] << 16 | (uint32_t)cube[n / side % side] << 8 | (uint32_t)cube[n % side];
}

/* The nearest of those colours that can be read on the ground. */
static int nearest_readable(const struct fixed_palette *palette, uint32_t color, uint32_t ground)
{
    int count = palette->side * palette->side * palette->side + palette->n_grey, best = -1;
    long best_distance = 0;
    for (int number = 16; number < 16 + count; number++) {
        uint32_t other = color_of(palette, number);
        const int channels[3] = {channel(other, 0), channel(other, 1), channel(other, 2)};
        long far = distance(color, channels);
        if ((best >= 0 && far >= best_distance) || av_theme_contrast(other, ground) < READABLE)
            continue;
        best = number;
        best_distance = far;
    }
    return best >= 0 ? best : nearest_number(palette, color);
}

/* A style's two colours by number. Text that can be read on its ground stays so, also where both move to their nearest. */
static void number_colors(const struct fixed_palette *palette, const struct av_style *style, struct av_look *look)
{
    uint32_t text = style->foreground, ground = style->background;
    if (ground != AV_COLOR_DEFAULT) {
        look->background = nearest_number(palette, ground);
        ground = color_of(palette, look->background);
    } else { /* a terminal on which that text was meant to be read */
        ground = av_theme_contrast(text, 0x000000) >= READABLE ? 0x000000 : 0xffffff;
    }
    if (text == AV_COLOR_DEFAULT)
        return;
    look->foreground = nearest_number(palette, text);
    if (av_theme_contrast(color_of(palette, look->foreground), ground) < READABLE)
        look->foreground = nearest_readable(palette, text, ground);
}

static int ansi_color(int number)
{
    return number < 0 ? AV_LOOK_DEFAULT : number;
}

static int direct_color(enum av_depth depth, uint32_t color)
{
    if (color == AV_COLOR_DEFAULT)
        return AV_LOOK_DEFAULT;
    return depth == AV_DEPTH_DIRECT && color < 8 ? 0 : (int)color; /* the first numbers still mean the eight colours */
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
    if (depth == AV_DEPTH_8 || depth == AV_DEPTH_16) {
        look.foreground = ansi_color(style->ansi_foreground);
        look.background = ansi_color(style->ansi_background);
    } else if (depth == AV_DEPTH_88 || depth == AV_DEPTH_256) {
        number_colors(depth == AV_DEPTH_88 ? &palette_88 : &palette_256, style, &look);
    } else {
        look.foreground = direct_color(depth, style->foreground);
        look.background = direct_color(depth, style->background);
    }
    if (depth == AV_DEPTH_8)
        fold(&look);
    if (look.foreground >= 0 || look.background >= 0)
        look.attributes &= ~spoilt_by_color(color_spoils);
    return look;
}
