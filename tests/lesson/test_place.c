#include <criterion/criterion.h>

#include <string.h>

#include "fixture.h"

static void assert_place(const struct av_place *place, int token, int stage, int layer, int head)
{
    cr_assert_eq(place->token, token, "token %d", place->token);
    cr_assert_eq(place->stage, stage, "stage %d", place->stage);
    cr_assert_eq(place->layer, layer, "layer %d", place->layer);
    cr_assert_eq(place->head, head, "head %d", place->head);
}

Test(place, start_and_notes_are_read_and_counted_from_0)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    assert_place(&lesson.start, 1, AV_STAGE_SCORES, 0, 1);
    cr_assert_not(lesson.cache_on);
    cr_assert_eq(lesson.n_note, 2);
    const struct av_note *one = &lesson.notes[0], *two = &lesson.notes[1];
    assert_place(&one->place, 1, AV_STAGE_SOFTMAX, AV_ANY, AV_ANY); /* 书 is the prompt's second */
    cr_assert_eq(one->when, AV_WHEN_ALWAYS);
    cr_assert_eq(one->matrix, AV_VIEW_A);
    cr_assert_eq(one->row, 1);
    cr_assert_eq(one->column, 0);
    cr_assert_str_eq(one->words.in[AV_ENGLISH], "One");
    cr_assert_str_eq(one->words.in[AV_CHINESE], "一");
    assert_place(&two->place, AV_ANY, AV_ANY, AV_ANY, 1);
    cr_assert_eq(two->when, AV_WHEN_CACHE_ON);
    cr_assert_eq(two->matrix, AV_ANY);
    cr_assert_eq(two->row, AV_ANY);
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES("'cache': true", "'cache': false", "'row': 2, ", ""));
    cr_assert_eq(lesson.notes[1].when, AV_WHEN_CACHE_OFF);
    cr_assert_eq(lesson.notes[0].row, AV_ANY, "the whole column");
    av_lesson_finish(&lesson);
}

Test(place, what_is_left_out_has_a_default)
{
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("'start': {'token': 2, 'stage': 'scores', 'layer': 1, 'head': 2, 'cache': false},\n", "",
                 "'at': {'head': 2}, ", ""));
    assert_place(&lesson.start, 0, AV_STAGE_EMBED, 0, 0);
    cr_assert(lesson.cache_on && !lesson.prefill && !lesson.notes[0].prefill);
    assert_place(&lesson.notes[1].place, AV_ANY, AV_ANY, AV_ANY, AV_ANY);
    av_lesson_finish(&lesson);
}

Test(place, start_is_in_the_lesson)
{
    assert_faults("{'token': 2, 'stage': 'scores', 'layer': 1, 'head': 2, 'cache': false}",
                  "{'token': 5, 'stage': 'score', 'layer': 0, 'head': 3, 'cache': 1, 'Token': 1}",
                  "x.json: $.start: unknown key \"Token\"; did you mean \"token\"?\n"
                  "x.json: $.start.token: an integer from 1 to 4 expected, 5 found\n"
                  "x.json: $.start.stage: \"embed\", \"project\", \"append\", \"scores\", \"scale\", \"mask\", "
                  "\"softmax\", \"mix\", "
                  "\"output\", \"block\", \"logits\" or \"next\" expected, \"score\" found; did you mean \"scores\"?\n"
                  "x.json: $.start.layer: an integer from 1 to 1 expected, 0 found\n"
                  "x.json: $.start.head: an integer from 1 to 2 expected, 3 found\n"
                  "x.json: $.start.cache: true or false expected, 1 found");
    assert_faults("'start': {'token': 2, 'stage': 'scores', 'layer': 1, 'head': 2, 'cache': false}", "'start': 7",
                  "x.json: $.start: an object expected, 7 found");
}

Test(place, a_stage_has_to_exist_in_the_model)
{
    cr_assert_str_eq(faults(plain, CHANGES("'d_k': 2", "'d_k': 2, 'residual': false", "'softmax'", "'block'")),
                     "x.json: $.notes[0].at.stage: a stage of this model expected, \"block\" found");
    cr_assert_str_eq(faults(plain, CHANGES("'softmax'", "'block'")), "");
}

Test(place, a_token_may_be_named_where_it_stands_once)
{
    assert_faults(
        "'token': '书'", "'token': 'cat'",
        "x.json: $.notes[0].at.token: \"cat\" once in the prompt expected, 0 times found; its number says which is "
        "meant");
    assert_faults(
        "'token': '书'", "'token': 'Cat'",
        "x.json: $.notes[0].at.token: a token of the vocabulary expected, \"Cat\" found; did you mean \"cat\"?");
    assert_faults(
        "'prompt': ['<s>', '书'],\n 'generate': 2", "'prompt': ['书', '书'], 'generate': 2",
        "x.json: $.notes[0].at.token: \"书\" once in the prompt expected, 2 times found; its number says which is "
        "meant");
    assert_faults("'token': '书'", "'token': 4", "");
    assert_faults("'token': '书'", "'token': true",
                  "x.json: $.notes[0].at.token: an integer from 1 to 4 expected, true found");
}

