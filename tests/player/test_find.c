/* Finding tokens by their text, in any case of ASCII, or by what they mean. */
#include <criterion/criterion.h>

#include "attnviz/player/spot.h"
#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

/* <s> 小明 把 书 放在 桌子 上 ， 因为 它 ▸ 很 重 。 */
static void open_player(void)
{
    struct av_report report;
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, LESSONS "/pronoun.json", &report), AV_OK);
    av_report_finish(&report);
    kit_open(&player, &lesson);
    av_quiz_turn(&player, false);
    kit_go(&player, 9, AV_STAGE_SOFTMAX, 0, 0);
}

static void close_player(void)
{
    av_player_finish(&player);
    av_lesson_finish(&lesson);
}

TestSuite(find, .init = open_player, .fini = close_player);

Test(find, steps_to_the_next_that_matches_around)
{
    kit_press(&player, "/ 桌 Enter");
    cr_assert_eq(player.place.token, 5);
    cr_assert_eq(player.place.stage, AV_STAGE_SOFTMAX);
    kit_press(&player, "/ 重 Enter");
    cr_assert_eq(player.place.token, 11, "the text that was generated, too");
    kit_press(&player, "/ 桌 子 Enter");
    cr_assert_eq(player.place.token, 5, "around");
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.place.token, 5, "there is but one");
    cr_assert_eq(player.notice, AV_NOTICE_NONE);
}

Test(find, knows_what_a_token_means_in_any_case)
{
    kit_press(&player, "/ B O O Enter");
    cr_assert_eq(player.place.token, 3, "book");
    kit_press(&player, "/ x i a o Enter");
    cr_assert_eq(player.place.token, 1, "Xiaoming");
}

Test(find, nothing_typed_repeats_what_was_sought)
{
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NOTHING_SOUGHT);
    kit_press(&player, "/ e Enter"); /* very, heavy; around: (take), table, because */
    cr_assert_eq(player.place.token, 10);
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.place.token, 11);
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.place.token, 2);
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.place.token, 5);
}

Test(find, says_what_is_not_there)
{
    kit_press(&player, "/ q u x Enter");
    cr_assert_eq(player.place.token, 9);
    cr_assert_eq(player.notice, AV_NOTICE_NOT_FOUND);
    cr_assert_str_eq(player.sought, "qux");
    kit_press(&player, "/ 书 Escape");
    cr_assert_eq(player.place.token, 9, "given up");
    cr_assert_str_eq(player.sought, "qux");
}

static void assert_cursor(int row, int column)
{
    cr_assert(player.row == row && player.column == column, "row %d, column %d", player.row, player.column);
    cr_assert_eq(player.place.token, 9, "nobody steps");
}

Test(find, in_weights_goes_to_the_key_and_in_rows_to_the_row)
{
    kit_press(&player, "Tab / 桌 Enter");
    assert_cursor(9, 5);
    kit_press(&player, "/ 重 Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_FOUND, "it has not come yet");
    assert_cursor(9, 5);
    kit_press(&player, "Shift-Tab Shift-Tab");
    cr_assert_eq(player.focus, AV_VIEW_V);
    kit_press(&player, "z / b o o k Enter");
    assert_cursor(3, player.column);
    cr_assert(player.zoomed);
}

Test(find, in_the_vocabulary_goes_to_the_word)
{
    kit_go(&player, 9, AV_STAGE_LOGITS, 0, 0);
    kit_press(&player, "Tab Home / 重 Enter");
    cr_assert_eq(player.focus, AV_VIEW_LOGITS);
    cr_assert_str_eq(lesson.vocabulary[player.column], "重");
    kit_press(&player, "Shift-Tab");
    cr_assert_eq(player.focus, AV_VIEW_W_OUT);
    kit_press(&player, "/ Enter");
    cr_assert_str_eq(lesson.vocabulary[player.column], "重");
    kit_press(&player, "Space Tab / Enter");
    while (player.focus != AV_VIEW_NEXT)
        kit_press(&player, "Tab");
    kit_press(&player, "/ Enter");
    cr_assert_str_eq(lesson.vocabulary[player.run.candidates[player.row].token], "重");
}

Test(find, where_no_tokens_are_steps)
{
    kit_go(&player, 9, AV_STAGE_PROJECT, 0, 0);
    kit_press(&player, "Tab Shift-Tab");
    cr_assert_eq(player.focus, AV_VIEW_W_V);
    kit_press(&player, "/ 书 Enter");
    cr_assert_eq(player.place.token, 3);
    cr_assert_eq(player.focus, AV_VIEW_W_V);
}

/* A question asks what the model says next: nobody finds that out by looking for it. */
Test(find, not_what_a_question_covers)
{
    kit_go(&player, 9, AV_STAGE_LOGITS, 0, 0);
    av_quiz_turn(&player, true);
    cr_assert(av_player_covers_next(&player));
    av_prompt_open(&player, AV_PROMPT_FIND);
    kit_press(&player, "很 Enter");
    cr_assert_eq(player.place.token, 9);
    cr_assert_eq(player.notice, AV_NOTICE_NOT_FOUND);
    av_quiz_turn(&player, false);
    kit_press(&player, "/ Enter");
    cr_assert_eq(player.place.token, 10);
}
