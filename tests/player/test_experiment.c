#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/player.h"
#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_lesson(const struct av_config *config, uint64_t seed, int n_prompt, int n_generate)
{
    kit_lesson_init(&lesson, config, seed, n_prompt, n_generate);
    kit_open(&player, &lesson);
}

static void close_lesson(void)
{
    kit_close(&player, &lesson);
}

static void open_usual(void)
{
    struct av_config config = kit_config();
    open_lesson(&config, 11, 5, 3);
}

/* Two runs of the same tokens have the same numbers, of all rows that both traces have. */
static bool same_traces(struct av_trace *a, struct av_trace *b)
{
    const struct av_model *model = b->model;
    b->model = a->model; /* the comparison asks for one model; that they are equal is asked elsewhere */
    struct av_comparison comparison = av_trace_compare(a, b, a->n);
    b->model = model;
    return a->n == b->n && comparison.different == 0;
}

/* Which step wrote what, and what it took; without the cache, of the steps up to the player's. */
static void assert_same_steps(const struct av_run *a, const struct av_run *b, const char *when)
{
    size_t n = (size_t)a->n_token;
    if (av_run_can_cache(a)) {
        cr_assert(memcmp(a->cached.born, b->cached.born, n * sizeof *a->cached.born) == 0, "%s", when);
        cr_assert(memcmp(a->cached.written, b->cached.written, n * sizeof *a->cached.written) == 0, "%s", when);
        cr_assert(memcmp(a->cached.work, b->cached.work, n * sizeof *a->cached.work) == 0, "%s", when);
    }
    for (int step = 1; step <= player.place.token + 1; step++)
        cr_assert(memcmp(&a->uncached_work[step - 1], &b->uncached_work[step - 1], sizeof *a->uncached_work) == 0,
                  "%s: step %d", when, step);
}

/* What the player shows is what a player shows that is opened anew on the lesson as it is now: tokens, steps and
 * numbers. */
static void assert_like_fresh(const char *when)
{
    struct av_player fresh;
    struct av_lesson now = *player.run.lesson;
    now.prefill = player.prefill;
    kit_open(&fresh, &now);
    cr_assert_eq(fresh.run.n_first, player.run.n_first, "%s", when);
    cr_assert_eq(fresh.run.n_token, player.run.n_token, "%s", when);
    cr_assert_eq(fresh.run.chosen_after_last, player.run.chosen_after_last, "%s", when);
    for (int i = 0; i < fresh.run.n_token; i++)
        cr_assert_eq(fresh.run.tokens[i], player.run.tokens[i], "%s: token %d", when, i);
    cr_assert_eq(av_player_can_cache(&fresh), av_player_can_cache(&player), "%s", when);
    if (av_player_can_cache(&fresh))
        cr_assert(same_traces(&fresh.run.cached, &player.run.cached), "%s: with the cache", when);
    fresh.cache_on = player.cache_on;
    struct av_error error = {0};
    cr_assert_eq(av_player_go(&fresh, &player.place, &error), AV_OK);
    cr_assert(fresh.place.token == player.place.token && fresh.place.stage == player.place.stage, "%s", when);
    if (!player.cache_on)
        cr_assert(same_traces(&fresh.run.uncached, &player.run.uncached), "%s: without", when);
    assert_same_steps(&fresh.run, &player.run, when);
    av_player_finish(&fresh);
}

/* The lesson as it is now has all that the opened one has. */
static bool is_as_opened(void)
{
    const struct av_lesson *now = player.run.lesson;
    bool same = now->n_prompt == lesson.n_prompt && now->n_generate == lesson.n_generate &&
                memcmp(now->prompt, lesson.prompt, (size_t)lesson.n_prompt * sizeof *lesson.prompt) == 0 &&
                now->rule.mask == lesson.rule.mask && now->rule.scaled == lesson.rule.scaled &&
                memcmp(&now->sampling, &lesson.sampling, sizeof lesson.sampling) == 0;
    for (int i = 0; i < lesson.model.config.n_ctx; i++)
        same = same && !(now->rule.banned && now->rule.banned[i]);
    struct av_matrix *a[RANDOM_MATRICES_MAX], *b[RANDOM_MATRICES_MAX];
    struct av_model copy = now->model;
    int n = random_model_matrices(&copy, a);
    random_model_matrices(&lesson.model, b);
    for (int i = 0; i < n; i++)
        same = same && memcmp(a[i]->data, b[i]->data, (size_t)a[i]->rows * (size_t)a[i]->cols * sizeof(float)) == 0;
    return same;
}

