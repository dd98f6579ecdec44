#include "attnviz/scene/theme.h"

#include <assert.h>
#include <math.h>

#define NONE AV_COLOR_DEFAULT
#define OWN  (-1) /* of 16 colours: the terminal's own */

enum { PLAIN = 0, BOLD = 1, DIM = 2, UNDERLINE = 4, INVERSE = 8 };

struct look {
    uint32_t foreground, background;
    int ansi_foreground,
        ansi_background; /* where there are only 8 or 16 colours; black text is never bold: some make it grey */
    unsigned attributes;
};

/* Orange, sky blue and vermillion for new, reused and recomputed, after Okabe and Ito, whose colours colour-blind eyes
 * tell apart too. Tests hold every contrast to at least 4.5 (of 16 colours, as xterm has them, to 4). All but two are
 * among the usual 256, so that nothing is lost there. */

/* on black */
static const struct look dark_looks[AV_ROLE_COUNT] = {
    [AV_ROLE_TEXT] = {0xd0d0d0, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_STRONG] = {0xffffff, NONE, 15, OWN, BOLD},
    [AV_ROLE_QUIET] = {0x949494, NONE, 7, OWN, PLAIN},
    [AV_ROLE_BRAND] = {0xffaf00, 0x303030, 0, 7, PLAIN},
    [AV_ROLE_BAR] = {0xd0d0d0, 0x303030, 0, 7, PLAIN},
    [AV_ROLE_BAR_KEY] = {0xffaf00, 0x303030, 4, 7, BOLD},
    [AV_ROLE_FRAME] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FRAME_BRIGHT] = {0xd0d0d0, NONE, 15, OWN, PLAIN},
    [AV_ROLE_FRAME_FOCUS] = {0xffaf00, NONE, 11, OWN, BOLD},
    [AV_ROLE_TITLE] = {0x949494, NONE, 7, OWN, PLAIN},
    [AV_ROLE_TITLE_BRIGHT] = {0xffffff, NONE, 15, OWN, BOLD},
    [AV_ROLE_TOKEN] = {0xd0d0d0, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_TOKEN_CURRENT] = {0x000000, 0xffaf00, 0, 3, PLAIN},
    [AV_ROLE_TOKEN_GENERATED] = {0x5fd7af, NONE, 10, OWN, UNDERLINE},
    [AV_ROLE_STAGE_CURRENT] = {0x000000, 0xd0d0d0, 0, 7, PLAIN},
    [AV_ROLE_CACHE_ON] = {0x5fafff, 0x303030, 4, 7, BOLD},
    [AV_ROLE_CACHE_OFF] = {0xff875f, 0x303030, 1, 7, BOLD},
    [AV_ROLE_NEW] = {0xffaf00, NONE, 11, OWN, BOLD},
    [AV_ROLE_REUSED] = {0x5fafd7, NONE, 14, OWN, PLAIN},
    [AV_ROLE_RECOMPUTED] = {0xff5f00, NONE, 9, OWN, PLAIN},
    [AV_ROLE_MASKED] = {0x808080, NONE, 8, OWN, PLAIN},
    [AV_ROLE_DONE] = {0xa8a8a8, NONE, 7, OWN, PLAIN},
    [AV_ROLE_DISCARDED] = {0x808080, NONE, 8, OWN, PLAIN},
    [AV_ROLE_NEVER] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FUTURE] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_WEIGHT] = {0xd7afd7, NONE, 13, OWN, PLAIN},
    [AV_ROLE_CURSOR] = {0x000000, 0xffffff, 0, 7, PLAIN},
    [AV_ROLE_SPOT] = {0xffffff, NONE, 15, OWN, BOLD | UNDERLINE},
    [AV_ROLE_ERROR] = {0xff5f5f, NONE, 9, OWN, BOLD},
    [AV_ROLE_GOOD] = {0x5fd7af, NONE, 10, OWN, BOLD},
    [AV_ROLE_CHANGED] = {0xff87d7, NONE, 13, OWN, BOLD},
    [AV_ROLE_FLOW] = {0xd7ff5f, NONE, 10, OWN, BOLD},
    [AV_ROLE_FLOW_FURTHER] = {0xafd7af, NONE, 7, OWN, PLAIN},
};