Test(place, banned_tokens_are_named_as_those_of_places)
{
    const char *from = "'generate': 2,";
    struct av_lesson lesson;
    load(&lesson, plain, CHANGES(from, "'generate': 2, 'rule': {'mask': 'none', 'banned': [4, '书']},"));
    const bool expected[4] = {false, true, false, true};
    for (int i = 0; i < 4; i++)
        cr_assert_eq(lesson.rule.banned[i], expected[i], "%d", i);
    cr_assert_eq(lesson.rule.mask, AV_MASK_NONE);
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES(from, "'generate': 1, 'rule': {'banned': [1]},"));
    cr_assert(lesson.rule.banned[0] && !lesson.rule.banned[3], "as long as the model's context");
    av_lesson_finish(&lesson);
    const char *const none[] = {"'generate': 2,", "'generate': 2, 'rule': {'banned': []},"};
    for (size_t i = 0; i < 2; i++) {
        load(&lesson, plain, CHANGES(from, none[i]));
        cr_assert_null(lesson.rule.banned);
        av_lesson_finish(&lesson);
    }
}

Test(place, a_ban_is_of_a_token_of_the_lesson_and_said_once)
{
    assert_faults("'generate': 2,", "'generate': 1, 'rule': {'banned': [0, 4, 1.5, '猫', 'cat', 2, '书', true]},",
                  "x.json: $.rule.banned[0]: an integer from 1 to 3 expected, 0 found\n"
                  "x.json: $.rule.banned[1]: an integer from 1 to 3 expected, 4 found\n"
                  "x.json: $.rule.banned[2]: an integer from 1 to 3 expected, 1.5 found\n"
                  "x.json: $.rule.banned[3]: a token of the vocabulary expected, \"猫\" found\n"
                  "x.json: $.rule.banned[4]: \"cat\" once in the prompt expected, 0 times found; its number says which "
                  "is meant\n"
                  "x.json: $.rule.banned[6]: each token once expected, token 2 found twice\n"
                  "x.json: $.rule.banned[7]: an integer from 1 to 3 expected, true found");
    assert_faults("'generate': 2,", "'generate': 2, 'rule': {'banned': 4},",
                  "x.json: $.rule.banned: an array of tokens expected, 4 found");
    assert_faults("'generate': 2,", "'generate': 3, 'rule': {'banned': [4, 5, 6, 4000]},",
                  "x.json: $.generate: at most 2 expected (n_ctx 4, less 2 of the prompt), 3 found");
}

Test(place, cells_are_in_their_matrices)
{
    const char *from = "{'matrix': 'A', 'row': 2, 'column': 1}";
    const char *const wrong[][2] = {{"{'row': 1}", "expected, nothing found"},
                                    {"{'matrix': 'Z'}", "expected, \"Z\" found"}};
    const char *start = "x.json: $.notes[0].cell.matrix: \"E\", \"P\", \"E_s\", \"P_s\", \"x_s\", \"x\", ";
    for (size_t i = 0; i < 2; i++) {
        const char *found = faults(plain, CHANGES(from, wrong[i][0]));
        cr_assert(strncmp(found, start, strlen(start)) == 0 && strstr(found, wrong[i][1]), "%s", found);
    }
    /* at token 2 there are two rows */
    assert_faults(from, "{'matrix': 'A', 'row': 3, 'column': 3}",
                  "x.json: $.notes[0].cell.row: an integer from 1 to 2 expected, 3 found\n"
                  "x.json: $.notes[0].cell.column: an integer from 1 to 2 expected, 3 found");
    assert_faults(from, "{'matrix': 'K', 'row': 2, 'column': 3}",
                  "x.json: $.notes[0].cell.column: an integer from 1 to 2 expected, 3 found");
    assert_faults(from, "{'matrix': 'V', 'row': 0, 'column': 1}",
                  "x.json: $.notes[0].cell.row: an integer from 1 to 2 expected, 0 found");
    assert_faults(from, "{'matrix': 'W_O', 'row': 3, 'column': 4}",
                  "x.json: $.notes[0].cell.row: an integer from 1 to 2 expected, 3 found\n"
                  "x.json: $.notes[0].cell.column: an integer from 1 to 3 expected, 4 found");
    assert_faults(from, "{'matrix': 'p', 'row': 4, 'column': 1}",
                  "x.json: $.notes[0].cell.row: an integer from 1 to 3 expected, 4 found");
    assert_faults(from, "{'matrix': 'G', 'row': 1, 'column': 1}",
                  "x.json: $.notes[0].cell.matrix: a matrix of this model expected, \"G\" found");
    assert_faults(from, "{'matrix': 'N1'}",
                  "x.json: $.notes[0].cell.matrix: a matrix of this model expected, \"N1\" found");
    assert_faults(from, "{'matrix': 'A', 'col': 1}",
                  "x.json: $.notes[0].cell: unknown key \"col\"; did you mean \"column\"?");
    /* anywhere: as many rows as there will ever be */
    cr_assert_str_eq(faults(plain, CHANGES("'at': {'token': '书', 'stage': 'softmax'}, ", "", from,
                                           "{'matrix': 'Q', 'row': 5, 'column': 2}")),
                     "x.json: $.notes[0].cell.row: an integer from 1 to 4 expected, 5 found");
}

