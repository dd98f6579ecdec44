#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/explain.h"
#include "attnviz/player/spot.h"
#include "attnviz/player/step.h"
#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

/* 4 tokens of prompt and 3 generated. */
static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 1, 4, 3);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static bool same_place(const struct av_place *a, const struct av_place *b)
{
    return a->token == b->token && a->stage == b->stage && a->layer == b->layer && a->head == b->head;
}

TestSuite(player, .init = open_player, .fini = close_player);

Test(player, steps_through_every_stage_of_every_token_and_back)
{
    struct av_place places[7 * 21], last;
    int n = 0;
    do {
        places[n++] = last = player.place;
        kit_do(&player, AV_COMMAND_STAGE_NEXT);
    } while (n < 7 * 21 && !same_place(&player.place, &last));
    cr_assert_eq(n, 7 * (1 + 2 * 9 + 2), "7 tokens, 2 layers");
    for (int i = n - 1; i >= 0; i--) {
        cr_assert(same_place(&player.place, &places[i]), "place %d", i);
        kit_do(&player, AV_COMMAND_STAGE_BACK);
    }
    cr_assert(same_place(&player.place, &places[0]), "it stays at the beginning");
}

Test(player, jumps_between_tokens_and_keeps_stage_layer_and_head)
{
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 1, 1);
    kit_do(&player, AV_COMMAND_TOKEN_NEXT);
    cr_assert(same_place(&player.place, &(struct av_place){3, AV_STAGE_SOFTMAX, 1, 1, AV_LENS_PANELS}));
    kit_do(&player, AV_COMMAND_TOKEN_BACK);
    kit_do(&player, AV_COMMAND_TOKEN_BACK);
    cr_assert(same_place(&player.place, &(struct av_place){1, AV_STAGE_SOFTMAX, 1, 1, AV_LENS_PANELS}));
    kit_do(&player, AV_COMMAND_LAST);
    cr_assert(same_place(&player.place, &(struct av_place){6, AV_STAGE_NEXT, 1, 1, AV_LENS_PANELS}));
    kit_do(&player, AV_COMMAND_TOKEN_NEXT);
    cr_assert_eq(player.place.token, 6);
    kit_do(&player, AV_COMMAND_FIRST);
    cr_assert(same_place(&player.place, &(struct av_place){0, AV_STAGE_EMBED, 0, 1, AV_LENS_PANELS}));
    kit_do(&player, AV_COMMAND_TOKEN_BACK);
    cr_assert_eq(player.place.token, 0);
}

Test(player, keeps_a_place_within_the_lesson)
{
    kit_go(&player, 99, (enum av_stage)99, 99, 99);
    cr_assert(same_place(&player.place, &(struct av_place){6, AV_STAGE_NEXT, 1, 1, AV_LENS_PANELS}));
    kit_go(&player, AV_ANY, AV_STAGE_MIX, AV_ANY, 0);
    cr_assert(same_place(&player.place, &(struct av_place){6, AV_STAGE_MIX, 1, 0, AV_LENS_PANELS}));
    kit_go(&player, -7, AV_STAGE_EMBED, -7, -7);
    cr_assert(same_place(&player.place, &(struct av_place){0, AV_STAGE_EMBED, 0, 0, AV_LENS_PANELS}));
}

Test(player, heads_and_layers_stop_at_their_ends)
{
    kit_go(&player, 3, AV_STAGE_SCORES, 0, 0);
    kit_do(&player, AV_COMMAND_HEAD_BACK);
    kit_do(&player, AV_COMMAND_LAYER_BACK);
    cr_assert(same_place(&player.place, &(struct av_place){3, AV_STAGE_SCORES, 0, 0, AV_LENS_PANELS}));
    for (int i = 0; i < 3; i++) {
        kit_do(&player, AV_COMMAND_HEAD_NEXT);
        kit_do(&player, AV_COMMAND_LAYER_NEXT);
    }
    cr_assert(same_place(&player.place, &(struct av_place){3, AV_STAGE_SCORES, 1, 1, AV_LENS_PANELS}));
}