/* on white, where bright colours are darkened until they can be read */
static const struct look light_looks[AV_ROLE_COUNT] = {
    [AV_ROLE_TEXT] = {0x262626, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_STRONG] = {0x000000, NONE, 0, OWN, BOLD},
    [AV_ROLE_QUIET] = {0x626262, NONE, 8, OWN, PLAIN},
    [AV_ROLE_BRAND] = {0x875f00, 0xe4e4e4, 0, 7, PLAIN},
    [AV_ROLE_BAR] = {0x303030, 0xe4e4e4, 0, 7, PLAIN},
    [AV_ROLE_BAR_KEY] = {0x875f00, 0xe4e4e4, 4, 7, BOLD},
    [AV_ROLE_FRAME] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FRAME_BRIGHT] = {0x303030, NONE, 0, OWN, PLAIN},
    [AV_ROLE_FRAME_FOCUS] = {0x875f00, NONE, 5, OWN, BOLD},
    [AV_ROLE_TITLE] = {0x626262, NONE, 8, OWN, PLAIN},
    [AV_ROLE_TITLE_BRIGHT] = {0x000000, NONE, 0, OWN, BOLD},
    [AV_ROLE_TOKEN] = {0x262626, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_TOKEN_CURRENT] = {0xffffff, 0x875f00, 15, 5, PLAIN},
    [AV_ROLE_TOKEN_GENERATED] = {0x005f5f, NONE, 4, OWN, UNDERLINE},
    [AV_ROLE_STAGE_CURRENT] = {0xffffff, 0x303030, 15, 0, PLAIN},
    [AV_ROLE_CACHE_ON] = {0x005f87, 0xe4e4e4, 4, 7, BOLD},
    [AV_ROLE_CACHE_OFF] = {0xaf0000, 0xe4e4e4, 1, 7, BOLD},
    [AV_ROLE_NEW] = {0x875f00, NONE, 5, OWN, BOLD},
    [AV_ROLE_REUSED] = {0x005f87, NONE, 4, OWN, PLAIN},
    [AV_ROLE_RECOMPUTED] = {0xaf0000, NONE, 1, OWN, PLAIN},
    [AV_ROLE_MASKED] = {0x6c6c6c, NONE, 8, OWN, PLAIN},
    [AV_ROLE_DONE] = {0x585858, NONE, 8, OWN, PLAIN},
    [AV_ROLE_DISCARDED] = {0x6c6c6c, NONE, 8, OWN, PLAIN},
    [AV_ROLE_NEVER] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FUTURE] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_WEIGHT] = {0x875f87, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_CURSOR] = {0xffffff, 0x000000, 15, 0, PLAIN},
    [AV_ROLE_SPOT] = {0x000000, NONE, 0, OWN, BOLD | UNDERLINE},
    [AV_ROLE_ERROR] = {0xaf0000, NONE, 1, OWN, BOLD},
    [AV_ROLE_GOOD] = {0x005f5f, NONE, 4, OWN, BOLD},
    [AV_ROLE_CHANGED] = {0xaf005f, NONE, 5, OWN, BOLD},
    [AV_ROLE_FLOW] = {0x5f00af, NONE, 4, OWN, BOLD},
    [AV_ROLE_FLOW_FURTHER] = {0x5f5f87, NONE, 8, OWN, PLAIN},
};