static void change(const struct av_change *what)
{
    struct av_error error = {0};
    cr_assert_eq(av_experiment_change(&player, what, &error), AV_OK, "%s", error.message);
}

TestSuite(experiment);

Test(experiment, a_weight_that_is_changed_changes_what_follows_from_it)
{
    open_usual();
    kit_go(&player, 4, AV_STAGE_PROJECT, 0, 1);
    struct av_view w = av_view_of(&player, AV_VIEW_W_K), k = av_view_of(&player, AV_VIEW_K);
    struct av_view q = av_view_of(&player, AV_VIEW_Q);
    float old_k = av_view_cell(&k, 4, 2).value, old_q = av_view_cell(&q, 4, 2).value;
    struct av_view n = av_view_of(&player, AV_VIEW_NORM_1);
    float x = av_view_cell(&n, 4, 3).value;
    struct av_weight_at at;
    cr_assert(av_experiment_weight(&w, 3, 2, &at));
    cr_assert(at.matrix == AV_VIEW_W_K && at.layer == 0 && at.row == 3 && at.column == 4 + 2, "of head 2");
    float number = av_view_cell(&w, 3, 2).value;
    change(&(struct av_change){.kind = AV_CHANGE_WEIGHT, .at = at, .number = {number, number + 2}});
    cr_assert_float_eq(av_view_cell(&k, 4, 2).value, old_k + 2 * x, 1e-5);
    cr_assert_eq(av_view_cell(&q, 4, 2).value, old_q, "the query does not follow from it");
    cr_assert_eq(av_matrix_row(&lesson.model.layers[0].wk, 3)[6], number, "the opened lesson stays as it is");
    assert_like_fresh("after it");
    cr_assert(av_experiment_changed(&player));
    close_lesson();
}

static int random_place(struct random_numbers *random, int n)
{
    return random_below(random, n);
}

/* Moves about, looks into some cell, and presses keys that change something there. */
static void change_at_random(struct random_numbers *random)
{
    static const char *const keys[] = {
        "m",
        "s",
        "b",
        "d",
        "u",
        "U",
        "e 1 Enter",
        "e Down Enter",
        "i Enter",
        "i 3 Enter",
        "T + + Enter",
        "K 3 Enter",
        "S 5 Enter",
        "R",
        "T 0 . 7 Enter",
        "u",
        "Tab + +",
        "Tab - u",
        "Tab e 1 . 5 Enter",
        "Tab 7 Enter",
        "c",
        "Tab e + + Escape",
        "P",
        "P",
    };
    kit_press(&player, "Escape");
    kit_go(&player, random_place(random, player.run.n_token), (enum av_stage)random_below(random, AV_STAGE_COUNT),
           random_below(random, lesson.model.config.n_layer), random_below(random, lesson.model.config.n_head));
    const char *pressed = keys[random_below(random, (int)(sizeof keys / sizeof *keys))];
    if (strncmp(pressed, "Tab", 3) == 0) { /* into a panel of weights */
        static const enum av_view_id weights[] = {AV_VIEW_W_Q, AV_VIEW_W_V,    AV_VIEW_EMBEDDING,
                                                  AV_VIEW_W_O, AV_VIEW_W_OUT,  AV_VIEW_X,
                                                  AV_VIEW_B_K, AV_VIEW_W_DOWN, AV_VIEW_GAIN_2};
        enum av_view_id id = weights[random_below(random, (int)(sizeof weights / sizeof *weights))];
        struct av_error error = {0};
        struct av_command select = {AV_COMMAND_CELL_SELECT,
                                    {(int)id, random_below(random, 5), random_below(random, 5)}};
        cr_assert_eq(av_player_do(&player, select, &error), AV_OK);
        pressed += 4;
    }
    kit_press(&player, pressed);
    cr_assert_neq(av_player_context(&player), AV_CONTEXT_ASKING, "%s", pressed);
}

