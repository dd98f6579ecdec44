#include <criterion/criterion.h>

#include <string.h>

#include "attnviz/base/text.h"
#include "strings.h"

static bool has_wide(const char *text)
{
    struct av_glyphs glyphs = {.text = text};
    struct av_glyph glyph;
    while (av_glyphs_next(&glyphs, &glyph)) {
        if (glyph.width == 2)
            return true;
    }
    return false;
}

static int holes(const char *text)
{
    int count = 0;
    while ((text = strstr(text, "{}")) != NULL) {
        count++;
        text += 2;
    }
    return count;
}

Test(strings, both_languages_say_everything)
{
    for (int id = 0; id < AV_STRING_COUNT; id++) {
        const char *english = av_string((enum av_string)id, AV_ENGLISH);
        const char *chinese = av_string((enum av_string)id, AV_CHINESE);
        cr_assert_not_null(english, "string %d", id);
        cr_assert_not_null(chinese, "string %d", id);
        cr_assert_eq(holes(english), holes(chinese), "%s", english);
        cr_assert(!has_wide(english), "%s is English", english);
    }
}

/* Under every rule, in every layer. */
static void check_narrations(enum av_stage stage, bool cache_on, enum av_language language)
{
    static const bool banned[2] = {true, false};
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        for (int which = 0; which < 8; which++) {
            struct av_rule rule = {which & 1, (enum av_mask)mask, which & 2 ? banned : NULL};
            struct av_place place = {.token = 1, .stage = stage, .layer = which & 4 ? 1 : 0};
            const char *words = av_string_narration(&rule, &place, cache_on, language);
            cr_assert_not_null(words);
            cr_assert_leq(av_text_width(words, AV_CHARSET_UNICODE), 2 * 78, "two lines of a small screen: %s", words);
            cr_assert(language == AV_ENGLISH || has_wide(words), "%s", words);
        }
    }
}

Test(strings, every_stage_and_state_has_its_words)
{
    const struct av_config config = {.norm = AV_NORM_LAYER};
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            cr_assert_not_null(av_string_stage(&config, (enum av_stage)stage, (enum av_language)language));
            for (int on = 0; on < 2; on++)
                check_narrations((enum av_stage)stage, on, (enum av_language)language);
        }
    }
    for (int state = 0; state <= AV_STATE_WEIGHT; state++) {
        cr_assert_not_null(av_string_state((enum av_state)state, AV_ENGLISH));
        cr_assert(has_wide(av_string_state((enum av_state)state, AV_CHINESE)));
    }
}

Test(strings, every_notice_has_its_words)
{
    for (int notice = AV_NOTICE_NONE + 1; notice < AV_NOTICE_COUNT; notice++) {
        cr_assert_gt(strlen(av_string_notice((enum av_notice)notice, AV_ENGLISH)), 0u);
        cr_assert(has_wide(av_string_notice((enum av_notice)notice, AV_CHINESE)));
    }
}

Test(strings, values_go_where_the_braces_are)
{
    char buffer[64], small[8];
    cr_assert_str_eq(av_string_with(buffer, sizeof buffer, AV_STRING_REUSED, AV_ENGLISH, "9"), "9 reused");
    cr_assert_str_eq(av_string_with(buffer, sizeof buffer, AV_STRING_REUSED, AV_CHINESE, "9"), "复用9行");
    cr_assert_str_eq(av_string_with(small, sizeof small, AV_STRING_REUSED, AV_ENGLISH, "9"), "9 reuse", "cut to fit");
}

/* One block has a name that promises a norm or a feed-forward; without them it is only a sum. */
Test(strings, a_block_is_named_by_what_it_has)
{
    struct av_config config = {.residual = true};
    cr_assert_str_eq(av_string_stage(&config, AV_STAGE_BLOCK, AV_ENGLISH), "residual");
    cr_assert_str_eq(av_string_stage(&config, AV_STAGE_BLOCK, AV_CHINESE), "残差");
    config.feed_forward = AV_FEED_FORWARD_RELU;
    cr_assert_str_eq(av_string_stage(&config, AV_STAGE_BLOCK, AV_ENGLISH), "block");
    config = (struct av_config){.norm = AV_NORM_RMS};
    cr_assert_str_eq(av_string_stage(&config, AV_STAGE_BLOCK, AV_CHINESE), "整块");
}
