#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/player/keymap.h"

Test(keymap, no_key_means_two_things_in_one_place)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        cr_assert_neq(bindings[i].contexts, 0);
        cr_assert_lt(bindings[i].contexts, 1u << AV_CONTEXT_COUNT);
        for (size_t j = 0; j < i; j++) {
            bool together = bindings[i].key == bindings[j].key && bindings[i].contexts & bindings[j].contexts;
            cr_assert_not(together, "bindings %zu and %zu", i, j);
        }
    }
}

Test(keymap, bindings_stand_in_the_order_of_the_commands)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    bool seen[AV_COMMAND_COUNT] = {false};
    for (size_t i = 0; i < count; i++) {
        bool new = i == 0 || bindings[i].command != bindings[i - 1].command;
        cr_assert_not(new &&seen[bindings[i].command], "binding %zu", i);
        cr_assert(i == 0 || bindings[i].command >= bindings[i - 1].command, "binding %zu", i);
        seen[bindings[i].command] = true;
    }
}

Test(keymap, keys_give_the_commands_of_their_place)
{
    static const struct {
        int key;
        enum av_command_id lesson, panel, help;
    } expected[] = {
        {AV_KEY_RIGHT, AV_COMMAND_STAGE_NEXT, AV_COMMAND_CELL_RIGHT, AV_COMMAND_NONE},
        {'l', AV_COMMAND_STAGE_NEXT, AV_COMMAND_CELL_RIGHT, AV_COMMAND_NONE},
        {AV_KEY_SPACE, AV_COMMAND_STAGE_NEXT, AV_COMMAND_STAGE_NEXT, AV_COMMAND_NONE},
        {AV_KEY_LEFT, AV_COMMAND_STAGE_BACK, AV_COMMAND_CELL_LEFT, AV_COMMAND_NONE},
        {AV_KEY_BACKSPACE, AV_COMMAND_STAGE_BACK, AV_COMMAND_STAGE_BACK, AV_COMMAND_NONE},
        {AV_KEY_DOWN, AV_COMMAND_TOKEN_NEXT, AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_DOWN},
        {'k', AV_COMMAND_TOKEN_BACK, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_UP},
        {'n', AV_COMMAND_TOKEN_NEXT, AV_COMMAND_TOKEN_NEXT, AV_COMMAND_NONE},
        {'p', AV_COMMAND_TOKEN_BACK, AV_COMMAND_TOKEN_BACK, AV_COMMAND_NONE},
        {AV_KEY_HOME, AV_COMMAND_FIRST, AV_COMMAND_CELL_FIRST, AV_COMMAND_CELL_FIRST},
        {AV_KEY_END, AV_COMMAND_LAST, AV_COMMAND_CELL_LAST, AV_COMMAND_CELL_LAST},
        {AV_KEY_PAGE_DOWN, AV_COMMAND_NONE, AV_COMMAND_CELL_PAGE_DOWN, AV_COMMAND_CELL_PAGE_DOWN},
        {AV_KEY_ENTER, AV_COMMAND_ENTER, AV_COMMAND_ENTER, AV_COMMAND_NONE},
        {AV_KEY_ESCAPE, AV_COMMAND_LEAVE, AV_COMMAND_LEAVE, AV_COMMAND_LEAVE},
        {'c', AV_COMMAND_CACHE, AV_COMMAND_CACHE, AV_COMMAND_NONE},
        {'L', AV_COMMAND_LANGUAGE, AV_COMMAND_LANGUAGE, AV_COMMAND_LANGUAGE},
        {'G', AV_COMMAND_GLOSSARY, AV_COMMAND_GLOSSARY, AV_COMMAND_GLOSSARY},
        {AV_KEY_TAB, AV_COMMAND_PANEL_NEXT, AV_COMMAND_PANEL_NEXT, AV_COMMAND_PANEL_NEXT},
        {'?', AV_COMMAND_HELP, AV_COMMAND_HELP, AV_COMMAND_HELP},
        {'q', AV_COMMAND_QUIT, AV_COMMAND_QUIT, AV_COMMAND_LEAVE},
        {AV_KEY_CTRL_L, AV_COMMAND_REPAINT, AV_COMMAND_REPAINT, AV_COMMAND_REPAINT},
        {'z', AV_COMMAND_ZOOM, AV_COMMAND_ZOOM, AV_COMMAND_NONE},
        {0x5b83, AV_COMMAND_NONE, AV_COMMAND_NONE, AV_COMMAND_NONE},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        cr_assert_eq(av_keymap_command(expected[i].key, AV_CONTEXT_LESSON), expected[i].lesson, "row %zu", i);
        cr_assert_eq(av_keymap_command(expected[i].key, AV_CONTEXT_PANEL), expected[i].panel, "row %zu", i);
        cr_assert_eq(av_keymap_command(expected[i].key, AV_CONTEXT_HELP), expected[i].help, "row %zu", i);
    }
}