Test(experiment, whatever_is_changed_the_screen_is_that_of_the_changed_lesson)
{
    struct random_numbers random = {5};
    for (int number = 0; number < RANDOM_CONFIGS; number += 13) {
        struct av_config config = random_config(&random, number);
        config.vocab_size = config.vocab_size < 4 ? 4 : config.vocab_size;
        open_lesson(&config, (uint64_t)number, 1 + random_below(&random, config.n_ctx), 0);
        for (int i = 0; i < 25; i++) {
            change_at_random(&random);
            assert_like_fresh(config_words(&config));
        }
        kit_press(&player, "Escape R");
        cr_assert(is_as_opened(), "%s", config_words(&config));
        close_lesson();
    }
}

Test(experiment, all_can_be_taken_back_and_made_again)
{
    struct random_numbers random = {9};
    for (int number = 3; number < RANDOM_CONFIGS; number += 29) {
        struct av_config config = random_config(&random, number);
        config.vocab_size = config.vocab_size < 4 ? 4 : config.vocab_size;
        int n_prompt = 1 + random_below(&random, config.n_ctx), n_rest = config.n_ctx - n_prompt;
        open_lesson(&config, (uint64_t)number, n_prompt, n_rest > 2 ? 2 : n_rest);
        for (int i = 0; i < 15; i++)
            change_at_random(&random);
        kit_press(&player, "Escape");
        struct av_player last;
        kit_open(&last, player.run.lesson);
        int n_change = player.experiment.n_change;
        while (player.experiment.n_change > 0) {
            kit_press(&player, "u");
            assert_like_fresh("undone");
        }
        cr_assert(is_as_opened(), "%s", config_words(&config));
        cr_assert_not(av_experiment_changed(&player));
        for (int i = 0; i < n_change; i++)
            kit_press(&player, "U");
        cr_assert_eq(player.run.n_token, last.run.n_token);
        assert_like_fresh("made again");
        for (int i = 0; i < last.run.n_token; i++)
            cr_assert_eq(player.run.tokens[i], last.run.tokens[i]);
        kit_press(&player, "R");
        cr_assert(n_change == 0 || is_as_opened(), "%s", config_words(&config));
        for (int i = 0; i < n_change; i++)
            kit_press(&player, "U");
        for (int i = 0; i < last.run.n_token; i++)
            cr_assert_eq(player.run.tokens[i], last.run.tokens[i], "a reset can be taken back");
        av_player_finish(&last);
        close_lesson();
    }
}

/* Which cells are marked, and with what, follows from two players that are opened on the lesson before and after. */
static void assert_marks(const struct av_player *before, int cells[2])
{
    for (int id = 0; id < AV_VIEW_COUNT; id++) {
        struct av_view now = av_view_of(&player, (enum av_view_id)id), then = av_view_of(before, (enum av_view_id)id);
        for (int i = 0; i < now.rows && id != AV_VIEW_NEXT; i++) {
            for (int j = 0; j < now.columns; j++) {
                struct av_cell a = av_view_cell(&now, i, j), b = av_view_cell(&then, i, j);
                bool tokens_same = (!av_view_rows_are_tokens(&now) || player.run.tokens[i] == before->run.tokens[i]) &&
                                   (!av_view_columns_are_tokens(&now) || player.run.tokens[j] == before->run.tokens[j]);
                bool changed =
                    tokens_same && a.has_value && b.has_value && memcmp(&a.value, &b.value, sizeof a.value) != 0;
                float was = -99;
                cr_assert_eq(av_experiment_was(&now, i, j, &was) == AV_DIFFERENCE_SOME, changed, "%s(%d, %d)",
                             av_view_name(now.id), i, j);
                cr_assert(!changed || memcmp(&was, &b.value, sizeof was) == 0, "%s", av_view_name(now.id));
                cells[changed]++;
            }
        }
    }
}