Test(player, generates_what_recomputing_each_prefix_would)
{
    struct av_trace trace;
    struct av_error error;
    int tokens[8];
    cr_assert_eq(av_trace_init(&trace, &lesson.model, lesson.rule, 7, &error), AV_OK);
    memcpy(tokens, lesson.prompt, 4 * sizeof *tokens);
    for (int n = 4; n <= 7; n++) {
        cr_assert_eq(av_decoder_recompute(&trace, tokens, n, &error), AV_OK);
        tokens[n] = 0;
        for (int id = 1; id < 7; id++) {
            if (av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, n - 1, id) >
                av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, n - 1, tokens[n]))
                tokens[n] = id;
        }
        cr_assert_eq(av_player_next_token(&player, n - 1), tokens[n]);
    }
    for (int i = 0; i < 7; i++)
        cr_assert_eq(av_player_token(&player, i), tokens[i]);
    cr_assert_str_eq(av_player_token_text(&player, 2), lesson.vocabulary[tokens[2]]);
    av_trace_finish(&trace);
}

Test(player, has_run_compared_and_counted_all_that_a_place_shows)
{
    for (int t = 0; t < 7; t += 2) {
        kit_go(&player, t, AV_STAGE_EMBED, 0, 0);
        const struct av_comparison *comparison = &player.run.comparisons[t];
        cr_assert_gt(comparison->values, 0);
        cr_assert_eq(comparison->different, 0);
        cr_assert_eq(comparison->max_difference, 0);
        cr_assert(av_player_counts_known(&player, t));
        for (int earlier = 0; earlier <= t; earlier++) {
            uint64_t uncached = av_work_multiply_adds(&player.run.uncached_work[earlier]);
            uint64_t cached = av_work_multiply_adds(&player.run.cached.work[earlier]);
            cr_assert_gt(cached, 0);
            cr_assert(earlier == 0 ? uncached == cached : uncached > cached, "token %d", earlier);
        }
    }
    cr_assert_eq(av_player_counts_known(&player, 6), true, "the last was looked at");
}

Test(player, projections_without_a_cache_cost_a_row_for_each_token_so_far)
{
    kit_do(&player, AV_COMMAND_LAST);
    for (int t = 0; t < 7; t++)
        cr_assert_eq(player.run.uncached_work[t].multiply_adds[AV_WORK_PROJECT],
                     (uint64_t)(t + 1) * player.run.cached.work[t].multiply_adds[AV_WORK_PROJECT]);
}

Test(player, shows_the_trace_of_the_way_that_is_switched_on)
{
    kit_go(&player, 3, AV_STAGE_MIX, 0, 0);
    cr_assert_eq(av_player_trace(&player), &player.run.cached);
    cr_assert_eq(player.run.cached.n, 7, "it stays whole");
    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert_not(player.cache_on);
    cr_assert_eq(av_player_trace(&player), &player.run.uncached);
    cr_assert_eq(player.run.uncached.n, 4);
    kit_do(&player, AV_COMMAND_TOKEN_BACK);
    cr_assert_eq(player.run.uncached.n, 3, "the step that is looked at was really run");
    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert_eq(av_player_trace(&player), &player.run.cached);
}

static bool asking(void)
{
    return av_player_context(&player) == AV_CONTEXT_ASKING;
}