Test(keymap, the_list_of_lessons_and_the_question_have_their_own)
{
    static const struct {
        int key;
        enum av_command_id library, asking;
    } expected[] = {
        {AV_KEY_UP, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_UP},
        {'j', AV_COMMAND_NONE, AV_COMMAND_NONE},
        {AV_KEY_HOME, AV_COMMAND_FIRST, AV_COMMAND_NONE},
        {AV_KEY_END, AV_COMMAND_LAST, AV_COMMAND_NONE},
        {AV_KEY_ENTER, AV_COMMAND_ENTER, AV_COMMAND_ENTER},
        {'L', AV_COMMAND_NONE, AV_COMMAND_NONE},
        {AV_KEY_TAB, AV_COMMAND_LANGUAGE, AV_COMMAND_NONE},
        {AV_KEY_BACK_TAB, AV_COMMAND_THEME, AV_COMMAND_NONE},
        {AV_KEY_SPACE, AV_COMMAND_NONE, AV_COMMAND_NONE},
        {AV_KEY_BACKSPACE, AV_COMMAND_BACK, AV_COMMAND_NONE},
        {'q', AV_COMMAND_NONE, AV_COMMAND_NONE},
        {AV_KEY_ESCAPE, AV_COMMAND_LEAVE, AV_COMMAND_LEAVE},
        {'c', AV_COMMAND_NONE, AV_COMMAND_NONE},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        cr_assert_eq(av_keymap_command(expected[i].key, AV_CONTEXT_LIBRARY), expected[i].library, "row %zu", i);
        cr_assert_eq(av_keymap_command(expected[i].key, AV_CONTEXT_ASKING), expected[i].asking, "row %zu", i);
    }
}

Test(keymap, characters_are_no_commands_in_the_list_of_lessons)
{
    for (int key = ' '; key < 0x7f; key++)
        cr_assert_eq(av_keymap_command(key, AV_CONTEXT_LIBRARY), AV_COMMAND_NONE, "%c", key);
}

Test(keymap, keys_kept_for_later_do_nothing)
{
    for (const char *key = "x"; *key; key++)
        for (int context = 0; context < AV_CONTEXT_COUNT; context++)
            cr_assert_eq(av_keymap_command(*key, (enum av_context)context), AV_COMMAND_NONE, "%c", *key);
}

Test(keymap, the_main_key_of_a_command_is_its_first_in_that_place)
{
    cr_assert_eq(av_keymap_key(AV_COMMAND_STAGE_NEXT, AV_CONTEXT_LESSON), AV_KEY_RIGHT);
    cr_assert_eq(av_keymap_key(AV_COMMAND_STAGE_NEXT, AV_CONTEXT_PANEL), AV_KEY_SPACE);
    cr_assert_eq(av_keymap_key(AV_COMMAND_STAGE_NEXT, AV_CONTEXT_HELP), AV_KEY_NONE);
    cr_assert_eq(av_keymap_key(AV_COMMAND_CELL_SELECT, AV_CONTEXT_PANEL), AV_KEY_NONE);
}

Test(keymap, what_a_command_does_is_said_as_it_is_in_each_place)
{
    cr_assert_str_eq(av_keymap_help(AV_COMMAND_CELL_UP, AV_CONTEXT_PANEL).in[AV_ENGLISH], "one row up");
    cr_assert_str_eq(av_keymap_help(AV_COMMAND_CELL_UP, AV_CONTEXT_LIBRARY).in[AV_ENGLISH], "previous lesson");
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (int context = 0; context < AV_CONTEXT_COUNT; context++) {
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            cr_assert_not_null(av_context_words((enum av_context)context).in[language], "context %d", context);
            for (size_t i = 0; i < count; i++)
                cr_assert_not_null(av_keymap_help(bindings[i].command, (enum av_context)context).in[language]);
        }
    }
}

Test(keys, each_bound_key_has_a_name_that_is_read_back)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        char name[AV_KEY_NAME_BYTES], label[AV_KEY_NAME_BYTES];
        int key = AV_KEY_NONE;
        cr_assert(av_key_parse(av_key_name(bindings[i].key, name, sizeof name), &key), "%s", name);
        cr_assert_eq(key, bindings[i].key, "%s", name);
        cr_assert(av_key_parse(av_key_label(bindings[i].key, label, sizeof label), &key), "%s", label);
        cr_assert_eq(key, bindings[i].key, "%s", label);
    }
}

Test(keys, names_are_read)
{
    static const struct {
        const char *name;
        int key;
    } expected[] = {
        {"Right", AV_KEY_RIGHT},
        {"right", AV_KEY_RIGHT},
        {"PageUp", AV_KEY_PAGE_UP},
        {"Esc", AV_KEY_ESCAPE},
        {"Shift-Tab", AV_KEY_BACK_TAB},
        {"Ctrl-L", AV_KEY_CTRL_L},
        {"ctrl-a", 1},
        {"Space", AV_KEY_SPACE},
        {" ", AV_KEY_SPACE},
        {"c", 'c'},
        {"C", 'C'},
        {"[", '['},
        {"它", 0x5b83},
        {"Backspace", AV_KEY_BACKSPACE},
        {"😀", 0x1f600},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int key = AV_KEY_NONE;
        cr_assert(av_key_parse(expected[i].name, &key), "%s", expected[i].name);
        cr_assert_eq(key, expected[i].key, "%s", expected[i].name);
    }
}

Test(keys, what_names_no_key_is_refused)
{
    static const char *const names[] = {"",        "Rightt", "cc",   "Ctrl-", "Ctrl-1",
                                        "Ctrl-LL", "\x01",   "\x7f", "\xff",  "它它"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int key = 1234;
        cr_assert_not(av_key_parse(names[i], &key), "\"%s\"", names[i]);
        cr_assert_eq(key, 1234);
    }
}

Test(keys, names_are_cut_to_the_room_there_is)
{
    char small[4] = "???";
    cr_assert_str_eq(av_key_name(AV_KEY_PAGE_DOWN, small, sizeof small), "Pag");
    cr_assert_str_eq(av_key_name(0x1b83, small, 1), "");
}
