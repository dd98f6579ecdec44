#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "attnviz/base/suggest.h"

Test(suggest, the_nearest_word_or_none)
{
    const char *const words[] = {"prompt", "generate", "wq", "wk", "它", "桌子"};
    const char *const pairs[][2] = {
        {"promt", "prompt"}, {"prmopt", "prompt"}, {"PROMPT", "prompt"}, {"generates", "generate"},
        {"wp", "wq"},        {"它们", "它"},       {"桌", "桌子"},       {"", NULL},
        {"xyz", NULL},       {"他", NULL},         {"\xff", NULL},       {"gen", NULL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *found = av_suggest_nearest(pairs[i][0], words, 6);
        if (pairs[i][1])
            cr_assert(found && strcmp(found, pairs[i][1]) == 0, "%s → %s", pairs[i][0], found ? found : "nothing");
        else
            cr_assert_null(found, "%s → %s", pairs[i][0], found);
    }
    cr_assert_null(av_suggest_nearest("x", words, 0));
}

Test(suggest, words_of_any_length_are_looked_at_safely)
{
    char *longest = malloc(100001);
    memset(longest, 'a', 100000);
    longest[100000] = '\0';
    const char *const words[] = {longest, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    cr_assert_null(av_suggest_nearest(longest, words, 2));
    cr_assert_eq(av_suggest_nearest("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", words, 2), words[1]);
    char out[AV_SUGGESTION_BYTES];
    cr_assert_str_eq(av_suggest_text(out, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", words, 2),
                     "; did you mean \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"?");
    cr_assert_str_eq(av_suggest_text(out, "b", words, 2), "");
    free(longest);
}

Test(suggest, choices_are_joined_by_commas_and_an_or)
{
    const char *const names[] = {"a", "b", "c"};
    char out[32];
    cr_assert_str_eq(av_suggest_choices(out, sizeof out, "\"", names, 3), "\"a\", \"b\" or \"c\"");
    cr_assert_str_eq(av_suggest_choices(out, sizeof out, "", names, 2), "a or b");
    cr_assert_str_eq(av_suggest_choices(out, sizeof out, "", names, 1), "a");
    cr_assert_str_eq(av_suggest_choices(out, sizeof out, "", names, 0), "");
    cr_assert_str_eq(av_suggest_choices(out, 5, "'", names, 3), "'a',", "cut");
}
