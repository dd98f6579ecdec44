/* Reloading: a player goes on in another lesson at the same place, as if it had been opened there, with what the
 * learner set. */
#include <criterion/criterion.h>
#include <string.h>

#include "attnviz/player/reload.h"
#include "kit.h"

static struct av_lesson first, second;
static struct av_player player, fresh;

static void open_first(const struct av_config *config, int n_prompt, int n_generate)
{
    kit_lesson_init(&first, config, 1, n_prompt, n_generate);
    kit_open(&player, &first);
}

/* The player goes on in the second lesson; the first is no more, so that nothing can still refer to it. */
static void reload(void)
{
    struct av_error error = {0};
    cr_assert_eq(av_player_reload(&player, &second, &error), AV_OK, "%s", error.message);
    kit_lesson_finish(&first);
    memset(&first, 0, sizeof first);
    cr_assert_eq(player.lesson, &second);
}

static void close_all(void)
{
    kit_close(&player, &second);
}

static void ask(struct av_lesson *lesson, const char *const *words, int n)
{
    lesson->questions = av_arena_allocate(&lesson->arena, (size_t)n, sizeof *lesson->questions);
    for (int i = 0; i < n; i++) {
        struct av_question *question = &lesson->questions[i];
        *question = (struct av_question){.place = {i + 1, AV_STAGE_SCORES, AV_ANY, AV_ANY, AV_LENS_PANELS},
                                         .kind = AV_QUESTION_NUMBER,
                                         .answer = {.kind = AV_ANSWER_VALUE, .matrix = AV_VIEW_S}};
        question->ask.in[AV_ENGLISH] = question->ask.in[AV_CHINESE] = words[i];
        question->reason.in[AV_ENGLISH] = question->reason.in[AV_CHINESE] = "because";
    }
    lesson->n_question = n;
}

static const struct av_question *question_of(const char *words)
{
    for (int i = 0; i < player.lesson->n_question; i++)
        if (strcmp(player.lesson->questions[i].ask.in[AV_ENGLISH], words) == 0)
            return &player.lesson->questions[i];
    return NULL;
}

static enum av_mark mark_of(const char *words)
{
    return player.quiz.entries[question_of(words) - player.lesson->questions].mark;
}

Test(reload, stays_at_its_place_with_the_numbers_of_the_new_lesson)
{
    struct av_config config = kit_config();
    open_first(&config, 4, 3);
    kit_lesson_init(&second, &config, 2, 4, 3);
    kit_press(&player, "c L t v >");
    kit_go(&player, 5, AV_STAGE_SOFTMAX, 1, 1);
    kit_press(&player, "Tab Up Left");
    struct av_player before = player;
    reload();
    cr_assert_eq(memcmp(&player.place, &before.place, sizeof before.place), 0);
    cr_assert(!player.cache_on && player.language == AV_CHINESE && player.theme == before.theme);
    cr_assert(player.look == before.look && player.digits == before.digits);
    cr_assert(player.focused && player.focus == before.focus);
    cr_assert(player.row == before.row && player.column == before.column);
    cr_assert_eq(player.notice, AV_NOTICE_RELOADED);

    kit_open(&fresh, &second);
    for (int t = 0; t < fresh.run.n_token; t++)
        cr_assert_eq(av_player_token(&player, t), av_player_token(&fresh, t));
    kit_press(&fresh, "c");
    kit_go(&fresh, 5, AV_STAGE_SOFTMAX, 1, 1);
    struct av_view now = av_view_of(&player, AV_VIEW_A), expected = av_view_of(&fresh, AV_VIEW_A);
    for (int column = 0; column < 6; column++) {
        float a = av_view_cell(&now, 5, column).value, b = av_view_cell(&expected, 5, column).value;
        cr_assert_eq(memcmp(&a, &b, sizeof a), 0);
    }
    av_player_finish(&fresh);
    close_all();
}

Test(reload, keeps_within_a_smaller_lesson)
{
    struct av_config config = kit_config(), small = config;
    small.n_layer = small.n_head = small.n_kv_head = 1;
    small.feed_forward = AV_FEED_FORWARD_NONE;
    small.d_ff = 0;
    open_first(&config, 6, 4);
    kit_lesson_init(&second, &small, 2, 2, 1);
    kit_go(&player, 9, AV_STAGE_BLOCK, 1, 1);
    kit_press(&player, "Tab");
    player.focus = AV_VIEW_HIDDEN;
    reload();
    cr_assert(player.place.token == 2 && player.place.layer == 0 && player.place.head == 0);
    cr_assert_eq(player.place.stage, AV_STAGE_BLOCK);
    cr_assert_not(player.focused, "the panel is not there");
    close_all();
}

