/* What the program says of a stage where the lesson has no note: it is true under every rule, and of a first step. */
#include <criterion/criterion.h>

#include <string.h>

#include "strings.h"

static const char *said_at_once(enum av_mask mask, enum av_stage stage, enum av_language language, char buffer[256])
{
    const struct av_rule rule = {.scaled = true, .mask = mask};
    const struct av_place place = {.token = 9, .stage = (int)stage};
    return av_string_narration_at_once(&rule, &place, mask == AV_MASK_CAUSAL, language, buffer, 256);
}

/* A mask takes scores away where it adds −∞: multiplied by 0 they stay, and without a mask nothing happens to them. */
Test(narration, of_scores_at_once_speaks_of_what_the_mask_removes_only_where_it_removes)
{
    static const char *const removal[AV_LANGUAGE_COUNT] = {[AV_ENGLISH] = "mask will remove", [AV_CHINESE] = "被遮掉"};
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
            char buffer[256];
            const char *words = said_at_once((enum av_mask)mask, AV_STAGE_SCORES, (enum av_language)language, buffer);
            cr_expect_eq(strstr(words, removal[language]) != NULL, mask == AV_MASK_CAUSAL, "%d: %s", mask, words);
        }
    }
}

/* With no cache, too, a first step has nothing behind it that it could do again. */
Test(narration, of_a_source_does_nothing_again_in_the_first_step)
{
    static const char *const again[AV_LANGUAGE_COUNT][3] = {
        [AV_ENGLISH] = {" again", "before", "was kept"}, [AV_CHINESE] = {"重算", "以前", "又"}};
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            for (int cache_on = 0; cache_on < 2; cache_on++) {
                const struct av_place place = {.stage = stage};
                const char *words = av_string_source_narration(&place, cache_on != 0, true, (enum av_language)language);
                for (int i = 0; words && i < 3; i++)
                    cr_expect_null(strstr(words, again[language][i]), "%s", words);
            }
        }
    }
}
