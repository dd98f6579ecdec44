/* The heads of a layer beside each other: their parts of the output, and their bytes. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>

#include "attnviz/player/heads.h"
#include "kit.h"

#define N 7

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int n_head, int n_kv_head, bool bias)
{
    struct av_config config = kit_config();
    config.n_head = n_head;
    config.n_kv_head = n_kv_head;
    config.bias = bias;
    kit_lesson_init(&lesson, &config, (uint64_t)(n_head * 10 + n_kv_head), N, 1);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

/* Σ a·v of a head, in double, from the weights and the values of the trace. */
static double mix_of(int head, int c)
{
    const struct av_config *config = &lesson.model.config;
    const struct av_trace *trace = av_player_trace(&player);
    int layer = player.place.layer, i = player.place.token, group = config->n_head / config->n_kv_head;
    double sum = 0;
    for (int j = 0; j < (trace->rule.mask == AV_MASK_CAUSAL ? i + 1 : player.place.token + 1); j++)
        sum += (double)av_trace_weight(trace, layer, head, i, j) *
               (double)av_trace_value(trace, AV_QUANTITY_VALUE, layer, j, head / group * config->d_v + c);
    return sum;
}

/* Each part in double; all parts and the bias give what the model has as its output. */
static void check_place(void)
{
    const struct av_config *config = &lesson.model.config;
    const struct av_layer *layer = &lesson.model.layers[player.place.layer];
    const struct av_trace *trace = av_player_trace(&player);
    for (int column = 0; column < config->d_model; column++) {
        double sum = config->bias ? (double)layer->bo.data[column] : 0;
        for (int head = 0; head < config->n_head; head++) {
            double part = 0;
            for (int c = 0; c < config->d_v; c++)
                part += mix_of(head, c) * (double)av_matrix_row(&layer->wo, head * config->d_v + c)[column];
            cr_assert(fabs(part - (double)av_heads_part(&player, head, column)) < 1e-5, "head %d", head);
            sum += part;
        }
        cr_assert(fabs(sum - (double)av_heads_sum(&player, column)) < 1e-5);
        cr_assert(fabs(sum - (double)av_trace_value(trace, AV_QUANTITY_OUTPUT, player.place.layer, player.place.token,
                                                    column)) < 1e-5);
    }
    struct av_heads_agreement agreement = av_heads_agree(&player);
    cr_assert(agreement.max_difference <= agreement.bound, "%g > %g", (double)agreement.max_difference,
              (double)agreement.bound);
    cr_assert(agreement.bound > 0 && agreement.bound < 1e-3f, "a bound that is worth something");
}

Test(heads, parts_of_all_heads_add_up_to_the_output)
{
    static const struct {
        int n_head, n_kv_head;
        bool bias;
    } shapes[] = {{1, 1, false}, {2, 2, true}, {4, 2, false}, {4, 1, true}, {6, 3, true}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        open_with(shapes[i].n_head, shapes[i].n_kv_head, shapes[i].bias);
        static const char *const keys[] = {"9", "c", "m", "m"}; /* one after the other */
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            kit_press(&player, keys[k]);
            for (int layer = 0; layer < 2; layer++) {
                struct av_error error = {0};
                struct av_place place = {(int)k * 2, AV_STAGE_MIX, layer, 0, AV_LENS_HEADS};
                cr_assert_eq(av_player_go(&player, &place, &error), AV_OK);
                check_place();
            }
        }
        close_player();
    }
}

/* A number of W_O that is not the one the model ran with is noticed: the agreement is measured, not said. */
Test(heads, a_wrong_output_is_seen)
{
    open_with(2, 2, false);
    kit_go(&player, N - 1, AV_STAGE_OUTPUT, 1, 0);
    float *number = &lesson.model.layers[1].wo.data[3], was = *number;
    *number += 0.5f;
    struct av_heads_agreement agreement = av_heads_agree(&player);
    cr_assert_gt(agreement.max_difference, agreement.bound);
    *number = NAN;
    agreement = av_heads_agree(&player);
    cr_assert_not(agreement.max_difference <= agreement.bound);
    *number = was;
    close_player();
}

Test(heads, key_heads_that_are_compared)
{
    static const struct {
        int n_head, n_kv_head, choices[AV_HEADS_CHOICES_MAX + 1];
    } cases[] = {
        {1, 1, {1}},       {2, 2, {2, 1}},       {2, 1, {2, 1}},       {3, 3, {3, 1}},
        {8, 8, {8, 4, 1}}, {8, 2, {8, 4, 2, 1}}, {6, 2, {6, 3, 2, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct av_config config = {.n_head = cases[i].n_head, .n_kv_head = cases[i].n_kv_head};
        int choices[AV_HEADS_CHOICES_MAX], n = av_heads_choices(&config, choices);
        for (int k = 0; k < n; k++)
            cr_assert_eq(choices[k], cases[i].choices[k]);
        cr_assert_eq(cases[i].choices[n], 0, "no more and no fewer");
    }
}

/* The model's own choice is what its cache really takes; others are to it as their numbers of heads are. */
Test(heads, bytes_follow_the_key_heads)
{
    open_with(4, 2, false);
    const struct av_config *config = &lesson.model.config;
    for (int n = 1; n <= N; n++) {
        uint64_t own = av_trace_cache_bytes(&player.run.cached, n);
        cr_assert_eq(av_heads_cache_bytes(config, n, 2), own);
        cr_assert_eq(av_heads_cache_bytes(config, n, 4), 2 * own);
        cr_assert_eq(av_heads_cache_bytes(config, n, 1), own / 2);
    }
    cr_assert_eq(av_heads_cache_bytes(config, 5, 2), 5u * 2 * 2 * (4 + 3) * 4);
    cr_assert(av_heads_kv(config, 0) == 0 && av_heads_kv(config, 1) == 0 && av_heads_kv(config, 2) == 1 &&
              av_heads_kv(config, 3) == 1);
    close_player();
}