Test(player, goes_to_a_token_by_its_number)
{
    kit_go(&player, 0, AV_STAGE_MASK, 1, 0);
    kit_press(&player, "g");
    cr_assert(asking());
    kit_press(&player, "x 9 Backspace 5");
    cr_assert_str_eq(player.prompt.text, "5");
    kit_press(&player, "Enter");
    cr_assert_not(asking());
    cr_assert(same_place(&player.place, &(struct av_place){4, AV_STAGE_MASK, 1, 0, AV_LENS_PANELS}));

    kit_press(&player, "g 1 2 3 4 5");
    cr_assert_str_eq(player.prompt.text, "1234", "four digits are enough");
    kit_press(&player, "Escape");
    cr_assert_not(asking());
    cr_assert_eq(player.place.token, 4);

    static const char *const outside[] = {"g 8 Enter", "g 9 9 9 9 Enter", "g 0 Enter", "g 0 0 Enter"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        kit_press(&player, outside[i]);
        cr_assert_not(asking());
        cr_assert_eq(player.place.token, 4, "%s leads nowhere", outside[i]);
        cr_assert_eq(player.notice, AV_NOTICE_NO_SUCH_TOKEN);
        kit_press(&player, "g");
        cr_assert_eq(player.notice, AV_NOTICE_NONE);
        kit_press(&player, "Escape");
    }
    kit_press(&player, "g 7 Enter");
    cr_assert_eq(player.place.token, 6);
    cr_assert_eq(player.notice, AV_NOTICE_NONE);
    kit_press(&player, "g 7 Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NONE, "it is there");
    kit_press(&player, "g 1 Enter");
    cr_assert_eq(player.place.token, 0);
    kit_press(&player, "g Enter");
    cr_assert_not(asking());
    kit_press(&player, "g Backspace");
    cr_assert(asking(), "there was nothing to delete");
    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert_not(asking(), "another command takes its place");
}

Test(player, takes_a_click_for_the_key_while_it_asks)
{
    kit_press(&player, "Tab g 3");
    kit_do(&player, AV_COMMAND_LEAVE);
    cr_assert_not(asking());
    cr_assert(player.focused, "the prompt is left, and not the panel");
    kit_press(&player, "g 3");
    kit_do(&player, AV_COMMAND_ENTER);
    cr_assert_not(asking());
    cr_assert_eq(player.place.token, 2);
}

Test(player, goes_where_the_mouse_says)
{
    struct av_error error;
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_GO_TO_TOKEN, {3}}, &error), AV_OK);
    cr_assert_eq(player.place.token, 2);
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_GO_TO_STAGE, {AV_STAGE_MIX}}, &error), AV_OK);
    cr_assert_eq(player.place.stage, AV_STAGE_MIX);
}

Test(player, plays_until_a_stepping_key_or_the_end)
{
    kit_press(&player, "a");
    cr_assert(player.playing);
    kit_do(&player, AV_COMMAND_STAGE_NEXT); /* as the timer does */
    cr_assert(player.playing);
    kit_press(&player, "c + L");
    cr_assert(player.playing, "switches let it play on");
    kit_press(&player, "Right");
    cr_assert_not(player.playing);
    kit_press(&player, "a a");
    cr_assert_not(player.playing);

    kit_go(&player, 6, AV_STAGE_LOGITS, 0, 0);
    kit_press(&player, "a");
    kit_do(&player, AV_COMMAND_STAGE_NEXT);
    cr_assert_eq(player.place.stage, AV_STAGE_NEXT);
    cr_assert_not(player.playing);
    kit_press(&player, "a");
    cr_assert_not(player.playing, "there is nothing left to play");
}

Test(player, plays_faster_and_slower_within_bounds)
{
    int delay = av_player_delay(&player);
    cr_assert_eq(delay, 1000);
    kit_press(&player, "+");
    cr_assert_lt(av_player_delay(&player), delay);
    kit_press(&player, "- - - - - - - - -");
    cr_assert_eq(av_player_delay(&player), 3000);
    kit_press(&player, "+ + + + + + + + +");
    cr_assert_eq(av_player_delay(&player), 200);
}