/* on black and on white: the terminal's own colour, or one of the few whose contrast is 4.5 on both */
static const struct look any_looks[AV_ROLE_COUNT] = {
    [AV_ROLE_TEXT] = {NONE, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_STRONG] = {NONE, NONE, OWN, OWN, BOLD},
    [AV_ROLE_QUIET] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_BRAND] = {0xffaf00, 0x303030, 0, 7, PLAIN},
    [AV_ROLE_BAR] = {0xd0d0d0, 0x303030, 0, 7, PLAIN},
    [AV_ROLE_BAR_KEY] = {0xffaf00, 0x303030, 4, 7, BOLD},
    [AV_ROLE_FRAME] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FRAME_BRIGHT] = {NONE, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_FRAME_FOCUS] = {0xb16000, NONE, 5, OWN, BOLD},
    [AV_ROLE_TITLE] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_TITLE_BRIGHT] = {NONE, NONE, OWN, OWN, BOLD},
    [AV_ROLE_TOKEN] = {NONE, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_TOKEN_CURRENT] = {0x000000, 0xffaf00, 15, 5, PLAIN},
    [AV_ROLE_TOKEN_GENERATED] = {0x00875f, NONE, OWN, OWN, UNDERLINE},
    [AV_ROLE_STAGE_CURRENT] = {0x000000, 0xd0d0d0, 0, 7, PLAIN},
    [AV_ROLE_CACHE_ON] = {0x5fafff, 0x303030, 4, 7, BOLD},
    [AV_ROLE_CACHE_OFF] = {0xff875f, 0x303030, 1, 7, BOLD},
    [AV_ROLE_NEW] = {0xb16000, NONE, 5, OWN, BOLD},
    [AV_ROLE_REUSED] = {0x5f5fff, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_RECOMPUTED] = {0xe0245e, NONE, 1, OWN, PLAIN},
    [AV_ROLE_MASKED] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_DONE] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_DISCARDED] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_NEVER] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_FUTURE] = {0x767676, NONE, 8, OWN, PLAIN},
    [AV_ROLE_WEIGHT] = {0x875fd7, NONE, OWN, OWN, PLAIN},
    [AV_ROLE_CURSOR] = {0xffffff, 0xd700af, 15, 4, PLAIN},
    [AV_ROLE_SPOT] = {NONE, NONE, OWN, OWN, BOLD | UNDERLINE},
    [AV_ROLE_ERROR] = {0xe0245e, NONE, 1, OWN, BOLD},
    [AV_ROLE_GOOD] = {0x00875f, NONE, OWN, OWN, BOLD},
    [AV_ROLE_CHANGED] = {0xbb00ff, NONE, 5, OWN, BOLD},
    [AV_ROLE_FLOW] = {0x00875f, NONE, OWN, OWN, BOLD},
    [AV_ROLE_FLOW_FURTHER] = {0x767676, NONE, 8, OWN, PLAIN},
};

/* without colours, attributes have to say everything */
static const unsigned char mono_attributes[AV_ROLE_COUNT] = {
    [AV_ROLE_TEXT] = PLAIN,
    [AV_ROLE_STRONG] = BOLD,
    [AV_ROLE_QUIET] = PLAIN,
    [AV_ROLE_BRAND] = BOLD | INVERSE,
    [AV_ROLE_BAR] = INVERSE,
    [AV_ROLE_BAR_KEY] = BOLD | INVERSE,
    [AV_ROLE_FRAME] = DIM,
    [AV_ROLE_FRAME_BRIGHT] = PLAIN,
    [AV_ROLE_FRAME_FOCUS] = BOLD,
    [AV_ROLE_TITLE] = DIM,
    [AV_ROLE_TITLE_BRIGHT] = BOLD,
    [AV_ROLE_TOKEN] = PLAIN,
    [AV_ROLE_TOKEN_CURRENT] = BOLD | INVERSE,
    [AV_ROLE_TOKEN_GENERATED] = UNDERLINE,
    [AV_ROLE_STAGE_CURRENT] = INVERSE,
    [AV_ROLE_CACHE_ON] = BOLD | INVERSE,
    [AV_ROLE_CACHE_OFF] = BOLD | INVERSE,
    [AV_ROLE_NEW] = BOLD,
    [AV_ROLE_REUSED] = PLAIN,
    [AV_ROLE_RECOMPUTED] = UNDERLINE,
    [AV_ROLE_MASKED] = DIM,
    [AV_ROLE_DONE] = DIM,
    [AV_ROLE_DISCARDED] = DIM,
    [AV_ROLE_NEVER] = DIM,
    [AV_ROLE_FUTURE] = DIM,
    [AV_ROLE_WEIGHT] = PLAIN,
    [AV_ROLE_CURSOR] = BOLD | INVERSE,
    [AV_ROLE_SPOT] = BOLD | UNDERLINE,
    [AV_ROLE_ERROR] = BOLD,
    [AV_ROLE_GOOD] = BOLD,
    [AV_ROLE_CHANGED] = BOLD,
    [AV_ROLE_FLOW] = BOLD,
    [AV_ROLE_FLOW_FURTHER] = PLAIN,
};