Test(experiment, marks_what_the_last_change_made_different)
{
    open_usual();
    struct av_player before;
    kit_open(&before, &lesson);
    int cells[2] = {0, 0};
    for (int cached = 1; cached >= 0; cached--) {
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
            for (int layer = 0; layer < 2; layer++) {
                kit_go(&player, 4, (enum av_stage)stage, layer, 0);
                kit_go(&before, 4, (enum av_stage)stage, layer, 0);
                struct av_weight_at at = {AV_VIEW_W_V, 0, 2, 1};
                float number = *av_model_number(&lesson.model, &at);
                change(&(struct av_change){.kind = AV_CHANGE_WEIGHT, .at = at, .number = {number, -number}});
                assert_marks(&before, cells);
                kit_press(&player, "R");
            }
        }
        kit_do(&player, AV_COMMAND_CACHE);
        kit_do(&before, AV_COMMAND_CACHE);
    }
    cr_assert(cells[0] > 1000 && cells[1] > 300, "%d stay, %d change", cells[0], cells[1]);
    av_player_finish(&before);
    close_lesson();
}

Test(experiment, marks_also_what_another_rule_makes_of_the_numbers)
{
    open_usual();
    struct av_player before;
    kit_open(&before, &lesson);
    kit_do(&before, AV_COMMAND_CACHE);
    kit_go(&player, 4, AV_STAGE_BLOCK, 1, 1);
    kit_go(&before, 4, AV_STAGE_BLOCK, 1, 1);
    int cells[2] = {0, 0};
    kit_press(&player, "m m"); /* no mask, and so no cache */
    cr_assert_not(player.cache_on);
    kit_press(&player, "u U");
    kit_press(&before, "m");
    assert_marks(&before, cells);
    cr_assert_gt(cells[1], 50);
    kit_press(&player, "m");
    cr_assert(player.cache_on, "where a cache is true again, the switch is as it was");
    av_player_finish(&before);
    close_lesson();
}

Test(experiment, says_what_a_probability_was_for_the_same_word)
{
    open_usual();
    kit_go(&player, 7, AV_STAGE_NEXT, 1, 0);
    float was[7];
    for (int rank = 0; rank < 7; rank++)
        was[player.run.candidates[rank].token] = player.run.candidates[rank].probability;
    kit_press(&player, "T 2 Enter");
    struct av_view view = av_view_of(&player, AV_VIEW_NEXT);
    for (int rank = 0; rank < 7; rank++) {
        float before;
        cr_assert_eq(av_experiment_was(&view, rank, 0, &before), AV_DIFFERENCE_SOME);
        cr_assert_eq(before, was[player.run.candidates[rank].token]);
    }
    close_lesson();
}

/* What is said of the lesson is true again, though the way back is still there. */
Test(experiment, settings_that_come_round_again_make_no_other_lesson)
{
    static const char *const round[] = {"m m m", "s s", "s m s m m"};
    open_usual();
    cr_assert_not(av_experiment_changed(&player));
    for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
        kit_press(&player, round[i]);
        cr_assert(player.experiment.n_change > 0 && !av_experiment_changed(&player), "%s", round[i]);
    }
    static const char *const away[] = {"m", "s", "b", "T 2 Enter"};
    for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
        kit_press(&player, "R");
        cr_assert_not(av_experiment_changed(&player));
        kit_press(&player, away[i]);
        cr_assert(av_experiment_changed(&player), "%s", away[i]);
        kit_press(&player, "Escape");
    }
    close_lesson();
}

