#include "attnviz/scene/theme.h"

#include <assert.h>
#include <math.h>

#define NONE AV_COLOR_DEFAULT

/* Attributes, which in AV_THEME_MONO have to say everything. */
enum { PLAIN = 0, BOLD = 1, DIM = 2, UNDERLINE = 4, INVERSE = 8 };

struct look {
    uint32_t dark, dark_background;   /* on black: every contrast ≥ 4.5 (a test computes it) */
    uint32_t light, light_background; /* on white: likewise */
    uint32_t any, any_background;     /* on both: the terminal's own colour, or one of the few that lie between */
    int ansi_dark, ansi_light, ansi_background;
    unsigned char bold;  /* in the colour themes */
    unsigned char plain; /* all attributes of the mono theme */
};

/* Orange, sky blue, vermillion and their kin are Okabe and Ito's colours, told apart by colour-blind eyes too; on white
 * each is darkened until it can be read. All but two are colours of the usual 256, so that nothing is lost there. */
static const struct look looks[AV_ROLE_COUNT] = {
    [AV_ROLE_TEXT] = {0xd0d0d0, NONE,     0x262626, NONE,     NONE,     NONE,     -1, -1, -1, 0, PLAIN           },
    [AV_ROLE_STRONG] = {0xffffff, NONE,     0x000000, NONE,     NONE,     NONE,     15, 0,  -1, 1, BOLD            },
    [AV_ROLE_QUIET] = {0x949494, NONE,     0x626262, NONE,     0x767676, NONE,     7,  8,  -1, 0, PLAIN           },
    [AV_ROLE_BRAND] = {0xffaf00, 0x303030, 0x875f00, 0xe4e4e4, 0xffaf00, 0x303030, 11, 3,  -1, 1, BOLD | INVERSE  },
    [AV_ROLE_BAR] = {0xd0d0d0, 0x303030, 0x303030, 0xe4e4e4, 0xd0d0d0, 0x303030, -1, -1, -1, 0, INVERSE         },
    [AV_ROLE_BAR_KEY] = {0xffaf00, 0x303030, 0x875f00, 0xe4e4e4, 0xffaf00, 0x303030, 11, 3,  -1, 1, BOLD | INVERSE  },
    [AV_ROLE_FRAME] = {0x767676, NONE,     0x767676, NONE,     0x767676, NONE,     8,  8,  -1, 0, DIM             },
    [AV_ROLE_FRAME_BRIGHT] = {0xd0d0d0, NONE,     0x303030, NONE,     NONE,     NONE,     15, 0,  -1, 0, PLAIN           },
    [AV_ROLE_FRAME_FOCUS] = {0xffaf00, NONE,     0x875f00, NONE,     0xb16000, NONE,     11, 3,  -1, 1, BOLD            },
    [AV_ROLE_TITLE] = {0x949494, NONE,     0x626262, NONE,     0x767676, NONE,     7,  8,  -1, 0, DIM             },
    [AV_ROLE_TITLE_BRIGHT] = {0xffffff, NONE,     0x000000, NONE,     NONE,     NONE,     15, 0,  -1, 1, BOLD            },
    [AV_ROLE_TOKEN] = {0xd0d0d0, NONE,     0x262626, NONE,     NONE,     NONE,     -1, -1, -1, 0, PLAIN           },
    [AV_ROLE_TOKEN_CURRENT] = {0x000000, 0xffaf00, 0xffffff, 0x875f00, 0x000000, 0xffaf00, 0,  15, 3,  1, BOLD | INVERSE  },
    [AV_ROLE_TOKEN_GENERATED] = {0x5fd7af, NONE,     0x005f5f, NONE,     0x00875f, NONE,     10, 2,  -1, 0, UNDERLINE       },
    [AV_ROLE_STAGE_CURRENT] = {0x000000, 0xd0d0d0, 0xffffff, 0x303030, 0x000000, 0xd0d0d0, 0,  15, 7,  1, INVERSE         },
    [AV_ROLE_CACHE_ON] = {0x5fafff, 0x303030, 0x005f87, 0xe4e4e4, 0x5fafff, 0x303030, 14, 4,  -1, 1, BOLD | INVERSE  },
    [AV_ROLE_CACHE_OFF] = {0xff875f, 0x303030, 0xaf0000, 0xe4e4e4, 0xff875f, 0x303030, 9,  1,  -1, 1, BOLD | INVERSE  },
    [AV_ROLE_NEW] = {0xffaf00, NONE,     0x875f00, NONE,     0xb16000, NONE,     11, 3,  -1, 1, BOLD            },
    [AV_ROLE_REUSED] = {0x5fafd7, NONE,     0x005f87, NONE,     0x5f5fff, NONE,     14, 4,  -1, 0, PLAIN           },
    [AV_ROLE_RECOMPUTED] = {0xff5f5f, NONE,     0xaf0000, NONE,     0xe0245e, NONE,     9,  1,  -1, 0, UNDERLINE       },
    [AV_ROLE_MASKED] = {0x808080, NONE,     0x6c6c6c, NONE,     0x767676, NONE,     8,  8,  -1, 0, DIM             },
    [AV_ROLE_DONE] = {0x9e9e9e, NONE,     0x585858, NONE,     0x767676, NONE,     7,  8,  -1, 0, DIM             },
    [AV_ROLE_DISCARDED] = {0x808080, NONE,     0x6c6c6c, NONE,     0x767676, NONE,     8,  8,  -1, 0, DIM             },
    [AV_ROLE_NEVER] = {0x767676, NONE,     0x767676, NONE,     0x767676, NONE,     8,  8,  -1, 0, DIM             },
    [AV_ROLE_FUTURE] = {0x767676, NONE,     0x767676, NONE,     0x767676, NONE,     8,  8,  -1, 0, DIM             },
    [AV_ROLE_WEIGHT] = {0xd7afd7, NONE,     0x875f87, NONE,     0x875fd7, NONE,     13, 5,  -1, 0, PLAIN           },
    [AV_ROLE_CURSOR] = {0x000000, 0xffffff, 0xffffff, 0x000000, 0xffffff, 0xd700af, 0,  15, 7,  1, BOLD | INVERSE  },
    [AV_ROLE_SPOT] = {0xffffff, NONE,     0x000000, NONE,     NONE,     NONE,     15, 0,  -1, 1, BOLD | UNDERLINE},
    [AV_ROLE_ERROR] = {0xff5f5f, NONE,     0xaf0000, NONE,     0xe0245e, NONE,     9,  1,  -1, 1, BOLD            },
    [AV_ROLE_GOOD] = {0x5fd7af, NONE,     0x005f5f, NONE,     0x00875f, NONE,     10, 2,  -1, 1, BOLD            },
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

/* From cold to hot. Dark: from a blue close to black up to yellow (after cividis, Nuñez et al. 2018, which colour-blind
 * eyes read as the others do); light: from near white down to deep blue. */
static const uint32_t dark_ramp[] = {0x00005f, 0x000087, 0x005f87, 0x5f5f87, 0x808080,
                                     0xafaf5f, 0xd7d75f, 0xffd75f, 0xffff5f};
static const uint32_t light_ramp[] = {0xeeeeee, 0xd7d7ff, 0xafd7ff, 0x87afff, 0x5f87d7,
                                      0x005faf, 0x005f87, 0x000087, 0x00005f};
#define RAMP_STEPS ((int)(sizeof dark_ramp / sizeof *dark_ramp))

static uint32_t ramp_color(const uint32_t *ramp, int heat)
{
    return ramp[(heat - 1) * RAMP_STEPS / 255 < RAMP_STEPS ? (heat - 1) * RAMP_STEPS / 255 : RAMP_STEPS - 1];
}

static void heat_style(struct av_style *style, enum av_theme theme, int heat)
{
    style->background = ramp_color(theme == AV_THEME_LIGHT ? light_ramp : dark_ramp, heat);
    double on_white = av_theme_contrast(0xffffff, style->background);
    style->foreground = on_white >= av_theme_contrast(0x000000, style->background) ? 0xffffff : 0x000000;
    /* with 8 or 16 colours heat has three steps: none, warm, hot */
    style->ansi_background = heat < 96 ? -1 : heat < 160 ? 4 : 3;
    if (heat >= 96)
        style->ansi_foreground = heat < 160 ? 15 : 0;
}

struct av_style av_theme_style(enum av_theme theme, enum av_role role, int heat)
{
    assert(role < AV_ROLE_COUNT);
    const struct look *look = &looks[role];
    struct av_style style = {.foreground = NONE, .background = NONE, .ansi_foreground = -1, .ansi_background = -1};
    if (theme == AV_THEME_MONO) {
        style.bold = look->plain & BOLD;
        style.dim = look->plain & DIM;
        style.underline = look->plain & UNDERLINE;
        style.inverse = look->plain & INVERSE;
        return style;
    }
    bool light = theme == AV_THEME_LIGHT, any = theme == AV_THEME_ANY;
    style.foreground = light ? look->light : any ? look->any : look->dark;
    style.background = light ? look->light_background : any ? look->any_background : look->dark_background;
    style.ansi_foreground = any && style.foreground == NONE ? -1 : light || any ? look->ansi_light : look->ansi_dark;
    style.ansi_background = look->ansi_background;
    style.bold = look->bold;
    style.underline = role == AV_ROLE_TOKEN_GENERATED || role == AV_ROLE_SPOT;
    if (heat > 0 && role != AV_ROLE_CURSOR)
        heat_style(&style, theme, heat);
    return style;
}
