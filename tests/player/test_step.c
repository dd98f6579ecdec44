#include <criterion/criterion.h>

#include "attnviz/player/step.h"
#include "kit.h"

static bool same(const struct av_place *a, const struct av_place *b)
{
    return a->token == b->token && a->stage == b->stage && a->layer == b->layer && a->head == b->head;
}

/* Walks one step from its first stage to its last; the places come in order into places. Returns how many. */
static int walk(const struct av_config *config, struct av_place *places, int max)
{
    struct av_place place = {0};
    int n = 0;
    av_step_first(&place);
    do {
        cr_assert_lt(n, max);
        places[n++] = place;
    } while (av_step_next(config, &place));
    return n;
}

Test(step, visits_the_stages_layer_by_layer)
{
    struct av_config config = kit_config();
    struct av_place places[64];
    int n = walk(&config, places, 64);
    cr_assert_eq(n, 1 + 2 * 9 + 2);
    for (int i = 0; i < n; i++) {
        int stage = i == 0       ? AV_STAGE_EMBED
                    : i >= n - 2 ? AV_STAGE_LOGITS + i - (n - 2)
                                 : AV_STAGE_PROJECT + (i - 1) % 9;
        int layer = i == 0 ? 0 : i >= n - 2 ? 1 : (i - 1) / 9;
        cr_assert_eq(places[i].stage, stage, "place %d", i);
        cr_assert_eq(places[i].layer, layer, "place %d", i);
    }
}

Test(step, goes_back_through_the_same_places)
{
    struct av_config config = kit_config();
    for (int n_layer = 1; n_layer <= 3; n_layer++) {
        struct av_place places[64], place = {0};
        config.n_layer = n_layer;
        int n = walk(&config, places, 64);
        av_step_last(&config, &place);
        for (int i = n - 1; i >= 0; i--) {
            cr_assert(same(&place, &places[i]), "place %d of %d layers", i, n_layer);
            cr_assert_eq(av_step_back(&config, &place), i > 0);
        }
    }
}

Test(step, orders_the_places_as_it_visits_them)
{
    struct av_config config = kit_config();
    struct av_place places[64];
    int n = walk(&config, places, 64);
    for (int i = 1; i < n; i++) {
        int before = av_step_order(&config, (enum av_stage)places[i - 1].stage, places[i - 1].layer);
        cr_assert_lt(before, av_step_order(&config, (enum av_stage)places[i].stage, places[i].layer));
    }
    /* stages that run once have no layer */
    cr_assert_eq(av_step_order(&config, AV_STAGE_EMBED, 0), av_step_order(&config, AV_STAGE_EMBED, 1));
    cr_assert_eq(av_step_order(&config, AV_STAGE_NEXT, 0), av_step_order(&config, AV_STAGE_NEXT, 1));
}

Test(step, passes_over_a_block_that_the_model_lacks)
{
    struct av_config config = kit_config();
    struct av_place places[64];
    config.residual = false;
    config.norm = AV_NORM_NONE;
    config.feed_forward = AV_FEED_FORWARD_NONE;
    int n = walk(&config, places, 64);
    cr_assert_eq(n, 1 + 2 * 8 + 2);
    for (int i = 0; i < n; i++)
        cr_assert_neq(places[i].stage, AV_STAGE_BLOCK);
}