Test(player, help_opens_turns_pages_and_closes)
{
    player.help.last_page = 5;
    kit_press(&player, "?");
    cr_assert_eq(av_player_context(&player), AV_CONTEXT_HELP);
    cr_assert_eq(av_player_context_below_help(&player), AV_CONTEXT_LESSON);
    kit_press(&player, "Up");
    cr_assert_eq(player.help.page, 0);
    kit_press(&player, "Down PageDown");
    cr_assert_eq(player.help.page, 2);
    kit_press(&player, "End Down k");
    cr_assert_eq(player.help.page, 4);
    kit_press(&player, "Right");
    cr_assert_eq(player.place.stage, AV_STAGE_EMBED, "the lesson stands still below the help");
    kit_press(&player, "Escape");
    cr_assert_not(player.help.open);
    kit_press(&player, "? q");
    cr_assert_not(player.help.open);
    cr_assert_not(player.quit);
    kit_press(&player, "? ?");
    cr_assert_not(player.help.open);
    kit_press(&player, "?");
    cr_assert_eq(player.help.page, 0, "from its beginning again");
}

Test(player, the_glossary_opens_at_what_the_panel_shows)
{
    kit_go(&player, 4, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "G");
    cr_assert(player.help.open && player.help.part == AV_HELP_GLOSSARY);
    cr_assert_eq(player.help.entry, AV_CONCEPT_WEIGHT, "the stage's first panel");
    kit_press(&player, "Down");
    cr_assert_eq(player.help.entry, AV_CONCEPT_WEIGHT + 1);
    kit_press(&player, "Home Up PageUp");
    cr_assert_eq(player.help.entry, AV_CONCEPT_NONE + 1);
    kit_press(&player, "End Down PageDown");
    cr_assert_eq(player.help.entry, AV_CONCEPT_COUNT - 1);
    kit_press(&player, "Tab");
    cr_assert_eq(player.help.part, AV_HELP_KEYS);
    kit_press(&player, "Shift-Tab");
    cr_assert_eq(player.help.part, AV_HELP_GLOSSARY);
    cr_assert_eq(player.help.entry, AV_CONCEPT_COUNT - 1, "where it was left");
    kit_press(&player, "G");
    cr_assert_not(player.help.open);
    kit_press(&player, "Tab Shift-Tab"); /* from A back to S */
    enum av_view_id focus = player.focus;
    int row = player.row, column = player.column;
    kit_press(&player, "G");
    cr_assert_eq(player.help.entry, av_concept_of_view(focus));
    cr_assert_neq(player.help.entry, AV_CONCEPT_WEIGHT);
    cr_assert_eq(av_player_context_below_help(&player), AV_CONTEXT_PANEL);
    kit_press(&player, "Down ?");
    cr_assert(!player.help.open && player.focused, "and one is where one was");
    cr_assert(player.focus == focus && player.row == row && player.column == column);
}

Test(player, the_glossary_goes_where_a_click_asks_it_to)
{
    struct av_error error = {.status = AV_OK};
    struct av_command command = {AV_COMMAND_GLOSSARY, {AV_CONCEPT_SEED}};
    for (int time = 0; time < 2; time++) {
        cr_assert_eq(av_player_do(&player, command, &error), AV_OK);
        cr_assert(player.help.open && player.help.part == AV_HELP_GLOSSARY, "also where it is open");
        cr_assert_eq(player.help.entry, AV_CONCEPT_SEED);
        kit_press(&player, "Up");
    }
    kit_press(&player, "Tab G");
    cr_assert_eq(player.help.entry, AV_CONCEPT_SEED - 1, "from the keys back to where it was");
    command.argument[0] = AV_CONCEPT_COUNT + 7;
    cr_assert_eq(av_player_do(&player, command, &error), AV_OK);
    cr_assert_lt(player.help.entry, AV_CONCEPT_COUNT);
}

Test(player, switches_language_and_theme_and_quits)
{
    cr_assert_eq(player.language, AV_ENGLISH);
    kit_press(&player, "L");
    cr_assert_eq(player.language, AV_CHINESE);
    kit_press(&player, "L t");
    cr_assert_eq(player.language, AV_ENGLISH);
    cr_assert_eq(player.theme, AV_THEME_LIGHT);
    kit_press(&player, "t");
    cr_assert_eq(player.theme, AV_THEME_ANY);
    kit_press(&player, "t");
    cr_assert_eq(player.theme, AV_THEME_MONO);
    kit_press(&player, "t Ctrl-L");
    cr_assert_eq(player.theme, AV_THEME_DARK);
    cr_assert(player.repaint);
    cr_assert_not(player.quit);
    kit_press(&player, "q");
    cr_assert(player.quit);
}

