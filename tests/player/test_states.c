/* What state each cell is in at each stage, with the cache and without, held against tables made by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kit.h"

/* A state as one character, so that a row of states can be read. */
static char sign(enum av_state state)
{
    static const char signs[] = {
        [AV_STATE_NEW] = '+',    [AV_STATE_REUSED] = '=', [AV_STATE_RECOMPUTED] = '!',
        [AV_STATE_MASKED] = 'x', [AV_STATE_DONE] = '-',   [AV_STATE_DISCARDED] = '.',
        [AV_STATE_NEVER] = 'o',  [AV_STATE_FUTURE] = ' ', [AV_STATE_WEIGHT] = 'W',
    };
    return signs[state];
}

static struct av_lesson lesson;
static struct av_player player;

/* 4 tokens, 2 layers. */
static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 5, 3, 1);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(states, .init = open_player, .fini = close_player);

static void without_cache(void)
{
    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert_not(player.cache_on);
}

static void assert_rows(enum av_view_id id, const char *expected)
{
    struct av_view view = av_view_of(&player, id);
    char found[8] = "";
    for (int row = 0; row < view.rows; row++) {
        found[row] = sign(av_view_row_state(&view, row));
        for (int column = 0; column < view.columns && !av_view_columns_are_tokens(&view); column++)
            cr_assert_eq(sign(av_view_cell(&view, row, column).state), found[row]);
    }
    cr_assert_str_eq(found, expected, "%s at %s of layer %d", av_view_name(id),
                     av_stage_name((enum av_stage)player.place.stage), player.place.layer);
}

static void assert_grid(enum av_view_id id, const char *const expected[4])
{
    struct av_view view = av_view_of(&player, id);
    for (int row = 0; row < 4; row++) {
        char found[8] = "";
        for (int column = 0; column < 4; column++)
            found[column] = sign(av_view_cell(&view, row, column).state);
        cr_assert_str_eq(found, expected[row], "row %d of %s at %s", row, av_view_name(id),
                         av_stage_name((enum av_stage)player.place.stage));
    }
}

/* At which stage of layer 1 (the second) each view's row of the current token appears, and how it stands before and
 * after with three tokens read. */
static const struct {
    enum av_view_id id;
    enum av_stage stage;
    const char *cached[2], *uncached[2];
} rows[] = {
    {AV_VIEW_EMBEDDING, AV_STAGE_EMBED, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_POSITION, AV_STAGE_EMBED, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_X, AV_STAGE_PROJECT, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_NORM_1, AV_STAGE_PROJECT, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_Q, AV_STAGE_PROJECT, {"..  ", "..+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_K, AV_STAGE_PROJECT, {"==  ", "==+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_V, AV_STAGE_PROJECT, {"==  ", "==+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_S, AV_STAGE_SCORES, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_A, AV_STAGE_SOFTMAX, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_MIX, AV_STAGE_MIX, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_JOINED, AV_STAGE_OUTPUT, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_OUTPUT, AV_STAGE_OUTPUT, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_SUM_1, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_NORM_2, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_UP, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_HIDDEN, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_FEED, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_SUM_2, AV_STAGE_BLOCK, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_FINAL_NORM, AV_STAGE_LOGITS, {"--  ", "--+ "}, {"..  ", "!!+ "}},
    {AV_VIEW_LOGITS, AV_STAGE_LOGITS, {"--  ", "--+ "}, {"..  ", "!!+ "}},
};

static void assert_rows_at_each_stage(bool cached)
{
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        kit_go(&player, 2, (enum av_stage)stage, 1, 0);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            int after = stage >= (int)rows[i].stage;
            assert_rows(rows[i].id, cached ? rows[i].cached[after] : rows[i].uncached[after]);
        }
    }
}

Test(states, rows_with_the_cache)
{
    assert_rows_at_each_stage(true);
}

Test(states, rows_without_the_cache)
{
    without_cache();
    assert_rows_at_each_stage(false);
}

Test(states, the_first_layer_s_x_comes_with_embedding)
{
    kit_go(&player, 2, AV_STAGE_EMBED, 0, 0);
    assert_rows(AV_VIEW_X, "--+ ");
    kit_go(&player, 2, AV_STAGE_EMBED, 1, 0);
    assert_rows(AV_VIEW_X, "--  ");
}

Test(states, a_layer_that_the_step_has_passed_is_all_there)
{
    kit_go(&player, 2, AV_STAGE_NEXT, 0, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_rows(rows[i].id, rows[i].cached[1]);
}

Test(states, a_layer_that_the_step_has_not_come_to_is_not)
{
    kit_go(&player, 2, AV_STAGE_BLOCK, 0, 0);
    assert_rows(AV_VIEW_SUM_2, "--+ ");
    assert_rows(AV_VIEW_LOGITS, "--  ");
    kit_go(&player, 2, AV_STAGE_PROJECT, 1, 0);
    assert_rows(AV_VIEW_SUM_2, "--  ");
}

Test(states, parameters_are_the_same_at_all_times)
{
    static const enum av_view_id weights[] = {AV_VIEW_W_Q, AV_VIEW_W_K, AV_VIEW_W_V, AV_VIEW_W_O, AV_VIEW_W_OUT};
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        kit_go(&player, 1, (enum av_stage)stage, 0, 0);
        for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
            struct av_view view = av_view_of(&player, weights[i]);
            cr_assert_eq(av_view_cell(&view, view.rows - 1, view.columns - 1).state, AV_STATE_WEIGHT);
        }
    }
}

