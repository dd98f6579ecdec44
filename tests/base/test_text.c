#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"

/* The glyphs of text as "[a:1][书:2]". */
static const char *walk(const char *text, enum av_charset charset)
{
    static char out[1024];
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph;
    int length = 0;
    out[0] = '\0';
    while (av_glyphs_next(&glyphs, &glyph))
        length += snprintf(out + length, sizeof out - (size_t)length, "[%s:%d]", glyph.text, glyph.width);
    return out;
}

/* What the glyphs of text spell when joined. */
static const char *spelling(const char *text, enum av_charset charset)
{
    static char out[1024];
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph;
    out[0] = '\0';
    while (av_glyphs_next(&glyphs, &glyph))
        strcat(out, glyph.text);
    return out;
}

struct pair {
    const char *text, *expected;
};

#define ALL(table, function, charset)                                                                                  \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++)                                                       \
    cr_assert_str_eq(function((table)[i].text, charset), (table)[i].expected, "%zu: %s", i,                            \
                     function((table)[i].text, charset))

Test(text, characters_take_one_or_two_columns)
{
    const struct pair table[] = {
        {"", ""},
        {"a b", "[a:1][ :1][b:1]"},
        {"小明√−", "[小:2][明:2][√:1][−:1]"},
        {"，。", "[，:2][。:2]"},
        {"ｱＡ", "[ｱ:1][Ａ:2]"},
        {"각", "[각:2]"},
        {"\U0001F600", "[\U0001F600:2]"},
        {"é", "[é:1]"},
        {"\uE0B0", "[\uE0B0:1]"}, /* private use: fonts for prompts */
    };
    ALL(table, walk, AV_CHARSET_UNICODE);
}

Test(text, marks_sit_on_their_base)
{
    const struct pair table[] = {
        {"e\u0301x", "[e\u0301:1][x:1]"},
        {"书\u0301", "[书\u0301:2]"},
        {"a\u0301\u0302\u0303\u0304\u0305\u0306z", "[a\u0301\u0302\u0303\u0304:1][z:1]"},
        {"\u0301a", "[\u25CC\u0301:1][a:1]"},
        {"\u0301\u0302\u0303\u0304\u0305a", "[\u25CC\u0301\u0302\u0303\u0304:1][a:1]"},
        {"\u1112\u1161\u11AB", "[\u1112\u1161\u11AB:2]"}, /* 한 */
        {"\u0915\u093F", "[\u0915:1][\u093F:1]"},         /* कि */
    };
    ALL(table, walk, AV_CHARSET_UNICODE);
    cr_assert_str_eq(walk("\U00010000\u1AB0\U0001E8D0\U0001E8D1\U0001E8D2\U0001E8D3", AV_CHARSET_UNICODE),
                     "[\U00010000\u1AB0\U0001E8D0\U0001E8D1\U0001E8D2:1]");
}

Test(text, emoji_sequences_are_their_first_emoji)
{
    const struct pair table[] = {
        {"\U0001F468\u200D\U0001F469\u200D\U0001F467!", "[\U0001F468:2][!:1]"},
        {"\U0001F44D\U0001F3FD!", "[\U0001F44D:2][!:1]"},
        {"\u2764\uFE0F!", "[\u2764:1][!:1]"},
        {"1\uFE0F\u20E3", "[1\u20E3:1]"},
        {"\U0001F1E8\U0001F1F3!", "[C:1][N:1][!:1]"},
    };
    ALL(table, walk, AV_CHARSET_UNICODE);
    cr_assert_str_eq(walk("\U0001F469\U0001F3FD\u200D\u2764\uFE0F\u200D\U0001F468\U0001F3FB!", AV_CHARSET_UNICODE),
                     "[\U0001F469:2][!:1]");
    cr_assert_str_eq(walk("\U0001F44D\u200D", AV_CHARSET_UNICODE),
                     "[\U0001F44D:2][\\:1][u:1][{:1][2:1][0:1][0:1][d:1][}:1]");
}