Test(player, ignores_keys_that_mean_nothing)
{
    struct av_player before = player;
    kit_press(&player, "Z PageUp = 它 Ctrl-A Escape");
    cr_assert_eq(memcmp(&before, &player, sizeof player), 0);
}

static void assert_notices(const char *const keys[], const enum av_notice notices[], int n)
{
    for (int i = 0; i < n; i++) {
        kit_press(&player, keys[i]);
        cr_assert_eq(player.notice, notices[i], "notice %d expected after %s, %d found", notices[i], keys[i],
                     player.notice);
    }
}

Test(player, says_why_a_command_changed_nothing)
{
    static const char *const keys[] = {"Left",  "Home", "p", "[", "{",  "]", "]", "}", "}", "n", "End",
                                       "Right", "End",  "n", "a", "它", "L", "p", "n", "n", "c", "Ctrl-L"};
    static const enum av_notice notices[] = {
        AV_NOTICE_FIRST_STAGE, AV_NOTICE_FIRST_STAGE, AV_NOTICE_FIRST_TOKEN, AV_NOTICE_FIRST_HEAD,
        AV_NOTICE_FIRST_LAYER, AV_NOTICE_NONE,        AV_NOTICE_LAST_HEAD,   AV_NOTICE_NONE,
        AV_NOTICE_LAST_LAYER,  AV_NOTICE_NONE,        AV_NOTICE_NONE,        AV_NOTICE_LAST_STAGE,
        AV_NOTICE_LAST_STAGE,  AV_NOTICE_LAST_TOKEN,  AV_NOTICE_LAST_STAGE,  AV_NOTICE_LAST_STAGE,
        AV_NOTICE_NONE,        AV_NOTICE_NONE,        AV_NOTICE_NONE,        AV_NOTICE_LAST_TOKEN,
        AV_NOTICE_NONE,        AV_NOTICE_NONE,
    };
    assert_notices(keys, notices, sizeof notices / sizeof *notices);
    for (int i = 0; i < AV_SPEED_MAX - AV_SPEED_DEFAULT; i++)
        assert_notices((const char *const[]){"+"}, (const enum av_notice[]){AV_NOTICE_NONE}, 1);
    assert_notices((const char *const[]){"+", "Ctrl-L", "-"},
                   (const enum av_notice[]){AV_NOTICE_FASTEST, AV_NOTICE_FASTEST, AV_NOTICE_NONE}, 3);
    kit_press(&player, "- - - - - - - - -");
    cr_assert_eq(player.notice, AV_NOTICE_SLOWEST);
}

Test(player_of_a_small_model, says_that_there_is_one_head_and_one_layer)
{
    static const char *const keys[] = {"[", "]", "{", "}", "Right"};
    static const enum av_notice notices[] = {AV_NOTICE_ONE_HEAD, AV_NOTICE_ONE_HEAD, AV_NOTICE_ONE_LAYER,
                                             AV_NOTICE_ONE_LAYER, AV_NOTICE_NONE};
    struct av_config config = kit_config();
    config.n_head = config.n_kv_head = config.n_layer = 1;
    kit_lesson_init(&lesson, &config, 2, 3, 0);
    kit_open(&player, &lesson);
    assert_notices(keys, notices, 5);
    close_player();
}

static void open_rule(enum av_mask mask)
{
    av_player_finish(&player);
    lesson.rule.mask = mask;
    kit_open(&player, &lesson);
}