Test(experiment, several_steps_of_one_number_are_one_change)
{
    open_usual();
    kit_go(&player, 4, AV_STAGE_PROJECT, 0, 0);
    struct av_error error = {0};
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_W_Q, 1, 2}}, &error),
                 AV_OK);
    float *number = &av_matrix_row(&lesson.model.layers[0].wq, 1)[2];
    kit_press(&player, "+ + +");
    cr_assert_eq(player.experiment.n_change, 1);
    const struct av_matrix *now = &player.run.lesson->model.layers[0].wq;
    cr_assert_float_eq(av_matrix_row(now, 1)[2], *number + 0.3f, 1e-5);
    struct av_view view = av_view_of(&player, AV_VIEW_W_Q);
    float was;
    cr_assert_eq(av_experiment_was(&view, 1, 2, &was), AV_DIFFERENCE_SOME);
    cr_assert_eq(was, *number, "before the first of them");
    kit_press(&player, "Down Up -");
    cr_assert_eq(player.experiment.n_change, 2, "something else was done between");
    kit_press(&player, "u u");
    cr_assert(is_as_opened());

    kit_press(&player, "e + + 4 . 2 5 - Enter");
    cr_assert_eq(player.experiment.n_change, 1);
    cr_assert_eq(av_matrix_row(&player.run.lesson->model.layers[0].wq, 1)[2], -4.25f);
    kit_press(&player, "e + + Escape");
    cr_assert_eq(av_matrix_row(&player.run.lesson->model.layers[0].wq, 1)[2], -4.25f, "given up");
    kit_press(&player, "e 1 e - Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NO_NUMBER);
    kit_press(&player, "u");
    cr_assert(is_as_opened());
    close_lesson();
}

Test(experiment, a_token_that_is_changed_is_part_of_the_prompt)
{
    open_usual(); /* 5 of the prompt, 3 generated */
    int tokens[8];
    memcpy(tokens, player.run.tokens, sizeof tokens);
    kit_go(&player, 6, AV_STAGE_EMBED, 0, 0);
    kit_press(&player, "e");
    int other = av_prompt_match(&player, 0) == tokens[6] ? 1 : 0;
    kit_press(&player, other == 1 ? "t 1 Enter" : "t 0 Enter");
    cr_assert_eq(player.run.lesson->n_prompt, 7);
    cr_assert_eq(player.run.lesson->n_generate, 1);
    cr_assert_eq(player.run.tokens[6], other);
    cr_assert_eq(memcmp(tokens, player.run.tokens, 6 * sizeof *tokens), 0, "what the model said before it stays");
    int before;
    cr_assert(av_experiment_token_was(&player, 6, &before));
    cr_assert_eq(before, tokens[6]);
    cr_assert_not(av_experiment_token_was(&player, 5, &before));
    kit_press(&player, "i t 6 Enter");
    cr_assert_eq(player.run.n_token, 9);
    cr_assert_eq(player.run.tokens[7], 6);
    cr_assert_eq(player.place.token, 7, "there it is");
    kit_go(&player, 1, AV_STAGE_EMBED, 0, 0);
    kit_press(&player, "b d");
    cr_assert_eq(player.run.n_token, 8);
    cr_assert_eq(player.run.tokens[1], tokens[2]);
    cr_assert_not(player.run.lesson->rule.banned[1], "the ban went with its token");
    kit_press(&player, "u");
    cr_assert(player.run.lesson->rule.banned[1], "and came back with it");
    kit_press(&player, "u u u");
    cr_assert(is_as_opened());
    cr_assert_eq(memcmp(tokens, player.run.tokens, sizeof tokens), 0);
    close_lesson();
}

Test(experiment, marks_of_a_change_taken_back_are_gone_with_the_next_step)
{
    open_usual();
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    kit_press(&player, "m Right");
    cr_assert(player.experiment.marking, "as long as something is changed");
    kit_press(&player, "u");
    cr_assert(player.experiment.marking, "what was taken back is seen here");
    kit_press(&player, "c");
    cr_assert(player.experiment.marking, "a switch is no step");
    kit_press(&player, "Right");
    cr_assert_not(player.experiment.marking);
    kit_press(&player, "U");
    cr_assert(player.experiment.marking);
    close_lesson();
}

Test(experiment, says_which_token_was_deleted)
{
    struct av_config config = kit_config();
    char deleted[64];
    open_lesson(&config, 4, 2, 1);
    kit_go(&player, 1, AV_STAGE_EMBED, 0, 0);
    snprintf(deleted, sizeof deleted, "%s", av_player_token_text(&player, 1));
    kit_press(&player, "d");
    cr_assert_eq(player.notice, AV_NOTICE_DELETED);
    cr_assert_str_eq(player.about, deleted);
    kit_press(&player, "u");
    cr_assert_eq(player.notice, AV_NOTICE_UNDONE);
    close_lesson();
}