Test(reload, has_no_cache_where_the_new_rule_has_none)
{
    struct av_config config = kit_config();
    open_first(&config, 4, 1);
    kit_lesson_init(&second, &config, 2, 4, 1);
    second.rule.mask = AV_MASK_NONE;
    reload();
    cr_assert_not(player.cache_on);
    kit_lesson_init(&first, &config, 3, 4, 1);
    struct av_error error;
    cr_assert_eq(av_player_reload(&player, &first, &error), AV_OK);
    cr_assert(player.cache_on, "it was wanted all the time");
    kit_close(&player, &first);
    kit_lesson_finish(&second);
}

Test(reload, keeps_marks_with_their_questions)
{
    static const char *const before[] = {"one", "two", "three"}, *const after[] = {"new", "three", "one"};
    struct av_config config = kit_config();
    open_first(&config, 4, 2);
    av_player_finish(&player);
    ask(&first, before, 3);
    kit_open(&player, &first);
    kit_lesson_init(&second, &config, 1, 4, 2);
    ask(&second, after, 3);
    kit_go(&player, 1, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "9 9 9 Enter 9 9 9 Enter"); /* wrong, twice */
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "A");
    reload();
    cr_assert_eq(mark_of("one"), AV_MARK_WRONG);
    cr_assert_eq(mark_of("three"), AV_MARK_WRONG, "its answer was asked for");
    cr_assert_eq(mark_of("new"), AV_MARK_NONE);
    kit_go(&player, 1, AV_STAGE_SCORES, 0, 0);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_eq(av_quiz_question(&player), question_of("new"));
    close_all();
}

Test(reload, keeps_a_question_that_is_open_and_what_is_typed)
{
    static const char *const before[] = {"one", "two"}, *const after[] = {"one", "another"};
    struct av_config config = kit_config();
    open_first(&config, 4, 2);
    av_player_finish(&player);
    ask(&first, before, 2);
    kit_open(&player, &first);
    kit_lesson_init(&second, &config, 1, 4, 2);
    ask(&second, after, 2);
    kit_go(&player, 1, AV_STAGE_SCORES, 0, 0);
    kit_press(&player, "1 . 5");
    reload();
    cr_assert_eq(player.quiz.phase, AV_QUIZ_OPEN);
    cr_assert_str_eq(player.quiz.typed, "1.5");
    kit_press(&player, "A");
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED);
    kit_lesson_init(&first, &config, 1, 4, 2);
    ask(&first, before, 2);
    struct av_error error;
    cr_assert_eq(av_player_reload(&player, &first, &error), AV_OK);
    cr_assert_eq(player.quiz.phase, AV_QUIZ_ANSWERED, "an answer stays to be read");
    cr_assert_eq(player.quiz.verdict, AV_VERDICT_SHOWN);
    kit_close(&player, &first);
    kit_lesson_finish(&second);
}

Test(reload, leaves_changes_behind_and_says_so)
{
    struct av_config config = kit_config();
    open_first(&config, 4, 2);
    kit_lesson_init(&second, &config, 1, 4, 2);
    kit_press(&player, "m");
    cr_assert(av_experiment_changed(&player));
    reload();
    cr_assert_not(av_experiment_changed(&player));
    cr_assert_eq(player.run.lesson->rule.mask, AV_MASK_CAUSAL);
    cr_assert_eq(player.notice, AV_NOTICE_RELOADED_UNCHANGED);
    kit_press(&player, "u");
    cr_assert_eq(player.notice, AV_NOTICE_NOTHING_TO_UNDO);
    close_all();
}

/* Whatever is open when it happens. */
Test(reload, never_stumbles)
{
    static const char *const keys[] = {"Tab", "Enter", "Right", "Down", "f", "m", "=",   "z",     "?",
                                       "G",   "4",     "6",     "7",    "8", "c", "]",   "}",     "i",
                                       "e",   "/",     "g",     "v",    "R", "a", "End", "Escape"};
    struct random_numbers random = {77};
    struct av_config configs[3] = {kit_config(), kit_config(), kit_config()};
    configs[1].n_layer = configs[1].n_head = configs[1].n_kv_head = 1;
    configs[2].position = AV_POSITION_ROTARY;
    configs[2].vocab_size = 4;
    configs[2].norm = AV_NORM_RMS;
    configs[2].n_kv_head = 1;
    struct av_lesson lessons[2];
    struct av_error error;
    kit_lesson_init(&lessons[0], &configs[0], 1, 3, 2);
    kit_open(&player, &lessons[0]);
    for (int round = 1; round <= 150; round++) {
        struct av_lesson *now = &lessons[round % 2], *old = &lessons[(round + 1) % 2];
        for (int i = 0; i < 12 && !player.quit; i++)
            kit_press(&player, keys[random_below(&random, (int)(sizeof keys / sizeof *keys))]);
        kit_lesson_init(now, &configs[random_below(&random, 3)], (uint64_t)round, 1 + random_below(&random, 5),
                        random_below(&random, 4));
        cr_assert_eq(av_player_reload(&player, now, &error), AV_OK);
        kit_lesson_finish(old);
        cr_assert(player.place.token < player.run.n_token);
    }
    av_player_finish(&player);
    kit_lesson_finish(&lessons[150 % 2]);
}