Test(text, what_steers_or_hides_is_escaped)
{
    const struct pair table[] = {
        {"\033[31m", "\\u{1b}[31m"},
        {"\t\r\n\x7f\x01", "\\u{9}\\u{d}\\u{a}\\u{7f}\\u{1}"},
        {"\xc2\x80\xc2\x9b", "\\u{80}\\u{9b}"},
        {"a\u200Bb\u200Cc\u200Dd\u200Ee\u200F", "a\\u{200b}b\\u{200c}c\\u{200d}d\\u{200e}e\\u{200f}"},
        {"\u2028\u2029\u202A\u202E", "\\u{2028}\\u{2029}\\u{202a}\\u{202e}"},
        {"\u2060\u2066\u2069\uFEFF\u00AD\u061C", "\\u{2060}\\u{2066}\\u{2069}\\u{feff}\\u{ad}\\u{61c}"},
        {"a\u034F\u3164\u115F", "a\\u{34f}\\u{3164}\\u{115f}"},
        {"\U000E0041\U000E007F", "\\u{e0041}\\u{e007f}"},
        {"\u0600", "\\u{600}"},
        {"\uFE0F", "\\u{fe0f}"},
        {"a\uFE0F\uFE01\U000E0100", "a\\u{fe01}\\u{e0100}"},
        {"\uFFFE\U0010FFFF\u0378", "\\u{fffe}\\u{10ffff}\\u{378}"},
        {"\xff", "\\x{ff}"},
        {"\xc3(", "\\x{c3}("},
        {"\xe4\xb9", "\\x{e4}\\x{b9}"},
        {"\xc0\xaf", "\\x{c0}\\x{af}"},
        {"\xed\xa0\x80", "\\x{ed}\\x{a0}\\x{80}"},
        {"\xf4\x90\x80\x80", "\\x{f4}\\x{90}\\x{80}\\x{80}"},
        {"%s%n\\", "%s%n\\"},
    };
    ALL(table, spelling, AV_CHARSET_UNICODE);
}

Test(text, every_code_point_gives_glyphs_that_a_screen_can_hold)
{
    for (uint32_t code_point = 1; code_point <= 0x10FFFF; code_point++) {
        if (code_point >= 0xD800 && code_point <= 0xDFFF)
            continue;
        char text[5] = "";
        av_utf8_encode(code_point, text);
        for (int charset = AV_CHARSET_UNICODE; charset <= AV_CHARSET_ASCII; charset++) {
            struct av_glyphs glyphs = {.text = text, .charset = (enum av_charset)charset};
            struct av_glyph glyph;
            int count = 0;
            while (av_glyphs_next(&glyphs, &glyph)) {
                count++;
                unsigned char first = (unsigned char)glyph.text[0];
                if (!(first >= ' ' && first != 0x7f) || glyph.width < 1 || glyph.width > 2 || strlen(glyph.text) > 20)
                    cr_assert_fail("U+%04X", (unsigned)code_point);
                if (charset == AV_CHARSET_ASCII && (first >= 0x80 || glyph.text[1] != '\0'))
                    cr_assert_fail("U+%04X is not ASCII", (unsigned)code_point);
            }
            if (count == 0 || count > 10)
                cr_assert_fail("U+%04X: %d glyphs", (unsigned)code_point, count);
        }
    }
}

Test(text, ascii_spells_the_signs_of_the_interface)
{
    const struct pair table[] = {
        {"q·kᵀ ÷ √dₖ", "q.k^T / sqrt d_k"},
        {"−∞ × 10⁻⁵", "-inf x 10^-5"},
        {"Σ a₁₂ ≤ … ≥ ≠ ≈", "Sum a_12 <= ... >= != ~"},
        {"→←↑↓▶◀●○•", "-><-UpDown><*o*"},
        {"“x” ‘y’ – —", "\"x\" 'y' - --"},
        {"，。；：（）　、！", ",.;:() ,!"},
        {"max|Δ|", "max|Delta|"},
        {"1.50⋅2.00", "1.50*2.00"},
        {"‹ embed › mask ▸", "< embed > mask >"},
        {"它", "\\u{5b83}"},
        {"e\u0301", "e\\u{301}"},
        {"\033", "\\u{1b}"},
        {"\U0001F1E8\U0001F1F3", "CN"},
    };
    ALL(table, spelling, AV_CHARSET_ASCII);
}

