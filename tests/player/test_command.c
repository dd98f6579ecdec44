#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/command.h"
#include "attnviz/player/keymap.h"

#define EACH_COMMAND(id)                                                                                               \
    enum av_command_id id = AV_COMMAND_NONE + 1;                                                                       \
    id < AV_COMMAND_COUNT;                                                                                             \
    id++

static bool said(const char *text)
{
    return text && *text && av_utf8_valid(text, strlen(text), NULL);
}

Test(commands, each_has_help_in_both_languages)
{
    for (EACH_COMMAND(id)) {
        const struct av_command_info *info = av_command_info(id);
        cr_assert_eq(info->id, id);
        cr_assert(said(info->name));
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            cr_assert(said(info->help.in[language]), "%s in language %d", info->name, language);
    }
}

Test(commands, brief_words_are_brief_and_in_both_languages_or_in_none)
{
    for (EACH_COMMAND(id)) {
        const char *english = av_command_info(id)->brief.in[AV_ENGLISH];
        const char *chinese = av_command_info(id)->brief.in[AV_CHINESE];
        cr_assert_eq(!english, !chinese, "%s", av_command_info(id)->name);
        if (!english)
            continue;
        cr_assert(said(english) && said(chinese));
        cr_assert_leq(av_text_width(english, AV_CHARSET_UNICODE), 8, "%s", english);
        cr_assert_leq(av_text_width(chinese, AV_CHARSET_UNICODE), 8, "%s", chinese);
    }
}

Test(commands, names_differ)
{
    for (EACH_COMMAND(id))
        for (enum av_command_id other = AV_COMMAND_NONE + 1; other < id; other++)
            cr_assert_str_neq(av_command_info(id)->name, av_command_info(other)->name);
}

Test(commands, groups_have_titles_and_stand_together)
{
    enum av_command_group last = AV_GROUP_STEP;
    for (EACH_COMMAND(id)) {
        enum av_command_group group = av_command_info(id)->group;
        cr_assert(group == last || group == last + 1, "%s", av_command_info(id)->name);
        last = group;
    }
    cr_assert_eq(last, AV_GROUP_COUNT - 1);
    for (int group = 0; group < AV_GROUP_COUNT; group++)
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            cr_assert(said(av_command_group_title((enum av_command_group)group).in[language]));
}

Test(commands, each_has_a_key_but_those_of_the_mouse)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (EACH_COMMAND(id)) {
        bool of_the_mouse = id == AV_COMMAND_GO_TO_STAGE || id == AV_COMMAND_CELL_SELECT ||
                            id == AV_COMMAND_PANEL_SCROLL || id == AV_COMMAND_CHOOSE || id == AV_COMMAND_TERM_SELECT ||
                            id == AV_COMMAND_CONTROL_SELECT;
        bool has_key = false;
        for (size_t i = 0; i < count; i++)
            has_key = has_key || bindings[i].command == id;
        cr_assert_eq(has_key, !of_the_mouse, "%s", av_command_info(id)->name);
    }
}
