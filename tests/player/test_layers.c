/* The layers as a stack: what has changed since the step before, against two recomputations made here. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/layers.h"
#include "kit.h"

#define N         6
#define WIDTH_MAX 64

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int n_layer, enum av_norm_place place)
{
    struct av_config config = kit_config();
    config.n_layer = n_layer;
    config.norm_place = place;
    kit_lesson_init(&lesson, &config, (uint64_t)n_layer, N, 2);
    kit_open(&player, &lesson);
    kit_go(&player, N - 1, AV_STAGE_MIX, 0, 0);
    kit_press(&player, "0");
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static bool differs(const struct av_trace traces[2], enum av_quantity quantity, int layer, int row)
{
    float rows[2][WIDTH_MAX] = {{0}};
    for (int i = 0; i < 2; i++)
        av_trace_row(&traces[i], quantity, layer, row, rows[i]);
    return memcmp(rows[0], rows[1], sizeof rows[0]) != 0;
}

/* Each mark at the player's place, with traces of this step and of the one before that were run for this alone. */
static void check_place(void)
{
    const struct av_run *run = &player.run;
    const struct av_config *config = &run->lesson->model.config;
    int t = av_player_prefills(&player) ? 0 : player.place.token; /* rows that there were before */
    struct av_trace traces[2];
    struct av_error error = {0};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(av_trace_init(&traces[i], &run->lesson->model, run->lesson->rule, run->n_token, &error), AV_OK);
        int n = i == 0 ? t : player.place.token + 1;
        if (n > 0)
            cr_assert_eq(av_decoder_recompute(&traces[i], run->tokens, n, &error), AV_OK);
    }
    cr_assert_eq(player.layers.n_old, t);
    for (int layer = 0; layer < config->n_layer; layer++) {
        int counts[AV_LAYER_PART_COUNT] = {0};
        for (int row = 0; row < t; row++) {
            const bool changed[AV_LAYER_PART_COUNT] = {
                [AV_LAYER_INPUT] = differs(traces, AV_QUANTITY_INPUT, layer, row),
                [AV_LAYER_CACHED] =
                    differs(traces, AV_QUANTITY_KEY, layer, row) || differs(traces, AV_QUANTITY_VALUE, layer, row),
                [AV_LAYER_OUTPUT] = differs(traces, av_quantity_layer_result(config), layer, row),
            };
            for (int part = 0; part < AV_LAYER_PART_COUNT; part++) {
                cr_assert_eq(av_layers_changed(&player, layer, (enum av_layer_part)part, row), changed[part],
                             "layer %d, part %d, row %d", layer, part, row);
                counts[part] += changed[part];
            }
        }
        for (int part = 0; part < AV_LAYER_PART_COUNT; part++)
            cr_assert_eq(av_layers_count(&player, layer, (enum av_layer_part)part), counts[part]);
    }
    av_trace_finish(&traces[0]);
    av_trace_finish(&traces[1]);
}

/* Old rows of a layer that changed are none of them, or all. */
static void check_counts(int layer, int cached, int output)
{
    cr_assert_eq(av_layers_count(&player, layer, AV_LAYER_INPUT), cached, "layer %d", layer);
    cr_assert_eq(av_layers_count(&player, layer, AV_LAYER_CACHED), cached, "layer %d", layer);
    cr_assert_eq(av_layers_count(&player, layer, AV_LAYER_OUTPUT), output, "layer %d", layer);
}

Test(layers, no_row_changes_under_the_causal_mask_and_all_above_the_first_layer_without)
{
    static const int depths[] = {1, 2, 12};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        open_with(depths[i], i == 2 ? AV_NORM_AFTER : AV_NORM_BEFORE);
        for (int mask = 0; mask < 3; mask++, kit_press(&player, "m")) { /* causal, multiplied, none */
            for (int t = 0; t < player.run.n_token; t++) {
                struct av_error error = {0};
                struct av_place place = {t, AV_STAGE_MIX, 0, 0, AV_LENS_LAYERS};
                cr_assert_eq(av_player_go(&player, &place, &error), AV_OK);
                check_place();
                for (int layer = 0; layer < depths[i]; layer++)
                    check_counts(layer, mask == 0 || layer == 0 ? 0 : t, mask == 0 ? 0 : t);
            }
        }
        close_player();
    }
}

/* Whatever is changed meanwhile, marks are of the lesson as it is now. */
Test(layers, marks_follow_every_change)
{
    static const char *const keys[] = {"m m", "s",   "p", "b", "u", "u", "d",           "U",
                                       "c",   "n n", "R", "{", "}", "m", "i t 3 Enter", "1 0"};
    open_with(3, AV_NORM_BEFORE);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        kit_press(&player, keys[i]);
        cr_assert_eq(player.place.lens, AV_LENS_LAYERS);
        check_place();
    }
    close_player();
}

Test(layers, the_step_before_is_not_kept_once_the_lens_is_left)
{
    open_with(2, AV_NORM_BEFORE);
    cr_assert_not_null(player.layers.before.model);
    kit_press(&player, "1");
    cr_assert_null(player.layers.before.model);
    kit_press(&player, "0 Escape");
    cr_assert_null(player.layers.before.model);
    cr_assert_eq(player.place.lens, AV_LENS_PANELS);
    close_player();
}

Test(layers, each_is_handed_what_the_one_below_gives_and_keeps_its_share)
{
    open_with(12, AV_NORM_AFTER);
    const struct av_config *config = &player.run.lesson->model.config;
    for (int layer = 0; layer < 12; layer++) {
        double squares[2] = {0};
        for (int c = 0; c < config->d_model; c++) {
            squares[0] += pow((double)av_trace_value(&player.run.cached, AV_QUANTITY_INPUT, layer, N - 1, c), 2);
            squares[1] += pow((double)av_trace_value(&player.run.cached, AV_QUANTITY_NORM_2, layer, N - 1, c), 2);
        }
        cr_assert(fabs(av_layers_length(&player, layer, AV_LAYER_INPUT) - sqrt(squares[0])) < 1e-9);
        cr_assert(fabs(av_layers_length(&player, layer, AV_LAYER_OUTPUT) - sqrt(squares[1])) < 1e-9);
        cr_assert(layer == 0 || av_layers_handed_on(&player, layer));
    }
    for (int n = 1; n <= N; n++)
        cr_assert_eq(12 * av_layers_bytes(config, n), av_trace_cache_bytes(&player.run.cached, n));
    close_player();
}

/* All rows of a prompt that is read at once are new: there is no step before, and the next one comes after all of
 * them. */
Test(layers, a_prompt_that_is_read_at_once_has_no_step_before_it)
{
    open_with(2, AV_NORM_BEFORE);
    kit_press(&player, "P");
    cr_assert(av_player_prefills(&player) && player.layers.n_old == 0);
    check_place();
    kit_press(&player, "n");
    cr_assert_eq(player.layers.n_old, N);
    check_place();
    close_player();
}