Test(text, ascii_frames_and_blocks_keep_their_column)
{
    cr_assert_str_eq(spelling("┌─┬┐│├┼┤└┴┘", AV_CHARSET_ASCII), "+-++|+++"
                                                                "+++");
    cr_assert_str_eq(spelling("╔═╦╗║╠╬╣╚╩╝╭╮╰╯━┃╸╹╴╵", AV_CHARSET_ASCII), "+=++|++++++++++-|-|-|");
    cr_assert_str_eq(spelling("█▉▊▋▌▍▎▏", AV_CHARSET_ASCII), "#####--.");
    cr_assert_str_eq(spelling("▁▂▃▄▅▆▇█░▒▓", AV_CHARSET_ASCII), "_.:-=+*#.:#");
    for (uint32_t code_point = 0x2500; code_point <= 0x259F; code_point++) {
        char text[5] = "";
        av_utf8_encode(code_point, text);
        cr_assert_eq(av_text_width(text, AV_CHARSET_ASCII), 1, "U+%04X", (unsigned)code_point);
        cr_assert_eq(av_text_width(text, AV_CHARSET_UNICODE), 1, "U+%04X", (unsigned)code_point);
    }
}

Test(text, width_is_the_sum_of_the_glyphs)
{
    cr_assert_eq(av_text_width("小明 a\u0301", AV_CHARSET_UNICODE), 6);
    cr_assert_eq(av_text_width("\033", AV_CHARSET_UNICODE), 6);
    cr_assert_eq(av_text_width("…", AV_CHARSET_ASCII), 3);
}

Test(text, utf8_is_that_of_rfc_3629)
{
    size_t offset = 99;
    cr_assert(av_utf8_valid("a书\U0001F600", 8, NULL));
    cr_assert(av_utf8_valid("", 0, NULL));
    cr_assert(av_utf8_valid("a\0b", 3, NULL));
    const char *wrong[] = {"ab\x80",         "ab\xc1\x81",         "ab\xe0\x80\x80", "ab\xed\xbf\xbf",
                           "ab\xf5\x80\x80", "ab\xf4\x90\x80\x80", "ab\xe4\xb9",     "ab\xf0\x9f\x98"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_assert_not(av_utf8_valid(wrong[i], strlen(wrong[i]), &offset), "%zu", i);
        cr_assert_eq(offset, 2, "%zu", i);
    }
    cr_assert_not(av_utf8_valid("书", 2, &offset), "cut short by its length");

    uint32_t code_point = 0;
    cr_assert(av_utf8_decode("书", 3, &code_point) == 3 && code_point == 0x4E66);
    cr_assert_eq(av_utf8_decode("书", 2, &code_point), 0);
    cr_assert_eq(av_utf8_decode("", 0, &code_point), 0);
}

Test(text, what_ascii_can_show_is_plain)
{
    static const char *const plain[] = {"", "a word", "÷√dₖ → −∞", "，。", "C:\\path"};
    static const char *const others[] = {"书", "a 书", "\x1b", "\xff"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        cr_expect(av_text_is_plain(plain[i]), "%s", plain[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_not(av_text_is_plain(others[i]), "%zu", i);
}

Test(text, visible_text_is_cut_at_a_glyph_and_never_inside_an_escape)
{
    char out[16];
    cr_assert_eq(av_text_visible("书书", out, 7), 6);
    cr_assert_str_eq(out, "书书");
    cr_assert_eq(av_text_visible("书书", out, 6), 3);
    cr_assert_str_eq(out, "书");
    cr_assert_eq(av_text_visible("ae\u0301", out, 3), 1);
    cr_assert_str_eq(out, "a");
    cr_assert_eq(av_text_visible("ab\033", out, 8), 2);
    cr_assert_str_eq(out, "ab");
    cr_assert_eq(av_text_visible("ab\033", out, 9), 8);
    cr_assert_str_eq(out, "ab\\u{1b}");
    cr_assert_eq(av_text_visible("abc", out, 1), 0);
    cr_assert_str_eq(out, "");
}

Test(text, has_a_part_in_whatever_case)
{
    static const struct {
        const char *text, *part;
        bool has;
    } cases[] = {
        {"Query, key, value", "KEY", true},
        {"Query, key, value", "keys", false},
        {"", "", true},
        {"a", "", true},
        {"", "a", false},
        {"aab", "ab", true},
        {"Étude ÄÖ", "étude äö", true},
        {"ПРИВЕТ", "привет", true},
        {"掩码：为什么", "掩码", true},
        {"掩码", "码掩", false},
        {"为什么留 K、V", "ｋ", true},
        {"softmax", "ＳＯＦＴ", true},
        {"kv cache", "kv　c", true},
        {"\xff", "\xff", true},
        {"\xff", "\xfe", false},
        {"\xe6\x8e\xa9", "\xe6", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(av_text_has(cases[i].text, cases[i].part), cases[i].has, "%s in %s", cases[i].part, cases[i].text);
}