Test(player, a_rule_that_looks_ahead_has_no_cache)
{
    for (enum av_mask mask = AV_MASK_MULTIPLIED; mask <= AV_MASK_NONE; mask++) {
        open_rule(mask);
        cr_assert_not(av_player_can_cache(&player));
        cr_assert_not(player.cache_on);
        kit_press(&player, "c");
        cr_assert_not(player.cache_on);
        cr_assert_eq(player.notice, AV_NOTICE_NO_CACHE);
        for (int t = 0; t < 7; t++) {
            kit_go(&player, t, AV_STAGE_NEXT, 1, 0);
            cr_assert_eq(av_player_trace(&player)->n, t + 1);
            cr_assert_eq(player.run.comparisons[t].values, 0, "there is nothing to compare with");
            cr_assert(av_player_counts_known(&player, t));
            if (t >= lesson.n_prompt - 1) /* greedy: the likeliest follows */
                cr_assert_eq(player.run.candidates[0].token, av_player_next_token(&player, t));
        }
    }
}

Test(player, starts_where_the_lesson_says)
{
    av_player_finish(&player);
    lesson.start = (struct av_place){5, AV_STAGE_MASK, 1, 1, AV_LENS_PANELS};
    lesson.cache_on = false;
    kit_open(&player, &lesson);
    cr_assert(same_place(&player.place, &lesson.start));
    cr_assert_not(player.cache_on);
    cr_assert_eq(player.run.uncached.n, 6);
}

Test(player_of_a_large_model, counts_only_the_steps_that_are_looked_at)
{
    struct av_config config = kit_config();
    config.d_model = 128;
    config.d_ff = 512;
    config.d_k = config.d_v = 64;
    config.vocab_size = 500;
    config.n_ctx = 32;
    kit_lesson_init(&lesson, &config, 2, 30, 0);
    lesson.start.token = 29;
    kit_open(&player, &lesson);
    cr_assert_gt(av_work_multiply_adds(&player.run.uncached_work[29]), 0);
    cr_assert_eq(av_work_multiply_adds(&player.run.uncached_work[20]), 0);
    cr_assert_not(av_player_counts_known(&player, 29));
    cr_assert_eq(player.run.comparisons[29].different, 0);
    cr_assert_gt(player.run.comparisons[29].values, 0);
    kit_go(&player, 2, AV_STAGE_EMBED, 0, 0);
    cr_assert(av_player_counts_known(&player, 2), "the first few are quickly counted");
    close_player();
}

Test(player_that_samples, chooses_by_the_step_and_so_the_same_again)
{
    struct av_config config = kit_config();
    int first[12];
    kit_lesson_init(&lesson, &config, 3, 2, 10);
    lesson.sampling = (struct av_sampling){.temperature = 1.5f, .top_k = 4, .top_p = 0.9f, .seed = 7};
    kit_open(&player, &lesson);
    memcpy(first, player.run.tokens, sizeof first);
    av_player_finish(&player);
    kit_open(&player, &lesson);
    cr_assert_eq(memcmp(first, player.run.tokens, sizeof first), 0);
    for (int t = 1; t < 12; t++) {
        float logits[7], probabilities[7];
        int rank = 0, scratch[7];
        kit_go(&player, t, AV_STAGE_NEXT, 0, 0);
        av_trace_row(&player.run.uncached, AV_QUANTITY_LOGITS, 0, t, logits);
        cr_assert_eq(av_player_next_token(&player, t),
                     av_sampler_choose(&lesson.sampling, logits, 7, t + 1, probabilities, scratch),
                     "its step's number");
        while (player.run.candidates[rank].token != av_player_next_token(&player, t))
            rank++;
        cr_assert_lt(rank, 4, "the chosen one is among the four likeliest");
        cr_assert_gt(player.run.candidates[rank].probability, 0);
        cr_assert_eq(player.run.candidates[4].probability, 0);
    }
    close_player();
}

static void fill(struct av_matrix *matrix, float number)
{
    for (int i = 0; i < matrix->rows * matrix->cols; i++)
        matrix->data[i] = number;
}