Test(experiment, has_limits_that_it_tells)
{
    struct av_config config = kit_config();
    config.n_ctx = 3;
    open_lesson(&config, 2, 1, 1);
    kit_press(&player, "d");
    cr_assert_eq(player.notice, AV_NOTICE_ONLY_TOKEN);
    kit_press(&player, "i Enter i");
    cr_assert_eq(player.notice, AV_NOTICE_FULL);
    kit_press(&player, "u u");
    cr_assert_eq(player.notice, AV_NOTICE_NOTHING_TO_UNDO);
    kit_press(&player, "R");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_CHANGED);
    kit_press(&player, "U U");
    cr_assert_eq(player.notice, AV_NOTICE_NOTHING_TO_REDO);
    kit_press(&player, "u Tab +"); /* x is computed where positions are added */
    cr_assert_eq(player.notice, AV_NOTICE_NOT_A_WEIGHT);
    kit_press(&player, "Escape e z z Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_IN_VOCABULARY);
    cr_assert_str_eq(player.about, "zz");
    kit_press(&player, "T - Enter");
    cr_assert(is_as_opened(), "no temperature below 0");
    close_lesson();
}

Test(experiment, remembers_a_bounded_number_of_changes)
{
    open_usual();
    for (int i = 0; i < AV_CHANGES_MAX + 20; i++)
        kit_press(&player, "s");
    cr_assert_eq(player.experiment.n_change, AV_CHANGES_MAX);
    for (int i = 0; i < AV_CHANGES_MAX; i++)
        kit_press(&player, "u");
    kit_press(&player, "u");
    cr_assert_eq(player.notice, AV_NOTICE_FORGOTTEN);
    cr_assert(av_experiment_changed(&player), "20 are forgotten");
    kit_press(&player, "Tab Escape b R");
    cr_assert(is_as_opened());
    cr_assert_not(av_experiment_changed(&player));
    assert_like_fresh("after all");
    close_lesson();
}

Test(experiment, numbers_without_bounds_break_nothing)
{
    open_usual();
    struct av_error error = {0};
    kit_go(&player, 3, AV_STAGE_PROJECT, 0, 0);
    cr_assert_eq(av_player_do(&player, (struct av_command){AV_COMMAND_CELL_SELECT, {AV_VIEW_W_K, 1, 2}}, &error),
                 AV_OK);
    static const char *const values[] = {"e 1 e 3 8 Enter", "e 1 e 3 9 Enter", "e 1 e 9 9 9 9 Enter", "- - +",
                                         "e 1 Enter"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        kit_go(&player, 3, AV_STAGE_PROJECT, 0, 0);
        struct av_command select = {AV_COMMAND_CELL_SELECT, {AV_VIEW_W_K, 1, 2}};
        cr_assert_eq(av_player_do(&player, select, &error), AV_OK);
        kit_press(&player, values[i]);
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++)
            kit_go(&player, 5, (enum av_stage)stage, 1, 1);
        kit_press(&player, "c");
        assert_like_fresh(values[i]);
        cr_assert_eq(isfinite(av_matrix_row(&player.run.lesson->model.layers[0].wk, 1)[2]) != 0, i == 0 || i == 4, "%s",
                     values[i]);
    }
    close_lesson();
}

Test(experiment, what_is_written_is_the_lesson_as_it_is_now)
{
    char folder[] = "/tmp/attnviz-experiment-XXXXXX", path[64];
    struct av_lesson read;
    struct av_report report;
    open_usual();
    lesson.title = lesson.teaches = (struct av_words){{"Title", "标题"}};
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    snprintf(path, sizeof path, "%s/mine.json", folder);
    kit_go(&player, 6, AV_STAGE_EMBED, 0, 0);
    kit_press(&player, "e t 1 Enter b m w m i n e . j s o n Enter");
    cr_assert_eq(player.notice, AV_NOTICE_WRITTEN, "%s", player.about);
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&read, path, &report), AV_OK);
    cr_assert_eq(read.n_prompt, 7);
    cr_assert_eq(read.prompt[6], 1);
    cr_assert(read.rule.banned[6]);
    cr_assert_eq(read.rule.mask, AV_MASK_MULTIPLIED);
    cr_assert_str_eq(read.title.in[AV_ENGLISH], "Title (modified)");
    kit_press(&player, "w m i n e . j s o n Enter");
    cr_assert_eq(player.notice, AV_NOTICE_NOT_WRITTEN, "what is there is not lost");
    av_lesson_finish(&read);
    av_report_finish(&report);
    unlink(path);
    rmdir(folder);
    close_lesson();
}

