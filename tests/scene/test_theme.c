#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "attnviz/scene/theme.h"

#define BLACK 0x000000u
#define WHITE 0xffffffu

Test(theme, contrast_is_that_of_wcag)
{
    cr_assert_float_eq(av_theme_contrast(BLACK, WHITE), 21.0, 1e-9);
    cr_assert_float_eq(av_theme_contrast(WHITE, WHITE), 1.0, 1e-9);
    /* #767676 is the well-known darkest grey that passes on white: 4.54 */
    cr_assert_float_eq(av_theme_contrast(0x767676, WHITE), 4.54, 0.005);
    cr_assert_float_eq(av_theme_contrast(WHITE, 0x767676), 4.54, 0.005);
}

/* The terminal's own background is black in the dark theme and white in the light one. */
static void assert_readable(enum av_theme theme, uint32_t own_background, int heat)
{
    for (int role = 0; role < AV_ROLE_COUNT; role++) {
        struct av_style style = av_theme_style(theme, (enum av_role)role, heat);
        uint32_t background = style.background == AV_COLOR_DEFAULT ? own_background : style.background;
        if (style.foreground == AV_COLOR_DEFAULT) {
            /* the terminal's own pair, which its owner can read */
            cr_assert(theme == AV_THEME_ANY && style.background == AV_COLOR_DEFAULT);
            continue;
        }
        double contrast = av_theme_contrast(style.foreground, background);
        cr_assert_geq(contrast, 4.5, "theme %d, role %d, heat %d: %.2f", (int)theme, role, heat, contrast);
    }
}

Test(theme, every_role_is_readable_on_black_and_on_white)
{
    assert_readable(AV_THEME_DARK, BLACK, 0);
    assert_readable(AV_THEME_LIGHT, WHITE, 0);
    assert_readable(AV_THEME_ANY, BLACK, 0);
    assert_readable(AV_THEME_ANY, WHITE, 0);
}

Test(theme, numbers_stay_readable_on_every_heat)
{
    for (int heat = 1; heat <= 255; heat++) {
        assert_readable(AV_THEME_DARK, BLACK, heat);
        assert_readable(AV_THEME_LIGHT, WHITE, heat);
        assert_readable(AV_THEME_ANY, WHITE, heat);
    }
}

Test(theme, hotter_is_further_from_the_background)
{
    double before_dark = 0, before_light = 0;
    for (int heat = 1; heat <= 255; heat++) {
        double dark = av_theme_contrast(av_theme_style(AV_THEME_DARK, AV_ROLE_NEW, heat).background, BLACK);
        double light = av_theme_contrast(av_theme_style(AV_THEME_LIGHT, AV_ROLE_NEW, heat).background, WHITE);
        cr_assert_geq(dark, before_dark);
        cr_assert_geq(light, before_light);
        before_dark = dark;
        before_light = light;
    }
    cr_assert_gt(before_dark, 10);
    cr_assert_gt(before_light, 10);
}

Test(theme, states_that_matter_differ_in_colour)
{
    static const enum av_role roles[] = {AV_ROLE_NEW, AV_ROLE_REUSED, AV_ROLE_RECOMPUTED, AV_ROLE_DONE, AV_ROLE_WEIGHT};
    for (int theme = AV_THEME_DARK; theme <= AV_THEME_ANY; theme++) {
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
            for (size_t j = 0; j < i; j++)
                cr_assert_neq(av_theme_style((enum av_theme)theme, roles[i], 0).foreground,
                              av_theme_style((enum av_theme)theme, roles[j], 0).foreground);
        }
    }
}

static int attributes(enum av_role role)
{
    struct av_style style = av_theme_style(AV_THEME_MONO, role, 0);
    return style.bold | style.dim << 1 | style.underline << 2 | style.inverse << 3;
}

Test(theme, monochrome_uses_attributes_and_no_colour)
{
    for (int role = 0; role < AV_ROLE_COUNT; role++) {
        for (int heat = 0; heat <= 255; heat += 51) {
            struct av_style style = av_theme_style(AV_THEME_MONO, (enum av_role)role, heat);
            cr_assert_eq(style.foreground, AV_COLOR_DEFAULT);
            cr_assert_eq(style.background, AV_COLOR_DEFAULT);
            cr_assert_eq(style.ansi_foreground, -1);
            cr_assert_eq(style.ansi_background, -1);
        }
    }
    cr_assert_neq(attributes(AV_ROLE_NEW), attributes(AV_ROLE_REUSED));
    cr_assert_neq(attributes(AV_ROLE_NEW), attributes(AV_ROLE_RECOMPUTED));
    cr_assert_neq(attributes(AV_ROLE_REUSED), attributes(AV_ROLE_RECOMPUTED));
    cr_assert_neq(attributes(AV_ROLE_REUSED), attributes(AV_ROLE_DONE));
    cr_assert_neq(attributes(AV_ROLE_CURSOR), attributes(AV_ROLE_NEW));
    cr_assert_neq(attributes(AV_ROLE_TOKEN_CURRENT), attributes(AV_ROLE_TOKEN));
    cr_assert_neq(attributes(AV_ROLE_STAGE_CURRENT), attributes(AV_ROLE_TEXT));
    cr_assert_neq(attributes(AV_ROLE_TOKEN_GENERATED), attributes(AV_ROLE_TOKEN));
    cr_assert_neq(attributes(AV_ROLE_FRAME_BRIGHT), attributes(AV_ROLE_FRAME));
}

/* The 16 colours as xterm has them; a user may have others. */
static const uint32_t ansi[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
                                  0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};

static void assert_ansi_readable(enum av_theme theme, uint32_t own_background, double least)
{
    for (int role = 0; role < AV_ROLE_COUNT; role++) {
        for (int heat = 0; heat <= 255; heat++) {
            struct av_style style = av_theme_style(theme, (enum av_role)role, heat);
            if (style.ansi_foreground < 0) {
                cr_assert_lt(style.ansi_background, 0, "own text stands on its own ground");
                continue;
            }
            uint32_t ground = style.ansi_background < 0 ? own_background : ansi[style.ansi_background];
            double contrast = av_theme_contrast(ansi[style.ansi_foreground], ground);
            cr_assert_geq(contrast, least, "theme %d, role %d, heat %d: %.2f", (int)theme, role, heat, contrast);
            cr_assert(style.ansi_foreground != 0 || !style.bold || style.ansi_background < 0,
                      "role %d: bold black may turn out grey", role);
        }
    }
}

Test(theme, sixteen_colours_can_be_read_too)
{
    assert_ansi_readable(AV_THEME_DARK, BLACK, 4);
    assert_ansi_readable(AV_THEME_LIGHT, WHITE, 4);
    /* red and grey lie between; with a background nobody knows this is what 16 colours have */
    assert_ansi_readable(AV_THEME_ANY, BLACK, 3.5);
    assert_ansi_readable(AV_THEME_ANY, WHITE, 3.5);
}
