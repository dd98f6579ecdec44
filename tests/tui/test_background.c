#include <criterion/criterion.h>

#include "background.h"

struct sample {
    const char *text;
    enum av_theme theme;
};

Test(background, is_guessed_from_the_environment)
{
    static const struct sample samples[] = {
        {NULL, AV_THEME_ANY},
        {"", AV_THEME_ANY},
        {"15", AV_THEME_ANY},
        {"0;default", AV_THEME_ANY},
        {"15;0", AV_THEME_DARK},
        {"12;8", AV_THEME_DARK}, /* bright black */
        {"0;15", AV_THEME_LIGHT},
        {"0;7", AV_THEME_LIGHT},
        {"0;default;15", AV_THEME_LIGHT}, /* as rxvt has it */
        {"15;default;0", AV_THEME_DARK},
        {"0;999999999999", AV_THEME_DARK},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
        cr_expect_eq(av_background_guess(samples[i].text), samples[i].theme, "%s", samples[i].text);
}

Test(background, is_read_from_an_answer)
{
    static const struct sample samples[] = {
        {"11;rgb:ffff/ffff/ffff", AV_THEME_LIGHT},
        {"11;rgb:fd/f6/e3", AV_THEME_LIGHT},
        {"11;rgb:0000/2b2b/3636", AV_THEME_DARK},
        {"11;rgb:0/0/0", AV_THEME_DARK},
        {"11;rgb:f/f/f", AV_THEME_LIGHT},
        {"11;rgb:fff/fff/fff", AV_THEME_LIGHT},
        {"11;rgba:0000/0000/0000/ffff", AV_THEME_DARK},
        {"11;rgb:0000/ffff/0000", AV_THEME_LIGHT}, /* green is most of what eyes see */
        {"11;rgb:ffff/0000/ffff", AV_THEME_DARK},
    };
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        enum av_theme theme = AV_THEME_COUNT;
        cr_expect(av_background_parse(samples[i].text, &theme), "%s", samples[i].text);
        cr_expect_eq(theme, samples[i].theme, "%s", samples[i].text);
    }
}

Test(background, is_not_read_from_anything_else)
{
    static const char *const texts[] = {
        "",
        "11;",
        "11;rgb:",
        "11;rgb:ff/ff",
        "11;rgb:ff/ff/",
        "11;rgb:ff;ff;ff",
        "11;rgb:fffff/ffff/ffff",
        "11;#ffffff",
        "10;rgb:ffff/ffff/ffff",
        "52;c;rgb:ffff/ffff/ffff",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        enum av_theme theme;
        cr_expect_not(av_background_parse(texts[i], &theme), "%s", texts[i]);
    }
}