/* Without a mask there is no cache, and nothing that it saves; the other questions are asked on. */
Test(experiment, questions_without_an_answer_are_not_written)
{
    char folder[] = "/tmp/attnviz-experiment-XXXXXX";
    struct av_lesson original, read;
    struct av_player writer, reader;
    struct av_report report;
    struct av_error error = {.status = AV_OK};
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&original, LESSONS "/pronoun.json", &report), AV_OK);
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
    kit_open(&writer, &original);
    av_quiz_turn(&writer, false);
    kit_press(&writer, "m m w m i n e . j s o n Enter");
    cr_assert_eq(writer.notice, AV_NOTICE_WRITTEN, "%s", writer.about);
    cr_assert_eq(av_lesson_load(&read, "mine.json", &report), AV_OK);
    cr_assert_gt(read.n_question, 0);
    cr_assert_lt(read.n_question, original.n_question);
    kit_open(&reader, &read);
    cr_assert_eq(av_quiz_check(&reader, "mine.json", &report, &error), AV_OK);
    cr_assert_eq(report.count, 0, "%s", report.count > 0 ? report.errors[0].message : "");
    av_player_finish(&reader);
    av_player_finish(&writer);
    av_lesson_finish(&read);
    av_lesson_finish(&original);
    av_report_finish(&report);
    unlink("mine.json");
    rmdir(folder);
}

Test(experiment, tokens_that_are_added_have_names_on_a_plain_screen)
{
    struct av_config config = kit_config();
    config.n_ctx = 400;
    config.vocab_size = 2;
    open_lesson(&config, 3, 2, 0);
    lesson.vocabulary[0] = "它";
    player.plain = true;
    for (int i = 0; i < AV_TOKENS_ADDED_MAX; i++)
        kit_press(&player, "End i Enter");
    kit_press(&player, "End i");
    cr_assert_eq(player.notice, AV_NOTICE_FULL);
    cr_assert_eq(player.run.n_token, 2 + AV_TOKENS_ADDED_MAX);
    cr_assert_str_eq(av_player_token_text(&player, player.run.n_token - 1), "#258");
    close_lesson();
}

Test(experiment, the_lesson_speaks_of_tokens_by_their_plain_names)
{
    static const struct {
        const char *says, *shown;
    } cases[] = {
        {"它 finds 书: 0.76", "it finds book: 0.76"},
        {"书 (book) gets “它”", "book gets “it”"},
        {"It is 很它书.", "It is very it book."},
        {"桌子, 桌", "table, 桌"}, /* the longer one; what has no name stays */
        {"−∞ as it is", "−∞ as it is"},
    };
    struct av_words names[5] = {{{"it", NULL}}, {{"book", NULL}}, {{"very", NULL}}, {{"table", NULL}}, {{NULL, NULL}}};
    const char *const tokens[5] = {"它", "书", "很", "桌子", "桌"};
    struct av_config config = kit_config();
    char buffer[100];
    config.vocab_size = 5;
    open_lesson(&config, 3, 2, 0);
    for (int i = 0; i < 5; i++)
        lesson.vocabulary[i] = tokens[i];
    lesson.glosses = names;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        player.plain = false;
        cr_assert_eq(av_player_words(&player, cases[i].says, buffer, sizeof buffer), cases[i].says);
        player.plain = true;
        cr_assert_str_eq(av_player_words(&player, cases[i].says, buffer, sizeof buffer), cases[i].shown);
    }
    cr_assert_str_eq(av_player_words(&player, "书书书", buffer, 8), "book bo", "cut to fit");
    close_lesson();
}