Test(states, the_next_token_is_known_at_the_last_stage)
{
    kit_go(&player, 2, AV_STAGE_LOGITS, 0, 0);
    struct av_view view = av_view_of(&player, AV_VIEW_NEXT);
    cr_assert_eq(av_view_cell(&view, 0, 0).state, AV_STATE_FUTURE);
    kit_go(&player, 2, AV_STAGE_NEXT, 0, 0);
    cr_assert_eq(av_view_cell(&view, 6, 0).state, AV_STATE_FUTURE, "a view stays where it was taken");
    view = av_view_of(&player, AV_VIEW_NEXT);
    cr_assert_eq(av_view_cell(&view, 6, 0).state, AV_STATE_NEW);
}

Test(states, scores_with_the_cache_fall_into_four_blocks)
{
    static const char *const before[4] = {"-oo ", "--o ", "    ", "    "};
    static const char *const after[4] = {"-oo ", "--o ", "+++ ", "    "};
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        kit_go(&player, 2, (enum av_stage)stage, 0, 0);
        assert_grid(AV_VIEW_S, stage >= AV_STAGE_SCORES ? after : before);
        assert_grid(AV_VIEW_A, stage >= AV_STAGE_SOFTMAX ? after : before);
    }
}

Test(states, scores_without_the_cache_are_whole_until_the_mask)
{
    static const char *const before[4] = {"..  ", "..  ", "    ", "    "};
    static const char *const raw[4] = {"!!+ ", "!!+ ", "+++ ", "    "};
    static const char *const masked[4] = {"!xx ", "!!x ", "+++ ", "    "};
    without_cache();
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        kit_go(&player, 2, (enum av_stage)stage, 0, 0);
        assert_grid(AV_VIEW_S, stage < AV_STAGE_SCORES ? before : stage < AV_STAGE_MASK ? raw : masked);
        assert_grid(AV_VIEW_A, stage < AV_STAGE_SOFTMAX ? before : masked);
    }
}

static void open_rule(enum av_mask mask)
{
    av_player_finish(&player);
    lesson.rule.mask = mask;
    kit_open(&player, &lesson);
}

Test(states, multiplying_masks_scores_but_leaves_weights)
{
    static const char *const raw[4] = {"!!+ ", "!!+ ", "+++ ", "    "};
    static const char *const masked[4] = {"!xx ", "!!x ", "+++ ", "    "};
    open_rule(AV_MASK_MULTIPLIED);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    assert_grid(AV_VIEW_S, masked);
    assert_grid(AV_VIEW_A, raw);
    struct av_view scores = av_view_of(&player, AV_VIEW_S), weights = av_view_of(&player, AV_VIEW_A);
    cr_assert_eq(av_view_cell(&scores, 0, 2).value, 0);
    cr_assert_gt(av_view_cell(&weights, 0, 2).value, 0);
}

Test(states, a_banned_token_is_masked_for_all_others)
{
    static const bool banned[4] = {[0] = true};
    static const char *const causal[4] = {"!xx ", "x!x ", "x++ ", "    "}, *const none[4] = {"!!+ ", "x!+ ", "x++ ",
                                                                                             "    "};
    lesson.rule.banned = banned;
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        open_rule((enum av_mask)mask);
        without_cache();
        kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
        assert_grid(AV_VIEW_S, mask == AV_MASK_NONE ? none : causal);
        if (mask != AV_MASK_MULTIPLIED)
            assert_grid(AV_VIEW_A, mask == AV_MASK_NONE ? none : causal);
        struct av_view scores = av_view_of(&player, AV_VIEW_S);
        cr_assert_eq(av_view_row_state(&scores, 2), AV_STATE_NEW, "of a row whose first column is masked");
    }
}

Test(states, without_a_mask_nothing_is_masked)
{
    static const char *const all[4] = {"!!+ ", "!!+ ", "+++ ", "    "};
    open_rule(AV_MASK_NONE);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    assert_grid(AV_VIEW_S, all);
    assert_grid(AV_VIEW_A, all);
}

Test(states, cells_have_values_exactly_where_numbers_are_kept)
{
    for (int cached = 1; cached >= 0; cached--) {
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
            kit_go(&player, 2, (enum av_stage)stage, 1, 1);
            for (int id = 0; id < AV_VIEW_COUNT; id++) {
                struct av_view view = av_view_of(&player, (enum av_view_id)id);
                for (int i = 0; i < view.rows * view.columns; i++) {
                    struct av_cell cell = av_view_cell(&view, i / view.columns, i % view.columns);
                    cr_assert_eq(cell.has_value, strchr(".o ", sign(cell.state)) == NULL);
                    cr_assert(cell.has_value || cell.value == 0);
                }
            }
        }
        kit_do(&player, AV_COMMAND_CACHE);
    }
}