Test(place, notes_speak_both_languages)
{
    assert_faults("'en': 'One', 'zh': '一'", "'en': 'One'",
                  "x.json: $.notes[0].zh: a text in Chinese expected, nothing found");
    assert_faults("'en': 'One', 'zh': '一'", "'en': '', 'zh': ['一']",
                  "x.json: $.notes[0].en: a text in English expected, \"\" found\n"
                  "x.json: $.notes[0].zh: a text in Chinese expected, an array of 1 found");
    assert_faults("'en': 'One', 'zh': '一'", "'en': 'One', 'zh': '一', 'fr': 'Un'",
                  "x.json: $.notes[0]: unknown key \"fr\"");
    assert_faults("'at': {'head': 2}", "'at': {'heads': 2}",
                  "x.json: $.notes[1].at: unknown key \"heads\"; did you mean \"head\"?");
    assert_faults("'cache': true", "'cache': 'on'", "x.json: $.notes[1].cache: true or false expected, \"on\" found");
}

Test(place, what_is_said_of_a_step_that_reads_a_prompt_at_once_is_said_there_alone)
{
    struct av_lesson lesson;
    load(&lesson, plain,
         CHANGES("'cache': false}", "'cache': false, 'prefill': true}", "'cache': true", "'prefill': true"));
    const struct av_place there = {1, AV_STAGE_SOFTMAX, 0, 1, AV_LENS_PANELS};
    cr_assert(lesson.prefill && !lesson.notes[0].prefill && lesson.notes[1].prefill);
    cr_assert_eq(av_lesson_note(&lesson, &there, true, false), &lesson.notes[0]);
    cr_assert_eq(av_lesson_note(&lesson, &there, true, true), &lesson.notes[1], "though the other names more");
    av_lesson_finish(&lesson);
    assert_faults("'cache': true", "'prefill': 1", "x.json: $.notes[1].prefill: true or false expected, 1 found");
    assert_faults("'cache': false}", "'prefill': 'on'}",
                  "x.json: $.start.prefill: true or false expected, \"on\" found");
}

Test(place, what_is_said_of_a_rule_is_said_under_it_alone_and_before_what_names_less)
{
    struct av_lesson lesson;
    load(&lesson, plain, CHANGES("'cache': true", "'rule': {'mask': 'none', 'scaled': false}"));
    const struct av_place there = {1, AV_STAGE_SOFTMAX, 0, 1, AV_LENS_PANELS};
    cr_assert(lesson.notes[0].mask == AV_ANY && lesson.notes[0].scaled == AV_ANY);
    cr_assert(lesson.notes[1].mask == AV_MASK_NONE && lesson.notes[1].scaled == 0);
    lesson.notes[1].place = lesson.notes[0].place;
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        for (int scaled = 0; scaled <= 1; scaled++) {
            lesson.rule = (struct av_rule){.mask = (enum av_mask)mask, .scaled = scaled};
            bool other = mask == AV_MASK_NONE && !scaled;
            cr_assert_eq(av_lesson_note(&lesson, &there, true, false), &lesson.notes[other], "%d %d", mask, scaled);
        }
    }
    av_lesson_finish(&lesson);
    load(&lesson, plain, CHANGES("'cache': true", "'rule': {}"));
    cr_assert(lesson.notes[1].mask == AV_ANY && lesson.notes[1].scaled == AV_ANY);
    av_lesson_finish(&lesson);
    assert_faults("'cache': true", "'rule': {'mask': 'non'}",
                  "x.json: $.notes[1].rule.mask: \"causal\", \"multiplied\" or \"none\" expected, \"non\" found; did "
                  "you mean \"none\"?");
    assert_faults("'cache': true", "'rule': {'banned': [1]}", "x.json: $.notes[1].rule: unknown key \"banned\"");
    assert_faults("'cache': true", "'rule': {'scaled': 0}",
                  "x.json: $.notes[1].rule.scaled: true or false expected, 0 found");
}

Test(place, the_note_that_names_the_most_is_shown)
{
    struct av_lesson lesson;
    load(&lesson, plain, NULL);
    const struct av_place there = {1, AV_STAGE_SOFTMAX, 0, 1, AV_LENS_PANELS},
                          elsewhere = {0, AV_STAGE_SOFTMAX, 0, 1, AV_LENS_PANELS};
    const struct av_place nowhere = {0, AV_STAGE_MIX, 0, 0, AV_LENS_PANELS};
    cr_assert_eq(av_lesson_note(&lesson, &there, false, false), &lesson.notes[0]);
    cr_assert_eq(av_lesson_note(&lesson, &there, true, false), &lesson.notes[0],
                 "the earlier of two that name two things");
    cr_assert_eq(av_lesson_note(&lesson, &elsewhere, true, false), &lesson.notes[1]);
    cr_assert_null(av_lesson_note(&lesson, &elsewhere, false, false));
    cr_assert_null(av_lesson_note(&lesson, &nowhere, true, false));
    av_lesson_finish(&lesson);
}
