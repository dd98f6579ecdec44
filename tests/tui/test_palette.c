#include <criterion/criterion.h>

#include "background.h"
#include "palette.h"

static struct av_terminfo terminal(const char *name, int colors)
{
    return (struct av_terminfo){.name = name, .colors = colors};
}

Test(palette, uses_what_the_terminal_says_and_true_colour_where_the_environment_does)
{
    static const struct {
        const char *name;
        int colors;
        const char *colorterm;
        enum av_depth depth;
    } cases[] = {
        {"xterm-mono",     0,   NULL,        AV_DEPTH_NONE},
        {"xterm-mono",     0,   "truecolor", AV_DEPTH_NONE},
        {"xterm",          8,   NULL,        AV_DEPTH_8   },
        {"xterm-16color",  16,  NULL,        AV_DEPTH_16  },
        {"xterm-88color",  88,  NULL,        AV_DEPTH_88  },
        {"xterm-256color", 256, NULL,        AV_DEPTH_256 },
        {"xterm-256color", 256, "",          AV_DEPTH_256 },
        {"xterm-256color", 256, "truecolor", AV_DEPTH_TRUE},
        {"xterm",          8,   "24bit",     AV_DEPTH_TRUE},
        {"screen",         8,   "truecolor", AV_DEPTH_8   },
        {"linux",          8,   "truecolor", AV_DEPTH_8   },
        {"tmux-256color",  256, "truecolor", AV_DEPTH_TRUE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct av_terminfo info = terminal(cases[i].name, cases[i].colors);
        cr_expect_eq(av_palette_depth(&info, cases[i].colorterm), cases[i].depth, "case %zu", i);
    }
    struct av_terminfo direct = {.name = "xterm-direct", .colors = 1 << 24, .direct = true};
    cr_expect_eq(av_palette_depth(&direct, NULL), AV_DEPTH_DIRECT);
}

static struct av_look look(enum av_depth depth, uint32_t foreground, uint32_t background, int ansi_foreground,
                           int ansi_background)
{
    struct av_style style = {.foreground = foreground,
                             .background = background,
                             .ansi_foreground = (signed char)ansi_foreground,
                             .ansi_background = (signed char)ansi_background};
    return av_palette_look(depth, &style, 0);
}

/* xterm's own tables: 256colres.h and 88colres.h. */
static uint32_t color_256(int number)
{
    static const uint32_t cube[] = {0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    int n = number - 16;
    if (number >= 232)
        return (uint32_t)(8 + 10 * (number - 232)) * 0x010101u;
    return cube[n / 36] << 16 | cube[n / 6 % 6] << 8 | cube[n % 6];
}

static uint32_t color_88(int number)
{
    static const uint32_t cube[] = {0x00, 0x8b, 0xcd, 0xff};
    static const uint32_t grey[] = {0x2e, 0x5c, 0x73, 0x8b, 0xa2, 0xb9, 0xd0, 0xe7};
    int n = number - 16;
    if (number >= 80)
        return grey[number - 80] * 0x010101u;
    return cube[n / 16] << 16 | cube[n / 4 % 4] << 8 | cube[n % 4];
}

Test(palette, gives_colours_that_are_in_a_table_by_themselves)
{
    for (int number = 16; number < 256; number++) {
        uint32_t color = color_256(number);
        struct av_look found = look(AV_DEPTH_256, AV_COLOR_DEFAULT, color, 0, 0);
        cr_expect_eq(color_256(found.background), color, "number %d", number);
        cr_expect_eq(found.foreground, AV_LOOK_DEFAULT);
    }
    for (int number = 16; number < 88; number++) {
        uint32_t color = color_88(number);
        struct av_look found = look(AV_DEPTH_88, AV_COLOR_DEFAULT, color, 0, 0);
        cr_expect_eq(color_88(found.background), color, "number %d", number);
        cr_expect_eq(found.foreground, AV_LOOK_DEFAULT);
    }
}

/* What can be read in true colours can be read in the nearest ones. */
Test(palette, keeps_text_readable)
{
    for (enum av_theme theme = AV_THEME_DARK; theme <= AV_THEME_LIGHT; theme++) {
        for (int role = 0; role < AV_ROLE_COUNT; role++) {
            for (int heat = 0; heat < 256; heat++) {
                struct av_style style = av_theme_style(theme, (enum av_role)role, heat);
                struct av_look found = av_palette_look(AV_DEPTH_256, &style, 0);
                uint32_t own = theme == AV_THEME_LIGHT ? 0xffffff : 0x000000;
                uint32_t ground = found.background == AV_LOOK_DEFAULT ? own : color_256(found.background);
                cr_assert_geq(av_theme_contrast(color_256(found.foreground), ground), 4.5, "theme %d, role %d, heat %d",
                              (int)theme, role, heat);
            }
        }
    }
}

Test(palette, leaves_the_colours_alone_that_users_change)
{
    for (uint32_t color = 0; color < 0x1000000; color += 0x010307)
        cr_assert_geq(look(AV_DEPTH_256, color, color, 0, 0).foreground, 16);
}

Test(palette, true_colours_stay_as_they_are)
{
    struct av_look found = look(AV_DEPTH_TRUE, 0xe69f00, 0x123456, 0, 0);
    cr_assert_eq(found.foreground, 0xe69f00);
    cr_assert_eq(found.background, 0x123456);
    cr_assert_eq(look(AV_DEPTH_DIRECT, 0x000003, 0x000010, 0, 0).foreground, 0, "numbers below 8 are other colours");
}

Test(palette, eight_colours_never_hide_text)
{
    for (int foreground = -1; foreground < 16; foreground++) {
        for (int background = -1; background < 16; background++) {
            struct av_look found = look(AV_DEPTH_8, 0, 0, foreground, background);
            cr_expect_lt(found.foreground, 8);
            cr_expect_lt(found.background, 8);
            cr_expect(found.foreground == AV_LOOK_DEFAULT || found.foreground != found.background, "%d on %d",
                      foreground, background);
        }
    }
    cr_expect(look(AV_DEPTH_8, 0, 0, 11, -1).attributes & AV_LOOK_BOLD, "bright text is bold");
    cr_expect_eq(look(AV_DEPTH_8, 0, 0, 8, -1).foreground, AV_LOOK_DEFAULT, "dark grey would be black");
}

Test(palette, attributes_that_spoil_colours_are_left_out)
{
    struct av_style style = {
        .foreground = 0xffffff, .background = AV_COLOR_DEFAULT, .ansi_foreground = 3, .ansi_background = -1};
    style.underline = style.bold = true;
    struct av_look found = av_palette_look(AV_DEPTH_8, &style, AV_COLOR_SPOILS_UNDERLINE | AV_COLOR_SPOILS_DIM);
    cr_expect_eq(found.attributes, (unsigned)AV_LOOK_BOLD);
    found = av_palette_look(AV_DEPTH_NONE, &style, AV_COLOR_SPOILS_UNDERLINE);
    cr_expect_eq(found.attributes, (unsigned)(AV_LOOK_BOLD | AV_LOOK_UNDERLINE));
    cr_expect_eq(found.foreground, AV_LOOK_DEFAULT);
}

Test(background, is_guessed_from_the_environment)
{
    cr_expect_eq(av_background_guess(NULL), AV_THEME_DARK);
    cr_expect_eq(av_background_guess(""), AV_THEME_DARK);
    cr_expect_eq(av_background_guess("15;0"), AV_THEME_DARK);
    cr_expect_eq(av_background_guess("0;15"), AV_THEME_LIGHT);
    cr_expect_eq(av_background_guess("0;default;15"), AV_THEME_LIGHT);
    cr_expect_eq(av_background_guess("0;7"), AV_THEME_LIGHT);
    cr_expect_eq(av_background_guess("15;8"), AV_THEME_DARK);
    cr_expect_eq(av_background_guess("15;default"), AV_THEME_DARK);
}

Test(background, is_light_where_it_is_nearer_to_white)
{
    cr_expect_eq(av_background_theme(0xffffff), AV_THEME_LIGHT);
    cr_expect_eq(av_background_theme(0x000000), AV_THEME_DARK);
    cr_expect_eq(av_background_theme(0xfdf6e3), AV_THEME_LIGHT, "Solarized light");
    cr_expect_eq(av_background_theme(0x002b36), AV_THEME_DARK, "Solarized dark");
    cr_expect_eq(av_background_theme(0x0000ff), AV_THEME_DARK, "blue is dark to the eye");
    cr_expect_eq(av_background_theme(0xffff00), AV_THEME_LIGHT);
}