static double linear(uint32_t channel)
{
    double c = (double)(channel & 0xff) / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t color)
{
    return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color);
}

double av_theme_contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a), y = luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* From cold to hot, in steps of the 256 colours. Dark: from a blue close to black over green up to yellow (after
 * viridis, Smith and van der Walt 2015, which colour-blind eyes read as the others do); light: from near white down to
 * deep blue. */
#define RAMP_STEPS 9
static const uint32_t dark_ramp[RAMP_STEPS] = {0x00005f, 0x000087, 0x005f87, 0x008787, 0x5faf5f,
                                               0x87af5f, 0xafd75f, 0xd7d75f, 0xffff5f};
static const uint32_t light_ramp[RAMP_STEPS] = {0xeeeeee, 0xd7d7ff, 0xafd7ff, 0x87afff, 0x5f87d7,
                                                0x005faf, 0x005f87, 0x000087, 0x00005f};

static void heat_style(struct av_style *style, enum av_theme theme, int heat)
{
    style->background = (theme == AV_THEME_LIGHT ? light_ramp : dark_ramp)[(heat - 1) * RAMP_STEPS / 255];
    double on_white = av_theme_contrast(0xffffff, style->background);
    style->foreground = on_white >= av_theme_contrast(0x000000, style->background) ? 0xffffff : 0x000000;
    if (heat >= 96) { /* of 8 or 16 colours heat takes three steps: none, warm, hot */
        style->ansi_background = heat < 160 ? 4 : 3;
        style->ansi_foreground = heat < 160 ? 15 : 0;
        style->bold = style->bold && heat < 160;
    }
}

static void set_attributes(struct av_style *style, unsigned attributes)
{
    style->bold = attributes & BOLD;
    style->dim = attributes & DIM;
    style->underline = attributes & UNDERLINE;
    style->inverse = attributes & INVERSE;
}

struct av_style av_theme_style(enum av_theme theme, enum av_role role, int heat)
{
    assert(role < AV_ROLE_COUNT && heat >= 0 && heat <= 255);
    struct av_style style = {.foreground = NONE, .background = NONE, .ansi_foreground = OWN, .ansi_background = OWN};
    if (theme == AV_THEME_MONO) {
        set_attributes(&style, mono_attributes[role]);
        return style;
    }
    const struct look *look = &(theme == AV_THEME_LIGHT ? light_looks
                                : theme == AV_THEME_ANY ? any_looks
                                                        : dark_looks)[role];
    style.foreground = look->foreground;
    style.background = look->background;
    style.ansi_foreground = look->ansi_foreground;
    style.ansi_background = look->ansi_background;
    set_attributes(&style, look->attributes);
    if (heat > 0 && role != AV_ROLE_CURSOR)
        heat_style(&style, theme, heat);
    return style;
}