static int count_nan(const struct av_view *view)
{
    int count = 0;
    for (int i = 0; i < view->rows * view->columns; i++) {
        struct av_explanation explanation;
        int row = i / view->columns, column = i % view->columns;
        if (!av_explain(view, row, column, &explanation))
            continue;
        cr_assert_eq(isnan(explanation.value) != 0, isnan(av_explain_redo(&explanation)) != 0, "%s[%d][%d]",
                     av_view_name(view->id), row, column);
        count += isnan(explanation.value) != 0;
    }
    return count;
}

/* Finite weights of which the products are not. */
Test(player_of_weights_that_overflow, shows_and_samples_all_the_same)
{
    struct av_config config = kit_config();
    int nan_cells = 0;
    kit_lesson_init(&lesson, &config, 3, 2, 4);
    lesson.sampling = (struct av_sampling){.temperature = 1.0f, .top_k = 3, .top_p = 0.8f, .seed = 1};
    fill(&lesson.model.w_out, 3e38f);
    fill(&lesson.model.layers[1].w_up, 3e38f);
    fill(&lesson.model.layers[1].w_down, -3e38f);
    kit_open(&player, &lesson);
    for (int cached = 1; cached >= 0; cached--) {
        kit_do(&player, AV_COMMAND_FIRST);
        do {
            for (int id = 0; id < AV_VIEW_COUNT; id++) {
                struct av_view view = av_view_of(&player, (enum av_view_id)id);
                struct av_spot spot = av_player_spot_in(&player, (enum av_view_id)id);
                cr_assert(!spot.shown || (spot.row < view.rows && spot.column < view.columns));
                nan_cells += count_nan(&view);
            }
            if (player.place.stage == AV_STAGE_NEXT) {
                for (int rank = 0; rank < 7; rank++) {
                    cr_assert_eq(player.run.candidates[rank].token, rank, "by id");
                    cr_assert(isnan(player.run.candidates[rank].probability));
                }
            }
            kit_do(&player, AV_COMMAND_STAGE_NEXT);
        } while (player.notice != AV_NOTICE_LAST_STAGE);
        kit_do(&player, AV_COMMAND_CACHE);
    }
    cr_assert_gt(nan_cells, 0, "else this tests nothing");
    for (int t = 0; t < player.run.n_token; t++) {
        cr_assert_gt(player.run.comparisons[t].values, 0);
        cr_assert_eq(player.run.comparisons[t].different, 0);
    }
    close_player();
}

/* Opened from the list, Esc closes what is open, and then the lesson: in the lens that it begins with as among the
 * panels. */
Test(player, leaves_for_the_list_when_nothing_else_is_open)
{
    static const struct {
        const char *keys;
        enum av_lens start;
        int escapes; /* until it is left */
    } cases[] = {
        {"Right", AV_LENS_PANELS, 1},     {"Tab", AV_LENS_PANELS, 2},   {"Tab z f", AV_LENS_PANELS, 4},
        {"Tab Enter", AV_LENS_PANELS, 3}, {"?", AV_LENS_PANELS, 2},     {"g", AV_LENS_PANELS, 2},
        {"3", AV_LENS_PANELS, 2},         {"Right", AV_LENS_BLOCKS, 1}, {"1", AV_LENS_BLOCKS, 1},
        {"4", AV_LENS_BLOCKS, 2},         {"? G", AV_LENS_BLOCKS, 2},
    };
    enum av_lens before = (enum av_lens)lesson.start.lens;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lesson.start.lens = cases[i].start;
        for (int listed = 0; listed < 2; listed++) {
            struct av_player other;
            int escapes = 0;
            kit_open(&other, &lesson);
            other.listed = listed;
            kit_press(&other, cases[i].keys);
            while (!other.quit && escapes < 6) {
                cr_assert_eq(av_player_leads_to_list(&other), listed && escapes == cases[i].escapes - 1, "case %zu", i);
                kit_press(&other, "Escape");
                escapes++;
            }
            cr_assert_eq(escapes, listed ? cases[i].escapes : 6, "case %zu", i);
            cr_assert(other.quit == listed && other.back == listed, "case %zu", i);
            av_player_finish(&other);
        }
    }
    lesson.start.lens = before;
}
