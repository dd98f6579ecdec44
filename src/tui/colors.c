#include "colors.h"

#include <stdlib.h>
#include <string.h>

#define OWN    (-1) /* the terminal's own colour */
#define DIRECT (1 << 24)

#define READABLE 4.5 /* contrast, WCAG 2 level AA */
#define NEARLY   4.0 /* on black and on white at once, where 256 colours have just five that reach 4.5 */

static struct {
    bool started;
    bool direct; /* colour numbers are 0xrrggbb */
    bool own;    /* there is such a thing as the terminal's own colours */
    int n_pair;
} colors;

/* Looks are made when they are first needed. */
static struct {
    bool known;
    struct av_look look;
} looks[AV_THEME_COUNT][256][AV_ROLE_COUNT];

bool av_colors_open(bool wanted)
{
    if (colors.n_pair > 0)
        memset(looks, 0, sizeof looks); /* their pairs were another screen's */
    memset(&colors, 0, sizeof colors);
    colors.started = wanted && start_color() == OK && COLORS >= 8;
    if (colors.started) {
        colors.direct = COLORS >= DIRECT && tigetflag("RGB") > 0;
        colors.own = use_default_colors() == OK;
    }
    return colors.started;
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

/* What follows the 16 colours that a user may change: a cube of side levels, then a ramp of greys (xterm's 88colres.h
 * and 256colres.h). */
struct palette {
    int side, cube[6];
    int n_grey, grey[24];
};

static const struct palette palette_88 = {4, {0, 139, 205, 255}, 8, {46, 92, 115, 139, 162, 185, 208, 231}};
static const struct palette palette_256 = {
    6,
    {0, 95, 135, 175, 215, 255},
    24,
    {8, 18, 28, 38, 48, 58, 68, 78, 88, 98, 108, 118, 128, 138, 148, 158, 168, 178, 188, 198, 208, 218, 228, 238},
};

static int nearest_number(const struct palette *palette, uint32_t color)
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

static uint32_t color_of(const struct palette *palette, int number)
{
    int side = palette->side, n = number - 16;
    if (n >= side * side * side)
        return (uint32_t)palette->grey[n - side * side * side] * 0x010101u;
    const int *cube = palette->cube;
    return (uint32_t)cube[n / (side * side)] << 16 | (uint32_t)cube[n / side % side] << 8 | (uint32_t)cube[n % side];
}

/* The grounds on which a text is meant to be read: its own, or the terminal's, which may be black, white or either. */
struct grounds {
    uint32_t color[2];
    int n;
};

static struct grounds grounds_of(uint32_t text, uint32_t own)
{
    struct grounds grounds = {.n = 0};
    if (own != AV_COLOR_DEFAULT)
        return (struct grounds){{own}, 1};
    if (av_theme_contrast(text, 0x000000) >= READABLE)
        grounds.color[grounds.n++] = 0x000000;
    if (av_theme_contrast(text, 0xffffff) >= READABLE)
        grounds.color[grounds.n++] = 0xffffff;
    return grounds;
}

static bool is_readable(uint32_t color, const struct grounds *grounds)
{
    for (int i = 0; i < grounds->n; i++) {
        if (av_theme_contrast(color, grounds->color[i]) < (grounds->n == 1 ? READABLE : NEARLY))
            return false;
    }
    return true;
}

/* The nearest of those colours that can be read on the grounds. */
static int nearest_readable(const struct palette *palette, uint32_t color, const struct grounds *grounds)
{
    int count = palette->side * palette->side * palette->side + palette->n_grey, best = -1;
    long best_distance = 0;
    for (int number = 16; number < 16 + count; number++) {
        uint32_t other = color_of(palette, number);
        const int channels[3] = {channel(other, 0), channel(other, 1), channel(other, 2)};
        long far = distance(color, channels);
        if ((best >= 0 && far >= best_distance) || !is_readable(other, grounds))
            continue;
        best = number;
        best_distance = far;
    }
    return best >= 0 ? best : nearest_number(palette, color);
}

/* A style's two colours by number. Text that can be read on its ground stays so, also where both move to their
 * nearest. */
static void number_colors(const struct palette *palette, const struct av_style *style, int *foreground, int *background)
{
    uint32_t text = style->foreground, ground = style->background;
    if (ground != AV_COLOR_DEFAULT) {
        *background = nearest_number(palette, ground);
        ground = color_of(palette, *background);
    }
    if (text == AV_COLOR_DEFAULT)
        return;
    struct grounds grounds = grounds_of(text, ground);
    *foreground = nearest_number(palette, text);
    if (!is_readable(color_of(palette, *foreground), &grounds))
        *foreground = nearest_readable(palette, text, &grounds);
}

static int direct_number(uint32_t color)
{
    if (color == AV_COLOR_DEFAULT)
        return OWN;
    return color < 8 ? 0 : (int)color; /* the first numbers still mean the eight colours */
}

/* 8 to 15 are the brighter kin of 0 to 7. With eight colours text becomes bright by being bold; the dark grey, bright
 * black, would be black on black and becomes dim. */
static void fold(int *foreground, int *background, attr_t *attributes)
{
    if (*foreground == 8) {
        *foreground = OWN;
        *attributes |= A_DIM;
    } else if (*foreground > 8) {
        *foreground -= 8;
        *attributes |= A_BOLD;
    }
    if (*background >= 8)
        *background -= 8;
    if (*foreground == *background && *foreground >= 0) {
        *foreground = *background == COLOR_BLACK ? COLOR_WHITE : COLOR_BLACK;
        *attributes &= ~(attr_t)A_BOLD; /* bold black is grey */
    }
}

/* The pair of two colours; −1 where all that the terminal has are taken. */
static int pair_of(int foreground, int background)
{
    if (!colors.own) {
        foreground = foreground == OWN ? COLOR_WHITE : foreground;
        background = background == OWN ? COLOR_BLACK : background;
    } else if (foreground == OWN && background == OWN) {
        return 0;
    }
    int pair = find_pair(foreground, background);
    if (pair < 0 && colors.n_pair + 1 < COLOR_PAIRS) { /* beyond, ncurses would take one from what is on the screen */
        pair = alloc_pair(foreground, background);
        colors.n_pair += pair >= 0;
    }
    return pair;
}

static struct av_look look_of(const struct av_style *style)
{
    struct av_look look = {
        .attributes = (style->bold ? A_BOLD : A_NORMAL) | (style->dim ? A_DIM : A_NORMAL) |
                      (style->underline ? A_UNDERLINE : A_NORMAL) | (style->inverse ? A_REVERSE : A_NORMAL),
    };
    look.background = OWN;
    if (!colors.started)
        return look;
    int foreground = OWN, background = OWN;
    if (colors.direct) {
        foreground = direct_number(style->foreground);
        background = direct_number(style->background);
    } else if (COLORS >= 88) {
        number_colors(COLORS < 256 ? &palette_88 : &palette_256, style, &foreground, &background);
    } else {
        foreground = style->ansi_foreground;
        background = style->ansi_background;
    }
    if (COLORS < 16)
        fold(&foreground, &background, &look.attributes);
    look.background = background;
    look.pair = pair_of(foreground, background);
    if (look.pair < 0) {
        look.pair = 0;
        look.attributes |= background != OWN ? A_REVERSE : A_NORMAL;
    }
    return look;
}

bool av_colors_same_blank(const struct av_look *a, const struct av_look *b)
{
    return a->background == b->background && ((a->attributes | b->attributes) & (A_UNDERLINE | A_REVERSE)) == 0;
}

const struct av_look *av_colors_look(enum av_theme theme, enum av_role role, int heat)
{
    struct av_look *look = &looks[theme][heat][role].look;
    if (!looks[theme][heat][role].known) {
        struct av_style style = av_theme_style(theme, role, heat);
        looks[theme][heat][role].known = true;
        *look = look_of(&style);
    }
    return look;
}
